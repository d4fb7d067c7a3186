// RUN: tile-opt %s --split-input-file --convert-func-to-llvm | FileCheck %s

// A memref is handed over as the fields of its descriptor.
// CHECK: llvm.func @f(!llvm.ptr, !llvm.ptr, i64, i64, i64, f32)
func.func private @f(memref<4xf32>, f32)

// -----

// CHECK: llvm.func @g(!llvm.ptr {llvm.noalias}, !llvm.ptr {llvm.noalias}, i64)
func.func private @g(memref<f32> {llvm.noalias})

// -----

// CHECK-LABEL: llvm.func @call
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[Q:.*]]: !llvm.ptr<3>, %[[R:.*]]: !llvm.ptr<3>, %[[O:.*]]: i64, %[[N:.*]]: i64, %[[S:.*]]: i64)
// CHECK: llvm.insertvalue %[[Q]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[S]], %{{.*}}[4, 0]
// CHECK: llvm.call @h(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr<3>, !llvm.ptr<3>, i64, i64, i64) -> !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
func.func private @h(memref<?xf32, 3>) -> memref<?xf32, 3>
func.func @call(%p: !llvm.ptr, %m: memref<?xf32, 3>) -> memref<?xf32, 3> {
  %r = call @h(%m) : (memref<?xf32, 3>) -> memref<?xf32, 3>
  return %r : memref<?xf32, 3>
}
