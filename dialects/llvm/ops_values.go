package llvm

import "github.com/tile-opt/tile-opt/ir"

// ConstantDef defines llvm.mlir.constant: constant of any LLVM type.
var ConstantDef = &ir.OpDef{
	Name:    "llvm.mlir.constant",
	Summary: "constant of any LLVM type",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.ConstantLike,
	Out:     []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "value", C: ir.AnyAttrC},
	},
	Format: "`(` $value `)` attr-dict `:` type($res)",
}

// ZeroDef defines llvm.mlir.zero: all-zero value of any type.
var ZeroDef = &ir.OpDef{
	Name:    "llvm.mlir.zero",
	Summary: "all-zero value of any type",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.ConstantLike,
	Out:     []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format:  "attr-dict `:` type($res)",
}

// UndefDef defines llvm.mlir.undef: undefined value.
var UndefDef = &ir.OpDef{
	Name:    "llvm.mlir.undef",
	Summary: "undefined value",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.ConstantLike,
	Out:     []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format:  "attr-dict `:` type($res)",
}

// PoisonDef defines llvm.mlir.poison: poison value.
var PoisonDef = &ir.OpDef{
	Name:    "llvm.mlir.poison",
	Summary: "poison value",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.ConstantLike,
	Out:     []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format:  "attr-dict `:` type($res)",
}

// ExtractValueDef defines llvm.extractvalue: field of a struct or array value.
var ExtractValueDef = &ir.OpDef{
	Name:    "llvm.extractvalue",
	Summary: "field of a struct or array value",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "container", C: Aggregate},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "position", C: ir.I64ArrayC},
	},
	Format: "$container `` $position attr-dict `:` type($container) custom<InsertExtractValueElementType>(type($res), ref(type($container)), ref($position))",
}

// InsertValueDef defines llvm.insertvalue: struct or array value with one field replaced.
var InsertValueDef = &ir.OpDef{
	Name:    "llvm.insertvalue",
	Summary: "struct or array value with one field replaced",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "container", C: Aggregate},
		{Name: "value", C: Primitive},
	},
	Out: []ir.Slot{{Name: "res", C: Aggregate}},
	Props: []ir.PropSlot{
		{Name: "position", C: ir.I64ArrayC},
	},
	Same:   [][]string{{"container", "res"}},
	Format: "$value `,` $container `` $position attr-dict `:` type($container) custom<InsertExtractValueElementType>(type($value), ref(type($container)), ref($position))",
}

// ExtractElementDef defines llvm.extractelement: element of a vector.
var ExtractElementDef = &ir.OpDef{
	Name:    "llvm.extractelement",
	Summary: "element of a vector",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "vector", C: AnyVector},
		{Name: "position", C: ir.SignlessInt},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)",
}

// InsertElementDef defines llvm.insertelement: vector with one element replaced.
var InsertElementDef = &ir.OpDef{
	Name:    "llvm.insertelement",
	Summary: "vector with one element replaced",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "vector", C: AnyVector},
		{Name: "value", C: Primitive},
		{Name: "position", C: ir.SignlessInt},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyVector}},
	Same:   [][]string{{"res", "vector"}},
	Format: "$value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)",
}

// ShuffleVectorDef defines llvm.shufflevector: vector of chosen elements of two vectors.
var ShuffleVectorDef = &ir.OpDef{
	Name:    "llvm.shufflevector",
	Summary: "vector of chosen elements of two vectors",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "v1", C: AnyVector},
		{Name: "v2", C: AnyVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyVector}},
	Props: []ir.PropSlot{
		{Name: "mask", C: ir.I32ArrayC},
	},
	Same:   [][]string{{"v1", "v2"}},
	Format: "$v1 `,` $v2 $mask attr-dict `:` type($v1) custom<ShuffleType>(ref(type($v1)), type($res), ref($mask))",
}
