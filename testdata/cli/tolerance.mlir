// Results that only round differently are right: sums in a narrow type may be
// off by its unit roundoff times the root of the number of terms.

// RUN: tilec run %s --size=A=4x2048,C=4 --fill=A=uniform --scalar=twice=true | FileCheck %s
// RUN: not tilec run %s --size=A=4x2048,C=4 --fill=A=uniform --scalar=twice=yes 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: tilec run %S/../kernels/matmul.mlir --tile=64x64x64 --consumers=1 --accumulate=f16 --size=A=64x1024,B=64x1024,C=64x64 --level=async | FileCheck %s --check-prefix=HALF

// Each sum is rounded to bf16 64 times.
// CHECK: C       4         0          interp {{.*}} ok
// CHECK: C       4         0          ref {{.*}} ok
// FLAG: error: invalid value 'yes' for --scalar twice: expected true or false
// HALF: C       4096      0          interp {{.*}} ok
// HALF: C       4096      0          ref {{.*}} ok
!mat = memref<?x?xbf16>
func.func @sums(%A: !mat {tile.name = "A"}, %twice: i1 {tile.name = "twice"}, %C: memref<?xbf16> {tile.name = "C"}) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c1 : !mat
  %zero = arith.constant dense<0.0> : tensor<4xbf16>
  %sum = scf.for %k = %c0 to %n step %c32 iter_args(%s = %zero) -> (tensor<4xbf16>) {
    %a = tile.load %A[%c0, %k] : !mat -> tensor<4x32xbf16>
    %r = tile.reduce %a {axis = 1 : i64, kind = "add"} : tensor<4x32xbf16> -> tensor<4xbf16>
    %next = arith.addf %s, %r : tensor<4xbf16>
    scf.yield %next : tensor<4xbf16>
  }
  %double = arith.addf %sum, %sum : tensor<4xbf16>
  %out = arith.select %twice, %double, %sum : tensor<4xbf16>
  tile.store %out, %C[%c0] : tensor<4xbf16>, memref<?xbf16>
  return
}
