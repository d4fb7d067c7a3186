// One memory seen through windows, reshaped, transposed and by strides: sums of
// 3x3 neighbours, and of four views of one element.
//
// launch: views grid=2,3 block=8,8 x=18x20 z=24 y=16x18
gpu.module @kernels {
  gpu.func @views(%x: memref<18x20xf32>, %z: memref<24xf32>, %y: memref<16x18xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c6 = arith.constant 6 : index
    %c24 = arith.constant 24 : index
    %zero = arith.constant 0.0 : f32
    %h = memref.dim %y, %c0 : memref<16x18xf32>
    %w = memref.dim %y, %c1 : memref<16x18xf32>
    %i = gpu.global_id x
    %j = gpu.global_id y
    %iin = arith.cmpi ult, %i, %h : index
    %jin = arith.cmpi ult, %j, %w : index
    %in = arith.andi %iin, %jin : i1
    scf.if %in {
      %win = memref.subview %x[%i, %j] [3, 3] [1, 1] : memref<18x20xf32> to memref<3x3xf32, strided<[20, 1], offset: ?>>
      %s = scf.parallel (%a, %b) = (%c0, %c0) to (%c3, %c3) step (%c1, %c1) init (%zero) -> f32 {
        %v = memref.load %win[%a, %b] : memref<3x3xf32, strided<[20, 1], offset: ?>>
        scf.reduce(%v : f32) {
        ^bb0(%l: f32, %r: f32):
          %t = arith.addf %l, %r : f32
          scf.reduce.return %t : f32
        }
      }
      %n = arith.addi %i, %j : index
      %k = arith.remui %n, %c24 : index
      %p = arith.divui %k, %c6 : index
      %q = arith.remui %k, %c6 : index
      %e = memref.expand_shape %z [[0, 1]] output_shape [4, 6] : memref<24xf32> into memref<4x6xf32>
      %rc = memref.reinterpret_cast %z to offset: [0], sizes: [6, 4], strides: [1, 6] : memref<24xf32> to memref<6x4xf32, strided<[1, 6]>>
      %tr = memref.transpose %e (d0, d1) -> (d1, d0) : memref<4x6xf32> to memref<6x4xf32, strided<[1, 6]>>
      %any = memref.cast %tr : memref<6x4xf32, strided<[1, 6]>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
      %base, %off, %sizes:2, %strides:2 = memref.extract_strided_metadata %any : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
      %again = memref.reinterpret_cast %base to offset: [%off], sizes: [%sizes#0, %sizes#1], strides: [%strides#0, %strides#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
      %v0 = memref.load %e[%p, %q] : memref<4x6xf32>
      %v1 = memref.load %rc[%q, %p] : memref<6x4xf32, strided<[1, 6]>>
      %v2 = memref.load %any[%q, %p] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %v3 = memref.load %again[%q, %p] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %s0 = arith.addf %s, %v0 : f32
      %s1 = arith.addf %s0, %v1 : f32
      %s2 = arith.addf %s1, %v2 : f32
      %s3 = arith.addf %s2, %v3 : f32
      memref.store %s3, %y[%i, %j] : memref<16x18xf32>
    }
    gpu.return
  }
}
