// The body is copied twice: one thread of the producer fills slots, the consumer
// does the rest; what no role needs goes, what both can use stays in front.
//
// RUN: tile-opt %s --async-warp-specialize 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --async-warp-specialize='producer-warps=1' 2>/dev/null | FileCheck %s --check-prefix=LAST

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 2, [!tasync.buffer<64x64xf16, swizzle = 128>]>
!mem = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// A persistent loop around a pipelined one. The scalar that only the producer
// carries is not in the consumer, nor the accumulator in the producer.
//
// CHECK-LABEL: func.func @nest(
// CHECK-SAME: tasync.warp_groups = 1 : i32
// CHECK: %[[P:.*]] = tasync.pipeline_create
// CHECK: %[[MAP:.*]] = tasync.tensor_map
// CHECK: %[[BOUND:.*]] = arith.addi
// CHECK: tasync.warp_specialize role "producer" warps 4 {
// CHECK-NEXT: tasync.single_thread {
// CHECK-NEXT: scf.for %[[I:[a-z0-9]+]] = {{.*}} {
// CHECK-NEXT: %{{.*}} = scf.for %[[K:[a-z0-9]+]] = %{{.*}} to %[[BOUND]] {{.*}} iter_args(%[[AT:[a-z0-9]+]] = %[[I]]) -> (index)
// CHECK-NEXT: %[[S:.*]] = tasync.pipeline_acquire %[[P]]
// CHECK-NEXT: tasync.async_load %[[MAP]][%[[AT]], %[[K]]] to %[[S]]
// CHECK-NEXT: tasync.pipeline_commit %[[P]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[AT]],
// CHECK-NEXT: scf.yield %[[NEXT]] : index
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } role "consumer" warps 4 {
// CHECK-NEXT: %[[Z:.*]] = arith.constant dense<0.000000e+00>
// CHECK-NEXT: scf.for %[[I:[a-z0-9]+]] =
// CHECK-NEXT: %[[R:.*]] = scf.for %{{.*}} to %[[BOUND]] {{.*}} iter_args(%[[ACC:.*]] = %[[Z]]) -> (tensor
// CHECK-NEXT: %[[F:.*]] = tasync.pipeline_wait %[[P]]
// CHECK-NEXT: %[[X:.*]] = tasync.mma %[[F]], %[[F]], %[[ACC]]
// CHECK-NEXT: %[[Y:.*]] = tasync.mma_wait 0 %[[X]]
// CHECK-NEXT: tasync.pipeline_release %[[P]]
// CHECK-NEXT: scf.yield %[[Y]] : tensor
// CHECK-NEXT: }
// CHECK-NEXT: tile.store %[[R]], %{{.*}}[%[[I]],
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return

// Fewer than four producer warps come last: the consumer's are whole warp groups.
//
// LAST-LABEL: func.func @nest(
// LAST: tasync.warp_specialize role "consumer" warps 4 {
// LAST: } role "producer" warps 1 {
// LAST-NEXT: tasync.single_thread {
func.func @nest(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : !acc
  %bound = arith.addi %n, %c1 : index
  scf.for %i = %c0 to %n step %c1 {
    %r:2 = scf.for %k = %c0 to %bound step %c1 iter_args(%acc = %z, %at = %i) -> (!acc, index) {
      %s = tasync.pipeline_acquire %p : !ring
      tasync.async_load %ma[%at, %k] to %s : !map, !buf
      tasync.pipeline_commit %p : !ring
      %f = tasync.pipeline_wait %p : !ring
      %x = tasync.mma %f, %f, %acc transpose_b : !buf, !buf, !acc
      %y = tasync.mma_wait 0 %x : !acc
      tasync.pipeline_release %p : !ring
      %next = arith.addi %at, %c1 : index
      scf.yield %y, %next : !acc, index
    }
    tile.store %r#0, %C[%i, %c0] : !acc, memref<?x?xf32>
  }
  return
}

// Slots that one thread fills, under a condition that both roles evaluate, in a
// while loop that both go round; the memory that decides is read by both.
//
// CHECK-LABEL: func.func @control(
// CHECK: role "producer"
// CHECK-NEXT: tasync.single_thread {
// CHECK-NEXT: scf.while
// CHECK-NEXT: memref.load
// CHECK: scf.condition
// CHECK: scf.if
// CHECK-NEXT: tasync.pipeline_acquire
// CHECK-NEXT: tasync.async_load
// CHECK-NEXT: tasync.pipeline_commit
// CHECK-NEXT: }
// CHECK: role "consumer"
// CHECK: scf.while
// CHECK-NEXT: memref.load
// CHECK: scf.if
// CHECK-NEXT: tasync.pipeline_wait
// CHECK-NEXT: tasync.local_load
// CHECK-NEXT: tasync.pipeline_release
func.func @control(%A: !mem, %I: memref<?xindex>, %C: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = scf.while (%k = %c0) : (index) -> index {
    %e = memref.load %I[%k] : memref<?xindex>
    %in = arith.cmpi slt, %k, %e : index
    scf.condition(%in) %k : index
  } do {
  ^bb0(%k: index):
    %on = arith.cmpi ne, %k, %c1 : index
    scf.if %on {
      tasync.single_thread {
        %s = tasync.pipeline_acquire %p : !ring
        tasync.async_load %ma[%k, %c0] to %s : !map, !buf
        tasync.pipeline_commit %p : !ring
      }
      %f = tasync.pipeline_wait %p : !ring
      %x = tasync.local_load %f : !buf -> !tile
      tasync.pipeline_release %p : !ring
      tile.store %x, %C[%k, %c0] : !tile, !mem
    }
    %k1 = arith.addi %k, %c1 : index
    scf.yield %k1 : index
  }
  return
}

// A store behind the last load of what it writes is in order.
//
// CHECK-LABEL: func.func @inplace(
// CHECK: role "consumer"
// CHECK: tile.store
func.func @inplace(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %p = tasync.pipeline_create : !ring
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
  tile.store %r, %A[%c0, %c0] : !tile, !mem
  return
}
