// A tile of 17 x 129.
//
// refused: puts 2193 elements of a tile of [17 129] into each thread, the most is 1024
// problem: x=17x129 y=16x128
func.func @shape_17x129(%x: memref<?x?xf16, strided<[?, 1]>> {tile.name = "x"}, %y: memref<?x?xf16, strided<[?, 1]>> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<17x129xf16>
  %b = arith.addf %a, %a : tensor<17x129xf16>
  %i = tile.iota {axis = 1 : i64} : tensor<17x129xi32>
  %f = arith.sitofp %i : tensor<17x129xi32> to tensor<17x129xf16>
  %c = arith.addf %b, %f : tensor<17x129xf16>
  tile.store %c, %y[%c0, %c0] : tensor<17x129xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
