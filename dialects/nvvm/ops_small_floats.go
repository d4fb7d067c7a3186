package nvvm

import "github.com/tile-opt/tile-opt/ir"

// ConvertBF16x2ToF8x2Def defines nvvm.convert.bf16x2.to.f8x2: two bf16 to two 8-bit floats.
var ConvertBF16x2ToF8x2Def = &ir.OpDef{
	Name:    "nvvm.convert.bf16x2.to.f8x2",
	Summary: "two bf16 to two 8-bit floats",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	In: []ir.Slot{
		{Name: "a", C: bf16x2},
	},
	Out: []ir.Slot{{Name: "dst", C: either(ir.I16, i8x2)}},
	Props: []ir.PropSlot{
		{Name: "rnd", Enum: FPRoundingModeEnum, Default: FPRoundingModeEnum.Default(0)},
		{Name: "sat", Enum: SaturationModeEnum, Default: SaturationModeEnum.Default(0)},
		{Name: "dstTy", C: ir.TypeAttrC},
	},
	Format: "$a attr-dict `:` type($a) `->` type($dst) `(` $dstTy `)`",
}

// ConvertF32x2ToF4x2Def defines nvvm.convert.f32x2.to.f4x2: two f32 to two 4-bit floats.
var ConvertF32x2ToF4x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f32x2.to.f4x2",
	Summary: "two f32 to two 4-bit floats",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	In: []ir.Slot{
		{Name: "a", C: f32C},
		{Name: "b", C: f32C},
	},
	Out: []ir.Slot{{Name: "dst", C: ir.I8}},
	Props: []ir.PropSlot{
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "dstTy", C: ir.TypeAttrC},
	},
	Format: "$a `,` $b attr-dict `:` type($dst) `(` $dstTy `)`",
}

// ConvertF32x2ToF6x2Def defines nvvm.convert.f32x2.to.f6x2: two f32 to two 6-bit floats.
var ConvertF32x2ToF6x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f32x2.to.f6x2",
	Summary: "two f32 to two 6-bit floats",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	In: []ir.Slot{
		{Name: "a", C: f32C},
		{Name: "b", C: f32C},
	},
	Out: []ir.Slot{{Name: "dst", C: either(ir.I16, i8x2)}},
	Props: []ir.PropSlot{
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "dstTy", C: ir.TypeAttrC},
	},
	Format: "$a `,` $b attr-dict `:` type($dst) `(` $dstTy `)`",
}

// ConvertF32x4ToF4x4Def defines nvvm.convert.f32x4.to.f4x4: four f32 to four 4-bit floats, rounded by random bits.
var ConvertF32x4ToF4x4Def = &ir.OpDef{
	Name:    "nvvm.convert.f32x4.to.f4x4",
	Summary: "four f32 to four 4-bit floats, rounded by random bits",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "src", C: f32x4},
		{Name: "rbits", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "dst", C: ir.I16}},
	Props: []ir.PropSlot{
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "dstTy", C: ir.TypeAttrC},
	},
	Format: "$src `,` $rbits attr-dict `:` type($src) `->` type($dst) `(` $dstTy `)`",
}

// ConvertF32x4ToF6x4Def defines nvvm.convert.f32x4.to.f6x4: four f32 to four 6-bit floats, rounded by random bits.
var ConvertF32x4ToF6x4Def = &ir.OpDef{
	Name:    "nvvm.convert.f32x4.to.f6x4",
	Summary: "four f32 to four 6-bit floats, rounded by random bits",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "src", C: f32x4},
		{Name: "rbits", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "dst", C: i8x4}},
	Props: []ir.PropSlot{
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "dstTy", C: ir.TypeAttrC},
	},
	Format: "$src `,` $rbits attr-dict `:` type($src) `->` type($dst) `(` $dstTy `)`",
}

// ConvertF32x4ToF8x4Def defines nvvm.convert.f32x4.to.f8x4: four f32 to four 8-bit floats, rounded by random bits.
var ConvertF32x4ToF8x4Def = &ir.OpDef{
	Name:    "nvvm.convert.f32x4.to.f8x4",
	Summary: "four f32 to four 8-bit floats, rounded by random bits",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "src", C: f32x4},
		{Name: "rbits", C: ir.I32},
	},
	Out: []ir.Slot{{Name: "dst", C: i8x4}},
	Props: []ir.PropSlot{
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "dstTy", C: ir.TypeAttrC},
	},
	Format: "$src `,` $rbits attr-dict `:` type($src) `->` type($dst) `(` $dstTy `)`",
}

// ConvertF4x2ToF16x2Def defines nvvm.convert.f4x2.to.f16x2: two 4-bit floats to two f16.
var ConvertF4x2ToF16x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f4x2.to.f16x2",
	Summary: "two 4-bit floats to two f16",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	In: []ir.Slot{
		{Name: "src", C: ir.I8},
	},
	Out: []ir.Slot{{Name: "dst", C: f16x2}},
	Props: []ir.PropSlot{
		{Name: "relu", C: ir.BoolAttrC, Default: falseAttr},
		{Name: "srcType", C: ir.TypeAttrC},
	},
	Format: "$src attr-dict `:` type($src) `(` $srcType `)` `->` type($dst)",
}

// ConvertF6x2ToF16x2Def defines nvvm.convert.f6x2.to.f16x2: two 6-bit floats to two f16.
var ConvertF6x2ToF16x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f6x2.to.f16x2",
	Summary: "two 6-bit floats to two f16",
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

// ConvertF8x2ToBF16x2Def defines nvvm.convert.f8x2.to.bf16x2: two 8-bit floats to two bf16.
var ConvertF8x2ToBF16x2Def = &ir.OpDef{
	Name:    "nvvm.convert.f8x2.to.bf16x2",
	Summary: "two 8-bit floats to two bf16",
	Doc:     "PTX ISA: Data Movement and Conversion Instructions: cvt.",
	In: []ir.Slot{
		{Name: "src", C: i8x2},
	},
	Out: []ir.Slot{{Name: "dst", C: bf16x2}},
	Props: []ir.PropSlot{
		{Name: "srcType", C: ir.TypeAttrC},
	},
	Format: "$src attr-dict `:` type($src) `(` $srcType `)` `->` type($dst)",
}
