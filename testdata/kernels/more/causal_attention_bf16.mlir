// Attention under the diagonal, over batches and heads: four dimensions, bf16, a loop whose end the block decides.
//
// problem: Q=2x3x72x128 K=2x3x72x128 V=2x3x72x128 O=2x3x72x128
// problem: Q=1x1x64x128 K=1x1x64x128 V=1x1x64x128 O=1x1x64x128
// near: 0.03
!q = memref<?x?x?x?xbf16, strided<[?, ?, ?, 1]>>
func.func @causal_attention_bf16(%Q: !q {tile.name = "Q"}, %K: !q {tile.name = "K"}, %V: !q {tile.name = "V"}, %O: !q {tile.name = "O"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %BM = arith.constant 64 : index
  %BN = arith.constant 32 : index
  %zb = memref.dim %Q, %c0 : !q
  %zh = memref.dim %Q, %c1 : !q
  %M = memref.dim %Q, %c2 : !q
  %N = memref.dim %K, %c2 : !q
  %gm = arith.ceildivsi %M, %BM : index
  %pm, %ph, %pb = tile.program_id(%gm, %zh, %zb)
  %m = arith.muli %pm, %BM : index
  %q = tile.load %Q[%pb, %ph, %m, %c0] : !q -> tensor<64x128xbf16>
  %acc0 = arith.constant dense<0.0> : tensor<64x128xf32>
  %zs = arith.constant dense<0.0> : tensor<64x32xf32>
  %max0 = arith.constant dense<-1.0e30> : tensor<64xf32>
  %sum0 = arith.constant dense<0.0> : tensor<64xf32>
  %scale = arith.constant dense<0.125> : tensor<64x32xf32>
  %lows = arith.constant dense<-1.0e30> : tensor<64x32xf32>
  %rows0 = tile.iota {axis = 0 : i64} : tensor<64x32xindex>
  %cols0 = tile.iota {axis = 1 : i64} : tensor<64x32xindex>
  %ms = tile.splat %m : index -> tensor<64x32xindex>
  %rows = arith.addi %rows0, %ms : tensor<64x32xindex>
  %end0 = arith.addi %m, %BM : index
  %end = arith.minsi %end0, %N : index
  %r:3 = scf.for %n = %c0 to %end step %BN iter_args(%acc = %acc0, %mx = %max0, %sm = %sum0) -> (tensor<64x128xf32>, tensor<64xf32>, tensor<64xf32>) {
    %k = tile.load %K[%pb, %ph, %n, %c0] : !q -> tensor<32x128xbf16>
    %v = tile.load %V[%pb, %ph, %n, %c0] : !q -> tensor<32x128xbf16>
    %kt = tile.transpose %k [1, 0] : tensor<32x128xbf16> -> tensor<128x32xbf16>
    %s = tile.dot %q, %kt, %zs : tensor<64x128xbf16>, tensor<128x32xbf16> -> tensor<64x32xf32>
    %s1 = arith.mulf %s, %scale : tensor<64x32xf32>
    %nb = tile.splat %n : index -> tensor<64x32xindex>
    %col = arith.addi %cols0, %nb : tensor<64x32xindex>
    %in = arith.cmpi sle, %col, %rows : tensor<64x32xindex>
    %s2 = arith.select %in, %s1, %lows : tensor<64x32xi1>, tensor<64x32xf32>
    %rm = tile.reduce %s2 {axis = 1 : i64, kind = "max"} : tensor<64x32xf32> -> tensor<64xf32>
    %mx1 = arith.maximumf %mx, %rm : tensor<64xf32>
    %mc = tile.expand_dims %mx1 {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
    %mb = tile.broadcast %mc : tensor<64x1xf32> -> tensor<64x32xf32>
    %d = arith.subf %s2, %mb : tensor<64x32xf32>
    %p = math.exp2 %d : tensor<64x32xf32>
    %dm = arith.subf %mx, %mx1 : tensor<64xf32>
    %al = math.exp2 %dm : tensor<64xf32>
    %rs = tile.reduce %p {axis = 1 : i64, kind = "add"} : tensor<64x32xf32> -> tensor<64xf32>
    %sa = arith.mulf %sm, %al : tensor<64xf32>
    %sm1 = arith.addf %sa, %rs : tensor<64xf32>
    %ac = tile.expand_dims %al {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
    %ab = tile.broadcast %ac : tensor<64x1xf32> -> tensor<64x128xf32>
    %acc1 = arith.mulf %acc, %ab : tensor<64x128xf32>
    %ph1 = arith.truncf %p : tensor<64x32xf32> to tensor<64x32xbf16>
    %acc2 = tile.dot %ph1, %v, %acc1 : tensor<64x32xbf16>, tensor<32x128xbf16> -> tensor<64x128xf32>
    scf.yield %acc2, %mx1, %sm1 : tensor<64x128xf32>, tensor<64xf32>, tensor<64xf32>
  }
  %lc = tile.expand_dims %r#2 {axis = 1 : i64} : tensor<64xf32> -> tensor<64x1xf32>
  %lb = tile.broadcast %lc : tensor<64x1xf32> -> tensor<64x128xf32>
  %o = arith.divf %r#0, %lb : tensor<64x128xf32>
  %oh = arith.truncf %o : tensor<64x128xf32> to tensor<64x128xbf16>
  tile.store %oh, %O[%pb, %ph, %m, %c0] : tensor<64x128xbf16>, !q
  return
}
