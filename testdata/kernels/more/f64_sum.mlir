// Sums of rows in f64.
//
// problem: A=20x70 S=20
!mat64 = memref<?x?xf64, strided<[?, 1]>>
func.func @f64_sum(%A: !mat64 {tile.name = "A"}, %S: memref<?xf64> {tile.name = "S"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %BM = arith.constant 16 : index
  %BN = arith.constant 32 : index
  %M = memref.dim %A, %c0 : !mat64
  %N = memref.dim %A, %c1 : !mat64
  %gm = arith.ceildivsi %M, %BM : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %BM : index
  %z = arith.constant dense<0.0> : tensor<16xf64>
  %r = scf.for %n = %c0 to %N step %BN iter_args(%s = %z) -> (tensor<16xf64>) {
    %a = tile.load %A[%m, %n] : !mat64 -> tensor<16x32xf64>
    %t = tile.reduce %a {axis = 1 : i64, kind = "add"} : tensor<16x32xf64> -> tensor<16xf64>
    %s1 = arith.addf %s, %t : tensor<16xf64>
    scf.yield %s1 : tensor<16xf64>
  }
  tile.store %r, %S[%m] : tensor<16xf64>, memref<?xf64>
  return
}
