// RUN: not tile-opt %s --convert-arith-to-llvm 2>&1 | FileCheck %s
// RUN: not tile-opt %s --convert-func-to-llvm 2>&1 | FileCheck %s --check-prefix=FUNC
// RUN: not tile-opt %s --finalize-memref-to-llvm 2>&1 | FileCheck %s

// A pass of a lower level on a kernel on tiles is a mistake of the user, shown
// at what had to be lowered before.
// CHECK-NOT: internal error
// FUNC: [[@LINE+1]]:1: error: 'func.func' op is a kernel on tiles (tile.kernel): expected it lowered, as tile-to-llvm does
func.func @k(%A: memref<?xf32>) attributes {tile.kernel} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  // CHECK: [[@LINE+2]]:8: error: 'tile.program_id' op expects extents that the host can evaluate
  // CHECK: note: 'tile.program_id' does not fit what pass '{{.*}}' made of the operations around it: expected it lowered before that pass
  %p = tile.program_id(%n)
  %t = tile.load %A[%p] : memref<?xf32> -> tensor<8xf32>
  tile.store %t, %A[%p] : tensor<8xf32>, memref<?xf32>
  return
}
