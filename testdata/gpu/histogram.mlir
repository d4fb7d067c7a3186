// Counts in shared memory, then in global memory: atomic operations, branches
// between blocks, a table of constants and a copy of a view.
//
// launch: histogram grid=2 block=40 x=75 bins=6
gpu.module @kernels {
  memref.global "private" constant @weights : memref<2xi32> = dense<[0, 1]>
  gpu.func @histogram(%x: memref<?xf32>, %bins: memref<?xi32>) workgroup(%local : memref<8xi32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0 : i32
    %n = memref.dim %x, %c0 : memref<?xf32>
    %m = memref.dim %bins, %c0 : memref<?xi32>
    %tid = gpu.thread_id x
    %dim = gpu.block_dim x
    scf.for %i = %tid to %c8 step %dim {
      memref.store %zero, %local[%i] : memref<8xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %table = memref.get_global @weights : memref<2xi32>
    %one = memref.load %table[%c1] : memref<2xi32>
    %i = gpu.global_id x
    %in = arith.cmpi slt, %i, %n : index
    cf.cond_br %in, ^count, ^join
  ^count:
    %v = memref.load %x[%i] : memref<?xf32>
    %k = arith.fptosi %v : f32 to i64
    %b = arith.index_cast %k : i64 to index
    %low = arith.maxsi %b, %c0 : index
    %last = arith.subi %m, %c1 : index
    %at = arith.minsi %low, %last : index
    %old = memref.atomic_rmw addi %one, %local[%at] : (i32, memref<8xi32, #gpu.address_space<workgroup>>) -> i32
    cf.br ^join
  ^join:
    gpu.barrier
    scf.for %j = %tid to %m step %dim {
      %count = memref.load %local[%j] : memref<8xi32, #gpu.address_space<workgroup>>
      %sum = memref.generic_atomic_rmw %bins[%j] : memref<?xi32> {
      ^bb0(%now: i32):
        %s = arith.addi %now, %count : i32
        memref.atomic_yield %s : i32
      }
    }
    gpu.return
  }
}
