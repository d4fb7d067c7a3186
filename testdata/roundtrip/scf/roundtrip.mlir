// Every operation of scf, through the custom and the generic form and back;
// a test compares both with what mlir-opt prints.
//
// RUN: tile-opt %s --allow-unregistered-dialect > %t.custom
// RUN: cat %t.custom | tile-opt --allow-unregistered-dialect | diff - %t.custom
// RUN: tile-opt %s --allow-unregistered-dialect --mlir-print-op-generic > %t.generic
// RUN: cat %t.generic | tile-opt --allow-unregistered-dialect | diff - %t.custom

func.func @condition(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %i : i32
    scf.yield %next : i32
  }
  return %r : i32
}

func.func @execute_region(%a: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.br ^next
  ^next:
    scf.yield %a : i32
  }
  return %r : i32
}

func.func @for(%n: index, %init: f32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (f32) {
    %next = arith.addf %acc, %x : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

func.func @if(%c: i1, %a: f32, %b: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  return %r : f32
}

func.func @parallel(%n: index, %init: f32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%init) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}

func.func @reduce(%n: index, %init: f32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}

func.func @index_switch(%i: index, %a: f32, %b: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 2 {
    scf.yield %a : f32
  }
  default {
    scf.yield %b : f32
  }
  return %r : f32
}

func.func @yield(%c: i1, %a: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %a : f32
  }
  return %r : f32
}

func.func @more_12(%arg0: index, %arg1: f32) {
  %c0 = arith.constant 0 : index
  scf.for %arg2 = %arg0 to %arg0 step %c0 {
  }
  return
}

func.func @more_29(%arg0: i1, %arg1: f32) {
  scf.execute_region no_inline {
    scf.yield
  }
  %0 = scf.execute_region -> f32 no_inline {
    scf.yield %arg1 : f32
  } {foo}
  %1:2 = scf.execute_region -> (f32, f32) {
    scf.yield %arg1, %arg1 : f32, f32
  } {foo}
  return
}

func.func @more_30(%arg0: index, %arg1: f32) {
  %0 = scf.index_switch %arg0 {foo} -> f32 
  case 2 {
    scf.yield %arg1 : f32
  }
  case -5 {
    scf.yield %arg1 : f32
  }
  default {
    scf.yield %arg1 : f32
  }
  return
}

func.func @more_31(%arg0: index, %arg1: f32) {
  scf.index_switch %arg0 
  default {
  }
  return
}

func.func @more_36(%arg0: i32, %arg1: i32) {
  scf.for %arg2 = %arg0 to %arg0 step %arg1  : i32 {
  } {foo}
  scf.for unsigned %arg2 = %arg0 to %arg0 step %arg1  : i32 {
  }
  %0 = scf.for %arg2 = %arg0 to %arg0 step %arg1 iter_args(%arg3 = %arg1) -> (i32)  : i32 {
    scf.yield %arg3 : i32
  } {foo}
  scf.while : () -> () {
    %true = arith.constant true
    scf.condition(%true)
  } do {
    scf.yield
  } attributes {foo}
  return
}

func.func @more_37(%arg0: index, %arg1: f32) {
  %0 = scf.parallel (%arg2, %arg3) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) init (%arg1) -> f32 {
    scf.reduce(%arg1 : f32) {
    ^bb0(%arg4: f32, %arg5: f32):
      scf.reduce.return %arg4 : f32
    }
  }
  scf.parallel (%arg2) = (%arg0) to (%arg0) step (%arg0) {
    scf.reduce 
  } {foo}
  return
}

func.func @more_55(%arg0: index, %arg1: f32) {
  %0:2 = scf.while (%arg2 = %arg1, %arg3 = %arg1) : (f32, f32) -> (f32, f32) {
    %true = arith.constant true
    scf.condition(%true) %arg2, %arg3 : f32, f32
  } do {
  ^bb0(%arg2: f32, %arg3: f32):
    scf.yield %arg2, %arg3 : f32, f32
  }
  return
}

func.func @forall(%lb: index, %ub: index, %m: memref<?xf32>, %t: tensor<?xf32>) -> tensor<?xf32> {
  scf.forall (%i) = (%lb) to (%ub) step (2) {
    %c = arith.constant 1.0 : f32
    memref.store %c, %m[%i] : memref<?xf32>
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%i, %j) in (2, %ub) {
    "a.b"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i, %j) in (2, %ub) {
    scf.forall.in_parallel {
    } {b = 1 : i32}
  }
  %r = scf.forall (%i) in (%ub) shared_outs(%o = %t) -> (tensor<?xf32>) {
    "a.b"(%i, %o) : (index, tensor<?xf32>) -> ()
    scf.forall.in_parallel {
    }
  } {a = 1 : i32}
  return %r : tensor<?xf32>
}
