// The parts that went well are printed when one fails, with an exit code of 1.
// RUN: not tile-opt %s --split-input-file 2>&1 | FileCheck %s
// RUN: not tile-opt %s --split-input-file -o %t
// RUN: not cat %t

// CHECK: "test.use"() {first}
// CHECK: // -----
// CHECK-NEXT: // -----
// CHECK: "test.use"() {third}
"test.use"() {first} : () -> ()
// -----
"test.use"(%undefined) {second} : (i32) -> ()
// -----
"test.use"() {third} : () -> ()
