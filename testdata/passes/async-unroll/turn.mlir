// A loop around a ring makes one turn at once, with the slots as constants; a
// loop in front of it goes up to slot 0, and one behind it makes the rest.
//
// RUN: tile-opt %s --async-insert-mbarriers --async-unroll --canonicalize 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --async-insert-mbarriers --async-unroll --verify-diagnostics > /dev/null

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// The ring stands at slot 0 when the loops begin: no loop in front. The parity
// changes once a turn.
//
// CHECK-LABEL: func.func @known(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index) attributes
// CHECK: tasync.single_thread {
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[N]], %c-2
// CHECK-NEXT: %[[T:.*]]:2 = scf.for %[[K:.*]] = %c0 to %[[UP]] step %c3 iter_args(%{{.*}} = %c0, %[[P:.*]] = %c1_i32) -> (index, i32) {
// CHECK-NEXT: tasync.barrier_wait %[[E:.*]][%c0_i32], %[[P]] :
// CHECK-NEXT: tasync.barrier_expect %[[F:.*]][%c0_i32], 8192
// CHECK-NEXT: tasync.slot %{{.*}}[%c0_i32]
// CHECK-NEXT: tasync.async_load %{{.*}}[%c0, %[[K]]] to %{{.*}} signal %[[F]][%c0_i32]
// CHECK-NEXT: %[[K1:.*]] = arith.addi %[[K]], %c1 :
// CHECK-NEXT: tasync.barrier_wait %[[E]][%c1_i32], %[[P]] :
// CHECK: tasync.async_load %{{.*}}[%c0, %[[K1]]] to %{{.*}} signal %[[F]][%c1_i32]
// CHECK-NEXT: %[[K2:.*]] = arith.addi %[[K]], %c2 :
// CHECK-NEXT: tasync.barrier_wait %[[E]][%c2_i32], %[[P]] :
// CHECK: tasync.async_load %{{.*}}[%c0, %[[K2]]] to %{{.*}} signal %[[F]][%c2_i32]
// CHECK-NEXT: %[[Q:.*]] = arith.xori %[[P]], %c1_i32
// CHECK-NEXT: %[[K3:.*]] = arith.addi %[[K]], %c3 :
// CHECK-NEXT: scf.yield %[[K3]], %[[Q]] :
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %{{.*}} = %[[T]]#0 to %[[N]] step %c1 iter_args(%[[S:.*]] = %c0_i32, %[[R:.*]] = %[[T]]#1) ->
// CHECK-NEXT: tasync.barrier_wait %[[E]][%[[S]]], %[[R]]
// CHECK: role "consumer"
// CHECK: scf.for
// CHECK-NEXT: tasync.barrier_wait %[[F]][%c0_i32], %[[P:.*]] :
// CHECK: tasync.barrier_arrive %[[E]][%c0_i32]
// CHECK-NEXT: tasync.barrier_wait %[[F]][%c1_i32], %[[P]] :
// CHECK: tasync.barrier_arrive %[[E]][%c1_i32]
// CHECK-NEXT: tasync.barrier_wait %[[F]][%c2_i32], %[[P]] :
func.func @known(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{released by one thread of each warp}}
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      // expected-remark@+1 {{loop unrolled by 3: its first slot is known}}
      scf.for %k = %c0 to %n step %c1 {
        %s = tasync.pipeline_acquire %p : !ring
        tasync.async_load %ma[%c0, %k] to %s : !map, !buf
        tasync.pipeline_commit %p : !ring
      }
    }
  } role "consumer" warps 4 {
    // expected-remark@+1 {{loop unrolled by 3: its first slot is known}}
    scf.for %k = %c0 to %n step %c1 {
      %f = tasync.pipeline_wait %p : !ring
      %x = tasync.local_load %f : !buf -> !tile
      tasync.pipeline_release %p : !ring
    }
  }
  return
}

// A release that lags does not release in the first iteration; from then on it
// does, and its slot is the one before that of the wait. With a loop around it
// the slot at the beginning is not known: a loop goes up to the second slot,
// and the turns are made where the ring then stands as expected.
//
// CHECK-LABEL: func.func @lag(
// CHECK: role "consumer"
// CHECK: scf.for %{{.*}} iter_args(%[[S:[a-z0-9]+]] = %c0_i32,
// CHECK-NEXT: %[[IS1:.*]] = arith.cmpi eq, %[[S]], %c1_i32
// CHECK-NEXT: %[[A:.*]] = arith.select %[[IS1]], %c3, %c1 :
// CHECK-NEXT: %[[IS2:.*]] = arith.cmpi eq, %[[S]], %c2_i32
// CHECK-NEXT: %[[FROM:.*]] = arith.select %[[IS2]], %c2, %[[A]] :
// CHECK-NEXT: %[[TO:.*]] = arith.minsi %[[FROM]], %[[N:.*]] :
// CHECK-NEXT: %[[FRONT:.*]]:5 = scf.for %{{.*}} = %c0 to %[[TO]] step %c1
// CHECK: arith.cmpi eq, %[[FRONT]]#1, %c1_i32
// CHECK-NEXT: arith.cmpi eq, %[[FRONT]]#3, %c0_i32
// CHECK: arith.cmpi eq, %[[FRONT]]#4, %c1_i32
// CHECK-NEXT: %[[OK:.*]] = arith.andi
// CHECK-NEXT: %[[END:.*]] = arith.select %[[OK]], %{{.*}}, %[[FROM]] : index
// CHECK-NEXT: scf.for %{{.*}} = %[[FROM]] to %[[END]] step %c3
// CHECK-NEXT: tasync.barrier_wait %[[F:.*]][%c1_i32]
// CHECK-NOT: scf.if
// CHECK: tasync.barrier_arrive %[[E:.*]][%c0_i32] warp
// CHECK-NEXT: tasync.barrier_wait %[[F]][%c2_i32]
// CHECK-NOT: scf.if
// CHECK: tasync.barrier_arrive %[[E]][%c1_i32] warp
// CHECK-NEXT: tasync.barrier_wait %[[F]][%c0_i32]
// CHECK-NOT: scf.if
// CHECK: tasync.barrier_arrive %[[E]][%c2_i32] warp
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: scf.for {{.*}} to %[[N]] step %c1
func.func @lag(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  // expected-remark@+1 {{released by one thread of each warp}}
  %p = tasync.pipeline_create : !ring
  tasync.warp_specialize role "producer" warps 4 {
    tasync.single_thread {
      scf.for %i = %c0 to %n step %c1 {
        // expected-remark@+1 {{loop unrolled by 3: a loop in front of it goes up to the first slot}}
        scf.for %k = %c0 to %n step %c1 {
          %s = tasync.pipeline_acquire %p : !ring
          tasync.async_load %ma[%c0, %k] to %s : !map, !buf
          tasync.pipeline_commit %p : !ring
        }
      }
    }
  } role "consumer" warps 4 {
    scf.for %i = %c0 to %n step %c1 {
      // expected-remark@+1 {{loop unrolled by 3: a loop in front of it goes up to the first slot}}
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
        %f = tasync.pipeline_wait %p : !ring
        %x = tasync.mma %f, %f, %acc transpose_b : !buf, !buf, !acc
        %y = tasync.mma_wait 1 %x : !acc
        tasync.pipeline_release %p keep 1 : !ring
        scf.yield %y : !acc
      }
      %d = tasync.mma_wait 0 %r : !acc
      tasync.pipeline_release %p : !ring
      tile.store %d, %C[%i, %c0] : !acc, memref<?x?xf32>
    }
  }
  return
}
