// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Arithmetic on floats.

// CHECK-LABEL: func.func @mulf_divf_addf_subf(%arg0: f32) -> (f32, f32, f32) {
// CHECK-DAG: %[[C0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %0 = arith.addf %arg0, %[[C0]] : f32
// CHECK-NEXT: return %arg0, %0, %[[C0]] : f32, f32, f32
// CHECK-NEXT: }
func.func @mulf_divf_addf_subf(%arg0: f32) -> (f32, f32, f32) {
  %cst = arith.constant 1.000000e+00 : f32
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant -0.000000e+00 : f32
  %0 = arith.mulf %arg0, %cst : f32
  %1 = arith.divf %0, %cst : f32
  %2 = arith.addf %1, %cst_1 : f32
  %3 = arith.subf %2, %cst_0 : f32
  %4 = arith.addf %arg0, %cst_0 : f32
  %5 = arith.mulf %arg0, %cst_0 fastmath<nnan,nsz> : f32
  return %3, %4, %5 : f32, f32, f32
}

// CHECK-LABEL: func.func @mulf_divf_remf() -> (f16, bf16, f32) {
// CHECK-DAG: %[[C0:.*]] = arith.constant 1.500000e+00 : f32
// CHECK-DAG: %[[C1:.*]] = arith.constant 3.339840e-01 : bf16
// CHECK-DAG: %[[C2:.*]] = arith.constant 2.998050e-01 : f16
// CHECK: return %[[C2]], %[[C1]], %[[C0]] : f16, bf16, f32
// CHECK-NEXT: }
func.func @mulf_divf_remf() -> (f16, bf16, f32) {
  %cst = arith.constant 9.997550e-02 : f16
  %cst_0 = arith.constant 3.000000e+00 : f16
  %0 = arith.mulf %cst, %cst_0 : f16
  %cst_1 = arith.constant 1.000000e+00 : bf16
  %cst_2 = arith.constant 3.000000e+00 : bf16
  %1 = arith.divf %cst_1, %cst_2 : bf16
  %cst_3 = arith.constant 5.500000e+00 : f32
  %cst_4 = arith.constant 2.000000e+00 : f32
  %2 = arith.remf %cst_3, %cst_4 : f32
  return %0, %1, %2 : f16, bf16, f32
}

// CHECK-LABEL: func.func @negf_maximumf(%arg0: f32) -> (f32, f32) {
// CHECK-NEXT: return %arg0, %arg0 : f32, f32
// CHECK-NEXT: }
func.func @negf_maximumf(%arg0: f32) -> (f32, f32) {
  %0 = arith.negf %arg0 : f32
  %1 = arith.negf %0 : f32
  %2 = arith.maximumf %arg0, %arg0 : f32
  return %1, %2 : f32, f32
}

// CHECK-LABEL: func.func @negf_mulf(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = arith.mulf %arg0, %arg1 : f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @negf_mulf(%arg0: f32, %arg1: f32) -> f32 {
  %0 = arith.negf %arg0 : f32
  %1 = arith.negf %arg1 : f32
  %2 = arith.mulf %0, %1 : f32
  return %2 : f32
}

// CHECK-LABEL: func.func @negf_divf(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = arith.divf %arg0, %arg1 : f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @negf_divf(%arg0: f32, %arg1: f32) -> f32 {
  %0 = arith.negf %arg0 : f32
  %1 = arith.negf %arg1 : f32
  %2 = arith.divf %0, %1 : f32
  return %2 : f32
}

// CHECK-LABEL: func.func @negf_subf(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = arith.negf %arg0 : f32
// CHECK-NEXT: %1 = arith.subf %0, %arg1 : f32
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }
func.func @negf_subf(%arg0: f32, %arg1: f32) -> f32 {
  %0 = arith.negf %arg0 : f32
  %1 = arith.subf %0, %arg1 : f32
  return %1 : f32
}

// CHECK-LABEL: func.func @negf_addf(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = arith.negf %arg0 : f32
// CHECK-NEXT: %1 = arith.addf %0, %arg1 : f32
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }
func.func @negf_addf(%arg0: f32, %arg1: f32) -> f32 {
  %0 = arith.negf %arg0 : f32
  %1 = arith.addf %0, %arg1 : f32
  return %1 : f32
}

// CHECK-LABEL: func.func @addf(%arg0: f32) -> f32 {
// CHECK-DAG: %[[C0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %0 = arith.addf %arg0, %[[C0]] fastmath<nsz> : f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @addf(%arg0: f32) -> f32 {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.addf %arg0, %cst fastmath<nsz> : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @maxnumf(%arg0: f32) -> f32 {
// CHECK-DAG: %[[C0:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %0 = arith.maxnumf %arg0, %[[C0]] : f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @maxnumf(%arg0: f32) -> f32 {
  %cst = arith.constant 0xFF800000 : f32
  %0 = arith.maxnumf %arg0, %cst : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @maxnumf_2(%arg0: f32) -> f32 {
// CHECK-NEXT: return %arg0 : f32
// CHECK-NEXT: }
func.func @maxnumf_2(%arg0: f32) -> f32 {
  %cst = arith.constant 0x7FC00000 : f32
  %0 = arith.maxnumf %arg0, %cst : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @maximumf(%arg0: f32) -> f32 {
// CHECK-DAG: %[[C0:.*]] = arith.constant 0x7FC00000 : f32
// CHECK: %0 = arith.maximumf %arg0, %[[C0]] : f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @maximumf(%arg0: f32) -> f32 {
  %cst = arith.constant 0x7FC00000 : f32
  %0 = arith.maximumf %arg0, %cst : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @addf_2(%arg0: f32) -> f32 {
// CHECK-DAG: %[[C0:.*]] = arith.constant 0x7FC00000 : f32
// CHECK: %0 = arith.addf %arg0, %[[C0]] : f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @addf_2(%arg0: f32) -> f32 {
  %cst = arith.constant 0x7FC00000 : f32
  %0 = arith.addf %arg0, %cst : f32
  return %0 : f32
}
