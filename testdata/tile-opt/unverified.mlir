// Options of mlir-opt that change little, but that command lines have.
// RUN: tile-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --split-input-file --output-split-marker="// next" | FileCheck %s
// RUN: not tile-opt %s --split-input-file 2>&1 | FileCheck %s --check-prefix=VERIFIED
// RUN: tile-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --pass-pipeline='builtin.module(cse)' --verify-each=false --mlir-generate-reproducer=%t -o %t.out
// RUN: FileCheck %s --check-prefix=REPRODUCER --input-file=%t

// REPRODUCER: // configuration: --run-reproducer
// REPRODUCER: pipeline: "builtin.module(cse)"
// CHECK: return %arg0 : i32
func.func @f(%a: i32) -> i64 {
  // VERIFIED: [[@LINE+1]]:3: error: 'func.return' op type of return operand 0
  return %a : i32
}
// -----
// CHECK: {{^}}// next{{$}}
// CHECK: @g
func.func private @g()
