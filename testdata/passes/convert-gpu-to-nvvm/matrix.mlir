// Products of a warp become those of wmma, and intrinsics of LLVM.
// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{full=true},reconcile-unrealized-casts,canonicalize))' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{full=true},reconcile-unrealized-casts,canonicalize))' | tile-opt translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

gpu.module @m {
  // CHECK-LABEL: llvm.func @product
  // LLVM: define void @product
  gpu.func @product(%a: memref<32x64xf16>, %b: memref<16x8xf16, #gpu.address_space<workgroup>>, %c: memref<?x8xf32>, %i: index) {
    %c0 = arith.constant 0 : index
    // CHECK: nvvm.wmma.load %{{.*}}, %{{.*}} {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 32 : i32, n = 8 : i32} : (!llvm.ptr) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
    // LLVM: call {{.*}} @llvm.nvvm.wmma.m32n8k16.load.a.row.stride.f16.p0(ptr %{{.*}}, i32 64)
    %ma = gpu.subgroup_mma_load_matrix %a[%i, %c0] {leadDimension = 64 : index} : memref<32x64xf16> -> !gpu.mma_matrix<32x16xf16, "AOp">
    // CHECK: nvvm.wmma.load {{.*}}frag = #nvvm.mma_frag<b>, k = 16 : i32, layout = #nvvm.mma_layout<col>
    // LLVM: call {{.*}} @llvm.nvvm.wmma.m32n8k16.load.b.col.stride.f16.p3(
    %mb = gpu.subgroup_mma_load_matrix %b[%c0, %c0] {leadDimension = 16 : index, transpose} : memref<16x8xf16, #gpu.address_space<workgroup>> -> !gpu.mma_matrix<16x8xf16, "BOp">
    // CHECK: nvvm.wmma.load {{.*}}eltype = #nvvm.mma_type<f32>, frag = #nvvm.mma_frag<c>
    // LLVM: call {{.*}} @llvm.nvvm.wmma.m32n8k16.load.c.row.stride.f32.p0(
    %mc = gpu.subgroup_mma_load_matrix %c[%i, %c0] {leadDimension = 8 : index} : memref<?x8xf32> -> !gpu.mma_matrix<32x8xf32, "COp">
    // CHECK: nvvm.wmma.mma {{.*}}{eltypeA = #nvvm.mma_type<f16>, eltypeB = #nvvm.mma_type<f32>, k = 16 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, m = 32 : i32, n = 8 : i32}
    // LLVM: call {{.*}} @llvm.nvvm.wmma.m32n8k16.mma.row.col.f32.f32(
    %md = gpu.subgroup_mma_compute %ma, %mb, %mc {b_transpose} : !gpu.mma_matrix<32x16xf16, "AOp">, !gpu.mma_matrix<16x8xf16, "BOp"> -> !gpu.mma_matrix<32x8xf32, "COp">
    // CHECK-COUNT-8: llvm.fadd
    // CHECK-NOT: llvm.fadd
    %me = gpu.subgroup_mma_elementwise addf %md, %mc : (!gpu.mma_matrix<32x8xf32, "COp">, !gpu.mma_matrix<32x8xf32, "COp">) -> !gpu.mma_matrix<32x8xf32, "COp">
    // CHECK: nvvm.wmma.store
    // LLVM: call void @llvm.nvvm.wmma.m32n8k16.store.d.row.stride.f32.p0(
    gpu.subgroup_mma_store_matrix %me, %c[%i, %c0] {leadDimension = 8 : index} : !gpu.mma_matrix<32x8xf32, "COp">, memref<?x8xf32>
    gpu.return
  }

  // LLVM: define void @types
  gpu.func @types(%k: memref<16x16xi8>, %d: memref<8x8xf64>, %s: memref<16x16xi32>) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    // LLVM: call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.u8.p0(
    %ka = gpu.subgroup_mma_load_matrix %k[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xui8, "AOp">
    %kb = gpu.subgroup_mma_load_matrix %k[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xui8, "BOp">
    %kc = gpu.subgroup_mma_constant_matrix %one : !gpu.mma_matrix<16x16xi32, "COp">
    // LLVM: call { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.wmma.m16n16k16.mma.row.row.u8(
    %kd = gpu.subgroup_mma_compute %ka, %kb, %kc : !gpu.mma_matrix<16x16xui8, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.subgroup_mma_store_matrix %kd, %s[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32>
    // LLVM: call double @llvm.nvvm.wmma.m8n8k4.load.a.row.stride.f64.p0(
    %da = gpu.subgroup_mma_load_matrix %d[%c0, %c0] {leadDimension = 8 : index} : memref<8x8xf64> -> !gpu.mma_matrix<8x4xf64, "AOp">
    %db = gpu.subgroup_mma_load_matrix %d[%c0, %c0] {leadDimension = 8 : index} : memref<8x8xf64> -> !gpu.mma_matrix<4x8xf64, "BOp">
    %dc = gpu.subgroup_mma_load_matrix %d[%c0, %c0] {leadDimension = 8 : index} : memref<8x8xf64> -> !gpu.mma_matrix<8x8xf64, "COp">
    // LLVM: call { double, double } @llvm.nvvm.wmma.m8n8k4.mma.row.row.f64(double
    %dd = gpu.subgroup_mma_compute %da, %db, %dc : !gpu.mma_matrix<8x4xf64, "AOp">, !gpu.mma_matrix<4x8xf64, "BOp"> -> !gpu.mma_matrix<8x8xf64, "COp">
    gpu.subgroup_mma_store_matrix %dd, %d[%c0, %c0] {leadDimension = 8 : index} : !gpu.mma_matrix<8x8xf64, "COp">, memref<8x8xf64>
    gpu.return
  }
}
