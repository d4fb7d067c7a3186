// A product by broadcasting to three dimensions.
//
// problem: A=8x16 B=16x32 C=8x32
// problem: A=5x10 B=10x20 C=5x20
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @expand_to_three(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>

  %a = tile.load %A[%c0, %c0] : !mat -> tensor<8x16xf16>
  %b = tile.load %B[%c0, %c0] : !mat -> tensor<16x32xf16>
  %a1 = tile.expand_dims %a {axis = 2 : i64} : tensor<8x16xf16> -> tensor<8x16x1xf16>
  %ab = tile.broadcast %a1 : tensor<8x16x1xf16> -> tensor<8x16x32xf16>
  %b1 = tile.expand_dims %b {axis = 0 : i64} : tensor<16x32xf16> -> tensor<1x16x32xf16>
  %bb = tile.broadcast %b1 : tensor<1x16x32xf16> -> tensor<8x16x32xf16>
  %p = arith.mulf %ab, %bb : tensor<8x16x32xf16>
  %s = tile.reduce %p {axis = 1 : i64, kind = "add"} : tensor<8x16x32xf16> -> tensor<8x32xf16>
  tile.store %s, %C[%c0, %c0] : tensor<8x32xf16>, !mat
  return
}
