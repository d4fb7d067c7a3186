// Rotary embedding: two halves of each row are turned by angles that depend on row and column.
//
// problem: X=40x128 C=40x64 S=40x64 O=40x128
!mat = memref<?x?xf16, strided<[?, 1]>>
!matf = memref<?x?xf32, strided<[?, 1]>>
func.func @rope(%X: !mat {tile.name = "X"}, %C: !matf {tile.name = "C"}, %S: !matf {tile.name = "S"}, %O: !mat {tile.name = "O"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %X, %c0 : !mat
  %g = arith.ceildivsi %M, %c16 : index
  %p = tile.program_id(%g)
  %m = arith.muli %p, %c16 : index
  %a = tile.load %X[%m, %c0] : !mat -> tensor<16x64xf16>
  %b = tile.load %X[%m, %c64] : !mat -> tensor<16x64xf16>
  %c = tile.load %C[%m, %c0] : !matf -> tensor<16x64xf32>
  %s = tile.load %S[%m, %c0] : !matf -> tensor<16x64xf32>
  %a32 = arith.extf %a : tensor<16x64xf16> to tensor<16x64xf32>
  %b32 = arith.extf %b : tensor<16x64xf16> to tensor<16x64xf32>
  %ac = arith.mulf %a32, %c : tensor<16x64xf32>
  %bs = arith.mulf %b32, %s : tensor<16x64xf32>
  %x = arith.subf %ac, %bs : tensor<16x64xf32>
  %as = arith.mulf %a32, %s : tensor<16x64xf32>
  %bc = arith.mulf %b32, %c : tensor<16x64xf32>
  %y = arith.addf %as, %bc : tensor<16x64xf32>
  %xh = arith.truncf %x : tensor<16x64xf32> to tensor<16x64xf16>
  %yh = arith.truncf %y : tensor<16x64xf32> to tensor<16x64xf16>
  tile.store %xh, %O[%m, %c0] : tensor<16x64xf16>, !mat
  tile.store %yh, %O[%m, %c64] : tensor<16x64xf16>, !mat
  return
}
