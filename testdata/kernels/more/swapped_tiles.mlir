// The loop swaps two accumulators.
//
// problem: A=72x200 B=136x200 C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @swapped_tiles(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %r:2 = scf.for %k = %c0 to %K step %c64 iter_args(%x = %zero, %y = %one) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %d = tile.dot %a, %bt, %x : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %y, %d : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %s = arith.subf %r#0, %r#1 : tensor<64x64xf32>
  %c = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
