// RUN: tile-opt %s --split-input-file | FileCheck %s
// RUN: tile-opt %s --split-input-file --mlir-print-op-generic --verify-roundtrip | FileCheck %s --check-prefix=GENERIC

// CHECK: "test.use"() {first}
// CHECK: // -----
// CHECK: "test.use"() {second}
// GENERIC: "builtin.module"
"test.use"() {first} : () -> ()
// -----
"test.use"() {second} : () -> ()
