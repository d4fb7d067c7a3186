// A product in every iteration and one in some, which share their tiles.
//
// problem: A=72x200 B=136x200 mask=[1,0,1,0] C=72x136
// problem: A=72x256 B=136x256 mask=[0,1,1,0] C=72x136
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @dot_if_and_not(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %mask: memref<?xi32> {tile.name = "mask"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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

  %z32 = arith.constant 0 : i32
  %K = memref.dim %A, %c1 : !mat
  %r:2 = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero, %i = %c0) -> (tensor<64x64xf32>, index) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %f = memref.load %mask[%i] : memref<?xi32>
    %on = arith.cmpi ne, %f, %z32 : i32
    %y = scf.if %on -> (tensor<64x64xf32>) {
      %at = tile.transpose %a [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %w = tile.dot %at, %bt, %x : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %w : tensor<64x64xf32>
    } else {
      %e = tile.load %B[%n, %c0] : !mat -> tensor<64x64xf16>
      %e32 = arith.extf %e : tensor<64x64xf16> to tensor<64x64xf32>
      %w = arith.subf %x, %e32 : tensor<64x64xf32>
      scf.yield %w : tensor<64x64xf32>
    }
    %i1 = arith.addi %i, %c1 : index
    scf.yield %y, %i1 : tensor<64x64xf32>, index
  }
  %c = arith.truncf %r#0 : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
