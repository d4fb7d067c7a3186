// RUN: tile-opt %s --allow-unregistered-dialect --print-op-stats -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --print-op-stats=json=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: tile-opt %s --allow-unregistered-dialect --print-op-stats --mlir-print-ir-after-change 2>&1 | FileCheck %s --check-prefix=SAME

// CHECK:      Operations encountered:
// CHECK-NEXT: -----------------------
// CHECK-NEXT: {{^}}    arith.addi   , 2
// CHECK-NEXT: {{^}}  builtin.module , 1
// CHECK-NEXT: {{^}}     func.func   , 1
// CHECK-NEXT: {{^}}     func.return , 1
// CHECK-NEXT: {{^}}          plain  , 1
// CHECK-NOT: {{.}}

// JSON:      {
// JSON-NEXT: "arith.addi" : 2,
// JSON-NEXT: "builtin.module" : 1,
// JSON:      "plain" : 1
// JSON-NEXT: }

// SAME-NOT: IR Dump
func.func @f(%a: i32) {
  %x = arith.addi %a, %a : i32
  %y = arith.addi %a, %x : i32
  "plain"() : () -> ()
  return
}
