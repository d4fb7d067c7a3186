// Exchanges and reductions over lanes: rotation, reductions of groups, of a warp
// and of a block, and a product by atomic operations.
//
// launch: lanes grid=2 block=64 x=128 y=128
gpu.module @kernels {
  gpu.func @lanes(%x: memref<?xf32>, %y: memref<?xf32>) workgroup(%w: memref<1xi32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %i = gpu.global_id x
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      memref.store %one, %w[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %few = arith.cmpi ult, %tid, %c8 : index
    scf.if %few {
      %old = memref.atomic_rmw muli %two, %w[%c0] : (i32, memref<1xi32, #gpu.address_space<workgroup>>) -> i32
    }
    gpu.barrier
    %v = memref.load %x[%i] : memref<?xf32>
    %r, %valid = gpu.rotate %v, 3, 16 : f32
    %kept = arith.select %valid, %r, %v : f32
    %four = gpu.subgroup_reduce add %v cluster(size = 4) : (f32) -> f32
    %most = gpu.subgroup_reduce maximumf %v : (f32) -> f32
    %all = gpu.all_reduce add %v uniform {
    } : (f32) -> f32
    %n = memref.load %w[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    %nf = arith.sitofp %n : i32 to f32
    %s0 = arith.addf %kept, %four : f32
    %s1 = arith.addf %s0, %most : f32
    %s2 = arith.addf %s1, %all : f32
    %s3 = arith.addf %s2, %nf : f32
    memref.store %s3, %y[%i] : memref<?xf32>
    gpu.return
  }
}
