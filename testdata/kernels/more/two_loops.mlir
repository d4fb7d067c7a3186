// Two loops over K, with other buffers and operand orders.
//
// problem: A=72x200 B=136x200 D=72x72 E=72x136 C=72x136
// problem: A=64x0 B=64x0 D=64x64 E=64x64 C=64x64
// problem: A=64x320 B=64x320 D=64x0 E=0x64 C=64x64
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @two_loops(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %D: !mat {tile.name = "D"}, %E: !mat {tile.name = "E"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
  %L = memref.dim %D, %c1 : !mat
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  %half = arith.constant dense<0.5> : tensor<64x64xf32>
  %sh = arith.mulf %sum, %half : tensor<64x64xf32>
  %sum2 = scf.for %k = %c0 to %L step %c64 iter_args(%acc = %sh) -> (tensor<64x64xf32>) {
    %d = tile.load %D[%m, %k] : !mat -> tensor<64x64xf16>
    %e = tile.load %E[%k, %n] : !mat -> tensor<64x64xf16>
    %x = tile.dot %d, %e, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  %c = arith.truncf %sum2 : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
