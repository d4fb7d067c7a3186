// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Comparisons and choices.

// CHECK-LABEL: func.func @cmpi_cmpf() -> (i1, i1, i1, i1) {
// CHECK-DAG: %false = arith.constant false
// CHECK-DAG: %true = arith.constant true
// CHECK: return %true, %false, %false, %true : i1, i1, i1, i1
// CHECK-NEXT: }
func.func @cmpi_cmpf() -> (i1, i1, i1, i1) {
  %c-5_i32 = arith.constant -5 : i32
  %c5_i32 = arith.constant 5 : i32
  %0 = arith.cmpi slt, %c-5_i32, %c5_i32 : i32
  %1 = arith.cmpi ult, %c-5_i32, %c5_i32 : i32
  %cst = arith.constant 0x7FC00000 : f32
  %cst_0 = arith.constant 1.000000e+00 : f32
  %2 = arith.cmpf one, %cst, %cst_0 : f32
  %3 = arith.cmpf une, %cst, %cst_0 : f32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @cmpi(%arg0: i32) -> (i1, i1, i1) {
// CHECK-DAG: %false = arith.constant false
// CHECK-DAG: %true = arith.constant true
// CHECK-DAG: %c3_i32 = arith.constant 3 : i32
// CHECK: %0 = arith.cmpi sle, %arg0, %c3_i32 : i32
// CHECK-NEXT: return %true, %false, %0 : i1, i1, i1
// CHECK-NEXT: }
func.func @cmpi(%arg0: i32) -> (i1, i1, i1) {
  %0 = arith.cmpi sle, %arg0, %arg0 : i32
  %1 = arith.cmpi ult, %arg0, %arg0 : i32
  %c3_i32 = arith.constant 3 : i32
  %2 = arith.cmpi sge, %c3_i32, %arg0 : i32
  return %0, %1, %2 : i1, i1, i1
}

// CHECK-LABEL: func.func @extui_cmpi(%arg0: i1) -> i1 {
// CHECK-NEXT: return %arg0 : i1
// CHECK-NEXT: }
func.func @extui_cmpi(%arg0: i1) -> i1 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.extui %arg0 : i1 to i32
  %1 = arith.cmpi ne, %0, %c0_i32 : i32
  return %1 : i1
}

// CHECK-LABEL: func.func @extui_cmpi_2(%arg0: i1) -> i1 {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT: %1 = arith.cmpi eq, %0, %c0_i32 : i32
// CHECK-NEXT: return %1 : i1
// CHECK-NEXT: }
func.func @extui_cmpi_2(%arg0: i1) -> i1 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.extui %arg0 : i1 to i32
  %1 = arith.cmpi eq, %0, %c0_i32 : i32
  return %1 : i1
}

// CHECK-LABEL: func.func @extui_cmpi_3(%arg0: i1) -> i1 {
// CHECK-DAG: %c1_i32 = arith.constant 1 : i32
// CHECK: %0 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT: %1 = arith.cmpi eq, %0, %c1_i32 : i32
// CHECK-NEXT: return %1 : i1
// CHECK-NEXT: }
func.func @extui_cmpi_3(%arg0: i1) -> i1 {
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.extui %arg0 : i1 to i32
  %1 = arith.cmpi eq, %0, %c1_i32 : i32
  return %1 : i1
}

// CHECK-LABEL: func.func @extsi_cmpi(%arg0: i1) -> i1 {
// CHECK-NEXT: return %arg0 : i1
// CHECK-NEXT: }
func.func @extsi_cmpi(%arg0: i1) -> i1 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.extsi %arg0 : i1 to i32
  %1 = arith.cmpi ne, %0, %c0_i32 : i32
  return %1 : i1
}

// CHECK-LABEL: func.func @extsi_cmpi_2(%arg0: i1) -> i1 {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.extsi %arg0 : i1 to i32
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %c0_i32 : i32
// CHECK-NEXT: return %1 : i1
// CHECK-NEXT: }
func.func @extsi_cmpi_2(%arg0: i1) -> i1 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.extsi %arg0 : i1 to i32
  %1 = arith.cmpi slt, %0, %c0_i32 : i32
  return %1 : i1
}

// CHECK-LABEL: func.func @extui_cmpi_4(%arg0: i1) -> i1 {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT: %1 = arith.cmpi sgt, %0, %c0_i32 : i32
// CHECK-NEXT: return %1 : i1
// CHECK-NEXT: }
func.func @extui_cmpi_4(%arg0: i1) -> i1 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.extui %arg0 : i1 to i32
  %1 = arith.cmpi sgt, %0, %c0_i32 : i32
  return %1 : i1
}

