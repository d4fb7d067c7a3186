// Division and remainder of coordinates, in tiles of 100.
//
// problem: x=333 y=333
func.func @index_tiles(%x: memref<?xi32> {tile.name = "x"}, %y: memref<?xi32> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %N = memref.dim %y, %c0 : memref<?xi32>
  %g = arith.ceildivsi %N, %c100 : index
  %p = tile.program_id(%g)
  %i0 = arith.muli %p, %c100 : index
  %i = tile.iota {axis = 0 : i64} : tensor<100xindex>
  %seven = arith.constant dense<7> : tensor<100xindex>
  %q = arith.divsi %i, %seven : tensor<100xindex>
  %r = arith.remui %i, %seven : tensor<100xindex>
  %m = arith.muli %q, %r : tensor<100xindex>
  %c = arith.index_cast %m : tensor<100xindex> to tensor<100xi32>
  %a = tile.load %x[%i0] : memref<?xi32> -> tensor<100xi32>
  %s = arith.addi %c, %a : tensor<100xi32>
  tile.store %s, %y[%i0] : tensor<100xi32>, memref<?xi32>
  return
}
