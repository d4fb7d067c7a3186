// softmax(Q K^T) V over blocks of K and V, with running maxima and sums.
//
// problem: Q=80x64 K=200x64 V=200x64 O=80x64
// problem: Q=64x64 K=64x64 V=64x64 O=64x64
// problem: Q=128x64 K=72x64 V=72x64 O=128x64
// near: 0.02
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @flash_attention(%Q: !mat {tile.name = "Q"}, %K: !mat {tile.name = "K"}, %V: !mat {tile.name = "V"}, %O: !mat {tile.name = "O"}) attributes {tile.kernel} {
  %BM = tile.param "BM" = 64 : index
  %BN = tile.param "BN" = 64 : index
  %D = tile.param "D" = 64 : index
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %low = arith.constant -1.0e30 : f32
  %sc = arith.constant 0.18033688 : f32
  %M = memref.dim %Q, %c0 : !mat
  %N = memref.dim %K, %c0 : !mat
  %gm = arith.ceildivsi %M, %BM : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %BM : index
  %q = tile.load %Q[%m, %c0] sizes(%BM, %D) : !mat -> tensor<?x?xf16>
  %acc0 = tile.splat %f0 sizes(%BM, %D) : f32 -> tensor<?x?xf32>
  %max0 = tile.splat %low sizes(%BM) : f32 -> tensor<?xf32>
  %sum0 = tile.splat %f0 sizes(%BM) : f32 -> tensor<?xf32>
  %zs = tile.splat %f0 sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %scale = tile.splat %sc sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %lows = tile.splat %low sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %ends = tile.splat %N sizes(%BM, %BN) : index -> tensor<?x?xindex>
  %cols = tile.iota sizes(%BM, %BN) {axis = 1 : i64} : tensor<?x?xindex>
  %r:3 = scf.for %n = %c0 to %N step %BN iter_args(%acc = %acc0, %mx = %max0, %sm = %sum0) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %k = tile.load %K[%n, %c0] sizes(%BN, %D) : !mat -> tensor<?x?xf16>
    %kt = tile.transpose %k [1, 0] : tensor<?x?xf16> -> tensor<?x?xf16>
    %s = tile.dot %q, %kt, %zs : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf32>
    %s1 = arith.mulf %s, %scale : tensor<?x?xf32>
    %nb = tile.splat %n sizes(%BM, %BN) : index -> tensor<?x?xindex>
    %col = arith.addi %cols, %nb : tensor<?x?xindex>
    %in = arith.cmpi slt, %col, %ends : tensor<?x?xindex>
    %s2 = arith.select %in, %s1, %lows : tensor<?x?xi1>, tensor<?x?xf32>
    %rm = tile.reduce %s2 {axis = 1 : i64, kind = "max"} : tensor<?x?xf32> -> tensor<?xf32>
    %mx1 = arith.maximumf %mx, %rm : tensor<?xf32>
    %mc = tile.expand_dims %mx1 {axis = 1 : i64} : tensor<?xf32> -> tensor<?x1xf32>
    %mb = tile.broadcast %mc sizes(%BM, %BN) : tensor<?x1xf32> -> tensor<?x?xf32>
    %d = arith.subf %s2, %mb : tensor<?x?xf32>
    %p = math.exp2 %d : tensor<?x?xf32>
    %dm = arith.subf %mx, %mx1 : tensor<?xf32>
    %al = math.exp2 %dm : tensor<?xf32>
    %rs = tile.reduce %p {axis = 1 : i64, kind = "add"} : tensor<?x?xf32> -> tensor<?xf32>
    %sa = arith.mulf %sm, %al : tensor<?xf32>
    %sm1 = arith.addf %sa, %rs : tensor<?xf32>
    %ac = tile.expand_dims %al {axis = 1 : i64} : tensor<?xf32> -> tensor<?x1xf32>
    %ab = tile.broadcast %ac sizes(%BM, %D) : tensor<?x1xf32> -> tensor<?x?xf32>
    %acc1 = arith.mulf %acc, %ab : tensor<?x?xf32>
    %ph = arith.truncf %p : tensor<?x?xf32> to tensor<?x?xf16>
    %v = tile.load %V[%n, %c0] sizes(%BN, %D) : !mat -> tensor<?x?xf16>
    %acc2 = tile.dot %ph, %v, %acc1 : tensor<?x?xf16>, tensor<?x?xf16> -> tensor<?x?xf32>
    scf.yield %acc2, %mx1, %sm1 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  %lc = tile.expand_dims %r#2 {axis = 1 : i64} : tensor<?xf32> -> tensor<?x1xf32>
  %lb = tile.broadcast %lc sizes(%BM, %D) : tensor<?x1xf32> -> tensor<?x?xf32>
  %o = arith.divf %r#0, %lb : tensor<?x?xf32>
  %oh = arith.truncf %o : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %oh, %O[%m, %c0] : tensor<?x?xf16>, !mat
  return
}
