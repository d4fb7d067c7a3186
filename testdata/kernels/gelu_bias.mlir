// C = gelu(A + bias) * scale + R, elementwise: @gelu_bias(A[M,N], bias[N],
// R[M,N], scale, C[M,N]), where gelu(x) = x/2 (1 + erf(x / sqrt 2)).
//
// Parameters: BM, BN (tile sizes), type (element type).
func.func @gelu_bias(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"},
                     %bias: memref<?xf16> {tile.name = "bias"},
                     %R: memref<?x?xf16, strided<[?, 1]>> {tile.name = "R"},
                     %scale: f32 {tile.name = "scale"},
                     %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %BM = tile.param "BM" = 32 : index
  %BN = tile.param "BN" = 128 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %rsqrt2 = arith.constant 0.707106769 : f32
  %M = memref.dim %C, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %C, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %a = tile.load %A[%m, %n] sizes(%BM, %BN) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
  %r = tile.load %R[%m, %n] sizes(%BM, %BN) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
  %v = tile.load %bias[%n] sizes(%BN) : memref<?xf16> -> tensor<?xf16>
  %a32 = arith.extf %a : tensor<?x?xf16> to tensor<?x?xf32>
  %r32 = arith.extf %r : tensor<?x?xf16> to tensor<?x?xf32>
  %v32 = arith.extf %v : tensor<?xf16> to tensor<?xf32>
  %row = tile.expand_dims %v32 {axis = 0 : i64} : tensor<?xf32> -> tensor<1x?xf32>
  %rows = tile.broadcast %row sizes(%BM, %BN) : tensor<1x?xf32> -> tensor<?x?xf32>
  %halves = tile.splat %half sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %ones = tile.splat %one sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %roots = tile.splat %rsqrt2 sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %scales = tile.splat %scale sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %x = arith.addf %a32, %rows : tensor<?x?xf32>
  %y = arith.mulf %x, %roots : tensor<?x?xf32>
  %e = math.erf %y : tensor<?x?xf32>
  %e1 = arith.addf %e, %ones : tensor<?x?xf32>
  %xh = arith.mulf %x, %halves : tensor<?x?xf32>
  %g = arith.mulf %xh, %e1 : tensor<?x?xf32>
  %gs = arith.mulf %g, %scales : tensor<?x?xf32>
  %out = arith.addf %gs, %r32 : tensor<?x?xf32>
  %c = arith.truncf %out : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %c, %C[%m, %n] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
