// The smallest product of two warp groups, with an accumulator that is not 0.
//
// problem: A=128x16 B=16x8 C=128x8
// problem: A=3x8 B=8x8 C=128x8
!mat = memref<?x?xf16, strided<[?, 1]>>
!matf = memref<?x?xf32, strided<[?, 1]>>
func.func @small_dot(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !matf {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<1.0> : tensor<128x8xf32>
  %a = tile.load %A[%c0, %c0] : !mat -> tensor<128x16xf16>
  %b = tile.load %B[%c0, %c0] : !mat -> tensor<16x8xf16>
  %x = tile.dot %a, %b, %z : tensor<128x16xf16>, tensor<16x8xf16> -> tensor<128x8xf32>
  tile.store %x, %C[%c0, %c0] : tensor<128x8xf32>, !matf
  return
}
