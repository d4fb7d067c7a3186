// RUN: tile-opt %s --convert-func-to-llvm=use-bare-ptr-memref-call-conv | FileCheck %s
// RUN: not tile-opt %s --convert-func-to-llvm=use-bare-ptr-memref-call-conv --convert-func-to-llvm=index-bitwidth=16 2>&1 | FileCheck %s --check-prefix=WIDTH

// WIDTH: expected an index-bitwidth of 32 or 64, found 16

// CHECK: llvm.func @f(!llvm.ptr, f32)
func.func private @f(memref<4xf32>, f32)
// CHECK-LABEL: llvm.func @g
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr)
// CHECK: llvm.insertvalue %[[P]], %{{.*}}[1]
// CHECK: %[[A:.*]] = llvm.extractvalue %{{.*}}[1]
// CHECK: llvm.call @f(%[[A]], %{{.*}}) : (!llvm.ptr, f32) -> ()
func.func @g(%m: memref<4xf32>) {
  %x = arith.constant 1.0 : f32
  call @f(%m, %x) : (memref<4xf32>, f32) -> ()
  return
}
