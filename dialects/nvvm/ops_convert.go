package nvvm

import "github.com/tile-opt/tile-opt/ir"

// ConvertF32x2ToF16x2Def defines nvvm.convert.f32x2.to.f16x2: two f32 to a packed f16 pair.
var ConvertF32x2ToF16x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f32x2.to.f16x2",
	Summary: "two f32 to a packed f16 pair; the first goes to the high half",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "src_hi", C: f32C},
		{Name: "src_lo", C: f32C},
		{Name: "random_bits", C: ir.I32, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "dst", C: f16x2}},
	Props: []ir.PropSlot{
		{Name: "rnd", Enum: FPRoundingModeEnum, Default: FPRoundingModeEnum.Default(0)},
		{Name: "sat", Enum: SaturationModeEnum, Default: SaturationModeEnum.Default(0)},
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$src_hi `,` $src_lo (`,` $random_bits^)? attr-dict `:` type($dst)",
}

// ConvertF32x2ToBF16x2Def defines nvvm.convert.f32x2.to.bf16x2: two f32 to a packed bf16 pair.
var ConvertF32x2ToBF16x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f32x2.to.bf16x2",
	Summary: "two f32 to a packed bf16 pair; the first goes to the high half",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "src_hi", C: f32C},
		{Name: "src_lo", C: f32C},
		{Name: "random_bits", C: ir.I32, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "dst", C: bf16x2}},
	Props: []ir.PropSlot{
		{Name: "rnd", Enum: FPRoundingModeEnum, Default: FPRoundingModeEnum.Default(0)},
		{Name: "sat", Enum: SaturationModeEnum, Default: SaturationModeEnum.Default(0)},
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$src_hi `,` $src_lo (`,` $random_bits^)? attr-dict `:` type($dst)",
}

// ConvertF32x2ToF8x2Def defines nvvm.convert.f32x2.to.f8x2: two f32 to two 8-bit floats.
var ConvertF32x2ToF8x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f32x2.to.f8x2",
	Summary: "two f32 to two 8-bit floats; the first goes to the high byte",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	In: []ir.Slot{
		{Name: "a", C: f32C},
		{Name: "b", C: f32C},
	},
	Out: []ir.Slot{{Name: "dst", C: i16OrI8x2}},
	Props: []ir.PropSlot{
		{Name: "rnd", Enum: FPRoundingModeEnum, Default: FPRoundingModeEnum.Default(0)},
		{Name: "sat", Enum: SaturationModeEnum, Default: SaturationModeEnum.Default(0)},
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "dstTy", C: ir.TypeAttrC},
	},
	Format: "$a `,` $b attr-dict `:` type($dst) `(` $dstTy `)`",
}

// ConvertF16x2ToF8x2Def defines nvvm.convert.f16x2.to.f8x2: two f16 to two 8-bit floats.
var ConvertF16x2ToF8x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f16x2.to.f8x2",
	Summary: "two f16 to two 8-bit floats",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	In: []ir.Slot{
		{Name: "a", C: f16x2},
	},
	Out: []ir.Slot{{Name: "dst", C: i16OrI8x2}},
	Props: []ir.PropSlot{
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "dstTy", C: ir.TypeAttrC},
	},
	Format: "$a attr-dict `:` type($a) `->` type($dst) `(` $dstTy `)`",
}

// ConvertF8x2ToF16x2Def defines nvvm.convert.f8x2.to.f16x2: two 8-bit floats to two f16.
var ConvertF8x2ToF16x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f8x2.to.f16x2",
	Summary: "two 8-bit floats to two f16",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	In: []ir.Slot{
		{Name: "src", C: i8x2},
	},
	Out: []ir.Slot{{Name: "dst", C: f16x2}},
	Props: []ir.PropSlot{
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "srcType", C: ir.TypeAttrC},
	},
	Format: "$src attr-dict `:` type($src) `(` $srcType `)` `->` type($dst)",
}

// ConvertFloatToTF32Def defines nvvm.convert.float.to.tf32: f32 to tf32 in a 32-bit register.
var ConvertFloatToTF32Def = &ir.OpDef{
	Name:    "nvvm.convert.float.to.tf32",
	Summary: "f32 to tf32 in a 32-bit register",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	In: []ir.Slot{
		{Name: "src", C: f32C},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I32}},
	Props: []ir.PropSlot{
		{Name: "rnd", Enum: FPRoundingModeEnum, Default: FPRoundingModeEnum.Default(0)},
		{Name: "sat", Enum: SaturationModeEnum, Default: SaturationModeEnum.Default(0)},
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
	},
	Format: "$src attr-dict",
}

