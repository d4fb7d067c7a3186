// C = A B^T + bias + R: @matmul_bias_residual(A[M,K], B[N,K], bias[N], R[M,N],
// C[M,N]), sums in f32 and rounded once.
//
// Parameters: BM, BN, BK (tile sizes), type (element type).
func.func @matmul_bias_residual(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"},
                                %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"},
                                %bias: memref<?xf16> {tile.name = "bias"},
                                %R: memref<?x?xf16, strided<[?, 1]>> {tile.name = "R"},
                                %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %BM = tile.param "BM" = 128 : index
  %BN = tile.param "BN" = 128 : index
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
  %init = tile.splat %zero sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %sum = scf.for %k = %c0 to %K step %BK iter_args(%acc = %init) -> (tensor<?x?xf32>) {
    %a = tile.load %A[%m, %k] sizes(%BM, %BK) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %b = tile.load %B[%n, %k] sizes(%BN, %BK) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %bt = tile.transpose %b [1, 0] : tensor<?x?xf16> -> tensor<?x?xf16>
    %next = tile.dot %a, %bt, %acc : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf32>
    scf.yield %next : tensor<?x?xf32>
  }
  %v = tile.load %bias[%n] sizes(%BN) : memref<?xf16> -> tensor<?xf16>
  %v32 = arith.extf %v : tensor<?xf16> to tensor<?xf32>
  %row = tile.expand_dims %v32 {axis = 0 : i64} : tensor<?xf32> -> tensor<1x?xf32>
  %rows = tile.broadcast %row sizes(%BM, %BN) : tensor<1x?xf32> -> tensor<?x?xf32>
  %biased = arith.addf %sum, %rows : tensor<?x?xf32>
  %r = tile.load %R[%m, %n] sizes(%BM, %BN) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
  %r32 = arith.extf %r : tensor<?x?xf16> to tensor<?x?xf32>
  %out = arith.addf %biased, %r32 : tensor<?x?xf32>
  %c = arith.truncf %out : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %c, %C[%m, %n] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
