// A loaded tile is an operand, and so is what a reduction makes of it.
//
// problem: A=72x200 B=136x200 C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @masked_loop_operand(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %K = memref.dim %A, %c1 : !mat
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %a32 = arith.extf %a : tensor<64x64xf16> to tensor<64x64xf32>
    %rm = tile.reduce %a32 {axis = 1 : i64, kind = "max"} : tensor<64x64xf32> -> tensor<64xf32>
    %r1 = tile.expand_dims %rm {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
    %rb = tile.broadcast %r1 : tensor<64x1xf32> -> tensor<64x64xf32>
    %d = arith.subf %a32, %rb : tensor<64x64xf32>
    %dh = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
    %x = tile.dot %dh, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %y = tile.dot %a, %bt, %x : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %y : tensor<64x64xf32>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
