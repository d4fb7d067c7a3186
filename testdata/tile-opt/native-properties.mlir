// RUN: tile-opt %s --mlir-print-op-generic | FileCheck %s

// Text without <{...}> names every property among the attributes, also those that are no attributes in MLIR.
llvm.func @f(%a: i32) {
  // CHECK: "llvm.add"(%arg0, %arg0) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32
  %0 = "llvm.add"(%a, %a) {overflowFlags = #llvm.overflow<nsw, nuw>} : (i32, i32) -> i32
  llvm.return
}
