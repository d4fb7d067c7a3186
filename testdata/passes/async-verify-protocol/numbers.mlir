// Numbers that are known are computed as their types have it: each condition holds.
//
// RUN: tile-opt %s --async-verify-protocol='trace=0' --split-input-file --verify-diagnostics -o /dev/null

!bars = !tasync.barrier<1>

// expected-remark @+1 {{protocol proven}}
func.func @wraps() attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b0 = arith.constant 0 : i8
  %true = arith.constant true
  %false = arith.constant false
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  // The sum of two bytes.
  %b100 = arith.constant 100 : i8
  %sum = arith.addi %b100, %b100 : i8
  %p0 = arith.cmpi slt, %sum, %b0 : i8
  scf.if %p0 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  // A difference.
  %least = arith.constant -2147483648 : i32
  %i1 = arith.constant 1 : i32
  %diff = arith.subi %least, %i1 : i32
  %p1 = arith.cmpi sgt, %diff, %i0 : i32
  scf.if %p1 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  // A product.
  %i65536 = arith.constant 65536 : i32
  %product = arith.muli %i65536, %i65536 : i32
  %p2 = arith.cmpi eq, %product, %i0 : i32
  scf.if %p2 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  // What is left of a wide number.
  %wide = arith.constant 4294967296 : index
  %cast = arith.index_cast %wide : index to i32
  %p3 = arith.cmpi eq, %cast, %i0 : i32
  scf.if %p3 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  %i255 = arith.constant 255 : i32
  %trunc = arith.trunci %i255 : i32 to i8
  %p4 = arith.cmpi slt, %trunc, %b0 : i8
  scf.if %p4 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  // Signs that are extended, or not.
  %m1 = arith.constant -1 : i32
  %castui = arith.index_castui %m1 : i32 to index
  %p5 = arith.cmpi sgt, %castui, %c0 : index
  scf.if %p5 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  %extui = arith.extui %m1 : i32 to i64
  %extsi = arith.extsi %m1 : i32 to i64
  %p6 = arith.cmpi sgt, %extui, %extsi : i64
  scf.if %p6 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  // A single bit that is set is -1.
  %p7 = arith.cmpi slt, %true, %false : i1
  scf.if %p7 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  %least1 = arith.minsi %true, %false : i1
  scf.if %least1 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  %ext1 = arith.extsi %true : i1 to i32
  %p8 = arith.cmpi eq, %ext1, %m1 : i32
  scf.if %p8 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  // Unsigned comparisons, and the greatest number.
  %p9 = arith.cmpi ugt, %m1, %i0 : i32
  scf.if %p9 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  %most = arith.constant 9223372036854775807 : index
  %over = arith.addi %most, %c1 : index
  %p10 = arith.cmpi slt, %over, %most : index
  scf.if %p10 {} else { tasync.barrier_wait %bad[%i0], %i0 : !bars }
  return
}

// -----

!bars = !tasync.barrier<1>

// No bit is less than one that is set.
func.func @bit(%b: i1) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %true = arith.constant true
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  %p = arith.cmpi slt, %b, %true : i1
  scf.if %p {
    // expected-warning @+1 {{protocol not proven: 'tasync.barrier_wait' fails with none of the sizes that were tried}}
    tasync.barrier_wait %bad[%i0], %i0 : !bars
  }
  return
}

// -----

!bars = !tasync.barrier<1>

// Two bytes that are not known are not added.
func.func @bytes(%b: i8) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %b1 = arith.constant 1 : i8
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  %next = arith.addi %b, %b1 : i8
  %p = arith.cmpi sgt, %next, %b : i8
  scf.if %p {} else {
    // expected-warning @+1 {{protocol not proven: 'tasync.barrier_wait' fails with none of the sizes that were tried}}
    tasync.barrier_wait %bad[%i0], %i0 : !bars
  }
  return
}

// -----

!bars = !tasync.barrier<1>

// It has trips: 100 is less than 128.
func.func @unsigned() attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %from = arith.constant 100 : i8
  %to = arith.constant -128 : i8
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  // expected-warning @+1 {{protocol not proven: 'scf.for' counts by numbers that are unsigned or of less than 32 bits, whose order the check does not follow (model)}}
  scf.for unsigned %i = %from to %to step %from : i8 {
    tasync.barrier_wait %bad[%i0], %i0 : !bars
  }
  return
}

// -----

!bars = !tasync.barrier<1>

