// The induction variable is an i32.
//
// problem: A=136x320 B=64x320 kb=5 C=136x64
// problem: A=136x320 B=64x320 kb=0 C=136x64
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @i32_loop(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %kb: i32 {tile.name = "kb"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %sum = scf.for %i = %i0 to %kb step %i1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %ii = arith.index_cast %i : i32 to index
    %k = arith.muli %ii, %c64 : index
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
