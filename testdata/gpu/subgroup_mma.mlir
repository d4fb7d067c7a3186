// A product by warps, a tile of 16x16 each, with what it is scaled and added to
// in the registers; A is read from shared memory.
//
// launch: product grid=2,3 block=32 a=48x32 b=32x32 c=48x32
gpu.module @kernels {
  gpu.func @product(%a: memref<48x32xf16>, %b: memref<32x32xf16>, %c: memref<48x32xf32>) workgroup(%tile : memref<16x16xf16, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %tid = gpu.thread_id x
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %row = arith.muli %by, %c16 : index
    %col = arith.muli %bx, %c16 : index
    %init = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
    %sum = scf.for %k = %c0 to %c32 step %c16 iter_args(%acc = %init) -> (!gpu.mma_matrix<16x16xf32, "COp">) {
      scf.for %e = %tid to %c256 step %c32 {
        %i = arith.divui %e, %c16 : index
        %j = arith.remui %e, %c16 : index
        %m = arith.addi %row, %i : index
        %n = arith.addi %k, %j : index
        %v = memref.load %a[%m, %n] : memref<48x32xf16>
        memref.store %v, %tile[%i, %j] : memref<16x16xf16, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %ma = gpu.subgroup_mma_load_matrix %tile[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16, #gpu.address_space<workgroup>> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %mb = gpu.subgroup_mma_load_matrix %b[%col, %k] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
      %next = gpu.subgroup_mma_compute %ma, %mb, %acc {b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
      gpu.barrier
      scf.yield %next : !gpu.mma_matrix<16x16xf32, "COp">
    }
    %scale = gpu.subgroup_mma_constant_matrix %half : !gpu.mma_matrix<16x16xf32, "COp">
    %scaled = gpu.subgroup_mma_elementwise mulf %sum, %scale : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    %old = gpu.subgroup_mma_load_matrix %c[%row, %col] {leadDimension = 32 : index} : memref<48x32xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
    %all = gpu.subgroup_mma_elementwise addf %scaled, %old : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %all, %c[%row, %col] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<48x32xf32>
    gpu.return
  }
}
