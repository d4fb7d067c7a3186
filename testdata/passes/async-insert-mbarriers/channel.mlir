// A ring that the threads of one role fill, and one thread of another reads: a full
// barrier counts the warps that store, an empty one the thread.
//
// RUN: tile-opt %s --async-insert-mbarriers --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --async-insert-mbarriers='arrive=thread empty=pre-armed' 2>/dev/null | FileCheck %s --check-prefix=ARMED

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @channel(
// CHECK: %[[FULL:.*]] = tasync.barrier_alloc
// CHECK: %[[EMPTY:.*]] = tasync.barrier_alloc
// CHECK: tasync.barrier_init %[[FULL]], 4
// CHECK: tasync.barrier_init %[[EMPTY]], 1
// CHECK: role "compute" warps 4 {
// CHECK:   tasync.barrier_wait %[[EMPTY]]
// CHECK-NEXT: %[[SLOT:.*]] = tasync.slot
// CHECK-NEXT: tasync.local_store %{{.*}}, %[[SLOT]]
// CHECK-NEXT: tasync.fence_async
// CHECK-NEXT: tasync.barrier_arrive %[[FULL]][%{{.*}}] warp
// CHECK: role "store" warps 4 {
// CHECK: tasync.single_thread {
// CHECK:   tasync.barrier_wait %[[FULL]]
// CHECK:   tasync.async_store
// CHECK:   tasync.store_wait 0 read
// CHECK-NEXT: tasync.barrier_arrive %[[EMPTY]][%{{.*}}] role
//
// ARMED: role "store" warps 4 {
// ARMED-COUNT-2: tasync.barrier_arrive %{{.*}} role
// ARMED: tasync.single_thread {
// ARMED: tasync.barrier_arrive %{{.*}} role
func.func @channel(%C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{1 full barriers a slot; released by the thread that reads them (1 arrivals)}}
  %p = tasync.pipeline_create : !ring
  %mc = tasync.tensor_map %C : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  tasync.warp_specialize role "compute" warps 4 {
    %y = arith.constant dense<0.0> : !tile
    scf.for %k = %c0 to %n step %c64 {
      %s = tasync.pipeline_acquire %p : !ring
      tasync.local_store %y, %s : !tile, !buf
      tasync.pipeline_commit %p : !ring
    }
  } role "store" warps 4 {
    tasync.single_thread {
      scf.for %k = %c0 to %n step %c64 {
        %f = tasync.pipeline_wait %p : !ring
        tasync.async_store %f to %mc[%k, %c0] : !buf, !map
        tasync.store_commit
        tasync.store_wait 0 read
        tasync.pipeline_release %p : !ring
      }
    }
  }
  return
}
