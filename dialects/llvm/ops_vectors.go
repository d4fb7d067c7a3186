package llvm

import "github.com/tile-opt/tile-opt/ir"

// GetActiveLaneMaskDef defines llvm.intr.get.active.lane.mask: mask of the lanes whose index is below a bound.
var GetActiveLaneMaskDef = &ir.OpDef{
	Name:    "llvm.intr.get.active.lane.mask",
	Summary: "mask of the lanes whose index is below a bound",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "base", C: ir.SignlessInt},
		{Name: "n", C: ir.SignlessInt},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)",
}

// MaskedLoadDef defines llvm.intr.masked.load: load the elements that a mask has.
var MaskedLoadDef = &ir.OpDef{
	Name:    "llvm.intr.masked.load",
	Summary: "load the elements that a mask has",
	In: []ir.Slot{
		{Name: "data", C: AnyPointer},
		{Name: "mask", C: BoolVector},
		{Name: "pass_thru", C: AnyVector, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "res", C: AnyVector}},
	Props: []ir.PropSlot{
		{Name: "alignment", C: ir.I32AttrC, Type: i32Type},
		{Name: "nontemporal", C: ir.UnitAttrC, Optional: true},
	},
	Format: "operands attr-dict `:` functional-type(operands, results)",
}

// MaskedStoreDef defines llvm.intr.masked.store: store the elements that a mask has.
var MaskedStoreDef = &ir.OpDef{
	Name:    "llvm.intr.masked.store",
	Summary: "store the elements that a mask has",
	In: []ir.Slot{
		{Name: "value", C: AnyVector},
		{Name: "data", C: AnyPointer},
		{Name: "mask", C: BoolVector},
	},
	Props: []ir.PropSlot{
		{Name: "alignment", C: ir.I32AttrC, Type: i32Type},
	},
	Format: "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` qualified(type($data))",
}

// MaskedGatherDef defines llvm.intr.masked.gather: load elements from their own addresses.
var MaskedGatherDef = &ir.OpDef{
	Name:    "llvm.intr.masked.gather",
	Summary: "load elements from their own addresses",
	In: []ir.Slot{
		{Name: "ptrs", C: PointerVector},
		{Name: "mask", C: BoolVector},
		{Name: "pass_thru", C: AnyVector, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "res", C: AnyVector}},
	Props: []ir.PropSlot{
		{Name: "alignment", C: ir.I32AttrC, Type: i32Type},
	},
	Format: "operands attr-dict `:` functional-type(operands, results)",
}

// MaskedScatterDef defines llvm.intr.masked.scatter: store elements to their own addresses.
var MaskedScatterDef = &ir.OpDef{
	Name:    "llvm.intr.masked.scatter",
	Summary: "store elements to their own addresses",
	In: []ir.Slot{
		{Name: "value", C: AnyVector},
		{Name: "ptrs", C: PointerVector},
		{Name: "mask", C: BoolVector},
	},
	Props: []ir.PropSlot{
		{Name: "alignment", C: ir.I32AttrC, Type: i32Type},
	},
	Format: "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)",
}

// MaskedCompressStoreDef defines llvm.intr.masked.compressstore: store the elements that a mask has, side by side.
var MaskedCompressStoreDef = &ir.OpDef{
	Name:    "llvm.intr.masked.compressstore",
	Summary: "store the elements that a mask has, side by side",
	In: []ir.Slot{
		{Name: "value", C: AnyVector},
		{Name: "ptr", C: AnyPointer},
		{Name: "mask", C: BoolVector},
	},
	Props: []ir.PropSlot{
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
	},
}

// MaskedExpandLoadDef defines llvm.intr.masked.expandload: load elements that lie side by side.
var MaskedExpandLoadDef = &ir.OpDef{
	Name:    "llvm.intr.masked.expandload",
	Summary: "load elements that lie side by side",
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
		{Name: "mask", C: BoolVector},
		{Name: "passthru", C: AnyVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
	},
}

