// RUN: tile-opt %s --split-input-file --convert-scf-to-cf | FileCheck %s

// A loop a dimension, the outer one first.
// CHECK-LABEL: func.func @nest
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: memref<?x?xf32>, %[[X:.*]]: f32)
// CHECK: cf.br ^[[HEAD:.*]](%{{.*}} : index)
// CHECK: ^[[HEAD]](%[[I:.*]]: index):
// CHECK: cf.cond_br %{{.*}}, ^[[BODY:.*]], ^[[EXIT:.*]]
// CHECK: ^[[BODY]]:
// CHECK: cf.br ^[[INNER:.*]](%{{.*}} : index)
// CHECK: ^[[INNER]](%[[J:.*]]: index):
// CHECK: memref.store %[[X]], %[[M]][%[[I]], %[[J]]]
// CHECK: ^[[EXIT]]:
// CHECK: return
func.func @nest(%n: index, %m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// -----

// Reductions become values that the loops carry.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[N:.*]]: index, %[[A:.*]]: f32, %[[X:.*]]: f32)
// CHECK: cf.br ^[[HEAD:.*]](%{{.*}}, %[[A]] : index, f32)
// CHECK: ^[[HEAD]](%{{.*}}: index, %[[ACC:.*]]: f32):
// CHECK: %[[S:.*]] = arith.addf %[[ACC]], %[[X]]
// CHECK: cf.br ^[[HEAD]](%{{.*}}, %[[S]] : index, f32)
// CHECK: return %[[ACC]]
func.func @sum(%n: index, %a: f32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%u: f32, %v: f32):
      %s = arith.addf %u, %v : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @forall
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: memref<?xf32>, %[[X:.*]]: f32)
// CHECK-NOT: scf.
// CHECK: arith.cmpi slt, %[[I:.*]], %[[N]]
// CHECK: memref.store %[[X]], %[[M]][%[[I]]]
func.func @forall(%n: index, %m: memref<?xf32>, %x: f32) {
  scf.forall (%i) = (2) to (%n) step (4) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
