// RUN: tile-opt %s --convert-cf-to-llvm | FileCheck %s
// RUN: tile-opt %s --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | FileCheck %s --check-prefix=ALL

// CHECK-LABEL: func.func @branches
// CHECK-SAME: (%[[C:.*]]: i1, %[[I:.*]]: index, %[[X:.*]]: f32, %[[FLAG:.*]]: i32)
// CHECK: %[[CAST:.*]] = builtin.unrealized_conversion_cast %[[I]] : index to i64
// CHECK: llvm.cond_br %[[C]] weights([3, 4]), ^[[A:.*]](%[[CAST]], %[[X]] : i64, f32), ^[[B:.*]]
// CHECK: ^[[A]](%[[J:.*]]: i64, %[[Y:.*]]: f32):
// CHECK: llvm.br ^[[A]](%[[J]], %[[Y]] : i64, f32)
// CHECK: ^[[B]]:
// CHECK: llvm.switch %[[FLAG]] : i32, ^[[D:.*]] [
// CHECK-NEXT: 1: ^[[E:.*]](%[[CAST]] : i64),
// CHECK-NEXT: -2: ^[[E]](%[[CAST]] : i64)
// CHECK-NEXT: ]
// CHECK: ^[[D]]:
// CHECK: llvm.br ^[[E]](%[[CAST]] : i64) {loop_annotation = #loop_annotation}
// CHECK: ^[[E]](%[[R:.*]]: i64):
// ALL-LABEL: llvm.func @branches
// ALL-NOT: unrealized
// ALL: llvm.return %{{.*}} : i64
func.func @branches(%c: i1, %i: index, %x: f32, %flag: i32) -> index {
  cf.cond_br %c weights([3, 4]), ^a(%i, %x : index, f32), ^b
^a(%j: index, %y: f32):
  cf.br ^a(%j, %y : index, f32)
^b:
  cf.switch %flag : i32, [
    default: ^d,
    1: ^e(%i : index),
    -2: ^e(%i : index)
  ]
^d:
  cf.br ^e(%i : index) {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
^e(%r: index):
  return %r : index
}
