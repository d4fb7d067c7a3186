// A tile of 2 x 4.
//
// problem: x=2x4 y=2x4
func.func @shape_2x4(%x: memref<?x?xf16, strided<[?, 1]>> {tile.name = "x"}, %y: memref<?x?xf16, strided<[?, 1]>> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<2x4xf16>
  %b = arith.addf %a, %a : tensor<2x4xf16>
  %i = tile.iota {axis = 1 : i64} : tensor<2x4xi32>
  %f = arith.sitofp %i : tensor<2x4xi32> to tensor<2x4xf16>
  %c = arith.addf %b, %f : tensor<2x4xf16>
  tile.store %c, %y[%c0, %c0] : tensor<2x4xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
