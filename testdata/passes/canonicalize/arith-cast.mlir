// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Conversions.

// CHECK-LABEL: func.func @sitofp_fptoui_truncf() -> (f32, i32, f16) {
// CHECK-DAG: %[[C0:.*]] = arith.constant 2.500000e+00 : f16
// CHECK-DAG: %c2_i32 = arith.constant 2 : i32
// CHECK-DAG: %[[C1:.*]] = arith.constant -5.000000e+00 : f32
// CHECK: return %[[C1]], %c2_i32, %[[C0]] : f32, i32, f16
// CHECK-NEXT: }
func.func @sitofp_fptoui_truncf() -> (f32, i32, f16) {
  %c-5_i32 = arith.constant -5 : i32
  %0 = arith.sitofp %c-5_i32 : i32 to f32
  %cst = arith.constant 2.500000e+00 : f32
  %1 = arith.fptoui %cst : f32 to i32
  %2 = arith.truncf %cst : f32 to f16
  return %0, %1, %2 : f32, i32, f16
}

// CHECK-LABEL: func.func @extsi_index_cast_extui() -> (i32, index, i32) {
// CHECK-DAG: %c65531_i32 = arith.constant 65531 : i32
// CHECK-DAG: %c-5 = arith.constant -5 : index
// CHECK-DAG: %c-5_i32 = arith.constant -5 : i32
// CHECK: return %c-5_i32, %c-5, %c65531_i32 : i32, index, i32
// CHECK-NEXT: }
func.func @extsi_index_cast_extui() -> (i32, index, i32) {
  %c-5_i16 = arith.constant -5 : i16
  %0 = arith.extsi %c-5_i16 : i16 to i32
  %1 = arith.index_cast %c-5_i16 : i16 to index
  %2 = arith.extui %c-5_i16 : i16 to i32
  return %0, %1, %2 : i32, index, i32
}

// CHECK-LABEL: func.func @bitcast_trunci() -> (f32, i8) {
// CHECK-DAG: %c44_i8 = arith.constant 44 : i8
// CHECK-DAG: %[[C0:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: return %[[C0]], %c44_i8 : f32, i8
// CHECK-NEXT: }
func.func @bitcast_trunci() -> (f32, i8) {
  %c1065353216_i32 = arith.constant 1065353216 : i32
  %0 = arith.bitcast %c1065353216_i32 : i32 to f32
  %c300_i32 = arith.constant 300 : i32
  %1 = arith.trunci %c300_i32 : i32 to i8
  return %0, %1 : f32, i8
}

// CHECK-LABEL: func.func @index_cast(%arg0: i8) -> i16 {
// CHECK-NEXT: %0 = arith.index_cast %arg0 : i8 to index
// CHECK-NEXT: %1 = arith.index_cast %0 : index to i16
// CHECK-NEXT: return %1 : i16
// CHECK-NEXT: }
func.func @index_cast(%arg0: i8) -> i16 {
  %0 = arith.index_cast %arg0 : i8 to index
  %1 = arith.index_cast %0 : index to i16
  return %1 : i16
}

// CHECK-LABEL: func.func @sitofp_truncf(%arg0: i32) -> f32 {
// CHECK-NEXT: %0 = arith.sitofp %arg0 : i32 to f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @sitofp_truncf(%arg0: i32) -> f32 {
  %0 = arith.sitofp %arg0 : i32 to f64
  %1 = arith.truncf %0 : f64 to f32
  return %1 : f32
}

// CHECK-LABEL: func.func @uitofp_truncf(%arg0: i32) -> f32 {
// CHECK-NEXT: %0 = arith.uitofp %arg0 : i32 to f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @uitofp_truncf(%arg0: i32) -> f32 {
  %0 = arith.uitofp %arg0 : i32 to f64
  %1 = arith.truncf %0 : f64 to f32
  return %1 : f32
}

// CHECK-LABEL: func.func @truncf_extf(%arg0: f64) -> f64 {
// CHECK-NEXT: return %arg0 : f64
// CHECK-NEXT: }
func.func @truncf_extf(%arg0: f64) -> f64 {
  %0 = arith.truncf %arg0 fastmath<contract> : f64 to f32
  %1 = arith.extf %0 fastmath<contract> : f32 to f64
  return %1 : f64
}

