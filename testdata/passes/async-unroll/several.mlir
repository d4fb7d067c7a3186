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

// They begin anywhere, but have moved together.
//
// CHECK-LABEL: func.func @anywhere(
// CHECK-SAME: %[[X:[a-z0-9]+]]: i32, %[[Y:[a-z0-9]+]]: i32
// CHECK: %[[X1:.*]] = arith.cmpi eq, %[[X]], %c1_i32
// CHECK-NEXT: %[[Y1:.*]] = arith.cmpi eq, %[[Y]], %c1_i32
// CHECK-NEXT: %[[AT1:.*]] = arith.andi %[[X1]], %[[Y1]]
// CHECK-NEXT: %[[S1:.*]] = arith.select %[[AT1]], %c5, %c0 : index
// CHECK-NEXT: %[[X2:.*]] = arith.cmpi eq, %[[X]], %c0_i32
// CHECK-NEXT: %[[Y2:.*]] = arith.cmpi eq, %[[Y]], %c2_i32
// CHECK-NEXT: %[[AT2:.*]] = arith.andi %[[X2]], %[[Y2]]
// CHECK-NEXT: arith.select %[[AT2]], %c4, %[[S1]] : index
// CHECK: scf.for {{.*}} step %c6
func.func @anywhere(%b: !tasync.barrier<2>, %c: !tasync.barrier<3>, %x: i32, %y: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %x, %t = %y) -> (i32, i32) {
    tasync.barrier_wait %b[%s], %z : !tasync.barrier<2>
    tasync.barrier_wait %c[%t], %z : !tasync.barrier<3>
    %s1 = arith.xori %s, %one : i32
    %t1 = arith.addi %t, %one : i32
    %wrap = arith.cmpi eq, %t1, %three : i32
    %t2 = arith.select %wrap, %z, %t1 : i32
    scf.yield %s1, %t2 : i32, i32
  }
  return
}
