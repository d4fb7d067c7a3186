// A three-dimensional tile, reduced along its first axis.
//
// problem: A=3x20x40 S=20x40
!mat = memref<?x?xf16, strided<[?, 1]>>
!cube = memref<?x?x?xf16, strided<[?, ?, 1]>>
func.func @cube_reduce(%A: !cube {tile.name = "A"}, %S: !mat {tile.name = "S"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %M = memref.dim %A, %c1 : !cube
  %N = memref.dim %A, %c2 : !cube
  %gm = arith.ceildivsi %M, %c16 : index
  %gn = arith.ceildivsi %N, %c32 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c16 : index
  %n = arith.muli %pn, %c32 : index
  %a = tile.load %A[%c0, %m, %n] : !cube -> tensor<4x16x32xf16>
  %s = tile.reduce %a {axis = 0 : i64, kind = "add"} : tensor<4x16x32xf16> -> tensor<16x32xf16>
  tile.store %s, %S[%m, %n] : tensor<16x32xf16>, !mat
  return
}
