// Columns that do not lie side by side.
//
// problem: A=72x136 C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @strided_inner(%A: memref<?x?xf16, strided<[?, ?]>> {tile.name = "A"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %a = tile.load %A[%m, %n] : memref<?x?xf16, strided<[?, ?]>> -> tensor<64x64xf16>
  tile.store %a, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
