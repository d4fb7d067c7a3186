package math

import "github.com/tile-opt/tile-opt/ir"

// CountLeadingZerosDef defines math.ctlz: number of leading zeros.
var CountLeadingZerosDef = &ir.OpDef{
	Name:    "math.ctlz",
	Summary: "number of leading zeros",
	Doc:     `How many zeros stand before the highest set bit; the width for zero.`,
	Example: `func.func @example(%a: i32) {
  %r = math.ctlz %a : i32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     intUnaryIn,
	Out:    intOut,
	Format: intUnaryFormat,
}

// CountTrailingZerosDef defines math.cttz: number of trailing zeros.
var CountTrailingZerosDef = &ir.OpDef{
	Name:    "math.cttz",
	Summary: "number of trailing zeros",
	Doc:     `How many zeros stand behind the lowest set bit; the width for zero.`,
	Example: `func.func @example(%a: i32) {
  %r = math.cttz %a : i32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     intUnaryIn,
	Out:    intOut,
	Format: intUnaryFormat,
}

// CtPopDef defines math.ctpop: number of set bits.
var CtPopDef = &ir.OpDef{
	Name:    "math.ctpop",
	Summary: "number of set bits",
	Doc:     `How many bits are set.`,
	Example: `func.func @example(%a: i32) {
  %r = math.ctpop %a : i32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     intUnaryIn,
	Out:    intOut,
	Format: intUnaryFormat,
}

// ErfDef defines math.erf: error function.
var ErfDef = &ir.OpDef{
	Name:    "math.erf",
	Summary: "error function",
	Doc:     `2/sqrt(pi) times the integral of exp(-t^2) from 0 to the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.erf %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// ErfcDef defines math.erfc: complementary error function.
var ErfcDef = &ir.OpDef{
	Name:    "math.erfc",
	Summary: "complementary error function",
	Doc:     `One minus the error function, without cancellation.`,
	Example: `func.func @example(%a: f32) {
  %r = math.erfc %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// ExpDef defines math.exp: exponential, base e.
var ExpDef = &ir.OpDef{
	Name:    "math.exp",
	Summary: "exponential, base e",
	Doc:     `e to the power of the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.exp %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// Exp2Def defines math.exp2: exponential, base 2.
var Exp2Def = &ir.OpDef{
	Name:    "math.exp2",
	Summary: "exponential, base 2",
	Doc:     `2 to the power of the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.exp2 %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// ExpM1Def defines math.expm1: exponential minus one.
var ExpM1Def = &ir.OpDef{
	Name:    "math.expm1",
	Summary: "exponential minus one",
	Doc:     `e to the power of the operand, minus 1, without cancellation.`,
	Example: `func.func @example(%a: f32) {
  %r = math.expm1 %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// FloorDef defines math.floor: rounding down.
var FloorDef = &ir.OpDef{
	Name:    "math.floor",
	Summary: "rounding down",
	Doc:     `The greatest integer that is not above the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.floor %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// FmaDef defines math.fma: multiplication and addition, rounded once.
var FmaDef = &ir.OpDef{
	Name:    "math.fma",
	Summary: "multiplication and addition, rounded once",
	Doc:     `a * b + c, rounded once.`,
	Example: `func.func @example(%a: f32, %b: f32, %c: f32) {
  %r = math.fma %a, %b, %c : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     []ir.Slot{{Name: "a", C: ir.FloatLike}, {Name: "b", C: ir.FloatLike}, {Name: "c", C: ir.FloatLike}},
	Out:    floatOut,
	Props:  fastMathProps,
	Format: "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
}

// FPowIDef defines math.fpowi: power of a float by a signed integer.
var FPowIDef = &ir.OpDef{
	Name:    "math.fpowi",
	Summary: "power of a float by a signed integer",
	Doc:     `The first operand multiplied by itself as often as the second, a signed integer, says.`,
	Example: `func.func @example(%a: f32, %n: i32) {
  %r = math.fpowi %a, %n : f32, i32
  return
}`,
	Since:  "0.1",
	Traits: pure,
	In:     []ir.Slot{{Name: "lhs", C: ir.FloatLike}, {Name: "rhs", C: ir.SignlessIntOrIndexLike}},
	Out:    floatOut,
	Props:  fastMathProps,
	Same:   [][]string{{"lhs", "result"}},
	Format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
}

// IPowIDef defines math.ipowi: power of integers.
var IPowIDef = &ir.OpDef{
	Name:    "math.ipowi",
	Summary: "power of integers",
	Doc:     `The first operand multiplied by itself as often as the second says, both read as signed. A negative power of zero is undefined; of 1 and -1 it is 1 or -1, of others 0.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = math.ipowi %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     intBinaryIn,
	Out:    intOut,
	Format: intBinaryFormat,
}

// IsFiniteDef defines math.isfinite: whether a float is finite.
var IsFiniteDef = &ir.OpDef{
	Name:    "math.isfinite",
	Summary: "whether a float is finite",
	Doc:     `True for all but infinities and not-a-number.`,
	Example: `func.func @example(%a: f32) {
  %r = math.isfinite %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure,
	In:     unaryIn,
	Out:    boolOut,
	Props:  fastMathProps,
	Format: classFormat,
}

// IsInfDef defines math.isinf: whether a float is infinite.
var IsInfDef = &ir.OpDef{
	Name:    "math.isinf",
	Summary: "whether a float is infinite",
	Doc:     `True for the two infinities.`,
	Example: `func.func @example(%a: f32) {
  %r = math.isinf %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure,
	In:     unaryIn,
	Out:    boolOut,
	Props:  fastMathProps,
	Format: classFormat,
}

// IsNaNDef defines math.isnan: whether a float is not a number.
var IsNaNDef = &ir.OpDef{
	Name:    "math.isnan",
	Summary: "whether a float is not a number",
	Doc:     `True for not-a-number.`,
	Example: `func.func @example(%a: f32) {
  %r = math.isnan %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure,
	In:     unaryIn,
	Out:    boolOut,
	Props:  fastMathProps,
	Format: classFormat,
}

// IsNormalDef defines math.isnormal: whether a float is normal.
var IsNormalDef = &ir.OpDef{
	Name:    "math.isnormal",
	Summary: "whether a float is normal",
	Doc:     `True for all but zeros, subnormal numbers, infinities and not-a-number.`,
	Example: `func.func @example(%a: f32) {
  %r = math.isnormal %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure,
	In:     unaryIn,
	Out:    boolOut,
	Props:  fastMathProps,
	Format: classFormat,
}

// LogDef defines math.log: logarithm, base e.
var LogDef = &ir.OpDef{
	Name:    "math.log",
	Summary: "logarithm, base e",
	Doc:     `The natural logarithm.`,
	Example: `func.func @example(%a: f32) {
  %r = math.log %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// Log10Def defines math.log10: logarithm, base 10.
var Log10Def = &ir.OpDef{
	Name:    "math.log10",
	Summary: "logarithm, base 10",
	Doc:     `The logarithm to the base 10.`,
	Example: `func.func @example(%a: f32) {
  %r = math.log10 %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// Log1pDef defines math.log1p: logarithm of one plus the operand.
var Log1pDef = &ir.OpDef{
	Name:    "math.log1p",
	Summary: "logarithm of one plus the operand",
	Doc:     `The natural logarithm of 1 plus the operand, exact for small ones.`,
	Example: `func.func @example(%a: f32) {
  %r = math.log1p %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// Log2Def defines math.log2: logarithm, base 2.
var Log2Def = &ir.OpDef{
	Name:    "math.log2",
	Summary: "logarithm, base 2",
	Doc:     `The logarithm to the base 2.`,
	Example: `func.func @example(%a: f32) {
  %r = math.log2 %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// PowFDef defines math.powf: power of floats.
var PowFDef = &ir.OpDef{
	Name:    "math.powf",
	Summary: "power of floats",
	Doc:     `The first operand to the power of the second.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = math.powf %a, %b : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     binaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: binaryFormat,
}

// RoundDef defines math.round: rounding to nearest, halves away from zero.
var RoundDef = &ir.OpDef{
	Name:    "math.round",
	Summary: "rounding to nearest, halves away from zero",
	Doc:     `The nearest integer; of two, the one farther from zero.`,
	Example: `func.func @example(%a: f32) {
  %r = math.round %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// RoundEvenDef defines math.roundeven: rounding to nearest, halves to even.
var RoundEvenDef = &ir.OpDef{
	Name:    "math.roundeven",
	Summary: "rounding to nearest, halves to even",
	Doc:     `The nearest integer; of two, the even one.`,
	Example: `func.func @example(%a: f32) {
  %r = math.roundeven %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// RsqrtDef defines math.rsqrt: reciprocal of the square root.
var RsqrtDef = &ir.OpDef{
	Name:    "math.rsqrt",
	Summary: "reciprocal of the square root",
	Doc:     `1 / sqrt of the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.rsqrt %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// SinDef defines math.sin: sine.
var SinDef = &ir.OpDef{
	Name:    "math.sin",
	Summary: "sine",
	Doc:     `The sine of an angle in radians.`,
	Example: `func.func @example(%a: f32) {
  %r = math.sin %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// SincosDef defines math.sincos: sine and cosine.
var SincosDef = &ir.OpDef{
	Name:    "math.sincos",
	Summary: "sine and cosine",
	Doc:     `The sine and the cosine of an angle in radians.`,
	Example: `func.func @example(%a: f32) {
  %s, %c = math.sincos %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure,
	In:     unaryIn,
	Out:    []ir.Slot{{Name: "sin", C: ir.FloatLike}, {Name: "cos", C: ir.FloatLike}},
	Props:  fastMathProps,
	Same:   [][]string{{"operand", "sin", "cos"}},
	Format: "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)",
}

// SinhDef defines math.sinh: hyperbolic sine.
var SinhDef = &ir.OpDef{
	Name:    "math.sinh",
	Summary: "hyperbolic sine",
	Doc:     `The hyperbolic sine.`,
	Example: `func.func @example(%a: f32) {
  %r = math.sinh %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// SqrtDef defines math.sqrt: square root.
var SqrtDef = &ir.OpDef{
	Name:    "math.sqrt",
	Summary: "square root",
	Doc:     `The square root, correctly rounded.`,
	Example: `func.func @example(%a: f32) {
  %r = math.sqrt %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// TanDef defines math.tan: tangent.
var TanDef = &ir.OpDef{
	Name:    "math.tan",
	Summary: "tangent",
	Doc:     `The tangent of an angle in radians.`,
	Example: `func.func @example(%a: f32) {
  %r = math.tan %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// TanhDef defines math.tanh: hyperbolic tangent.
var TanhDef = &ir.OpDef{
	Name:    "math.tanh",
	Summary: "hyperbolic tangent",
	Doc:     `The hyperbolic tangent.`,
	Example: `func.func @example(%a: f32) {
  %r = math.tanh %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// TruncDef defines math.trunc: rounding toward zero.
var TruncDef = &ir.OpDef{
	Name:    "math.trunc",
	Summary: "rounding toward zero",
	Doc:     `The operand without its fraction.`,
	Example: `func.func @example(%a: f32) {
  %r = math.trunc %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}
