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

// CHECK-LABEL: func.func @index
// CHECK: llvm.intr.ctpop(%{{.*}}) : (i64) -> i64
// CHECK: builtin.unrealized_conversion_cast %{{.*}} : i64 to index
func.func @index(%n: index) -> index {
  %0 = math.ctpop %n : index
  return %0 : index
}

// The elements of a vector are computed one by one.
// CHECK-LABEL: func.func @vectors
// CHECK: llvm.extractelement
// CHECK: llvm.intr.exp2(%{{.*}}) : (f32) -> f32
// CHECK: llvm.fptrunc
// CHECK: llvm.insertelement
// CHECK: llvm.extractelement
// CHECK: llvm.intr.exp2
// CHECK: llvm.insertelement
// CHECK-NOT: llvm.intr.exp2
// CHECK: llvm.intr.minimum(%{{.*}}) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
func.func @vectors(%x: vector<2xf16>, %lo: vector<2xf16>, %hi: vector<2xf16>) -> vector<2xf16> {
  %0 = math.exp2 %x : vector<2xf16>
  %1 = math.clampf %0 to [%lo, %hi] : vector<2xf16>
  return %1 : vector<2xf16>
}

// CHECK-LABEL: func.func @classes
// CHECK: llvm.fcmp "uno" %{{.*}}, %{{.*}} : vector<2xf32>
// CHECK: llvm.mlir.constant(0x7C00 : f16)
// CHECK: llvm.fcmp "oeq"
// CHECK: llvm.fcmp "olt"
// CHECK: llvm.mlir.constant(2.2250738585072014E-308 : f64)
// CHECK: llvm.fcmp "oge"
// CHECK: llvm.and
func.func @classes(%x: vector<2xf32>, %y: f16, %z: f64) -> (vector<2xi1>, i1, i1) {
  %0 = math.isnan %x : vector<2xf32>
  %1 = math.isinf %y : f16
  %2 = math.isnormal %z : f64
  return %0, %1, %2 : vector<2xi1>, i1, i1
}

// CHECK-LABEL: func.func @whole_powers
// CHECK-SAME: (%[[X:.*]]: f32, %[[N:.*]]: i32)
// CHECK: %[[X2:.*]] = llvm.fmul %[[X]], %[[X]]
// CHECK: %[[X4:.*]] = llvm.fmul %[[X2]], %[[X2]]
// CHECK: llvm.fmul %[[X]], %[[X4]]
// CHECK: llvm.fdiv
// CHECK: llvm.sitofp %[[N]] : i32 to f32
// CHECK: llvm.intr.exp2
func.func @whole_powers(%x: f32, %n: i32) -> (f32, f32) {
  %c = arith.constant -5 : i32
  %0 = math.fpowi %x, %c : f32, i32
  %1 = math.fpowi %x, %n : f32, i32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @angles
// CHECK: llvm.intr.roundeven
// CHECK: llvm.intr.fma
// CHECK: llvm.intr.sin
// CHECK: llvm.intr.cos
// CHECK: llvm.fdiv
// CHECK: llvm.intr.copysign
func.func @angles(%x: f32, %y: f32) -> f32 {
  %s, %c = math.sincos %x : f32
  %0 = math.atan2 %s, %c : f32
  return %0 : f32
}

// What the hardware does not have: the argument is reduced to [-ln 2 / 2, ln 2 / 2], and
// the power of 2 is put together from bits.
// CHECK-LABEL: func.func @double
// CHECK: llvm.bitcast %{{.*}} : f64 to i64
// CHECK: llvm.intr.fma
// CHECK: llvm.intr.fma
// CHECK: llvm.shl
// CHECK: llvm.bitcast %{{.*}} : i64 to f64
// CHECK: llvm.select
// CHECK: llvm.intr.sqrt(%{{.*}}) : (f64) -> f64
// CHECK: llvm.fdiv
// CHECK-NOT: math.
func.func @double(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  %1 = math.rsqrt %0 : f64
  return %1 : f64
}
