// Rows divided by the root of their mean square.
//
// problem: A=20x200 O=20x200
// problem: A=3x7 O=3x7
// near: 0.005
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @rmsnorm(%A: !mat {tile.name = "A"}, %O: !mat {tile.name = "O"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %BM = arith.constant 8 : index
  %M = memref.dim %A, %c0 : !mat
  %N = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %BM : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %BM : index
  %n32 = arith.index_cast %N : index to i32
  %nf = arith.sitofp %n32 : i32 to f32
  %ns = tile.splat %nf : f32 -> tensor<8xf32>
  %a = tile.load %A[%m, %c0] : !mat -> tensor<8x256xf16>
  %x = arith.extf %a : tensor<8x256xf16> to tensor<8x256xf32>

  %sq = arith.mulf %x, %x : tensor<8x256xf32>
  %v = tile.reduce %sq {axis = 1 : i64, kind = "add"} : tensor<8x256xf32> -> tensor<8xf32>
  %var = arith.divf %v, %ns : tensor<8xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<8xf32>
  %ve = arith.addf %var, %eps : tensor<8xf32>
  %sr = math.sqrt %ve : tensor<8xf32>
  %r1 = tile.expand_dims %sr {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  %rb = tile.broadcast %r1 : tensor<8x1xf32> -> tensor<8x256xf32>
  %y = arith.divf %x, %rb : tensor<8x256xf32>
  %o = arith.truncf %y : tensor<8x256xf32> to tensor<8x256xf16>
  tile.store %o, %O[%m, %c0] : tensor<8x256xf16>, !mat
  return
}
