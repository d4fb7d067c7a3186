// A transposed copy.
//
// problem: A=136x72 C=72x136
// problem: A=1x1 C=1x1
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @transposed_copy(%A: !mat {tile.name = "A"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>

  %a = tile.load %A[%n, %m] : !mat -> tensor<64x64xf16>
  %t = tile.transpose %a [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
  tile.store %t, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
