// A loop over column tiles around the loop over K: a block stores several tiles.
//
// problem: A=72x200 B=136x200 C=72x136
// problem: A=64x0 B=200x0 C=64x200
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @accumulator_store_loop(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %K = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  scf.for %n = %c0 to %N step %c64 {
    %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
      %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
      %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %x : tensor<64x64xf32>
    }
    %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  }
  return
}
