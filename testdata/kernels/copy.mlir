// B = A: @copy(A[M,N], B[M,N]).
//
// Parameters: BM, BN (tile sizes), type (element type).
func.func @copy(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"},
                %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %BM = tile.param "BM" = 64 : index
  %BN = tile.param "BN" = 64 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %B, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %B, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %t = tile.load %A[%m, %n] sizes(%BM, %BN) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
  tile.store %t, %B[%m, %n] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
