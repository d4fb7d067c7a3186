// RUN: tile-opt %s --convert-async-to-nvvm | FileCheck %s

// Descriptors are computed once for a role and the slot of the ring is added; depth goes in steps of 32 bytes. The
// accumulator of each 64-row block is one struct, zero on the edge into the loop.
// CHECK-LABEL: llvm.func @loop(
// CHECK: %[[ZERO:.*]] = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
// CHECK: %[[DESC:.*]] = arith.ori %{{.*}}, %{{.*}} : i64
// CHECK: %[[DESCB:.*]] = arith.ori %{{.*}}, %{{.*}} : i64
// CHECK: scf.for
// CHECK-SAME: iter_args(%[[S:.*]] = %{{.*}}, %[[A0:.*]] = %[[ZERO]], %[[A1:.*]] = %[[ZERO]])
// CHECK: %[[STEP:.*]] = arith.shli %[[S]], %{{.*}} : i32
// CHECK: %[[WIDE:.*]] = arith.extui %[[STEP]] : i32 to i64
// CHECK: %[[DA:.*]] = arith.addi %[[DESC]], %[[WIDE]] : i64
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: %[[B0:.*]] = nvvm.wgmma.mma_async %[[DA]], %{{.*}}, %[[A0]], <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
// CHECK: %[[NEXT:.*]] = arith.addi %[[DA]], %c512_i64 : i64
// CHECK: %[[B1:.*]] = nvvm.wgmma.mma_async %[[NEXT]], %{{.*}}, %[[A1]], <m = 64, n = 8, k = 16>
// CHECK: %[[K1:.*]] = arith.addi %[[DA]], %c2_i64 : i64
// CHECK: nvvm.wgmma.mma_async %[[K1]], %{{.*}}, %[[B0]],
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.wait_group.sync.aligned 1;", "=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,~{memory}"
// CHECK: scf.yield %{{.*}}, %{{.*}}, %{{.*}} : i32, !llvm.struct<(f32, f32, f32, f32)>, !llvm.struct<(f32, f32, f32, f32)>
// CHECK: } {llvm.loop_annotation = #loop_annotation}
func.func @loop(%n: index, %C: memref<?x?xf32, strided<[?, 1]>>) attributes {tasync.warp_groups = 1 : i32, tile.kernel, tasync.shared_bytes = 70000 : i64} {
  %ra = tasync.alloc at 0 : !tasync.buffer<128x64xbf16, swizzle = 128, stages = 2>
  %rb = tasync.alloc at 32768 : !tasync.buffer<8x64xbf16, swizzle = 128, stages = 2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = arith.constant 0 : i32
  %s1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128x8xf32, #tasync.mma<wgs = 1, n = 8>>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %s0, %acc = %zero) -> (i32, tensor<128x8xf32, #tasync.mma<wgs = 1, n = 8>>) {
    %a = tasync.slot %ra[%s] : !tasync.buffer<128x64xbf16, swizzle = 128, stages = 2>
    %b = tasync.slot %rb[%s] : !tasync.buffer<8x64xbf16, swizzle = 128, stages = 2>
    %d = tasync.mma %a, %b, %acc transpose_b : !tasync.buffer<128x64xbf16, swizzle = 128>, !tasync.buffer<8x64xbf16, swizzle = 128>, tensor<128x8xf32, #tasync.mma<wgs = 1, n = 8>>
    %w = tasync.mma_wait 1 %d : tensor<128x8xf32, #tasync.mma<wgs = 1, n = 8>>
    %t = arith.xori %s, %s1 : i32
    scf.yield %t, %w : i32, tensor<128x8xf32, #tasync.mma<wgs = 1, n = 8>>
  }
  %f = tasync.mma_wait 0 %r#1 : tensor<128x8xf32, #tasync.mma<wgs = 1, n = 8>>
  tile.store %f, %C[%c0, %c0] : tensor<128x8xf32, #tasync.mma<wgs = 1, n = 8>>, memref<?x?xf32, strided<[?, 1]>>
  return
}

// CHECK-LABEL: llvm.func @transposed(
// CHECK: nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %{{.*}}, <m = 64, n = 64, k = 16>, D[<f32>, <zero>], A[<f16>, <one>, <col>], B[<f16>, <one>, <row>]
func.func @transposed(%C: memref<?x?xf32, strided<[?, 1]>>) attributes {tasync.warp_groups = 1 : i32, tile.kernel, tasync.shared_bytes = 16384 : i64} {
  %a = tasync.alloc at 0 : !tasync.buffer<64x64xf16, swizzle = 128>
  %b = tasync.alloc at 8192 : !tasync.buffer<64x64xf16, swizzle = 128>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  %d = tasync.mma %a, %b, %zero transpose_a : !tasync.buffer<64x64xf16, swizzle = 128>, !tasync.buffer<64x64xf16, swizzle = 128>, tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  %f = tasync.mma_wait 0 %d : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>
  tile.store %f, %C[%c0, %c0] : tensor<64x64xf32, #tasync.mma<wgs = 1, n = 64>>, memref<?x?xf32, strided<[?, 1]>>
  return
}

// An accumulator that was computed goes through the fence.
// CHECK-LABEL: llvm.func @computed(
// CHECK: %[[ACC:.*]] = llvm.inline_asm has_side_effects asm_dialect = att "wgmma.fence.sync.aligned;", "=f,=f,=f,=f,0,1,2,3,~{memory}"
// CHECK-NOT: nvvm.wgmma.fence
// CHECK: nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[ACC]], <m = 64, n = 8, k = 16>, D[<f32>, <one>]
func.func @computed(%C: memref<?x?xf32, strided<[?, 1]>>) attributes {tasync.warp_groups = 1 : i32, tile.kernel, tasync.shared_bytes = 16384 : i64} {
  %a = tasync.alloc at 0 : !tasync.buffer<64x16xf16, swizzle = 32>
  %b = tasync.alloc at 8192 : !tasync.buffer<8x16xf16, swizzle = 32>
  %c0 = arith.constant 0 : index
  %two = arith.constant dense<2.0> : tensor<64x8xf32, #tasync.mma<wgs = 1, n = 8>>
  %d = tasync.mma %a, %b, %two transpose_b : !tasync.buffer<64x16xf16, swizzle = 32>, !tasync.buffer<8x16xf16, swizzle = 32>, tensor<64x8xf32, #tasync.mma<wgs = 1, n = 8>>
  %f = tasync.mma_wait 0 %d : tensor<64x8xf32, #tasync.mma<wgs = 1, n = 8>>
  tile.store %f, %C[%c0, %c0] : tensor<64x8xf32, #tasync.mma<wgs = 1, n = 8>>, memref<?x?xf32, strided<[?, 1]>>
  return
}
