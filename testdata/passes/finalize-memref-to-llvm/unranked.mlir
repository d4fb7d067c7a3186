// Memrefs without a rank: the rank, and a pointer to a descriptor on the stack.
// RUN: tile-opt %s --finalize-memref-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | FileCheck %s
// RUN: not tile-opt %s --pass-pipeline='builtin.module(convert-func-to-llvm{use-bare-ptr-memref-call-conv=true})' 2>&1 | FileCheck %s --check-prefix=BARE

// CHECK-LABEL: llvm.func @get(%arg0: i64, %arg1: !llvm.ptr, %arg2: i64) -> f32
// CHECK: %[[P:.*]] = llvm.extractvalue %{{.*}}[1] : !llvm.struct<(i64, ptr)>
// CHECK: llvm.load %[[P]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// BARE: error: 'func.func' op has a signature with types that LLVM has not: (memref<*xf32>, index) -> f32
func.func @get(%u: memref<*xf32>, %i: index) -> f32 {
  %m = memref.cast %u : memref<*xf32> to memref<?xf32>
  %v = memref.load %m[%i] : memref<?xf32>
  return %v : f32
}

// The stack grows once, whatever the loop does.
// CHECK-LABEL: llvm.func @loop
// CHECK: llvm.alloca
// CHECK: ^[[BODY:bb[0-9]+]](
// CHECK-NOT: llvm.alloca
// CHECK: llvm.store
// CHECK: llvm.call @get(%{{.*}}, %{{.*}}, %{{.*}}) : (i64, !llvm.ptr, i64) -> f32
func.func @loop(%m: memref<?xf32>, %i: index, %c: i1) -> f32 {
  cf.br ^body(%i : index)
^body(%k: index):
  %u = memref.cast %m : memref<?xf32> to memref<*xf32>
  %v = call @get(%u, %k) : (memref<*xf32>, index) -> f32
  cf.cond_br %c, ^body(%k : index), ^end
^end:
  return %v : f32
}

// CHECK-LABEL: llvm.func @ask
// CHECK: llvm.extractvalue %{{.*}}[0] : !llvm.struct<(i64, ptr)>
// CHECK: %[[SIZES:.*]] = llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr<3>, ptr<3>, i64)>
// CHECK: llvm.getelementptr %[[SIZES]][%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, i64
func.func @ask(%u: memref<*xf32, 3>, %i: index) -> (index, index) {
  %r = memref.rank %u : memref<*xf32, 3>
  %d = memref.dim %u, %i : memref<*xf32, 3>
  return %r, %d : index, index
}

// CHECK-LABEL: llvm.func @reshape
// CHECK: %[[ROWS:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK: llvm.sext %[[ROWS]] : i32 to i64
// CHECK: llvm.mlir.constant(4 : i64)
func.func @reshape(%m: memref<24xf32>, %s: memref<2xi32>) -> memref<?x4xf32> {
  %r = memref.reshape %m(%s) : (memref<24xf32>, memref<2xi32>) -> memref<?x4xf32>
  return %r : memref<?x4xf32>
}
