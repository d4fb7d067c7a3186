// A product in tiles of 192x96, operands tn.
//
// problem: A=200x72/72 B=200x136 C=72x136
// problem: A=0x64/64 B=0x64 C=64x64
// problem: A=8x1/8 B=8x8 C=1x8
// problem: A=64x0/8 B=64x8 C=0x8
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @tile_192x96_tn(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %BM = arith.constant 192 : index
  %BN = arith.constant 96 : index
  %BK = arith.constant 32 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %K = memref.dim %A, %c0 : !mat
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %init = arith.constant dense<0.0> : tensor<192x96xf32>
  %sum = scf.for %k = %c0 to %K step %BK iter_args(%acc = %init) -> (tensor<192x96xf32>) {
    %at = tile.load %A[%k, %m] : !mat -> tensor<32x192xf16>
    %a = tile.transpose %at [1, 0] : tensor<32x192xf16> -> tensor<192x32xf16>
    %b = tile.load %B[%k, %n] : !mat -> tensor<32x96xf16>
    %next = tile.dot %a, %b, %acc : tensor<192x32xf16>, tensor<32x96xf16> -> tensor<192x96xf32>
    scf.yield %next : tensor<192x96xf32>
  }
  %c = arith.truncf %sum : tensor<192x96xf32> to tensor<192x96xf16>
  tile.store %c, %C[%m, %n] : tensor<192x96xf16>, !mat
  return
}
