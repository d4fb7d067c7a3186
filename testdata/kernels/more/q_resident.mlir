// A tile that is loaded before the loop and used in each iteration.
//
// problem: A=72x64 B=136x64 C=72x136
// problem: A=64x40 B=200x40 C=64x200
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @q_resident(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%m, %c0] : !mat -> tensor<64x64xf16>
  scf.for %n = %c0 to %N step %c64 {
    %b = tile.load %B[%n, %c0] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %c = arith.truncf %x : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  }
  return
}
