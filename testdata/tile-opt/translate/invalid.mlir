// RUN: not tile-opt translate --mlir-to-llvmir %s 2>&1 | FileCheck %s

// CHECK: invalid.mlir:[[#@LINE+3]]:8: error: {{.*}}'arith.addi'
// CHECK-NEXT: arith.addi
llvm.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  llvm.return %0 : i32
}
