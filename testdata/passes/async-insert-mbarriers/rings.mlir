// A ring with two roles, in a nest: full and empty barriers, positions that go
// through every loop and are not restarted.
//
// RUN: tile-opt %s --async-insert-mbarriers --canonicalize 2>/dev/null | FileCheck %s

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @nest(
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
// CHECK: %[[A:.*]] = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128, stages = 3>
// CHECK-NEXT: %[[B:.*]] = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128, stages = 3>
// CHECK-NEXT: %[[FULL:.*]] = tasync.barrier_alloc : !tasync.barrier<3>
// CHECK-NEXT: %[[EMPTY:.*]] = tasync.barrier_alloc : !tasync.barrier<3>
// CHECK-NEXT: tasync.barrier_init %[[FULL]], 1 :
// One arrival a warp of the consumer.
// CHECK-NEXT: tasync.barrier_init %[[EMPTY]], 4 :
// CHECK-NEXT: tasync.init_publish
// CHECK-NOT: tasync.pipeline
// The producer begins with parity 1: a fresh slot is free.
// CHECK: role "producer"
// CHECK: scf.for {{.*}} iter_args(%[[S1:.*]] = %[[C0]], %[[P1:.*]] = %[[C1]]) -> (i32, i32)
// CHECK-NEXT: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[S:.*]] = %[[S1]], %[[P:.*]] = %[[P1]]) -> (i32, i32)
// CHECK-NEXT: tasync.barrier_wait %[[EMPTY]][%[[S]]], %[[P]]
// One announcement of both copies, whole boxes.
// CHECK-NEXT: tasync.barrier_expect %[[FULL]][%[[S]]], 16384
// CHECK-NEXT: %[[SA:.*]] = tasync.slot %[[A]][%[[S]]]
// CHECK-NEXT: %[[SB:.*]] = tasync.slot %[[B]][%[[S]]]
// CHECK-NEXT: tasync.async_load %{{.*}} to %[[SA]] signal %[[FULL]][%[[S]]]
// CHECK-NEXT: tasync.async_load %{{.*}} to %[[SB]] signal %[[FULL]][%[[S]]]
// CHECK-NEXT: %[[N:.*]] = arith.addi %[[S]], %[[C1]]
// CHECK-NEXT: %[[WRAP:.*]] = arith.cmpi eq, %[[N]], %[[C3]]
// CHECK-NEXT: %[[S2:.*]] = arith.select %[[WRAP]], %[[C0]], %[[N]]
// CHECK-NEXT: %[[FLIP:.*]] = arith.extui %[[WRAP]]
// CHECK-NEXT: %[[P2:.*]] = arith.xori %[[P]], %[[FLIP]]
// CHECK-NEXT: scf.yield %[[S2]], %[[P2]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[R]]#0, %[[R]]#1
// The consumer begins with parity 0.
// CHECK: role "consumer"
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[C0]], %{{.*}} = %[[C0]])
// CHECK: scf.for
// CHECK-NEXT: tasync.barrier_wait %[[FULL]][%[[S:.*]]], %[[P:.*]] :
// CHECK: tasync.mma
// CHECK-NEXT: tasync.mma_wait 0
// The slot waited for is the one given back; MMAs need no proxy fence.
// CHECK-NEXT: tasync.barrier_arrive %[[EMPTY]][%[[S]]] warp :
func.func @nest(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      scf.for %i = %c0 to %n step %c1 {
        scf.for %k = %c0 to %i step %c1 {
          %s:2 = tasync.pipeline_acquire %p : !ring
          tasync.async_load %ma[%i, %k] to %s#0 : !map, !buf
          tasync.async_load %ma[%k, %i] to %s#1 : !map, !buf
          tasync.pipeline_commit %p : !ring
        }
      }
    }
  } role "consumer" warps 4 {
    %z = arith.constant dense<0.0> : !acc
    scf.for %i = %c0 to %n step %c1 {
      %r = scf.for %k = %c0 to %i step %c1 iter_args(%acc = %z) -> (!acc) {
        %f:2 = tasync.pipeline_wait %p : !ring
        %x = tasync.mma %f#0, %f#1, %acc transpose_b : !buf, !buf, !acc
        %y = tasync.mma_wait 0 %x : !acc
        tasync.pipeline_release %p : !ring
        scf.yield %y : !acc
      }
      tile.store %r, %C[%i, %c0] : !acc, memref<?x?xf32>
    }
  }
  return
}

// A release that lags: how many slots are held is carried, and each of two
// releases behind the loop gives back what is left.
//
// CHECK-LABEL: func.func @lag(
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[S:.*]] = %{{.*}}, %[[P:.*]] = %{{.*}}, %[[REL:.*]] = %{{.*}}, %[[HELD:.*]] = %{{.*}}) ->
// CHECK: tasync.barrier_wait
// CHECK: %[[H:.*]] = arith.addi %[[HELD]],
// CHECK: tasync.mma_wait 1
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi sgt, %[[H]], %{{.*}} : i32
// CHECK: scf.if %[[MORE]] -> (i32) {
// CHECK-NEXT: tasync.barrier_arrive %{{.*}}[%[[REL]]] warp :
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[REL]]
// CHECK: tasync.mma_wait 0
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi sgt, %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: scf.if %[[MORE]]
// CHECK-NEXT: tasync.barrier_arrive
// CHECK-NOT: tasync.barrier_arrive
func.func @lag(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
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
    %z = arith.constant dense<0.0> : !acc
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %z) -> (!acc) {
      %f:2 = tasync.pipeline_wait %p : !ring
      %x = tasync.mma %f#0, %f#1, %acc transpose_b : !buf, !buf, !acc
      %y = tasync.mma_wait 1 %x : !acc
      tasync.pipeline_release %p keep 1 : !ring
      scf.yield %y : !acc
    }
    %d = tasync.mma_wait 0 %r : !acc
    tasync.pipeline_release %p : !ring
    tile.store %d, %C[%c0, %c0] : !acc, memref<?x?xf32>
  }
  return
}