// RcpApproxFtzF32Def defines nvvm.rcp.approx.ftz.f: approximate reciprocal, subnormals flushed.
var RcpApproxFtzF32Def = &ir.OpDef{
	Name:    "nvvm.rcp.approx.ftz.f",
	Summary: "approximate reciprocal, subnormals flushed",
	Doc:     "PTX ISA: Floating Point Instructions: rcp.approx.ftz.f64 and rcp.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: f32C},
	},
	Out:    []ir.Slot{{Name: "res", C: f32C}},
	Format: "$arg attr-dict `:` type($res)",
}

// PrmtDef defines nvvm.prmt: pick bytes of two registers.
var PrmtDef = &ir.OpDef{
	Name:    "nvvm.prmt",
	Summary: "pick bytes of two registers",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: prmt.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "lo", C: ir.I32},
		{Name: "hi", C: ir.I32, Arity: ir.Optional},
		{Name: "selector", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I32}},
	Props: []ir.PropSlot{
		{Name: "mode", Enum: PermuteModeEnum},
	},
	Format: "$mode $selector `,` $lo (`,` $hi^)? attr-dict `:` type($res)",
}

// DotAccumulate2WayDef defines nvvm.dot.accumulate.2way: dot product of two 16-bit by two 8-bit integers, added to a 32-bit one.
var DotAccumulate2WayDef = &ir.OpDef{
	Name:    "nvvm.dot.accumulate.2way",
	Summary: "dot product of two 16-bit by two 8-bit integers, added to a 32-bit one",
	Doc:     "PTX ISA: Integer Arithmetic Instructions: dp2a.",
	In: []ir.Slot{
		{Name: "a", C: i16x2},
		{Name: "b", C: i8x4},
		{Name: "c", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I32}},
	Props: []ir.PropSlot{
		{Name: "a_type", Enum: DotAccumulateTypeEnum},
		{Name: "b_type", Enum: DotAccumulateTypeEnum},
		{Name: "b_hi", C: ir.BoolAttrC},
	},
	Format: "$a $a_type `,` $b $b_type `,` $c attr-dict `:` type($a) `,` type($b)",
}

// DotAccumulate4WayDef defines nvvm.dot.accumulate.4way: dot product of four 8-bit integers, added to a 32-bit one.
var DotAccumulate4WayDef = &ir.OpDef{
	Name:    "nvvm.dot.accumulate.4way",
	Summary: "dot product of four 8-bit integers, added to a 32-bit one",
	Doc:     "PTX ISA: Integer Arithmetic Instructions: dp4a.",
	In: []ir.Slot{
		{Name: "a", C: i8x4},
		{Name: "b", C: i8x4},
		{Name: "c", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "res", C: ir.I32}},
	Props: []ir.PropSlot{
		{Name: "a_type", Enum: DotAccumulateTypeEnum},
		{Name: "b_type", Enum: DotAccumulateTypeEnum},
	},
	Format: "$a $a_type `,` $b $b_type `,` $c attr-dict `:` type($a) `,` type($b)",
}

// InlinePtxDef defines nvvm.inline_ptx: PTX text with read, written and read-write operands.
var InlinePtxDef = &ir.OpDef{
	Name:    "nvvm.inline_ptx",
	Summary: "PTX text with read, written and read-write operands",
	Doc:     "Placeholders are {$r0} for read, {$w0} for written and {$rw0} for both.",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "readOnlyArgs", C: ir.AnyType, Arity: ir.Variadic},
		{Name: "readWriteArgs", C: ir.AnyType, Arity: ir.Variadic},
		{Name: "predicate", C: ir.I1, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "writeOnlyArgs", C: ir.AnyType, Arity: ir.Variadic}},
	Props: []ir.PropSlot{
		{Name: "ptxCode", C: ir.StrAttrC},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC, Optional: true},
	},
	Format: "$ptxCode ( `ro` `(` $readOnlyArgs^ `:` type($readOnlyArgs) `)` )? ( `rw` `(` $readWriteArgs^ `:` type($readWriteArgs) `)` )? (`,` `predicate` `=` $predicate^)? attr-dict ( `->` type($writeOnlyArgs)^ )?",
}
