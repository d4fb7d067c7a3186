// A product in tiles of 256x128.
//
// refused: the 256x128 accumulator needs 256 x 128 / (1 x 128 threads) = 256 registers
// problem: A=300x136 B=200x136 C=300x200
// problem: A=8x64 B=8x64 C=8x8
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @tile_256x128(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %BM = arith.constant 256 : index
  %BN = arith.constant 128 : index
  %BK = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %K = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %init = arith.constant dense<0.0> : tensor<256x128xf32>
  %sum = scf.for %k = %c0 to %K step %BK iter_args(%acc = %init) -> (tensor<256x128xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<256x64xf16>
    %bt = tile.load %B[%n, %k] : !mat -> tensor<128x64xf16>
    %b = tile.transpose %bt [1, 0] : tensor<128x64xf16> -> tensor<64x128xf16>
    %next = tile.dot %a, %b, %acc : tensor<256x64xf16>, tensor<64x128xf16> -> tensor<256x128xf32>
    scf.yield %next : tensor<256x128xf32>
  }
  %c = arith.truncf %sum : tensor<256x128xf32> to tensor<256x128xf16>
  tile.store %c, %C[%m, %n] : tensor<256x128xf16>, !mat
  return
}
