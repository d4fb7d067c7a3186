// A loop over loaded tiles gets a ring: the loads of an iteration share a slot,
// one wait stands where the first load was waited for, the release behind the
// wait for the MMA, and the barrier in front of the refill goes.
//
// RUN: tile-opt %s --async-pipeline='stages=3' 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --async-pipeline='stages=4 prefetch=2' 2>/dev/null | FileCheck %s --check-prefix=AHEAD
// RUN: tile-opt %s --async-pipeline='stages=4 prefetch=-2' 2>/dev/null | FileCheck %s --check-prefix=AHEAD

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @ring(
// CHECK: %[[P:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>]>
// CHECK-NOT: tasync.alloc
// CHECK: scf.for %[[K:.*]] = %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}})
// CHECK-NEXT: %[[FREE:.*]]:2 = tasync.pipeline_acquire %[[P]]
// CHECK-NEXT: %[[ROW:.*]] = arith.addi %[[K]],
// CHECK-NEXT: tasync.async_load %{{.*}}[%{{.*}}, %[[ROW]]] to %[[FREE]]#0 :
// CHECK-NEXT: tasync.async_load %{{.*}}[%{{.*}}, %[[K]]] to %[[FREE]]#1 :
// CHECK-NEXT: tasync.pipeline_commit %[[P]]
// CHECK: %[[FULL:.*]]:2 = tasync.pipeline_wait %[[P]]
// CHECK-NEXT: %[[X:.*]] = tasync.mma %[[FULL]]#0, %[[FULL]]#1, %[[ACC]] transpose_b
// CHECK-NEXT: %[[Y:.*]] = tasync.mma_wait 0 %[[X]]
// CHECK-NEXT: tasync.pipeline_release %[[P]] :
// CHECK-NEXT: scf.yield %[[Y]]
// CHECK-NEXT: }
// CHECK-NEXT: tile.store

// With a prefetch, two iterations' loads stand in front of the loop, those of
// the iteration two ahead in it, all guarded by the upper bound and issued by one thread.
//
// AHEAD-LABEL: func.func @ring(
// AHEAD-SAME: %[[LB:[a-z0-9]+]]: index, %[[UB:[a-z0-9]+]]: index
// AHEAD: %[[STEP:.*]] = arith.constant 64 : index
// AHEAD: %[[IN0:.*]] = arith.cmpi slt, %[[LB]], %[[UB]] : index
// AHEAD-NEXT: scf.if %[[IN0]] {
// AHEAD-NEXT: tasync.single_thread {
// AHEAD-NEXT: tasync.pipeline_acquire
// AHEAD: tasync.pipeline_commit
// AHEAD-NEXT: }
// AHEAD-NEXT: }
// AHEAD-NEXT: %[[K1:.*]] = arith.addi %[[LB]], %[[STEP]] : index
// AHEAD-NEXT: %[[IN1:.*]] = arith.cmpi slt, %[[K1]], %[[UB]] : index
// AHEAD-NEXT: scf.if %[[IN1]] {
// AHEAD: tasync.async_load %{{.*}}[%{{.*}}, %[[K1]]] to
// AHEAD-NOT: scf.if
// AHEAD: scf.for %[[K:.*]] = %[[LB]] to %[[UB]] step %[[STEP]]
// AHEAD-NEXT: %[[A:.*]] = arith.addi %[[K]], %[[STEP]] : index
// AHEAD-NEXT: %[[K2:.*]] = arith.addi %[[A]], %[[STEP]] : index
// AHEAD-NEXT: %[[IN2:.*]] = arith.cmpi slt, %[[K2]], %[[UB]] : index
// AHEAD-NEXT: scf.if %[[IN2]] {
// AHEAD-NEXT: tasync.single_thread {
// AHEAD-NEXT: %[[FREE:.*]]:2 = tasync.pipeline_acquire
// AHEAD-NEXT: %[[ROW:.*]] = arith.addi %[[K2]],
// AHEAD-NEXT: tasync.async_load %{{.*}}[%{{.*}}, %[[ROW]]] to %[[FREE]]#0
// AHEAD-NEXT: tasync.async_load %{{.*}}[%{{.*}}, %[[K2]]] to %[[FREE]]#1
// AHEAD-NEXT: tasync.pipeline_commit
// AHEAD-NEXT: }
// AHEAD-NEXT: }
// AHEAD: tasync.pipeline_wait
func.func @ring(%A: !mem, %B: !mem, %C: memref<?x?xf32>, %lb: index, %ub: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %a = tasync.alloc : !buf
  %b = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %mb = tasync.tensor_map %B : !mem -> !map
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %init = arith.constant dense<0.0> : !acc
  %sum = scf.for %k = %lb to %ub step %c64 iter_args(%acc = %init) -> (!acc) {
    %row = arith.addi %k, %c64 : index
    %ta = tasync.async_load %ma[%c0, %row] to %a : !map, !buf -> !tasync.token
    %tb = tasync.async_load %mb[%c0, %k] to %b : !map, !buf -> !tasync.token
    tasync.wait %ta
    tasync.wait %tb
    %x = tasync.mma %a, %b, %acc transpose_b : !buf, !buf, !acc
    %y = tasync.mma_wait 0 %x : !acc
    tasync.sync
    scf.yield %y : !acc
  }
  tile.store %sum, %C[%c0, %c0] : !acc, memref<?x?xf32>
  return
}

// A persistent loop around it, with an alloc inside: the ring is made once,
// where the kernel starts.
//
// CHECK-LABEL: func.func @outer(
// CHECK-NEXT: %[[P:.*]] = tasync.pipeline_create
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: tasync.pipeline_acquire %[[P]]
// CHECK: tasync.pipeline_wait %[[P]]
// CHECK-NEXT: tasync.local_load
// CHECK-NEXT: tasync.pipeline_release %[[P]] :
// CHECK-NEXT: tasync.fence_async
// A barrier stays where the body touches shared memory in other ways.
// CHECK-NEXT: tasync.sync
func.func @outer(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = tasync.alloc : !buf
    scf.for %k = %c0 to %n step %c1 {
      %t = tasync.async_load %ma[%i, %c0] to %a : !map, !buf -> !tasync.token
      tasync.wait %t
      %x = tasync.local_load %a : !buf -> tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
      tasync.fence_async
      tasync.sync
      %f = arith.extf %x : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>> to !acc
      tile.store %f, %C[%i, %c0] : !acc, memref<?x?xf32>
    }
  }
  return
}

