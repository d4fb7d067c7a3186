// Loads and stores of 16 and of 32 bits meet in one tile.
//
// problem: A=72x136 B=72x136 C=72x136 D=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
!matf = memref<?x?xf32, strided<[?, 1]>>
func.func @mixed_widths(%A: !matf {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}, %D: !matf {tile.name = "D"}) attributes {tile.kernel} {
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

  %a = tile.load %A[%m, %n] : !matf -> tensor<64x64xf32>
  %b = tile.load %B[%m, %n] : !mat -> tensor<64x64xf16>
  %b32 = arith.extf %b : tensor<64x64xf16> to tensor<64x64xf32>
  %s = arith.addf %a, %b32 : tensor<64x64xf32>
  tile.store %s, %D[%m, %n] : tensor<64x64xf32>, !matf
  %h = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %h, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
