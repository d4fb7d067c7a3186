// Sums and sums of squares of rows; the loop stores running sums.
//
// problem: A=72x136 S=72 Q=72 P=72x136
// problem: A=64x0 S=64 Q=64 P=64x0
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @moments(%A: !mat {tile.name = "A"}, %S: memref<?xf32> {tile.name = "S"}, %Q: memref<?xf32> {tile.name = "Q"}, %P: !mat {tile.name = "P"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %BM = arith.constant 64 : index
  %BN = arith.constant 64 : index
  %M = memref.dim %A, %c0 : !mat
  %N = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %BM : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %BM : index
  %z = arith.constant dense<0.0> : tensor<64xf32>
  %r:2 = scf.for %n = %c0 to %N step %BN iter_args(%s = %z, %q = %z) -> (tensor<64xf32>, tensor<64xf32>) {
    %a = tile.load %A[%m, %n] : !mat -> tensor<64x64xf16>
    %x = arith.extf %a : tensor<64x64xf16> to tensor<64x64xf32>
    %s0 = tile.reduce %x {axis = 1 : i64, kind = "add"} : tensor<64x64xf32> -> tensor<64xf32>
    %x2 = arith.mulf %x, %x : tensor<64x64xf32>
    %q0 = tile.reduce %x2 {axis = 1 : i64, kind = "add"} : tensor<64x64xf32> -> tensor<64xf32>
    %s1 = arith.addf %s, %s0 : tensor<64xf32>
    %q1 = arith.addf %q, %q0 : tensor<64xf32>
    %sx = tile.expand_dims %s1 {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
    %sb = tile.broadcast %sx : tensor<64x1xf32> -> tensor<64x64xf32>
    %y = arith.addf %x, %sb : tensor<64x64xf32>
    %yh = arith.truncf %y : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %yh, %P[%m, %n] : tensor<64x64xf16>, !mat
    scf.yield %s1, %q1 : tensor<64xf32>, tensor<64xf32>
  }
  tile.store %r#0, %S[%m] : tensor<64xf32>, memref<?xf32>
  tile.store %r#1, %Q[%m] : tensor<64xf32>, memref<?xf32>
  return
}
