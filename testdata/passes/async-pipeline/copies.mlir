// Copies by threads go into rings like others; where one is among the loads of a
// ring that run ahead, all threads fill its slots.
//
// RUN: tile-opt %s --async-pipeline='stages=3' 2>/dev/null | FileCheck %s
// RUN: tile-opt %s --async-pipeline='stages=3 prefetch=1' 2>/dev/null | FileCheck %s --check-prefix=AHEAD

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!map = !tasync.tensor_map<64x64xf16, swizzle = 128>
!mem = memref<?x?xf16, strided<[?, 1]>>
!acc = tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>

// CHECK-LABEL: func.func @mixed
// CHECK: scf.for
// CHECK-NEXT: %[[S:.*]]:2 = tasync.pipeline_acquire
// CHECK-NEXT: tasync.async_load %{{.*}} to %[[S]]#0
// CHECK-NEXT: tasync.copy %arg1[%{{.*}}, %{{.*}}] to %[[S]]#1 via "cp-async" bytes 16 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16, swizzle = 128>{{$}}
// CHECK-NEXT: tasync.pipeline_commit
// CHECK: tasync.pipeline_wait
// CHECK: tasync.mma
// CHECK: tasync.pipeline_release

// AHEAD-LABEL: func.func @mixed
// AHEAD-NOT: single_thread
// AHEAD: tasync.pipeline_acquire
// AHEAD: tasync.copy
// AHEAD: scf.for
// AHEAD-NOT: single_thread
// AHEAD: tasync.pipeline_acquire
// AHEAD: tasync.copy
// AHEAD: tasync.pipeline_wait
func.func @mixed(%a: !mem, %b: !mem, %K: index) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %x = tasync.alloc : !tile
  %y = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : !acc
  %s = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (!acc) {
    %t = tasync.async_load %m[%c0, %k] to %x : !map, !tile -> !tasync.token
    %u = tasync.copy %b[%c0, %k] to %y via "cp-async" bytes 16 : !mem, !tile -> !tasync.token
    tasync.wait %t, %u
    %p = tasync.mma %x, %y, %acc transpose_b : !tile, !tile, !acc
    %q = tasync.mma_wait 0 %p : !acc
    tasync.sync
    scf.yield %q : !acc
  }
  return
}

// Where TMA does all, one thread does.
//
// AHEAD-LABEL: func.func @tensor
// AHEAD: tasync.single_thread
// AHEAD-NEXT: tasync.pipeline_acquire
func.func @tensor(%a: !mem, %K: index) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !map
  %x = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : !acc
  %s = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (!acc) {
    %t = tasync.async_load %m[%c0, %k] to %x : !map, !tile -> !tasync.token
    tasync.wait %t
    %p = tasync.mma %x, %x, %acc transpose_b : !tile, !tile, !acc
    %q = tasync.mma_wait 0 %p : !acc
    tasync.sync
    scf.yield %q : !acc
  }
  return
}

// A loop that writes what a copy reads is left alone.
//
// CHECK-LABEL: func.func @written
// CHECK-NOT: pipeline_create
// CHECK: return
func.func @written(%a: !mem, %K: index) attributes {tasync.warp_groups = 1 : i32} {
  %x = tasync.alloc : !tile
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %K step %c64 {
    %u = tasync.copy %a[%c0, %k] to %x via "plain" : !mem, !tile -> !tasync.token
    tasync.wait %u
    %v = tasync.local_load %x : !tile -> tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
    tile.store %v, %a[%c0, %k] : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>, !mem
    tasync.sync
  }
  return
}
