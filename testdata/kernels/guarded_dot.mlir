// C = A B^T over the blocks of K that a mask selects:
// @guarded_dot(A[M,K], B[N,K], mask[ceil(K/BK)], C[M,N]); a block is left out
// where its mask is 0, so the product stands under a condition in the loop.
//
// Parameters: BM, BN, BK (tile sizes), type (element type).
func.func @guarded_dot(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"},
                       %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"},
                       %mask: memref<?xi32> {tile.name = "mask"},
                       %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %BM = tile.param "BM" = 64 : index
  %BN = tile.param "BN" = 64 : index
  %BK = tile.param "BK" = 64 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i32 = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %C, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %K = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %trips = arith.ceildivsi %K, %BK : index
  %init = tile.splat %zero sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %sum = scf.for %i = %c0 to %trips step %c1 iter_args(%acc = %init) -> (tensor<?x?xf32>) {
    %flag = memref.load %mask[%i] : memref<?xi32>
    %on = arith.cmpi ne, %flag, %c0_i32 : i32
    %next = scf.if %on -> (tensor<?x?xf32>) {
      %k = arith.muli %i, %BK : index
      %a = tile.load %A[%m, %k] sizes(%BM, %BK) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
      %b = tile.load %B[%n, %k] sizes(%BN, %BK) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
      %bt = tile.transpose %b [1, 0] : tensor<?x?xf16> -> tensor<?x?xf16>
      %d = tile.dot %a, %bt, %acc : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf32>
      scf.yield %d : tensor<?x?xf32>
    } else {
      scf.yield %acc : tensor<?x?xf32>
    }
    scf.yield %next : tensor<?x?xf32>
  }
  %c = arith.truncf %sum : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %c, %C[%m, %n] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
