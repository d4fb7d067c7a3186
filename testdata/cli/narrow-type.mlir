// RUN: not tilec build %s --type=f8E4M3FN --emit=ptx -o %t 2>&1 | FileCheck %s
// RUN: not exists %t

func.func @copy(%A: memref<?xf16> {tile.name = "A"}, %C: memref<?xf16> {tile.name = "C"}) attributes {tile.kernel} {
  tile.type_param "type" = f16
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %A, %c0 : memref<?xf16>
  %g = arith.ceildivsi %n, %c64 : index
  %p = tile.program_id(%g)
  %i = arith.muli %p, %c64 : index
  // CHECK: [[@LINE+1]]:8: error: 'tile.load' op expected tiles of f16, bf16, f32, f64 or integers, found tensor<64xf8E4M3FN>: no instruction computes on f8E4M3FN
  %t = tile.load %A[%i] : memref<?xf16> -> tensor<64xf16>
  // One error is enough.
  // CHECK-NOT: error
  tile.store %t, %C[%i] : tensor<64xf16>, memref<?xf16>
  return
}
