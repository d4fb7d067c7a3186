// Loads and products in both branches of a condition, and loads beside it: each
// block has a ring of its own, which moves in the iterations that come there.
//
// PIPELINE: tile-to-nvvm{stages=3 consumers=1 stage=loops unroll=true}
// PIPELINE: tile-to-nvvm{stages=4 consumers=1 stage=loops mma-in-flight=1 barrier-per=copy empty=pre-armed}
// PIPELINE: tile-to-nvvm{stages=4 consumers=0 prefetch=2 stage=loops war=barrier peel=all unroll=true}
// PIPELINE: tile-to-nvvm{stages=3 consumers=0 stage=loops peel=none persist=false}
// SIZES: A=72x72,B=136x72,C=72x136
// SIZES: A=72x0,B=136x0,C=72x136
// SIZES: A=64x584,B=64x584,C=64x64

func.func @branches(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"}, %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}, %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : memref<?x?xf16, strided<[?, 1]>>
  %N = memref.dim %C, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %K = memref.dim %A, %c1 : memref<?x?xf16, strided<[?, 1]>>
  %gm = arith.ceildivsi %M, %c64 : index
  %gn = arith.ceildivsi %N, %c64 : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %c64 : index
  %n = arith.muli %pn, %c64 : index
  %init = tile.splat %zero : f32 -> tensor<64x64xf32>
  %sum, %rest = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %init, %s = %init) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %rem = arith.remui %k, %c128 : index
    %even = arith.cmpi eq, %rem, %c0 : index
    %d = tile.load %A[%m, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %x = scf.if %even -> (tensor<64x64xf32>) {
      %a = tile.load %A[%m, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
      %b = tile.load %B[%n, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
      %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %y = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %y : tensor<64x64xf32>
    } else {
      %a = tile.load %B[%m, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
      %bt = tile.transpose %a [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %y = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %y : tensor<64x64xf32>
    }
    %e = arith.extf %d : tensor<64x64xf16> to tensor<64x64xf32>
    %z = arith.addf %s, %e : tensor<64x64xf32>
    scf.yield %x, %z : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %r = arith.addf %sum, %rest : tensor<64x64xf32>
  %c = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