// CHECK-LABEL: func.func @cmpi_2(%arg0: i32) -> i1 {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.cmpi ult, %arg0, %c0_i32 : i32
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @cmpi_2(%arg0: i32) -> i1 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.cmpi ult, %arg0, %c0_i32 : i32
  return %0 : i1
}

// CHECK-LABEL: func.func @cmpi_3(%arg0: i32) -> i1 {
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.cmpi ult, %arg0, %c0_i32 : i32
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @cmpi_3(%arg0: i32) -> i1 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.cmpi ugt, %c0_i32, %arg0 : i32
  return %0 : i1
}

// CHECK-LABEL: func.func @cmpi_4(%arg0: i1) -> i1 {
// CHECK-NEXT: return %arg0 : i1
// CHECK-NEXT: }
func.func @cmpi_4(%arg0: i1) -> i1 {
  %true = arith.constant true
  %0 = arith.cmpi eq, %arg0, %true : i1
  return %0 : i1
}

// CHECK-LABEL: func.func @cmpi_5(%arg0: i1) -> i1 {
// CHECK-DAG: %false = arith.constant false
// CHECK: %0 = arith.cmpi eq, %arg0, %false : i1
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @cmpi_5(%arg0: i1) -> i1 {
  %false = arith.constant false
  %0 = arith.cmpi eq, %arg0, %false : i1
  return %0 : i1
}

// CHECK-LABEL: func.func @cmpi_6(%arg0: i1) -> i1 {
// CHECK-NEXT: return %arg0 : i1
// CHECK-NEXT: }
func.func @cmpi_6(%arg0: i1) -> i1 {
  %false = arith.constant false
  %0 = arith.cmpi ne, %arg0, %false : i1
  return %0 : i1
}

// CHECK-LABEL: func.func @extsi_cmpi_3(%arg0: i8, %arg1: i8) -> i1 {
// CHECK-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT: %1 = arith.extsi %arg1 : i8 to i32
// CHECK-NEXT: %2 = arith.cmpi slt, %0, %1 : i32
// CHECK-NEXT: return %2 : i1
// CHECK-NEXT: }
func.func @extsi_cmpi_3(%arg0: i8, %arg1: i8) -> i1 {
  %0 = arith.extsi %arg0 : i8 to i32
  %1 = arith.extsi %arg1 : i8 to i32
  %2 = arith.cmpi slt, %0, %1 : i32
  return %2 : i1
}

// CHECK-LABEL: func.func @extui_cmpi_5(%arg0: i8, %arg1: i8) -> i1 {
// CHECK-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: %1 = arith.extui %arg1 : i8 to i32
// CHECK-NEXT: %2 = arith.cmpi slt, %0, %1 : i32
// CHECK-NEXT: return %2 : i1
// CHECK-NEXT: }
func.func @extui_cmpi_5(%arg0: i8, %arg1: i8) -> i1 {
  %0 = arith.extui %arg0 : i8 to i32
  %1 = arith.extui %arg1 : i8 to i32
  %2 = arith.cmpi slt, %0, %1 : i32
  return %2 : i1
}

// CHECK-LABEL: func.func @extui_cmpi_6(%arg0: i8, %arg1: i16) -> i1 {
// CHECK-NEXT: %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: %1 = arith.extui %arg1 : i16 to i32
// CHECK-NEXT: %2 = arith.cmpi ult, %0, %1 : i32
// CHECK-NEXT: return %2 : i1
// CHECK-NEXT: }
func.func @extui_cmpi_6(%arg0: i8, %arg1: i16) -> i1 {
  %0 = arith.extui %arg0 : i8 to i32
  %1 = arith.extui %arg1 : i16 to i32
  %2 = arith.cmpi ult, %0, %1 : i32
  return %2 : i1
}

// CHECK-LABEL: func.func @cmpf(%arg0: f32) -> i1 {
// CHECK-DAG: %[[C0:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %0 = arith.cmpf olt, %[[C0]], %arg0 : f32
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @cmpf(%arg0: f32) -> i1 {
  %cst = arith.constant 1.000000e+00 : f32
  %0 = arith.cmpf olt, %cst, %arg0 : f32
  return %0 : i1
}

// CHECK-LABEL: func.func @cmpf_2(%arg0: f32) -> i1 {
// CHECK-DAG: %false = arith.constant false
// CHECK: return %false : i1
// CHECK-NEXT: }
func.func @cmpf_2(%arg0: f32) -> i1 {
  %cst = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf olt, %cst, %arg0 : f32
  return %0 : i1
}

