// RUN: tile-opt %s --irdl-file=%S/cmath.irdl | FileCheck %s
// RUN: tile-opt %s --irdl-file=%S/cmath.irdl --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tile-opt %s --irdl-file=%S/cmath.irdl --verify-roundtrip --cse -o /dev/null
// RUN: tile-opt --irdl-file=%S/cmath.irdl --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: not tile-opt %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// DIALECTS: cmath
// UNKNOWN: error: {{.*}}unregistered dialect

// CHECK-LABEL: func.func @f(%arg0: !cmath.complex<f32>, %arg1: i32, %arg2: !cmath.empty)
// GENERIC: function_type = (!cmath.complex<f32>, i32, !cmath.empty) -> ()
func.func @f(%a: !cmath.complex<f32>, %i: i32, %e: !cmath.empty) {
  // CHECK: %0 = "cmath.mul"(%arg0, %arg0) : (!cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  %0 = "cmath.mul"(%a, %a) : (!cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  // CHECK: "cmath.norm"(%0) {z = #cmath.pair<i32, i32>} : (!cmath.complex<f32>) -> f32
  %1 = "cmath.norm"(%0) {z = #cmath.pair<i32, i32>} : (!cmath.complex<f32>) -> f32
  // CHECK: "cmath.groups"(%arg1, %arg1, %arg1) {operandSegmentSizes = array<i32: 1, 0, 2>, x = i32, y = i32}
  "cmath.groups"(%i, %i, %i) {x = i32, y = i32, operandSegmentSizes = array<i32: 1, 0, 2>} : (i32, i32, i32) -> ()
  "cmath.some"(%i) : (i32) -> ()
  %2 = "cmath.some"(%i, %i, %i) : (i32, i32, i32) -> i32
  // CHECK: "cmath.held"() ({
  "cmath.held"() ({}, {^bb0(%x: i32): llvm.unreachable}, {
  ^bb0:
    cf.br ^bb1
  ^bb1:
    "cmath.done"() : () -> ()
    llvm.unreachable
  }) : () -> ()
  "cmath.noted"() {note = "here", more} : () -> ()
  return
}
