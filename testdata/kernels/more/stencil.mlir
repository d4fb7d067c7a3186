// Five points: tiles that overlap and begin outside of the buffer, where there are zeros.
//
// problem: A=70x130 B=70x130
!matf = memref<?x?xf32, strided<[?, 1]>>
func.func @stencil(%A: !matf {tile.name = "A"}, %B: !matf {tile.name = "B"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %A, %c0 : !matf
  %N = memref.dim %A, %c1 : !matf
  %gm = arith.ceildivsi %M, %c32 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c32 : index
  %n = arith.muli %pn, %c64 : index
  %mu = arith.subi %m, %c1 : index
  %md = arith.addi %m, %c1 : index
  %nl = arith.subi %n, %c1 : index
  %nr = arith.addi %n, %c1 : index
  %c = tile.load %A[%m, %n] : !matf -> tensor<32x64xf32>
  %u = tile.load %A[%mu, %n] : !matf -> tensor<32x64xf32>
  %d = tile.load %A[%md, %n] : !matf -> tensor<32x64xf32>
  %l = tile.load %A[%m, %nl] : !matf -> tensor<32x64xf32>
  %r = tile.load %A[%m, %nr] : !matf -> tensor<32x64xf32>
  %four = arith.constant dense<-4.0> : tensor<32x64xf32>
  %s0 = arith.mulf %c, %four : tensor<32x64xf32>
  %s1 = arith.addf %s0, %u : tensor<32x64xf32>
  %s2 = arith.addf %s1, %d : tensor<32x64xf32>
  %s3 = arith.addf %s2, %l : tensor<32x64xf32>
  %s4 = arith.addf %s3, %r : tensor<32x64xf32>
  tile.store %s4, %B[%m, %n] : tensor<32x64xf32>, !matf
  return
}
