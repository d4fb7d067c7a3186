// RUN: tile-opt %s --allow-unregistered-dialect --sccp | FileCheck %s

// Each constant that is made or met goes in front of those before it; what is inside an operation comes behind its block.
// CHECK-LABEL: @order
// CHECK-NEXT: %c9_i32 = arith.constant
// CHECK-NEXT: %c12_i32 = arith.constant
// CHECK-NEXT: %c7_i32 = arith.constant
// CHECK-NEXT: %c5_i32 = arith.constant
// CHECK-NEXT: arith.addi %arg1, %c5_i32
func.func @order(%c: i1, %x: i32) -> (i32, i32) {
  %a = arith.constant 5 : i32
  %v = arith.addi %x, %a : i32
  %r = scf.if %c -> i32 {
    %b = arith.constant 7 : i32
    %n = arith.constant 9 : i32
    "use"(%n) : (i32) -> ()
    scf.yield %b : i32
  } else {
    %b = arith.constant 7 : i32
    scf.yield %b : i32
  }
  %s = arith.addi %r, %a : i32
  return %v, %s : i32, i32
}
