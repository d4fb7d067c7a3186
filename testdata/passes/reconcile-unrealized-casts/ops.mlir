// RUN: tile-opt %s --reconcile-unrealized-casts | FileCheck %s
// RUN: mlir-opt %s --reconcile-unrealized-casts | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[A:.*]]: i64)
// CHECK-NEXT: return %[[A]]
func.func @chain(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to i64
  return %2 : i64
}

// CHECK-LABEL: func.func @stays
// CHECK: %[[C:.*]] = builtin.unrealized_conversion_cast %{{.*}} : i64 to index
// CHECK-NEXT: return %[[C]]
func.func @stays(%a: i64) -> index {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %dead = builtin.unrealized_conversion_cast %a : i64 to i32
  return %0 : index
}

// CHECK-LABEL: func.func @several
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: f32)
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @several(%a: i32, %b: f32) -> (i32, f32) {
  %0 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to !llvm.struct<(i32, f32)>
  %1:2 = builtin.unrealized_conversion_cast %0 : !llvm.struct<(i32, f32)> to i32, f32
  return %1#0, %1#1 : i32, f32
}