func.func @counts(%n: index) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  // expected-warning @+1 {{protocol not proven: 'scf.for' counts by numbers that are unsigned}}
  scf.for unsigned %i = %c0 to %n step %c1 {
    tasync.barrier_wait %bad[%i0], %i0 : !bars
  }
  return
}

// -----

!bars = !tasync.barrier<1>

func.func @far(%n: index) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %from = arith.constant -9223372036854775808 : index
  %c1 = arith.constant 1 : index
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  // expected-warning @+1 {{protocol not proven: 'scf.for' has a bound or step of -9223372036854775808, more than the check counts to (model)}}
  scf.for %i = %from to %n step %c1 {
    tasync.barrier_wait %bad[%i0], %i0 : !bars
  }
  return
}

// -----

!bars = !tasync.barrier<1>

func.func @backward(%n: index) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %m1 = arith.constant -1 : index
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  // expected-warning @+1 {{protocol not proven: 'scf.for' steps by -1, and so may never end (model)}}
  scf.for %i = %n to %c0 step %m1 {
    tasync.barrier_wait %bad[%i0], %i0 : !bars
  }
  return
}

// -----

!bars = !tasync.barrier<1>

// A condition that one around has decided, with numbers that the check knows nothing of.
// expected-remark @+1 {{protocol proven}}
func.func @nested(%m: memref<?x?xf16, strided<[?, 1]>>) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = memref.dim %m, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  %p = arith.cmpi slt, %n, %c5 : index
  scf.if %p {
    %q = arith.cmpi slt, %n, %c5 : index
    scf.if %q {} else {
      tasync.barrier_wait %bad[%i0], %i0 : !bars
    }
  } else {
    %q = arith.cmpi slt, %n, %c5 : index
    scf.if %q {
      tasync.barrier_wait %bad[%i0], %i0 : !bars
    }
  }
  return
}

// -----

!bars = !tasync.barrier<1>

// Another comparison decides on its own.
func.func @other(%n: index) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : index
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  %p = arith.cmpi slt, %n, %c5 : index
  scf.if %p {
    %q = arith.cmpi ult, %n, %c5 : index
    scf.if %q {} else {
      // expected-warning @+1 {{protocol not proven: 'tasync.barrier_wait' fails with none of the sizes that were tried}}
      tasync.barrier_wait %bad[%i0], %i0 : !bars
    }
  }
  return
}

// -----

// A loop that ends only where it is not entered.
func.func @stays(%n: index) attributes {tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  tasync.sync
  // expected-warning @+1 {{protocol not proven: 'scf.for' steps by 0, and so may never end (model)}}
  scf.for %i = %c0 to %n step %c0 {
  }
  return
}

// -----

func.func @spins(%n: i32) attributes {tasync.warp_groups = 1 : i32} {
  %true = arith.constant true
  tasync.sync
  // expected-warning @+1 {{protocol not proven: 'scf.while' never ends (model)}}
  %z = scf.while (%a = %n) : (i32) -> i32 {
    scf.condition(%true) %a : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %a : i32
  }
  return
}

// -----

!bars = !tasync.barrier<1>

// The remainder of what a byte holds of a counter is not that of the counter: 256 % 3 is 1.
func.func @byte(%n: index) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %b0 = arith.constant 0 : i8
  %b3 = arith.constant 3 : i8
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  scf.for %i = %c0 to %n step %c3 {
    %b = arith.index_cast %i : index to i8
    %r = arith.remui %b, %b3 : i8
    %p = arith.cmpi eq, %r, %b0 : i8
    scf.if %p {} else {
      // expected-warning @+1 {{protocol not proven: 'tasync.barrier_wait' fails with none of the sizes that were tried}}
      tasync.barrier_wait %bad[%i0], %i0 : !bars
    }
  }
  return
}

// -----

!bars = !tasync.barrier<1>

// A step that is computed.
func.func @computed(%n: index) attributes {tasync.warp_groups = 1 : i32} {
  %i0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.subi %c0, %c1 : index
  %bad = tasync.barrier_alloc : !bars
  tasync.barrier_init %bad, 1 : !bars
  tasync.init_publish
  // expected-warning @+1 {{protocol not proven: 'scf.for' steps by -1, and the check follows loops whose steps are positive (model)}}
  scf.for %i = %n to %c0 step %step {
    tasync.barrier_wait %bad[%i0], %i0 : !bars
  }
  return
}
