// RUN: not tile-opt %s --convert-math-to-nvvm 2>&1 | FileCheck %s

func.func @f(%x: f64) -> f64 {
  // CHECK: [[@LINE+1]]:8: error: 'math.exp2' op has no lowering for f64: the hardware computes it in f32 only
  %0 = math.exp2 %x : f64
  return %0 : f64
}
