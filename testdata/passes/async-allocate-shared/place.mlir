// Buffers by alignment, then barriers, with nothing on top of each other but
// what a fenced barrier of the block separates.
//
// RUN: tile-opt %s --async-allocate-shared 2>/dev/null | FileCheck %s

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @align(
// CHECK-SAME: tasync.shared_bytes = 29248 : i64
// CHECK: tasync.alloc at 28672 : !tasync.buffer<4x64xf16>
// CHECK: tasync.barrier_alloc at 29184 : !tasync.barrier<3>
// CHECK: tasync.alloc at 0 : !tasync.buffer<64x64xf16, swizzle = 128, stages = 3>
// CHECK: tasync.alloc at 24576 : !tasync.buffer<128x16xf16, swizzle = 32>
// CHECK: tasync.barrier_alloc at 29208 : !tasync.barrier<5>
func.func @align(%A: !mem) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %s = tasync.alloc : !tasync.buffer<4x64xf16>
  %b = tasync.barrier_alloc : !tasync.barrier<3>
  %r = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128, stages = 3>
  %n = tasync.alloc : !tasync.buffer<128x16xf16, swizzle = 32>
  %c = tasync.barrier_alloc : !tasync.barrier<5>
  %x = arith.constant dense<1.0> : tensor<4x64xf16, #tasync.blocked<per_thread = [1, 2], lanes = [1, 32], warps = [4, 1]>>
  %y = arith.constant dense<1.0> : tensor<128x16xf16, #tasync.mma<wgs = 1, n = 16>>
  %z = arith.constant 0 : i32
  %slot = tasync.slot %r[%z] : !tasync.buffer<64x64xf16, swizzle = 128, stages = 3>
  %w = arith.constant dense<1.0> : !tile
  tasync.local_store %x, %s : tensor<4x64xf16, #tasync.blocked<per_thread = [1, 2], lanes = [1, 32], warps = [4, 1]>>, !tasync.buffer<4x64xf16>
  tasync.local_store %y, %n : tensor<128x16xf16, #tasync.mma<wgs = 1, n = 16>>, !tasync.buffer<128x16xf16, swizzle = 32>
  tasync.local_store %w, %slot : !tile, !buf
  return
}

// A fence and a barrier between the last use and the first: one place for both.
//
// CHECK-LABEL: func.func @shared(
// CHECK-SAME: tasync.shared_bytes = 8192 : i64
// CHECK-COUNT-2: tasync.alloc at 0 :
func.func @shared() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %x = arith.constant dense<1.0> : !tile
  tasync.local_store %x, %a : !tile, !buf
  tasync.fence_async
  tasync.sync
  tasync.local_store %x, %b : !tile, !buf
  return
}

// A barrier without the fence does not do, nor a fence behind it.
//
// CHECK-LABEL: func.func @unfenced(
// CHECK-SAME: tasync.shared_bytes = 16384 : i64
func.func @unfenced() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %x = arith.constant dense<1.0> : !tile
  tasync.local_store %x, %a : !tile, !buf
  tasync.sync
  tasync.fence_async
  tasync.local_store %x, %b : !tile, !buf
  return
}

// An MMA reads its operands until the wait for it, here behind the barrier.
//
// CHECK-LABEL: func.func @product(
// CHECK-SAME: tasync.shared_bytes = 16384 : i64
func.func @product() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %x = arith.constant dense<1.0> : !tile
  %z = arith.constant dense<0.0> : !acc
  tasync.local_store %x, %a : !tile, !buf
  tasync.fence_async
  tasync.sync
  %m = tasync.mma %a, %a, %z : !buf, !buf, !acc
  tasync.fence_async
  tasync.sync
  tasync.local_store %x, %b : !tile, !buf
  %d = tasync.mma_wait 0 %m : !acc
  return
}

// With the wait in front of the barrier it is over.
//
// CHECK-LABEL: func.func @product_done(
// CHECK-SAME: tasync.shared_bytes = 8192 : i64
func.func @product_done() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %x = arith.constant dense<1.0> : !tile
  %z = arith.constant dense<0.0> : !acc
  tasync.local_store %x, %a : !tile, !buf
  tasync.fence_async
  tasync.sync
  %m = tasync.mma %a, %a, %z : !buf, !buf, !acc
  %d = tasync.mma_wait 0 %m : !acc
  tasync.fence_async
  tasync.sync
  tasync.local_store %x, %b : !tile, !buf
  return
}

// A copy out reads until it is waited for.
//
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: tasync.shared_bytes = 16384 : i64
func.func @copy(%A: !mem, %i: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %m = tasync.tensor_map %A : !mem -> !map
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %x = arith.constant dense<1.0> : !tile
  tasync.local_store %x, %a : !tile, !buf
  tasync.fence_async
  tasync.sync
  tasync.single_thread {
    tasync.async_store %a to %m[%i, %i] : !buf, !map
    tasync.store_commit
  }
  tasync.fence_async
  tasync.sync
  tasync.local_store %x, %b : !tile, !buf
  tasync.single_thread {
    tasync.store_wait 0 read
  }
  return
}

// CHECK-LABEL: func.func @copy_done(
// CHECK-SAME: tasync.shared_bytes = 8192 : i64
func.func @copy_done(%A: !mem, %i: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %m = tasync.tensor_map %A : !mem -> !map
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %x = arith.constant dense<1.0> : !tile
  tasync.local_store %x, %a : !tile, !buf
  tasync.fence_async
  tasync.sync
  tasync.single_thread {
    tasync.async_store %a to %m[%i, %i] : !buf, !map
    tasync.store_commit
    tasync.store_wait 0 read
  }
  tasync.fence_async
  tasync.sync
  tasync.local_store %x, %b : !tile, !buf
  return
}

// Uses in one loop, or in roles, are uses at the same time.
//
// CHECK-LABEL: func.func @loop(
// CHECK-SAME: tasync.shared_bytes = 16384 : i64
func.func @loop(%n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %x = arith.constant dense<1.0> : !tile
  scf.for %i = %c0 to %n step %c1 {
    tasync.local_store %x, %a : !tile, !buf
    tasync.fence_async
    tasync.sync
    tasync.local_store %x, %b : !tile, !buf
  }
  return
}

// A kernel of several blocks has no order that is looked at.
//
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: tasync.shared_bytes = 16384 : i64
func.func @blocks() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %x = arith.constant dense<1.0> : !tile
  cf.br ^next
^next:
  tasync.local_store %x, %a : !tile, !buf
  tasync.fence_async
  tasync.sync
  tasync.local_store %x, %b : !tile, !buf
  return
}
