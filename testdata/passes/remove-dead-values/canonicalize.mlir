// RUN: tile-opt %s --remove-dead-values | FileCheck %s
// RUN: tile-opt %s --remove-dead-values=canonicalize=false | FileCheck %s --check-prefix=OFF

// A conditional that is decided goes; what has nothing to do with it stays as
// it is.
// CHECK-LABEL: func.func @f
// CHECK: arith.addi %arg0, %{{.*}} : i32
// CHECK-NOT: scf.if
// CHECK: return
// OFF-LABEL: func.func @f
// OFF: arith.addi
// OFF: scf.if
func.func @f(%a: i32) -> (i32, i32) {
  %0 = arith.constant 0 : i32
  %y = arith.addi %a, %0 : i32
  %true = arith.constant true
  %x = scf.if %true -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %0 : i32
  }
  return %x, %y : i32, i32
}
