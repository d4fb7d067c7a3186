// RUN: tile-opt %s --test-remark --verify-diagnostics --split-input-file
// RUN: tile-opt %s --test-remark --split-input-file -o %t 2>&1 | FileCheck %s
// RUN: tile-opt %s --test-remark --split-input-file --remarks=json --diagnostics-format=json -o %t 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: tile-opt %s --test-remark --split-input-file --remarks=none -o %t 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: diagnostics.mlir:[[#@LINE+7]]:1: remark: used with 0 operands
// CHECK-NEXT: "test.use"() : () -> ()
// CHECK-NEXT: {{^\^}}
// JSON: {"severity":"remark","file":"{{.*}}diagnostics.mlir","line":[[#@LINE+4]],"col":1,"op":"builtin.module > test.use","message":"used with 0 operands"}
// NONE-NOT: remark
// NONE: warning: a barrier
// expected-remark@below {{used with 0 operands}}
"test.use"() : () -> ()
// expected-warning-re@+1 {{a {{b[a-z]+}}r}}
"test.barrier"() : () -> ()

// -----

// Positions in later parts are those of the file.
// CHECK: diagnostics.mlir:[[#@LINE+1]]:6: remark: used with 0 operands
%0 = "test.use"() : () -> i32 // expected-remark {{used with 0}}
"test.use"() : () -> ()
// expected-remark @above {{used with 0 operands}}