// CHECK-LABEL: func.func @extf(%arg0: f16) -> f64 {
// CHECK-NEXT: %0 = arith.extf %arg0 : f16 to f32
// CHECK-NEXT: %1 = arith.extf %0 : f32 to f64
// CHECK-NEXT: return %1 : f64
// CHECK-NEXT: }
func.func @extf(%arg0: f16) -> f64 {
  %0 = arith.extf %arg0 : f16 to f32
  %1 = arith.extf %0 : f32 to f64
  return %1 : f64
}

// CHECK-LABEL: func.func @extf_truncf(%arg0: f16) -> f16 {
// CHECK-NEXT: return %arg0 : f16
// CHECK-NEXT: }
func.func @extf_truncf(%arg0: f16) -> f16 {
  %0 = arith.extf %arg0 : f16 to f32
  %1 = arith.truncf %0 : f32 to f16
  return %1 : f16
}

// CHECK-LABEL: func.func @truncf(%arg0: f64) -> f16 {
// CHECK-NEXT: %0 = arith.truncf %arg0 : f64 to f32
// CHECK-NEXT: %1 = arith.truncf %0 : f32 to f16
// CHECK-NEXT: return %1 : f16
// CHECK-NEXT: }
func.func @truncf(%arg0: f64) -> f16 {
  %0 = arith.truncf %arg0 : f64 to f32
  %1 = arith.truncf %0 : f32 to f16
  return %1 : f16
}

// CHECK-LABEL: func.func @extf_truncf_2(%arg0: f16) -> f32 {
// CHECK-NEXT: %0 = arith.extf %arg0 : f16 to f64
// CHECK-NEXT: %1 = arith.truncf %0 : f64 to f32
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }
func.func @extf_truncf_2(%arg0: f16) -> f32 {
  %0 = arith.extf %arg0 : f16 to f64
  %1 = arith.truncf %0 : f64 to f32
  return %1 : f32
}

// CHECK-LABEL: func.func @truncf_2(%arg0: f64) -> f32 {
// CHECK-DAG: %[[C0:.*]] = arith.constant 1.000000e-300 : f64
// CHECK: %0 = arith.truncf %[[C0]] : f64 to f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @truncf_2(%arg0: f64) -> f32 {
  %cst = arith.constant 1.000000e-300 : f64
  %0 = arith.truncf %cst : f64 to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @truncf_3(%arg0: f64) -> f32 {
// CHECK-DAG: %[[C0:.*]] = arith.constant 1.000000e-01 : f64
// CHECK: %0 = arith.truncf %[[C0]] upward : f64 to f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @truncf_3(%arg0: f64) -> f32 {
  %cst = arith.constant 1.000000e-01 : f64
  %0 = arith.truncf %cst upward : f64 to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @fptosi(%arg0: f64) -> i8 {
// CHECK-DAG: %[[C0:.*]] = arith.constant 3.005000e+02 : f64
// CHECK: %0 = arith.fptosi %[[C0]] : f64 to i8
// CHECK-NEXT: return %0 : i8
// CHECK-NEXT: }
func.func @fptosi(%arg0: f64) -> i8 {
  %cst = arith.constant 3.005000e+02 : f64
  %0 = arith.fptosi %cst : f64 to i8
  return %0 : i8
}

// CHECK-LABEL: func.func @fptosi_2(%arg0: f64) -> i8 {
// CHECK-DAG: %c100_i8 = arith.constant 100 : i8
// CHECK: return %c100_i8 : i8
// CHECK-NEXT: }
func.func @fptosi_2(%arg0: f64) -> i8 {
  %cst = arith.constant 1.005000e+02 : f64
  %0 = arith.fptosi %cst : f64 to i8
  return %0 : i8
}

// CHECK-LABEL: func.func @extui_extsi(%arg0: i8) -> i32 {
// CHECK-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @extui_extsi(%arg0: i8) -> i32 {
  %0 = arith.extui %arg0 : i8 to i16
  %1 = arith.extsi %0 : i16 to i32
  return %1 : i32
}

// CHECK-LABEL: func.func @extsi_trunci(%arg0: i8) -> i16 {
// CHECK-NEXT: %0 = arith.extsi %arg0 : i8 to i16
// CHECK-NEXT: return %0 : i16
// CHECK-NEXT: }
func.func @extsi_trunci(%arg0: i8) -> i16 {
  %0 = arith.extsi %arg0 : i8 to i32
  %1 = arith.trunci %0 : i32 to i16
  return %1 : i16
}

// CHECK-LABEL: func.func @extsi_trunci_2(%arg0: i32) -> i16 {
// CHECK-NEXT: %0 = arith.trunci %arg0 : i32 to i16
// CHECK-NEXT: return %0 : i16
// CHECK-NEXT: }
func.func @extsi_trunci_2(%arg0: i32) -> i16 {
  %0 = arith.extsi %arg0 : i32 to i64
  %1 = arith.trunci %0 : i64 to i16
  return %1 : i16
}

// CHECK-LABEL: func.func @shrsi_trunci(%arg0: i64) -> i16 {
// CHECK-DAG: %c32_i64 = arith.constant 32 : i64
// CHECK: %0 = arith.shrsi %arg0, %c32_i64 : i64
// CHECK-NEXT: %1 = arith.trunci %0 : i64 to i16
// CHECK-NEXT: return %1 : i16
// CHECK-NEXT: }
func.func @shrsi_trunci(%arg0: i64) -> i16 {
  %c32_i64 = arith.constant 32 : i64
  %0 = arith.shrsi %arg0, %c32_i64 : i64
  %1 = arith.trunci %0 : i64 to i16
  return %1 : i16
}

// CHECK-LABEL: func.func @shrsi_trunci_2(%arg0: i64) -> i32 {
// CHECK-DAG: %c33_i64 = arith.constant 33 : i64
// CHECK: %0 = arith.shrsi %arg0, %c33_i64 : i64
// CHECK-NEXT: %1 = arith.trunci %0 : i64 to i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @shrsi_trunci_2(%arg0: i64) -> i32 {
  %c33_i64 = arith.constant 33 : i64
  %0 = arith.shrsi %arg0, %c33_i64 : i64
  %1 = arith.trunci %0 : i64 to i32
  return %1 : i32
}

