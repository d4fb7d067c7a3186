// A product in tiles of 64x256.
//
// problem: A=8x64 B=520x64 C=8x520
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @tile_64x256(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %BM = arith.constant 64 : index
  %BN = arith.constant 256 : index
  %BK = arith.constant 16 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %K = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %init = arith.constant dense<0.0> : tensor<64x256xf32>
  %sum = scf.for %k = %c0 to %K step %BK iter_args(%acc = %init) -> (tensor<64x256xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x16xf16>
    %bt = tile.load %B[%n, %k] : !mat -> tensor<256x16xf16>
    %b = tile.transpose %bt [1, 0] : tensor<256x16xf16> -> tensor<16x256xf16>
    %next = tile.dot %a, %b, %acc : tensor<64x16xf16>, tensor<16x256xf16> -> tensor<64x256xf32>
    scf.yield %next : tensor<64x256xf32>
  }
  %c = arith.truncf %sum : tensor<64x256xf32> to tensor<64x256xf16>
  tile.store %c, %C[%m, %n] : tensor<64x256xf16>, !mat
  return
}
