// Loads in both loops of a nest; the inner one has no iteration at first.
//
// PIPELINE: tile-to-nvvm{stages=3 consumers=1 mma-in-flight=1}
// PIPELINE: tile-to-nvvm{stages=4 consumers=0 prefetch=2 persist=false}
// SIZES: A=72x72,B=136x72,C=72x136
// SIZES: A=72x0,B=136x0,C=72x136
// SIZES: A=64x392,B=64x392,C=64x64

func.func @nested_loops(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"}, %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}, %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
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
  %sum = scf.for %r = %c0 to %K step %c64 iter_args(%o = %init) -> (tensor<64x64xf32>) {
    %q = tile.load %A[%m, %r] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %in = scf.for %k = %c0 to %r step %c64 iter_args(%acc = %o) -> (tensor<64x64xf32>) {
      %b = tile.load %B[%n, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
      %yt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %y = tile.dot %q, %yt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %y : tensor<64x64xf32>
    }
    scf.yield %in : tensor<64x64xf32>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
