// RUN: tile-opt %s --remove-dead-values --split-input-file | FileCheck %s

// A value that only feeds itself around the loop.
// CHECK-LABEL: func.func @carried
func.func @carried(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[R:.*]] = scf.for %{{.*}} iter_args(%[[X:.*]] = %arg1) -> (i32) {
  // CHECK-NEXT: %[[S:.*]] = arith.addi %[[X]], %arg1
  // CHECK-NEXT: scf.yield %[[S]] : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %d = %a) -> (i32, i32) {
    %s = arith.addi %x, %a : i32
    %e = arith.muli %d, %d : i32
    scf.yield %s, %e : i32, i32
  }
  // CHECK: return %[[R]]
  return %r#0 : i32
}

// -----

// CHECK-LABEL: func.func @results
func.func @results(%c: i1, %a: i32, %m: memref<i32>) -> i32 {
  // CHECK: %[[R:.*]] = scf.if %{{.*}} -> (i32) {
  // CHECK-NEXT: memref.store
  // CHECK-NEXT: scf.yield %arg1 : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[B:.*]] = arith.addi
  // CHECK-NEXT: scf.yield %[[B]] : i32
  %r:2 = scf.if %c -> (i32, i32) {
    memref.store %a, %m[] : memref<i32>
    %x = arith.muli %a, %a : i32
    scf.yield %x, %a : i32, i32
  } else {
    %y = arith.addi %a, %a : i32
    scf.yield %a, %y : i32, i32
  }
  return %r#1 : i32
}

// -----

// CHECK-LABEL: func.func @blocks
func.func @blocks(%c: i1, %a: i32) -> i32 {
  // CHECK: cf.br ^bb1(%arg1 : i32)
  cf.br ^loop(%a, %a : i32, i32)
// CHECK: ^bb1(%[[X:.*]]: i32):
^loop(%d: i32, %x: i32):
  // CHECK-NOT: arith.muli
  %e = arith.muli %d, %d : i32
  %s = arith.addi %x, %a : i32
  // CHECK: cf.cond_br %arg0, ^bb1(%{{.*}} : i32), ^bb2
  cf.cond_br %c, ^loop(%e, %s : i32, i32), ^end
^end:
  return %s : i32
}

// -----

// Signatures of private functions that are only called.
// CHECK-LABEL: func.func private @callee
// CHECK-SAME: (%[[A:.*]]: i32 {some.note = 2 : i32}) -> i32
func.func private @callee(%d: i32 {some.note = 1 : i32}, %a: i32 {some.note = 2 : i32}) -> (i32, i32) {
  // CHECK-NOT: arith.muli
  %e = arith.muli %d, %d : i32
  // CHECK: return %[[A]] : i32
  return %e, %a : i32, i32
}
// CHECK-LABEL: func.func @caller
func.func @caller(%x: i32, %y: i32) -> i32 {
  // CHECK-NOT: arith.xori
  %dead = arith.xori %x, %y : i32
  // CHECK: %[[R:.*]] = call @callee(%arg1) : (i32) -> i32
  %r:2 = call @callee(%dead, %y) : (i32, i32) -> (i32, i32)
  // CHECK: return %[[R]]
  return %r#1 : i32
}
