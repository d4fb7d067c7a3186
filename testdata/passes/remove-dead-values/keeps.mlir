// RUN: tile-opt %s --allow-unregistered-dialect --remove-dead-values --mlir-print-ir-after-change 2>&1 | FileCheck %s

// CHECK-NOT: IR Dump
// CHECK-LABEL: func.func @public
// CHECK-SAME: %{{.*}}: i32, %{{.*}}: i32
func.func @public(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
// CHECK-LABEL: func.func private @named
// CHECK-SAME: (%{{.*}}: i32) -> i32
func.func private @named(%a: i32) -> i32 {
  %c = arith.constant 1 : i32
  return %c : i32
}
// CHECK-LABEL: func.func @unknown
func.func @unknown(%a: i32, %n: index, %m: memref<i32>) {
  %f = constant @named : (i32) -> i32
  %r = call @named(%a) : (i32) -> i32
  // CHECK: arith.addi
  %x = arith.addi %a, %a : i32
  // CHECK: "some.op"
  "some.op"(%x, %f) ({
    %y = arith.muli %x, %x : i32
    "some.end"(%y) : (i32) -> ()
  }) : (i32, (i32) -> i32) -> ()
  // CHECK: memref.store
  memref.store %a, %m[] : memref<i32>
  return
}
// The carried value is needed for what the loop writes.
// CHECK-LABEL: func.func @written
func.func @written(%n: index, %a: i32, %m: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {
    memref.store %x, %m[] : memref<i32>
    %y = arith.addi %x, %a : i32
    scf.yield %y : i32
  }
  return
}
