package llvm

import "github.com/tile-opt/tile-opt/ir"

// AbsDef defines llvm.intr.abs: absolute value of a signed integer.
var AbsDef = &ir.OpDef{
	Name:    "llvm.intr.abs",
	Summary: "absolute value of a signed integer",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "in", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "is_int_min_poison", C: ir.BoolAttrC},
	},
}

// BitReverseDef defines llvm.intr.bitreverse: bits in reverse order.
var BitReverseDef = &ir.OpDef{
	Name:    "llvm.intr.bitreverse",
	Summary: "bits in reverse order",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// ByteSwapDef defines llvm.intr.bswap: bytes in reverse order.
var ByteSwapDef = &ir.OpDef{
	Name:    "llvm.intr.bswap",
	Summary: "bytes in reverse order",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// CountLeadingZerosDef defines llvm.intr.ctlz: number of leading zero bits.
var CountLeadingZerosDef = &ir.OpDef{
	Name:    "llvm.intr.ctlz",
	Summary: "number of leading zero bits",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "is_zero_poison", C: ir.BoolAttrC},
	},
}

// CountTrailingZerosDef defines llvm.intr.cttz: number of trailing zero bits.
var CountTrailingZerosDef = &ir.OpDef{
	Name:    "llvm.intr.cttz",
	Summary: "number of trailing zero bits",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "is_zero_poison", C: ir.BoolAttrC},
	},
}

