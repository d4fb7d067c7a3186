// Where order does not matter a use may come before its definition.
// RUN: tile-opt %s --cse | FileCheck %s

// CHECK: "test.graph"
// CHECK-NEXT: %[[U:.*]] = "test.pure"(%[[B:.*]]) {user}
// CHECK-NEXT: %[[A:.*]] = "test.pure"() {x}
// CHECK-NEXT: %[[B]] = "test.pure"() {x}
// CHECK-NEXT: "test.use"(%[[A]], %[[A]], %[[U]])
"test.graph"() ({
  %u = "test.pure"(%b) {user} : (i32) -> i32
  %a = "test.pure"() {x} : () -> i32
  %b = "test.pure"() {x} : () -> i32
  "test.use"(%a, %b, %u) : (i32, i32, i32) -> ()
}) : () -> ()
