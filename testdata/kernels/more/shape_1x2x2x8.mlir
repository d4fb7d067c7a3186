// A tile of 1 x 2 x 2 x 8.
//
// problem: x=1x2x2x8 y=1x2x2x8
func.func @shape_1x2x2x8(%x: memref<?x?x?x?xf16, strided<[?, ?, ?, 1]>> {tile.name = "x"}, %y: memref<?x?x?x?xf16, strided<[?, ?, ?, 1]>> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0, %c0, %c0] : memref<?x?x?x?xf16, strided<[?, ?, ?, 1]>> -> tensor<1x2x2x8xf16>
  %b = arith.addf %a, %a : tensor<1x2x2x8xf16>
  %i = tile.iota {axis = 3 : i64} : tensor<1x2x2x8xi32>
  %f = arith.sitofp %i : tensor<1x2x2x8xi32> to tensor<1x2x2x8xf16>
  %c = arith.addf %b, %f : tensor<1x2x2x8xf16>
  tile.store %c, %y[%c0, %c0, %c0, %c0] : tensor<1x2x2x8xf16>, memref<?x?x?x?xf16, strided<[?, ?, ?, 1]>>
  return
}
