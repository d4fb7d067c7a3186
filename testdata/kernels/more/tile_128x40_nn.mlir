// A product in tiles of 128x40, operands nn.
//
// problem: A=72x200 B=200x136 C=72x136
// problem: A=64x0 B=0x64 C=64x64
// problem: A=1x8 B=8x8 C=1x8
// problem: A=0x64 B=64x8 C=0x8
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @tile_128x40_nn(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %BM = arith.constant 128 : index
  %BN = arith.constant 40 : index
  %BK = arith.constant 16 : index
  %M = memref.dim %C, %c0 : !mat
  %N = memref.dim %C, %c1 : !mat
  %K = memref.dim %A, %c1 : !mat
  %gm = arith.ceildivsi %M, %BM : index
  %gn = arith.ceildivsi %N, %BN : index
  %pm, %pn = tile.program_id(%gm, %gn)
  %m = arith.muli %pm, %BM : index
  %n = arith.muli %pn, %BN : index
  %init = arith.constant dense<0.0> : tensor<128x40xf32>
  %sum = scf.for %k = %c0 to %K step %BK iter_args(%acc = %init) -> (tensor<128x40xf32>) {
    %a = tile.load %A[%m, %k] : !mat -> tensor<128x16xf16>
    %b = tile.load %B[%k, %n] : !mat -> tensor<16x40xf16>
    %next = tile.dot %a, %b, %acc : tensor<128x16xf16>, tensor<16x40xf16> -> tensor<128x40xf32>
    scf.yield %next : tensor<128x40xf32>
  }
  %c = arith.truncf %sum : tensor<128x40xf32> to tensor<128x40xf16>
  tile.store %c, %C[%m, %n] : tensor<128x40xf16>, !mat
  return
}