// MatrixColumnMajorLoadDef defines llvm.intr.matrix.column.major.load: load a matrix, column by column.
var MatrixColumnMajorLoadDef = &ir.OpDef{
	Name:    "llvm.intr.matrix.column.major.load",
	Summary: "load a matrix, column by column",
	In: []ir.Slot{
		{Name: "data", C: AnyPointer},
		{Name: "stride", C: ir.SignlessInt},
	},
	Out: []ir.Slot{{Name: "res", C: AnyVector}},
	Props: []ir.PropSlot{
		{Name: "isVolatile", C: ir.BoolAttrC},
		{Name: "rows", C: ir.I32AttrC, Type: i32Type},
		{Name: "columns", C: ir.I32AttrC, Type: i32Type},
	},
	Format: "$data `,` `<` `stride` `=` $stride `>` attr-dict`:` type($res) `from` qualified(type($data)) `stride` type($stride)",
}

// MatrixColumnMajorStoreDef defines llvm.intr.matrix.column.major.store: store a matrix, column by column.
var MatrixColumnMajorStoreDef = &ir.OpDef{
	Name:    "llvm.intr.matrix.column.major.store",
	Summary: "store a matrix, column by column",
	In: []ir.Slot{
		{Name: "matrix", C: AnyVector},
		{Name: "data", C: AnyPointer},
		{Name: "stride", C: ir.SignlessInt},
	},
	Props: []ir.PropSlot{
		{Name: "isVolatile", C: ir.BoolAttrC},
		{Name: "rows", C: ir.I32AttrC, Type: i32Type},
		{Name: "columns", C: ir.I32AttrC, Type: i32Type},
	},
	Format: "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict`:` type($matrix) `to` qualified(type($data)) `stride` type($stride)",
}

// MatrixMultiplyDef defines llvm.intr.matrix.multiply: product of matrices held in vectors.
var MatrixMultiplyDef = &ir.OpDef{
	Name:    "llvm.intr.matrix.multiply",
	Summary: "product of matrices held in vectors",
	In: []ir.Slot{
		{Name: "lhs", C: AnyVector},
		{Name: "rhs", C: AnyVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyVector}},
	Props: []ir.PropSlot{
		{Name: "lhs_rows", C: ir.I32AttrC, Type: i32Type},
		{Name: "lhs_columns", C: ir.I32AttrC, Type: i32Type},
		{Name: "rhs_columns", C: ir.I32AttrC, Type: i32Type},
	},
	Format: "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)",
}

// MatrixTransposeDef defines llvm.intr.matrix.transpose: transposed matrix.
var MatrixTransposeDef = &ir.OpDef{
	Name:    "llvm.intr.matrix.transpose",
	Summary: "transposed matrix",
	In: []ir.Slot{
		{Name: "matrix", C: AnyVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyVector}},
	Props: []ir.PropSlot{
		{Name: "rows", C: ir.I32AttrC, Type: i32Type},
		{Name: "columns", C: ir.I32AttrC, Type: i32Type},
	},
	Format: "$matrix attr-dict `:` type($matrix) `into` type($res)",
}

// MemcpyInlineDef defines llvm.intr.memcpy.inline: copy of a constant length, never a call.
var MemcpyInlineDef = &ir.OpDef{
	Name:    "llvm.intr.memcpy.inline",
	Summary: "copy of a constant length, never a call",
	In: []ir.Slot{
		{Name: "dst", C: AnyPointer},
		{Name: "src", C: AnyPointer},
	},
	Props: []ir.PropSlot{
		{Name: "len", C: intAttrC},
		{Name: "isVolatile", C: ir.BoolAttrC},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
	},
}

