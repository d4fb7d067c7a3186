// A loaded tile is the operand of a product, and is summed.
//
// problem: A=72x200 B=64x200 C=72x64 S=72
// problem: A=64x0 B=64x0 C=64x64 S=64
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @dot_and_rowsum(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}, %S: memref<?xf32> {tile.name = "S"}) attributes {tile.kernel} {
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
  %z1 = arith.constant dense<0.0> : tensor<64xf32>
  %r:2 = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero, %s = %z1) -> (tensor<64x64xf32>, tensor<64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %a32 = arith.extf %a : tensor<64x64xf16> to tensor<64x64xf32>
    %s0 = tile.reduce %a32 {axis = 1 : i64, kind = "add"} : tensor<64x64xf32> -> tensor<64xf32>
    %s1 = arith.addf %s, %s0 : tensor<64xf32>
    scf.yield %x, %s1 : tensor<64x64xf32>, tensor<64xf32>
  }
  %c = arith.truncf %r#0 : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  tile.store %r#1, %S[%m] : tensor<64xf32>, memref<?xf32>
  return
}
