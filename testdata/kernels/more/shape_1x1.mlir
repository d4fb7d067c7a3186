// A tile of 1 x 1.
//
// problem: x=1x1 y=1x1
func.func @shape_1x1(%x: memref<?x?xf16, strided<[?, 1]>> {tile.name = "x"}, %y: memref<?x?xf16, strided<[?, 1]>> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<1x1xf16>
  %b = arith.addf %a, %a : tensor<1x1xf16>
  %i = tile.iota {axis = 1 : i64} : tensor<1x1xi32>
  %f = arith.sitofp %i : tensor<1x1xi32> to tensor<1x1xf16>
  %c = arith.addf %b, %f : tensor<1x1xf16>
  tile.store %c, %y[%c0, %c0] : tensor<1x1xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
