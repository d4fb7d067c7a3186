// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Branches.

// CHECK-LABEL: func.func @cond_br(%arg0: i1) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @cond_br(%arg0: i1) {
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  return
^bb2:  // pred: ^bb0
  return
}

// CHECK-LABEL: func.func @cond_br_2(%arg0: i1) {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @cond_br_2(%arg0: i1) {
  %true = arith.constant true
  cf.cond_br %true, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  "foo.a"() : () -> ()
  return
^bb2:  // pred: ^bb0
  return
}

// CHECK-LABEL: func.func @cond_br_3(%arg0: i1) {
// CHECK-DAG: %false = arith.constant false
// CHECK: cf.cond_br %arg0, ^bb2, ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "foo.a"(%false) : (i1) -> ()
// CHECK-NEXT: "foo.b"() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "foo.c"() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @cond_br_3(%arg0: i1) {
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  cf.cond_br %arg0, ^bb4, ^bb2
^bb2:  // 2 preds: ^bb0, ^bb1
  "foo.a"(%arg0) : (i1) -> ()
  cf.cond_br %arg0, ^bb4, ^bb3
^bb3:  // pred: ^bb2
  "foo.b"() : () -> ()
  return
^bb4:  // 2 preds: ^bb1, ^bb2
  "foo.c"() : () -> ()
  return
}

// CHECK-LABEL: func.func @cond_br_4(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @cond_br_4(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg2 : i32)
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
  return %0 : i32
}

// CHECK-LABEL: func.func @cond_br_br(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
func.func @cond_br_br(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  "foo.a"() : () -> ()
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  cf.br ^bb3(%arg1 : i32)
^bb2:  // pred: ^bb0
  cf.br ^bb3(%arg2 : i32)
^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
  return %0 : i32
}

// CHECK-LABEL: func.func @br(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: }
func.func @br(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  "foo.a"() : () -> ()
  cf.br ^bb1
^bb1:  // 2 preds: ^bb0, ^bb1
  cf.br ^bb1
}

// CHECK-LABEL: func.func @switch(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: return %arg2 : i32
// CHECK-NEXT: }
func.func @switch(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  cf.switch %arg1 : i32, [
    default: ^bb1(%arg2 : i32)]
^bb1(%0: i32):  // pred: ^bb0
  return %0 : i32
}

// CHECK-LABEL: func.func @switch_2(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: cf.switch %arg1 : i32, [
// CHECK-NEXT: default: ^bb1(%arg2 : i32),
// CHECK-NEXT: 2: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: return %arg1 : i32
// CHECK-NEXT: }
func.func @switch_2(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  cf.switch %arg1 : i32, [
    default: ^bb1(%arg2 : i32),
    1: ^bb1(%arg2 : i32),
    2: ^bb2
  ]
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
  return %0 : i32
^bb2:  // pred: ^bb0
  "foo.a"() : () -> ()
  return %arg1 : i32
}

// CHECK-LABEL: func.func @switch_3(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-DAG: %c2_i32 = arith.constant 2 : i32
// CHECK: "foo.a"() : () -> ()
// CHECK-NEXT: return %c2_i32 : i32
// CHECK-NEXT: }
func.func @switch_3(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  %c2_i32 = arith.constant 2 : i32
  cf.switch %c2_i32 : i32, [
    default: ^bb1(%arg2 : i32),
    1: ^bb1(%arg2 : i32),
    2: ^bb2
  ]
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
  return %0 : i32
^bb2:  // pred: ^bb0
  "foo.a"() : () -> ()
  return %c2_i32 : i32
}

// CHECK-LABEL: func.func @switch_br(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: cf.switch %arg1 : i32, [
// CHECK-NEXT: default: ^bb1(%arg2 : i32),
// CHECK-NEXT: 1: ^bb2,
// CHECK-NEXT: 2: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: return %arg1 : i32
// CHECK-NEXT: }
func.func @switch_br(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  "foo.a"() : () -> ()
  cf.switch %arg1 : i32, [
    default: ^bb1(%arg2 : i32),
    1: ^bb2,
    2: ^bb3
  ]
^bb1(%0: i32):  // pred: ^bb0
  return %0 : i32
^bb2:  // pred: ^bb0
  cf.br ^bb3
^bb3:  // 2 preds: ^bb0, ^bb2
  "foo.a"() : () -> ()
  return %arg1 : i32
}

// CHECK-LABEL: func.func @assert(%arg0: i1) {
// CHECK-NEXT: cf.assert %arg0, "bar"
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @assert(%arg0: i1) {
  %true = arith.constant true
  cf.assert %true, "foo"
  cf.assert %arg0, "bar"
  return
}

// CHECK-LABEL: func.func @cond_br_5(%arg0: i1) {
// CHECK-NEXT: cf.cond_br %arg0 weights([1, 2]), ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @cond_br_5(%arg0: i1) {
  cf.cond_br %arg0 weights([1, 2]), ^bb1, ^bb2
^bb1:  // pred: ^bb0
  return
^bb2:  // pred: ^bb0
  "foo.a"() : () -> ()
  return
}

// CHECK-LABEL: func.func @switch_4(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: cf.switch %arg1 : i32, [
// CHECK-NEXT: default: ^bb1(%arg2 : i32),
// CHECK-NEXT: 1: ^bb2,
// CHECK-NEXT: 2: ^bb3
// CHECK-NEXT: ] {foo = 3 : i64}
// CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "foo.b"() : () -> ()
// CHECK-NEXT: return %arg1 : i32
// CHECK-NEXT: ^bb3:  // pred: ^bb0
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: return %arg1 : i32
// CHECK-NEXT: }
func.func @switch_4(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  "foo.a"() : () -> ()
  cf.switch %arg1 : i32, [
    default: ^bb1(%arg2 : i32),
    1: ^bb2,
    2: ^bb3
  ] {foo = 3 : i64}
^bb1(%0: i32):  // pred: ^bb0
  return %0 : i32
^bb2:  // pred: ^bb0
  "foo.b"() : () -> ()
  return %arg1 : i32
^bb3:  // pred: ^bb0
  "foo.a"() : () -> ()
  return %arg1 : i32
}
