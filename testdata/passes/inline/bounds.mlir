// RUN: tile-opt %s --inline=max-operations=5 2>&1 | FileCheck %s
// RUN: tile-opt %s "--inline=inlining-threshold=50 default-pipeline=" | FileCheck %s --check-prefix=SMALL
// RUN: not tile-opt %s --inline=default-pipeline=cse 2>&1 | FileCheck %s --check-prefix=PIPELINE

// PIPELINE: expected default-pipeline canonicalize or '', found 'cse'
// CHECK: warning: inlining stopped at
func.func private @big(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %b : i32
  %2 = arith.xori %1, %0 : i32
  return %2 : i32
}
// CHECK-LABEL: func.func @caller
// SMALL-LABEL: func.func @caller
func.func @caller(%a: i32, %b: i32) -> i32 {
  // CHECK: arith.xori
  // CHECK: call @big
  // SMALL: call @big
  %0 = call @big(%a, %b) : (i32, i32) -> i32
  %1 = call @big(%0, %b) : (i32, i32) -> i32
  return %1 : i32
}
