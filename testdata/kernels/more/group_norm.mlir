// Mean and variance of a group of channels: reduced over two dimensions, to one number that is
// spread again.
//
// problem: X=3x16x32 O=3x16x32
// near: 0.001
!cube = memref<?x?x?xf16, strided<[?, ?, 1]>>
func.func @group_norm(%X: !cube {tile.name = "X"}, %O: !cube {tile.name = "O"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %B = memref.dim %X, %c0 : !cube
  %C = memref.dim %X, %c1 : !cube
  %g = arith.ceildivsi %C, %c4 : index
  %pb, %pg = tile.program_id(%B, %g)
  %ch = arith.muli %pg, %c4 : index
  %x = tile.load %X[%pb, %ch, %c0] : !cube -> tensor<4x32xf16>
  %x32 = arith.extf %x : tensor<4x32xf16> to tensor<4x32xf32>
  %r1 = tile.reduce %x32 {axis = 1 : i64, kind = "add"} : tensor<4x32xf32> -> tensor<4xf32>
  %s = tile.reduce %r1 {axis = 0 : i64, kind = "add"} : tensor<4xf32> -> tensor<f32>
  %n = arith.constant dense<128.0> : tensor<f32>
  %mu = arith.divf %s, %n : tensor<f32>
  %mu1 = tile.expand_dims %mu {axis = 0 : i64} : tensor<f32> -> tensor<1xf32>
  %mu2 = tile.expand_dims %mu1 {axis = 0 : i64} : tensor<1xf32> -> tensor<1x1xf32>
  %mub = tile.broadcast %mu2 : tensor<1x1xf32> -> tensor<4x32xf32>
  %c = arith.subf %x32, %mub : tensor<4x32xf32>
  %q = arith.mulf %c, %c : tensor<4x32xf32>
  %v1 = tile.reduce %q {axis = 1 : i64, kind = "add"} : tensor<4x32xf32> -> tensor<4xf32>
  %v = tile.reduce %v1 {axis = 0 : i64, kind = "add"} : tensor<4xf32> -> tensor<f32>
  %va = arith.divf %v, %n : tensor<f32>
  %eps = arith.constant dense<1.0e-5> : tensor<f32>
  %ve = arith.addf %va, %eps : tensor<f32>
  %rs = math.rsqrt %ve : tensor<f32>
  %rs1 = tile.expand_dims %rs {axis = 0 : i64} : tensor<f32> -> tensor<1xf32>
  %rs2 = tile.expand_dims %rs1 {axis = 0 : i64} : tensor<1xf32> -> tensor<1x1xf32>
  %rsb = tile.broadcast %rs2 : tensor<1x1xf32> -> tensor<4x32xf32>
  %o = arith.mulf %c, %rsb : tensor<4x32xf32>
  %oh = arith.truncf %o : tensor<4x32xf32> to tensor<4x32xf16>
  tile.store %oh, %O[%pb, %ch, %c0] : tensor<4x32xf16>, !cube
  return
}
