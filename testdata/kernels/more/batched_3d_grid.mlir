// A product a batch: three grid extents, three-dimensional buffers.
//
// problem: A=3x72x136 B=3x136x136 C=3x72x136
// problem: A=2x64x64 B=2x65x64 C=2x64x65
// problem: A=0x64x64 B=0x64x64 C=0x64x64
!mat = memref<?x?xf16, strided<[?, 1]>>
!cube = memref<?x?x?xf16, strided<[?, ?, 1]>>
func.func @batched_3d_grid(%A: !cube {tile.name = "A"}, %B: !cube {tile.name = "B"}, %C: !cube {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %Z = memref.dim %C, %c0 : !cube
  %M = memref.dim %C, %c1 : !cube
  %N = memref.dim %C, %c2 : !cube
  %K = memref.dim %A, %c2 : !cube
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pz, %pm, %pn = tile.program_id(%Z, %gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%pz, %m, %k] : !cube -> tensor<64x64xf16>
    %b = tile.load %B[%pz, %n, %k] : !cube -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%pz, %m, %n] : tensor<64x64xf16>, !cube
  return
}
