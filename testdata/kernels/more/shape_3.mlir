// A tile of 3.
//
// problem: x=3 y=3
func.func @shape_3(%x: memref<?xf16> {tile.name = "x"}, %y: memref<?xf16> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0] : memref<?xf16> -> tensor<3xf16>
  %b = arith.addf %a, %a : tensor<3xf16>
  %i = tile.iota {axis = 0 : i64} : tensor<3xi32>
  %f = arith.sitofp %i : tensor<3xi32> to tensor<3xf16>
  %c = arith.addf %b, %f : tensor<3xf16>
  tile.store %c, %y[%c0] : tensor<3xf16>, memref<?xf16>
  return
}
