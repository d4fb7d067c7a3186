// Nothing here can be simplified: effects are unknown, or needed.
// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize --mlir-pass-statistics 2>&1 | FileCheck %s

// CHECK: (S) 0 num-rewrites
// CHECK: (S) 0 num-folds
// CHECK: (S) 0 num-erased
// CHECK: (S) 1 num-iterations
// CHECK: ^bb0(%[[A:.*]]: i32):
// CHECK-NEXT: = "test.use"(%[[A]])
// CHECK-NEXT: = "foo.bar"(%[[A]])
// CHECK-NEXT: "test.write"(%[[A]])
// CHECK-NEXT: %[[P:.*]] = "test.pure"(%[[A]])
// CHECK-NEXT: "test.return"(%[[P]])
"test.func"() <{sym_name = "f"}> ({
^bb0(%a: i32):
  %0 = "test.use"(%a) : (i32) -> i32
  %1 = "foo.bar"(%a) : (i32) -> i32
  "test.write"(%a) : (i32) -> ()
  %2 = "test.pure"(%a) : (i32) -> i32
  "test.return"(%2) : (i32) -> ()
}) : () -> ()
