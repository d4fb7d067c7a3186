// A convolution of 3 x 3 without a matrix of patches: the product's loop is a nest of two, and
// tiles are cut from buffers of three and four dimensions.
//
// problem: X=4x72x64 W=3x3x64x64 Y=2x70x64
// near: 0.001
!four = memref<?x?x?x?xf16, strided<[?, ?, ?, 1]>>
!cube = memref<?x?x?xf16, strided<[?, ?, 1]>>
func.func @conv2d(%X: !cube {tile.name = "X"}, %W: !four {tile.name = "W"}, %Y: !cube {tile.name = "Y"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %H = memref.dim %Y, %c0 : !cube
  %Wd = memref.dim %Y, %c1 : !cube
  %gw = arith.ceildivsi %Wd, %c64 : index
  %ph, %pw = tile.program_id(%H, %gw)
  %w0 = arith.muli %pw, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %h = arith.addi %ph, %i : index
    %rr = scf.for %j = %c0 to %c3 step %c1 iter_args(%acc2 = %acc) -> (tensor<64x64xf32>) {
      %w = arith.addi %w0, %j : index
      %x = tile.load %X[%h, %w, %c0] : !cube -> tensor<64x64xf16>
      %f = tile.load %W[%i, %j, %c0, %c0] : !four -> tensor<64x64xf16>
      %d = tile.dot %x, %f, %acc2 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    scf.yield %rr : tensor<64x64xf32>
  }
  %o = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %o, %Y[%ph, %w0, %c0] : tensor<64x64xf16>, !cube
  return
}
