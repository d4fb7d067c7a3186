package nvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// Tcgen05AllocDef defines nvvm.tcgen05.alloc: reserve columns of tensor memory.
var Tcgen05AllocDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.alloc",
	Summary: "reserve columns of tensor memory",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.alloc.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "addr", C: either(llvm.AnyPointer, ptrShared)},
		{Name: "nCols", C: ir.I32},
	},
	Props: []ir.PropSlot{
		{Name: "group", Enum: CTAGroupKindEnum, Default: CTAGroupKindEnum.Default(0)},
	},
	Format: "$addr `,` $nCols attr-dict `:` type(operands)",
}

// Tcgen05CommitDef defines nvvm.tcgen05.commit: arrive at a barrier when the operations issued so far are complete.
var Tcgen05CommitDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.commit",
	Summary: "arrive at a barrier when the operations issued so far are complete",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.commit.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "addr", C: either(llvm.AnyPointer, ptrShared)},
		{Name: "multicastMask", C: ir.I16, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "group", Enum: CTAGroupKindEnum, Default: CTAGroupKindEnum.Default(0)},
	},
	Format: "$addr (`,` `multicast_mask` `=` $multicastMask^)? attr-dict `:` type(operands)",
}

// Tcgen05CpDef defines nvvm.tcgen05.cp: copy shared memory to tensor memory.
var Tcgen05CpDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.cp",
	Summary: "copy shared memory to tensor memory",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.cp.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "taddr", C: ptrTensor},
		{Name: "smem_desc", C: ir.I64},
	},
	Props: []ir.PropSlot{
		{Name: "shape", Enum: Tcgen05CpShapeEnum},
		{Name: "group", Enum: CTAGroupKindEnum, Default: CTAGroupKindEnum.Default(0)},
		{Name: "multicast", Enum: Tcgen05CpMulticastEnum, Default: Tcgen05CpMulticastEnum.Default(0)},
		{Name: "srcFormat", Enum: Tcgen05CpSrcFormatEnum, Optional: true},
	},
	Format: "$taddr`,` $smem_desc attr-dict",
}

// Tcgen05DeallocDef defines nvvm.tcgen05.dealloc: free columns of tensor memory.
var Tcgen05DeallocDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.dealloc",
	Summary: "free columns of tensor memory",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.dealloc.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "taddr", C: ptrTensor},
		{Name: "nCols", C: ir.I32},
	},
	Props: []ir.PropSlot{
		{Name: "group", Enum: CTAGroupKindEnum, Default: CTAGroupKindEnum.Default(0)},
	},
	Format: "$taddr `,` $nCols attr-dict `:` type(operands)",
}

// Tcgen05FenceDef defines nvvm.tcgen05.fence: order operations on tensor memory and synchronisation of threads.
var Tcgen05FenceDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.fence",
	Summary: "order operations on tensor memory and synchronisation of threads",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.fence.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "kind", Enum: Tcgen05FenceKindEnum},
	},
	Format: "$kind attr-dict",
}

// Tcgen05LdDef defines nvvm.tcgen05.ld: load tensor memory to registers.
var Tcgen05LdDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.ld",
	Summary: "load tensor memory to registers",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.ld.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "tmemAddr", C: ptrTensor},
		{Name: "offset", C: ir.I64, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "res", C: either(ir.I32, i32Registers)}},
	Props: []ir.PropSlot{
		{Name: "pack", C: ir.UnitAttrC, Optional: true},
		{Name: "shape", Enum: Tcgen05LdStShapeEnum},
	},
	Format: "$tmemAddr (`,` $offset^)? (`pack` $pack^)? attr-dict `:` type($res)",
}

