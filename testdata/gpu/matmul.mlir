// A product by tiles of 16x16 in shared memory, one of them padded, with guards
// where the tiles are not whole.
//
// launch: matmul grid=3,2 block=16,16 a=20x24 b=24x40 c=20x40
gpu.module @kernels {
  gpu.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>)
      workgroup(%sa : memref<16x16xf32, #gpu.address_space<workgroup>>, %sb : memref<16x17xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xf32>
    %N = memref.dim %B, %c1 : memref<?x?xf32>
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %r0 = arith.muli %by, %c16 : index
    %q0 = arith.muli %bx, %c16 : index
    %row = arith.addi %r0, %ty : index
    %col = arith.addi %q0, %tx : index
    %rin = arith.cmpi slt, %row, %M : index
    %cin = arith.cmpi slt, %col, %N : index
    %acc = scf.for %k = %c0 to %K step %c16 iter_args(%s = %zero) -> (f32) {
      %ka = arith.addi %k, %tx : index
      %kb = arith.addi %k, %ty : index
      %kain = arith.cmpi slt, %ka, %K : index
      %kbin = arith.cmpi slt, %kb, %K : index
      %aok = arith.andi %rin, %kain : i1
      %bok = arith.andi %cin, %kbin : i1
      %a = scf.if %aok -> f32 {
        %v = memref.load %A[%row, %ka] : memref<?x?xf32>
        scf.yield %v : f32
      } else {
        scf.yield %zero : f32
      }
      %b = scf.if %bok -> f32 {
        %v = memref.load %B[%kb, %col] : memref<?x?xf32>
        scf.yield %v : f32
      } else {
        scf.yield %zero : f32
      }
      memref.store %a, %sa[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
      memref.store %b, %sb[%ty, %tx] : memref<16x17xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %p = scf.for %i = %c0 to %c16 step %c1 iter_args(%t = %s) -> (f32) {
        %x = memref.load %sa[%ty, %i] : memref<16x16xf32, #gpu.address_space<workgroup>>
        %y = memref.load %sb[%i, %tx] : memref<16x17xf32, #gpu.address_space<workgroup>>
        %u = math.fma %x, %y, %t : f32
        scf.yield %u : f32
      }
      gpu.barrier
      scf.yield %p : f32
    }
    %ok = arith.andi %rin, %cin : i1
    scf.if %ok {
      memref.store %acc, %C[%row, %col] : memref<?x?xf32>
    }
    gpu.return
  }
}
