// Room for several blocks a multiprocessor.

// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-nvvm{min-blocks=3 stages=2 consumers=1})' --remarks=text 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-nvvm{stages=2 consumers=1})' | FileCheck %s --check-prefix=ONE
// RUN: not tile-opt %s --convert-async-to-nvvm=min-blocks=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tile-opt %s --convert-async-to-nvvm=min-blocks=33 2>&1 | FileCheck %s --check-prefix=MANY

// CHECK: llvm.func @plain{{.*}}nvvm.minctasm = 3 : i32
// ONE: llvm.func @plain{{.*}}nvvm.minctasm = 1 : i32
func.func @plain(%A: memref<?xf32>, %n: index) attributes {tile.kernel} {
  %p = tile.program_id(%n)
  %t = tile.load %A[%p] : memref<?xf32> -> tensor<128xf32>
  %u = arith.addf %t, %t : tensor<128xf32>
  tile.store %u, %A[%p] : tensor<128xf32>, memref<?xf32>
  return
}

// Roles that move registers take all of them.
// CHECK: llvm.func @roles{{.*}}nvvm.minctasm = 1 : i32
// REMARK: min_blocks.mlir:[[@LINE+1]]:1: remark: min-blocks=3 not applied: the roles move registers, which are all of the multiprocessor's
func.func @roles(%A: memref<?x?xf16, strided<[?, 1]>>, %C: memref<?x?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %x = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%c0, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %y = tile.dot %a, %a, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %y : tensor<64x64xf32>
  }
  tile.store %x, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32>
  return
}

// ZERO: error: {{.*}}min-blocks must be 1 to 32, found 0
// MANY: error: {{.*}}min-blocks must be 1 to 32, found 33
