// RUN: tile-opt %s --convert-arith-to-llvm | FileCheck %s
// RUN: tile-opt %s --convert-arith-to-llvm=index-bitwidth=32 | FileCheck %s --check-prefix=NARROW

// CHECK-LABEL: func.func @ceil
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK: %[[Q:.*]] = llvm.sdiv %[[A]], %[[B]] : i32
// CHECK: %[[P:.*]] = llvm.mul %[[Q]], %[[B]] : i32
// CHECK: %[[INEXACT:.*]] = llvm.icmp "ne" %[[A]], %[[P]] : i32
// CHECK: %[[SAME:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : i1
// CHECK: %[[UP:.*]] = llvm.and %[[INEXACT]], %[[SAME]] : i1
// CHECK: llvm.select %[[UP]], %{{.*}}, %[[Q]] : i1, i32
func.func @ceil(%a: i32, %b: i32) -> i32 {
  %0 = arith.ceildivsi %a, %b : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @floor
// CHECK: llvm.sdiv
// CHECK: llvm.icmp "ne" %{{.*}}, %{{.*}} : i1
// CHECK: llvm.mlir.constant(-1 : i32) : i32
func.func @floor(%a: i32, %b: i32) -> i32 {
  %0 = arith.floordivsi %a, %b : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @ceilu
// CHECK: llvm.sub
// CHECK: llvm.udiv
// CHECK: llvm.select
func.func @ceilu(%a: i32, %b: i32) -> i32 {
  %0 = arith.ceildivui %a, %b : i32
  return %0 : i32
}

// NARROW-LABEL: func.func @index
// NARROW: llvm.add %{{.*}}, %{{.*}} : i32
// NARROW: llvm.sext %{{.*}} : i32 to i64
func.func @index(%i: index) -> i64 {
  %0 = arith.addi %i, %i : index
  %1 = arith.index_cast %0 : index to i64
  return %1 : i64
}

// What LLVM has no instruction for stays.
// CHECK-LABEL: func.func @stays
// CHECK: arith.truncf %{{.*}} upward : f32 to f16
// CHECK: arith.addi %{{.*}}, %{{.*}} : vector<2x2xi32>
func.func @stays(%x: f32, %v: vector<2x2xi32>) -> (f16, vector<2x2xi32>) {
  %0 = arith.truncf %x upward : f32 to f16
  %1 = arith.addi %v, %v : vector<2x2xi32>
  return %0, %1 : f16, vector<2x2xi32>
}
