// Narrow numbers, alone and in vectors, and conversions between them.
//
// launch: narrow grid=1 block=32 h=32 b=32 k=32 y=32
gpu.module @kernels {
  gpu.func @narrow(%h: memref<?xf16>, %b: memref<?xbf16>, %k: memref<?xi8>, %y: memref<?xf32>) workgroup(%bytes: memref<256xi8, 3> {llvm.align = 8 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = gpu.global_id x
    %hv = memref.load %h[%i] : memref<?xf16>
    %bv = memref.load %b[%i] : memref<?xbf16>
    %kv = memref.load %k[%i] : memref<?xi8>
    %square = arith.mulf %hv, %hv : f16
    %double = arith.addf %bv, %bv : bf16
    %low = arith.minnumf %double, %bv : bf16
    %k2 = arith.muli %kv, %kv : i8
    %k3 = arith.maxsi %k2, %kv : i8
    %kh = arith.uitofp %k3 : i8 to f16
    %sum = arith.addf %square, %kh : f16
    %wide = arith.extf %sum : f16 to f32
    %lowWide = arith.extf %low : bf16 to f32
    %r = arith.addf %wide, %lowWide : f32
    // The greater of x and of its root squared, and of 2 to the power of x.
    %numbers = arith.constant dense<[2.0, 4.0]> : vector<2xf32>
    %roots = math.sqrt %numbers : vector<2xf32>
    %powers = math.exp2 %numbers : vector<2xf32>
    %squares = arith.mulf %roots, %roots : vector<2xf32>
    %more = arith.cmpf ogt, %powers, %squares : vector<2xf32>
    %best = arith.select %more, %powers, %squares : vector<2xi1>, vector<2xf32>
    // A vector in memory, seen as its two numbers.
    %c8 = arith.constant 8 : index
    %at = arith.muli %i, %c8 : index
    %asVector = memref.view %bytes[%at][] : memref<256xi8, 3> to memref<1xvector<2xf32>, 3>
    %asPair = memref.view %bytes[%at][] : memref<256xi8, 3> to memref<2xf32, 3>
    memref.store %best, %asVector[%c0] : memref<1xvector<2xf32>, 3>
    %last = memref.load %asPair[%c1] : memref<2xf32, 3>
    %all = arith.addf %r, %last : f32
    %t = arith.truncf %all : f32 to bf16
    %n = arith.fptosi %t : bf16 to i8
    %f = arith.sitofp %n : i8 to f32
    memref.store %f, %y[%i] : memref<?xf32>
    gpu.return
  }
}
