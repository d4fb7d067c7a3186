// The loop over K is a scf.while.
//
// Parameters: BM, BN, BK (tile sizes).
//
// problem: A=72x200 B=136x200 C=72x136
// problem: A=64x64 B=64x64 C=64x64
// problem: A=64x0 B=64x0 C=64x64
// problem: A=1x8 B=8x8 C=1x8
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @while_dot(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %BM = tile.param "BM" = 64 : index
  %BN = tile.param "BN" = 64 : index
  %BK = tile.param "BK" = 64 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %nought = arith.constant 0.0 : f32
  %zero = tile.splat %nought sizes(%BM, %BN) : f32 -> tensor<?x?xf32>

  %K = memref.dim %A, %c1 : !mat
  %r:2 = scf.while (%k = %c0, %acc = %zero) : (index, tensor<?x?xf32>) -> (index, tensor<?x?xf32>) {
    %go = arith.cmpi slt, %k, %K : index
    scf.condition(%go) %k, %acc : index, tensor<?x?xf32>
  } do {
  ^bb0(%k: index, %acc: tensor<?x?xf32>):
    %a = tile.load %A[%m, %k] sizes(%BM, %BK) : !mat -> tensor<?x?xf16>
    %b = tile.load %B[%n, %k] sizes(%BN, %BK) : !mat -> tensor<?x?xf16>
    %bt = tile.transpose %b [1, 0] : tensor<?x?xf16> -> tensor<?x?xf16>
    %x = tile.dot %a, %bt, %acc : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf32>
    %k2 = arith.addi %k, %BK : index
    scf.yield %k2, %x : index, tensor<?x?xf32>
  }
  %c = arith.truncf %r#1 : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %c, %C[%m, %n] : tensor<?x?xf16>, !mat
  return
}
