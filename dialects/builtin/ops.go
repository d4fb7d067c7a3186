package builtin

import "github.com/tile-opt/tile-opt/ir"

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

// ModuleDef defines builtin.module: a container of top-level operations.
var ModuleDef = &ir.OpDef{
	Name:    "builtin.module",
	Summary: "a container of top-level operations",
	Doc: `Holds one block of operations that see nothing outside. It is a symbol table: the names of
the symbols in it differ. Order between its operations carries no meaning.`,
	Example: `module @outer {
  module @inner attributes {my.note = "nested"} {
  }
}`,
	Since:  "0.1",
	Traits: ir.IsolatedFromAbove | ir.SymbolTable | ir.Symbol | ir.GraphRegion | ir.SingleBlock | ir.NoTerminator | ir.NoRegionArguments | ir.AffineScope,
	Props: []ir.PropSlot{
		{Name: "sym_name", C: ir.StrAttrC, Optional: true, Doc: "the name under which other operations refer to the module"},
		{Name: "sym_visibility", C: ir.StrAttrC, Optional: true, Doc: "who may refer to it: public, private or nested"},
	},
	Regions: []ir.RegionSlot{{Name: "bodyRegion", Sized: true}},
	Format:  "($sym_name^)? attr-dict-with-keyword $bodyRegion",
}

// UnrealizedConversionCastDef defines builtin.unrealized_conversion_cast: a
// cast between types that a conversion has not reconciled yet.
var UnrealizedConversionCastDef = &ir.OpDef{
	Name:    "builtin.unrealized_conversion_cast",
	Summary: "a cast between types that a conversion has not reconciled yet",
	Doc: `Stands between values of the old and of the new types while a program is converted step by
step. It has no meaning of its own: once both sides were converted the cast folds away.`,
	Example: `func.func @example(%a: i64) -> index {
  %b = builtin.unrealized_conversion_cast %a : i64 to index
  return %b : index
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "inputs", C: ir.AnyType, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "outputs", C: ir.AnyType, Arity: ir.Variadic}},
	Format: "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
}
