// Loops that stay as they are, each with its reason.
//
// RUN: tile-opt %s --async-unroll=max-turn=4 --verify-diagnostics > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after
// RUN: not tile-opt %s --async-unroll=max-turn=25 2>&1 | FileCheck %s

// CHECK: max-turn must be 1 to 24, found 25

// Which slot comes next depends on data.
func.func @data(%b: !tasync.barrier<3>, %D: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // expected-remark@+1 {{loop not unrolled: its slots do not follow from those before them alone}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    tasync.barrier_wait %b[%s], %z : !tasync.barrier<3>
    // expected-note@+1 {{'memref.load' is here}}
    %on = memref.load %D[%k] : memref<?xi1>
    %next = arith.select %on, %one, %s : i32
    scf.yield %next : i32
  }
  return
}

func.func @while(%b: !tasync.barrier<3>, %n: i32) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // expected-remark@+1 {{loop not unrolled: an scf.while has no bound to stop a turn before}}
  %r = scf.while (%s = %z) : (i32) -> i32 {
    %in = arith.cmpi slt, %s, %n : i32
    scf.condition(%in) %s : i32
  } do {
  ^bb0(%s: i32):
    tasync.barrier_wait %b[%s], %z : !tasync.barrier<3>
    %next = arith.addi %s, %one : i32
    scf.yield %next : i32
  }
  return
}

func.func @nest(%b: !tasync.barrier<2>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // expected-remark@+1 {{loop not unrolled: it holds another loop}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    tasync.barrier_wait %b[%s], %z : !tasync.barrier<2>
    // expected-note@+1 {{'scf.for' is here}}
    scf.for %i = %c0 to %n step %c1 {
    }
    %next = arith.xori %s, %one : i32
    scf.yield %next : i32
  }
  return
}

func.func @long(%b: !tasync.barrier<5>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  // expected-remark@+1 {{loop not unrolled: a turn of its slots is longer than max-turn = 4}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) {
    tasync.barrier_wait %b[%s], %z : !tasync.barrier<5>
    %n1 = arith.addi %s, %one : i32
    %wrap = arith.cmpi eq, %n1, %five : i32
    %next = arith.select %wrap, %z, %n1 : i32
    scf.yield %next : i32
  }
  return
}

func.func @narrow(%b: !tasync.barrier<2>, %n: i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // expected-remark@+1 {{loop not unrolled: its counter must be a signed index, so that what lies beyond its bounds can be computed}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> (i32) : i8 {
    tasync.barrier_wait %b[%s], %z : !tasync.barrier<2>
    %next = arith.xori %s, %one : i32
    scf.yield %next : i32
  }
  return
}
