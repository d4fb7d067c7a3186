package function

import "github.com/tile-opt/tile-opt/ir"

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

// Constraints and properties that several definitions share.
var (
	dictArray = &ir.Constraint{Desc: "Array of dictionary attributes", Attr: func(a ir.Attr) bool {
		arr, ok := a.(*ir.ArrayAttr)
		if !ok {
			return false
		}
		for _, e := range arr.Elems {
			if _, ok := e.(*ir.DictAttr); !ok {
				return false
			}
		}
		return true
	}}
	functionTypeAttr = &ir.Constraint{Desc: "type attribute of function type", Attr: func(a ir.Attr) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		_, ok = t.Value.(*ir.FunctionType)
		return ok
	}}
	functionTyped = &ir.Constraint{Desc: "function type", Type: func(t ir.Type) bool {
		_, ok := t.(*ir.FunctionType)
		return ok
	}}
)

// CallDef defines func.call: a call of a function by name.
var CallDef = &ir.OpDef{
	Name:    "func.call",
	Summary: "a call of a function by name",
	Doc:     `Calls the function of that name. Operands and results have the types of its signature.`,
	Example: `func.func @callee(%a: i32) -> i32 {
  return %a : i32
}
func.func @example(%a: i32) -> i32 {
  %r = call @callee(%a) : (i32) -> i32
  return %r : i32
}`,
	Since: "0.1",
	In:    []ir.Slot{{Name: "operands", C: ir.AnyType, Arity: ir.Variadic}},
	Out:   []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Props: []ir.PropSlot{
		{Name: "callee", C: ir.SymbolRefC, Doc: "the function called"},
		{Name: "arg_attrs", C: dictArray, Optional: true, Doc: "a dictionary an argument"},
		{Name: "res_attrs", C: dictArray, Optional: true, Doc: "a dictionary a result"},
		{Name: "no_inline", C: ir.UnitAttrC, Optional: true, Doc: "the call is not replaced by the body"},
	},
	Format: "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
}

// CallIndirectDef defines func.call_indirect: a call of a function value.
var CallIndirectDef = &ir.OpDef{
	Name:    "func.call_indirect",
	Summary: "a call of a function value",
	Doc:     `Calls the function that the first operand stands for; its type gives those of the arguments and results.`,
	Example: `func.func @example(%f: (i32) -> i32, %a: i32) -> i32 {
  %r = call_indirect %f(%a) : (i32) -> i32
  return %r : i32
}`,
	Since: "0.1",
	In: []ir.Slot{
		{Name: "callee", C: functionTyped},
		{Name: "callee_operands", C: ir.AnyType, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Props: []ir.PropSlot{
		{Name: "arg_attrs", C: dictArray, Optional: true, Doc: "a dictionary an argument"},
		{Name: "res_attrs", C: dictArray, Optional: true, Doc: "a dictionary a result"},
	},
	Format: "$callee `(` $callee_operands `)` attr-dict `:` type($callee)",
}

// ConstantDef defines func.constant: a function as a value.
var ConstantDef = &ir.OpDef{
	Name:    "func.constant",
	Summary: "a function as a value",
	Doc:     `The function of that name, to be passed on or called with func.call_indirect.`,
	Example: `func.func private @callee(i32) -> i32
func.func @example() -> ((i32) -> i32) {
  %f = constant @callee : (i32) -> i32
  return %f : (i32) -> i32
}`,
	Since:  "0.1",
	Traits: ir.ConstantLike | ir.Pure,
	Out:    []ir.Slot{{Name: "result", C: ir.AnyType}},
	Props:  []ir.PropSlot{{Name: "value", C: ir.SymbolRefC, Doc: "the function"}},
	Format: "attr-dict $value `:` type($result)",
}

// FuncDef defines func.func: a function.
var FuncDef = &ir.OpDef{
	Name:    "func.func",
	Summary: "a function",
	Doc: `A symbol with a signature and a body whose entry block has the arguments of the signature.
Without a body it is a declaration, which must be private.`,
	Example: `func.func @example(%a: i32 {my.note = "first"}, %b: f32) -> (i32, f32) {
  return %a, %b : i32, f32
}`,
	Since:  "0.1",
	Traits: ir.IsolatedFromAbove | ir.Symbol | ir.AffineScope | ir.AutoAllocScope,
	Props: []ir.PropSlot{
		{Name: "sym_name", C: ir.StrAttrC, Doc: "the name"},
		{Name: "function_type", C: functionTypeAttr, Doc: "the signature"},
		{Name: "sym_visibility", C: ir.StrAttrC, Optional: true, Doc: "who may refer to it: public, private or nested"},
		{Name: "arg_attrs", C: dictArray, Optional: true, Doc: "a dictionary an argument"},
		{Name: "res_attrs", C: dictArray, Optional: true, Doc: "a dictionary a result"},
		{Name: "no_inline", C: ir.UnitAttrC, Optional: true, Doc: "calls are not replaced by the body"},
	},
	Regions: []ir.RegionSlot{{Name: "body"}},
}

// ReturnDef defines func.return: the end of a function.
var ReturnDef = &ir.OpDef{
	Name:    "func.return",
	Summary: "the end of a function",
	Doc:     `Hands the operands to the caller. Their types are the result types of the function.`,
	Example: `func.func @example(%a: i32) -> i32 {
  return %a : i32
}`,
	Since:     "0.1",
	Traits:    ir.Pure | ir.Terminator | ir.ReturnLike,
	In:        []ir.Slot{{Name: "operands", C: ir.AnyType, Arity: ir.Variadic}},
	HasParent: []string{"func.func"},
	Format:    "attr-dict ($operands^ `:` type($operands))?",
}
