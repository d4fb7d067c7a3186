// RUN: tile-opt %s --canonicalize="disable-patterns=sub-of-constant" | FileCheck %s --check-prefix=OFF
// RUN: tile-opt %s --canonicalize="enable-patterns=sub-of-constant" | FileCheck %s --check-prefix=ON
// RUN: tile-opt %s --pass-pipeline='builtin.module(canonicalize{region-simplify=disabled top-down=false})' | FileCheck %s --check-prefix=CFG
// RUN: tile-opt %s --canonicalize="max-iterations=1" -o %t 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: not tile-opt %s --canonicalize="max-iterations=1 test-convergence" 2>&1 | FileCheck %s --check-prefix=FAIL

// OFF: "test.sub"
// ON: "test.add"
// ON-NOT: no predecessors
// CFG: no predecessors
// ONCE: options.mlir:[[#@LINE+7]]:8: remark: rewriting did not converge within 1 iterations: 'sub-of-constant' was applied 1 times in the last one, last to 'test.sub'
// FAIL: options.mlir:[[#@LINE+6]]:8: error: rewriting did not converge within 1 iterations
// FAIL-NOT: test.func
"test.func"() <{sym_name = "f"}> ({
^bb0(%a: i32):
  %c = "test.constant"() <{value = 1 : i32}> : () -> i32

  %0 = "test.sub"(%a, %c) : (i32, i32) -> i32
  "test.return"(%0) : (i32) -> ()
^dead:
  "test.return"(%a) : (i32) -> ()
}) : () -> ()