// Two roles read each slot: a slot is free when the warps of both have arrived.
// One reads by ordinary loads, so a proxy fence stands in front of the arrival.
//
// CHECK-LABEL: func.func @readers(
// CHECK: tasync.barrier_alloc
// CHECK-NEXT: %[[EMPTY:.*]] = tasync.barrier_alloc
// CHECK-NEXT: tasync.barrier_init %{{.*}}, 1 :
// CHECK-NEXT: tasync.barrier_init %[[EMPTY]], 12 :
// CHECK: role "one"
// CHECK: tasync.fence_async
// CHECK-NEXT: tasync.barrier_arrive %[[EMPTY]]
// CHECK: role "two"
// CHECK: tasync.fence_async
// CHECK-NEXT: tasync.barrier_arrive %[[EMPTY]]
func.func @readers(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
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
  } role "one" warps 4 {
    scf.for %k = %c0 to %n step %c1 {
      %f:2 = tasync.pipeline_wait %p : !ring
      %x = tasync.local_load %f#0 : !buf -> !tile
      tasync.pipeline_release %p : !ring
    }
  } role "two" warps 8 {
    scf.for %k = %c0 to %n step %c1 {
      %f:2 = tasync.pipeline_wait %p : !ring
      %x = tasync.local_load %f#1 : !buf -> tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [8, 1]>>
      tasync.pipeline_release %p : !ring
    }
  }
  return
}

// Slots filled by one thread in the loop that uses them: the position moves
// outside as well, twice for two slots.
//
// CHECK-LABEL: func.func @inline(
// CHECK: scf.for {{.*}} iter_args(%[[S:[a-z0-9]+]] = %{{[a-z0-9_]+}}, %[[P:[a-z0-9]+]] = %{{[a-z0-9_]+}}, %{{[a-z0-9]+}} =
// CHECK: tasync.single_thread {
// CHECK: tasync.barrier_wait %{{.*}}[%[[S]]], %[[P]]
// CHECK: tasync.barrier_wait
// CHECK: }
// CHECK-NEXT: %[[N:.*]] = arith.addi %[[S]],
// CHECK-NEXT: arith.cmpi eq, %[[N]],
// CHECK-NEXT: %[[S1:.*]] = arith.select
// CHECK: %[[P1:.*]] = arith.xori %[[P]],
// CHECK: arith.addi %[[S1]],
// CHECK: arith.xori %[[P1]],
// CHECK: tasync.barrier_wait
func.func @inline(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  scf.for %k = %c0 to %n step %c1 {
    tasync.single_thread {
      %s:2 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%c0, %k] to %s#0 : !map, !buf
      tasync.pipeline_commit %p : !ring
      %t:2 = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%k, %c0] to %t#1 : !map, !buf
      tasync.pipeline_commit %p : !ring
    }
    %f:2 = tasync.pipeline_wait %p : !ring
    %x = tasync.local_load %f#0 : !buf -> !tile
    %g:2 = tasync.pipeline_wait %p : !ring
    %y = tasync.local_load %g#1 : !buf -> !tile
    tasync.pipeline_release %p : !ring
  }
  return
}

// Positions through scf.if and scf.while.
//
// CHECK-LABEL: func.func @control(
// CHECK: scf.while (%{{.*}} = %{{.*}}, %[[S:.*]] = %{{.*}}, %[[P:.*]] = %{{.*}}) :
// CHECK: scf.condition(%{{.*}}) %{{.*}}, %[[S]], %[[P]] :
// CHECK: ^bb0(%{{.*}}: index, %[[S2:.*]]: i32, %[[P2:.*]]: i32):
// CHECK: %[[R:.*]]:2 = scf.if %{{.*}} -> (i32, i32) {
// CHECK: tasync.barrier_wait %{{.*}}[%[[S2]]], %[[P2]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[S2]], %[[P2]]
// CHECK: scf.yield %{{.*}}, %[[R]]#0, %[[R]]#1
func.func @control(%A: !mem, %C: memref<?x?xf32>, %n: index, %on: i1) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "producer" warps 4 {
    %e = scf.while (%k = %c0) : (index) -> index {
      %in = arith.cmpi slt, %k, %n : index
      scf.condition(%in) %k : index
    } do {
    ^bb0(%k: index):
      %odd = arith.cmpi ne, %k, %c1 : index
      scf.if %odd {
        %s:2 = tasync.pipeline_acquire %p : !ring
        tasync.async_load %ma[%c0, %k] to %s#0 : !map, !buf
        tasync.pipeline_commit %p : !ring
      }
      %k1 = arith.addi %k, %c1 : index
      scf.yield %k1 : index
    }
  } role "consumer" warps 4 {
    scf.for %k = %c0 to %n step %c1 {
      %odd = arith.cmpi ne, %k, %c1 : index
      scf.if %odd {
        %f:2 = tasync.pipeline_wait %p : !ring
        %x = tasync.local_load %f#0 : !buf -> !tile
        tasync.pipeline_release %p : !ring
      }
    }
  }
  return
}
