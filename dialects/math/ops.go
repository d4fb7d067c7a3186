package math

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
)

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

// Slots and formats that many definitions share.
var (
	unaryIn       = []ir.Slot{{Name: "operand", C: ir.FloatLike}}
	binaryIn      = []ir.Slot{{Name: "lhs", C: ir.FloatLike}, {Name: "rhs", C: ir.FloatLike}}
	floatOut      = []ir.Slot{{Name: "result", C: ir.FloatLike}}
	intUnaryIn    = []ir.Slot{{Name: "operand", C: ir.SignlessIntOrIndexLike}}
	intBinaryIn   = []ir.Slot{{Name: "lhs", C: ir.SignlessIntOrIndexLike}, {Name: "rhs", C: ir.SignlessIntOrIndexLike}}
	intOut        = []ir.Slot{{Name: "result", C: ir.SignlessIntOrIndexLike}}
	boolOut       = []ir.Slot{{Name: "result", C: ir.BoolLike}}
	fastMathProps = []ir.PropSlot{{Name: "fastmath", C: arith.FastMathC, Default: arith.FastMath.Default(0), Enum: arith.FastMath, Doc: "liberties that the compiler may take"}}
)

const (
	unaryFormat     = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
	binaryFormat    = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
	intUnaryFormat  = "$operand attr-dict `:` type($result)"
	intBinaryFormat = "$lhs `,` $rhs attr-dict `:` type($result)"
	classFormat     = "$operand attr-dict `:` type($operand)"
)

const pure = ir.Pure | ir.Elementwise

// AbsFDef defines math.absf: absolute value of a float.
var AbsFDef = &ir.OpDef{
	Name:    "math.absf",
	Summary: "absolute value of a float",
	Doc:     `The operand with a positive sign.`,
	Example: `func.func @example(%a: f32) {
  %r = math.absf %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// AbsIDef defines math.absi: absolute value of an integer.
var AbsIDef = &ir.OpDef{
	Name:    "math.absi",
	Summary: "absolute value of an integer",
	Doc:     `The operand, read as signed, without its sign; -2^(n-1) stays.`,
	Example: `func.func @example(%a: i32) {
  %r = math.absi %a : i32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     intUnaryIn,
	Out:    intOut,
	Format: intUnaryFormat,
}

// AcosDef defines math.acos: arc cosine.
var AcosDef = &ir.OpDef{
	Name:    "math.acos",
	Summary: "arc cosine",
	Doc:     `The angle in [0, pi] whose cosine is the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.acos %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// AcoshDef defines math.acosh: inverse hyperbolic cosine.
var AcoshDef = &ir.OpDef{
	Name:    "math.acosh",
	Summary: "inverse hyperbolic cosine",
	Doc:     `The non-negative number whose hyperbolic cosine is the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.acosh %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// AsinDef defines math.asin: arc sine.
var AsinDef = &ir.OpDef{
	Name:    "math.asin",
	Summary: "arc sine",
	Doc:     `The angle in [-pi/2, pi/2] whose sine is the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.asin %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// AsinhDef defines math.asinh: inverse hyperbolic sine.
var AsinhDef = &ir.OpDef{
	Name:    "math.asinh",
	Summary: "inverse hyperbolic sine",
	Doc:     `The number whose hyperbolic sine is the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.asinh %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// AtanDef defines math.atan: arc tangent.
var AtanDef = &ir.OpDef{
	Name:    "math.atan",
	Summary: "arc tangent",
	Doc:     `The angle in [-pi/2, pi/2] whose tangent is the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.atan %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// Atan2Def defines math.atan2: arc tangent of a quotient.
var Atan2Def = &ir.OpDef{
	Name:    "math.atan2",
	Summary: "arc tangent of a quotient",
	Doc:     `The angle in [-pi, pi] of the point (rhs, lhs).`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = math.atan2 %a, %b : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     binaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: binaryFormat,
}

// AtanhDef defines math.atanh: inverse hyperbolic tangent.
var AtanhDef = &ir.OpDef{
	Name:    "math.atanh",
	Summary: "inverse hyperbolic tangent",
	Doc:     `The number whose hyperbolic tangent is the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.atanh %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// CbrtDef defines math.cbrt: cube root.
var CbrtDef = &ir.OpDef{
	Name:    "math.cbrt",
	Summary: "cube root",
	Doc:     `The cube root, of negative numbers too.`,
	Example: `func.func @example(%a: f32) {
  %r = math.cbrt %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// CeilDef defines math.ceil: rounding up.
var CeilDef = &ir.OpDef{
	Name:    "math.ceil",
	Summary: "rounding up",
	Doc:     `The least integer that is not below the operand.`,
	Example: `func.func @example(%a: f32) {
  %r = math.ceil %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// ClampFDef defines math.clampf: restriction to a range.
var ClampFDef = &ir.OpDef{
	Name:    "math.clampf",
	Summary: "restriction to a range",
	Doc:     `The value, or the nearer bound when it lies outside; not-a-number stays.`,
	Example: `func.func @example(%v: f32, %lo: f32, %hi: f32) {
  %r = math.clampf %v to [%lo, %hi] : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     []ir.Slot{{Name: "value", C: ir.FloatLike}, {Name: "min", C: ir.FloatLike}, {Name: "max", C: ir.FloatLike}},
	Out:    floatOut,
	Props:  fastMathProps,
	Format: "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
}

// CopySignDef defines math.copysign: magnitude of one float, sign of another.
var CopySignDef = &ir.OpDef{
	Name:    "math.copysign",
	Summary: "magnitude of one float, sign of another",
	Doc:     `The first operand with the sign of the second.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = math.copysign %a, %b : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     binaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: binaryFormat,
}

// CosDef defines math.cos: cosine.
var CosDef = &ir.OpDef{
	Name:    "math.cos",
	Summary: "cosine",
	Doc:     `The cosine of an angle in radians.`,
	Example: `func.func @example(%a: f32) {
  %r = math.cos %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}

// CoshDef defines math.cosh: hyperbolic cosine.
var CoshDef = &ir.OpDef{
	Name:    "math.cosh",
	Summary: "hyperbolic cosine",
	Doc:     `The hyperbolic cosine.`,
	Example: `func.func @example(%a: f32) {
  %r = math.cosh %a : f32
  return
}`,
	Since:  "0.1",
	Traits: pure | ir.SameTypes,
	In:     unaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: unaryFormat,
}
