// RUN: tile-opt %s --remove-dead-values | FileCheck %s

// Of private functions that nothing calls only the frame is left, also where
// they call each other.
// CHECK: func.func private @never() {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func private @never(%m: memref<8xi32> {llvm.noalias}, %a: i32) -> (i32 {llvm.signext}) {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<8xi32>
  %r = call @nor(%a) : (i32) -> i32
  %c = arith.cmpi eq, %r, %a : i32
  cf.cond_br %c, ^bb1, ^bb2(%r : i32)
^bb1:
  return %a : i32
^bb2(%x: i32):
  return %x : i32
}
// CHECK: func.func private @nor() {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func private @nor(%a: i32) -> i32 {
  %m = memref.alloca() : memref<8xi32>
  %r = call @never(%m, %a) : (memref<8xi32>, i32) -> i32
  return %r : i32
}
// CHECK: func.func private @declared(i32)
func.func private @declared(%a: i32)

// A mention that is no call, and a call from a function that stays, keep all.
// CHECK-LABEL: func.func private @mentioned(%arg0: i32, %arg1: memref<8xi32>)
// CHECK: memref.store
func.func private @mentioned(%a: i32, %m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<8xi32>
  call @called(%a, %m) : (i32, memref<8xi32>) -> ()
  return
}
// CHECK-LABEL: func.func private @called(%arg0: i32, %arg1: memref<8xi32>)
// CHECK: memref.store
func.func private @called(%a: i32, %m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  memref.store %a, %m[%c0] : memref<8xi32>
  return
}
// CHECK-LABEL: func.func @f
// CHECK: constant @mentioned
func.func @f() -> ((i32, memref<8xi32>) -> ()) {
  %f = constant @mentioned : (i32, memref<8xi32>) -> ()
  return %f : (i32, memref<8xi32>) -> ()
}
