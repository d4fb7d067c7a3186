// RUN: tile-opt %s --async-warp-specialize='consumers=3' --split-input-file --verify-diagnostics

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

func.func @rows(%A: !mem, %C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    // expected-error@+1 {{'tasync.local_load' op cannot run on 3 warp groups: layout #tasync.mma<wgs = 3, n = 64> needs rows in multiples of 64 x 3 warp groups, found 64}}
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
    tile.store %x, %C[%c0, %c0] : !tile, !mem
  }
  return
}
