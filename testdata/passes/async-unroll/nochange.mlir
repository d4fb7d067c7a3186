// Nothing to say of loops in which no slot moves, or that have no barriers.
//
// RUN: tile-opt %s --async-unroll --verify-diagnostics > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

func.func @one_slot(%b: !tasync.barrier<1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%p = %z) -> (i32) {
    tasync.barrier_wait %b[%z], %p : !tasync.barrier<1>
    %q = arith.xori %p, %one : i32
    scf.yield %q : i32
  }
  return
}

func.func @by_counter(%b: !tasync.barrier<8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.index_cast %k : index to i32
    tasync.barrier_wait %b[%i], %z : !tasync.barrier<8>
  }
  return
}

func.func @none(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    %t = arith.addi %a, %k : index
    scf.yield %t : index
  }
  return %s : index
}
