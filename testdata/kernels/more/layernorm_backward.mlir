// Gradients of a layer norm: of its input row by row, of its weights as one partial sum for each
// program.
//
// problem: X=20x128 DY=20x128 G=128 MU=20 RS=20 DX=20x128 DG=3x128
// near: 0.0001
!mat = memref<?x?xf16, strided<[?, 1]>>
!matf = memref<?x?xf32, strided<[?, 1]>>
!row = memref<?xf32>
func.func @layernorm_backward(%X: !mat {tile.name = "X"}, %DY: !mat {tile.name = "DY"}, %G: !row {tile.name = "G"}, %MU: !row {tile.name = "MU"}, %RS: !row {tile.name = "RS"}, %DX: !mat {tile.name = "DX"}, %DG: !matf {tile.name = "DG"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %M = memref.dim %X, %c0 : !mat
  %N = memref.dim %X, %c1 : !mat
  %g = arith.ceildivsi %M, %c8 : index
  %p = tile.program_id(%g)
  %m = arith.muli %p, %c8 : index
  %x = tile.load %X[%m, %c0] : !mat -> tensor<8x128xf16>
  %dy = tile.load %DY[%m, %c0] : !mat -> tensor<8x128xf16>
  %w = tile.load %G[%c0] : !row -> tensor<128xf32>
  %mu = tile.load %MU[%m] : !row -> tensor<8xf32>
  %rs = tile.load %RS[%m] : !row -> tensor<8xf32>
  %x32 = arith.extf %x : tensor<8x128xf16> to tensor<8x128xf32>
  %d32 = arith.extf %dy : tensor<8x128xf16> to tensor<8x128xf32>
  %mu1 = tile.expand_dims %mu {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  %mub = tile.broadcast %mu1 : tensor<8x1xf32> -> tensor<8x128xf32>
  %rs1 = tile.expand_dims %rs {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  %rsb = tile.broadcast %rs1 : tensor<8x1xf32> -> tensor<8x128xf32>
  %w1 = tile.expand_dims %w {axis = 0 : i64} : tensor<128xf32> -> tensor<1x128xf32>
  %wb = tile.broadcast %w1 : tensor<1x128xf32> -> tensor<8x128xf32>
  %c = arith.subf %x32, %mub : tensor<8x128xf32>
  %xh = arith.mulf %c, %rsb : tensor<8x128xf32>
  %wdy = arith.mulf %d32, %wb : tensor<8x128xf32>
  %xw = arith.mulf %xh, %wdy : tensor<8x128xf32>
  %s1 = tile.reduce %xw {axis = 1 : i64, kind = "add"} : tensor<8x128xf32> -> tensor<8xf32>
  %s2 = tile.reduce %wdy {axis = 1 : i64, kind = "add"} : tensor<8x128xf32> -> tensor<8xf32>
  %ni = arith.index_cast %N : index to i32
  %nf = arith.sitofp %ni : i32 to f32
  %ns = tile.splat %nf : f32 -> tensor<8xf32>
  %q1 = arith.divf %s1, %ns : tensor<8xf32>
  %q2 = arith.divf %s2, %ns : tensor<8xf32>
  %q11 = tile.expand_dims %q1 {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  %q1b = tile.broadcast %q11 : tensor<8x1xf32> -> tensor<8x128xf32>
  %q21 = tile.expand_dims %q2 {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  %q2b = tile.broadcast %q21 : tensor<8x1xf32> -> tensor<8x128xf32>
  %t = arith.mulf %xh, %q1b : tensor<8x128xf32>
  %u = arith.addf %t, %q2b : tensor<8x128xf32>
  %v = arith.subf %wdy, %u : tensor<8x128xf32>
  %dx = arith.mulf %v, %rsb : tensor<8x128xf32>
  %dxh = arith.truncf %dx : tensor<8x128xf32> to tensor<8x128xf16>
  tile.store %dxh, %DX[%m, %c0] : tensor<8x128xf16>, !mat
  %dgt = arith.mulf %d32, %xh : tensor<8x128xf32>
  %dg = tile.reduce %dgt {axis = 0 : i64, kind = "add"} : tensor<8x128xf32> -> tensor<128xf32>
  tile.store %dg, %DG[%p, %c0] : tensor<128xf32>, !matf
  return
}
