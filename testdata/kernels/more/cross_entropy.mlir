// Loss of each row: the logarithm of its sum of exponentials, less the element that a label picks
// by comparing.
//
// problem: X=20x200 L=[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,199,198] O=20
// near: 0.0001
!mat = memref<?x?xf16, strided<[?, 1]>>
!row = memref<?xf32>
func.func @cross_entropy(%X: !mat {tile.name = "X"}, %L: memref<?xi32> {tile.name = "L"}, %O: !row {tile.name = "O"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %M = memref.dim %X, %c0 : !mat
  %N = memref.dim %X, %c1 : !mat
  %g = arith.ceildivsi %M, %c16 : index
  %p = tile.program_id(%g)
  %m = arith.muli %p, %c16 : index
  %x = tile.load %X[%m, %c0] : !mat -> tensor<16x256xf16>
  %l = tile.load %L[%m] : memref<?xi32> -> tensor<16xi32>
  %x32 = arith.extf %x : tensor<16x256xf16> to tensor<16x256xf32>
  %cols = tile.iota {axis = 1 : i64} : tensor<16x256xi32>
  %n32 = arith.index_cast %N : index to i32
  %ns = tile.splat %n32 : i32 -> tensor<16x256xi32>
  %in = arith.cmpi slt, %cols, %ns : tensor<16x256xi32>
  %low = arith.constant dense<-1.0e30> : tensor<16x256xf32>
  %zero = arith.constant dense<0.0> : tensor<16x256xf32>
  %xm = arith.select %in, %x32, %low : tensor<16x256xi1>, tensor<16x256xf32>
  %mx = tile.reduce %xm {axis = 1 : i64, kind = "max"} : tensor<16x256xf32> -> tensor<16xf32>
  %mx1 = tile.expand_dims %mx {axis = 1 : i64} : tensor<16xf32> -> tensor<16x1xf32>
  %mxb = tile.broadcast %mx1 : tensor<16x1xf32> -> tensor<16x256xf32>
  %d = arith.subf %xm, %mxb : tensor<16x256xf32>
  %e = math.exp %d : tensor<16x256xf32>
  %s = tile.reduce %e {axis = 1 : i64, kind = "add"} : tensor<16x256xf32> -> tensor<16xf32>
  %ls = math.log %s : tensor<16xf32>
  %l1 = tile.expand_dims %l {axis = 1 : i64} : tensor<16xi32> -> tensor<16x1xi32>
  %lb = tile.broadcast %l1 : tensor<16x1xi32> -> tensor<16x256xi32>
  %is = arith.cmpi eq, %cols, %lb : tensor<16x256xi32>
  %pick = arith.select %is, %x32, %zero : tensor<16x256xi1>, tensor<16x256xf32>
  %at = tile.reduce %pick {axis = 1 : i64, kind = "add"} : tensor<16x256xf32> -> tensor<16xf32>
  %t = arith.addf %ls, %mx : tensor<16xf32>
  %o = arith.subf %t, %at : tensor<16xf32>
  tile.store %o, %O[%m] : tensor<16xf32>, !row
  return
}
