// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(canonicalize),symbol-dce)' --pass-bisect=2 2>&1 | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(canonicalize),symbol-dce)' --pass-bisect=-1 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: tile-opt %s --canonicalize --pass-bisect=0 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: BISECT: running pass (1) canonicalize on builtin.module > func.func @f
// CHECK-NEXT: BISECT: running pass (2) canonicalize on builtin.module > func.func @g
// CHECK-NEXT: BISECT: NOT running pass (3) symbol-dce on builtin.module
// CHECK: func.func private @f
// CHECK-NEXT: return
// CHECK: func.func @g
// CHECK-NEXT: return

// ALL: BISECT: running pass (3) symbol-dce on builtin.module
// ALL-NOT: @f

// NONE: BISECT: NOT running pass (1) canonicalize on builtin.module
// NONE: arith.constant
func.func private @f() {
  %c = arith.constant 1 : i32
  return
}
func.func @g() {
  %c = arith.constant 1 : i32
  return
}
