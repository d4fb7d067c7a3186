// RUN: tile-opt %s --allow-unregistered-dialect --convert-scf-to-cf | FileCheck %s
// RUN: mlir-opt %s --allow-unregistered-dialect --convert-scf-to-cf | FileCheck %s

// CHECK-LABEL: func.func @for
// CHECK-SAME: (%[[N:.*]]: index, %[[X:.*]]: f32)
// CHECK: cf.br ^[[HEAD:.*]](%{{.*}}, %[[X]], %[[X]] : index, f32, f32)
// CHECK: ^[[HEAD]](%[[I:.*]]: index, %[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK: %[[GO:.*]] = arith.cmpi slt, %[[I]], %[[N]] : index
// CHECK: cf.cond_br %[[GO]], ^[[BODY:.*]], ^[[EXIT:.*]]
// CHECK: ^[[BODY]]:
// CHECK: %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK: cf.br ^[[HEAD]](%[[NEXT]], %[[S]], %[[A]] : index, f32, f32) {llvm.loop_annotation = #loop_annotation}
// CHECK: ^[[EXIT]]:
// CHECK: return %[[A]]
func.func @for(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %s = arith.addf %a, %b : f32
    scf.yield %s, %a : f32, f32
  } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>, other = 1 : i32}
  return %r#0 : f32
}

// CHECK-LABEL: func.func @unsigned
// CHECK: arith.cmpi ult
func.func @unsigned(%n: i32, %m: i32) {
  %c1 = arith.constant 1 : i32
  scf.for unsigned %i = %m to %n step %c1 : i32 {
    "test.use"(%i) : (i32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @if
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: i32)
// CHECK: cf.cond_br %[[C]], ^[[THEN:.*]], ^[[ELSE:.*]]
// CHECK: ^[[THEN]]:
// CHECK: cf.br ^[[JOIN:.*]](%{{.*}} : i32)
// CHECK: ^[[ELSE]]:
// CHECK: cf.br ^[[JOIN]](%[[X]] : i32)
// CHECK: ^[[JOIN]](%[[R:.*]]: i32):
// CHECK: cf.cond_br %[[C]], ^[[USE:.*]], ^[[REST:.*]]
// CHECK: ^[[USE]]:
// CHECK: "test.use"(%[[R]])
// CHECK: cf.br ^[[REST]]
// CHECK: ^[[REST]]:
// CHECK: return %[[R]]
func.func @if(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  } else {
    scf.yield %x : i32
  }
  scf.if %c {
    "test.use"(%r) : (i32) -> ()
  }
  return %r : i32
}

// CHECK-LABEL: func.func @while
// CHECK-SAME: (%[[X:.*]]: i32, %[[N:.*]]: i32)
// CHECK: cf.br ^[[BEFORE:.*]](%[[X]] : i32)
// CHECK: ^[[BEFORE]](%[[A:.*]]: i32):
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[A]], %[[N]] : i32
// CHECK: cf.cond_br %[[C]], ^[[AFTER:.*]](%[[A]], %{{.*}} : i32, f32), ^[[EXIT:.*]]
// CHECK: ^[[AFTER]](%[[B:.*]]: i32, %{{.*}}: f32):
// CHECK: %[[D:.*]] = arith.addi %[[B]], %[[B]] : i32
// CHECK: cf.br ^[[BEFORE]](%[[D]] : i32)
// CHECK: ^[[EXIT]]:
// CHECK: cf.br ^[[SPIN:.*]]
// CHECK: ^[[SPIN]]:
// CHECK: %[[COND:.*]] = "test.cond"()
// CHECK: cf.cond_br %[[COND]], ^[[SPIN]], ^[[DONE:.*]]
// CHECK: ^[[DONE]]:
// CHECK: return %[[A]]
func.func @while(%x: i32, %n: i32) -> (i32, f32) {
  %f = arith.constant 1.0 : f32
  %r:2 = scf.while (%a = %x) : (i32) -> (i32, f32) {
    %c = arith.cmpi slt, %a, %n : i32
    scf.condition(%c) %a, %f : i32, f32
  } do {
  ^bb0(%b: i32, %g: f32):
    %d = arith.addi %b, %b : i32
    scf.yield %d : i32
  }
  scf.while : () -> () {
    %c = "test.cond"() : () -> i1
    scf.condition(%c)
  } do {
    scf.yield
  }
  return %r#0, %r#1 : i32, f32
}

// CHECK-LABEL: func.func @nest
// CHECK-COUNT-2: arith.cmpi slt
// CHECK-NOT: scf.
func.func @nest(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      scf.for %j = %c0 to %i step %c1 {
        "test.use"(%j) : (index) -> ()
      }
    } else {
      "test.other"() : () -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @region
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: i32)
// CHECK: cf.cond_br %[[C]], ^[[A:.*]], ^[[B:.*]]
// CHECK: ^[[A]]:
// CHECK: cf.br ^[[JOIN:.*]](%[[X]] : i32)
// CHECK: ^[[B]]:
// CHECK: cf.br ^[[JOIN]](%{{.*}} : i32)
// CHECK: ^[[JOIN]](%[[R:.*]]: i32):
// CHECK: return %[[R]]
func.func @region(%c: i1, %x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %x : i32
  ^b:
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @switch
// CHECK: %[[V:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: cf.switch %[[V]] : i32, [
// CHECK-NEXT: default: ^[[D:.*]],
// CHECK-NEXT: 2: ^[[P:.*]],
// CHECK-NEXT: 5: ^[[Q:.*]]
// CHECK-NEXT: ]
// CHECK: ^[[P]]:
// CHECK: cf.br ^[[J:.*]](%{{.*}} : i32)
// CHECK: ^[[Q]]:
// CHECK: cf.br ^[[J]](%{{.*}} : i32)
// CHECK: ^[[D]]:
// CHECK: cf.br ^[[J]](%{{.*}} : i32)
// CHECK: ^[[J]](%[[R:.*]]: i32):
// CHECK: return %[[R]]
func.func @switch(%i: index) -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %r = scf.index_switch %i -> i32
  case 2 {
    scf.yield %a : i32
  }
  case 5 {
    scf.yield %b : i32
  }
  default {
    %d = arith.constant 3 : i32
    scf.yield %d : i32
  }
  return %r : i32
}

