// Loads in two loops of a nest: each loop has its own ring, and the slot of the
// outer one is released behind the wait for the inner one's MMAs.
//
// RUN: tile-opt %s --async-pipeline='stages=2 mma-in-flight=1' 2>/dev/null | FileCheck %s

!buf = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @nested(
// CHECK: %[[Q:.*]] = tasync.pipeline_create
// CHECK: %[[V:.*]] = tasync.pipeline_create
// CHECK: %[[R:.*]] = scf.for
// CHECK-NEXT: tasync.pipeline_acquire %[[Q]]
// CHECK-NEXT: tasync.async_load
// CHECK-NEXT: tasync.pipeline_commit %[[Q]]
// CHECK-NEXT: %[[SQ:.*]] = tasync.pipeline_wait %[[Q]]
// CHECK-NEXT: %[[IN:.*]] = scf.for
// CHECK-NEXT: tasync.pipeline_acquire %[[V]]
// CHECK-NEXT: tasync.async_load
// CHECK-NEXT: tasync.pipeline_commit %[[V]]
// CHECK-NEXT: %[[SV:.*]] = tasync.pipeline_wait %[[V]]
// CHECK-NEXT: tasync.mma %[[SQ]], %[[SV]],
// CHECK-NEXT: tasync.mma_wait 1
// CHECK-NEXT: tasync.pipeline_release %[[V]] keep 1
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tasync.mma_wait 0 %[[IN]]
// CHECK-NEXT: tasync.pipeline_release %[[Q]] :
// CHECK-NEXT: tasync.pipeline_release %[[V]] :
// CHECK-NEXT: scf.yield
func.func @nested(%A: !mem, %C: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %q = tasync.alloc : !buf
  %v = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %init) -> (!acc) {
    %tq = tasync.async_load %ma[%i, %c0] to %q : !map, !buf -> !tasync.token
    tasync.wait %tq
    %in = scf.for %k = %c0 to %i step %c1 iter_args(%acc = %o) -> (!acc) {
      %t = tasync.async_load %ma[%k, %c0] to %v : !map, !buf -> !tasync.token
      tasync.wait %t
      %x = tasync.mma %q, %v, %acc transpose_b : !buf, !buf, !acc
      %y = tasync.mma_wait 0 %x : !acc
      tasync.sync
      scf.yield %y : !acc
    }
    tasync.sync
    scf.yield %in : !acc
  }
  tile.store %r, %C[%c0, %c0] : !acc, memref<?x?xf32>
  return
}

// A barrier that orders accesses to global memory stays.
//
// CHECK-LABEL: func.func @ordered(
// CHECK: tasync.pipeline_wait
// CHECK: tasync.sync
// CHECK-NEXT: tile.store
// CHECK-NEXT: tasync.sync
func.func @ordered(%A: !mem, %D: memref<?x?xf32>, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %v = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %t = tasync.async_load %ma[%k, %c0] to %v : !map, !buf -> !tasync.token
    %acc = tile.load %D[%c0, %k] : memref<?x?xf32> -> !acc
    tasync.wait %t
    %x = tasync.mma %v, %v, %acc transpose_b : !buf, !buf, !acc
    %y = tasync.mma_wait 0 %x : !acc
    tasync.sync
    tile.store %y, %D[%k, %c0] : !acc, memref<?x?xf32>
    tasync.sync
  }
  return
}

// A wait for a token from outside as well keeps that token.
//
// CHECK-LABEL: func.func @mixed(
// CHECK: %[[T:.*]] = tasync.async_load
// CHECK: scf.for
// CHECK: tasync.pipeline_wait
// CHECK-NEXT: tasync.wait %[[T]]{{$}}
func.func @mixed(%A: !mem, %n: index) attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  %q = tasync.alloc : !buf
  %v = tasync.alloc : !buf
  %ma = tasync.tensor_map %A : !mem -> !map
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant dense<0.0> : !acc
  %tq = tasync.async_load %ma[%c0, %c0] to %q : !map, !buf -> !tasync.token
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!acc) {
    %t = tasync.async_load %ma[%k, %c0] to %v : !map, !buf -> !tasync.token
    tasync.wait %tq, %t
    %x = tasync.mma %q, %v, %acc transpose_b : !buf, !buf, !acc
    %y = tasync.mma_wait 0 %x : !acc
    tasync.sync
    scf.yield %y : !acc
  }
  return
}
