// RUN: tile-opt %s --sccp | FileCheck %s

// CHECK-LABEL: func.func @carried
func.func @carried(%n: index, %a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[SEVEN:.*]] = arith.constant 7 : i32
  %seven = arith.constant 7 : i32
  // The counter and what changes are not constants.
  // CHECK: %[[R:.*]]:2 = scf.for
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %seven, %y = %a) -> (i32, i32) {
    // CHECK: arith.addi %{{.*}}, %[[SEVEN]]
    %s = arith.addi %y, %x : i32
    scf.yield %x, %s : i32, i32
  }
  // CHECK: return %[[SEVEN]], %[[R]]#1
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @chosen
func.func @chosen(%a: i32, %m: memref<i32>) -> i32 {
  %false = arith.constant false
  %three = arith.constant 3 : i32
  %r = scf.if %false -> i32 {
    // Nothing is found out about code that does not run.
    // CHECK: arith.addi
    %x = arith.addi %three, %three : i32
    memref.store %x, %m[] : memref<i32>
    scf.yield %x : i32
  } else {
    scf.yield %three : i32
  }
  // CHECK: return %c3_i32
  return %r : i32
}

// CHECK-LABEL: func.func @while
func.func @while(%c: i1) -> i32 {
  %three = arith.constant 3 : i32
  %r = scf.while (%x = %three) : (i32) -> i32 {
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%x: i32):
    scf.yield %x : i32
  }
  // CHECK: return %c3_i32
  return %r : i32
}

// CHECK-LABEL: func.func @case
func.func @case(%a: i32) -> i32 {
  %i = arith.constant 4 : index
  %three = arith.constant 3 : i32
  %r = scf.index_switch %i -> i32
  case 4 {
    scf.yield %three : i32
  }
  default {
    scf.yield %a : i32
  }
  // CHECK: return %c3_i32
  return %r : i32
}

// Counters are no constants.
// CHECK-LABEL: func.func @parallel
func.func @parallel(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // CHECK: memref.store %[[I:.*]], %{{.*}}[%[[I]]]
    memref.store %i, %m[%i] : memref<?xindex>
    scf.reduce
  }
  return
}
