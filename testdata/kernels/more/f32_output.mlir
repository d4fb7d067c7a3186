// A product that is stored unrounded.
//
// problem: A=72x200 B=136x200 C=72x136
// problem: A=64x64 B=64x64 C=64x64
// problem: A=64x0 B=64x0 C=64x64
// problem: A=1x8 B=8x8 C=1x8
!mat = memref<?x?xf16, strided<[?, 1]>>
!matf = memref<?x?xf32, strided<[?, 1]>>
func.func @f32_output(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !matf {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !matf
  %N = memref.dim %C, %c1 : !matf
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
  tile.store %sum, %C[%m, %n] : tensor<64x64xf32>, !matf
  return
}
