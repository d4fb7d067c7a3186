// Prefix sums of rows: within a tile by a triangle of three dimensions, from tile to tile by a
// carried column.
//
// problem: X=20x200 O=20x200
// near: 0.0001
!matf = memref<?x?xf32, strided<[?, 1]>>
func.func @scan(%X: !matf {tile.name = "X"}, %O: !matf {tile.name = "O"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %M = memref.dim %X, %c0 : !matf
  %N = memref.dim %X, %c1 : !matf
  %g = arith.ceildivsi %M, %c16 : index
  %p = tile.program_id(%g)
  %m = arith.muli %p, %c16 : index
  %z = arith.constant dense<0.0> : tensor<16xf32>
  %r = scf.for %n = %c0 to %N step %c32 iter_args(%s = %z) -> (tensor<16xf32>) {
    %x = tile.load %X[%m, %n] : !matf -> tensor<16x32xf32>
    %x3 = tile.expand_dims %x {axis = 1 : i64} : tensor<16x32xf32> -> tensor<16x1x32xf32>
    %xb = tile.broadcast %x3 : tensor<16x1x32xf32> -> tensor<16x32x32xf32>
    %i = tile.iota {axis = 1 : i64} : tensor<16x32x32xi32>
    %j = tile.iota {axis = 2 : i64} : tensor<16x32x32xi32>
    %le = arith.cmpi sle, %j, %i : tensor<16x32x32xi32>
    %zz = arith.constant dense<0.0> : tensor<16x32x32xf32>
    %t = arith.select %le, %xb, %zz : tensor<16x32x32xi1>, tensor<16x32x32xf32>
    %c = tile.reduce %t {axis = 2 : i64, kind = "add"} : tensor<16x32x32xf32> -> tensor<16x32xf32>
    %s1 = tile.expand_dims %s {axis = 1 : i64} : tensor<16xf32> -> tensor<16x1xf32>
    %sb = tile.broadcast %s1 : tensor<16x1xf32> -> tensor<16x32xf32>
    %o = arith.addf %c, %sb : tensor<16x32xf32>
    tile.store %o, %O[%m, %n] : tensor<16x32xf32>, !matf
    %tot = tile.reduce %x {axis = 1 : i64, kind = "add"} : tensor<16x32xf32> -> tensor<16xf32>
    %nx = arith.addf %s, %tot : tensor<16xf32>
    scf.yield %nx : tensor<16xf32>
  }
  return
}
