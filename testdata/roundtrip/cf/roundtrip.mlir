// Every operation of cf, through the custom and the generic form and back;
// a test compares both with what mlir-opt prints.
//
// RUN: tile-opt %s --allow-unregistered-dialect > %t.custom
// RUN: cat %t.custom | tile-opt --allow-unregistered-dialect | diff - %t.custom
// RUN: tile-opt %s --allow-unregistered-dialect --mlir-print-op-generic > %t.generic
// RUN: cat %t.generic | tile-opt --allow-unregistered-dialect | diff - %t.custom

func.func @assert(%c: i1) {
  cf.assert %c, "expected a positive size"
  return
}

func.func @br(%a: i32) -> i32 {
  cf.br ^next(%a : i32)
^next(%b: i32):
  return %b : i32
}

func.func @cond_br(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^yes(%a : i32), ^no
^yes(%b: i32):
  return %b : i32
^no:
  return %a : i32
}

func.func @switch(%flag: i32, %a: i32) {
  cf.switch %flag : i32, [
    default: ^other(%a : i32),
    42: ^answer
  ]
^other(%b: i32):
  return
^answer:
  return
}

func.func @more_7(%arg0: i1, %arg1: i32) {
  cf.switch %arg1 : i32, [
    default: ^bb1]
^bb1:  // pred: ^bb0
  return
^bb2:  // no predecessors
  return
}

func.func @more_11(%arg0: i1, %arg1: i1) {
  cf.switch %arg1 : i1, [
    default: ^bb1,
    1: ^bb2
  ]
^bb1:  // pred: ^bb0
  return
^bb2:  // pred: ^bb0
  return
}

func.func @more_12(%arg0: i1, %arg1: i32) {
  cf.switch %arg1 : i32, [
    default: ^bb1,
    16: ^bb2
  ]
^bb1:  // pred: ^bb0
  return
^bb2:  // pred: ^bb0
  return
}

func.func @more_13(%arg0: i1, %arg1: i32) {
  cf.switch %arg1 : i32, [
    default: ^bb1,
    4294967295: ^bb2
  ]
^bb1:  // pred: ^bb0
  return
^bb2:  // pred: ^bb0
  return
}

func.func @more_14(%arg0: i1, %arg1: ui8) {
  cf.switch %arg1 : ui8, [
    default: ^bb1,
    255: ^bb2
  ]
^bb1:  // pred: ^bb0
  return
^bb2:  // pred: ^bb0
  return
}

func.func @more_17(%arg0: i1) {
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  return
^bb2:  // pred: ^bb0
  return
}

func.func @more_18(%arg0: i1) {
  %true = arith.constant true
  cf.cond_br %true, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  "foo.a"() : () -> ()
  return
^bb2:  // pred: ^bb0
  return
}

func.func @more_19(%arg0: i1) {
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

func.func @more_20(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg2 : i32)
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
  return %0 : i32
}

func.func @more_21(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  "foo.a"() : () -> ()
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:  // pred: ^bb0
  cf.br ^bb3(%arg1 : i32)
^bb2:  // pred: ^bb0
  cf.br ^bb3(%arg2 : i32)
^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
  return %0 : i32
}

func.func @more_22(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  "foo.a"() : () -> ()
  cf.br ^bb1
^bb1:  // 2 preds: ^bb0, ^bb1
  cf.br ^bb1
}

func.func @more_23(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  cf.switch %arg1 : i32, [
    default: ^bb1(%arg2 : i32)]
^bb1(%0: i32):  // pred: ^bb0
  return %0 : i32
}

func.func @more_24(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
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

func.func @more_25(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
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

func.func @more_26(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
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

func.func @more_27(%arg0: i1) {
  %true = arith.constant true
  cf.assert %true, "foo"
  cf.assert %arg0, "bar"
  return
}

func.func @more_28(%arg0: i1) {
  cf.cond_br %arg0 weights([1, 2]), ^bb1, ^bb2
^bb1:  // pred: ^bb0
  return
^bb2:  // pred: ^bb0
  "foo.a"() : () -> ()
  return
}

func.func @more_29(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
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

func.func @more_31(%arg0: i32) {
  cf.switch %arg0 : i32, [
    default: ^bb1,
    4294967295: ^bb1,
    0: ^bb1
  ]
^bb1:  // 3 preds: ^bb0, ^bb0, ^bb0
  return
}
