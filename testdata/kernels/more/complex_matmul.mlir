// A complex product as four real ones on three accumulators, which share the loads of a slot.
//
// problem: AR=70x72 AI=70x72 BR=40x72 BI=40x72 CR=70x40 CI=70x40
// near: 0.001
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @complex_matmul(%AR: !mat {tile.name = "AR"}, %AI: !mat {tile.name = "AI"}, %BR: !mat {tile.name = "BR"}, %BI: !mat {tile.name = "BI"}, %CR: !mat {tile.name = "CR"}, %CI: !mat {tile.name = "CI"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %M = memref.dim %CR, %c0 : !mat
  %N = memref.dim %CR, %c1 : !mat
  %Kd = memref.dim %AR, %c1 : !mat
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %k = %c0 to %Kd step %c64 iter_args(%rr = %zero, %ii = %zero, %im = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
    %ar = tile.load %AR[%m, %k] : !mat -> tensor<64x64xf16>
    %ai = tile.load %AI[%m, %k] : !mat -> tensor<64x64xf16>
    %br0 = tile.load %BR[%n, %k] : !mat -> tensor<64x64xf16>
    %bi0 = tile.load %BI[%n, %k] : !mat -> tensor<64x64xf16>
    %br = tile.transpose %br0 [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %bi = tile.transpose %bi0 [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %a = tile.dot %ar, %br, %rr : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %b = tile.dot %ai, %bi, %ii : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %c = tile.dot %ar, %bi, %im : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %d = tile.dot %ai, %br, %c : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
  %re = arith.subf %r#0, %r#1 : tensor<64x64xf32>
  %reh = arith.truncf %re : tensor<64x64xf32> to tensor<64x64xf16>
  %imh = arith.truncf %r#2 : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %reh, %CR[%m, %n] : tensor<64x64xf16>, !mat
  tile.store %imh, %CI[%m, %n] : tensor<64x64xf16>, !mat
  return
}
