// Arithmetic on f16, conversions between floats and integers.
//
// problem: A=72x136 B=72x136 C=72x136 D=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
!matf = memref<?x?xf32, strided<[?, 1]>>
func.func @half_arithmetic(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}, %D: !matf {tile.name = "D"}) attributes {tile.kernel} {
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
  %b = tile.load %B[%m, %n] : !mat -> tensor<64x64xf16>
  %s = arith.addf %a, %b : tensor<64x64xf16>
  %p = arith.mulf %s, %a : tensor<64x64xf16>
  %q = arith.subf %p, %b : tensor<64x64xf16>
  %n1 = arith.negf %q : tensor<64x64xf16>
  %mx = arith.maximumf %n1, %b : tensor<64x64xf16>
  %mn = arith.minimumf %mx, %a : tensor<64x64xf16>
  %ab = math.absf %mn : tensor<64x64xf16>
  %f = math.fma %a, %b, %ab : tensor<64x64xf16>
  %ne = arith.cmpf une, %a, %b : tensor<64x64xf16>
  %r = arith.select %ne, %f, %a : tensor<64x64xi1>, tensor<64x64xf16>
  tile.store %r, %C[%m, %n] : tensor<64x64xf16>, !mat
  %i = arith.fptosi %r : tensor<64x64xf16> to tensor<64x64xi32>
  %j = arith.extui %ne : tensor<64x64xi1> to tensor<64x64xi32>
  %k = arith.addi %i, %j : tensor<64x64xi32>
  %k8 = arith.trunci %k : tensor<64x64xi32> to tensor<64x64xi8>
  %k32 = arith.extsi %k8 : tensor<64x64xi8> to tensor<64x64xi32>
  %u = arith.uitofp %j : tensor<64x64xi32> to tensor<64x64xf32>
  %g = arith.sitofp %k32 : tensor<64x64xi32> to tensor<64x64xf32>
  %h = arith.addf %u, %g : tensor<64x64xf32>
  tile.store %h, %D[%m, %n] : tensor<64x64xf32>, !matf
  return
}
