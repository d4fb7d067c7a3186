// Forms of one protocol: who arrives at empty barriers and whether they are armed
// first, a full barrier for each copy, and no empty barriers at all.
//
// RUN: tile-opt %s --async-insert-mbarriers --verify-diagnostics | FileCheck %s
// RUN: tile-opt %s --async-insert-mbarriers='empty=pre-armed arrive=thread' 2>/dev/null | FileCheck %s --check-prefix=ARMED
// RUN: tile-opt %s --async-insert-mbarriers='barrier-per=copy' 2>/dev/null | FileCheck %s --check-prefix=COPY
// RUN: not tile-opt %s --async-insert-mbarriers='arrive=one' 2>&1 | FileCheck %s --check-prefix=BAD

// BAD: option 'arrive' expected one of auto, elected, warp, thread, found 'one'

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @roles(
// CHECK: tasync.barrier_init %[[F:.*]], 1 :
// CHECK-NEXT: tasync.barrier_init %[[E:.*]], 4 :
// CHECK: %c1_i32 = arith.constant 1
// CHECK: scf.for {{.*}} iter_args(%[[S:.*]] = %c0_i32, %[[P:.*]] = %c1_i32)
// CHECK-NEXT: tasync.barrier_wait %[[E]][%[[S]]], %[[P]]
// CHECK-NEXT: tasync.barrier_expect %[[F]][%[[S]]], 16384
// CHECK: role "consumer"
// CHECK-NEXT: scf.for
// CHECK: tasync.barrier_arrive %[[E]][%{{.*}}] warp

// Consumers release all slots before they begin, and the producer's first wait
// is for that.
//
// ARMED-LABEL: func.func @roles(
// ARMED: tasync.barrier_init %[[F:.*]], 1 :
// ARMED-NEXT: tasync.barrier_init %[[E:.*]], 128 :
// ARMED: scf.for {{.*}} iter_args(%[[S:.*]] = %c0_i32, %[[P:.*]] = %c0_i32)
// ARMED-NEXT: tasync.barrier_wait %[[E]][%[[S]]], %[[P]]
// ARMED: role "consumer"
// ARMED: tasync.barrier_arrive %[[E]][%c0_i32{{.*}}] thread
// ARMED: tasync.barrier_arrive %[[E]][%c1_i32{{.*}}] thread
// ARMED: tasync.barrier_arrive %[[E]][%c2_i32{{.*}}] thread
// ARMED-NOT: tasync.barrier_arrive
// ARMED: scf.for
// ARMED: tasync.barrier_arrive %[[E]][%{{.*}}] thread

// The wait for a copy stands in front of its first use.
//
// COPY-LABEL: func.func @roles(
// COPY: tasync.barrier_init %[[F:.*]], 1 :
// COPY-NEXT: tasync.barrier_init %[[G:.*]], 1 :
// COPY-NEXT: tasync.barrier_init %[[E:.*]], 4 :
// COPY: scf.for
// COPY-NEXT: tasync.barrier_wait %[[E]][%[[S:.*]]],
// COPY-NEXT: tasync.barrier_expect %[[F]][%[[S]]], 8192
// COPY-NEXT: tasync.barrier_expect %[[G]][%[[S]]], 8192
// COPY: tasync.async_load {{.*}} signal %[[F]][%[[S]]]
// COPY-NEXT: tasync.async_load {{.*}} signal %[[G]][%[[S]]]
// COPY: role "consumer"
// COPY: tasync.barrier_wait %[[F]][%[[T:.*]]], %[[Q:.*]] :
// COPY: tasync.local_load
// COPY-NEXT: tasync.barrier_wait %[[G]][%[[T]]], %[[Q]] :
// COPY-NEXT: tasync.local_load
func.func @roles(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{1 full barriers a slot; released by one thread of each warp (4 arrivals): 'tasync.local_load' reads slots thread by thread}}
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      scf.for %k = %c0 to %n step %c1 {
        %s:2 = tasync.pipeline_acquire %p : !ring
        tasync.async_load %ma[%c0, %k] to %s#0 : !map, !buf
        tasync.async_load %ma[%k, %c0] to %s#1 : !map, !buf
        tasync.pipeline_commit %p : !ring
      }
    }
  } role "consumer" warps 4 {
    scf.for %k = %c0 to %n step %c1 {
      %f:2 = tasync.pipeline_wait %p : !ring
      %x = tasync.local_load %f#0 : !buf -> !tile
      %y = tasync.local_load %f#1 : !buf -> !tile
      tasync.pipeline_release %p : !ring
    }
  }
  return
}