// CHECK-LABEL: func.func @cmpf_3(%arg0: f32) -> i1 {
// CHECK-NEXT: %0 = arith.cmpf oeq, %arg0, %arg0 : f32
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @cmpf_3(%arg0: f32) -> i1 {
  %0 = arith.cmpf oeq, %arg0, %arg0 : f32
  return %0 : i1
}

// CHECK-LABEL: func.func @cmpf_4(%arg0: f32) -> i1 {
// CHECK-NEXT: %0 = arith.cmpf true, %arg0, %arg0 : f32
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @cmpf_4(%arg0: f32) -> i1 {
  %0 = arith.cmpf true, %arg0, %arg0 : f32
  return %0 : i1
}

// CHECK-LABEL: func.func @extui_cmpi_7(%arg0: i8, %arg1: i8) -> i1 {
// CHECK-NEXT: %0 = arith.cmpi eq, %arg0, %arg1 : i8
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @extui_cmpi_7(%arg0: i8, %arg1: i8) -> i1 {
  %0 = arith.extui %arg0 : i8 to i32
  %1 = arith.extui %arg1 : i8 to i32
  %2 = arith.cmpi eq, %0, %1 : i32
  return %2 : i1
}

// CHECK-LABEL: func.func @extsi_cmpi_4(%arg0: i8, %arg1: i8) -> i1 {
// CHECK-NEXT: %0 = arith.cmpi ne, %arg0, %arg1 : i8
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @extsi_cmpi_4(%arg0: i8, %arg1: i8) -> i1 {
  %0 = arith.extsi %arg0 : i8 to i32
  %1 = arith.extsi %arg1 : i8 to i32
  %2 = arith.cmpi ne, %0, %1 : i32
  return %2 : i1
}

// CHECK-LABEL: func.func @cmpi_xori(%arg0: i8, %arg1: i8) -> i1 {
// CHECK-NEXT: %0 = arith.cmpi sge, %arg0, %arg1 : i8
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @cmpi_xori(%arg0: i8, %arg1: i8) -> i1 {
  %true = arith.constant true
  %0 = arith.cmpi slt, %arg0, %arg1 : i8
  %1 = arith.xori %0, %true : i1
  return %1 : i1
}

// CHECK-LABEL: func.func @cmpf_xori(%arg0: f32, %arg1: f32) -> i1 {
// CHECK-DAG: %true = arith.constant true
// CHECK: %0 = arith.cmpf olt, %arg0, %arg1 : f32
// CHECK-NEXT: %1 = arith.xori %0, %true : i1
// CHECK-NEXT: return %1 : i1
// CHECK-NEXT: }
func.func @cmpf_xori(%arg0: f32, %arg1: f32) -> i1 {
  %true = arith.constant true
  %0 = arith.cmpf olt, %arg0, %arg1 : f32
  %1 = arith.xori %0, %true : i1
  return %1 : i1
}

