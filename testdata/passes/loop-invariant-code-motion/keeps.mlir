// Nothing here may leave the loop.
// RUN: tile-opt %s --allow-unregistered-dialect --loop-invariant-code-motion --mlir-pass-statistics 2>&1 | FileCheck %s

// CHECK: (S) 0 num-hoisted
// CHECK: ^bb0(%[[A:.*]]: i32):
// CHECK-NEXT: "test.loop"
// CHECK-NEXT: ^bb0(%[[I:.*]]: i32):
// CHECK-NEXT: "test.pure"(%[[I]])
// CHECK-NEXT: "test.div"(%[[A]])
// CHECK-NEXT: "test.read"(%[[A]])
// CHECK-NEXT: "test.barrier"(%[[A]])
// CHECK-NEXT: "test.use"(%[[A]])
// CHECK-NEXT: "foo.bar"(%[[A]])
// CHECK-NEXT: "test.region"
// CHECK-NEXT: "test.write"
"test.func"() <{sym_name = "f"}> ({
^bb0(%a: i32):
  "test.loop"() ({
  ^bb0(%i: i32):
    "test.pure"(%i) : (i32) -> ()
    "test.div"(%a) : (i32) -> ()
    "test.read"(%a) : (i32) -> ()
    "test.barrier"(%a) : (i32) -> ()
    "test.use"(%a) : (i32) -> ()
    "foo.bar"(%a) : (i32) -> ()
    "test.region"() ({
      "test.write"(%a) : (i32) -> ()
    }) : () -> ()
  }) : () -> ()
  "test.return"() : () -> ()
}) : () -> ()
