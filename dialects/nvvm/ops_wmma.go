package nvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// MmaBlockScaleDef defines nvvm.mma.block_scale: matrix product by one warp, of operands with scales a block.
var MmaBlockScaleDef = &ir.OpDef{
	Name:    "nvvm.mma.block_scale",
	Summary: "matrix product by one warp, of operands with scales a block",
	Doc:     "PTX ISA: Warp Level Matrix Multiply-Accumulate Instructions: mma.",
	Traits:  ir.SegmentedOperands | ir.Convergent,
	In: []ir.Slot{
		{Name: "operandA", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "operandB", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "operandC", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "scaleAData", C: ir.I32},
		{Name: "byteIdA", C: ir.I16},
		{Name: "threadIdA", C: ir.I16},
		{Name: "scaleBData", C: ir.I32},
		{Name: "byteIdB", C: ir.I16},
		{Name: "threadIdB", C: ir.I16},
	},
	Out: []ir.Slot{{Name: "res", C: llvm.AnyStruct}},
	Props: []ir.PropSlot{
		{Name: "shape", C: llvm.StructAttrC("nvvm", "shape"), Strip: "nvvm.shape"},
		{Name: "multiplicandAPtxType", Enum: MMATypesEnum, Optional: true},
		{Name: "multiplicandBPtxType", Enum: MMATypesEnum, Optional: true},
		{Name: "scaleVecSize", Enum: ScaleVecSizeEnum},
		{Name: "blockScaleFormat", Enum: BlockScaleFormatEnum},
		{Name: "kind", Enum: MMABlockScaleKindEnum},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
}

// MmaSpBlockScaleDef defines nvvm.mma.sp.block_scale: matrix product by one warp, A sparse, of operands with scales a block.
var MmaSpBlockScaleDef = &ir.OpDef{
	Name:    "nvvm.mma.sp.block_scale",
	Summary: "matrix product by one warp, A sparse, of operands with scales a block",
	Doc:     "PTX ISA: Warp Level Matrix Multiply-Accumulate Instructions: mma.",
	Traits:  ir.SegmentedOperands | ir.Convergent,
	In: []ir.Slot{
		{Name: "operandA", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "operandB", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "operandC", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "sparseMetadata", C: ir.I32},
		{Name: "sparsitySelector", C: ir.I32},
		{Name: "scaleAData", C: ir.I32},
		{Name: "byteIdA", C: ir.I16},
		{Name: "threadIdA", C: ir.I16},
		{Name: "scaleBData", C: ir.I32},
		{Name: "byteIdB", C: ir.I16},
		{Name: "threadIdB", C: ir.I16},
	},
	Out: []ir.Slot{{Name: "res", C: llvm.AnyStruct}},
	Props: []ir.PropSlot{
		{Name: "shape", C: llvm.StructAttrC("nvvm", "shape"), Strip: "nvvm.shape"},
		{Name: "multiplicandAPtxType", Enum: MMATypesEnum, Optional: true},
		{Name: "multiplicandBPtxType", Enum: MMATypesEnum, Optional: true},
		{Name: "scaleVecSize", Enum: ScaleVecSizeEnum},
		{Name: "blockScaleFormat", Enum: BlockScaleFormatEnum},
		{Name: "kind", Enum: MMABlockScaleKindEnum},
		{Name: "orderedMetadata", C: ir.UnitAttrC, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
}

// MmaSpDef defines nvvm.mma.sp.sync: matrix product by one warp, A sparse.
var MmaSpDef = &ir.OpDef{
	Name:    "nvvm.mma.sp.sync",
	Summary: "matrix product by one warp, A sparse",
	Doc:     "PTX ISA: Warp Level Matrix Multiply-Accumulate Instructions: mma.",
	Traits:  ir.SegmentedOperands | ir.Convergent,
	In: []ir.Slot{
		{Name: "operandA", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "operandB", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "operandC", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "sparseMetadata", C: ir.I32},
		{Name: "sparsitySelector", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "res", C: llvm.AnyStruct}},
	Props: []ir.PropSlot{
		{Name: "shape", C: llvm.StructAttrC("nvvm", "shape"), Strip: "nvvm.shape"},
		{Name: "intOverflowBehavior", Enum: MMAIntOverflowEnum, Optional: true},
		{Name: "multiplicandAPtxType", Enum: MMATypesEnum, Optional: true},
		{Name: "multiplicandBPtxType", Enum: MMATypesEnum, Optional: true},
		{Name: "orderedMetadata", C: ir.UnitAttrC, Optional: true},
		{Name: "kind", Enum: MMAKindEnum, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
}

// WMMALoadDef defines nvvm.wmma.load: load a matrix fragment, spread over a warp.
var WMMALoadDef = &ir.OpDef{
	Name:    "nvvm.wmma.load",
	Summary: "load a matrix fragment, spread over a warp",
	Doc:     "PTX ISA: Warp Level Matrix Multiply-Accumulate Instructions: wmma.load.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "ptr", C: llvm.AnyPointer},
		{Name: "stride", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "res", C: either(llvm.AnyStruct, f64C)}},
	Props: []ir.PropSlot{
		{Name: "m", C: ir.I32AttrC, Type: i32Type},
		{Name: "n", C: ir.I32AttrC, Type: i32Type},
		{Name: "k", C: ir.I32AttrC, Type: i32Type},
		{Name: "layout", Enum: MMALayoutEnum},
		{Name: "eltype", Enum: MMATypesEnum},
		{Name: "frag", Enum: MMAFragEnum},
	},
	Format: "$ptr `,` $stride attr-dict `:` functional-type($ptr, $res)",
}

// WMMAMmaDef defines nvvm.wmma.mma: product of fragments by one warp.
var WMMAMmaDef = &ir.OpDef{
	Name:    "nvvm.wmma.mma",
	Summary: "product of fragments by one warp",
	Doc:     "PTX ISA: Warp Level Matrix Multiply-Accumulate Instructions: wmma.mma.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "args", C: llvm.AnyLLVM, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "res", C: llvm.AnyStruct}},
	Props: []ir.PropSlot{
		{Name: "m", C: ir.I32AttrC, Type: i32Type},
		{Name: "n", C: ir.I32AttrC, Type: i32Type},
		{Name: "k", C: ir.I32AttrC, Type: i32Type},
		{Name: "layoutA", Enum: MMALayoutEnum},
		{Name: "layoutB", Enum: MMALayoutEnum},
		{Name: "eltypeA", Enum: MMATypesEnum},
		{Name: "eltypeB", Enum: MMATypesEnum},
	},
	Format: "$args attr-dict `:` functional-type($args, $res)",
}

// WMMAStoreDef defines nvvm.wmma.store: store a matrix fragment that is spread over a warp.
var WMMAStoreDef = &ir.OpDef{
	Name:    "nvvm.wmma.store",
	Summary: "store a matrix fragment that is spread over a warp",
	Doc:     "PTX ISA: Warp Level Matrix Multiply-Accumulate Instructions: wmma.store.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "ptr", C: llvm.AnyPointer},
		{Name: "args", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "stride", C: ir.I32},
	},
	Props: []ir.PropSlot{
		{Name: "m", C: ir.I32AttrC, Type: i32Type},
		{Name: "n", C: ir.I32AttrC, Type: i32Type},
		{Name: "k", C: ir.I32AttrC, Type: i32Type},
		{Name: "layout", Enum: MMALayoutEnum},
		{Name: "eltype", Enum: MMATypesEnum},
	},
	Format: "$ptr `,` $stride `,` $args attr-dict `:` qualified(type($ptr)) `,` type($args)",
}
