package cf

import "github.com/tile-opt/tile-opt/ir"

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

// AssertDef defines cf.assert: stop the program unless a condition holds.
var AssertDef = &ir.OpDef{
	Name:    "cf.assert",
	Summary: "stop the program unless a condition holds",
	Doc:     `Ends the program with the message when the operand is false.`,
	Example: `func.func @example(%c: i1) {
  cf.assert %c, "expected a positive size"
  return
}`,
	Since:  "0.1",
	In:     []ir.Slot{{Name: "arg", C: ir.I1}},
	Props:  []ir.PropSlot{{Name: "msg", C: ir.StrAttrC, Doc: "what is said"}},
	Format: "$arg `,` $msg attr-dict",
}

// BranchDef defines cf.br: go to a block.
var BranchDef = &ir.OpDef{
	Name:    "cf.br",
	Summary: "go to a block",
	Doc:     `Continues with the block, whose arguments become the operands.`,
	Example: `func.func @example(%a: i32) -> i32 {
  cf.br ^next(%a : i32)
^next(%b: i32):
  return %b : i32
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Terminator,
	In:     []ir.Slot{{Name: "destOperands", C: ir.AnyType, Arity: ir.Variadic}},
	Succs:  []ir.SuccSlot{{Name: "dest"}},
	Format: "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
}

// CondBranchDef defines cf.cond_br: go to one of two blocks.
var CondBranchDef = &ir.OpDef{
	Name:    "cf.cond_br",
	Summary: "go to one of two blocks",
	Doc: `Continues with the first block when the condition is true, else with the second; each
has operands of its own. Weights say how likely the two are.`,
	Example: `func.func @example(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^yes(%a : i32), ^no
^yes(%b: i32):
  return %b : i32
^no:
  return %a : i32
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Terminator | ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "condition", C: ir.I1},
		{Name: "trueDestOperands", C: ir.AnyType, Arity: ir.Variadic},
		{Name: "falseDestOperands", C: ir.AnyType, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "branch_weights", C: ir.I32ArrayC, Optional: true, Doc: "likelihoods of the two blocks"},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC},
	},
	Succs:  []ir.SuccSlot{{Name: "trueDest"}, {Name: "falseDest"}},
	Format: "$condition (`weights` `(` $branch_weights^ `)`)? `,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
}

// SwitchDef defines cf.switch: go to a block by the value of an integer.
var SwitchDef = &ir.OpDef{
	Name:    "cf.switch",
	Summary: "go to a block by the value of an integer",
	Doc: `Continues with the block beside the value that the flag has, or with the default. The
operands of the cases stand one after the other; case_operand_segments counts them.`,
	Example: `func.func @example(%flag: i32, %a: i32) {
  cf.switch %flag : i32, [
    default: ^other(%a : i32),
    42: ^answer
  ]
^other(%b: i32):
  return
^answer:
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure | ir.Terminator | ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "flag", C: anyInteger},
		{Name: "defaultOperands", C: ir.AnyType, Arity: ir.Variadic},
		{Name: "caseOperands", C: ir.AnyType, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "case_values", C: intElements, Optional: true, Doc: "the values of the cases, a vector of the flag's type"},
		{Name: "case_operand_segments", C: ir.I32ArrayC, Doc: "how many operands each case has"},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC},
	},
	Succs: []ir.SuccSlot{{Name: "defaultDestination"}, {Name: "caseDestinations", Variadic: true}},
}

var (
	anyInteger = &ir.Constraint{Desc: "integer", Type: func(t ir.Type) bool {
		_, ok := t.(*ir.IntegerType)
		return ok
	}}
	intElements = &ir.Constraint{Desc: "integer elements attribute", Attr: func(a ir.Attr) bool {
		d, ok := a.(*ir.DenseAttr)
		return ok && ir.IsIntOrIndex(d.ShapedType().ElemType())
	}}
)
