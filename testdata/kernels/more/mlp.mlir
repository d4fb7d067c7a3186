// relu(A W^T) U^T: the loop over K stands in a loop whose product takes its result.
//
// problem: A=72x136 W=136x136 U=72x136 C=72x72
// problem: A=64x0 W=64x0 U=64x64 C=64x64
// near: 0.01
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @mlp(%A: !mat {tile.name = "A"}, %W: !mat {tile.name = "W"}, %U: !mat {tile.name = "U"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
  %L = memref.dim %W, %c0 : !mat
  %out = scf.for %l = %c0 to %L step %c64 iter_args(%o = %zero) -> (tensor<64x64xf32>) {
    %h = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
      %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
      %b = tile.load %W[%l, %k] : !mat -> tensor<64x64xf16>
      %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %x : tensor<64x64xf32>
    }
    %hr = arith.maximumf %h, %zero : tensor<64x64xf32>
    %sc = arith.constant dense<0.125> : tensor<64x64xf32>
    %hs = arith.mulf %hr, %sc : tensor<64x64xf32>
    %hh = arith.truncf %hs : tensor<64x64xf32> to tensor<64x64xf16>
    %u = tile.load %U[%n, %l] : !mat -> tensor<64x64xf16>
    %ut = tile.transpose %u [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %y = tile.dot %hh, %ut, %o : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %y : tensor<64x64xf32>
  }
  %c = arith.truncf %out : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
