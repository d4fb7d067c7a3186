// RUN: tile-opt translate --mlir-to-llvmir %s | FileCheck %s
// RUN: tile-opt %s | tile-opt translate --mlir-to-llvmir | FileCheck %s
// RUN: not tile-opt translate %s 2>&1 | FileCheck %s --check-prefix=WHAT

// CHECK: define i32 @f(i32 %
// CHECK: add i32
// CHECK: ret i32
// WHAT: error: expected what to translate to: --mlir-to-llvmir
llvm.func @f(%a: i32) -> i32 {
  %0 = llvm.add %a, %a : i32
  llvm.return %0 : i32
}
