// B[m, :] = softmax(A[m, :]): @softmax(A[M,N], B[M,N]). A tile holds whole
// rows, so N must be at most BN; columns outside are masked.
//
// Parameters: BM, BN (tile sizes), type (element type).
func.func @softmax(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"},
                   %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %BM = tile.param "BM" = 16 : index
  %BN = tile.param "BN" = 256 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %lowest = arith.constant 0xFF800000 : f32
  %one = arith.constant 1.0 : f32
  %log2e = arith.constant 1.44269502 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %BM : index
  %pm = tile.program_id(%gm)
  %m = arith.muli %pm, %BM : index
  %a = tile.load %A[%m, %c0] sizes(%BM, %BN) : memref<?x?xf16, strided<[?, 1]>> -> tensor<?x?xf16>
  %a32 = arith.extf %a : tensor<?x?xf16> to tensor<?x?xf32>
  %cols = tile.iota sizes(%BM, %BN) {axis = 1 : i64} : tensor<?x?xindex>
  %ends = tile.splat %N sizes(%BM, %BN) : index -> tensor<?x?xindex>
  %inside = arith.cmpi slt, %cols, %ends : tensor<?x?xindex>
  %lows = tile.splat %lowest sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %x = arith.select %inside, %a32, %lows : tensor<?x?xi1>, tensor<?x?xf32>
  %max = tile.reduce %x {axis = 1 : i64, kind = "max"} : tensor<?x?xf32> -> tensor<?xf32>
  %maxcol = tile.expand_dims %max {axis = 1 : i64} : tensor<?xf32> -> tensor<?x1xf32>
  %maxs = tile.broadcast %maxcol sizes(%BM, %BN) : tensor<?x1xf32> -> tensor<?x?xf32>
  %d = arith.subf %x, %maxs : tensor<?x?xf32>
  %logs = tile.splat %log2e sizes(%BM, %BN) : f32 -> tensor<?x?xf32>
  %d2 = arith.mulf %d, %logs : tensor<?x?xf32>
  %e = math.exp2 %d2 : tensor<?x?xf32>
  %sum = tile.reduce %e {axis = 1 : i64, kind = "add"} : tensor<?x?xf32> -> tensor<?xf32>
  %ones = tile.splat %one sizes(%BM) : f32 -> tensor<?xf32>
  %scale = arith.divf %ones, %sum : tensor<?xf32>
  %scalecol = tile.expand_dims %scale {axis = 1 : i64} : tensor<?xf32> -> tensor<?x1xf32>
  %scales = tile.broadcast %scalecol sizes(%BM, %BN) : tensor<?x1xf32> -> tensor<?x?xf32>
  %p = arith.mulf %e, %scales : tensor<?x?xf32>
  %b = arith.truncf %p : tensor<?x?xf32> to tensor<?x?xf16>
  tile.store %b, %B[%m, %c0] : tensor<?x?xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
