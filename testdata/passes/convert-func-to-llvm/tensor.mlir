// RUN: not tile-opt %s --split-input-file --convert-func-to-llvm 2>&1 | FileCheck %s

// CHECK: [[@LINE+1]]:1: error: 'func.func' op has a signature with types that LLVM has not: (tensor<4xf32>) -> ()
func.func private @f(tensor<4xf32>)

// -----

// CHECK: [[@LINE+1]]:1: error: 'func.func' op returns a memref without a rank, whose descriptor lies on the stack
func.func private @g() -> memref<*xf32>
