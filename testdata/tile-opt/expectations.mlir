// Every way in which an expectation fails.
// RUN: not tile-opt %s --test-remark --verify-diagnostics 2>&1 | FileCheck %s

// CHECK: error: invalid regular expression in expectation
// CHECK: expectations.mlir:[[#@LINE+3]]:1: error: 'remark' diagnostic emitted when expecting a 'error'
// CHECK: expectations.mlir:[[#@LINE+5]]:1: error: unexpected remark: used with 0 operands
// CHECK: expectations.mlir:[[#@LINE+6]]:4: error: expected note "not there" was not produced
"test.use"() : () -> ()
// expected-error@-1 {{used}}

"test.use"() : () -> ()

// expected-note@-1 {{not there}}
// expected-error-re {{ {{(}} }}
