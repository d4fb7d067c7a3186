// Every operation, type and attribute of the async level, through the custom
// and the generic form and back.
//
// RUN: tile-opt %s > %t.custom
// RUN: cat %t.custom | tile-opt | diff - %t.custom
// RUN: tile-opt %s --mlir-print-op-generic > %t.generic
// RUN: cat %t.generic | tile-opt | diff - %t.custom
// RUN: cat %t.generic | mlir-opt --allow-unregistered-dialect --mlir-print-op-generic | tile-opt | diff - %t.custom
// RUN: cat %t.custom | FileCheck %s

#mma = #tasync.mma<wgs = 1, n = 64>
#rows = #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>
!tile = !tasync.buffer<64x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x32xf16, swizzle = 64>]>

// CHECK-LABEL: func.func @memory
// CHECK-SAME: tasync.shared_bytes = 4096 : i64, tasync.warp_groups = 1 : i32
func.func @memory(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 1 : i32, tasync.shared_bytes = 4096 : i64} {
  // CHECK: %[[MAP:.*]] = tasync.tensor_map %{{.*}} : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  %map = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  // CHECK: tasync.storable %[[MAP]] : !tasync.tensor_map<64x64xf16, swizzle = 128>
  %ok = tasync.storable %map : !tasync.tensor_map<64x64xf16, swizzle = 128>
  // CHECK: %[[BUF:.*]] = tasync.alloc : !tasync.buffer<64x64xf16, swizzle = 128>
  %buf = tasync.alloc : !tile
  // CHECK: tasync.alloc at 16384 : !tasync.buffer<64x64xf16, swizzle = 128, stages = 4>
  %many = tasync.alloc at 16384 : !tasync.buffer<64x64xf16, swizzle = 128, stages = 4>
  %plain = tasync.alloc : !tasync.buffer<64x64xf16>
  // CHECK: tasync.slot %{{.*}}[%{{.*}}] : !tasync.buffer<64x64xf16, swizzle = 128, stages = 4>
  %slot = tasync.slot %many[%s] : !tasync.buffer<64x64xf16, swizzle = 128, stages = 4>
  // CHECK: tasync.slot %{{.*}}[%{{.*}}] rows 8 : !tasync.buffer<64x64xf16, swizzle = 128>
  %rows = tasync.slot %slot[%s] rows 8 : !tasync.buffer<64x64xf16, swizzle = 128>
  // CHECK: tasync.async_load %[[MAP]][%{{.*}}, %{{.*}}] to %[[BUF]] : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128> -> !tasync.token
  %t = tasync.async_load %map[%i, %i] to %buf : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tile -> !tasync.token
  %bar = tasync.barrier_alloc : !tasync.barrier<2>
  // CHECK: tasync.async_load {{.*}} signal %{{.*}}[%{{.*}}] : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.barrier<2>
  tasync.async_load %map[%i, %i] to %slot signal %bar[%s] : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tile, !tasync.barrier<2>
  // CHECK: tasync.wait %{{.*}}
  tasync.wait %t
  // CHECK: tasync.local_load %[[BUF]] : !tasync.buffer<64x64xf16, swizzle = 128> -> tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>
  %x = tasync.local_load %buf : !tile -> tensor<64x64xf16, #mma>
  // CHECK: tasync.local_load %{{.*}} transpose : !tasync.buffer<64x64xf16> -> tensor<64x64xf16, #tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>>
  %y = tasync.local_load %plain transpose : !tasync.buffer<64x64xf16> -> tensor<64x64xf16, #rows>
  // CHECK: tasync.local_store %{{.*}}, %[[BUF]] stmatrix : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>, !tasync.buffer<64x64xf16, swizzle = 128>
  tasync.local_store %x, %buf stmatrix : tensor<64x64xf16, #mma>, !tile
  tasync.local_store %y, %plain : tensor<64x64xf16, #rows>, !tasync.buffer<64x64xf16>
  // CHECK: tasync.fence_async
  tasync.fence_async
  // CHECK: tasync.sync
  tasync.sync
  // CHECK: tasync.single_thread {
  // CHECK-NEXT: tasync.async_store %[[BUF]] to %[[MAP]][%{{.*}}, %{{.*}}] : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.tensor_map<64x64xf16, swizzle = 128>
  // CHECK-NEXT: tasync.store_commit
  // CHECK-NEXT: tasync.store_wait 1 read
  // CHECK-NEXT: tasync.store_wait 0
  // CHECK-NEXT: }
  tasync.single_thread {
    tasync.async_store %buf to %map[%i, %i] : !tile, !tasync.tensor_map<64x64xf16, swizzle = 128>
    tasync.store_commit
    tasync.store_wait 1 read
    tasync.store_wait 0
  }
  // CHECK: tasync.extract_slice %{{.*}}[0, 32] : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>> -> tensor<64x32xf16, #tasync.mma<wgs = 1, n = 32>>
  %part = tasync.extract_slice %x[0, 32] : tensor<64x64xf16, #mma> -> tensor<64x32xf16, #tasync.mma<wgs = 1, n = 32>>
  %scratch = tasync.alloc : !tasync.buffer<4x64xf16>
  // CHECK: tasync.reduce %{{.*}}, %{{.*}} {axis = 0 : i64, kind = "max"} : tensor<64x64xf16, #tasync.mma<wgs = 1, n = 64>>, !tasync.buffer<4x64xf16> -> tensor<64xf16, #tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>>
  %r = tasync.reduce %x, %scratch {axis = 0 : i64, kind = "max"} : tensor<64x64xf16, #mma>, !tasync.buffer<4x64xf16> -> tensor<64xf16, #tasync.slice<axis = 0, parent = #mma>>
  return
}

