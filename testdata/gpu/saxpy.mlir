// y = a x + y, in a loop over the grid's threads; only elements above 0 of x
// count.
//
// launch: saxpy grid=3 block=64 x=500 y=500 a=1.5
gpu.module @kernels {
  gpu.func @saxpy(%x: memref<?xf32>, %y: memref<?xf32, strided<[?], offset: ?>>, %a: f32) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?xf32>
    %tid = gpu.thread_id x
    %bid = gpu.block_id x
    %dim = gpu.block_dim x
    %blocks = gpu.grid_dim x
    %base = arith.muli %bid, %dim : index
    %first = arith.addi %base, %tid : index
    %step = arith.muli %dim, %blocks : index
    scf.for %i = %first to %n step %step {
      %xi = memref.load %x[%i] : memref<?xf32>
      %positive = arith.cmpf ogt, %xi, %zero : f32
      scf.if %positive {
        %yi = memref.load %y[%i] : memref<?xf32, strided<[?], offset: ?>>
        %p = arith.mulf %a, %xi : f32
        %s = arith.addf %p, %yi : f32
        memref.store %s, %y[%i] : memref<?xf32, strided<[?], offset: ?>>
      }
    }
    gpu.return
  }
}
