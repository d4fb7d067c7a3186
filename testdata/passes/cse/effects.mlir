// RUN: tile-opt %s --cse --allow-unregistered-dialect --mlir-pass-statistics 2>&1 | FileCheck %s

// CHECK: (S) 3 num-cse'd
// CHECK: (S) 1 num-dce'd

// Reads merge when nothing between them may write.
// CHECK-LABEL: <{sym_name = "reads"}>
// CHECK: %[[X:.*]] = "test.read"
// CHECK-NEXT: %[[P:.*]] = "test.pure"
// CHECK-NEXT: "test.write"
// CHECK-NEXT: %[[Y:.*]] = "test.read"
// CHECK-NEXT: "foo.unknown"
// CHECK-NEXT: %[[Z:.*]] = "test.read"
// CHECK-NEXT: "test.return"(%[[X]], %[[X]], %[[P]], %[[Y]], %[[Z]])
"test.func"() <{sym_name = "reads"}> ({
^bb0(%m: i32):
  %0 = "test.read"(%m) : (i32) -> i32
  %p = "test.pure"(%m) : (i32) -> i32
  %1 = "test.read"(%m) : (i32) -> i32
  "test.write"(%m) : (i32) -> ()
  %2 = "test.read"(%m) : (i32) -> i32
  "foo.unknown"() : () -> ()
  %3 = "test.read"(%m) : (i32) -> i32
  "test.return"(%0, %1, %p, %2, %3) : (i32, i32, i32, i32, i32) -> ()
}) : () -> ()

// A region counts as a write when something inside may write.
// CHECK-LABEL: <{sym_name = "regions"}>
// CHECK: %[[X:.*]] = "test.read"
// CHECK-NEXT: "test.loop"
// CHECK-NEXT: "test.use"
// CHECK: %[[Y:.*]] = "test.read"
// CHECK-NEXT: %{{.*}} = "test.region"
// CHECK: "test.return"(%[[X]], %[[Y]], %[[Y]],
"test.func"() <{sym_name = "regions"}> ({
^bb0(%m: i32):
  %0 = "test.read"(%m) : (i32) -> i32
  "test.loop"() ({
    "test.use"() : () -> ()
  }) : () -> ()
  %1 = "test.read"(%m) : (i32) -> i32
  %r = "test.region"() ({
    %x = "test.read"(%m) {inner} : (i32) -> i32
    "test.yield"(%x) : (i32) -> ()
  }) : () -> i32
  %2 = "test.read"(%m) : (i32) -> i32
  "test.return"(%0, %1, %2, %r) : (i32, i32, i32, i32) -> ()
}) : () -> ()

// What synchronises, writes, allocates or is unknown stays.
// CHECK-LABEL: <{sym_name = "keeps"}>
// CHECK-COUNT-2: "test.barrier"
// CHECK-COUNT-2: "test.write"
// CHECK-COUNT-2: "test.use"
// CHECK-COUNT-2: "foo.bar"
// CHECK-COUNT-2: "test.alloc"
// CHECK-COUNT-1: "test.div"
// CHECK-NEXT: "test.return"
"test.func"() <{sym_name = "keeps"}> ({
^bb0(%m: i32):
  %0 = "test.barrier"(%m) : (i32) -> i32
  %1 = "test.barrier"(%m) : (i32) -> i32
  "test.write"(%m) : (i32) -> ()
  "test.write"(%m) : (i32) -> ()
  "test.use"() : () -> ()
  "test.use"() : () -> ()
  "foo.bar"() : () -> ()
  "foo.bar"() : () -> ()
  %2 = "test.alloc"() : () -> i32
  %3 = "test.alloc"() : () -> i32
  %dead = "test.alloc"() : () -> i32
  %4 = "test.div"(%m) : (i32) -> i32
  %5 = "test.div"(%m) : (i32) -> i32
  "test.return"(%0, %1, %2, %3, %4, %5) : (i32, i32, i32, i32, i32, i32) -> ()
}) : () -> ()
