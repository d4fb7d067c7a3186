// B = A^T through tiles of 16 x 16 in shared memory, whose rows have one
// element more so that columns lie in different banks. The host launches it.
//
// launch: transpose grid=3,2 block=16,16 A=27x40/44 B=40x27
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
    gpu.func @transpose(%A: memref<?x?xf32, strided<[?, 1]>>, %B: memref<?x?xf32>)
        workgroup(%tile : memref<16x17xf32, #gpu.address_space<workgroup>>) kernel
        attributes {known_block_size = array<i32: 16, 16, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %rows = memref.dim %A, %c0 : memref<?x?xf32, strided<[?, 1]>>
      %cols = memref.dim %A, %c1 : memref<?x?xf32, strided<[?, 1]>>
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %x0 = arith.muli %bx, %c16 : index
      %y0 = arith.muli %by, %c16 : index
      %col = arith.addi %x0, %tx : index
      %row = arith.addi %y0, %ty : index
      %inCol = arith.cmpi slt, %col, %cols : index
      %inRow = arith.cmpi slt, %row, %rows : index
      %in = arith.andi %inCol, %inRow : i1
      scf.if %in {
        %v = memref.load %A[%row, %col] : memref<?x?xf32, strided<[?, 1]>>
        memref.store %v, %tile[%ty, %tx] : memref<16x17xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %outRow = arith.addi %x0, %ty : index
      %outCol = arith.addi %y0, %tx : index
      %okRow = arith.cmpi slt, %outRow, %cols : index
      %okCol = arith.cmpi slt, %outCol, %rows : index
      %ok = arith.andi %okRow, %okCol : i1
      scf.if %ok {
        %v = memref.load %tile[%tx, %ty] : memref<16x17xf32, #gpu.address_space<workgroup>>
        memref.store %v, %B[%outRow, %outCol] : memref<?x?xf32>
      }
      gpu.return
    }
  }
  func.func @host(%A: memref<?x?xf32, strided<[?, 1]>>, %B: memref<?x?xf32>, %x: index, %y: index) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    gpu.launch_func @kernels::@transpose blocks in (%x, %y, %c1) threads in (%c16, %c16, %c1) args(%A : memref<?x?xf32, strided<[?, 1]>>, %B : memref<?x?xf32>)
    return
  }
}
