// The loop over K stands in a loop over batches.
//
// problem: A=3x72x136 B=3x136x136 C=72x136
// problem: A=0x64x64 B=0x64x64 C=64x64
// problem: A=5x64x0 B=5x64x0 C=64x64
// problem: A=5x64x64 B=5x64x64 C=64x64
!mat = memref<?x?xf16, strided<[?, 1]>>
!cube = memref<?x?x?xf16, strided<[?, ?, 1]>>
func.func @sum_of_products(%A: !cube {tile.name = "A"}, %B: !cube {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %Z = memref.dim %A, %c0 : !cube
  %K = memref.dim %A, %c2 : !cube
  %all = scf.for %z = %c0 to %Z step %c1 iter_args(%acc0 = %zero) -> (tensor<64x64xf32>) {
    %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %acc0) -> (tensor<64x64xf32>) {
      %a = tile.load %A[%z, %m, %k] : !cube -> tensor<64x64xf16>
      %b = tile.load %B[%z, %n, %k] : !cube -> tensor<64x64xf16>
      %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %x : tensor<64x64xf32>
    }
    scf.yield %sum : tensor<64x64xf32>
  }
  %c = arith.truncf %all : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
