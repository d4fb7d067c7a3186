// RUN: tile-opt %s --inline=default-pipeline= --split-input-file | FileCheck %s
// RUN: tile-opt %s --inline --split-input-file | FileCheck %s --check-prefix=SIMPLE

// Callees first, and private functions without users go.
// CHECK-NOT: @inner
// CHECK-NOT: @middle
func.func private @inner(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}
func.func private @middle(%a: i32) -> i32 {
  %r = call @inner(%a) : (i32) -> i32
  %s = arith.muli %r, %a : i32
  return %s : i32
}
// CHECK-LABEL: func.func @outer
func.func @outer(%x: i32) -> i32 {
  // CHECK: %[[R:.*]] = arith.addi %arg0, %arg0
  // CHECK: %[[S:.*]] = arith.muli %[[R]], %arg0
  // CHECK: return %[[S]]
  %r = call @middle(%x) : (i32) -> i32
  return %r : i32
}

// -----

// Several blocks: the returns become branches to what follows the call.
func.func @max(%a: i32, %b: i32) -> i32 {
  %c = arith.cmpi sgt, %a, %b : i32
  cf.cond_br %c, ^a, ^b
^a:
  return %a : i32
^b:
  return %b : i32
}
// CHECK-LABEL: func.func @use
func.func @use(%x: i32, %y: i32) -> i32 {
  // CHECK: arith.cmpi sgt, %arg0, %arg1
  // CHECK: cf.cond_br %{{.*}}, ^bb1, ^bb2
  // CHECK: ^bb1:
  // CHECK: cf.br ^bb3(%arg0 : i32)
  // CHECK: ^bb2:
  // CHECK: cf.br ^bb3(%arg1 : i32)
  // CHECK: ^bb3(%[[M:.*]]: i32):
  // CHECK: arith.addi %[[M]], %[[M]]
  %m = call @max(%x, %y) : (i32, i32) -> i32
  %r = arith.addi %m, %m : i32
  return %r : i32
}
// In an scf.if there is no place for them.
// CHECK-LABEL: func.func @nowhere
func.func @nowhere(%x: i32, %c: i1) {
  scf.if %c {
    // CHECK: call @max
    %m = func.call @max(%x, %x) : (i32, i32) -> i32
  }
  return
}

// -----

// SIMPLE-LABEL: func.func @folds
// SIMPLE: %[[C:.*]] = arith.constant 7 : i32
// SIMPLE: return %[[C]]
func.func private @plus(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  return %r : i32
}
func.func @folds() -> i32 {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %r = call @plus(%c3, %c4) : (i32, i32) -> i32
  return %r : i32
}
