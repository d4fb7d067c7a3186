// Sums and maxima of columns, reduced over rows and over a loop.
//
// problem: A=72x136 S=136 T=136
// problem: A=1x1 S=1 T=1
// problem: A=64x65 S=65 T=65
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @colmax(%A: !mat {tile.name = "A"}, %S: memref<?xf32> {tile.name = "S"}, %T: memref<?xf16> {tile.name = "T"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %BM = arith.constant 32 : index
  %BN = arith.constant 64 : index
  %M = memref.dim %A, %c0 : !mat
  %N = memref.dim %A, %c1 : !mat
  %gn = arith.ceildivsi %N, %BN : index
  %pn = tile.program_id(%gn)
  %n = arith.muli %pn, %BN : index
  %z = arith.constant dense<0.0> : tensor<64xf32>
  %low = arith.constant dense<0xFC00> : tensor<64xf16>
  %r:2 = scf.for %m = %c0 to %M step %BM iter_args(%s = %z, %t = %low) -> (tensor<64xf32>, tensor<64xf16>) {
    %a = tile.load %A[%m, %n] : !mat -> tensor<32x64xf16>
    %a32 = arith.extf %a : tensor<32x64xf16> to tensor<32x64xf32>
    %cs = tile.reduce %a32 {axis = 0 : i64, kind = "add"} : tensor<32x64xf32> -> tensor<64xf32>
    %cm = tile.reduce %a {axis = 0 : i64, kind = "max"} : tensor<32x64xf16> -> tensor<64xf16>
    %s1 = arith.addf %s, %cs : tensor<64xf32>
    %t1 = arith.maxnumf %t, %cm : tensor<64xf16>
    scf.yield %s1, %t1 : tensor<64xf32>, tensor<64xf16>
  }
  tile.store %r#0, %S[%n] : tensor<64xf32>, memref<?xf32>
  tile.store %r#1, %T[%n] : tensor<64xf16>, memref<?xf16>
  return
}