// CtPopDef defines llvm.intr.ctpop: number of set bits.
var CtPopDef = &ir.OpDef{
	Name:    "llvm.intr.ctpop",
	Summary: "number of set bits",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// FshlDef defines llvm.intr.fshl: high half of a left shift of two joined integers.
var FshlDef = &ir.OpDef{
	Name:    "llvm.intr.fshl",
	Summary: "high half of a left shift of two joined integers",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
		{Name: "c", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// FshrDef defines llvm.intr.fshr: low half of a right shift of two joined integers.
var FshrDef = &ir.OpDef{
	Name:    "llvm.intr.fshr",
	Summary: "low half of a right shift of two joined integers",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
		{Name: "c", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SAddSatDef defines llvm.intr.sadd.sat: signed sum, saturated.
var SAddSatDef = &ir.OpDef{
	Name:    "llvm.intr.sadd.sat",
	Summary: "signed sum, saturated",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SAddWithOverflowDef defines llvm.intr.sadd.with.overflow: signed sum and whether it overflowed.
var SAddWithOverflowDef = &ir.OpDef{
	Name:    "llvm.intr.sadd.with.overflow",
	Summary: "signed sum and whether it overflowed",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandElementTypes,
	In: []ir.Slot{
		{Name: "arg0", C: IntLike},
		{Name: "arg1", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// SCmpDef defines llvm.intr.scmp: signed three-way comparison.
var SCmpDef = &ir.OpDef{
	Name:    "llvm.intr.scmp",
	Summary: "signed three-way comparison",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SMaxDef defines llvm.intr.smax: larger signed integer.
var SMaxDef = &ir.OpDef{
	Name:    "llvm.intr.smax",
	Summary: "larger signed integer",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SMinDef defines llvm.intr.smin: smaller signed integer.
var SMinDef = &ir.OpDef{
	Name:    "llvm.intr.smin",
	Summary: "smaller signed integer",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SMulWithOverflowDef defines llvm.intr.smul.with.overflow: signed product and whether it overflowed.
var SMulWithOverflowDef = &ir.OpDef{
	Name:    "llvm.intr.smul.with.overflow",
	Summary: "signed product and whether it overflowed",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandElementTypes,
	In: []ir.Slot{
		{Name: "arg0", C: IntLike},
		{Name: "arg1", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// SSHLSatDef defines llvm.intr.sshl.sat: signed left shift, saturated.
var SSHLSatDef = &ir.OpDef{
	Name:    "llvm.intr.sshl.sat",
	Summary: "signed left shift, saturated",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SSubSatDef defines llvm.intr.ssub.sat: signed difference, saturated.
var SSubSatDef = &ir.OpDef{
	Name:    "llvm.intr.ssub.sat",
	Summary: "signed difference, saturated",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SSubWithOverflowDef defines llvm.intr.ssub.with.overflow: signed difference and whether it overflowed.
var SSubWithOverflowDef = &ir.OpDef{
	Name:    "llvm.intr.ssub.with.overflow",
	Summary: "signed difference and whether it overflowed",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandElementTypes,
	In: []ir.Slot{
		{Name: "arg0", C: IntLike},
		{Name: "arg1", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// UAddSatDef defines llvm.intr.uadd.sat: unsigned sum, saturated.
var UAddSatDef = &ir.OpDef{
	Name:    "llvm.intr.uadd.sat",
	Summary: "unsigned sum, saturated",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// UAddWithOverflowDef defines llvm.intr.uadd.with.overflow: unsigned sum and whether it overflowed.
var UAddWithOverflowDef = &ir.OpDef{
	Name:    "llvm.intr.uadd.with.overflow",
	Summary: "unsigned sum and whether it overflowed",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandElementTypes,
	In: []ir.Slot{
		{Name: "arg0", C: IntLike},
		{Name: "arg1", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// UCmpDef defines llvm.intr.ucmp: unsigned three-way comparison.
var UCmpDef = &ir.OpDef{
	Name:    "llvm.intr.ucmp",
	Summary: "unsigned three-way comparison",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// UMaxDef defines llvm.intr.umax: larger unsigned integer.
var UMaxDef = &ir.OpDef{
	Name:    "llvm.intr.umax",
	Summary: "larger unsigned integer",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// UMinDef defines llvm.intr.umin: smaller unsigned integer.
var UMinDef = &ir.OpDef{
	Name:    "llvm.intr.umin",
	Summary: "smaller unsigned integer",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// UMulWithOverflowDef defines llvm.intr.umul.with.overflow: unsigned product and whether it overflowed.
var UMulWithOverflowDef = &ir.OpDef{
	Name:    "llvm.intr.umul.with.overflow",
	Summary: "unsigned product and whether it overflowed",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandElementTypes,
	In: []ir.Slot{
		{Name: "arg0", C: IntLike},
		{Name: "arg1", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// USHLSatDef defines llvm.intr.ushl.sat: unsigned left shift, saturated.
var USHLSatDef = &ir.OpDef{
	Name:    "llvm.intr.ushl.sat",
	Summary: "unsigned left shift, saturated",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// USubSatDef defines llvm.intr.usub.sat: unsigned difference, saturated.
var USubSatDef = &ir.OpDef{
	Name:    "llvm.intr.usub.sat",
	Summary: "unsigned difference, saturated",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: IntLike},
		{Name: "b", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// USubWithOverflowDef defines llvm.intr.usub.with.overflow: unsigned difference and whether it overflowed.
var USubWithOverflowDef = &ir.OpDef{
	Name:    "llvm.intr.usub.with.overflow",
	Summary: "unsigned difference and whether it overflowed",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandElementTypes,
	In: []ir.Slot{
		{Name: "arg0", C: IntLike},
		{Name: "arg1", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorReduceAddDef defines llvm.intr.vector.reduce.add: integer sum of the elements.
var VectorReduceAddDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.add",
	Summary: "integer sum of the elements",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: IntVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorReduceAndDef defines llvm.intr.vector.reduce.and: bitwise and of the elements.
var VectorReduceAndDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.and",
	Summary: "bitwise and of the elements",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: IntVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorReduceMulDef defines llvm.intr.vector.reduce.mul: integer product of the elements.
var VectorReduceMulDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.mul",
	Summary: "integer product of the elements",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: IntVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorReduceOrDef defines llvm.intr.vector.reduce.or: bitwise or of the elements.
var VectorReduceOrDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.or",
	Summary: "bitwise or of the elements",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: IntVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorReduceSMaxDef defines llvm.intr.vector.reduce.smax: largest signed element.
var VectorReduceSMaxDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.smax",
	Summary: "largest signed element",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: IntVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorReduceSMinDef defines llvm.intr.vector.reduce.smin: smallest signed element.
var VectorReduceSMinDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.smin",
	Summary: "smallest signed element",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: IntVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorReduceUMaxDef defines llvm.intr.vector.reduce.umax: largest unsigned element.
var VectorReduceUMaxDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.umax",
	Summary: "largest unsigned element",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: IntVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorReduceUMinDef defines llvm.intr.vector.reduce.umin: smallest unsigned element.
var VectorReduceUMinDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.umin",
	Summary: "smallest unsigned element",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: IntVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// VectorReduceXorDef defines llvm.intr.vector.reduce.xor: bitwise exclusive or of the elements.
var VectorReduceXorDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.xor",
	Summary: "bitwise exclusive or of the elements",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "in", C: IntVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}
