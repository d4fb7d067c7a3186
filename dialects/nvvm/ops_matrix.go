package nvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// WgmmaFenceDef defines nvvm.wgmma.fence.aligned: order register accesses before asynchronous products.
var WgmmaFenceDef = &ir.OpDef{
	Name:    "nvvm.wgmma.fence.aligned",
	Summary: "order register accesses before asynchronous products",
	Doc:     "PTX ISA: Asynchronous Warpgroup Level Matrix Instructions: wgmma.fence.",
	Traits:  ir.Convergent,
	Format:  "attr-dict",
}

// WgmmaMmaAsyncDef defines nvvm.wgmma.mma_async: asynchronous matrix product by a warp group.
var WgmmaMmaAsyncDef = &ir.OpDef{
	Name:    "nvvm.wgmma.mma_async",
	Summary: "asynchronous matrix product by a warp group",
	Doc:     "The accumulators are one struct; the result is in flight until a wait. PTX ISA: Asynchronous Warpgroup Level Matrix Instructions: wgmma.mma_async.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "inouts", C: llvm.AnyStruct},
		{Name: "descriptorA", C: ir.I64},
		{Name: "descriptorB", C: ir.I64},
	},
	Out: []ir.Slot{{Name: "results", C: llvm.AnyStruct}},
	Props: []ir.PropSlot{
		{Name: "shape", C: llvm.StructAttrC("nvvm", "shape"), Strip: "nvvm.shape"},
		{Name: "typeA", Enum: WGMMATypesEnum},
		{Name: "typeB", Enum: WGMMATypesEnum},
		{Name: "typeD", Enum: WGMMATypesEnum},
		{Name: "scaleD", Enum: WGMMAScaleOutEnum},
		{Name: "scaleA", Enum: WGMMAScaleInEnum},
		{Name: "scaleB", Enum: WGMMAScaleInEnum},
		{Name: "layoutA", Enum: MMALayoutEnum},
		{Name: "layoutB", Enum: MMALayoutEnum},
		{Name: "satfinite", Enum: MMAIntOverflowEnum, Optional: true},
	},
	Format: "$descriptorA `,` $descriptorB `,` $inouts `,` $shape `,` `D` `[` $typeD `,` $scaleD (`,` $satfinite^)? `]` `,` `A` `[` $typeA `,` $scaleA `,` $layoutA `]` `,` `B` `[` $typeB `,` $scaleB `,` $layoutB `]` attr-dict `:` type($inouts) `->` type($results)",
}

// WgmmaCommitGroupDef defines nvvm.wgmma.commit.group.sync.aligned: make the asynchronous products issued so far a group.
var WgmmaCommitGroupDef = &ir.OpDef{
	Name:    "nvvm.wgmma.commit.group.sync.aligned",
	Summary: "make the asynchronous products issued so far a group",
	Doc:     "PTX ISA: Asynchronous Warpgroup Level Matrix Instructions: wgmma.commit_group.",
	Traits:  ir.Convergent,
	Format:  "attr-dict",
}

// WgmmaWaitGroupDef defines nvvm.wgmma.wait.group.sync.aligned: wait until at most so many groups of asynchronous products are pending.
var WgmmaWaitGroupDef = &ir.OpDef{
	Name:    "nvvm.wgmma.wait.group.sync.aligned",
	Summary: "wait until at most so many groups of asynchronous products are pending",
	Doc:     "PTX ISA: Asynchronous Warpgroup Level Matrix Instructions: wgmma.wait_group.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "group", C: ir.I64AttrC, Type: i64Type},
	},
	Format: "attr-dict $group",
}

// MmaDef defines nvvm.mma.sync: matrix product by one warp.
var MmaDef = &ir.OpDef{
	Name:    "nvvm.mma.sync",
	Summary: "matrix product by one warp",
	Doc:     "PTX ISA: Warp Level Matrix Multiply-Accumulate Instructions: mma.",
	Traits:  ir.SegmentedOperands | ir.Convergent,
	In: []ir.Slot{
		{Name: "operandA", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "operandB", C: llvm.AnyLLVM, Arity: ir.Variadic},
		{Name: "operandC", C: llvm.AnyLLVM, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "res", C: llvm.AnyStruct}},
	Props: []ir.PropSlot{
		{Name: "shape", C: llvm.StructAttrC("nvvm", "shape"), Strip: "nvvm.shape"},
		{Name: "b1Op", Enum: MMAB1OpEnum, Optional: true},
		{Name: "intOverflowBehavior", Enum: MMAIntOverflowEnum, Optional: true},
		{Name: "layoutA", Enum: MMALayoutEnum},
		{Name: "layoutB", Enum: MMALayoutEnum},
		{Name: "multiplicandAPtxType", Enum: MMATypesEnum, Optional: true},
		{Name: "multiplicandBPtxType", Enum: MMATypesEnum, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
}

// LdMatrixDef defines nvvm.ldmatrix: load 8x8 matrices from shared memory, spread over a warp.
var LdMatrixDef = &ir.OpDef{
	Name:    "nvvm.ldmatrix",
	Summary: "load 8x8 matrices from shared memory, spread over a warp",
	Doc:     "PTX ISA: Warp Level Matrix Multiply-Accumulate Instructions: ldmatrix.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "ptr", C: ptrShared},
	},
	Out: []ir.Slot{{Name: "res", C: ir.AnyType}},
	Props: []ir.PropSlot{
		{Name: "num", C: ir.I32AttrC, Type: i32Type},
		{Name: "layout", Enum: MMALayoutEnum},
		{Name: "shape", C: llvm.StructAttrC("nvvm", "ld_st_matrix_shape"), Strip: "nvvm.ld_st_matrix_shape"},
		{Name: "eltType", Enum: LdStMatrixEltTypeEnum},
	},
	Format: "$ptr attr-dict `:` functional-type($ptr, $res)",
}

// StMatrixDef defines nvvm.stmatrix: store 8x8 matrices that are spread over a warp to shared memory.
var StMatrixDef = &ir.OpDef{
	Name:    "nvvm.stmatrix",
	Summary: "store 8x8 matrices that are spread over a warp to shared memory",
	Doc:     "PTX ISA: Warp Level Matrix Multiply-Accumulate Instructions: stmatrix.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "ptr", C: ptrShared},
		{Name: "sources", C: ir.I32, Arity: ir.Variadic},
	},
	Props: []ir.PropSlot{
		{Name: "layout", Enum: MMALayoutEnum},
		{Name: "shape", C: llvm.StructAttrC("nvvm", "ld_st_matrix_shape"), Strip: "nvvm.ld_st_matrix_shape"},
		{Name: "eltType", Enum: LdStMatrixEltTypeEnum},
	},
	Format: "$ptr `,` $sources attr-dict `:` type(operands)",
}
