// A product in a loop without a trip count: the role that loads makes the loop as
// well, without the accumulator, and decides like the other when it is over.
//
// PIPELINE: tile-to-nvvm{stages=3 consumers=1 stage=loops unroll=true}
// PIPELINE: tile-to-nvvm{stages=4 consumers=1 stage=loops mma-in-flight=1 barrier-per=copy empty=pre-armed}
// PIPELINE: tile-to-nvvm{stages=4 consumers=0 prefetch=2 stage=loops war=barrier peel=all unroll=true}
// PIPELINE: tile-to-nvvm{stages=3 consumers=0 stage=loops peel=none persist=false}
// SIZES: A=72x72,B=136x72,C=72x136
// SIZES: A=72x0,B=136x0,C=72x136
// SIZES: A=64x584,B=64x584,C=64x64

func.func @while_product(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = "A"}, %B: memref<?x?xf16, strided<[?, 1]>> {tile.name = "B"}, %C: memref<?x?xf16, strided<[?, 1]>> {tile.name = "C"}) attributes {tile.kernel} {
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
  %end, %sum, %last = scf.while (%k = %c0, %acc = %init, %t = %c0) : (index, tensor<64x64xf32>, index) -> (index, tensor<64x64xf32>, index) {
    %in = arith.cmpi slt, %k, %K : index
    scf.condition(%in) %k, %acc, %t : index, tensor<64x64xf32>, index
  } do {
  ^bb0(%k: index, %acc: tensor<64x64xf32>, %t: index):
    %a = tile.load %A[%m, %t] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %b = tile.load %B[%n, %t] : memref<?x?xf16, strided<[?, 1]>> -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %y = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %k1 = arith.addi %k, %c64 : index
    scf.yield %k1, %y, %k1 : index, tensor<64x64xf32>, index
  }
  %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, memref<?x?xf16, strided<[?, 1]>>
  return
}
