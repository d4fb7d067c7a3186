// Random numbers without a state: a hash of seed and position decides which elements stay.
//
// problem: X=40x70 O=40x70 seed=42 keep=0.8
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @dropout(%X: !mat {tile.name = "X"}, %O: !mat {tile.name = "O"}, %seed: i32 {tile.name = "seed"}, %keep: f32 {tile.name = "keep"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %X, %c0 : !mat
  %N = memref.dim %X, %c1 : !mat
  %gm = arith.ceildivsi %M, %c32 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c32 : index
  %n = arith.muli %pn, %c64 : index
  %x = tile.load %X[%m, %n] : !mat -> tensor<32x64xf16>
  %r = tile.iota {axis = 0 : i64} : tensor<32x64xi32>
  %c = tile.iota {axis = 1 : i64} : tensor<32x64xi32>
  %m32 = arith.index_cast %m : index to i32
  %n32 = arith.index_cast %n : index to i32
  %N32 = arith.index_cast %N : index to i32
  %ms = tile.splat %m32 : i32 -> tensor<32x64xi32>
  %ns = tile.splat %n32 : i32 -> tensor<32x64xi32>
  %Ns = tile.splat %N32 : i32 -> tensor<32x64xi32>
  %ri = arith.addi %r, %ms : tensor<32x64xi32>
  %ci = arith.addi %c, %ns : tensor<32x64xi32>
  %rn = arith.muli %ri, %Ns : tensor<32x64xi32>
  %id = arith.addi %rn, %ci : tensor<32x64xi32>
  %sd = tile.splat %seed : i32 -> tensor<32x64xi32>
  %h0 = arith.xori %id, %sd : tensor<32x64xi32>
  %k1 = arith.constant dense<2146121005> : tensor<32x64xi32>
  %k2 = arith.constant dense<-2073254261> : tensor<32x64xi32>
  %s16 = arith.constant dense<16> : tensor<32x64xi32>
  %s15 = arith.constant dense<15> : tensor<32x64xi32>
  %s8 = arith.constant dense<8> : tensor<32x64xi32>
  %a0 = arith.shrui %h0, %s16 : tensor<32x64xi32>
  %a1 = arith.xori %h0, %a0 : tensor<32x64xi32>
  %a2 = arith.muli %a1, %k1 : tensor<32x64xi32>
  %a3 = arith.shrui %a2, %s15 : tensor<32x64xi32>
  %a4 = arith.xori %a2, %a3 : tensor<32x64xi32>
  %a5 = arith.muli %a4, %k2 : tensor<32x64xi32>
  %a6 = arith.shrui %a5, %s16 : tensor<32x64xi32>
  %a7 = arith.xori %a5, %a6 : tensor<32x64xi32>
  %a8 = arith.shrui %a7, %s8 : tensor<32x64xi32>
  %u = arith.uitofp %a8 : tensor<32x64xi32> to tensor<32x64xf32>
  %sc = arith.constant dense<5.9604644775390625e-08> : tensor<32x64xf32>
  %v = arith.mulf %u, %sc : tensor<32x64xf32>
  %kp = tile.splat %keep : f32 -> tensor<32x64xf32>
  %in = arith.cmpf olt, %v, %kp : tensor<32x64xf32>
  %x32 = arith.extf %x : tensor<32x64xf16> to tensor<32x64xf32>
  %q = arith.divf %x32, %kp : tensor<32x64xf32>
  %z = arith.constant dense<0.0> : tensor<32x64xf32>
  %o = arith.select %in, %q, %z : tensor<32x64xi1>, tensor<32x64xf32>
  %oh = arith.truncf %o : tensor<32x64xf32> to tensor<32x64xf16>
  tile.store %oh, %O[%m, %n] : tensor<32x64xf16>, !mat
  return
}
