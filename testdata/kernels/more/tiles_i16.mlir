// Integers: i16.
//
// problem: A=16x32 B=16x32 C=16x32
// problem: A=3x5 B=3x5 C=3x5
!m = memref<?x?xi16, strided<[?, 1]>>
func.func @tiles_i16(%A: !m {tile.name = "A"}, %B: !m {tile.name = "B"}, %C: !m {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %a = tile.load %A[%c0, %c0] : !m -> tensor<16x32xi16>
  %b = tile.load %B[%c0, %c0] : !m -> tensor<16x32xi16>
  %s = arith.addi %a, %b : tensor<16x32xi16>
  %p = arith.muli %s, %a : tensor<16x32xi16>
  %one = arith.constant dense<1> : tensor<16x32xi16>
  %sh = arith.shrsi %p, %one : tensor<16x32xi16>
  %an = arith.andi %sh, %b : tensor<16x32xi16>
  %mx = arith.minsi %an, %a : tensor<16x32xi16>
  %r = tile.reduce %mx {axis = 0 : i64, kind = "min"} : tensor<16x32xi16> -> tensor<32xi16>
  %r1 = tile.expand_dims %r {axis = 0 : i64} : tensor<32xi16> -> tensor<1x32xi16>
  %rb = tile.broadcast %r1 : tensor<1x32xi16> -> tensor<16x32xi16>
  %z = arith.subi %mx, %rb : tensor<16x32xi16>
  %t = tile.reduce %z {axis = 1 : i64, kind = "add"} : tensor<16x32xi16> -> tensor<16xi16>
  %t1 = tile.expand_dims %t {axis = 1 : i64} : tensor<16xi16> -> tensor<16x1xi16>
  %tb = tile.broadcast %t1 : tensor<16x1xi16> -> tensor<16x32xi16>
  %o = arith.ori %z, %tb : tensor<16x32xi16>
  tile.store %o, %C[%c0, %c0] : tensor<16x32xi16>, !m
  return
}
