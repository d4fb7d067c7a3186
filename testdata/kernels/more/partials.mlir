// The loop over K stores the accumulator of every iteration, and reduces it.
//
// problem: A=136x200 B=64x200 C=4x136x64 S=136
// problem: A=136x320 B=40x320 C=3x136x40 S=136
!mat = memref<?x?xf16, strided<[?, 1]>>
!cube = memref<?x?x?xf16, strided<[?, ?, 1]>>
func.func @partials(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !cube {tile.name = "C"}, %S: memref<?xf32> {tile.name = "S"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c1 : !cube
  %N = memref.dim %C, %c2 : !cube
  %K = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %c64 : index
  %n = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %z1 = arith.constant dense<0.0> : tensor<64xf32>
  %r:3 = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero, %i = %c0, %s = %z1) -> (tensor<64x64xf32>, index, tensor<64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %h = arith.truncf %x : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %C[%i, %m, %n] : tensor<64x64xf16>, !cube
    %rs = tile.reduce %x {axis = 1 : i64, kind = "add"} : tensor<64x64xf32> -> tensor<64xf32>
    %s1 = arith.addf %s, %rs : tensor<64xf32>
    %i1 = arith.addi %i, %c1 : index
    scf.yield %x, %i1, %s1 : tensor<64x64xf32>, index, tensor<64xf32>
  }
  tile.store %r#2, %S[%m] : tensor<64xf32>, memref<?xf32>
  return
}