// MemsetInlineDef defines llvm.intr.memset.inline: fill of a constant length, never a call.
var MemsetInlineDef = &ir.OpDef{
	Name:    "llvm.intr.memset.inline",
	Summary: "fill of a constant length, never a call",
	In: []ir.Slot{
		{Name: "dst", C: AnyPointer},
		{Name: "val", C: ir.I8},
	},
	Props: []ir.PropSlot{
		{Name: "len", C: intAttrC},
		{Name: "isVolatile", C: ir.BoolAttrC},
		{Name: "access_groups", C: accessGroupsC, Optional: true},
		{Name: "alias_scopes", C: aliasScopesC, Optional: true},
		{Name: "noalias_scopes", C: aliasScopesC, Optional: true},
		{Name: "tbaa", C: tbaaTagsC, Optional: true},
		{Name: "arg_attrs", C: DictArrayC, Optional: true},
		{Name: "res_attrs", C: DictArrayC, Optional: true},
	},
}

// PtrMaskDef defines llvm.intr.ptrmask: pointer with some bits cleared.
var PtrMaskDef = &ir.OpDef{
	Name:    "llvm.intr.ptrmask",
	Summary: "pointer with some bits cleared",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "ptr", C: PointerLike},
		{Name: "mask", C: AnyIntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: PointerLike}},
	Same:   [][]string{{"ptr", "res"}},
	Format: "$ptr `,` $mask attr-dict `:` functional-type(operands, results)",
}

// StepVectorDef defines llvm.intr.stepvector: the vector 0, 1, 2 and so on.
var StepVectorDef = &ir.OpDef{
	Name:    "llvm.intr.stepvector",
	Summary: "the vector 0, 1, 2 and so on",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	Out:     []ir.Slot{{Name: "res", C: IntVector}},
	Format:  "attr-dict `:` type($res)",
}

// VectorDeinterleave2Def defines llvm.intr.vector.deinterleave2: even and odd elements.
var VectorDeinterleave2Def = &ir.OpDef{
	Name:    "llvm.intr.vector.deinterleave2",
	Summary: "even and odd elements",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "vec", C: AnyVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorInterleave2Def defines llvm.intr.vector.interleave2: elements of two vectors in turn.
var VectorInterleave2Def = &ir.OpDef{
	Name:    "llvm.intr.vector.interleave2",
	Summary: "elements of two vectors in turn",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "vec1", C: AnyVector},
		{Name: "vec2", C: AnyVector},
	},
	Out:  []ir.Slot{{Name: "res", C: AnyLLVM}},
	Same: [][]string{{"vec1", "vec2"}},
}

// VectorExtractDef defines llvm.intr.vector.extract: part of a vector.
var VectorExtractDef = &ir.OpDef{
	Name:    "llvm.intr.vector.extract",
	Summary: "part of a vector",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "srcvec", C: AnyVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyVector}},
	Props: []ir.PropSlot{
		{Name: "pos", C: ir.I64AttrC, Type: i64Type},
	},
	Format: "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)",
}

// VectorInsertDef defines llvm.intr.vector.insert: vector with a part replaced.
var VectorInsertDef = &ir.OpDef{
	Name:    "llvm.intr.vector.insert",
	Summary: "vector with a part replaced",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "dstvec", C: AnyVector},
		{Name: "srcvec", C: AnyVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyVector}},
	Props: []ir.PropSlot{
		{Name: "pos", C: ir.I64AttrC, Type: i64Type},
	},
	Same:   [][]string{{"dstvec", "res"}},
	Format: "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)",
}

// VectorReduceFMaximumDef defines llvm.intr.vector.reduce.fmaximum: largest element, NaN if there is one.
var VectorReduceFMaximumDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.fmaximum",
	Summary: "largest element, NaN if there is one",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// VectorReduceFMinimumDef defines llvm.intr.vector.reduce.fminimum: smallest element, NaN if there is one.
var VectorReduceFMinimumDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.fminimum",
	Summary: "smallest element, NaN if there is one",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}
