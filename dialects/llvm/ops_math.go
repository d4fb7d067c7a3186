package llvm

import "github.com/tile-opt/tile-opt/ir"

// ACosDef defines llvm.intr.acos: arc cosine.
var ACosDef = &ir.OpDef{
	Name:    "llvm.intr.acos",
	Summary: "arc cosine",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// ASinDef defines llvm.intr.asin: arc sine.
var ASinDef = &ir.OpDef{
	Name:    "llvm.intr.asin",
	Summary: "arc sine",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// ATan2Def defines llvm.intr.atan2: arc tangent of a quotient.
var ATan2Def = &ir.OpDef{
	Name:    "llvm.intr.atan2",
	Summary: "arc tangent of a quotient",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: FloatLike},
		{Name: "b", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// ATanDef defines llvm.intr.atan: arc tangent.
var ATanDef = &ir.OpDef{
	Name:    "llvm.intr.atan",
	Summary: "arc tangent",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// CopySignDef defines llvm.intr.copysign: magnitude of one value with the sign of another.
var CopySignDef = &ir.OpDef{
	Name:    "llvm.intr.copysign",
	Summary: "magnitude of one value with the sign of another",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: FloatLike},
		{Name: "b", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// CosDef defines llvm.intr.cos: cosine.
var CosDef = &ir.OpDef{
	Name:    "llvm.intr.cos",
	Summary: "cosine",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// CoshDef defines llvm.intr.cosh: hyperbolic cosine.
var CoshDef = &ir.OpDef{
	Name:    "llvm.intr.cosh",
	Summary: "hyperbolic cosine",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// Exp10Def defines llvm.intr.exp10: power of ten.
var Exp10Def = &ir.OpDef{
	Name:    "llvm.intr.exp10",
	Summary: "power of ten",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// Exp2Def defines llvm.intr.exp2: power of two.
var Exp2Def = &ir.OpDef{
	Name:    "llvm.intr.exp2",
	Summary: "power of two",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// ExpDef defines llvm.intr.exp: power of e.
var ExpDef = &ir.OpDef{
	Name:    "llvm.intr.exp",
	Summary: "power of e",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// FAbsDef defines llvm.intr.fabs: absolute value.
var FAbsDef = &ir.OpDef{
	Name:    "llvm.intr.fabs",
	Summary: "absolute value",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// FCeilDef defines llvm.intr.ceil: round up to an integral value.
var FCeilDef = &ir.OpDef{
	Name:    "llvm.intr.ceil",
	Summary: "round up to an integral value",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// FFloorDef defines llvm.intr.floor: round down to an integral value.
var FFloorDef = &ir.OpDef{
	Name:    "llvm.intr.floor",
	Summary: "round down to an integral value",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// FMADef defines llvm.intr.fma: product and sum with one rounding.
var FMADef = &ir.OpDef{
	Name:    "llvm.intr.fma",
	Summary: "product and sum with one rounding",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: FloatLike},
		{Name: "b", C: FloatLike},
		{Name: "c", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// FMulAddDef defines llvm.intr.fmuladd: product and sum, fused when that is faster.
var FMulAddDef = &ir.OpDef{
	Name:    "llvm.intr.fmuladd",
	Summary: "product and sum, fused when that is faster",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: FloatLike},
		{Name: "b", C: FloatLike},
		{Name: "c", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// FTruncDef defines llvm.intr.trunc: round towards zero to an integral value.
var FTruncDef = &ir.OpDef{
	Name:    "llvm.intr.trunc",
	Summary: "round towards zero to an integral value",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// IsFPClassDef defines llvm.intr.is.fpclass: whether a value is in a set of floating-point classes.
var IsFPClassDef = &ir.OpDef{
	Name:    "llvm.intr.is.fpclass",
	Summary: "whether a value is in a set of floating-point classes",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "bit", C: ir.I32AttrC, Type: i32Type},
	},
}

// LlrintDef defines llvm.intr.llrint: round to a 64-bit integer in the current mode.
var LlrintDef = &ir.OpDef{
	Name:    "llvm.intr.llrint",
	Summary: "round to a 64-bit integer in the current mode",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: FloatLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// LlroundDef defines llvm.intr.llround: round to a 64-bit integer, ties away from zero.
var LlroundDef = &ir.OpDef{
	Name:    "llvm.intr.llround",
	Summary: "round to a 64-bit integer, ties away from zero",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: AnyFloat},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// LoadExpDef defines llvm.intr.ldexp: product with a power of two.
var LoadExpDef = &ir.OpDef{
	Name:    "llvm.intr.ldexp",
	Summary: "product with a power of two",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: FloatLike},
		{Name: "power", C: ir.SignlessInt},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// Log10Def defines llvm.intr.log10: decimal logarithm.
var Log10Def = &ir.OpDef{
	Name:    "llvm.intr.log10",
	Summary: "decimal logarithm",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// Log2Def defines llvm.intr.log2: binary logarithm.
var Log2Def = &ir.OpDef{
	Name:    "llvm.intr.log2",
	Summary: "binary logarithm",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// LogDef defines llvm.intr.log: natural logarithm.
var LogDef = &ir.OpDef{
	Name:    "llvm.intr.log",
	Summary: "natural logarithm",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// LrintDef defines llvm.intr.lrint: round to an integer in the current mode.
var LrintDef = &ir.OpDef{
	Name:    "llvm.intr.lrint",
	Summary: "round to an integer in the current mode",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: FloatLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// LroundDef defines llvm.intr.lround: round to an integer, ties away from zero.
var LroundDef = &ir.OpDef{
	Name:    "llvm.intr.lround",
	Summary: "round to an integer, ties away from zero",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: FloatLike},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// MaxNumDef defines llvm.intr.maxnum: larger value.
var MaxNumDef = &ir.OpDef{
	Name:    "llvm.intr.maxnum",
	Summary: "larger value; a NaN loses",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: FloatLike},
		{Name: "b", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// MaximumDef defines llvm.intr.maximum: larger value.
var MaximumDef = &ir.OpDef{
	Name:    "llvm.intr.maximum",
	Summary: "larger value; a NaN wins",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: FloatLike},
		{Name: "b", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// MinNumDef defines llvm.intr.minnum: smaller value.
var MinNumDef = &ir.OpDef{
	Name:    "llvm.intr.minnum",
	Summary: "smaller value; a NaN loses",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: FloatLike},
		{Name: "b", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// MinimumDef defines llvm.intr.minimum: smaller value.
var MinimumDef = &ir.OpDef{
	Name:    "llvm.intr.minimum",
	Summary: "smaller value; a NaN wins",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: FloatLike},
		{Name: "b", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// NearbyintDef defines llvm.intr.nearbyint: round to an integral value in the current mode, quietly.
var NearbyintDef = &ir.OpDef{
	Name:    "llvm.intr.nearbyint",
	Summary: "round to an integral value in the current mode, quietly",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// PowIDef defines llvm.intr.powi: integer power.
var PowIDef = &ir.OpDef{
	Name:    "llvm.intr.powi",
	Summary: "integer power",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: FloatLike},
		{Name: "power", C: ir.SignlessInt},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// PowDef defines llvm.intr.pow: power.
var PowDef = &ir.OpDef{
	Name:    "llvm.intr.pow",
	Summary: "power",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "a", C: FloatLike},
		{Name: "b", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// RintDef defines llvm.intr.rint: round to an integral value in the current mode.
var RintDef = &ir.OpDef{
	Name:    "llvm.intr.rint",
	Summary: "round to an integral value in the current mode",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// RoundEvenDef defines llvm.intr.roundeven: round to an integral value, ties to even.
var RoundEvenDef = &ir.OpDef{
	Name:    "llvm.intr.roundeven",
	Summary: "round to an integral value, ties to even",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// RoundDef defines llvm.intr.round: round to an integral value, ties away from zero.
var RoundDef = &ir.OpDef{
	Name:    "llvm.intr.round",
	Summary: "round to an integral value, ties away from zero",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SinDef defines llvm.intr.sin: sine.
var SinDef = &ir.OpDef{
	Name:    "llvm.intr.sin",
	Summary: "sine",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SinhDef defines llvm.intr.sinh: hyperbolic sine.
var SinhDef = &ir.OpDef{
	Name:    "llvm.intr.sinh",
	Summary: "hyperbolic sine",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SqrtDef defines llvm.intr.sqrt: square root.
var SqrtDef = &ir.OpDef{
	Name:    "llvm.intr.sqrt",
	Summary: "square root",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// TanDef defines llvm.intr.tan: tangent.
var TanDef = &ir.OpDef{
	Name:    "llvm.intr.tan",
	Summary: "tangent",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// TanhDef defines llvm.intr.tanh: hyperbolic tangent.
var TanhDef = &ir.OpDef{
	Name:    "llvm.intr.tanh",
	Summary: "hyperbolic tangent",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "in", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// VectorReduceFAddDef defines llvm.intr.vector.reduce.fadd: floating-point sum of a start value and the elements.
var VectorReduceFAddDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.fadd",
	Summary: "floating-point sum of a start value and the elements",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "start_value", C: ir.AnyFloat},
		{Name: "input", C: FloatVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
}

// VectorReduceFMaxDef defines llvm.intr.vector.reduce.fmax: largest floating-point element.
var VectorReduceFMaxDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.fmax",
	Summary: "largest floating-point element",
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

// VectorReduceFMinDef defines llvm.intr.vector.reduce.fmin: smallest floating-point element.
var VectorReduceFMinDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.fmin",
	Summary: "smallest floating-point element",
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

// VectorReduceFMulDef defines llvm.intr.vector.reduce.fmul: floating-point product of a start value and the elements.
var VectorReduceFMulDef = &ir.OpDef{
	Name:    "llvm.intr.vector.reduce.fmul",
	Summary: "floating-point product of a start value and the elements",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameElementTypes,
	In: []ir.Slot{
		{Name: "start_value", C: ir.AnyFloat},
		{Name: "input", C: FloatVector},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
}
