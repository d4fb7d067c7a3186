// Rows to mean 0 and deviation 1, scaled and shifted; the statistics are further outputs.
//
// problem: A=20x200 G=200 B=200 O=20x200 mean=20 rstd=20
// problem: A=8x256 G=256 B=256 O=8x256 mean=8 rstd=8
// problem: A=3x7 G=7 B=7 O=3x7 mean=3 rstd=3
// near: 0.005
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @layernorm(%A: !mat {tile.name = "A"}, %G: memref<?xf16> {tile.name = "G"}, %B: memref<?xf16> {tile.name = "B"}, %O: !mat {tile.name = "O"}, %mean: memref<?xf32> {tile.name = "mean"}, %rstd: memref<?xf32> {tile.name = "rstd"}) attributes {tile.kernel} {
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

  %s = tile.reduce %x {axis = 1 : i64, kind = "add"} : tensor<8x256xf32> -> tensor<8xf32>
  %mu = arith.divf %s, %ns : tensor<8xf32>
  %mu1 = tile.expand_dims %mu {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  %mub = tile.broadcast %mu1 : tensor<8x1xf32> -> tensor<8x256xf32>
  %cols = tile.iota {axis = 1 : i64} : tensor<8x256xindex>
  %ends = tile.splat %N : index -> tensor<8x256xindex>
  %in = arith.cmpi slt, %cols, %ends : tensor<8x256xindex>
  %z = arith.constant dense<0.0> : tensor<8x256xf32>
  %d0 = arith.subf %x, %mub : tensor<8x256xf32>
  %d = arith.select %in, %d0, %z : tensor<8x256xi1>, tensor<8x256xf32>
  %sq = arith.mulf %d, %d : tensor<8x256xf32>
  %v = tile.reduce %sq {axis = 1 : i64, kind = "add"} : tensor<8x256xf32> -> tensor<8xf32>
  %var = arith.divf %v, %ns : tensor<8xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<8xf32>
  %ve = arith.addf %var, %eps : tensor<8xf32>
  %rs = math.rsqrt %ve : tensor<8xf32>
  %r1 = tile.expand_dims %rs {axis = 1 : i64} : tensor<8xf32> -> tensor<8x1xf32>
  %rb = tile.broadcast %r1 : tensor<8x1xf32> -> tensor<8x256xf32>
  %y = arith.mulf %d, %rb : tensor<8x256xf32>
  %g = tile.load %G[%c0] : memref<?xf16> -> tensor<256xf16>
  %g32 = arith.extf %g : tensor<256xf16> to tensor<256xf32>
  %g1 = tile.expand_dims %g32 {axis = 0 : i64} : tensor<256xf32> -> tensor<1x256xf32>
  %gb = tile.broadcast %g1 : tensor<1x256xf32> -> tensor<8x256xf32>
  %b = tile.load %B[%c0] : memref<?xf16> -> tensor<256xf16>
  %b32 = arith.extf %b : tensor<256xf16> to tensor<256xf32>
  %b1 = tile.expand_dims %b32 {axis = 0 : i64} : tensor<256xf32> -> tensor<1x256xf32>
  %bb = tile.broadcast %b1 : tensor<1x256xf32> -> tensor<8x256xf32>
  %yg = arith.mulf %y, %gb : tensor<8x256xf32>
  %yb = arith.addf %yg, %bb : tensor<8x256xf32>
  %o = arith.truncf %yb : tensor<8x256xf32> to tensor<8x256xf16>
  tile.store %o, %O[%m, %c0] : tensor<8x256xf16>, !mat
  tile.store %mu, %mean[%m] : tensor<8xf32>, memref<?xf32>
  tile.store %rs, %rstd[%m] : tensor<8xf32>, memref<?xf32>
  return
}
