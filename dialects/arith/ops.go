package arith

import "github.com/tile-opt/tile-opt/ir"

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

// Slots and formats that many definitions share.
var (
	intBinaryIn   = []ir.Slot{{Name: "lhs", C: ir.SignlessIntOrIndexLike}, {Name: "rhs", C: ir.SignlessIntOrIndexLike}}
	intOut        = []ir.Slot{{Name: "result", C: ir.SignlessIntOrIndexLike}}
	floatBinaryIn = []ir.Slot{{Name: "lhs", C: ir.FloatLike}, {Name: "rhs", C: ir.FloatLike}}
	floatOut      = []ir.Slot{{Name: "result", C: ir.FloatLike}}

	overflowProps = []ir.PropSlot{{Name: "overflowFlags", C: OverflowC, Default: Overflow.Default(0), Enum: Overflow, Doc: "wraps that are assumed not to happen"}}
	exactProps    = []ir.PropSlot{{Name: "isExact", C: ir.UnitAttrC, Optional: true, Doc: "no set bit is lost"}}
	fastMathProps = []ir.PropSlot{FastMathProp()}
)

const (
	binaryFormat         = "$lhs `,` $rhs attr-dict `:` type($result)"
	overflowFormat       = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"
	exactFormat          = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"
	fastMathBinaryFormat = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
	castFormat           = "$in attr-dict `:` type($in) `to` type($out)"
)

// FastMathProp returns the property fastmath with its default, none.
func FastMathProp() ir.PropSlot {
	return ir.PropSlot{Name: "fastmath", C: FastMathC, Default: FastMath.Default(0), Enum: FastMath, Doc: "liberties that the compiler may take"}
}

// ConstantDef defines arith.constant: integer or float constant.
var ConstantDef = &ir.OpDef{
	Name:    "arith.constant",
	Summary: "integer or float constant",
	Doc:     `The value of an attribute. Its type is the type of the attribute; integers are signless.`,
	Example: `func.func @example() {
  %c = arith.constant 42 : i32
  %d = arith.constant dense<0.0> : tensor<4x4xf32>
  return
}`,
	Since:  "0.1",
	Traits: ir.ConstantLike | ir.Pure,
	Out:    []ir.Slot{{Name: "result", C: ir.AnyType}},
	Props:  []ir.PropSlot{{Name: "value", C: typedAttr, Doc: "the constant"}},
	Format: "attr-dict $value",
}

// AddIDef defines arith.addi: integer addition.
var AddIDef = &ir.OpDef{
	Name:    "arith.addi",
	Summary: "integer addition",
	Doc:     `The sum modulo 2^n. With nsw or nuw a result that wraps as a signed or unsigned number is poison.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.addi %a, %b overflow<nsw> : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     intBinaryIn,
	Out:    intOut,
	Props:  overflowProps,
	Format: overflowFormat,
}

// AddUIExtendedDef defines arith.addui_extended: unsigned integer addition with carry.
var AddUIExtendedDef = &ir.OpDef{
	Name:    "arith.addui_extended",
	Summary: "unsigned integer addition with carry",
	Doc:     `The sum modulo 2^n, and whether it wrapped.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %s, %c = arith.addui_extended %a, %b : i32, i1
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Commutative | ir.Elementwise,
	In:     intBinaryIn,
	Out:    []ir.Slot{{Name: "sum", C: ir.SignlessIntOrIndexLike}, {Name: "overflow", C: ir.BoolLike}},
	Same:   [][]string{{"lhs", "rhs", "sum"}},
	Format: "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
}

// SubIDef defines arith.subi: integer subtraction.
var SubIDef = &ir.OpDef{
	Name:    "arith.subi",
	Summary: "integer subtraction",
	Doc:     `The difference modulo 2^n. With nsw or nuw a result that wraps as a signed or unsigned number is poison.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.subi %a, %b overflow<nsw> : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Props:  overflowProps,
	Format: overflowFormat,
}

// MulIDef defines arith.muli: integer multiplication.
var MulIDef = &ir.OpDef{
	Name:    "arith.muli",
	Summary: "integer multiplication",
	Doc:     `The product modulo 2^n. With nsw or nuw a result that wraps as a signed or unsigned number is poison.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.muli %a, %b overflow<nsw> : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     intBinaryIn,
	Out:    intOut,
	Props:  overflowProps,
	Format: overflowFormat,
}

