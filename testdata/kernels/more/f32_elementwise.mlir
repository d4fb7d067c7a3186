// Float arithmetic and functions on f32 tiles.
//
// problem: A=72x136 B=72x136 C=72x136
// problem: A=65x67 B=65x67 C=65x67
// near: 1e-05
!matf = memref<?x?xf32, strided<[?, 1]>>
func.func @f32_elementwise(%A: !matf {tile.name = "A"}, %B: !matf {tile.name = "B"}, %C: !matf {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !matf
  %N = memref.dim %C, %c1 : !matf
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>

  %a = tile.load %A[%m, %n] : !matf -> tensor<64x64xf32>
  %b = tile.load %B[%m, %n] : !matf -> tensor<64x64xf32>
  %p = math.fma %a, %b, %a : tensor<64x64xf32>
  %t = math.tanh %p : tensor<64x64xf32>
  %s = math.sin %a : tensor<64x64xf32>
  %q = math.absf %b : tensor<64x64xf32>
  %q1 = math.sqrt %q : tensor<64x64xf32>
  %e = math.exp %s : tensor<64x64xf32>
  %x = arith.addf %t, %e : tensor<64x64xf32>
  %y = arith.subf %x, %q1 : tensor<64x64xf32>
  %n1 = arith.negf %y : tensor<64x64xf32>
  %l = math.log2 %e : tensor<64x64xf32>
  %r = arith.addf %n1, %l : tensor<64x64xf32>
  tile.store %r, %C[%m, %n] : tensor<64x64xf32>, !matf
  return
}