// CHECK-LABEL: func.func @extsi_index_cast(%arg0: i32) -> index {
// CHECK-NEXT: %0 = arith.index_cast %arg0 : i32 to index
// CHECK-NEXT: return %0 : index
// CHECK-NEXT: }
func.func @extsi_index_cast(%arg0: i32) -> index {
  %0 = arith.extsi %arg0 : i32 to i64
  %1 = arith.index_cast %0 : i64 to index
  return %1 : index
}

// CHECK-LABEL: func.func @extui_index_cast(%arg0: i32) -> index {
// CHECK-NEXT: %0 = arith.extui %arg0 : i32 to i64
// CHECK-NEXT: %1 = arith.index_cast %0 : i64 to index
// CHECK-NEXT: return %1 : index
// CHECK-NEXT: }
func.func @extui_index_cast(%arg0: i32) -> index {
  %0 = arith.extui %arg0 : i32 to i64
  %1 = arith.index_cast %0 : i64 to index
  return %1 : index
}

// CHECK-LABEL: func.func @extui_index_castui(%arg0: i32) -> index {
// CHECK-NEXT: %0 = arith.index_castui %arg0 : i32 to index
// CHECK-NEXT: return %0 : index
// CHECK-NEXT: }
func.func @extui_index_castui(%arg0: i32) -> index {
  %0 = arith.extui %arg0 : i32 to i64
  %1 = arith.index_castui %0 : i64 to index
  return %1 : index
}

// CHECK-LABEL: func.func @index_cast_trunci(%arg0: index) -> i32 {
// CHECK-NEXT: %0 = arith.index_cast %arg0 : index to i64
// CHECK-NEXT: %1 = arith.trunci %0 : i64 to i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @index_cast_trunci(%arg0: index) -> i32 {
  %0 = arith.index_cast %arg0 : index to i64
  %1 = arith.trunci %0 : i64 to i32
  return %1 : i32
}

// CHECK-LABEL: func.func @bitcast(%arg0: f32) -> f32 {
// CHECK-NEXT: return %arg0 : f32
// CHECK-NEXT: }
func.func @bitcast(%arg0: f32) -> f32 {
  %0 = arith.bitcast %arg0 : f32 to i32
  %1 = arith.bitcast %0 : i32 to f32
  return %1 : f32
}

// CHECK-LABEL: func.func @bitcast_2(%arg0: i16) -> f16 {
// CHECK-NEXT: %0 = arith.bitcast %arg0 : i16 to f16
// CHECK-NEXT: return %0 : f16
// CHECK-NEXT: }
func.func @bitcast_2(%arg0: i16) -> f16 {
  %0 = arith.bitcast %arg0 : i16 to bf16
  %1 = arith.bitcast %0 : bf16 to f16
  return %1 : f16
}
