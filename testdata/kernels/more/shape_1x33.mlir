// A tile of 1 x 33.
//
// problem: x=3x40 y=3x40
func.func @shape_1x33(%x: memref<?x?xf16, strided<[?, 1]>> {tile.name = "x"}, %y: memref<?x?xf16, strided<[?, 1]>> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<1x33xf16>
  %b = arith.addf %a, %a : tensor<1x33xf16>
  %i = tile.iota {axis = 1 : i64} : tensor<1x33xi32>
  %f = arith.sitofp %i : tensor<1x33xi32> to tensor<1x33xf16>
  %c = arith.addf %b, %f : tensor<1x33xf16>
  tile.store %c, %y[%c0, %c0] : tensor<1x33xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
