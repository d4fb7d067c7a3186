// The grid splits K; partial sums are stored.
//
// problem: A=72x320 B=136x320 P=3x72x136
// problem: A=64x64 B=64x64 P=2x64x64
!mat = memref<?x?xf16, strided<[?, 1]>>
!cubef = memref<?x?x?xf32, strided<[?, ?, 1]>>
func.func @split_k(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %P: !cubef {tile.name = "P"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %S = memref.dim %P, %c0 : !cubef
  %M = memref.dim %P, %c1 : !cubef
  %N = memref.dim %P, %c2 : !cubef
  %K = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn, %ps = tile.program_id(%gm, %gn, %S)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %st = arith.muli %S, %c64 : index
  %k0 = arith.muli %ps, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %k0 to %K step %st iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  tile.store %sum, %P[%ps, %m, %n] : tensor<64x64xf32>, !cubef
  return
}
