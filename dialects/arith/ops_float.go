package arith

import "github.com/tile-opt/tile-opt/ir"

// NegFDef defines arith.negf: float negation.
var NegFDef = &ir.OpDef{
	Name:    "arith.negf",
	Summary: "float negation",
	Doc:     `The operand with its sign flipped, not-a-number included.`,
	Example: `func.func @example(%a: f32) {
  %r = arith.negf %a : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     []ir.Slot{{Name: "operand", C: ir.FloatLike}},
	Out:    floatOut,
	Props:  fastMathProps,
	Format: "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
}

// AddFDef defines arith.addf: float addition.
var AddFDef = &ir.OpDef{
	Name:    "arith.addf",
	Summary: "float addition",
	Doc:     `The sum, rounded to nearest even.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.addf %a, %b fastmath<contract> : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     floatBinaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: fastMathBinaryFormat,
}

// SubFDef defines arith.subf: float subtraction.
var SubFDef = &ir.OpDef{
	Name:    "arith.subf",
	Summary: "float subtraction",
	Doc:     `The difference, rounded to nearest even.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.subf %a, %b fastmath<contract> : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     floatBinaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: fastMathBinaryFormat,
}

// MaximumFDef defines arith.maximumf: greater of two floats, not-a-number wins.
var MaximumFDef = &ir.OpDef{
	Name:    "arith.maximumf",
	Summary: "greater of two floats, not-a-number wins",
	Doc:     `The greater operand; not-a-number if either operand is; -0 is below +0.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.maximumf %a, %b fastmath<contract> : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     floatBinaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: fastMathBinaryFormat,
}

// MaxNumFDef defines arith.maxnumf: greater of two floats, a number wins.
var MaxNumFDef = &ir.OpDef{
	Name:    "arith.maxnumf",
	Summary: "greater of two floats, a number wins",
	Doc:     `The greater operand; when one is not a number, the other.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.maxnumf %a, %b fastmath<contract> : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     floatBinaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: fastMathBinaryFormat,
}

// MinimumFDef defines arith.minimumf: smaller of two floats, not-a-number wins.
var MinimumFDef = &ir.OpDef{
	Name:    "arith.minimumf",
	Summary: "smaller of two floats, not-a-number wins",
	Doc:     `The smaller operand; not-a-number if either operand is; -0 is below +0.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.minimumf %a, %b fastmath<contract> : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     floatBinaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: fastMathBinaryFormat,
}

// MinNumFDef defines arith.minnumf: smaller of two floats, a number wins.
var MinNumFDef = &ir.OpDef{
	Name:    "arith.minnumf",
	Summary: "smaller of two floats, a number wins",
	Doc:     `The smaller operand; when one is not a number, the other.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.minnumf %a, %b fastmath<contract> : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     floatBinaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: fastMathBinaryFormat,
}

// MulFDef defines arith.mulf: float multiplication.
var MulFDef = &ir.OpDef{
	Name:    "arith.mulf",
	Summary: "float multiplication",
	Doc:     `The product, rounded to nearest even.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.mulf %a, %b fastmath<contract> : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     floatBinaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: fastMathBinaryFormat,
}

// DivFDef defines arith.divf: float division.
var DivFDef = &ir.OpDef{
	Name:    "arith.divf",
	Summary: "float division",
	Doc:     `The quotient, rounded to nearest even.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.divf %a, %b fastmath<contract> : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     floatBinaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: fastMathBinaryFormat,
}

// RemFDef defines arith.remf: remainder of float division.
var RemFDef = &ir.OpDef{
	Name:    "arith.remf",
	Summary: "remainder of float division",
	Doc:     `The remainder of the division truncated toward zero; it has the sign of the dividend.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.remf %a, %b fastmath<contract> : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     floatBinaryIn,
	Out:    floatOut,
	Props:  fastMathProps,
	Format: fastMathBinaryFormat,
}

// CmpIDef defines arith.cmpi: integer comparison.
var CmpIDef = &ir.OpDef{
	Name:    "arith.cmpi",
	Summary: "integer comparison",
	Doc:     `Whether the relation holds between the operands, read as signed or unsigned as the predicate says.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.cmpi slt, %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameOperandTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    []ir.Slot{{Name: "result", C: ir.BoolLike}},
	Props:  []ir.PropSlot{{Name: "predicate", C: CmpIPredicateC, Enum: CmpIPredicate, Doc: "the relation"}},
	Format: "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)",
}

// CmpFDef defines arith.cmpf: float comparison.
var CmpFDef = &ir.OpDef{
	Name:    "arith.cmpf",
	Summary: "float comparison",
	Doc:     `Whether the relation holds; ordered predicates (o...) are false when an operand is not a number, unordered ones (u...) true.`,
	Example: `func.func @example(%a: f32, %b: f32) {
  %r = arith.cmpf olt, %a, %b : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameOperandTypes | ir.Elementwise,
	In:     floatBinaryIn,
	Out:    []ir.Slot{{Name: "result", C: ir.BoolLike}},
	Props:  []ir.PropSlot{{Name: "predicate", C: CmpFPredicateC, Enum: CmpFPredicate, Doc: "the relation"}, FastMathProp()},
	Format: "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)",
}

// SelectDef defines arith.select: one of two values.
var SelectDef = &ir.OpDef{
	Name:    "arith.select",
	Summary: "one of two values",
	Doc:     `The first value where the condition is true, else the second. A condition of one bit chooses the whole value; one of a shape chooses element by element.`,
	Example: `func.func @example(%c: i1, %a: f32, %b: f32) {
  %r = arith.select %c, %a, %b : f32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Elementwise,
	In:     []ir.Slot{{Name: "condition", C: ir.BoolLike}, {Name: "true_value", C: ir.AnyType}, {Name: "false_value", C: ir.AnyType}},
	Out:    []ir.Slot{{Name: "result", C: ir.AnyType}},
	Same:   [][]string{{"true_value", "false_value", "result"}},
}
