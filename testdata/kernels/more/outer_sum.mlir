// A column and a row, broadcast.
//
// problem: r=72 s=136 C=72x136
// problem: r=1 s=1 C=1x1
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @outer_sum(%r: memref<?xf16> {tile.name = "r"}, %s: memref<?xf16> {tile.name = "s"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %x = tile.load %r[%m] : memref<?xf16> -> tensor<64xf16>
  %y = tile.load %s[%n] : memref<?xf16> -> tensor<64xf16>
  %x1 = tile.expand_dims %x {axis = 1 : i64} : tensor<64xf16> -> tensor<64x1xf16>
  %y1 = tile.expand_dims %y {axis = 0 : i64} : tensor<64xf16> -> tensor<1x64xf16>
  %xb = tile.broadcast %x1 : tensor<64x1xf16> -> tensor<64x64xf16>
  %yb = tile.broadcast %y1 : tensor<1x64xf16> -> tensor<64x64xf16>
  %c = arith.addf %xb, %yb : tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
