// Other numbers of consumer warp groups: layouts are derived anew, and with them
// the scratch of a reduction over warps.
//
// RUN: tile-opt %s --async-warp-specialize='consumers=2' 2>/dev/null | FileCheck %s

!buf = !tasync.buffer<128x64xf16, swizzle = 128>
!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<128x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<128x64xf16, #tasync.mma<wgs = 1, n = 64>>
!sum = tensor<64xf16, #tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>>

// CHECK-LABEL: func.func @columns(
// CHECK-SAME: tasync.warp_groups = 2 : i32
// CHECK-NEXT: %[[SCRATCH:.*]] = tasync.alloc : !tasync.buffer<8x64xf16>
// CHECK-NOT: tasync.alloc
// CHECK: role "consumer" warps 8 {
// CHECK: arith.constant dense<0.000000e+00> : tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>
// CHECK: scf.for {{.*}} -> (tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>)
// CHECK: tasync.reduce %{{.*}}, %[[SCRATCH]] {{.*}} -> tensor<64xf16, #tasync.slice<axis = 0, parent = #tasync.mma<wgs = 2, n = 64>>>
func.func @columns(%A: !mem, %S: memref<?xf16>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %scratch = tasync.alloc : !tasync.buffer<4x64xf16>
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : !tile
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %z) -> (!tile) {
    %s = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%k, %c0] to %s : !map, !buf
    tasync.pipeline_commit %p : !ring
    %f = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f : !buf -> !tile
    tasync.pipeline_release %p : !ring
    %y = arith.addf %acc, %x : !tile
    scf.yield %y : !tile
  }
  %t = tasync.reduce %r, %scratch {axis = 0 : i64, kind = "add"} : !tile, !tasync.buffer<4x64xf16> -> !sum
  tile.store %t, %S[%c0] : !sum, memref<?xf16>
  return
}
