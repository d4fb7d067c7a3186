// A buffer is written, then read by other threads.
//
// problem: A=72x64 T=72x64 C=72x64
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @write_then_read(%A: !mat {tile.name = "A"}, %T: !mat {tile.name = "T"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
  %a2 = arith.addf %a, %a : tensor<64x64xf16>
  tile.store %a2, %T[%m, %n] : tensor<64x64xf16>, !mat
  %c8 = arith.constant 8 : index
  %n8 = arith.addi %n, %c8 : index
  %end = arith.addi %n, %c64 : index
  %t = tile.load %T[%m, %n8] : !mat -> tensor<64x56xf16>
  tile.store %t, %C[%m, %n] : tensor<64x56xf16>, !mat
  return
}
