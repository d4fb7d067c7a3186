// A tile of 5 x 7.
//
// problem: x=6x8 y=6x8
func.func @shape_5x7(%x: memref<?x?xf16, strided<[?, 1]>> {tile.name = "x"}, %y: memref<?x?xf16, strided<[?, 1]>> {tile.name = "y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %x[%c0, %c0] : memref<?x?xf16, strided<[?, 1]>> -> tensor<5x7xf16>
  %b = arith.addf %a, %a : tensor<5x7xf16>
  %i = tile.iota {axis = 1 : i64} : tensor<5x7xi32>
  %f = arith.sitofp %i : tensor<5x7xi32> to tensor<5x7xf16>
  %c = arith.addf %b, %f : tensor<5x7xf16>
  tile.store %c, %y[%c0, %c0] : tensor<5x7xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
