// B is stored as bytes with a scale a row: an operand is computed from loads of 8 bits.
//
// problem: A=72x200 B=136x200 S=136 C=72x136
// problem: A=64x64 B=64x64 S=64 C=64x64
!mat = memref<?x?xf16, strided<[?, 1]>>
!bmat = memref<?x?xi8, strided<[?, 1]>>
func.func @dequant(%A: !mat {tile.name = "A"}, %B: !bmat {tile.name = "B"}, %S: memref<?xf16> {tile.name = "S"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
  %s = tile.load %S[%n] : memref<?xf16> -> tensor<64xf16>
  %s1 = tile.expand_dims %s {axis = 1 : i64} : tensor<64xf16> -> tensor<64x1xf16>
  %sb = tile.broadcast %s1 : tensor<64x1xf16> -> tensor<64x64xf16>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !bmat -> tensor<64x64xi8>
    %bf = arith.sitofp %b : tensor<64x64xi8> to tensor<64x64xf16>
    %bs = arith.mulf %bf, %sb : tensor<64x64xf16>
    %bt = tile.transpose %bs [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
