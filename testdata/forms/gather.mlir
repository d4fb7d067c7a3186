// Where to load from is read from memory that the kernel does not write.
//
// PIPELINE: tile-to-nvvm{stages=3 consumers=1 mma-in-flight=1}
// PIPELINE: tile-to-nvvm{stages=4 consumers=0 prefetch=2 persist=false}
// SIZES: A=72x128,B=136x128,C=72x136,I=2
// SIZES: A=64x256,B=64x256,C=64x64,I=4

func.func @gather(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"}, %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}, %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}, %I: memref<?xi32> {tile.name = "I"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %C, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %K = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %init = tile.splat %zero : f32 -> tensor<64x64xf32>
  %nb = arith.ceildivsi %K, %c64 : index
  %sum = scf.for %k = %c0 to %nb step %c1 iter_args(%acc = %init) -> (tensor<64x64xf32>) {
    %i = memref.load %I[%k] : memref<?xi32>
    %ii = arith.index_cast %i : i32 to index
    %p = arith.muli %ii, %c64 : index
    %a = tile.load %A[%m, %p] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %b = tile.load %B[%n, %p] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %yt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %y = tile.dot %a, %yt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %y : tensor<64x64xf32>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
