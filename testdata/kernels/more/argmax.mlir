// Largest element of each row and its first column, by comparing and selecting.
//
// problem: A=20x200 I=20 X=20
// problem: A=16x128 I=16 X=16
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @argmax(%A: !mat {tile.name = "A"}, %I: memref<?xi32> {tile.name = "I"}, %X: memref<?xf16> {tile.name = "X"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %BM = arith.constant 16 : index
  %BN = arith.constant 128 : index
  %M = memref.dim %A, %c0 : !mat
  %N = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %BM : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %BM : index
  %low = arith.constant dense<0xFC00> : tensor<16xf16>
  %i0 = arith.constant dense<0> : tensor<16xi32>
  %big = arith.constant dense<2147483647> : tensor<16x128xi32>
  %r:2 = scf.for %n = %c0 to %N step %BN iter_args(%best = %low, %at = %i0) -> (tensor<16xf16>, tensor<16xi32>) {
    %a = tile.load %A[%m, %n] : !mat -> tensor<16x128xf16>
    %cols = tile.iota {axis = 1 : i64} : tensor<16x128xi32>
    %n32 = arith.index_cast %n : index to i32
    %ns = tile.splat %n32 : i32 -> tensor<16x128xi32>
    %col = arith.addi %cols, %ns : tensor<16x128xi32>
    %N32 = arith.index_cast %N : index to i32
    %Ns = tile.splat %N32 : i32 -> tensor<16x128xi32>
    %in = arith.cmpi slt, %col, %Ns : tensor<16x128xi32>
    %lows = arith.constant dense<0xFC00> : tensor<16x128xf16>
    %x = arith.select %in, %a, %lows : tensor<16x128xi1>, tensor<16x128xf16>
    %mx = tile.reduce %x {axis = 1 : i64, kind = "max"} : tensor<16x128xf16> -> tensor<16xf16>
    %mx1 = tile.expand_dims %mx {axis = 1 : i64} : tensor<16xf16> -> tensor<16x1xf16>
    %mxb = tile.broadcast %mx1 : tensor<16x1xf16> -> tensor<16x128xf16>
    %eq = arith.cmpf oeq, %x, %mxb : tensor<16x128xf16>
    %cand = arith.select %eq, %col, %big : tensor<16x128xi1>, tensor<16x128xi32>
    %idx = tile.reduce %cand {axis = 1 : i64, kind = "min"} : tensor<16x128xi32> -> tensor<16xi32>
    %gt = arith.cmpf ogt, %mx, %best : tensor<16xf16>
    %b1 = arith.select %gt, %mx, %best : tensor<16xi1>, tensor<16xf16>
    %a1 = arith.select %gt, %idx, %at : tensor<16xi1>, tensor<16xi32>
    scf.yield %b1, %a1 : tensor<16xf16>, tensor<16xi32>
  }
  tile.store %r#1, %I[%m] : tensor<16xi32>, memref<?xi32>
  tile.store %r#0, %X[%m] : tensor<16xf16>, memref<?xf16>
  return
}
