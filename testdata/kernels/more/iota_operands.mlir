// Operands are computed from coordinates; there is no load.
//
// problem: C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @iota_operands(%C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %i = tile.iota {axis = 0 : i64} : tensor<64x64xi32>
  %j = tile.iota {axis = 1 : i64} : tensor<64x64xi32>
  %eq = arith.cmpi eq, %i, %j : tensor<64x64xi32>
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %hz = arith.constant dense<0.0> : tensor<64x64xf16>
  %id = arith.select %eq, %one, %hz : tensor<64x64xi1>, tensor<64x64xf16>
  %jf = arith.sitofp %j : tensor<64x64xi32> to tensor<64x64xf16>
  %x = tile.dot %id, %jf, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %y = tile.dot %jf, %id, %x : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %c = arith.truncf %y : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
