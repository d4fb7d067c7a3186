// RUN: tile-opt %s --mem2reg --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @diamond
func.func @diamond(%a: i32, %b: i32, %c: i1) -> i32 {
  // CHECK-NOT: memref
  // CHECK: cf.cond_br %arg2, ^bb1, ^bb2(%arg0 : i32)
  %p = memref.alloca() : memref<i32>
  memref.store %a, %p[] : memref<i32>
  cf.cond_br %c, ^then, ^end
^then:
  // CHECK: cf.br ^bb2(%arg1 : i32)
  memref.store %b, %p[] : memref<i32>
  cf.br ^end
// CHECK: ^bb2(%[[V:.*]]: i32):
^end:
  // CHECK: return %[[V]]
  %v = memref.load %p[] : memref<i32>
  return %v : i32
}

// -----

// Two slots around a loop of blocks, one of which nothing reads.
// CHECK-LABEL: func.func @loop
func.func @loop(%a: i32, %c: i1) -> i32 {
  // CHECK-NOT: memref
  // CHECK: cf.br ^bb1(%arg0 : i32)
  %p = memref.alloca() : memref<1xi32>
  %q = memref.alloca() : memref<i32>
  %c0 = arith.constant 0 : index
  memref.store %a, %p[%c0] : memref<1xi32>
  cf.br ^loop
// CHECK: ^bb1(%[[X:.*]]: i32):
^loop:
  // CHECK: %[[Y:.*]] = arith.muli %[[X]], %[[X]]
  // CHECK: cf.cond_br %arg1, ^bb1(%[[Y]] : i32), ^bb2
  %x = memref.load %p[%c0] : memref<1xi32>
  %y = arith.muli %x, %x : i32
  memref.store %y, %p[%c0] : memref<1xi32>
  memref.store %y, %q[] : memref<i32>
  cf.cond_br %c, ^loop, ^end
^end:
  // CHECK: return %[[Y]]
  %r = memref.load %p[%c0] : memref<1xi32>
  return %r : i32
}

// -----

// Read before it is written.
// CHECK-LABEL: func.func @early
func.func @early() -> f32 {
  // CHECK: %[[Z:.*]] = arith.constant 0.0
  // CHECK: return %[[Z]]
  %p = memref.alloca() : memref<f32>
  %v = memref.load %p[] : memref<f32>
  return %v : f32
}
// CHECK-LABEL: llvm.func @early_llvm
llvm.func @early_llvm() -> i32 {
  // CHECK: %[[U:.*]] = llvm.mlir.undef : i32
  // CHECK-NOT: llvm.alloca
  // CHECK: llvm.return %[[U]]
  %n = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  llvm.return %v : i32
}

// -----

// Inside the body of a loop the memory is new each time.
// CHECK-LABEL: func.func @body
func.func @body(%n: index, %m: memref<i32>, %a: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NEXT: memref.store %arg2, %arg1[]
  // CHECK-NEXT: }
  scf.for %i = %c0 to %n step %c1 {
    %p = memref.alloca() : memref<i32>
    memref.store %a, %p[] : memref<i32>
    %v = memref.load %p[] : memref<i32>
    memref.store %v, %m[] : memref<i32>
  }
  return
}
