// Where a tile is loaded was stored before.
//
// problem: x=40 n=2 y=16
func.func @write_then_load_scalar(%x: memref<?xf32> {tile.name = "x"}, %n: memref<?xi32> {tile.name = "n"}, %y: memref<?xf32> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 3 : i32
  %t1 = tile.splat %one : i32 -> tensor<1xi32>
  tile.store %t1, %n[%c1] : tensor<1xi32>, memref<?xi32>
  %v = memref.load %n[%c1] : memref<?xi32>
  %i = arith.index_cast %v : i32 to index
  %a = tile.load %x[%i] : memref<?xf32> -> tensor<16xf32>
  tile.store %a, %y[%c0] : tensor<16xf32>, memref<?xf32>
  return
}
