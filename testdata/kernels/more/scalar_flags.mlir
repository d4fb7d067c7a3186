// Scalar arguments choose a branch and scale.
//
// problem: A=72x136 B=72x136 relu=1 alpha=0.5 beta=2 C=72x136
// problem: A=72x136 B=72x136 relu=0 alpha=0.5 beta=2 C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @scalar_flags(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %relu: i32 {tile.name = "relu"}, %alpha: f32 {tile.name = "alpha"}, %beta: f16 {tile.name = "beta"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %a = tile.load %A[%m, %n] : !mat -> tensor<64x64xf16>
  %b = tile.load %B[%m, %n] : !mat -> tensor<64x64xf16>
  %z32 = arith.constant 0 : i32
  %on = arith.cmpi ne, %relu, %z32 : i32
  %bt = tile.splat %beta : f16 -> tensor<64x64xf16>
  %b2 = arith.mulf %b, %bt : tensor<64x64xf16>
  %r = scf.if %on -> (tensor<64x64xf32>) {
    %x = arith.extf %a : tensor<64x64xf16> to tensor<64x64xf32>
    %y = arith.maximumf %x, %zero : tensor<64x64xf32>
    %al = tile.splat %alpha : f32 -> tensor<64x64xf32>
    %w = arith.mulf %y, %al : tensor<64x64xf32>
    scf.yield %w : tensor<64x64xf32>
  } else {
    %b32 = arith.extf %b2 : tensor<64x64xf16> to tensor<64x64xf32>
    scf.yield %b32 : tensor<64x64xf32>
  }
  %c = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
