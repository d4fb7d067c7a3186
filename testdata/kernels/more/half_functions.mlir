// Functions on f16.
//
// problem: A=72x136 C=72x136
// near: 0.01
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @half_functions(%A: !mat {tile.name = "A"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %a = tile.load %A[%m, %n] : !mat -> tensor<64x64xf16>
  %e = math.exp2 %a : tensor<64x64xf16>
  %t = math.tanh %a : tensor<64x64xf16>
  %x = math.exp %t : tensor<64x64xf16>
  %q = math.rsqrt %x : tensor<64x64xf16>
  %d = arith.divf %e, %x : tensor<64x64xf16>
  %s = arith.addf %d, %q : tensor<64x64xf16>
  %l = math.log2 %e : tensor<64x64xf16>
  %w = math.erf %l : tensor<64x64xf16>
  %r = arith.addf %s, %w : tensor<64x64xf16>
  tile.store %r, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
