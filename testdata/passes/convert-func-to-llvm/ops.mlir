// RUN: tile-opt %s --allow-unregistered-dialect --convert-func-to-llvm | FileCheck %s
// RUN: mlir-opt %s --allow-unregistered-dialect --convert-func-to-llvm | FileCheck %s

// CHECK: llvm.func @ext(i32, i64) -> !llvm.struct<(i32, f32)> attributes {sym_visibility = "private"}
// CHECK: llvm.func @one(%[[P:.*]]: f32) -> f32 attributes {my.attr = 3 : i32
// CHECK: llvm.return %[[P]] : f32
// CHECK: llvm.func @none(%{{.*}}: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias}) {
// CHECK-NEXT: llvm.return
// CHECK: llvm.func @two(%[[A:.*]]: i32, %[[I:.*]]: i64) -> !llvm.struct<(i32, f32)> {
// CHECK: %[[R:.*]] = llvm.call @ext(%[[A]], %{{.*}}) : (i32, i64) -> !llvm.struct<(i32, f32)>
// CHECK: %[[F0:.*]] = llvm.extractvalue %[[R]][0]
// CHECK: %[[F1:.*]] = llvm.extractvalue %[[R]][1]
// CHECK: %[[ONE:.*]] = llvm.call @one(%[[F1]]) : (f32) -> f32
// CHECK: %[[S0:.*]] = llvm.mlir.poison
// CHECK: %[[S1:.*]] = llvm.insertvalue %[[F0]], %[[S0]][0]
// CHECK: %[[S2:.*]] = llvm.insertvalue %[[ONE]], %[[S1]][1]
// CHECK: llvm.return %[[S2]]
// CHECK: llvm.func @fp
// CHECK: %[[ADDR:.*]] = llvm.mlir.addressof @one : !llvm.ptr
// CHECK: llvm.call %[[ADDR]](%{{.*}}) : !llvm.ptr, (f32) -> f32
func.func private @ext(i32, index) -> (i32, f32)
func.func private @one(%p: f32) -> f32 attributes {no_inline, my.attr = 3 : i32} {
  return %p : f32
}
func.func @none(%p: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias}) {
  return
}
func.func @two(%a: i32, %i: index) -> (i32, f32) {
  %0:2 = call @ext(%a, %i) : (i32, index) -> (i32, f32)
  %1 = call @one(%0#1) : (f32) -> f32
  return %0#0, %1 : i32, f32
}
func.func @fp(%x: f32) -> f32 {
  %f = constant @one : (f32) -> f32
  %r = call_indirect %f(%x) : (f32) -> f32
  return %r : f32
}
