// A reduction over the warps of the consumer, whose number changes when the
// kernel is specialised.
//
// PIPELINE: func.func(tile-to-async{warp-groups=1}),func.func(async-pipeline{stages=3}),func.func(async-warp-specialize{consumers=2}),async-epilogue,func.func(async-insert-mbarriers),func.func(async-reallocate-registers),func.func(async-allocate-shared),canonicalize,cse,convert-async-to-nvvm
// PIPELINE: func.func(tile-to-async{warp-groups=2}),func.func(async-pipeline{stages=3 mma-in-flight=2}),func.func(async-warp-specialize{consumers=1}),async-epilogue,func.func(async-insert-mbarriers),func.func(async-reallocate-registers),func.func(async-allocate-shared),canonicalize,cse,convert-async-to-nvvm
// PIPELINE: func.func(tile-to-async{warp-groups=2}),func.func(async-pipeline{stages=3 prefetch=1}),async-epilogue{via=stmatrix columns=16},func.func(async-insert-mbarriers,async-allocate-shared),convert-async-to-nvvm
// SIZES: A=128x200,B=64x200,C=128x64,S=64
// SIZES: A=64x72,B=136x72,C=64x136,S=136

func.func @column_max(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"}, %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}, %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}, %S: memref<?xf32> {tile.name = "S"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %C, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %K = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gn = arith.ceildivsi %N, %c64 : index
  %pn = tile.program_id(%gn)
  %n = arith.muli %pn, %c64 : index
  %init = tile.splat %zero : f32 -> tensor<128x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %init) -> (tensor<128x64xf32>) {
    %a = tile.load %A[%c0, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<128x64xf16>
    %b = tile.load %B[%n, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %y = tile.dot %a, %bt, %acc : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
    scf.yield %y : tensor<128x64xf32>
  }
  %r = tile.reduce %sum {axis = 0 : i64, kind = "max"} : tensor<128x64xf32> -> tensor<64xf32>
  tile.store %r, %S[%n] : tensor<64xf32>, memref<?xf32>
  %half = arith.constant dense<0.5> : tensor<128x64xf32>
  %h = arith.mulf %sum, %half : tensor<128x64xf32>
  %c = arith.truncf %h : tensor<128x64xf32> to tensor<128x64xf16>
  tile.store %c, %C[%c0, %n] : tensor<128x64xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
