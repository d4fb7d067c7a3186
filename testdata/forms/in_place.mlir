// The kernel writes the buffer that it reads, in the loop and behind it.
//
// PIPELINE: tile-to-nvvm{stages=3 consumers=1 mma-in-flight=1}
// PIPELINE: tile-to-nvvm{stages=4 consumers=0 prefetch=2 persist=false}
// SIZES: A=128x256,B=64x256
// SIZES: A=64x128,B=64x128

func.func @in_place(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"}, %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %K = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %c64 : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %c64 : index
  %init = tile.splat %zero : f32 -> tensor<64x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %init) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%m, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %b = tile.load %B[%c0, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %yt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %y = tile.dot %a, %yt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %s = arith.truncf %y : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %s, %A[%m, %c64] : tensor<64x64xf16>, memref<?x?xf16, strided<[?, 1]>>
    scf.yield %y : tensor<64x64xf32>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %A[%m, %c0] : tensor<64x64xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
