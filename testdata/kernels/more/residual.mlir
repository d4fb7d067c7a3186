// alpha A B^T + R + bias, with a bias a row.
//
// problem: A=72x200 B=136x200 bias=72 alpha=0.5 R=72x136 C=72x136
// problem: A=65x8 B=67x8 bias=65 alpha=2 R=65x67 C=65x67
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @residual(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %bias: memref<?xf32> {tile.name = "bias"}, %alpha: f32 {tile.name = "alpha"}, %R: !mat {tile.name = "R"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %K = memref.dim %A, %c1 : !mat
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  %al = tile.splat %alpha : f32 -> tensor<64x64xf32>
  %s = arith.mulf %sum, %al : tensor<64x64xf32>
  %r = tile.load %R[%m, %n] : !mat -> tensor<64x64xf16>
  %r32 = arith.extf %r : tensor<64x64xf16> to tensor<64x64xf32>
  %s1 = arith.addf %s, %r32 : tensor<64x64xf32>
  %v = tile.load %bias[%m] : memref<?xf32> -> tensor<64xf32>
  %v1 = tile.expand_dims %v {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
  %v2 = tile.broadcast %v1 : tensor<64x1xf32> -> tensor<64x64xf32>
  %s2 = arith.addf %s1, %v2 : tensor<64x64xf32>
  %c = arith.truncf %s2 : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
