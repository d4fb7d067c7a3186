// Products by a warp of 8-bit integers, of f32 as tf32 and of f16 summed up in
// f16, in the shapes that they have, added up element by element.
//
// launch: types grid=1 block=32 k=16x16 t=16x16 h=32x16 y=16x16
gpu.module @kernels {
  gpu.func @types(%k: memref<16x16xi8>, %t: memref<16x16xf32>, %h: memref<32x16xf16>, %y: memref<16x16xf32>)
      workgroup(%si : memref<16x16xi32, 3>, %sf : memref<16x16xf32, 3>, %sh : memref<32x8xf16, 3>) kernel {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant 0 : i32
    %zerof = arith.constant 0.0 : f32
    %oneh = arith.constant 1.0 : f16
    %ka = gpu.subgroup_mma_load_matrix %k[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "AOp">
    %kb = gpu.subgroup_mma_load_matrix %k[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "BOp">
    %kc = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xi32, "COp">
    %kd = gpu.subgroup_mma_compute %ka, %kb, %kc : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.subgroup_mma_store_matrix %kd, %si[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32, 3>
    %ta = gpu.subgroup_mma_load_matrix %t[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<16x8xf32, "AOp">
    %tb = gpu.subgroup_mma_load_matrix %t[%c8, %c0] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<8x16xf32, "BOp">
    %tc = gpu.subgroup_mma_constant_matrix %zerof : !gpu.mma_matrix<16x16xf32, "COp">
    %td = gpu.subgroup_mma_compute %ta, %tb, %tc : !gpu.mma_matrix<16x8xf32, "AOp">, !gpu.mma_matrix<8x16xf32, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %td, %sf[%c0, %c0] {leadDimension = 16 : index, transpose} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32, 3>
    %ha = gpu.subgroup_mma_load_matrix %h[%c0, %c0] {leadDimension = 16 : index} : memref<32x16xf16> -> !gpu.mma_matrix<32x16xf16, "AOp">
    %hb = gpu.subgroup_mma_load_matrix %h[%c16, %c8] {leadDimension = 16 : index} : memref<32x16xf16> -> !gpu.mma_matrix<16x8xf16, "BOp">
    %hc = gpu.subgroup_mma_constant_matrix %oneh : !gpu.mma_matrix<32x8xf16, "COp">
    %hd = gpu.subgroup_mma_compute %ha, %hb, %hc : !gpu.mma_matrix<32x16xf16, "AOp">, !gpu.mma_matrix<16x8xf16, "BOp"> -> !gpu.mma_matrix<32x8xf16, "COp">
    %he = gpu.subgroup_mma_elementwise negatef %hd : (!gpu.mma_matrix<32x8xf16, "COp">) -> !gpu.mma_matrix<32x8xf16, "COp">
    gpu.subgroup_mma_store_matrix %he, %sh[%c0, %c0] {leadDimension = 8 : index} : !gpu.mma_matrix<32x8xf16, "COp">, memref<32x8xf16, 3>
    gpu.barrier
    %tid = gpu.thread_id x
    %flat = memref.collapse_shape %sh [[0, 1]] : memref<32x8xf16, 3> into memref<256xf16, 3>
    scf.for %e = %tid to %c256 step %c32 {
      %i = arith.divui %e, %c16 : index
      %j = arith.remui %e, %c16 : index
      %vi = memref.load %si[%i, %j] : memref<16x16xi32, 3>
      %vf = memref.load %sf[%i, %j] : memref<16x16xf32, 3>
      %vh = memref.load %flat[%e] : memref<256xf16, 3>
      %fi = arith.sitofp %vi : i32 to f32
      %fh = arith.extf %vh : f16 to f32
      %s = arith.addf %fi, %vf : f32
      %r = arith.addf %s, %fh : f32
      memref.store %r, %y[%i, %j] : memref<16x16xf32>
    }
    gpu.return
  }
}
