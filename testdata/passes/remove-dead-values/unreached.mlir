// RUN: tile-opt %s --remove-dead-values=canonicalize=false | FileCheck %s

// What stands in a branch that is never taken has no effect.
// CHECK-LABEL: func.func @f
// CHECK-NEXT: return %arg1
func.func @f(%m: memref<8xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  scf.if %true {
  } else {
    memref.store %a, %m[%c0] : memref<8xi32>
  }
  return %a : i32
}

// Calls there stay, as the signature must fit all of them.
// CHECK-LABEL: func.func private @g

func.func private @g(%a: i32) -> i32 {
  return %a : i32
}
// CHECK-LABEL: func.func @h
// CHECK: call @g
func.func @h(%a: i32) {
  %false = arith.constant false
  scf.if %false {
    %r = func.call @g(%a) : (i32) -> i32
  }
  return
}