// Tcgen05MMADef defines nvvm.tcgen05.mma: matrix product into tensor memory.
var Tcgen05MMADef = &ir.OpDef{
	Name:    "nvvm.tcgen05.mma",
	Summary: "matrix product into tensor memory",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.mma.",
	Traits:  ir.SegmentedOperands | ir.Convergent,
	In: []ir.Slot{
		{Name: "matrixD", C: ptrTensor},
		{Name: "matrixA", C: either(ptrTensor, ir.I64)},
		{Name: "matrixB", C: ir.I64},
		{Name: "idesc", C: ir.I32},
		{Name: "enableInputD", C: ir.I1},
		{Name: "scaleInputD", C: ir.I64, Arity: ir.Optional},
		{Name: "disableOutputLane", C: i32x4or8, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: Tcgen05MMAKindEnum},
		{Name: "ctaGroup", Enum: CTAGroupKindEnum},
		{Name: "collectorOp", Enum: Tcgen05MMACollectorOpEnum, Default: Tcgen05MMACollectorOpEnum.Default(0)},
		{Name: "aShift", C: ir.UnitAttrC, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD (`scale` `=` $scaleInputD^)? (`mask` `=` $disableOutputLane^)? attr-dict `:` `(` type(operands) `)`",
}

// Tcgen05MMABlockScaleDef defines nvvm.tcgen05.mma.block_scale: matrix product into tensor memory, of operands with scales a block.
var Tcgen05MMABlockScaleDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.mma.block_scale",
	Summary: "matrix product into tensor memory, of operands with scales a block",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.mma.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "matrixD", C: ptrTensor},
		{Name: "matrixA", C: either(ptrTensor, ir.I64)},
		{Name: "matrixB", C: ir.I64},
		{Name: "idesc", C: ir.I32},
		{Name: "enableInputD", C: ir.I1},
		{Name: "scaleA", C: ptrTensor},
		{Name: "scaleB", C: ptrTensor},
	},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: MMABlockScaleKindEnum},
		{Name: "ctaGroup", Enum: CTAGroupKindEnum},
		{Name: "blockScale", Enum: Tcgen05MMABlockScaleEnum, Default: Tcgen05MMABlockScaleEnum.Default(0)},
		{Name: "collectorOp", Enum: Tcgen05MMACollectorOpEnum, Default: Tcgen05MMACollectorOpEnum.Default(0)},
	},
	Format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $scaleA `,` $scaleB attr-dict `:` `(` type(operands) `)`",
}

// Tcgen05MMASparseDef defines nvvm.tcgen05.mma.sp: matrix product into tensor memory, A sparse.
var Tcgen05MMASparseDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.mma.sp",
	Summary: "matrix product into tensor memory, A sparse",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.mma.",
	Traits:  ir.SegmentedOperands | ir.Convergent,
	In: []ir.Slot{
		{Name: "matrixD", C: ptrTensor},
		{Name: "matrixA", C: either(ptrTensor, ir.I64)},
		{Name: "matrixB", C: ir.I64},
		{Name: "idesc", C: ir.I32},
		{Name: "enableInputD", C: ir.I1},
		{Name: "sparseMetadata", C: ptrTensor},
		{Name: "scaleInputD", C: ir.I64, Arity: ir.Optional},
		{Name: "disableOutputLane", C: i32x4or8, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: Tcgen05MMAKindEnum},
		{Name: "ctaGroup", Enum: CTAGroupKindEnum},
		{Name: "collectorOp", Enum: Tcgen05MMACollectorOpEnum, Default: Tcgen05MMACollectorOpEnum.Default(0)},
		{Name: "aShift", C: ir.UnitAttrC, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $sparseMetadata (`scale` `=` $scaleInputD^)? (`mask` `=` $disableOutputLane^)? attr-dict `:` `(` type(operands) `)`",
}

// Tcgen05MMASparseBlockScaleDef defines nvvm.tcgen05.mma.sp.block_scale: matrix product into tensor memory, A sparse, of operands with scales a block.
var Tcgen05MMASparseBlockScaleDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.mma.sp.block_scale",
	Summary: "matrix product into tensor memory, A sparse, of operands with scales a block",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.mma.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "matrixD", C: ptrTensor},
		{Name: "matrixA", C: either(ptrTensor, ir.I64)},
		{Name: "matrixB", C: ir.I64},
		{Name: "idesc", C: ir.I32},
		{Name: "enableInputD", C: ir.I1},
		{Name: "sparseMetadata", C: ptrTensor},
		{Name: "scaleA", C: ptrTensor},
		{Name: "scaleB", C: ptrTensor},
	},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: MMABlockScaleKindEnum},
		{Name: "ctaGroup", Enum: CTAGroupKindEnum},
		{Name: "blockScale", Enum: Tcgen05MMABlockScaleEnum, Default: Tcgen05MMABlockScaleEnum.Default(0)},
		{Name: "collectorOp", Enum: Tcgen05MMACollectorOpEnum, Default: Tcgen05MMACollectorOpEnum.Default(0)},
	},
	Format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $sparseMetadata `,` $scaleA `,` $scaleB attr-dict `:` `(` type(operands) `)`",
}

// Tcgen05MMAWsDef defines nvvm.tcgen05.mma.ws: matrix product into tensor memory, B stationary.
var Tcgen05MMAWsDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.mma.ws",
	Summary: "matrix product into tensor memory, B stationary",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.mma.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "matrixD", C: ptrTensor},
		{Name: "matrixA", C: either(ptrTensor, ir.I64)},
		{Name: "matrixB", C: ir.I64},
		{Name: "idesc", C: ir.I32},
		{Name: "enableInputD", C: ir.I1},
		{Name: "zeroColMask", C: ir.I64, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: Tcgen05MMAKindEnum},
		{Name: "collectorBBuffer", Enum: Tcgen05MMACollectorBBufferEnum, Default: Tcgen05MMACollectorBBufferEnum.Default(0)},
		{Name: "collectorOp", Enum: Tcgen05MMACollectorOpEnum, Default: Tcgen05MMACollectorOpEnum.Default(0)},
	},
	Format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD (`,` $zeroColMask^)? attr-dict `:` `(` type(operands) `)`",
}

