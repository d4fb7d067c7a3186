// Columns and buffers that fit the tile: no more buffers than there are pieces,
// no wider pieces than divide it.
//
// RUN: tile-opt %s --async-epilogue='via=tma-store buffers=4' --verify-diagnostics | FileCheck %s

!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @narrow(
// CHECK-COUNT-3: tasync.alloc : !tasync.buffer<64x32xf16, swizzle = 64>
// CHECK-NOT: tasync.alloc
func.func @narrow(%C: !mem) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : tensor<64x96xf16, #tasync.mma<wgs = 1, n = 96>>
  // expected-remark@+1 {{store goes through 3 staging buffers of 32 columns by tma-store}}
  tile.store %x, %C[%c0, %c0] : tensor<64x96xf16, #tasync.mma<wgs = 1, n = 96>>, !mem
  return
}

// CHECK-LABEL: func.func @one(
// CHECK-COUNT-1: tasync.alloc
// CHECK-NOT: tasync.alloc
func.func @one(%C: !mem) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
  // expected-remark@+1 {{store goes through 1 staging buffers of 64 columns by tma-store}}
  tile.store %x, %C[%c0, %c0] : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>, !mem
  return
}

// What is left beside the ring is room for two.
//
// CHECK-LABEL: func.func @tight(
// CHECK-COUNT-2: tasync.alloc : !tasync.buffer<64x64xf16
// CHECK-NOT: tasync.alloc : !tasync.buffer<64x64xf16
func.func @tight(%C: !mem) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 13, [!tasync.buffer<128x64xf16, swizzle = 128>]>
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : tensor<64x256xf16, #tasync.mma<wgs = 1, n = 256>>
  // expected-remark@+1 {{store goes through 2 staging buffers of 64 columns by tma-store}}
  tile.store %x, %C[%c0, %c0] : tensor<64x256xf16, #tasync.mma<wgs = 1, n = 256>>, !mem
  return
}
