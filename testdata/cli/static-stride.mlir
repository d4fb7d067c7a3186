// A static stride that TMA cannot do, where no other copy is allowed.

// RUN: not tilec build %s --via=tma-store -o %t.ptx 2>&1 | FileCheck %s
// RUN: not exists %t.ptx
// CHECK: static-stride.mlir:13:3: error: 'tile.store' op via=tma-store leaves no other way to store, and TMA needs strides in multiples of 16 bytes, found 402 in dimension 0: use via=auto, stmatrix or direct{{$}}

func.func @f(%A: memref<?x?xf16, strided<[?, 1]>>, %C: memref<?x?xf16, strided<[201, 1]>>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%c0, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
  %d = tile.dot %a, %a, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %c = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%c0, %c0] : tensor<64x64xf16>, memref<?x?xf16, strided<[201, 1]>>
  return
}
