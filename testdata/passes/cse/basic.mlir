// RUN: tile-opt %s --cse | FileCheck %s

// CHECK-LABEL: <{sym_name = "equal"}>
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK-NEXT: %[[X:.*]] = "test.add"(%[[A]], %[[B]])
// CHECK-NEXT: %[[S:.*]] = "test.sub"(%[[A]], %[[B]])
// CHECK-NEXT: %[[T:.*]] = "test.sub"(%[[B]], %[[A]])
// CHECK-NEXT: "test.return"(%[[X]], %[[X]], %[[S]], %[[T]])
"test.func"() <{sym_name = "equal"}> ({
^bb0(%a: i32, %b: i32):
  %0 = "test.add"(%a, %b) : (i32, i32) -> i32
  %1 = "test.add"(%b, %a) : (i32, i32) -> i32
  %2 = "test.sub"(%a, %b) : (i32, i32) -> i32
  %3 = "test.sub"(%b, %a) : (i32, i32) -> i32
  %dead = "test.sub"(%b, %b) : (i32, i32) -> i32
  "test.return"(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
}) : () -> ()

// Attributes, properties and result types count.
// CHECK-LABEL: <{sym_name = "different"}>
// CHECK-COUNT-5: "test.pure"
// CHECK-COUNT-2: "test.constant"
// CHECK: "test.return"
"test.func"() <{sym_name = "different"}> ({
^bb0(%a: i32):
  %0 = "test.pure"(%a) : (i32) -> i32
  %1 = "test.pure"(%a) {x} : (i32) -> i32
  %2 = "test.pure"(%a) {x = 1 : i32} : (i32) -> i32
  %3 = "test.pure"(%a) : (i32) -> i64
  %4 = "test.pure"(%a, %a) : (i32, i32) -> i32
  %5 = "test.constant"() <{value = 1 : i32}> : () -> i32
  %6 = "test.constant"() <{value = 2 : i32}> : () -> i32
  "test.return"(%0, %1, %2, %3, %4, %5, %6) : (i32, i32, i32, i64, i32, i32, i32) -> ()
}) : () -> ()

// Values reach into regions, not out of them nor into isolated ones.
// CHECK-LABEL: <{sym_name = "scopes"}>
// CHECK: %[[X:.*]] = "test.pure"(%{{.*}}) {in}
// CHECK-NEXT: "test.loop"
// CHECK-NEXT: %[[Y:.*]] = "test.pure"(%{{.*}}) {out}
// CHECK-NEXT: "test.use"(%[[X]], %[[Y]])
// CHECK: %[[Z:.*]] = "test.pure"(%{{.*}}) {out}
// CHECK-NEXT: "test.return"(%[[X]], %[[Z]])
"test.func"() <{sym_name = "scopes"}> ({
^bb0(%a: i32):
  %0 = "test.pure"(%a) {in} : (i32) -> i32
  "test.loop"() ({
    %1 = "test.pure"(%a) {in} : (i32) -> i32
    %2 = "test.pure"(%a) {out} : (i32) -> i32
    "test.use"(%1, %2) : (i32, i32) -> ()
  }) : () -> ()
  %3 = "test.pure"(%a) {out} : (i32) -> i32
  "test.return"(%0, %3) : (i32, i32) -> ()
}) : () -> ()

// Equal regions make equal operations.
// CHECK-LABEL: <{sym_name = "regions"}>
// CHECK-COUNT-1: "test.region"
// CHECK: {other}
// CHECK: "test.return"(%[[R:.*]], %[[R]], %{{.*}})
"test.func"() <{sym_name = "regions"}> ({
^bb0(%a: i32):
  %0 = "test.region"() ({
    %x = "test.pure"(%a) : (i32) -> i32
    "test.yield"(%x) : (i32) -> ()
  }) : () -> i32
  %1 = "test.region"() ({
    %x = "test.pure"(%a) : (i32) -> i32
    "test.yield"(%x) : (i32) -> ()
  }) : () -> i32
  %2 = "test.region"() ({
    %x = "test.pure"(%a) {other} : (i32) -> i32
    "test.yield"(%x) : (i32) -> ()
  }) : () -> i32
  "test.return"(%0, %1, %2) : (i32, i32, i32) -> ()
}) : () -> ()

// Dominance, not the order of the text, decides.
// CHECK-LABEL: <{sym_name = "blocks"}>
// CHECK: %[[X:.*]] = "test.pure"(%{{.*}}) {entry}
// CHECK: ^bb1:
// CHECK-NEXT: %[[L:.*]] = "test.pure"(%{{.*}}) {side}
// CHECK-NEXT: "test.br"(%[[X]], %[[L]])
// CHECK: ^bb2:
// CHECK-NEXT: %[[R:.*]] = "test.pure"(%{{.*}}) {side}
// CHECK-NEXT: "test.br"(%[[X]], %[[R]])
"test.func"() <{sym_name = "blocks"}> ({
^bb0(%a: i32, %c: i1):
  %0 = "test.pure"(%a) {entry} : (i32) -> i32
  "test.use"(%0) : (i32) -> ()
  "test.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %1 = "test.pure"(%a) {entry} : (i32) -> i32
  %2 = "test.pure"(%a) {side} : (i32) -> i32
  "test.br"(%1, %2)[^bb3] : (i32, i32) -> ()
^bb2:
  %3 = "test.pure"(%a) {entry} : (i32) -> i32
  %4 = "test.pure"(%a) {side} : (i32) -> i32
  "test.br"(%3, %4)[^bb3] : (i32, i32) -> ()
^bb3(%x: i32, %y: i32):
  "test.return"(%x, %y) : (i32, i32) -> ()
}) : () -> ()
