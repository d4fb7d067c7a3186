// C = A B^T and D = A E^T, with one load of A for both products:
// @two_dots(A[M,K], B[N,K], E[N,K], C[M,N], D[M,N]).
//
// Parameters: BM, BN, BK (tile sizes), type (element type).
func.func @two_dots(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"},
                    %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"},
                    %E: memref<?x?xf16, strided<[?, 1]>> {tile.name = "E"},
                    %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"},
                    %D: memref<?x?xf16, strided<[?, 1]>> {tile.name = "D"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %BM = tile.param "BM" = 64 : index
  %BN = tile.param "BN" = 64 : index
  %BK = tile.param "BK" = 64 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %C, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %K = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %zeros = tile.splat %zero sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %sums:2 = scf.for %k = %c0 to %K step %BK iter_args(%x = %zeros, %y = %zeros) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %a = tile.load %A[%m, %k] sizes(%BM, %BK) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %b = tile.load %B[%n, %k] sizes(%BN, %BK) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %e = tile.load %E[%n, %k] sizes(%BN, %BK) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %bt = tile.transpose %b [1, 0] : tensor<?x?xf16> -> tensor<?x?xf16>
    %et = tile.transpose %e [1, 0] : tensor<?x?xf16> -> tensor<?x?xf16>
    %x1 = tile.dot %a, %bt, %x : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf32>
    %y1 = tile.dot %a, %et, %y : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf32>
    scf.yield %x1, %y1 : tensor<?x?xf32>, tensor<?x?xf32>
  }
  %c = arith.truncf %sums#0 : tensor<?x?xf32> to tensor<?x?xf16>
  %d = arith.truncf %sums#1 : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %c, %C[%m, %n] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  tile.store %d, %D[%m, %n] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