// MulSIExtendedDef defines arith.mulsi_extended: signed integer multiplication to twice the width.
var MulSIExtendedDef = &ir.OpDef{
	Name:    "arith.mulsi_extended",
	Summary: "signed integer multiplication to twice the width",
	Doc:     `The lower and the upper half of the signed product of 2n bits.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %low, %high = arith.mulsi_extended %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Commutative | ir.Elementwise,
	In:     intBinaryIn,
	Out:    []ir.Slot{{Name: "low", C: ir.SignlessIntOrIndexLike}, {Name: "high", C: ir.SignlessIntOrIndexLike}},
	Same:   [][]string{{"lhs", "rhs", "low", "high"}},
	Format: "$lhs `,` $rhs attr-dict `:` type($lhs)",
}

// MulUIExtendedDef defines arith.mului_extended: unsigned integer multiplication to twice the width.
var MulUIExtendedDef = &ir.OpDef{
	Name:    "arith.mului_extended",
	Summary: "unsigned integer multiplication to twice the width",
	Doc:     `The lower and the upper half of the unsigned product of 2n bits.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %low, %high = arith.mului_extended %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Commutative | ir.Elementwise,
	In:     intBinaryIn,
	Out:    []ir.Slot{{Name: "low", C: ir.SignlessIntOrIndexLike}, {Name: "high", C: ir.SignlessIntOrIndexLike}},
	Same:   [][]string{{"lhs", "rhs", "low", "high"}},
	Format: "$lhs `,` $rhs attr-dict `:` type($lhs)",
}

// DivUIDef defines arith.divui: unsigned integer division.
var DivUIDef = &ir.OpDef{
	Name:    "arith.divui",
	Summary: "unsigned integer division",
	Doc:     `The unsigned quotient rounded toward zero. Division by zero is undefined behaviour. With exact a remainder makes the result poison.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.divui %a, %b exact : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.NoMemoryEffect | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Props:  exactProps,
	Format: exactFormat,
}

// DivSIDef defines arith.divsi: signed integer division.
var DivSIDef = &ir.OpDef{
	Name:    "arith.divsi",
	Summary: "signed integer division",
	Doc:     `The signed quotient rounded toward zero. Division by zero and the overflow of -2^(n-1) / -1 are undefined behaviour. With exact a remainder makes the result poison.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.divsi %a, %b exact : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.NoMemoryEffect | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Props:  exactProps,
	Format: exactFormat,
}

