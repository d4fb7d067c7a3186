// RUN: tile-opt %s --control-flow-sink --mlir-print-ir-after-change 2>&1 | FileCheck %s

// CHECK-NOT: IR Dump
// Used on both sides, read from memory, or used in a loop.
// CHECK-LABEL: func.func @stays
func.func @stays(%c: i1, %a: i32, %n: index, %m: memref<i32>) -> i32 {
  // CHECK-NEXT: arith.addi
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: arith.muli
  %x = arith.addi %a, %a : i32
  %l = memref.load %m[] : memref<i32>
  %y = arith.muli %a, %a : i32
  %r = scf.if %c -> i32 {
    scf.yield %x : i32
  } else {
    %s = arith.addi %x, %l : i32
    scf.yield %s : i32
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %y, %m[] : memref<i32>
  }
  return %r : i32
}
