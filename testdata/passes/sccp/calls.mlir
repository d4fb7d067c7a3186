// RUN: tile-opt %s --sccp --split-input-file | FileCheck %s

// Arguments of a private function that is only called, and what it returns.
// CHECK-LABEL: func.func private @callee
func.func private @callee(%a: i32, %b: i32) -> i32 {
  // CHECK: %[[SUM:.*]] = arith.constant 7 : i32
  // CHECK: return %[[SUM]]
  %r = arith.addi %a, %a : i32
  %one = arith.constant 1 : i32
  %s = arith.addi %r, %one : i32
  return %s : i32
}
// CHECK-LABEL: func.func @caller
func.func @caller(%x: i32) -> i32 {
  %three = arith.constant 3 : i32
  // The call stays: it may have effects.
  // CHECK: call @callee
  %r = call @callee(%three, %x) : (i32, i32) -> i32
  // CHECK: return %c7_i32
  return %r : i32
}

// -----

// A function whose name goes elsewhere may be called with anything.
// CHECK-LABEL: func.func private @escapes
func.func private @escapes(%a: i32) -> i32 {
  // CHECK: arith.addi
  %r = arith.addi %a, %a : i32
  return %r : i32
}
func.func @caller() -> (i32, (i32) -> i32) {
  %f = constant @escapes : (i32) -> i32
  %three = arith.constant 3 : i32
  %r = call @escapes(%three) : (i32) -> i32
  // CHECK: %[[R:.*]] = call @escapes
  // CHECK: return %[[R]]
  return %r, %f : i32, (i32) -> i32
}

// -----

// Declarations return anything; recursion ends.
func.func private @outside(i32) -> i32
// CHECK-LABEL: func.func private @circle
func.func private @circle(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^again, ^end
^again:
  %r = call @circle(%a, %c) : (i32, i1) -> i32
  return %r : i32
^end:
  return %a : i32
}
// CHECK-LABEL: func.func @caller
func.func @caller(%c: i1) -> (i32, i32) {
  // CHECK: %[[THREE:.*]] = arith.constant 3 : i32
  %three = arith.constant 3 : i32
  // CHECK: %[[O:.*]] = call @outside
  %o = call @outside(%three) : (i32) -> i32
  %r = call @circle(%three, %c) : (i32, i1) -> i32
  // CHECK: return %[[O]], %[[THREE]]
  return %o, %r : i32, i32
}