// CeilDivUIDef defines arith.ceildivui: unsigned integer division rounded up.
var CeilDivUIDef = &ir.OpDef{
	Name:    "arith.ceildivui",
	Summary: "unsigned integer division rounded up",
	Doc:     `The unsigned quotient rounded up. Division by zero is undefined behaviour.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.ceildivui %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.NoMemoryEffect | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// CeilDivSIDef defines arith.ceildivsi: signed integer division rounded up.
var CeilDivSIDef = &ir.OpDef{
	Name:    "arith.ceildivsi",
	Summary: "signed integer division rounded up",
	Doc:     `The signed quotient rounded toward plus infinity. Division by zero and overflow are undefined behaviour.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.ceildivsi %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.NoMemoryEffect | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// FloorDivSIDef defines arith.floordivsi: signed integer division rounded down.
var FloorDivSIDef = &ir.OpDef{
	Name:    "arith.floordivsi",
	Summary: "signed integer division rounded down",
	Doc:     `The signed quotient rounded toward minus infinity. Division by zero and overflow are undefined behaviour.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.floordivsi %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// RemUIDef defines arith.remui: remainder of unsigned integer division.
var RemUIDef = &ir.OpDef{
	Name:    "arith.remui",
	Summary: "remainder of unsigned integer division",
	Doc:     `The unsigned remainder. Division by zero is undefined behaviour.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.remui %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// RemSIDef defines arith.remsi: remainder of signed integer division.
var RemSIDef = &ir.OpDef{
	Name:    "arith.remsi",
	Summary: "remainder of signed integer division",
	Doc:     `The signed remainder, with the sign of the dividend. Division by zero is undefined behaviour.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.remsi %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// AndIDef defines arith.andi: bitwise and.
var AndIDef = &ir.OpDef{
	Name:    "arith.andi",
	Summary: "bitwise and",
	Doc:     `The and of each pair of bits.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.andi %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative | ir.Idempotent,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// OrIDef defines arith.ori: bitwise or.
var OrIDef = &ir.OpDef{
	Name:    "arith.ori",
	Summary: "bitwise or",
	Doc:     `The or of each pair of bits.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.ori %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative | ir.Idempotent,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// XOrIDef defines arith.xori: bitwise exclusive or.
var XOrIDef = &ir.OpDef{
	Name:    "arith.xori",
	Summary: "bitwise exclusive or",
	Doc:     `The exclusive or of each pair of bits.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.xori %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// ShLIDef defines arith.shli: shift to the left.
var ShLIDef = &ir.OpDef{
	Name:    "arith.shli",
	Summary: "shift to the left",
	Doc:     `The first operand shifted left by the second, an unsigned number; zeros come in. A shift by the width or more is poison.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.shli %a, %b overflow<nsw> : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Props:  overflowProps,
	Format: overflowFormat,
}

// ShRUIDef defines arith.shrui: shift to the right, zeros come in.
var ShRUIDef = &ir.OpDef{
	Name:    "arith.shrui",
	Summary: "shift to the right, zeros come in",
	Doc:     `The first operand shifted right by the second, an unsigned number; zeros come in. A shift by the width or more is poison; with exact, so is one that loses a set bit.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.shrui %a, %b exact : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Props:  exactProps,
	Format: exactFormat,
}

// ShRSIDef defines arith.shrsi: shift to the right, the sign comes in.
var ShRSIDef = &ir.OpDef{
	Name:    "arith.shrsi",
	Summary: "shift to the right, the sign comes in",
	Doc:     `The first operand shifted right by the second, an unsigned number; copies of the sign bit come in. A shift by the width or more is poison; with exact, so is one that loses a set bit.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.shrsi %a, %b exact : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
	In:     intBinaryIn,
	Out:    intOut,
	Props:  exactProps,
	Format: exactFormat,
}

// MaxSIDef defines arith.maxsi: greater of two signed integers.
var MaxSIDef = &ir.OpDef{
	Name:    "arith.maxsi",
	Summary: "greater of two signed integers",
	Doc:     `The greater operand, read as signed.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.maxsi %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// MaxUIDef defines arith.maxui: greater of two unsigned integers.
var MaxUIDef = &ir.OpDef{
	Name:    "arith.maxui",
	Summary: "greater of two unsigned integers",
	Doc:     `The greater operand, read as unsigned.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.maxui %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// MinSIDef defines arith.minsi: smaller of two signed integers.
var MinSIDef = &ir.OpDef{
	Name:    "arith.minsi",
	Summary: "smaller of two signed integers",
	Doc:     `The smaller operand, read as signed.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.minsi %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}

// MinUIDef defines arith.minui: smaller of two unsigned integers.
var MinUIDef = &ir.OpDef{
	Name:    "arith.minui",
	Summary: "smaller of two unsigned integers",
	Doc:     `The smaller operand, read as unsigned.`,
	Example: `func.func @example(%a: i32, %b: i32) {
  %r = arith.minui %a, %b : i32
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.SameTypes | ir.Elementwise | ir.Commutative,
	In:     intBinaryIn,
	Out:    intOut,
	Format: binaryFormat,
}
