// softmax(Q K^T) V of one block: the result of a product, through exp2, is the operand of the next.
//
// problem: Q=64x64 K=64x64 V=64x64 O=64x64
// problem: Q=40x64 K=64x64 V=64x64 O=40x64
// near: 0.02
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @attention_block(%Q: !mat {tile.name = "Q"}, %K: !mat {tile.name = "K"}, %V: !mat {tile.name = "V"}, %O: !mat {tile.name = "O"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %q = tile.load %Q[%c0, %c0] : !mat -> tensor<64x64xf16>
  %k = tile.load %K[%c0, %c0] : !mat -> tensor<64x64xf16>
  %v = tile.load %V[%c0, %c0] : !mat -> tensor<64x64xf16>
  %kt = tile.transpose %k [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
  %s = tile.dot %q, %kt, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %scale = arith.constant dense<0.18> : tensor<64x64xf32>
  %s2 = arith.mulf %s, %scale : tensor<64x64xf32>
  %max = tile.reduce %s2 {axis = 1 : i64, kind = "max"} : tensor<64x64xf32> -> tensor<64xf32>
  %mc = tile.expand_dims %max {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
  %mb = tile.broadcast %mc : tensor<64x1xf32> -> tensor<64x64xf32>
  %d = arith.subf %s2, %mb : tensor<64x64xf32>
  %p = math.exp2 %d : tensor<64x64xf32>
  %sum = tile.reduce %p {axis = 1 : i64, kind = "add"} : tensor<64x64xf32> -> tensor<64xf32>
  %ph = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
  %o = tile.dot %ph, %v, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %sc = tile.expand_dims %sum {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
  %sb = tile.broadcast %sc : tensor<64x1xf32> -> tensor<64x64xf32>
  %on = arith.divf %o, %sb : tensor<64x64xf32>
  %oh = arith.truncf %on : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %oh, %O[%c0, %c0] : tensor<64x64xf16>, !mat
  return
}
