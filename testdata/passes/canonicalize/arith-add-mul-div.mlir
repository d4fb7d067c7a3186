// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Sums, products and quotients of integers.

// CHECK-LABEL: func.func @addi_muli_subi(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: return %arg0, %arg1, %c0_i32, %c0_i32 : i32, i32, i32, i32
// CHECK-NEXT: }
func.func @addi_muli_subi(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.addi %arg0, %c0_i32 : i32
  %1 = arith.muli %arg1, %c1_i32 : i32
  %2 = arith.muli %arg0, %c0_i32 : i32
  %3 = arith.subi %arg0, %arg0 : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @divsi_ceildivsi_floordivsi_remsi() -> (i32, i32, i32, i32, i32, i32) {
// CHECK-DAG: %c1_i32 = arith.constant 1 : i32
// CHECK-DAG: %c2147483644_i32 = arith.constant 2147483644 : i32
// CHECK-DAG: %c-1_i32 = arith.constant -1 : i32
// CHECK-DAG: %c-4_i32 = arith.constant -4 : i32
// CHECK-DAG: %c-3_i32 = arith.constant -3 : i32
// CHECK: return %c-3_i32, %c-3_i32, %c-4_i32, %c-1_i32, %c2147483644_i32, %c1_i32 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
func.func @divsi_ceildivsi_floordivsi_remsi() -> (i32, i32, i32, i32, i32, i32) {
  %c-7_i32 = arith.constant -7 : i32
  %c2_i32 = arith.constant 2 : i32
  %0 = arith.divsi %c-7_i32, %c2_i32 : i32
  %1 = arith.ceildivsi %c-7_i32, %c2_i32 : i32
  %2 = arith.floordivsi %c-7_i32, %c2_i32 : i32
  %3 = arith.remsi %c-7_i32, %c2_i32 : i32
  %4 = arith.divui %c-7_i32, %c2_i32 : i32
  %5 = arith.remui %c-7_i32, %c2_i32 : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @addi_subi_addi(%arg0: i8, %arg1: i8) -> (i8, i8, i8) {
// CHECK-NEXT: return %arg0, %arg1, %arg0 : i8, i8, i8
// CHECK-NEXT: }
func.func @addi_subi_addi(%arg0: i8, %arg1: i8) -> (i8, i8, i8) {
  %0 = arith.addi %arg0, %arg1 : i8
  %1 = arith.subi %0, %arg1 : i8
  %2 = arith.subi %0, %arg0 : i8
  %3 = arith.subi %arg0, %arg1 : i8
  %4 = arith.addi %3, %arg1 : i8
  return %1, %2, %4 : i8, i8, i8
}

// CHECK-LABEL: func.func @muli_divui_muli_divsi(%arg0: i8, %arg1: i8) -> (i8, i8) {
// CHECK-NEXT: return %arg0, %arg1 : i8, i8
// CHECK-NEXT: }
func.func @muli_divui_muli_divsi(%arg0: i8, %arg1: i8) -> (i8, i8) {
  %0 = arith.muli %arg0, %arg1 overflow<nuw> : i8
  %1 = arith.divui %0, %arg1 : i8
  %2 = arith.muli %arg0, %arg1 overflow<nsw> : i8
  %3 = arith.divsi %2, %arg0 : i8
  return %1, %3 : i8, i8
}

// CHECK-LABEL: func.func @addi() -> tensor<4xi32> {
// CHECK-DAG: %[[C0:.*]] = arith.constant dense<[11, 12, 13, 14]> : tensor<4xi32>
// CHECK: return %[[C0]] : tensor<4xi32>
// CHECK-NEXT: }
func.func @addi() -> tensor<4xi32> {
  %cst = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %cst_0 = arith.constant dense<10> : tensor<4xi32>
  %0 = arith.addi %cst, %cst_0 : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @subi(%arg0: tensor<?xi32>) -> tensor<?xi32> {
// CHECK-NEXT: %0 = arith.subi %arg0, %arg0 : tensor<?xi32>
// CHECK-NEXT: return %0 : tensor<?xi32>
// CHECK-NEXT: }
func.func @subi(%arg0: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.subi %arg0, %arg0 : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @muli() -> i128 {
// CHECK-DAG: %c-36893488147419103231_i128 = arith.constant -36893488147419103231 : i128
// CHECK: return %c-36893488147419103231_i128 : i128
// CHECK-NEXT: }
func.func @muli() -> i128 {
  %c18446744073709551615_i128 = arith.constant 18446744073709551615 : i128
  %0 = arith.muli %c18446744073709551615_i128, %c18446744073709551615_i128 : i128
  return %0 : i128
}

// CHECK-LABEL: func.func @divsi(%arg0: i32) -> i32 {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.divsi %arg0, %c0_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @divsi(%arg0: i32) -> i32 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.divsi %arg0, %c0_i32 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @divsi_2(%arg0: i32) -> i32 {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.divsi %c0_i32, %arg0 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @divsi_2(%arg0: i32) -> i32 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.divsi %c0_i32, %arg0 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @divsi_3(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = arith.divsi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @divsi_3(%arg0: i32) -> i32 {
  %0 = arith.divsi %arg0, %arg0 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @remsi(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = arith.remsi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @remsi(%arg0: i32) -> i32 {
  %0 = arith.remsi %arg0, %arg0 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @muli_addi(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @muli_addi(%arg0: i32, %arg1: i32) -> i32 {
  %c-1_i32 = arith.constant -1 : i32
  %0 = arith.muli %arg1, %c-1_i32 : i32
  %1 = arith.addi %arg0, %0 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @muli_subi(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-DAG: %c-1_i32 = arith.constant -1 : i32
// CHECK: %0 = arith.muli %arg1, %c-1_i32 : i32
// CHECK-NEXT: %1 = arith.subi %arg0, %0 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @muli_subi(%arg0: i32, %arg1: i32) -> i32 {
  %c-1_i32 = arith.constant -1 : i32
  %0 = arith.muli %arg1, %c-1_i32 : i32
  %1 = arith.subi %arg0, %0 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @subi_2(%arg0: i32) -> i32 {
// CHECK-DAG: %c1_i32 = arith.constant 1 : i32
// CHECK: %0 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @subi_2(%arg0: i32) -> i32 {
  %c3_i32 = arith.constant 3 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.subi %c3_i32, %arg0 : i32
  %1 = arith.subi %c4_i32, %0 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @addi_2(%arg0: i32) -> i32 {
// CHECK-DAG: %c7_i32 = arith.constant 7 : i32
// CHECK: %0 = arith.addi %arg0, %c7_i32 overflow<nsw> : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @addi_2(%arg0: i32) -> i32 {
  %c3_i32 = arith.constant 3 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.addi %arg0, %c3_i32 overflow<nsw> : i32
  %1 = arith.addi %0, %c4_i32 overflow<nsw, nuw> : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @muli_2(%arg0: i32) -> i32 {
// CHECK-DAG: %c12_i32 = arith.constant 12 : i32
// CHECK: %0 = arith.muli %arg0, %c12_i32 overflow<nsw> : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @muli_2(%arg0: i32) -> i32 {
  %c3_i32 = arith.constant 3 : i32
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.muli %arg0, %c3_i32 overflow<nsw> : i32
  %1 = arith.muli %0, %c4_i32 overflow<nsw, nuw> : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @subi_3(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.subi %c0_i32, %arg1 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @subi_3(%arg0: i32, %arg1: i32) -> i32 {
  %0 = arith.subi %arg0, %arg1 : i32
  %1 = arith.subi %0, %arg0 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @subi_4(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT: %1 = arith.subi %arg0, %0 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @subi_4(%arg0: i32, %arg1: i32) -> i32 {
  %0 = arith.subi %arg0, %arg1 : i32
  %1 = arith.subi %arg0, %0 : i32
  return %1 : i32
}
