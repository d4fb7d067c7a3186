// RUN: tile-opt %s --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: tile-opt %s "--pass-pipeline=builtin.module(strip-debuginfo,strip-debuginfo)" --mlir-pass-statistics 2>&1 | FileCheck %s --check-prefix=ONCE

// ONCE: (S) 7 num-stripped
// ONCE: (S) 0 num-stripped
// CHECK: func.func @f(%{{.*}}: i32 loc(unknown), %{{.*}}: i1 loc(unknown))
func.func @f(%a: i32 loc("a"), %c: i1) -> i32 {
  cf.br ^next(%a : i32) loc(fused["x", "y"])
// CHECK: ^bb1(%[[X:.*]]: i32 loc(unknown))
^next(%x: i32 loc("x")):
  // CHECK: return %[[X]] : i32 loc(unknown)
  return %x : i32 loc(callsite("f" at "g"))
// CHECK-NOT: loc("
}
