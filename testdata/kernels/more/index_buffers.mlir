// Positions in memory, as index: rows are taken in an order that a buffer says, and where
// each came from is written.
//
// problem: X=9x64 P=[8,0,3,3,7,1,2,5,4] O=9x64 W=9
!mat = memref<?x?xf16, strided<[?, 1]>>
!positions = memref<?xindex>
func.func @index_buffers(%X: !mat {tile.name = "X"}, %P: !positions {tile.name = "P"}, %O: !mat {tile.name = "O"}, %W: !positions {tile.name = "W"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %M = memref.dim %P, %c0 : !positions
  %p = tile.program_id(%M)
  %r = memref.load %P[%p] : !positions
  %x = tile.load %X[%r, %c0] : !mat -> tensor<1x64xf16>
  tile.store %x, %O[%p, %c0] : tensor<1x64xf16>, !mat
  %c64 = arith.constant 64 : index
  %at = arith.muli %r, %c64 : index
  %row = tile.splat %at : index -> tensor<1xindex>
  tile.store %row, %W[%p] : tensor<1xindex>, !positions
  return
}
