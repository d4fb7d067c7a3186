// A kernel that does nothing.
//
// problem: A=72x200
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @nothing(%A: !mat {tile.name = "A"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %a = tile.load %A[%c0, %c0] : !mat -> tensor<64x64xf16>
  return
}
