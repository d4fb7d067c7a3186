// The kernel itself loads A an iteration ahead and carries the tile.
//
// problem: A=72x200 B=136x200 C=72x136
// problem: A=64x64 B=64x64 C=64x64
// problem: A=64x0 B=64x0 C=64x64
// problem: A=1x8 B=8x8 C=1x8
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @two_stage_prefetch(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
  %a0 = tile.load %A[%m, %c0] : !mat -> tensor<64x64xf16>
  %r:2 = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero, %a = %a0) -> (tensor<64x64xf32>, tensor<64x64xf16>) {
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %k1 = arith.addi %k, %c64 : index
    %a1 = tile.load %A[%m, %k1] : !mat -> tensor<64x64xf16>
    scf.yield %x, %a1 : tensor<64x64xf32>, tensor<64x64xf16>
  }
  %c = arith.truncf %r#0 : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
