// Every attempt is told: which pattern, where, and what it made, or why not.
// RUN: tile-opt %s --canonicalize --trace-rewrites -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --convert-arith-to-llvm --trace-rewrites -o /dev/null 2>&1 | FileCheck %s --check-prefix=CONVERT

// CHECK: trace.mlir:[[#@LINE+9]]:8: addi-of-addi-constant did not match 'arith.addi': no operation on a constant around the other
// CHECK: trace.mlir:[[#@LINE+9]]:8: applied addi-of-addi-constant
// CHECK-NEXT: before: arith.addi(arith.addi, 2 : i32)
// CHECK-NEXT: after: replaced by arith.addi(arg#0, 3 : i32)
// CONVERT: trace.mlir:[[#@LINE+5]]:8: applied
// CONVERT-NEXT: before: arith.addi
func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c2 : i32
  return %1 : i32
}
