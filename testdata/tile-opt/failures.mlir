// RUN: not tile-opt %s --test-fail 2>&1 | FileCheck %s --check-prefix=FAIL
// FAIL: failures.mlir{{.*}}: error: 'builtin.module' op fails on purpose
// FAIL-NOT: test.func

// RUN: not tile-opt %s --test-fail --mlir-pass-pipeline-crash-reproducer=%t 2>&1 | FileCheck %s --check-prefix=REPRO
// RUN: cat %t | FileCheck %s --check-prefix=FILE
// RUN: not tile-opt %t --run-reproducer 2>&1 | FileCheck %s --check-prefix=FAIL2
// REPRO: reproducer generated at
// FILE: test.func
// FILE: external_resources
// FILE: mlir_reproducer
// FILE: pipeline: "builtin.module(test-fail)"
// FAIL2: error: 'builtin.module' op fails on purpose

// RUN: not tile-opt %s --pass-pipeline='builtin.module(cse,test.func(canonicalize,test-fail))' --mlir-pass-pipeline-crash-reproducer=%t --mlir-pass-pipeline-local-reproducer 2>&1 | FileCheck %s --check-prefix=REPRO
// RUN: cat %t | FileCheck %s --check-prefix=LOCAL
// LOCAL: pipeline: "builtin.module(test.func(test-fail))"

// RUN: not tile-opt %s --run-reproducer 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: --run-reproducer: the input has no section 'mlir_reproducer'
"test.func"() <{sym_name = "f"}> ({ "test.return"() : () -> () }) : () -> ()
