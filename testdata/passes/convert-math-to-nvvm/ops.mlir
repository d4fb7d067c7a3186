// RUN: tile-opt %s --convert-math-to-nvvm | FileCheck %s

// CHECK-LABEL: func.func @direct
// CHECK: llvm.intr.fabs
// CHECK: llvm.intr.ceil
// CHECK: llvm.intr.floor
// CHECK: llvm.intr.trunc
// CHECK: llvm.intr.roundeven
// CHECK: llvm.intr.copysign
// CHECK: llvm.intr.fma
// CHECK: llvm.intr.sqrt
// CHECK-NOT: math.
func.func @direct(%x: f32, %y: f32) -> f32 {
  %0 = math.absf %x : f32
  %1 = math.ceil %0 : f32
  %2 = math.floor %1 : f32
  %3 = math.trunc %2 : f32
  %4 = math.roundeven %3 : f32
  %5 = math.copysign %4, %y : f32
  %6 = math.fma %5, %x, %y : f32
  %7 = math.sqrt %6 : f32
  return %7 : f32
}

// CHECK-LABEL: func.func @exponentials
// CHECK: llvm.intr.exp2(%{{.*}})
// CHECK: llvm.mlir.constant(1.44269502 : f32)
// CHECK: llvm.fmul
// CHECK: llvm.intr.exp2
// CHECK: llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"
// CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
// CHECK-NOT: math.
func.func @exponentials(%x: f32) -> f32 {
  %0 = math.exp2 %x : f32
  %1 = math.exp %0 : f32
  %2 = math.log2 %1 : f32
  %3 = math.log %2 : f32
  %4 = math.rsqrt %3 : f32
  return %4 : f32
}

// A half is computed in f32 and rounded once.
// CHECK-LABEL: func.func @half
// CHECK-SAME: (%[[X:.*]]: f16)
// CHECK: %[[E:.*]] = llvm.fpext %[[X]] : f16 to f32
// CHECK: %[[Y:.*]] = llvm.intr.exp2(%[[E]])
// CHECK: llvm.fptrunc %[[Y]] : f32 to f16
func.func @half(%x: f16) -> f16 {
  %0 = math.exp2 %x : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @expanded
// CHECK: llvm.intr.copysign
// CHECK: llvm.intr.copysign
// CHECK: llvm.intr.sin(%{{.*}}) {fastmathFlags = #llvm.fastmath<afn>}
// The power of a negative base has its sign from an odd exponent.
// CHECK: llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"
// CHECK: llvm.intr.trunc
// CHECK: llvm.intr.copysign
// CHECK: llvm.select
// CHECK-NOT: math.
func.func @expanded(%x: f32) -> f32 {
  %0 = math.tanh %x : f32
  %1 = math.erf %0 : f32
  %2 = math.sin %1 : f32
  %3 = math.expm1 %2 : f32
  %4 = math.powf %3, %x : f32
  %5 = math.log1p %4 : f32
  return %5 : f32
}

// CHECK-LABEL: func.func @integers
// CHECK: llvm.intr.ctpop
// CHECK: "llvm.intr.ctlz"(%{{.*}}) <{is_zero_poison = false}>
// CHECK: "llvm.intr.abs"(%{{.*}}) <{is_int_min_poison = false}>
func.func @integers(%n: i32) -> i32 {
  %0 = math.ctpop %n : i32
  %1 = math.ctlz %0 : i32
  %2 = math.absi %1 : i32
  return %2 : i32
}
