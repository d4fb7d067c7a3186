// A tile of 33 x 1.
//
// problem: x=40x3 y=40x3
func.func @shape_33x1(%x: memref<?x?xf16, strided<[?, 1]>> {tile.name = "x"}, %y: memref<?x?xf16, strided<[?, 1]>> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<33x1xf16>
  %b = arith.addf %a, %a : tensor<33x1xf16>
  %i = tile.iota {axis = 1 : i64} : tensor<33x1xi32>
  %f = arith.sitofp %i : tensor<33x1xi32> to tensor<33x1xf16>
  %c = arith.addf %b, %f : tensor<33x1xf16>
  tile.store %c, %y[%c0, %c0] : tensor<33x1xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