// A copy that one acquire leaves out ends its phase at once.
//
// COPY-LABEL: func.func @left_out(
// COPY: tasync.single_thread {
// COPY-NEXT: tasync.barrier_wait
// COPY-NEXT: tasync.barrier_expect %[[F:.*]][%{{.*}}], 8192
// COPY-NEXT: tasync.barrier_arrive %[[G:.*]][%{{.*}}] role
// COPY: tasync.barrier_wait %[[F]]
// COPY-NEXT: tasync.barrier_wait %[[G]]
func.func @left_out(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{released by one thread of each warp (4 arrivals): a slot may be released without an MMA on it}}
  %p = tasync.pipeline_create : !ring
  tasync.single_thread {
    %s:2 = tasync.pipeline_acquire %p : !ring
    tasync.async_load %ma[%c0, %c0] to %s#0 : !map, !buf
    tasync.pipeline_commit %p : !ring
  }
  %f:2 = tasync.pipeline_wait %p : !ring
  tasync.pipeline_release %p : !ring
  return
}

// Refilled behind a barrier of the block: no empty barriers, no arrivals.
//
// CHECK-LABEL: func.func @war(
// CHECK: tasync.barrier_init %[[F:.*]], 1 :
// CHECK-NEXT: tasync.init_publish
// CHECK: tasync.single_thread {
// CHECK-NEXT: tasync.barrier_expect %[[F]]
// CHECK-NOT: tasync.barrier_wait
// CHECK: }
// CHECK: tasync.barrier_wait %[[F]]
// CHECK: tasync.local_load
// CHECK: tasync.fence_async
// CHECK-NEXT: tasync.sync
// CHECK-NEXT: scf.yield
// CHECK-NOT: tasync.barrier_arrive
func.func @war(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{1 full barriers a slot; slots are refilled behind barriers of the role}}
  %p = tasync.pipeline_create war "barrier" : !ring
  scf.for %k = %c0 to %n step %c1 {
    tasync.single_thread {
      %s:2 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%c0, %k] to %s#0 : !map, !buf
      tasync.pipeline_commit %p : !ring
    }
    %f:2 = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f#0 : !buf -> !tile
    tasync.pipeline_release %p : !ring
  }
  return
}

// Behind a barrier of the role one thread may speak for all.
//
// CHECK-LABEL: func.func @behind_sync(
// CHECK: tasync.barrier_init %{{.*}}, 1 :
// CHECK-NEXT: tasync.barrier_init %[[E:.*]], 1 :
// CHECK: tasync.sync
// CHECK-NEXT: tasync.fence_async
// CHECK-NEXT: tasync.barrier_arrive %[[E]][%{{.*}}] warpgroup
func.func @behind_sync(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{released by one thread of each warp group (1 arrivals): a barrier stands between the reads of a slot and its release}}
  %p = tasync.pipeline_create : !ring
  scf.for %k = %c0 to %n step %c1 {
    tasync.single_thread {
      %s:2 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%c0, %k] to %s#0 : !map, !buf
      tasync.pipeline_commit %p : !ring
    }
    %f:2 = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f#0 : !buf -> !tile
    tasync.sync
    tasync.pipeline_release %p : !ring
  }
  return
}
