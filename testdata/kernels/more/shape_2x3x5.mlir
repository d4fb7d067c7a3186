// A tile of 2 x 3 x 5.
//
// problem: x=2x3x5 y=2x3x5
func.func @shape_2x3x5(%x: memref<?x?x?xf16, strided<[?, ?, 1]>> {tile.name = "x"}, %y: memref<?x?x?xf16, strided<[?, ?, 1]>> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0, %c0] : memref<?x?x?xf16, strided<[?, ?, 1]>> -> tensor<2x3x5xf16>
  %b = arith.addf %a, %a : tensor<2x3x5xf16>
  %i = tile.iota {axis = 2 : i64} : tensor<2x3x5xi32>
  %f = arith.sitofp %i : tensor<2x3x5xi32> to tensor<2x3x5xf16>
  %c = arith.addf %b, %f : tensor<2x3x5xf16>
  tile.store %c, %y[%c0, %c0, %c0] : tensor<2x3x5xf16>, memref<?x?x?xf16, strided<[?, ?, 1]>>
  return
}
