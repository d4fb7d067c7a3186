// Rows minus the logarithm of the sum of their exponentials.
//
// problem: A=20x200 O=20x200
// problem: A=3x7 O=3x7
// near: 0.005
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @logsoftmax(%A: !mat {tile.name = "A"}, %O: !mat {tile.name = "O"}) attributes {tile.kernel} {
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

  %cols = tile.iota {axis = 1 : i64} : tensor<8x256xindex>
  %ends = tile.splat %N : index -> tensor<8x256xindex>
  %in = arith.cmpi slt, %cols, %ends : tensor<8x256xindex>
  %lowest = arith.constant dense<0xFF800000> : tensor<8x256xf32>
  %xm = arith.select %in, %x, %lowest : tensor<8x256xi1>, tensor<8x256xf32>
  %mx = tile.reduce %xm {axis = 1 : i64, kind = "max"} : tensor<8x256xf32> -> tensor<8xf32>
  %m1 = tile.expand_dims %mx {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  %mb = tile.broadcast %m1 : tensor<8x1xf32> -> tensor<8x256xf32>
  %d = arith.subf %xm, %mb : tensor<8x256xf32>
  %e = math.exp %d : tensor<8x256xf32>
  %s = tile.reduce %e {axis = 1 : i64, kind = "add"} : tensor<8x256xf32> -> tensor<8xf32>
  %l = math.log %s : tensor<8xf32>
  %l1 = tile.expand_dims %l {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  %lb = tile.broadcast %l1 : tensor<8x1xf32> -> tensor<8x256xf32>
  %y = arith.subf %d, %lb : tensor<8x256xf32>
  %o = arith.truncf %y : tensor<8x256xf32> to tensor<8x256xf16>
  tile.store %o, %O[%m, %c0] : tensor<8x256xf16>, !mat
  return
}
