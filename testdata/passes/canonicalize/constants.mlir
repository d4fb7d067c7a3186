// RUN: tile-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: "test.func"() <{sym_name = "fold"}>
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32):
// CHECK-NEXT: %[[C3:.*]] = "test.constant"() <{value = 3 : i32}>
// CHECK-NEXT: "test.return"(%[[C3]], %[[A]], %[[C3]])
"test.func"() <{sym_name = "fold"}> ({
^bb0(%a: i32):
  %0 = "test.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "test.constant"() <{value = 2 : i32}> : () -> i32
  %2 = "test.add"(%0, %1) : (i32, i32) -> i32
  %3 = "test.constant"() <{value = 0 : i32}> : () -> i32
  %4 = "test.add"(%3, %a) : (i32, i32) -> i32
  %5 = "test.constant"() <{value = 3 : i32}> : () -> i32
  "test.return"(%2, %4, %5) : (i32, i32, i32) -> ()
}) : () -> ()

// One constant serves the loop and what follows it, but not another function.
// CHECK-LABEL: "test.func"() <{sym_name = "hoist"}>
// CHECK-NEXT: %[[C7:.*]] = "test.constant"() <{value = 7 : i32}>
// CHECK-NEXT: "test.loop"
// CHECK-NEXT: "test.use"(%[[C7]])
// CHECK-NEXT: })
// CHECK-NEXT: "test.return"(%[[C7]])
// CHECK: "test.constant"() <{value = 7 : i32}>
"test.func"() <{sym_name = "hoist"}> ({
  "test.loop"() ({
    %0 = "test.constant"() <{value = 7 : i32}> : () -> i32
    "test.use"(%0) : (i32) -> ()
  }) : () -> ()
  %1 = "test.constant"() <{value = 7 : i32}> : () -> i32
  "test.return"(%1) : (i32) -> ()
}) : () -> ()
"test.func"() <{sym_name = "other"}> ({
  %1 = "test.constant"() <{value = 7 : i32}> : () -> i32
  "test.return"(%1) : (i32) -> ()
}) : () -> ()