// CHECK-LABEL: func.func @select(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg3 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @select(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) -> i32 {
  %0 = arith.select %arg0, %arg1, %arg2 : i32
  %1 = arith.select %arg0, %0, %arg3 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @select_2(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT: %0 = arith.select %arg0, %arg3, %arg2 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @select_2(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) -> i32 {
  %0 = arith.select %arg0, %arg1, %arg2 : i32
  %1 = arith.select %arg0, %arg3, %0 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @xori_select(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: %0 = arith.select %arg0, %arg2, %arg1 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @xori_select(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  %true = arith.constant true
  %0 = arith.xori %arg0, %true : i1
  %1 = arith.select %0, %arg1, %arg2 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @select_3(%arg0: i1) -> i1 {
// CHECK-DAG: %true = arith.constant true
// CHECK: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @select_3(%arg0: i1) -> i1 {
  %true = arith.constant true
  %false = arith.constant false
  %0 = arith.select %arg0, %false, %true : i1
  return %0 : i1
}

// CHECK-LABEL: func.func @select_4(%arg0: i1) -> i1 {
// CHECK-NEXT: return %arg0 : i1
// CHECK-NEXT: }
func.func @select_4(%arg0: i1) -> i1 {
  %true = arith.constant true
  %false = arith.constant false
  %0 = arith.select %arg0, %true, %false : i1
  return %0 : i1
}

// CHECK-LABEL: func.func @select_5(%arg0: i1) -> i32 {
// CHECK-NEXT: %0 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @select_5(%arg0: i1) -> i32 {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.select %arg0, %c1_i32, %c0_i32 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @select_6(%arg0: i1) -> i32 {
// CHECK-DAG: %true = arith.constant true
// CHECK: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: %1 = arith.extui %0 : i1 to i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @select_6(%arg0: i1) -> i32 {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.select %arg0, %c0_i32, %c1_i32 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @select_7(%arg0: i1) -> index {
// CHECK-DAG: %c1 = arith.constant 1 : index
// CHECK-DAG: %c0 = arith.constant 0 : index
// CHECK: %0 = arith.select %arg0, %c1, %c0 : index
// CHECK-NEXT: return %0 : index
// CHECK-NEXT: }
func.func @select_7(%arg0: i1) -> index {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.select %arg0, %c1, %c0 : index
  return %0 : index
}

// CHECK-LABEL: func.func @select_8(%arg0: i1) -> i32 {
// CHECK-DAG: %c-1_i32 = arith.constant -1 : i32
// CHECK-DAG: %c0_i32 = arith.constant 0 : i32
// CHECK: %0 = arith.select %arg0, %c-1_i32, %c0_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @select_8(%arg0: i1) -> i32 {
  %c-1_i32 = arith.constant -1 : i32
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.select %arg0, %c-1_i32, %c0_i32 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @select_9(%arg0: i1, %arg1: i1) -> i1 {
// CHECK-DAG: %false = arith.constant false
// CHECK: %0 = arith.select %arg0, %arg1, %false : i1
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @select_9(%arg0: i1, %arg1: i1) -> i1 {
  %false = arith.constant false
  %0 = arith.select %arg0, %arg1, %false : i1
  return %0 : i1
}

// CHECK-LABEL: func.func @select_10(%arg0: i1, %arg1: i1) -> i1 {
// CHECK-DAG: %true = arith.constant true
// CHECK: %0 = arith.select %arg0, %true, %arg1 : i1
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @select_10(%arg0: i1, %arg1: i1) -> i1 {
  %true = arith.constant true
  %0 = arith.select %arg0, %true, %arg1 : i1
  return %0 : i1
}

// CHECK-LABEL: func.func @cmpi_select(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: return %arg1 : i32
// CHECK-NEXT: }
func.func @cmpi_select(%arg0: i32, %arg1: i32) -> i32 {
  %0 = arith.cmpi eq, %arg0, %arg1 : i32
  %1 = arith.select %0, %arg0, %arg1 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @cmpi_select_2(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
func.func @cmpi_select_2(%arg0: i32, %arg1: i32) -> i32 {
  %0 = arith.cmpi ne, %arg1, %arg0 : i32
  %1 = arith.select %0, %arg0, %arg1 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @select_11(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT: %0 = arith.select %arg0, %arg2, %arg3 : i32
// CHECK-NEXT: %1 = arith.select %arg1, %0, %arg3 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @select_11(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
  %0 = arith.select %arg0, %arg2, %arg3 : i32
  %1 = arith.select %arg1, %0, %arg3 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @select_12(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT: %0 = arith.select %arg0, %arg2, %arg3 : i32
// CHECK-NEXT: %1 = arith.select %arg1, %arg2, %0 : i32
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @select_12(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
  %0 = arith.select %arg0, %arg2, %arg3 : i32
  %1 = arith.select %arg1, %arg2, %0 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @select_13(%arg0: vector<2xi1>, %arg1: vector<2xi32>, %arg2: vector<2xi32>) -> vector<2xi32> {
// CHECK-DAG: %[[C0:.*]] = arith.constant dense<[true, false]> : vector<2xi1>
// CHECK: %0 = arith.select %[[C0]], %arg1, %arg2 : vector<2xi1>, vector<2xi32>
// CHECK-NEXT: return %0 : vector<2xi32>
// CHECK-NEXT: }
func.func @select_13(%arg0: vector<2xi1>, %arg1: vector<2xi32>, %arg2: vector<2xi32>) -> vector<2xi32> {
  %cst = arith.constant dense<[true, false]> : vector<2xi1>
  %0 = arith.select %cst, %arg1, %arg2 : vector<2xi1>, vector<2xi32>
  return %0 : vector<2xi32>
}

// CHECK-LABEL: func.func @select_14(%arg0: vector<2xi1>, %arg1: vector<2xi32>, %arg2: vector<2xi32>) -> vector<2xi32> {
// CHECK-DAG: %[[C0:.*]] = arith.constant dense<[1, 3]> : vector<2xi32>
// CHECK: return %[[C0]] : vector<2xi32>
// CHECK-NEXT: }
func.func @select_14(%arg0: vector<2xi1>, %arg1: vector<2xi32>, %arg2: vector<2xi32>) -> vector<2xi32> {
  %cst = arith.constant dense<[true, false]> : vector<2xi1>
  %cst_0 = arith.constant dense<[1, 2]> : vector<2xi32>
  %cst_1 = arith.constant dense<3> : vector<2xi32>
  %0 = arith.select %cst, %cst_0, %cst_1 : vector<2xi1>, vector<2xi32>
  return %0 : vector<2xi32>
}
