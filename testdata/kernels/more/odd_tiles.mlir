// Tiles of 48 x 80, the grid order turned around, a scalar result of each block.
//
// problem: A=72x136 C=72x136 S=4
// problem: A=48x80 C=48x80 S=1
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @odd_tiles(%A: !mat {tile.name = "A"}, %C: !mat {tile.name = "C"}, %S: memref<?xf32> {tile.name = "S"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %c80 = arith.constant 80 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %gm = arith.ceildivsi %M, %c48 : index
  %gn = arith.ceildivsi %N, %c80 : index
  %pn, %pm = tile.program_id(%gn, %gm)
  %m = arith.muli %pm, %c48 : index
  %n = arith.muli %pn, %c80 : index
  %a = tile.load %A[%m, %n] : !mat -> tensor<48x80xf16>
  %x = arith.addf %a, %a : tensor<48x80xf16>
  tile.store %x, %C[%m, %n] : tensor<48x80xf16>, !mat
  %f = arith.extf %x : tensor<48x80xf16> to tensor<48x80xf32>
  %s = tile.reduce %f {axis = 1 : i64, kind = "add"} : tensor<48x80xf32> -> tensor<48xf32>
  %t = tile.reduce %s {axis = 0 : i64, kind = "add"} : tensor<48xf32> -> tensor<f32>
  %t1 = tile.expand_dims %t {axis = 0 : i64} : tensor<f32> -> tensor<1xf32>
  %at = arith.muli %pm, %gn : index
  %at2 = arith.addi %at, %pn : index
  tile.store %t1, %S[%at2] : tensor<1xf32>, memref<?xf32>
  return
}
