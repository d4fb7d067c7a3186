// Which blocks of A are multiplied is read from memory.
//
// problem: A=72x320 B=136x256 idx=[3,0,4,1] C=72x136
// problem: A=64x320 B=64x0 idx=[] C=64x64
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @gather_blocks(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %idx: memref<?xi32> {tile.name = "idx"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>

  %L = memref.dim %idx, %c0 : memref<?xi32>
  %sum = scf.for %l = %c0 to %L step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %i32 = memref.load %idx[%l] : memref<?xi32>
    %ii = arith.index_cast %i32 : i32 to index
    %k = arith.muli %ii, %c64 : index
    %kb = arith.muli %l, %c64 : index
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %kb] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