// A position read from memory that the kernel never writes, and a carried one.
//
// CHECK-LABEL: func.func @positions(
// CHECK: scf.for %[[K:.*]] = %{{.*}} iter_args(%[[AT:.*]] = %{{.*}})
// CHECK-NEXT: %[[FREE:.*]] = tasync.pipeline_acquire
// CHECK-NEXT: %[[I:.*]] = memref.load %{{.*}}[%[[K]]]
// CHECK-NEXT: tasync.async_load %{{.*}}[%[[I]], %[[AT]]] to %[[FREE]] :
// CHECK-NEXT: tasync.pipeline_commit
func.func @positions(%A: !mem, %I: memref<?xindex>, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %ma = tasync.tensor_map %A : !mem -> !map
  %a = tasync.alloc : !buf
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %end = scf.for %k = %c0 to %n step %c1 iter_args(%at = %c0) -> (index) {
    %i = memref.load %I[%k] : memref<?xindex>
    %t = tasync.async_load %ma[%i, %at] to %a : !map, !buf -> !tasync.token
    tasync.wait %t
    %x = tasync.local_load %a : !buf -> tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
    %f = arith.extf %x : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>> to !acc
    tile.store %f, %C[%c0, %c0] : !acc, memref<?x?xf32>
    tasync.fence_async
    tasync.sync
    %next = arith.addi %at, %c64 : index
    scf.yield %next : index
  }
  return
}
