// S[m] = sum of A[m, :], in f32: @rowsum(A[M,N], S[M]).
//
// Parameters: BM, BN (tile sizes), type (element type of A).
func.func @rowsum(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"},
                  %S: memref<?xf32> {tile.name = "S"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %BM = tile.param "BM" = 64 : index
  %BN = tile.param "BN" = 128 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %BM : index
  %init = tile.splat %zero sizes(%BM) : f32 -> tensor<?xf32>
  %sum = scf.for %n = %c0 to %N step %BN iter_args(%acc = %init) -> (tensor<?xf32>) {
    %a = tile.load %A[%m, %n] sizes(%BM, %BN) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %a32 = arith.extf %a : tensor<?x?xf16> to tensor<?x?xf32>
    %s = tile.reduce %a32 {axis = 1 : i64, kind = "add"} : tensor<?x?xf32> -> tensor<?xf32>
    %next = arith.addf %acc, %s : tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  tile.store %sum, %S[%m] : tensor<?xf32>, memref<?xf32>
  return
}
