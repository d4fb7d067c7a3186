// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Bitwise operations, shifts, extrema and operations with two results.

// CHECK-LABEL: func.func @maxsi_minsi_maxsi_maxui(%arg0: i8) -> (i8, i8, i8, i8) {
// CHECK-DAG: %c127_i8 = arith.constant 127 : i8
// CHECK: return %c127_i8, %arg0, %arg0, %arg0 : i8, i8, i8, i8
// CHECK-NEXT: }
func.func @maxsi_minsi_maxsi_maxui(%arg0: i8) -> (i8, i8, i8, i8) {
  %c127_i8 = arith.constant 127 : i8
  %c-128_i8 = arith.constant -128 : i8
  %0 = arith.maxsi %arg0, %c127_i8 : i8
  %1 = arith.minsi %arg0, %c127_i8 : i8
  %2 = arith.maxsi %arg0, %c-128_i8 : i8
  %3 = arith.maxui %arg0, %arg0 : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK-LABEL: func.func @minui(%arg0: i8) -> (i8, i8) {
// CHECK-DAG: %c0_i8 = arith.constant 0 : i8
// CHECK: return %c0_i8, %arg0 : i8, i8
// CHECK-NEXT: }
func.func @minui(%arg0: i8) -> (i8, i8) {
  %c0_i8 = arith.constant 0 : i8
  %c-1_i8 = arith.constant -1 : i8
  %0 = arith.minui %arg0, %c0_i8 : i8
  %1 = arith.minui %arg0, %c-1_i8 : i8
  return %0, %1 : i8, i8
}

// CHECK-LABEL: func.func @shli_shrsi_shrui_shrsi(%arg0: i8) -> (i8, i8, i8) {
// CHECK-DAG: %c16_i8 = arith.constant 16 : i8
// CHECK-DAG: %c-16_i8 = arith.constant -16 : i8
// CHECK: return %arg0, %c-16_i8, %c16_i8 : i8, i8, i8
// CHECK-NEXT: }
func.func @shli_shrsi_shrui_shrsi(%arg0: i8) -> (i8, i8, i8) {
  %c0_i8 = arith.constant 0 : i8
  %0 = arith.shli %arg0, %c0_i8 : i8
  %1 = arith.shrsi %0, %c0_i8 : i8
  %2 = arith.shrui %1, %c0_i8 : i8
  %c-128_i8 = arith.constant -128 : i8
  %c3_i8 = arith.constant 3 : i8
  %3 = arith.shrsi %c-128_i8, %c3_i8 : i8
  %4 = arith.shrui %c-128_i8, %c3_i8 : i8
  return %2, %3, %4 : i8, i8, i8
}

// CHECK-LABEL: func.func @xori_andi_ori(%arg0: i8) -> (i8, i8) {
// CHECK-DAG: %c0_i8 = arith.constant 0 : i8
// CHECK-DAG: %c-1_i8 = arith.constant -1 : i8
// CHECK: return %c0_i8, %c-1_i8 : i8, i8
// CHECK-NEXT: }
func.func @xori_andi_ori(%arg0: i8) -> (i8, i8) {
  %c-1_i8 = arith.constant -1 : i8
  %0 = arith.xori %arg0, %c-1_i8 : i8
  %1 = arith.andi %arg0, %0 : i8
  %2 = arith.ori %0, %arg0 : i8
  return %1, %2 : i8, i8
}

// CHECK-LABEL: func.func @addui_extended_mului_extended() -> (i8, i1, i8, i8) {
// CHECK-DAG: %c78_i8 = arith.constant 78 : i8
// CHECK-DAG: %c32_i8 = arith.constant 32 : i8
// CHECK-DAG: %true = arith.constant true
// CHECK-DAG: %c44_i8 = arith.constant 44 : i8
// CHECK: return %c44_i8, %true, %c32_i8, %c78_i8 : i8, i1, i8, i8
// CHECK-NEXT: }
func.func @addui_extended_mului_extended() -> (i8, i1, i8, i8) {
  %c-56_i8 = arith.constant -56 : i8
  %c100_i8 = arith.constant 100 : i8
  %sum, %overflow = arith.addui_extended %c-56_i8, %c100_i8 : i8, i1
  %low, %high = arith.mului_extended %c-56_i8, %c100_i8 : i8
  return %sum, %overflow, %low, %high : i8, i1, i8, i8
}

// CHECK-LABEL: func.func @mulsi_extended() -> (i8, i8) {
// CHECK-DAG: %c-22_i8 = arith.constant -22 : i8
// CHECK-DAG: %c32_i8 = arith.constant 32 : i8
// CHECK: return %c32_i8, %c-22_i8 : i8, i8
// CHECK-NEXT: }
func.func @mulsi_extended() -> (i8, i8) {
  %c-56_i8 = arith.constant -56 : i8
  %c100_i8 = arith.constant 100 : i8
  %low, %high = arith.mulsi_extended %c-56_i8, %c100_i8 : i8
  return %low, %high : i8, i8
}

// CHECK-LABEL: func.func @shli(%arg0: i32) -> i32 {
// CHECK-DAG: %c40_i32 = arith.constant 40 : i32
// CHECK: %0 = arith.shli %arg0, %c40_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @shli(%arg0: i32) -> i32 {
  %c40_i32 = arith.constant 40 : i32
  %0 = arith.shli %arg0, %c40_i32 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @shli_2(%arg0: i32) -> i32 {
// CHECK-DAG: %c40_i32 = arith.constant 40 : i32
// CHECK: %0 = arith.shli %c40_i32, %c40_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @shli_2(%arg0: i32) -> i32 {
  %c40_i32 = arith.constant 40 : i32
  %0 = arith.shli %c40_i32, %c40_i32 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @mulsi_extended_2(%arg0: i32) -> i32 {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.cmpi slt, %arg0, %c0_i32 : i32
// CHECK-NEXT: %1 = arith.extsi %0 : i1 to i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @mulsi_extended_2(%arg0: i32) -> i32 {
  %c1_i32 = arith.constant 1 : i32
  %low, %high = arith.mulsi_extended %arg0, %c1_i32 : i32
  return %high : i32
}

// CHECK-LABEL: func.func @mulsi_extended_3(%arg0: i32) -> i32 {
// CHECK-DAG: %c5_i32 = arith.constant 5 : i32
// CHECK: %0 = arith.muli %arg0, %c5_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @mulsi_extended_3(%arg0: i32) -> i32 {
  %c5_i32 = arith.constant 5 : i32
  %low, %high = arith.mulsi_extended %arg0, %c5_i32 : i32
  return %low : i32
}

// CHECK-LABEL: func.func @mului_extended(%arg0: i32) -> i32 {
// CHECK-DAG: %c5_i32 = arith.constant 5 : i32
// CHECK: %0 = arith.muli %arg0, %c5_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @mului_extended(%arg0: i32) -> i32 {
  %c5_i32 = arith.constant 5 : i32
  %low, %high = arith.mului_extended %arg0, %c5_i32 : i32
  return %low : i32
}

// CHECK-LABEL: func.func @addui_extended(%arg0: i32) -> i32 {
// CHECK-DAG: %c5_i32 = arith.constant 5 : i32
// CHECK: %0 = arith.addi %arg0, %c5_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @addui_extended(%arg0: i32) -> i32 {
  %c5_i32 = arith.constant 5 : i32
  %sum, %overflow = arith.addui_extended %arg0, %c5_i32 : i32, i1
  return %sum : i32
}

