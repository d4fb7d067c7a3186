package arith

import "github.com/tile-opt/tile-opt/ir"

// Slots that conversions share.
var (
	intIn            = []ir.Slot{{Name: "in", C: ir.SignlessIntLike}}
	intCastOut       = []ir.Slot{{Name: "out", C: ir.SignlessIntLike}}
	floatIn          = []ir.Slot{{Name: "in", C: ir.FloatLike}}
	floatCastOut     = []ir.Slot{{Name: "out", C: ir.FloatLike}}
	scalingIn        = []ir.Slot{{Name: "in", C: ir.FloatLike}, {Name: "scale", C: ir.FloatLike}}
	optionalFastMath = ir.PropSlot{Name: "fastmath", C: FastMathC, Optional: true, Enum: FastMath, Doc: "liberties that the compiler may take"}
	roundingMode     = ir.PropSlot{Name: "roundingmode", C: RoundingModeC, Optional: true, Enum: RoundingMode, Doc: "direction of rounding, to nearest even when absent"}
)

// ExtUIDef defines arith.extui: integer widening with zeros.
var ExtUIDef = &ir.OpDef{
	Name:    "arith.extui",
	Summary: "integer widening with zeros",
	Doc:     `The operand with zeros in front.`,
	Example: `func.func @example(%a: i8) {
  %r = arith.extui %a : i8 to i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     intIn,
	Out:    intCastOut,
	Format: castFormat,
}

// ExtSIDef defines arith.extsi: integer widening with the sign.
var ExtSIDef = &ir.OpDef{
	Name:    "arith.extsi",
	Summary: "integer widening with the sign",
	Doc:     `The operand with copies of its sign bit in front.`,
	Example: `func.func @example(%a: i8) {
  %r = arith.extsi %a : i8 to i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     intIn,
	Out:    intCastOut,
	Format: castFormat,
}

// ExtFDef defines arith.extf: float widening.
var ExtFDef = &ir.OpDef{
	Name:    "arith.extf",
	Summary: "float widening",
	Doc:     `The same number in a wider format.`,
	Example: `func.func @example(%a: f16) {
  %r = arith.extf %a : f16 to f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     floatIn,
	Out:    floatCastOut,
	Props:  []ir.PropSlot{optionalFastMath},
	Format: "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
}

// ScalingExtFDef defines arith.scaling_extf: float widening with a scale (OCP MX).
var ScalingExtFDef = &ir.OpDef{
	Name:    "arith.scaling_extf",
	Summary: "float widening with a scale (OCP MX)",
	Doc:     `The operand widened and multiplied by the power of two that scale stands for (OCP Microscaling Formats specification).`,
	Example: `func.func @example(%a: f4E2M1FN, %s: f8E8M0FNU) {
  %r = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     scalingIn,
	Out:    floatCastOut,
	Props:  []ir.PropSlot{optionalFastMath},
	Format: "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)",
}

// TruncIDef defines arith.trunci: integer narrowing.
var TruncIDef = &ir.OpDef{
	Name:    "arith.trunci",
	Summary: "integer narrowing",
	Doc:     `The low bits of the operand. With nsw or nuw the loss of anything but copies of the sign, or but zeros, makes the result poison.`,
	Example: `func.func @example(%a: i32) {
  %r = arith.trunci %a : i32 to i8
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     intIn,
	Out:    intCastOut,
	Props:  overflowProps,
	Format: "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)",
}

// TruncFDef defines arith.truncf: float narrowing.
var TruncFDef = &ir.OpDef{
	Name:    "arith.truncf",
	Summary: "float narrowing",
	Doc:     `The operand rounded to a narrower format.`,
	Example: `func.func @example(%a: f32) {
  %r = arith.truncf %a : f32 to f16
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     floatIn,
	Out:    floatCastOut,
	Props:  []ir.PropSlot{roundingMode, optionalFastMath},
	Format: "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
}

// ScalingTruncFDef defines arith.scaling_truncf: float narrowing with a scale (OCP MX).
var ScalingTruncFDef = &ir.OpDef{
	Name:    "arith.scaling_truncf",
	Summary: "float narrowing with a scale (OCP MX)",
	Doc:     `The operand divided by the power of two that scale stands for and rounded (OCP Microscaling Formats specification).`,
	Example: `func.func @example(%a: f32, %s: f8E8M0FNU) {
  %r = arith.scaling_truncf %a, %s : f32, f8E8M0FNU to f4E2M1FN
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     scalingIn,
	Out:    floatCastOut,
	Props:  []ir.PropSlot{roundingMode, optionalFastMath},
	Format: "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)",
}

// UIToFPDef defines arith.uitofp: unsigned integer to float.
var UIToFPDef = &ir.OpDef{
	Name:    "arith.uitofp",
	Summary: "unsigned integer to float",
	Doc:     `The operand, read as unsigned, rounded to nearest even.`,
	Example: `func.func @example(%a: i32) {
  %r = arith.uitofp %a : i32 to f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     intIn,
	Out:    floatCastOut,
	Format: castFormat,
}

// SIToFPDef defines arith.sitofp: signed integer to float.
var SIToFPDef = &ir.OpDef{
	Name:    "arith.sitofp",
	Summary: "signed integer to float",
	Doc:     `The operand, read as signed, rounded to nearest even.`,
	Example: `func.func @example(%a: i32) {
  %r = arith.sitofp %a : i32 to f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     intIn,
	Out:    floatCastOut,
	Format: castFormat,
}

// FPToUIDef defines arith.fptoui: float to unsigned integer.
var FPToUIDef = &ir.OpDef{
	Name:    "arith.fptoui",
	Summary: "float to unsigned integer",
	Doc:     `The operand rounded toward zero; poison when the result is out of range.`,
	Example: `func.func @example(%a: f32) {
  %r = arith.fptoui %a : f32 to i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     floatIn,
	Out:    intCastOut,
	Format: castFormat,
}

// FPToSIDef defines arith.fptosi: float to signed integer.
var FPToSIDef = &ir.OpDef{
	Name:    "arith.fptosi",
	Summary: "float to signed integer",
	Doc:     `The operand rounded toward zero; poison when the result is out of range.`,
	Example: `func.func @example(%a: f32) {
  %r = arith.fptosi %a : f32 to i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     floatIn,
	Out:    intCastOut,
	Format: castFormat,
}

// IndexCastDef defines arith.index_cast: integer to index or back, signed.
var IndexCastDef = &ir.OpDef{
	Name:    "arith.index_cast",
	Summary: "integer to index or back, signed",
	Doc:     `The operand, read as signed, as an index or an integer; a wider result repeats the sign, a narrower one keeps the low bits. Also between memrefs of such elements.`,
	Example: `func.func @example(%a: i32) {
  %r = arith.index_cast %a : i32 to index
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     []ir.Slot{{Name: "in", C: indexCastC}},
	Out:    []ir.Slot{{Name: "out", C: indexCastC}},
	Format: castFormat,
}

// IndexCastUIDef defines arith.index_castui: integer to index or back, unsigned.
var IndexCastUIDef = &ir.OpDef{
	Name:    "arith.index_castui",
	Summary: "integer to index or back, unsigned",
	Doc:     `The operand, read as unsigned, as an index or an integer; a wider result is filled with zeros, a narrower one keeps the low bits. Also between memrefs of such elements.`,
	Example: `func.func @example(%a: i32) {
  %r = arith.index_castui %a : i32 to index
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     []ir.Slot{{Name: "in", C: indexCastC}},
	Out:    []ir.Slot{{Name: "out", C: indexCastC}},
	Format: castFormat,
}

// BitcastDef defines arith.bitcast: the same bits as another type.
var BitcastDef = &ir.OpDef{
	Name:    "arith.bitcast",
	Summary: "the same bits as another type",
	Doc:     `The bits of the operand as a value of another type of the same width. Also between memrefs of such elements.`,
	Example: `func.func @example(%a: i32) {
  %r = arith.bitcast %a : i32 to f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     []ir.Slot{{Name: "in", C: bitcastC}},
	Out:    []ir.Slot{{Name: "out", C: bitcastC}},
	Format: castFormat,
}
