// RUN: tile-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
//
// Conditionals.

// CHECK-LABEL: func.func @if(%arg0: i1, %arg1: f32, %arg2: f32) -> f32 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: return %arg1 : f32
// CHECK-NEXT: }
func.func @if(%arg0: i1, %arg1: f32, %arg2: f32) -> f32 {
  %true = arith.constant true
  %0 = scf.if %true -> (f32) {
    "foo.a"() : () -> ()
    scf.yield %arg1 : f32
  } else {
    "foo.b"() : () -> ()
    scf.yield %arg2 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @if_2(%arg0: i1, %arg1: f32, %arg2: f32) -> f32 {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @if_2(%arg0: i1, %arg1: f32, %arg2: f32) -> f32 {
  %0 = scf.if %arg0 -> (f32) {
    scf.yield %arg1 : f32
  } else {
    scf.yield %arg2 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @if_3(%arg0: i1, %arg1: f32, %arg2: f32) -> (f32, f32) {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : f32
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %arg1 : f32, f32
// CHECK-NEXT: }
func.func @if_3(%arg0: i1, %arg1: f32, %arg2: f32) -> (f32, f32) {
  %0:3 = scf.if %arg0 -> (f32, f32, f32) {
    "foo.a"() : () -> ()
    scf.yield %arg1, %arg1, %arg2 : f32, f32, f32
  } else {
    scf.yield %arg2, %arg1, %arg2 : f32, f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// CHECK-LABEL: func.func @if_addf(%arg0: i1, %arg1: f32, %arg2: f32) -> f32 {
// CHECK-NEXT: %0 = scf.if %arg0 -> (f32) {
// CHECK-NEXT: %1 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @if_addf(%arg0: i1, %arg1: f32, %arg2: f32) -> f32 {
  %0 = scf.if %arg0 -> (f32) {
    %1 = arith.addf %arg1, %arg2 : f32
    scf.yield %1 : f32
  } else {
    scf.yield %arg2 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @if_4(%arg0: i1) {
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @if_4(%arg0: i1) {
  scf.if %arg0 {
    "foo.a"() : () -> ()
  } else {
  }
  return
}

// CHECK-LABEL: func.func @if_5(%arg0: i1) {
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: } else {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @if_5(%arg0: i1) {
  scf.if %arg0 {
  } else {
    "foo.a"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @if_6(%arg0: i1) {
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @if_6(%arg0: i1) {
  scf.if %arg0 {
  }
  return
}

// CHECK-LABEL: func.func @if_7(%arg0: i1) {
// CHECK-DAG: %true = arith.constant true
// CHECK-DAG: %false = arith.constant false
// CHECK: scf.if %arg0 {
// CHECK-NEXT: "foo.a"(%true) : (i1) -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "foo.b"(%false) : (i1) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @if_7(%arg0: i1) {
  scf.if %arg0 {
    "foo.a"(%arg0) : (i1) -> ()
  } else {
    "foo.b"(%arg0) : (i1) -> ()
  }
  return
}

// CHECK-LABEL: func.func @xori_if(%arg0: i1) {
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "foo.b"() : () -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @xori_if(%arg0: i1) {
  %true = arith.constant true
  %0 = arith.xori %arg0, %true : i1
  scf.if %0 {
    "foo.a"() : () -> ()
  } else {
    "foo.b"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @if_8(%arg0: i1, %arg1: i1) {
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: scf.if %0 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @if_8(%arg0: i1, %arg1: i1) {
  scf.if %arg0 {
    scf.if %arg1 {
      "foo.a"() : () -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @if_9(%arg0: i1, %arg1: i1, %arg2: f32, %arg3: f32) -> f32 {
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: %1 = arith.select %0, %arg2, %arg3 : f32
// CHECK-NEXT: scf.if %0 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: }
func.func @if_9(%arg0: i1, %arg1: i1, %arg2: f32, %arg3: f32) -> f32 {
  %0 = scf.if %arg0 -> (f32) {
    %1 = scf.if %arg1 -> (f32) {
      "foo.a"() : () -> ()
      scf.yield %arg2 : f32
    } else {
      scf.yield %arg3 : f32
    }
    scf.yield %1 : f32
  } else {
    scf.yield %arg3 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @if_10(%arg0: i1) {
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: "foo.b"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @if_10(%arg0: i1) {
  scf.if %arg0 {
    "foo.a"() : () -> ()
  }
  scf.if %arg0 {
    "foo.b"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @if_11(%arg0: i1) {
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: "foo.b"() : () -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "foo.c"() : () -> ()
// CHECK-NEXT: "foo.d"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @if_11(%arg0: i1) {
  scf.if %arg0 {
    "foo.a"() : () -> ()
  } else {
    "foo.c"() : () -> ()
  }
  scf.if %arg0 {
    "foo.b"() : () -> ()
  } else {
    "foo.d"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @if_12(%arg0: i1, %arg1: f32) -> (f32, f32) {
// CHECK-NEXT: %0:2 = scf.if %arg0 -> (f32, f32) {
// CHECK-NEXT: %1 = "foo.a"() : () -> f32
// CHECK-NEXT: %2 = "foo.b"(%1) : (f32) -> f32
// CHECK-NEXT: scf.yield %1, %2 : f32, f32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg1, %arg1 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : f32, f32
// CHECK-NEXT: }
func.func @if_12(%arg0: i1, %arg1: f32) -> (f32, f32) {
  %0 = scf.if %arg0 -> (f32) {
    %2 = "foo.a"() : () -> f32
    scf.yield %2 : f32
  } else {
    scf.yield %arg1 : f32
  }
  %1 = scf.if %arg0 -> (f32) {
    %2 = "foo.b"(%0) : (f32) -> f32
    scf.yield %2 : f32
  } else {
    scf.yield %0 : f32
  }
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @if_13(%arg0: i1) -> i1 {
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0 : i1
// CHECK-NEXT: }
func.func @if_13(%arg0: i1) -> i1 {
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %arg0 -> (i1) {
    "foo.a"() : () -> ()
    scf.yield %true : i1
  } else {
    scf.yield %false : i1
  }
  return %0 : i1
}

// CHECK-LABEL: func.func @if_14(%arg0: i1) -> i1 {
// CHECK-DAG: %true = arith.constant true
// CHECK: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i1
// CHECK-NEXT: }
func.func @if_14(%arg0: i1) -> i1 {
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %arg0 -> (i1) {
    "foo.a"() : () -> ()
    scf.yield %false : i1
  } else {
    scf.yield %true : i1
  }
  return %0 : i1
}

// CHECK-LABEL: func.func @if_15(%arg0: i1) -> i32 {
// CHECK-DAG: %true = arith.constant true
// CHECK: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: %1 = arith.extui %0 : i1 to i32
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "foo.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: }
func.func @if_15(%arg0: i1) -> i32 {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %0 = scf.if %arg0 -> (i32) {
    "foo.a"() : () -> ()
    scf.yield %c0_i32 : i32
  } else {
    scf.yield %c1_i32 : i32
  }
  return %0 : i32
}
