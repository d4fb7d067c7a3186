// Powers of negative and positive bases by whole, odd, even and broken exponents: C[i, j] is
// A[i, j] to the power 3, plus abs A to the power 1.5, plus A to the power 0.
//
// problem: A=8x64 C=8x64
// problem: A=13x72 C=13x72
func.func @powers(%A: memref<?x?xf32, strided<[?, 1]>> {tile.name = "A"}, %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
  %BM = tile.param "BM" = 8 : index
  %BN = tile.param "BN" = 64 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3.0 : f32
  %broken = arith.constant 1.5 : f32
  %none = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %C, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %a = tile.load %A[%m, %n] sizes(%BM, %BN) : memref<?x?xf32, strided<[?, 1]>> -> tensor<?x?xf32>
  %e3 = tile.splat %three sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %e1 = tile.splat %broken sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %e0 = tile.splat %none sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %cube = math.powf %a, %e3 : tensor<?x?xf32>
  %abs = math.absf %a : tensor<?x?xf32>
  %half = math.powf %abs, %e1 : tensor<?x?xf32>
  %one = math.powf %a, %e0 : tensor<?x?xf32>
  %s = arith.addf %cube, %half : tensor<?x?xf32>
  %t = arith.addf %s, %one : tensor<?x?xf32>
  %r = arith.truncf %t : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %r, %C[%m, %n] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
