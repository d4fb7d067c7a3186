// C = A B^T: @matmul(A[M,K], B[N,K], C[M,N]), all row-major and of one element
// type, sums in f32.
//
// Parameters: BM, BN, BK (tile sizes), type (element type).
func.func @matmul(%A: memref<?x?xbf16, strided<[?, 1]>> {tile.name = "A"},
                  %B: memref<?x?xbf16, strided<[?, 1]>> {tile.name = "B"},
                  %C: memref<?x?xbf16, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
  tile.type_param "type" = bf16
  %BM = tile.param "BM" = 128 : index
  %BN = tile.param "BN" = 256 : index
  %BK = tile.param "BK" = 64 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : memref<?x?xbf16, strided<[?, 1]>>
  %N = memref.dim %C, %c1 : memref<?x?xbf16, strided<[?, 1]>>
  %K = memref.dim %A, %c1 : memref<?x?xbf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %init = tile.splat %zero sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %sum = scf.for %k = %c0 to %K step %BK iter_args(%acc = %init) -> (tensor<?x?xf32>) {
    %a = tile.load %A[%m, %k] sizes(%BM, %BK) : memref<?x?xbf16, strided<[?, 1]>> -> tensor<?x?xbf16>
    %b = tile.load %B[%n, %k] sizes(%BN, %BK) : memref<?x?xbf16, strided<[?, 1]>> -> tensor<?x?xbf16>
    %bt = tile.transpose %b [1, 0] : tensor<?x?xbf16> -> tensor<?x?xbf16>
    %next = tile.dot %a, %bt, %acc : tensor<?x?xbf16>, tensor<?x?xbf16> -> tensor<?x?xf32>
    scf.yield %next : tensor<?x?xf32>
  }
  %c = arith.truncf %sum : tensor<?x?xf32> to tensor<?x?xbf16>
  tile.store %c, %C[%m, %n] : tensor<?x?xbf16>, memref<?x?xbf16, strided<[?, 1]>>
  return
}
