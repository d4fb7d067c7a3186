// Integer arithmetic, shifts, unsigned comparison, selection.
//
// problem: A=72x136 B=72x136 C=72x136
!imat = memref<?x?xi32, strided<[?, 1]>>
func.func @integers(%A: !imat {tile.name = "A"}, %B: !imat {tile.name = "B"}, %C: !imat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !imat
  %N = memref.dim %C, %c1 : !imat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>

  %a = tile.load %A[%m, %n] : !imat -> tensor<64x64xi32>
  %b = tile.load %B[%m, %n] : !imat -> tensor<64x64xi32>
  %p = arith.muli %a, %b : tensor<64x64xi32>
  %i = tile.iota {axis = 1 : i64} : tensor<64x64xi32>
  %three = arith.constant dense<3> : tensor<64x64xi32>
  %q = arith.remsi %i, %three : tensor<64x64xi32>
  %s = arith.shli %q, %three : tensor<64x64xi32>
  %x = arith.xori %p, %s : tensor<64x64xi32>
  %mx = arith.maxsi %x, %a : tensor<64x64xi32>
  %lt = arith.cmpi ult, %mx, %b : tensor<64x64xi32>
  %r = arith.select %lt, %mx, %i : tensor<64x64xi1>, tensor<64x64xi32>
  tile.store %r, %C[%m, %n] : tensor<64x64xi32>, !imat
  return
}
