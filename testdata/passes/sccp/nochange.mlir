// RUN: tile-opt %s --allow-unregistered-dialect --sccp --mlir-print-ir-after-change | FileCheck %s

// CHECK-NOT: IR Dump
// CHECK-LABEL: func.func @unknown
func.func @unknown(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  // CHECK: %[[R:.*]] = "some.op"(%c1_i32) ({
  %r = "some.op"(%one) ({
  ^bb0(%x: i32):
    // CHECK: "some.end"(%{{.*}}) : (i32) -> ()
    "some.end"(%x) : (i32) -> ()
  }) : (i32) -> i32
  %s = arith.addi %r, %a : i32
  return %s : i32
}
