// Roles that take turns at a ring: an empty barrier counts the warps of one, and a
// skipped slot moves the positions.
//
// RUN: tile-opt %s --async-insert-mbarriers --canonicalize --split-input-file --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --async-insert-mbarriers='empty=pre-armed' 2>/dev/null | FileCheck %s --check-prefix=ARMED

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @turns(
// CHECK: %[[FULL:.*]] = tasync.barrier_alloc
// CHECK: %[[EMPTY:.*]] = tasync.barrier_alloc
// CHECK: tasync.barrier_init %[[EMPTY]], 4
// CHECK: role "one" warps 4 {
// CHECK: scf.for {{.*}} iter_args(%[[S:[a-z0-9]+]] = %{{.*}}, %[[P:[a-z0-9]+]] = %{{.*}}) -> (i32, i32) {
// CHECK:   tasync.barrier_wait %[[FULL]][%[[S]]], %[[P]]
// CHECK:   tasync.barrier_arrive %[[EMPTY]][%[[S]]] warp
// CHECK:   %[[N:.*]] = arith.addi %[[S]], %c1_i32
// CHECK:   %[[WRAP:.*]] = arith.cmpi eq, %[[N]], %c3_i32
// CHECK:   %[[S1:.*]] = arith.select %[[WRAP]], %c0_i32, %[[N]]
// CHECK:   %[[N1:.*]] = arith.addi %[[S1]], %c1_i32
// CHECK:   %[[WRAP1:.*]] = arith.cmpi eq, %[[N1]], %c3_i32
// CHECK:   %[[S2:.*]] = arith.select %[[WRAP1]], %c0_i32, %[[N1]]
// CHECK:   scf.yield %[[S2]], %{{.*}} : i32, i32
//
// One of the roles arms the slots.
//
// ARMED: role "one" warps 4 {
// ARMED-NEXT: scf.for
// ARMED: role "other" warps 4 {
// ARMED-COUNT-3: tasync.barrier_arrive
// ARMED-NEXT: scf.for
func.func @turns(%A: !mem, %n: index) attributes {tasync.warp_groups = 2 : i32, tile.kernel} {
  // expected-remark@+1 {{released by one thread of each warp (4 arrivals)}}
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tasync.warp_specialize role "producer" warps 4 {
    scf.for %k = %c0 to %n step %c1 {
      %s = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%k, %c0] to %s : !map, !buf
      tasync.pipeline_commit %p : !ring
    }
  } role "one" warps 4 {
    scf.for %k = %c0 to %n step %c1 {
      %f = tasync.pipeline_wait %p : !ring
      tasync.pipeline_release %p : !ring
      tasync.pipeline_skip %p : !ring
    }
  } role "other" warps 4 {
    scf.for %k = %c0 to %n step %c1 {
      tasync.pipeline_skip %p : !ring
      %f = tasync.pipeline_wait %p : !ring
      tasync.pipeline_release %p : !ring
    }
  }
  return
}
