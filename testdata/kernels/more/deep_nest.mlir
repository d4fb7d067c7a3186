// Loops and conditions, four deep, with products at two depths.
//
// problem: A=72x200 B=72x200 C=72x72
// problem: A=72x0 B=72x0 C=72x72
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @deep_nest(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%x0 = %zero) -> (tensor<64x64xf32>) {
    %r1 = scf.for %j = %c0 to %c2 step %c1 iter_args(%x1 = %x0) -> (tensor<64x64xf32>) {
      %even = arith.cmpi eq, %i, %j : index
      %r2 = scf.if %even -> (tensor<64x64xf32>) {
        %r3 = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %x1) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
          %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
          scf.yield %x : tensor<64x64xf32>
        }
        scf.yield %r3 : tensor<64x64xf32>
      } else {
        %two = arith.constant dense<2.0> : tensor<64x64xf32>
        %y = arith.addf %x1, %two : tensor<64x64xf32>
        scf.yield %y : tensor<64x64xf32>
      }
      scf.yield %r2 : tensor<64x64xf32>
    }
    %r4 = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %r1) -> (tensor<64x64xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %x : tensor<64x64xf32>
    }
    scf.yield %r4 : tensor<64x64xf32>
  }
  %c = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