// CHECK-LABEL: func.func @extui_andi(%arg0: i8, %arg1: i8) -> i32 {
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i8
// CHECK-NEXT: %1 = arith.extui %0 : i8 to i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @extui_andi(%arg0: i8, %arg1: i8) -> i32 {
  %0 = arith.extui %arg0 : i8 to i32
  %1 = arith.extui %arg1 : i8 to i32
  %2 = arith.andi %0, %1 : i32
  return %2 : i32
}

// CHECK-LABEL: func.func @extsi_ori(%arg0: i8, %arg1: i8) -> i32 {
// CHECK-NEXT: %0 = arith.ori %arg0, %arg1 : i8
// CHECK-NEXT: %1 = arith.extsi %0 : i8 to i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @extsi_ori(%arg0: i8, %arg1: i8) -> i32 {
  %0 = arith.extsi %arg0 : i8 to i32
  %1 = arith.extsi %arg1 : i8 to i32
  %2 = arith.ori %0, %1 : i32
  return %2 : i32
}

// CHECK-LABEL: func.func @extsi_xori(%arg0: i8, %arg1: i8) -> i32 {
// CHECK-NEXT: %0 = arith.xori %arg0, %arg1 : i8
// CHECK-NEXT: %1 = arith.extsi %0 : i8 to i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @extsi_xori(%arg0: i8, %arg1: i8) -> i32 {
  %0 = arith.extsi %arg0 : i8 to i32
  %1 = arith.extsi %arg1 : i8 to i32
  %2 = arith.xori %0, %1 : i32
  return %2 : i32
}

