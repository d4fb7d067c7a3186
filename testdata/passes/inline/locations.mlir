// RUN: tile-opt %s --inline=default-pipeline= --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

func.func private @callee(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32 loc("callee")
  return %r : i32
}
func.func @caller(%a: i32) -> i32 {
  // CHECK: arith.addi %{{.*}} loc(callsite("callee" at "caller"))
  %r = call @callee(%a) : (i32) -> i32 loc("caller")
  return %r : i32
}