// Tcgen05MMAWsSparseDef defines nvvm.tcgen05.mma.ws.sp: matrix product into tensor memory, B stationary, A sparse.
var Tcgen05MMAWsSparseDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.mma.ws.sp",
	Summary: "matrix product into tensor memory, B stationary, A sparse",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.mma.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "matrixD", C: ptrTensor},
		{Name: "matrixA", C: either(ptrTensor, ir.I64)},
		{Name: "matrixB", C: ir.I64},
		{Name: "idesc", C: ir.I32},
		{Name: "enableInputD", C: ir.I1},
		{Name: "sparseMetadata", C: ptrTensor},
		{Name: "zeroColMask", C: ir.I64, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "kind", Enum: Tcgen05MMAKindEnum},
		{Name: "collectorBBuffer", Enum: Tcgen05MMACollectorBBufferEnum, Default: Tcgen05MMACollectorBBufferEnum.Default(0)},
		{Name: "collectorOp", Enum: Tcgen05MMACollectorOpEnum, Default: Tcgen05MMACollectorOpEnum.Default(0)},
	},
	Format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $sparseMetadata (`,` $zeroColMask^)? attr-dict `:` `(` type(operands) `)`",
}

// Tcgen05MmaSmemDescDef defines nvvm.tcgen05.mma_smem_desc: descriptor of a matrix in shared memory.
var Tcgen05MmaSmemDescDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.mma_smem_desc",
	Summary: "descriptor of a matrix in shared memory",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.mma.",
	In: []ir.Slot{
		{Name: "startAddr", C: ir.I32},
		{Name: "leadingDimOffset", C: ir.I32},
		{Name: "strideDimOffset", C: ir.I32},
		{Name: "baseOffset", C: ir.I8},
		{Name: "leadingDimMode", C: ir.I1},
		{Name: "swizzleMode", C: ir.I8},
	},
	Out:    []ir.Slot{{Name: "res", C: ir.I64}},
	Format: "`(` operands `)` attr-dict `:` `(` type(operands) `)` `->` type($res)",
}

// Tcgen05RelinquishAllocPermitDef defines nvvm.tcgen05.relinquish_alloc_permit: reserve no more tensor memory.
var Tcgen05RelinquishAllocPermitDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.relinquish_alloc_permit",
	Summary: "reserve no more tensor memory",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.relinquish_alloc_permit.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "group", Enum: CTAGroupKindEnum, Default: CTAGroupKindEnum.Default(0)},
	},
	Format: "attr-dict",
}

// Tcgen05ShiftDef defines nvvm.tcgen05.shift: move rows of tensor memory down by one.
var Tcgen05ShiftDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.shift",
	Summary: "move rows of tensor memory down by one",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.shift.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "taddr", C: ptrTensor},
	},
	Props: []ir.PropSlot{
		{Name: "group", Enum: CTAGroupKindEnum, Default: CTAGroupKindEnum.Default(0)},
	},
	Format: "$taddr attr-dict `:` type(operands)",
}

// Tcgen05StDef defines nvvm.tcgen05.st: store registers to tensor memory.
var Tcgen05StDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.st",
	Summary: "store registers to tensor memory",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.st.",
	Traits:  ir.Convergent,
	In: []ir.Slot{
		{Name: "tmemAddr", C: ptrTensor},
		{Name: "val", C: either(ir.I32, i32Registers)},
		{Name: "offset", C: ir.I64, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "unpack", C: ir.UnitAttrC, Optional: true},
		{Name: "shape", Enum: Tcgen05LdStShapeEnum},
	},
	Format: "$tmemAddr `,` $val (`,` $offset^)? (`unpack` $unpack^)? attr-dict `:` type($val)",
}

// Tcgen05WaitDef defines nvvm.tcgen05.wait: wait for loads or stores of tensor memory.
var Tcgen05WaitDef = &ir.OpDef{
	Name:    "nvvm.tcgen05.wait",
	Summary: "wait for loads or stores of tensor memory",
	Doc:     "PTX ISA: TensorCore 5th Generation Family Instructions: tcgen05.wait.",
	Traits:  ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "kind", Enum: Tcgen05WaitKindEnum},
	},
	Format: "$kind attr-dict",
}
