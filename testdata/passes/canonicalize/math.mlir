// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Functions of constants.

// CHECK-LABEL: func.func @absf_ceil_floor_trunc() -> (f32, f32, f32, f32) {
// CHECK-DAG: %[[C0:.*]] = arith.constant -3.000000e+00 : f32
// CHECK-DAG: %[[C1:.*]] = arith.constant -2.000000e+00 : f32
// CHECK-DAG: %[[C2:.*]] = arith.constant 2.500000e+00 : f32
// CHECK: return %[[C2]], %[[C1]], %[[C0]], %[[C1]] : f32, f32, f32, f32
// CHECK-NEXT: }
func.func @absf_ceil_floor_trunc() -> (f32, f32, f32, f32) {
  %cst = arith.constant -2.500000e+00 : f32
  %0 = math.absf %cst : f32
  %1 = math.ceil %cst : f32
  %2 = math.floor %cst : f32
  %3 = math.trunc %cst : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @round_roundeven_copysign() -> (f32, f32, f32) {
// CHECK-DAG: %[[C0:.*]] = arith.constant -1.000000e+00 : f32
// CHECK-DAG: %[[C1:.*]] = arith.constant -2.000000e+00 : f32
// CHECK-DAG: %[[C2:.*]] = arith.constant -3.000000e+00 : f32
// CHECK: return %[[C2]], %[[C1]], %[[C0]] : f32, f32, f32
// CHECK-NEXT: }
func.func @round_roundeven_copysign() -> (f32, f32, f32) {
  %cst = arith.constant -2.500000e+00 : f32
  %0 = math.round %cst : f32
  %1 = math.roundeven %cst : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %2 = math.copysign %cst_0, %cst : f32
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @sqrt_log2_exp2() -> (f64, f64, f32) {
// CHECK-DAG: %[[C0:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[C1:.*]] = arith.constant 2.000000e+00 : f64
// CHECK: return %[[C1]], %[[C1]], %[[C0]] : f64, f64, f32
// CHECK-NEXT: }
func.func @sqrt_log2_exp2() -> (f64, f64, f32) {
  %cst = arith.constant 4.000000e+00 : f64
  %0 = math.sqrt %cst : f64
  %1 = math.log2 %cst : f64
  %cst_0 = arith.constant 0.000000e+00 : f32
  %2 = math.exp2 %cst_0 : f32
  return %0, %1, %2 : f64, f64, f32
}

// CHECK-LABEL: func.func @sqrt_log() -> (f32, f32) {
// CHECK-DAG: %[[C0:.*]] = arith.constant -4.000000e+00 : f32
// CHECK: %0 = math.sqrt %[[C0]] : f32
// CHECK-NEXT: %1 = math.log %[[C0]] : f32
// CHECK-NEXT: return %0, %1 : f32, f32
// CHECK-NEXT: }
func.func @sqrt_log() -> (f32, f32) {
  %cst = arith.constant -4.000000e+00 : f32
  %0 = math.sqrt %cst : f32
  %1 = math.log %cst : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @sqrt_rsqrt() -> (f16, f32) {
// CHECK-DAG: %[[C0:.*]] = arith.constant 4.000000e+00 : f32
// CHECK-DAG: %[[C1:.*]] = arith.constant 4.000000e+00 : f16
// CHECK: %0 = math.sqrt %[[C1]] : f16
// CHECK-NEXT: %1 = math.rsqrt %[[C0]] : f32
// CHECK-NEXT: return %0, %1 : f16, f32
// CHECK-NEXT: }
func.func @sqrt_rsqrt() -> (f16, f32) {
  %cst = arith.constant 4.000000e+00 : f16
  %0 = math.sqrt %cst : f16
  %cst_0 = arith.constant 4.000000e+00 : f32
  %1 = math.rsqrt %cst_0 : f32
  return %0, %1 : f16, f32
}

// CHECK-LABEL: func.func @absi_ctpop_cttz_ctlz() -> (i32, i32, i32, i32) {
// CHECK-DAG: %c28_i32 = arith.constant 28 : i32
// CHECK-DAG: %c3_i32 = arith.constant 3 : i32
// CHECK-DAG: %c29_i32 = arith.constant 29 : i32
// CHECK-DAG: %c8_i32 = arith.constant 8 : i32
// CHECK: return %c8_i32, %c29_i32, %c3_i32, %c28_i32 : i32, i32, i32, i32
// CHECK-NEXT: }
func.func @absi_ctpop_cttz_ctlz() -> (i32, i32, i32, i32) {
  %c-8_i32 = arith.constant -8 : i32
  %0 = math.absi %c-8_i32 : i32
  %1 = math.ctpop %c-8_i32 : i32
  %2 = math.cttz %c-8_i32 : i32
  %3 = math.ctlz %0 : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @ipowi() -> (i32, i32, i32) {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK-DAG: %c243_i32 = arith.constant 243 : i32
// CHECK-DAG: %c-1_i32 = arith.constant -1 : i32
// CHECK: return %c243_i32, %c0_i32, %c-1_i32 : i32, i32, i32
// CHECK-NEXT: }
func.func @ipowi() -> (i32, i32, i32) {
  %c3_i32 = arith.constant 3 : i32
  %c5_i32 = arith.constant 5 : i32
  %c-2_i32 = arith.constant -2 : i32
  %0 = math.ipowi %c3_i32, %c5_i32 : i32
  %1 = math.ipowi %c3_i32, %c-2_i32 : i32
  %c-1_i32 = arith.constant -1 : i32
  %2 = math.ipowi %c-1_i32, %c5_i32 : i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @isinf_isnan_isfinite_isnormal() -> (i1, i1, i1, i1) {
// CHECK-DAG: %false = arith.constant false
// CHECK-DAG: %true = arith.constant true
// CHECK: return %true, %false, %false, %false : i1, i1, i1, i1
// CHECK-NEXT: }
func.func @isinf_isnan_isfinite_isnormal() -> (i1, i1, i1, i1) {
  %cst = arith.constant 0x7F800000 : f32
  %0 = math.isinf %cst : f32
  %1 = math.isnan %cst : f32
  %2 = math.isfinite %cst : f32
  %cst_0 = arith.constant 9.999940e-41 : f32
  %3 = math.isnormal %cst_0 : f32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @ipowi_fma(%arg0: f32) -> (f32, i32) {
// CHECK-DAG: %c1_i32 = arith.constant 1 : i32
// CHECK: %0 = math.fma %arg0, %arg0, %arg0 : f32
// CHECK-NEXT: return %0, %c1_i32 : f32, i32
// CHECK-NEXT: }
func.func @ipowi_fma(%arg0: f32) -> (f32, i32) {
  %c0_i32 = arith.constant 0 : i32
  %0 = math.ipowi %c0_i32, %c0_i32 : i32
  %1 = math.fma %arg0, %arg0, %arg0 : f32
  return %1, %0 : f32, i32
}

// CHECK-LABEL: func.func @ipowi_powf(%arg0: i32, %arg1: f32) -> (i32, f32) {
// CHECK-DAG: %[[C0:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %c2_i32 = arith.constant 2 : i32
// CHECK: %0 = math.ipowi %arg0, %c2_i32 : i32
// CHECK-NEXT: %1 = math.powf %arg1, %[[C0]] : f32
// CHECK-NEXT: return %0, %1 : i32, f32
// CHECK-NEXT: }
func.func @ipowi_powf(%arg0: i32, %arg1: f32) -> (i32, f32) {
  %c2_i32 = arith.constant 2 : i32
  %0 = math.ipowi %arg0, %c2_i32 : i32
  %cst = arith.constant 2.000000e+00 : f32
  %1 = math.powf %arg1, %cst : f32
  return %0, %1 : i32, f32
}
