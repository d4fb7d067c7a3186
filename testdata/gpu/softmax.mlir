// Softmax of each row, a block a row: the maximum by gpu.all_reduce, the sum
// by shuffles in each warp and an atomic addition to shared memory.
//
// launch: softmax grid=5 block=72 x=5x200 y=5x200
gpu.module @kernels {
  func.func @weight(%x: f32, %max: f32) -> f32 {
    %d = arith.subf %x, %max : f32
    %e = math.exp %d : f32
    return %e : f32
  }
  gpu.func @softmax(%x: memref<?x200xf32>, %y: memref<?x200xf32>) workgroup(%total : memref<1xf32, 3>) kernel {
    %c0 = arith.constant 0 : index
    %n = arith.constant 200 : index
    %zero = arith.constant 0.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    %tid = gpu.thread_id x
    %row = gpu.block_id x
    %step = gpu.block_dim x
    %from = memref.subview %x[%row, 0] [1, 200] [1, 1] : memref<?x200xf32> to memref<200xf32, strided<[1], offset: ?>>
    %to = memref.subview %y[%row, 0] [1, 200] [1, 1] : memref<?x200xf32> to memref<200xf32, strided<[1], offset: ?>>
    %isFirst = arith.cmpi eq, %tid, %c0 : index
    scf.if %isFirst {
      memref.store %zero, %total[%c0] : memref<1xf32, 3>
    }
    %mine = scf.for %i = %tid to %n step %step iter_args(%m = %lowest) -> (f32) {
      %v = memref.load %from[%i] : memref<200xf32, strided<[1], offset: ?>>
      %next = arith.maximumf %m, %v : f32
      scf.yield %next : f32
    }
    %max = gpu.all_reduce %mine uniform {
    ^bb0(%a: f32, %b: f32):
      %m = arith.maximumf %a, %b : f32
      gpu.yield %m : f32
    } : (f32) -> f32
    %part = scf.for %i = %tid to %n step %step iter_args(%s = %zero) -> (f32) {
      %v = memref.load %from[%i] : memref<200xf32, strided<[1], offset: ?>>
      %e = func.call @weight(%v, %max) : (f32, f32) -> f32
      memref.store %e, %to[%i] : memref<200xf32, strided<[1], offset: ?>>
      %next = arith.addf %s, %e : f32
      scf.yield %next : f32
    }
    // The last warp has 8 lanes: the others' values are not there.
    %warp = gpu.subgroup_id : index
    %c32 = arith.constant 32 : index
    %before = arith.muli %warp, %c32 : index
    %left = arith.subi %step, %before : index
    %lanes = arith.minsi %left, %c32 : index
    %width = arith.index_cast %lanes : index to i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %end = arith.constant 32 : i32
    %sum, %last = scf.while (%v = %part, %d = %c1) : (f32, i32) -> (f32, i32) {
      %more = arith.cmpi slt, %d, %end : i32
      scf.condition(%more) %v, %d : f32, i32
    } do {
    ^bb0(%v: f32, %d: i32):
      %other, %valid = gpu.shuffle down %v, %d, %width : f32
      %s = arith.addf %v, %other : f32
      %r = arith.select %valid, %s, %v : f32
      %next = arith.muli %d, %c2 : i32
      scf.yield %r, %next : f32, i32
    }
    %lane = gpu.lane_id
    %leads = arith.cmpi eq, %lane, %c0 : index
    scf.if %leads {
      %old = memref.atomic_rmw addf %sum, %total[%c0] : (f32, memref<1xf32, 3>) -> f32
    }
    gpu.barrier
    %all = memref.load %total[%c0] : memref<1xf32, 3>
    scf.for %i = %tid to %n step %step {
      %e = memref.load %to[%i] : memref<200xf32, strided<[1], offset: ?>>
      %q = arith.divf %e, %all : f32
      memref.store %q, %to[%i] : memref<200xf32, strided<[1], offset: ?>>
    }
    gpu.return
  }
}
