// RUN: tile-opt %s --sroa | FileCheck %s
// RUN: tile-opt %s --sroa --mem2reg --canonicalize | FileCheck %s --check-prefix=VALUES

// CHECK-LABEL: func.func @elements
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK: %[[M:.*]] = memref.alloca() : memref<i32>
// CHECK: %[[N:.*]] = memref.alloca() : memref<i32>
// CHECK-NOT: memref.alloca
// CHECK: memref.store %[[A]], %[[M]][]
// CHECK: memref.store %[[B]], %[[N]][]
// CHECK: memref.load %[[M]][]
// VALUES-LABEL: func.func @elements
// VALUES-NEXT: return %arg0
func.func @elements(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<2x2xi32>
  memref.store %a, %m[%c0, %c1] : memref<2x2xi32>
  memref.store %b, %m[%c1, %c1] : memref<2x2xi32>
  %x = memref.load %m[%c0, %c1] : memref<2x2xi32>
  return %x : i32
}

// Uses in regions count as well.
// CHECK-LABEL: func.func @region
// CHECK: memref.alloca() : memref<i32, 3>
// CHECK: memref.store %{{.*}}, %{{.*}}[] : memref<i32, 3>
func.func @region(%a: i32, %c: i1) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<3xi32, 3>
  scf.if %c {
    memref.store %a, %m[%c0] : memref<3xi32, 3>
  }
  return
}

// A struct in a struct, an array in it, and a narrower access at its start.
// CHECK-LABEL: llvm.func @fields
// CHECK: llvm.alloca %{{.*}} x i32
// CHECK: llvm.alloca %{{.*}} x i32
// CHECK: llvm.alloca %{{.*}} x i32
// CHECK-NOT: llvm.alloca
// CHECK-NOT: getelementptr
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i16
llvm.func @fields(%a: i32) -> i16 {
  %n = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %n x !llvm.struct<(i32, struct<(i64, i32)>, array<4 x i32>)> : (i32) -> !llvm.ptr
  %q = llvm.getelementptr %p[0, 1, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, struct<(i64, i32)>, array<4 x i32>)>
  llvm.store %a, %q : i32, !llvm.ptr
  %r = llvm.getelementptr %p[0, 2, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, struct<(i64, i32)>, array<4 x i32>)>
  llvm.store %a, %r : i32, !llvm.ptr
  %s = llvm.load %q : !llvm.ptr -> i32
  llvm.store %s, %p : i32, !llvm.ptr
  %x = llvm.load %p : !llvm.ptr -> i16
  llvm.return %x : i16
}
