// RUN: tile-opt %s --sccp | FileCheck %s

// A constant that goes around a loop of blocks is one.
// CHECK-LABEL: func.func @around
func.func @around(%c: i1) -> i32 {
  // CHECK: %[[ONE:.*]] = arith.constant 1 : i32
  %one = arith.constant 1 : i32
  cf.br ^loop(%one : i32)
^loop(%x: i32):
  // CHECK-NOT: arith.muli
  %y = arith.muli %x, %x : i32
  // CHECK: cf.cond_br %{{.*}}, ^bb1(%[[ONE]] : i32), ^bb2
  cf.cond_br %c, ^loop(%y : i32), ^end
^end:
  // CHECK: return %[[ONE]]
  return %y : i32
}

// A branch that is never taken the other way.
// CHECK-LABEL: func.func @never
func.func @never(%a: i32) -> i32 {
  %true = arith.constant true
  // CHECK: %[[TWO:.*]] = arith.constant 2 : i32
  %two = arith.constant 2 : i32
  cf.cond_br %true, ^end(%two : i32), ^other
^other:
  cf.br ^end(%a : i32)
^end(%x: i32):
  // CHECK: return %[[TWO]]
  return %x : i32
}

// CHECK-LABEL: func.func @switched
func.func @switched() -> i32 {
  %flag = arith.constant 7 : i32
  // CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i32
  %four = arith.constant 4 : i32
  cf.switch %flag : i32, [
    default: ^end(%flag : i32),
    7: ^end(%four : i32)
  ]
^end(%x: i32):
  // CHECK: return %[[FOUR]]
  return %x : i32
}

// Two constants meet: nothing is known.
// CHECK-LABEL: func.func @meet
func.func @meet(%c: i1) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  cf.cond_br %c, ^end(%one : i32), ^end(%two : i32)
^end(%x: i32):
  // CHECK: {{^}}  ^bb1(%[[X:.*]]: i32)
  // CHECK-NEXT: return %[[X]]
  return %x : i32
}
