// RUN: tile-opt %s --view-op-graph=format=svg -o %t.out 2>&1 | FileCheck %s
// RUN: not tile-opt %s --view-op-graph=format=png 2>&1 | FileCheck %s --check-prefix=FORMAT

// FORMAT: option 'format' expected one of dot, svg, found 'png'

// CHECK: <svg xmlns="http://www.w3.org/2000/svg"
// CHECK: prefers-color-scheme: dark
// CHECK: <rect class="frame"
// CHECK: <path class="flow"
// CHECK: <text{{.*}}>builtin.module</text>
// CHECK: <text class="faint"{{.*}}>(%arg0: i32)</text>
// CHECK: >%0: i32 = arith.addi %arg0, %arg0  {overflowFlags: #arith.overflow&lt;none...}</text>
// CHECK: </svg>
func.func @f(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}