// CHECK-LABEL: func.func @shli_3(%arg0: i32) -> i32 {
// CHECK-DAG: %c3_i32 = arith.constant 3 : i32
// CHECK-DAG: %c4_i32 = arith.constant 4 : i32
// CHECK: %0 = arith.shli %arg0, %c3_i32 : i32
// CHECK-NEXT: %1 = arith.shli %0, %c4_i32 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @shli_3(%arg0: i32) -> i32 {
  %c3_i32 = arith.constant 3 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.shli %arg0, %c3_i32 : i32
  %1 = arith.shli %0, %c4_i32 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @andi(%arg0: i32) -> i32 {
// CHECK-DAG: %c12_i32 = arith.constant 12 : i32
// CHECK-DAG: %c4_i32 = arith.constant 4 : i32
// CHECK: %0 = arith.andi %arg0, %c12_i32 : i32
// CHECK-NEXT: %1 = arith.andi %0, %c4_i32 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @andi(%arg0: i32) -> i32 {
  %c12_i32 = arith.constant 12 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.andi %arg0, %c12_i32 : i32
  %1 = arith.andi %0, %c4_i32 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @ori(%arg0: i32) -> i32 {
// CHECK-DAG: %c12_i32 = arith.constant 12 : i32
// CHECK-DAG: %c4_i32 = arith.constant 4 : i32
// CHECK: %0 = arith.ori %arg0, %c12_i32 : i32
// CHECK-NEXT: %1 = arith.ori %0, %c4_i32 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @ori(%arg0: i32) -> i32 {
  %c12_i32 = arith.constant 12 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.ori %arg0, %c12_i32 : i32
  %1 = arith.ori %0, %c4_i32 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @xori(%arg0: i32) -> i32 {
// CHECK-DAG: %c12_i32 = arith.constant 12 : i32
// CHECK-DAG: %c4_i32 = arith.constant 4 : i32
// CHECK: %0 = arith.xori %arg0, %c12_i32 : i32
// CHECK-NEXT: %1 = arith.xori %0, %c4_i32 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @xori(%arg0: i32) -> i32 {
  %c12_i32 = arith.constant 12 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.xori %arg0, %c12_i32 : i32
  %1 = arith.xori %0, %c4_i32 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @maxsi(%arg0: i32) -> i32 {
// CHECK-DAG: %c12_i32 = arith.constant 12 : i32
// CHECK-DAG: %c4_i32 = arith.constant 4 : i32
// CHECK: %0 = arith.maxsi %arg0, %c12_i32 : i32
// CHECK-NEXT: %1 = arith.maxsi %0, %c4_i32 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @maxsi(%arg0: i32) -> i32 {
  %c12_i32 = arith.constant 12 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.maxsi %arg0, %c12_i32 : i32
  %1 = arith.maxsi %0, %c4_i32 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @maxsi_2(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = arith.maxsi %arg0, %arg1 : i32
// CHECK-NEXT: %1 = arith.maxsi %0, %arg1 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @maxsi_2(%arg0: i32, %arg1: i32) -> i32 {
  %0 = arith.maxsi %arg0, %arg1 : i32
  %1 = arith.maxsi %0, %arg1 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @mulsi_extended_muli(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
// CHECK-NEXT: %0 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT: return %low, %0, %high : i32, i32, i32
// CHECK-NEXT: }
func.func @mulsi_extended_muli(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
  %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
  %0 = arith.muli %arg0, %arg1 : i32
  return %low, %0, %high : i32, i32, i32
}

// CHECK-LABEL: func.func @extui_andi_2(%arg0: i8, %arg1: i16) -> i32 {
// CHECK-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: %1 = arith.extui %arg1 : i16 to i32
// CHECK-NEXT: %2 = arith.andi %0, %1 : i32
// CHECK-NEXT: return %2 : i32
// CHECK-NEXT: }
func.func @extui_andi_2(%arg0: i8, %arg1: i16) -> i32 {
  %0 = arith.extui %arg0 : i8 to i32
  %1 = arith.extui %arg1 : i16 to i32
  %2 = arith.andi %0, %1 : i32
  return %2 : i32
}
