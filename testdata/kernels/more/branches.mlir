// Branches between blocks, which have no lowering.
//
// refused: expected structured control flow
// problem: A=72x200 B=72x200 C=72x72
!mat = memref<?x?xf16, strided<[?, 1]>>
func.func @branches(%A: !mat {tile.name = "A"}, %B: !mat {tile.name = "B"}, %C: !mat {tile.name = "C"}) attributes {tile.kernel} {
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
  cf.br ^head(%c0, %zero : index, tensor<64x64xf32>)
^head(%k: index, %acc: tensor<64x64xf32>):
  %go = arith.cmpi slt, %k, %K : index
  cf.cond_br %go, ^body, ^exit
^body:
    %a = tile.load %A[%m, %k] : !mat -> tensor<64x64xf16>
    %b = tile.load %B[%n, %k] : !mat -> tensor<64x64xf16>
    %bt = tile.transpose %b [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
  %x = tile.dot %a, %bt, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %k1 = arith.addi %k, %c64 : index
  cf.br ^head(%k1, %x : index, tensor<64x64xf32>)
^exit:
  %c = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %c, %C[%m, %n] : tensor<64x64xf16>, !mat
  return
}
