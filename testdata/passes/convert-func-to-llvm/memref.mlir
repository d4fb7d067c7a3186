// RUN: not tile-opt %s --convert-func-to-llvm 2>&1 | FileCheck %s

// CHECK: [[@LINE+1]]:1: error: 'func.func' op has a signature with types that LLVM has not: (memref<4xf32>) -> ()
func.func private @f(memref<4xf32>)
