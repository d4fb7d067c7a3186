// The loop carries a float, an index and an integer beside the accumulator, and scales it.
//
// problem: A=64x200 B=64x200 w=4 C=64x64 n_out=1
// problem: A=64x0 B=64x0 w=4 C=64x64 n_out=1
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @carried_scalars(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %w: memref<?xf32> {tile.name = "w"}, %C: !mat {tile.name = "C"}, %n_out: memref<?xf32> {tile.name = "n_out"}) attributes {tile.kernel} {
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

  %K = memref.dim %A, %c1 : !mat
  %f0 = arith.constant 0.0 : f32
  %c2i = arith.constant 2 : i32
  %i0 = arith.constant 0 : i32
  %r:4 = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero, %s = %f0, %i = %c0, %j = %i0) -> (tensor<64x64xf32>, f32, index, i32) {
    %wi = memref.load %w[%i] : memref<?xf32>
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %ws = tile.splat %wi : f32 -> tensor<64x64xf32>
    %am = arith.mulf %acc, %ws : tensor<64x64xf32>
    %x = tile.dot %a, %bt, %am : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %s1 = arith.addf %s, %wi : f32
    %i1 = arith.addi %i, %c1 : index
    %j1 = arith.addi %j, %c2i : i32
    scf.yield %x, %s1, %i1, %j1 : tensor<64x64xf32>, f32, index, i32
  }
  %jf = arith.sitofp %r#3 : i32 to f32
  %sj = arith.addf %r#1, %jf : f32
  %st = tile.splat %sj : f32 -> tensor<64x64xf32>
  %o = arith.addf %r#0, %st : tensor<64x64xf32>
  %c = arith.truncf %o : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  %one = tile.splat %sj : f32 -> tensor<1xf32>
  tile.store %one, %n_out[%c0] : tensor<1xf32>, memref<?xf32>
  return
}
