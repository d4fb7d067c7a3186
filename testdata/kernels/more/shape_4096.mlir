// A tile of 4096.
//
// problem: x=5000 y=5000
func.func @shape_4096(%x: memref<?xf16> {tile.name = "x"}, %y: memref<?xf16> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0] : memref<?xf16> -> tensor<4096xf16>
  %b = arith.addf %a, %a : tensor<4096xf16>
  %i = tile.iota {axis = 0 : i64} : tensor<4096xi32>
  %f = arith.sitofp %i : tensor<4096xi32> to tensor<4096xf16>
  %c = arith.addf %b, %f : tensor<4096xf16>
  tile.store %c, %y[%c0] : tensor<4096xf16>, memref<?xf16>
  return
}
