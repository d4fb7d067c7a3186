// An accumulator is reduced along both axes and added to its transpose.
//
// problem: A=72x200 B=136x200 C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @normalized_dot(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  %mx = tile.reduce %sum {axis = 0 : i64, kind = "max"} : tensor<64x64xf32> -> tensor<64xf32>
  %mn = tile.reduce %sum {axis = 1 : i64, kind = "min"} : tensor<64x64xf32> -> tensor<64xf32>
  %mx1 = tile.expand_dims %mx {axis = 0 : i64} : tensor<64xf32> -> tensor<1x64xf32>
  %mxb = tile.broadcast %mx1 : tensor<1x64xf32> -> tensor<64x64xf32>
  %mn1 = tile.expand_dims %mn {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
  %mnb = tile.broadcast %mn1 : tensor<64x1xf32> -> tensor<64x64xf32>
  %s1 = arith.subf %mxb, %sum : tensor<64x64xf32>
  %s2 = arith.addf %s1, %mnb : tensor<64x64xf32>
  %mt = tile.transpose %s2 [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
  %s3 = arith.addf %s2, %mt : tensor<64x64xf32>
  %c = arith.truncf %s3 : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
