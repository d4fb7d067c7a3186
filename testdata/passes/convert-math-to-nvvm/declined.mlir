// RUN: not tile-opt %s --split-input-file --convert-math-to-nvvm 2>&1 | FileCheck %s

func.func @f(%x: f80) -> f80 {
  // CHECK: [[@LINE+1]]:8: error: 'math.exp2' op has no lowering for f80: functions are computed in f32 or f64
  %0 = math.exp2 %x : f80
  return %0 : f80
}

// -----

func.func @several(%n: i32, %x: vector<2x2xf32>) -> (i32, vector<2x2xf32>, vector<2x2xi1>) {
  // CHECK: error: failed to legalize operation 'math.ipowi'
  %0 = math.ipowi %n, %n : i32
  // CHECK: error: failed to legalize operation 'math.exp2'
  // CHECK: works on a vector of several dimensions
  %1 = math.exp2 %x : vector<2x2xf32>
  // CHECK: error: failed to legalize operation 'math.isnan'
  // CHECK: works on a vector of several dimensions
  %2 = math.isnan %x : vector<2x2xf32>
  return %0, %1, %2 : i32, vector<2x2xf32>, vector<2x2xi1>
}
