// RUN: tile-opt %s --loop-invariant-code-motion --mlir-pass-statistics 2>&1 | FileCheck %s

// CHECK: (S) 6 num-hoisted

// Chains move together and through several loops, in their order.
// CHECK-LABEL: <{sym_name = "chain"}>
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32):
// CHECK-NEXT: %[[X:.*]] = "test.pure"(%[[A]]) {first}
// CHECK-NEXT: %[[Y:.*]] = "test.pure"(%[[X]]) {second}
// CHECK-NEXT: "test.loop"
// CHECK-NEXT: ^bb0(%[[I:.*]]: i32):
// CHECK-NEXT: %[[Z:.*]] = "test.pure"(%[[I]], %[[Y]]) {outer}
// CHECK-NEXT: "test.loop"
// CHECK-NEXT: ^bb0(%[[J:.*]]: i32):
// CHECK-NEXT: "test.use"(%[[Z]], %[[J]])
"test.func"() <{sym_name = "chain"}> ({
^bb0(%a: i32):
  "test.loop"() ({
  ^bb0(%i: i32):
    "test.loop"() ({
    ^bb0(%j: i32):
      %0 = "test.pure"(%a) {first} : (i32) -> i32
      %1 = "test.pure"(%0) {second} : (i32) -> i32
      %2 = "test.pure"(%i, %1) {outer} : (i32, i32) -> i32
      "test.use"(%2, %j) : (i32, i32) -> ()
    }) : () -> ()
  }) : () -> ()
  "test.return"() : () -> ()
}) : () -> ()

// An operation with a region moves when what it holds may.
// CHECK-LABEL: <{sym_name = "region"}>
// CHECK: "test.region"
// CHECK: "test.loop"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: "test.use"
"test.func"() <{sym_name = "region"}> ({
^bb0(%a: i32):
  "test.loop"() ({
  ^bb0(%i: i32):
    %r = "test.region"() ({
      %x = "test.pure"(%a) : (i32) -> i32
      "test.yield"(%x) : (i32) -> ()
    }) : () -> i32
    "test.use"(%r) : (i32) -> ()
  }) : () -> ()
  "test.return"() : () -> ()
}) : () -> ()