// CHECK-LABEL: func.func @products
func.func @products(%i: index) attributes {tasync.warp_groups = 1 : i32} {
  %a = tasync.alloc : !tile
  %b = tasync.alloc : !tile
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  // CHECK: %[[C:.*]] = tasync.mma %{{.*}}, %{{.*}}, %{{.*}} transpose_a transpose_b : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  %c = tasync.mma %a, %b, %zero transpose_a transpose_b : !tile, !tile, tensor<64x64xf32, #mma>
  // CHECK: %[[D:.*]] = tasync.mma %{{.*}}, %{{.*}}, %[[C]] : !tasync.buffer
  %d = tasync.mma %a, %b, %c : !tile, !tile, tensor<64x64xf32, #mma>
  // CHECK: tasync.mma_wait 0 %[[D]] : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  %e = tasync.mma_wait 0 %d : tensor<64x64xf32, #mma>
  // CHECK: tasync.mma_wait 1{{$}}
  tasync.mma_wait 1
  return
}

// CHECK-LABEL: func.func @pipelines
func.func @pipelines(%a: memref<?x?xf16, strided<[?, 1]>>, %i: index, %s: i32) attributes {tasync.warp_groups = 2 : i32} {
  %map = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<64x64xf16, swizzle = 128>
  // CHECK: %[[P:.*]] = tasync.pipeline_create : !tasync.pipeline<stages = 3, [!tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x32xf16, swizzle = 64>]>
  %p = tasync.pipeline_create : !ring
  // CHECK: tasync.pipeline_create war "barrier" : !tasync.pipeline<
  %w = tasync.pipeline_create war "barrier" : !ring
  // CHECK: tasync.barrier_alloc at 8 : !tasync.barrier<4>
  %b = tasync.barrier_alloc at 8 : !tasync.barrier<4>
  // CHECK: tasync.barrier_init %{{.*}}, 2 : !tasync.barrier<4>
  tasync.barrier_init %b, 2 : !tasync.barrier<4>
  // CHECK: tasync.init_publish
  tasync.init_publish
  // CHECK: tasync.warp_specialize role "producer" warps 4 registers 40 {
  tasync.warp_specialize role "producer" warps 4 registers 40 {
    // CHECK: %[[F:.*]]:2 = tasync.pipeline_acquire %[[P]] : !tasync.pipeline<
    %f:2 = tasync.pipeline_acquire %p : !ring
    // CHECK: tasync.async_load {{.*}} to %[[F]]#0 : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>{{$}}
    tasync.async_load %map[%i, %i] to %f#0 : !tasync.tensor_map<64x64xf16, swizzle = 128>, !tile
    // CHECK: tasync.pipeline_commit %[[P]] :
    tasync.pipeline_commit %p : !ring
    // CHECK: tasync.barrier_expect %{{.*}}[%{{.*}}], 8192 : !tasync.barrier<4>
    tasync.barrier_expect %b[%s], 8192 : !tasync.barrier<4>
  // CHECK: } role "consumer" warps 8 registers 232 {
  } role "consumer" warps 8 registers 232 {
    // CHECK: tasync.pipeline_wait %[[P]] :
    %g:2 = tasync.pipeline_wait %p : !ring
    // CHECK: tasync.pipeline_release %[[P]] keep 1 :
    tasync.pipeline_release %p keep 1 : !ring
    // CHECK: tasync.pipeline_release %[[P]] :
    tasync.pipeline_release %p : !ring
    // CHECK: tasync.barrier_wait %{{.*}}[%{{.*}}], %{{.*}} : !tasync.barrier<4>
    tasync.barrier_wait %b[%s], %s : !tasync.barrier<4>
    // CHECK: tasync.barrier_arrive %{{.*}}[%{{.*}}] warpgroup : !tasync.barrier<4>
    tasync.barrier_arrive %b[%s] warpgroup : !tasync.barrier<4>
    tasync.barrier_arrive %b[%s] warp : !tasync.barrier<4>
    tasync.barrier_arrive %b[%s] thread : !tasync.barrier<4>
    tasync.barrier_arrive %b[%s] role {note = 1 : i64} : !tasync.barrier<4>
  }
  // CHECK: return
  return
}
