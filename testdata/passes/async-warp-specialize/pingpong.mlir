// Consumers that take turns at the tiles of a persistent loop: each is a role,
// passes over the slots of the others' tiles, and multiplies when it is its turn.
//
// RUN: tile-opt %s --async-warp-specialize='schedule=pingpong consumers=2' --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --async-warp-specialize='schedule=pingpong consumers=3 producer-warps=1' 2>/dev/null | FileCheck %s --check-prefix=THREE
// RUN: not tile-opt %s --async-warp-specialize='schedule=other' 2>&1 | FileCheck %s --check-prefix=OTHER

// OTHER: option 'schedule' expected one of cooperative, pingpong, found 'other'

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!out = memref<?x?xf32, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
!half = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// The loop that counts the turns compares its bounds as the loop did. The second
// role has a buffer of its own, and the first is told to begin. Behind the loop the
// arrival of the last turn is waited for.
//
// CHECK-LABEL: func.func @turns(
// CHECK-SAME: tasync.warp_groups = 2 : i32
// CHECK-NEXT: %[[P:.*]] = tasync.pipeline_create
// CHECK-NEXT: %[[B0:.*]] = tasync.alloc
// CHECK-NEXT: %[[B1:.*]] = tasync.alloc
// CHECK: role "producer" warps 4 {
// CHECK-NOT: pipeline_skip
// CHECK: } role "consumer_0" warps 4 {
// CHECK-NOT: tasync.named_arrive
// CHECK: %[[MINE:.*]] = arith.constant 0 : i32
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[END:.*]] = scf.for unsigned {{.*}} iter_args(%[[TURN:.*]] = %[[ZERO]]) -> (i32) {
// CHECK:   %[[OWN:.*]] = arith.cmpi eq, %[[TURN]], %[[MINE]]
// CHECK:   scf.if %[[OWN]] {
// CHECK:     tasync.local_load %[[B0]]
// CHECK:     tasync.named_sync 0 warps 8
// CHECK-NEXT: scf.for
// CHECK:       tasync.pipeline_wait %[[P]]
// CHECK:       tasync.mma
// CHECK:     }
// CHECK-NEXT: tasync.named_arrive 1 warps 8
// CHECK:     tile.store
// CHECK:   } else {
// CHECK-NEXT: scf.for
// CHECK-NEXT:   tasync.pipeline_skip %[[P]]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK:   arith.constant 2 : i32
// CHECK: } {tile.persistent}
// CHECK-NEXT: %[[LAST:.*]] = arith.cmpi eq, %[[END]], %[[MINE]]
// CHECK-NEXT: scf.if %[[LAST]] {
// CHECK-NEXT:   tasync.named_sync 0 warps 8
// CHECK-NEXT: }
// CHECK: } role "consumer_1" warps 4 {
// CHECK: tasync.named_arrive 0 warps 8
// CHECK: scf.for
// CHECK:     tasync.local_load %[[B1]]
// CHECK:     tasync.named_sync 1 warps 8
// CHECK:     tasync.named_arrive 0 warps 8
// CHECK: tasync.named_sync 1 warps 8

// THREE-LABEL: func.func @turns(
// THREE: role "consumer_0" warps 4
// THREE: named_sync 0
// THREE: named_arrive 1
// THREE: role "consumer_1" warps 4
// THREE: named_sync 1
// THREE: named_arrive 2
// THREE: role "consumer_2" warps 4
// THREE: named_arrive 0
// THREE: named_sync 2
// THREE: named_arrive 0
// THREE: role "producer" warps 1

// expected-remark@+1 {{kernel specialised: 4 producer warps, 2 consumer warp groups that take turns at the tiles}}
func.func @turns(%A: !mem, %C: !out, %D: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %scratch = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for unsigned %i = %c0 to %n step %c64 {
    %z = arith.constant dense<0.0> : !acc
    %g = arith.constant dense<1.0> : !half
    tasync.local_store %g, %scratch : !half, !buf
    tasync.sync
    %h = tasync.local_load %scratch : !buf -> !half
    %r = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %z) -> (!acc) {
      %s = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%i, %k] to %s : !map, !buf
      tasync.pipeline_commit %p : !ring
      %f = tasync.pipeline_wait %p : !ring
      %x = tasync.mma %f, %f, %acc : !buf, !buf, !acc
      %y = tasync.mma_wait 0 %x : !acc
      tasync.pipeline_release %p : !ring
      scf.yield %y : !acc
    }
    tile.store %h, %D[%i, %c0] : !half, !mem
    tile.store %r, %C[%i, %c0] : !acc, !out
  } {tile.persistent}
  return
}
