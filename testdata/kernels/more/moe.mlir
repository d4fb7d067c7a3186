// Experts: the weights that a block multiplies with are chosen by a number from memory.
//
// problem: X=70x64 E=[3,1] W=4x40x64 O=70x40
// near: 0.001
!cube = memref<?x?x?xf16, strided<[?, ?, 1]>>
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @moe(%X: !mat {tile.name = "X"}, %E: memref<?xi32> {tile.name = "E"}, %W: !cube {tile.name = "W"}, %O: !mat {tile.name = "O"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %O, %c0 : !mat
  %N = memref.dim %O, %c1 : !mat
  %Kd = memref.dim %X, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %e32 = memref.load %E[%pm] : memref<?xi32>
  %e = arith.index_cast %e32 : i32 to index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %k = %c0 to %Kd step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %x = tile.load %X[%m, %k] : !mat -> tensor<64x64xf16>
    %w = tile.load %W[%e, %n, %k] : !cube -> tensor<64x64xf16>
    %wt = tile.transpose %w [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %d = tile.dot %x, %wt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %o = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %o, %O[%m, %n] : tensor<64x64xf16>, !mat
  return
}
