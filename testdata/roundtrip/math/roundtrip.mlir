// Every operation of math, through the custom and the generic form and back;
// a test compares both with what mlir-opt prints.
//
// RUN: tile-opt %s --allow-unregistered-dialect > %t.custom
// RUN: cat %t.custom | tile-opt --allow-unregistered-dialect | diff - %t.custom
// RUN: tile-opt %s --allow-unregistered-dialect --mlir-print-op-generic > %t.generic
// RUN: cat %t.generic | tile-opt --allow-unregistered-dialect | diff - %t.custom

func.func @absf(%a: f32) {
  %r = math.absf %a : f32
  return
}

func.func @absi(%a: i32) {
  %r = math.absi %a : i32
  return
}

func.func @acos(%a: f32) {
  %r = math.acos %a : f32
  return
}

func.func @acosh(%a: f32) {
  %r = math.acosh %a : f32
  return
}

func.func @asin(%a: f32) {
  %r = math.asin %a : f32
  return
}

func.func @asinh(%a: f32) {
  %r = math.asinh %a : f32
  return
}

func.func @atan(%a: f32) {
  %r = math.atan %a : f32
  return
}

func.func @atan2(%a: f32, %b: f32) {
  %r = math.atan2 %a, %b : f32
  return
}

func.func @atanh(%a: f32) {
  %r = math.atanh %a : f32
  return
}

func.func @cbrt(%a: f32) {
  %r = math.cbrt %a : f32
  return
}

func.func @ceil(%a: f32) {
  %r = math.ceil %a : f32
  return
}

func.func @clampf(%v: f32, %lo: f32, %hi: f32) {
  %r = math.clampf %v to [%lo, %hi] : f32
  return
}

func.func @copysign(%a: f32, %b: f32) {
  %r = math.copysign %a, %b : f32
  return
}

func.func @cos(%a: f32) {
  %r = math.cos %a : f32
  return
}

func.func @cosh(%a: f32) {
  %r = math.cosh %a : f32
  return
}

func.func @ctlz(%a: i32) {
  %r = math.ctlz %a : i32
  return
}

func.func @cttz(%a: i32) {
  %r = math.cttz %a : i32
  return
}

func.func @ctpop(%a: i32) {
  %r = math.ctpop %a : i32
  return
}

func.func @erf(%a: f32) {
  %r = math.erf %a : f32
  return
}

func.func @erfc(%a: f32) {
  %r = math.erfc %a : f32
  return
}

func.func @exp(%a: f32) {
  %r = math.exp %a : f32
  return
}

func.func @exp2(%a: f32) {
  %r = math.exp2 %a : f32
  return
}

func.func @expm1(%a: f32) {
  %r = math.expm1 %a : f32
  return
}

func.func @floor(%a: f32) {
  %r = math.floor %a : f32
  return
}

func.func @fma(%a: f32, %b: f32, %c: f32) {
  %r = math.fma %a, %b, %c : f32
  return
}

func.func @fpowi(%a: f32, %n: i32) {
  %r = math.fpowi %a, %n : f32, i32
  return
}

func.func @ipowi(%a: i32, %b: i32) {
  %r = math.ipowi %a, %b : i32
  return
}

func.func @isfinite(%a: f32) {
  %r = math.isfinite %a : f32
  return
}

func.func @isinf(%a: f32) {
  %r = math.isinf %a : f32
  return
}

func.func @isnan(%a: f32) {
  %r = math.isnan %a : f32
  return
}

func.func @isnormal(%a: f32) {
  %r = math.isnormal %a : f32
  return
}

func.func @log(%a: f32) {
  %r = math.log %a : f32
  return
}

func.func @log10(%a: f32) {
  %r = math.log10 %a : f32
  return
}

func.func @log1p(%a: f32) {
  %r = math.log1p %a : f32
  return
}

func.func @log2(%a: f32) {
  %r = math.log2 %a : f32
  return
}

func.func @powf(%a: f32, %b: f32) {
  %r = math.powf %a, %b : f32
  return
}

func.func @round(%a: f32) {
  %r = math.round %a : f32
  return
}

func.func @roundeven(%a: f32) {
  %r = math.roundeven %a : f32
  return
}

func.func @rsqrt(%a: f32) {
  %r = math.rsqrt %a : f32
  return
}

func.func @sin(%a: f32) {
  %r = math.sin %a : f32
  return
}

func.func @sincos(%a: f32) {
  %s, %c = math.sincos %a : f32
  return
}

func.func @sinh(%a: f32) {
  %r = math.sinh %a : f32
  return
}

func.func @sqrt(%a: f32) {
  %r = math.sqrt %a : f32
  return
}

func.func @tan(%a: f32) {
  %r = math.tan %a : f32
  return
}

func.func @tanh(%a: f32) {
  %r = math.tanh %a : f32
  return
}

func.func @trunc(%a: f32) {
  %r = math.trunc %a : f32
  return
}

func.func @more_0(%arg0: i32, %arg1: f32) {
  %low, %high = arith.mulsi_extended %arg0, %arg0 : i32
  %low_0, %high_1 = arith.mului_extended %arg0, %arg0 : i32
  %sum, %overflow = arith.addui_extended %arg0, %arg0 : i32, i1
  %sin, %cos = math.sincos %arg1 : f32
  return
}
