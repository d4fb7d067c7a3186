// B[m, :] = softmax(A[m, :]) for rows of any length: @softmax_online(A[M,N],
// B[M,N]). A first loop over column tiles keeps the largest element so far and the
// sum of exponentials relative to it, which is scaled when a larger one comes; a
// second loop reads the row again and writes the quotients.
//
// Parameters: BM, BN (tile sizes), type (element type).
func.func @softmax_online(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"},
                          %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %BM = tile.param "BM" = 16 : index
  %BN = tile.param "BN" = 128 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // Finite, so that the difference of two of them is no NaN; far below it, exponentials
  // are 0 all the same.
  %lowest = arith.constant -1.0e+30 : f32
  %log2e = arith.constant 1.44269502 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %BM : index
  %lows = tile.splat %lowest sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %logs = tile.splat %log2e sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %logrow = tile.splat %log2e sizes(%BM) : f32 -> tensor<?xf32>
  %cols = tile.iota sizes(%BM, %BN) {axis = 1 : i64} : tensor<?x?xindex>
  %max0 = tile.splat %lowest sizes(%BM) : f32 -> tensor<?xf32>
  %sum0 = tile.splat %zero sizes(%BM) : f32 -> tensor<?xf32>
  %max, %sum = scf.for %n = %c0 to %N step %BN iter_args(%mx = %max0, %sm = %sum0) -> (tensor<?xf32>, tensor<?xf32>) {
    %a = tile.load %A[%m, %n] sizes(%BM, %BN) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %a32 = arith.extf %a : tensor<?x?xf16> to tensor<?x?xf32>
    %left = arith.subi %N, %n : index
    %ends = tile.splat %left sizes(%BM, %BN) : index -> tensor<?x?xindex>
    %inside = arith.cmpi slt, %cols, %ends : tensor<?x?xindex>
    %x = arith.select %inside, %a32, %lows : tensor<?x?xi1>, tensor<?x?xf32>
    %here = tile.reduce %x {axis = 1 : i64, kind = "max"} : tensor<?x?xf32> -> tensor<?xf32>
    %new = arith.maximumf %mx, %here : tensor<?xf32>
    %newcol = tile.expand_dims %new {axis = 1 : i64} : tensor<?xf32> -> tensor<?x1xf32>
    %news = tile.broadcast %newcol sizes(%BM, %BN) : tensor<?x1xf32> -> tensor<?x?xf32>
    %d = arith.subf %x, %news : tensor<?x?xf32>
    %d2 = arith.mulf %d, %logs : tensor<?x?xf32>
    %e = math.exp2 %d2 : tensor<?x?xf32>
    %s = tile.reduce %e {axis = 1 : i64, kind = "add"} : tensor<?x?xf32> -> tensor<?xf32>
    %less = arith.subf %mx, %new : tensor<?xf32>
    %less2 = arith.mulf %less, %logrow : tensor<?xf32>
    %shrink = math.exp2 %less2 : tensor<?xf32>
    %kept = arith.mulf %sm, %shrink : tensor<?xf32>
    %next = arith.addf %kept, %s : tensor<?xf32>
    scf.yield %new, %next : tensor<?xf32>, tensor<?xf32>
  }
  %ones = tile.splat %one sizes(%BM) : f32 -> tensor<?xf32>
  %scale = arith.divf %ones, %sum : tensor<?xf32>
  %scalecol = tile.expand_dims %scale {axis = 1 : i64} : tensor<?xf32> -> tensor<?x1xf32>
  %scales = tile.broadcast %scalecol sizes(%BM, %BN) : tensor<?x1xf32> -> tensor<?x?xf32>
  %maxcol = tile.expand_dims %max {axis = 1 : i64} : tensor<?xf32> -> tensor<?x1xf32>
  %maxs = tile.broadcast %maxcol sizes(%BM, %BN) : tensor<?x1xf32> -> tensor<?x?xf32>
  scf.for %n = %c0 to %N step %BN {
    %a = tile.load %A[%m, %n] sizes(%BM, %BN) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
    %a32 = arith.extf %a : tensor<?x?xf16> to tensor<?x?xf32>
    %d = arith.subf %a32, %maxs : tensor<?x?xf32>
    %d2 = arith.mulf %d, %logs : tensor<?x?xf32>
    %e = math.exp2 %d2 : tensor<?x?xf32>
    %p = arith.mulf %e, %scales : tensor<?x?xf32>
    %b = arith.truncf %p : tensor<?x?xf32> to tensor<?x?xf16>
    tile.store %b, %B[%m, %n] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  }
  return
}
