// Rings of two and of four slots that begin at slot 0: a turn has four steps.
//
// RUN: tile-opt %s --async-unroll --canonicalize 2>/dev/null | FileCheck %s

// CHECK-LABEL: func.func @several(
// CHECK: scf.for {{.*}} step %c4 iter_args
// CHECK-NEXT: tasync.barrier_wait %[[B:.*]][%c0_i32]
// CHECK-NEXT: tasync.barrier_wait %[[C:.*]][%c0_i32]
// CHECK-NEXT: tasync.barrier_wait %[[B]][%c1_i32]
// CHECK-NEXT: tasync.barrier_wait %[[C]][%c1_i32]
// CHECK-NEXT: tasync.barrier_wait %[[B]][%c0_i32]
// CHECK-NEXT: tasync.barrier_wait %[[C]][%c2_i32]
// CHECK-NEXT: tasync.barrier_wait %[[B]][%c1_i32]
// CHECK-NEXT: tasync.barrier_wait %[[C]][%c3_i32]
func.func @several(%b: !tasync.barrier<2>, %c: !tasync.barrier<4>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z, %t = %z) -> (i32, i32) {
    tasync.barrier_wait %b[%s], %z : !tasync.barrier<2>
    tasync.barrier_wait %c[%t], %z : !tasync.barrier<4>
    %s1 = arith.xori %s, %one : i32
    %t1 = arith.addi %t, %one : i32
    %t2 = arith.andi %t1, %three : i32
    scf.yield %s1, %t2 : i32, i32
  }
  return
}
