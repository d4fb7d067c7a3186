// RUN: tile-opt %s --allow-unregistered-dialect --inline=default-pipeline= | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --inline=default-pipeline= --mlir-print-ir-after-change 2>&1 | FileCheck %s --check-prefix=SAME

// SAME-NOT: IR Dump
func.func private @declared(i32) -> i32
func.func private @circle(%a: i32) -> i32 {
  %r = call @circle(%a) : (i32) -> i32
  return %r : i32
}
func.func private @even(%a: i32) -> i32 {
  %r = call @odd(%a) : (i32) -> i32
  return %r : i32
}
func.func private @odd(%a: i32) -> i32 {
  %r = call @even(%a) : (i32) -> i32
  return %r : i32
}
func.func private @refuses(%a: i32) -> i32 attributes {no_inline} {
  return %a : i32
}
func.func private @unknown(%a: i32) -> i32 {
  "some.op"() : () -> ()
  return %a : i32
}
func.func private @fine(%a: i32) -> i32 {
  return %a : i32
}
// CHECK-LABEL: func.func @caller
func.func @caller(%a: i32) {
  // CHECK: call @declared
  %0 = call @declared(%a) : (i32) -> i32
  // CHECK: call @circle
  %1 = call @circle(%a) : (i32) -> i32
  // CHECK: call @even
  %2 = call @even(%a) : (i32) -> i32
  // CHECK: call @refuses
  %3 = call @refuses(%a) : (i32) -> i32
  // CHECK: call @unknown
  %4 = call @unknown(%a) : (i32) -> i32
  // CHECK: call @fine
  %5 = call @fine(%a) {no_inline} : (i32) -> i32
  return
}
