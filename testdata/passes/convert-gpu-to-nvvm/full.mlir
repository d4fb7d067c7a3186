// What is not of gpu may stay, but not with full.
// RUN: tile-opt %s --allow-unregistered-dialect --convert-gpu-to-nvvm | FileCheck %s
// RUN: not tile-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{full=true}))' 2>&1 | FileCheck %s --check-prefix=FULL

gpu.module @m {
  gpu.func @f(%n: i32, %x: vector<2x2xf32>) {
    // CHECK: math.ipowi
    // FULL: [[@LINE+1]]:10: error: failed to legalize operation 'math.ipowi'
    %p = math.ipowi %n, %n : i32
    // CHECK: math.exp
    // FULL: [[@LINE+2]]:10: error: failed to legalize operation 'math.exp'
    // FULL: note: pattern 'math.exp-to-nvvm' does not apply: works on a vector of several dimensions
    %e = math.exp %x : vector<2x2xf32>
    // CHECK: test.use
    // FULL: [[@LINE+1]]:5: error: failed to legalize operation 'test.use'
    "test.use"(%p, %e) : (i32, vector<2x2xf32>) -> ()
    gpu.return
  }
}
