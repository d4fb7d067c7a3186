// A copy by TMA written by hand for a buffer whose static stride it cannot do.

// RUN: not tilec build %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not exists %t.ptx
// CHECK: tensor-map.mlir:9:8: error: 'tasync.tensor_map' op TMA needs strides in multiples of 16 bytes, found 402 in dimension 0{{$}}

func.func @f(%A: memref<?x?xf16, strided<[201, 1]>>) attributes {tile.kernel, tasync.warp_groups = 1 : i32} {
  %c0 = arith.constant 0 : index
  %m = tasync.tensor_map %A : memref<?x?xf16, strided<[201, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %b = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %t = tasync.async_load %m[%c0, %c0] to %b : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128> -> !tasync.token
  tasync.wait %t
  return
}
