// RUN: not tilec build %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not exists %t.ptx
// CHECK: wrong-type.mlir:10:8: error: 'tile.dot' op expects factors of one element type, found f16 and bf16{{$}}

func.func @f(%A: memref<?x?xf16, strided<[?, 1]>>, %B: memref<?x?xbf16, strided<[?, 1]>>, %C: memref<?x?xf32, strided<[?, 1]>>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
  %b = tile.load %B[%c0, %c0] : memref<?x?xbf16, strided<[?, 1]>> -> tensor<64x64xbf16>
  %c = tile.dot %a, %b, %zero : tensor<64x64xf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
  tile.store %c, %C[%c0, %c0] : tensor<64x64xf32>, memref<?x?xf32, strided<[?, 1]>>
  return
}
