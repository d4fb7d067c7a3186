// The kernel itself loops over tiles, with as many blocks as an argument says.
//
// problem: A=136x136 C=136x136 blocks=2
// problem: A=64x64 C=64x64 blocks=3
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @user_persistent(%A: !mat {tile.name = "A"}, %C: !mat {tile.name = "C"}, %blocks: i32 {tile.name = "blocks"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %g = arith.index_cast %blocks : i32 to index
  %p = tile.program_id(%g)
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %t = arith.muli %gm, %gn : index
  scf.for %i = %p to %t step %g {
    %pm = arith.divsi %i, %gn : index
    %pn = arith.remsi %i, %gn : index
    %m = arith.muli %pm, %c64 : index
    %n = arith.muli %pn, %c64 : index
    %a = tile.load %A[%m, %n] : !mat -> tensor<64x64xf16>
    %x = arith.addf %a, %a : tensor<64x64xf16>
    tile.store %x, %C[%m, %n] : tensor<64x64xf16>, !mat
  }
  return
}
