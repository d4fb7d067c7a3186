// RUN: tile-opt %s --async-warp-specialize --split-input-file --verify-diagnostics
// RUN: not tile-opt %s --async-warp-specialize='consumers=5' 2>&1 | FileCheck %s --check-prefix=CONSUMERS
// RUN: not tile-opt %s --async-warp-specialize='producer-warps=3' 2>&1 | FileCheck %s --check-prefix=WARPS

// CONSUMERS: consumers must be 1 to 4 warp groups, found 5
// WARPS: producer-warps must be 1, 2 or 4, found 3

!buf = !tasync.buffer<512x64xf16, swizzle = 128>
!map = !tasync.tensor_map<256x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<512x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<512x64xf16, #tasync.mma<wgs = 8, n = 64>>

// expected-error@+1 {{would need 1152 threads (128 for the producer + 1024 for 8 consumer warp groups), but a block has at most 1024}}
func.func @threads(%A: !mem, %n: index) attributes {tasync.warp_groups = 8 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
  }
  return
}
