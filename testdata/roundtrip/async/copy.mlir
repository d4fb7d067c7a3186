// Copies by threads, through the custom and the generic form and back.
//
// RUN: tile-opt %s > %t.custom
// RUN: cat %t.custom | tile-opt | diff - %t.custom
// RUN: tile-opt %s --mlir-print-op-generic > %t.generic
// RUN: cat %t.generic | tile-opt | diff - %t.custom
// RUN: cat %t.generic | mlir-opt --allow-unregistered-dialect --mlir-print-op-generic | tile-opt | diff - %t.custom
// RUN: cat %t.custom | FileCheck %s

!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!rows = !tasync.buffer<64x64xf16>
!mem = memref<?x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @copies
func.func @copies(%a: !mem, %any: memref<?x?xf16, strided<[?, ?]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32} {
  %buf = tasync.alloc : !tile
  %rows = tasync.alloc : !rows
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  // CHECK: %[[T:.*]] = tasync.copy %{{.*}}[%{{.*}}, %{{.*}}] to %{{.*}} via "cp-async" bytes 16 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16, swizzle = 128> -> !tasync.token
  %t = tasync.copy %a[%i, %i] to %buf via "cp-async" bytes 16 : !mem, !tile -> !tasync.token
  // CHECK: tasync.wait %[[T]]
  tasync.wait %t
  // CHECK: tasync.copy {{.*}} via "any" bytes 4 : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16, swizzle = 128>
  tasync.copy %a[%i, %i] to %buf via "any" bytes 4 : !mem, !tile
  // CHECK: tasync.copy_arrive %{{.*}}[%{{.*}}] : !tasync.barrier<2>
  tasync.copy_arrive %bar[%s] : !tasync.barrier<2>
  // CHECK: tasync.copy {{.*}} via "plain" : memref<?x?xf16, strided<[?, ?]>>, !tasync.buffer<64x64xf16, swizzle = 128>
  tasync.copy %any[%i, %i] to %buf via "plain" : memref<?x?xf16, strided<[?, ?]>>, !tile
  // CHECK: tasync.copy_wait
  tasync.copy_wait
  // CHECK: tasync.copy {{.*}} via "bulk" signal %{{.*}}[%{{.*}}] : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16>, !tasync.barrier<2>
  tasync.copy %a[%i, %i] to %rows via "bulk" signal %bar[%s] : !mem, !rows, !tasync.barrier<2>
  return
}

// A slot may be filled by several kinds.
//
// CHECK-LABEL: func.func @slot
func.func @slot(%a: !mem, %i: index) attributes {tasync.warp_groups = 1 : i32} {
  %m = tasync.tensor_map %a : !mem -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 2, [!tile, !rows]>
  %f:2 = tasync.pipeline_acquire %p : !tasync.pipeline<stages = 2, [!tile, !rows]>
  tasync.async_load %m[%i, %i] to %f#0 : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tile
  // CHECK: tasync.copy {{.*}} to %free#1 via "bulk" : memref<?x?xf16, strided<[?, 1]>>, !tasync.buffer<64x64xf16>{{$}}
  tasync.copy %a[%i, %i] to %f#1 via "bulk" : !mem, !rows
  tasync.pipeline_commit %p : !tasync.pipeline<stages = 2, [!tile, !rows]>
  return
}
