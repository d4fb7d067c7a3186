// All kinds of reductions of a small tile.
//
// problem: A=4x6 S=4x6
// problem: A=2x2 S=4x2
!mat = memref<?x?xf16, strided<[?, 1]>>
!matf = memref<?x?xf32, strided<[?, 1]>>
func.func @reduce_kinds(%A: !matf {tile.name = "A"}, %S: !matf {tile.name = "S"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = tile.load %A[%c0, %c0] : !matf -> tensor<4x6xf32>
  %mu = tile.reduce %a {axis = 0 : i64, kind = "mul"} : tensor<4x6xf32> -> tensor<6xf32>
  %mi = tile.reduce %a {axis = 0 : i64, kind = "min"} : tensor<4x6xf32> -> tensor<6xf32>
  %ma = tile.reduce %a {axis = 0 : i64, kind = "max"} : tensor<4x6xf32> -> tensor<6xf32>
  %ad = tile.reduce %a {axis = 0 : i64, kind = "add"} : tensor<4x6xf32> -> tensor<6xf32>
  tile.store %mu, %S[%c0, %c0] : tensor<6xf32>, !matf
  tile.store %mi, %S[%c1, %c0] : tensor<6xf32>, !matf
  tile.store %ma, %S[%c2, %c0] : tensor<6xf32>, !matf
  tile.store %ad, %S[%c3, %c0] : tensor<6xf32>, !matf
  return
}
