// RUN: tile-opt %s --control-flow-sink | FileCheck %s

// CHECK-LABEL: func.func @chain
func.func @chain(%c: i1, %a: i32) -> i32 {
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: %[[X:.*]] = arith.addi
  // CHECK-NEXT: %[[Y:.*]] = arith.muli %[[X]]
  // CHECK-NEXT: scf.yield %[[Y]]
  %x = arith.addi %a, %a : i32
  %y = arith.muli %x, %a : i32
  %r = scf.if %c -> i32 {
    scf.yield %y : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
// CHECK-LABEL: func.func @case
func.func @case(%i: index, %a: i32) -> i32 {
  // CHECK-NOT: arith.addi
  // CHECK: case 2 {
  // CHECK-NEXT: arith.addi
  %x = arith.addi %a, %a : i32
  %r = scf.index_switch %i -> i32
  case 2 {
    scf.yield %x : i32
  }
  default {
    scf.yield %a : i32
  }
  return %r : i32
}
