// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Loops with conditions, switches and regions executed once.

// CHECK-LABEL: func.func @execute_region(%arg0: i1, %arg1: f32) -> f32 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: return %arg1 : f32
// CHECK-NEXT: }
func.func @execute_region(%arg0: i1, %arg1: f32) -> f32 {
  %0 = scf.execute_region -> f32 {
    "foo.a"() : () -> ()
    scf.yield %arg1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @execute_region_cond_br_br(%arg0: i1, %arg1: f32) -> f32 {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: return %arg1 : f32
// CHECK-NEXT: }
func.func @execute_region_cond_br_br(%arg0: i1, %arg1: f32) -> f32 {
  %0 = scf.execute_region -> f32 {
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    "foo.a"() : () -> ()
    cf.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    scf.yield %arg1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @index_switch(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: return %arg0 : f32
// CHECK-NEXT: }
func.func @index_switch(%arg0: f32, %arg1: f32) -> f32 {
  %c2 = arith.constant 2 : index
  %0 = scf.index_switch %c2 -> f32 
  case 2 {
    "foo.a"() : () -> ()
    scf.yield %arg0 : f32
  }
  default {
    scf.yield %arg1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @index_switch_2(%arg0: f32, %arg1: f32, %arg2: index) -> f32 {
// CHECK-NEXT: %0 = scf.index_switch %arg2 -> f32
// CHECK-NEXT: case 2 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: scf.yield %arg0 : f32
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield %arg1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @index_switch_2(%arg0: f32, %arg1: f32, %arg2: index) -> f32 {
  %0:2 = scf.index_switch %arg2 -> f32, f32 
  case 2 {
    "foo.a"() : () -> ()
    scf.yield %arg0, %arg0 : f32, f32
  }
  default {
    scf.yield %arg1, %arg1 : f32, f32
  }
  return %0#0 : f32
}

// CHECK-LABEL: func.func @while(%arg0: f32, %arg1: i1) -> f32 {
// CHECK-DAG: %false = arith.constant false
// CHECK: scf.while : () -> () {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: scf.condition(%false)
// CHECK-NEXT: } do {
// CHECK-NEXT: "foo.b"() : () -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0 : f32
// CHECK-NEXT: }
func.func @while(%arg0: f32, %arg1: i1) -> f32 {
  %false = arith.constant false
  %0 = scf.while (%arg2 = %arg0) : (f32) -> f32 {
    "foo.a"() : () -> ()
    scf.condition(%false) %arg2 : f32
  } do {
  ^bb0(%arg2: f32):
    "foo.b"() : () -> ()
    scf.yield %arg2 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @while_2(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (f32) -> f32 {
// CHECK-NEXT: %1 = "foo.a"(%arg2, %arg1) : (f32, f32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg2 : f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: f32):
// CHECK-NEXT: %1 = "foo.b"(%arg2) : (f32) -> f32
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @while_2(%arg0: f32, %arg1: f32) -> f32 {
  %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (f32, f32) -> (f32, f32) {
    %1 = "foo.a"(%arg2, %arg3) : (f32, f32) -> i1
    scf.condition(%1) %arg2, %arg3 : f32, f32
  } do {
  ^bb0(%arg2: f32, %arg3: f32):
    %1 = "foo.b"(%arg2) : (f32) -> f32
    scf.yield %1, %arg1 : f32, f32
  }
  return %0#0 : f32
}

// CHECK-LABEL: func.func @while_3(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (f32) -> f32 {
// CHECK-NEXT: %1 = "foo.a"(%arg2) : (f32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg2 : f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: f32):
// CHECK-NEXT: %1 = "foo.b"(%arg2) : (f32) -> f32
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @while_3(%arg0: f32, %arg1: f32) -> f32 {
  %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (f32, f32) -> (f32, f32) {
    %1 = "foo.a"(%arg2) : (f32) -> i1
    scf.condition(%1) %arg2, %arg3 : f32, f32
  } do {
  ^bb0(%arg2: f32, %arg3: f32):
    %1 = "foo.b"(%arg2) : (f32) -> f32
    scf.yield %1, %1 : f32, f32
  }
  return %0#0 : f32
}

// CHECK-LABEL: func.func @while_4(%arg0: f32) -> f32 {
// CHECK-NEXT: %0 = scf.while (%arg1 = %arg0) : (f32) -> f32 {
// CHECK-NEXT: %1 = "foo.a"(%arg1) : (f32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg1 : f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg1: f32):
// CHECK-NEXT: "foo.c"() : () -> ()
// CHECK-NEXT: %1 = "foo.b"(%arg1) : (f32) -> f32
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @while_4(%arg0: f32) -> f32 {
  %0 = scf.while (%arg1 = %arg0) : (f32) -> f32 {
    %1 = "foo.a"(%arg1) : (f32) -> i1
    scf.condition(%1) %arg1 : f32
  } do {
  ^bb0(%arg1: f32):
    "foo.c"() : () -> ()
    %1 = "foo.b"(%arg1) : (f32) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @while_5(%arg0: f32) -> i1 {
// CHECK-DAG: %true = arith.constant true
// CHECK: %0 = scf.while : () -> i1 {
// CHECK-NEXT: %1 = "foo.a"(%arg0) : (f32) -> i1
// CHECK-NEXT: scf.condition(%1) %1 : i1
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg1: i1):
// CHECK-NEXT: "foo.c"(%true) : (i1) -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @while_5(%arg0: f32) -> i1 {
  %0:2 = scf.while (%arg1 = %arg0) : (f32) -> (f32, i1) {
    %1 = "foo.a"(%arg1) : (f32) -> i1
    scf.condition(%1) %arg1, %1 : f32, i1
  } do {
  ^bb0(%arg1: f32, %arg2: i1):
    "foo.c"(%arg2) : (i1) -> ()
    scf.yield %arg1 : f32
  }
  return %0#1 : i1
}
