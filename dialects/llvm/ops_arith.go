package llvm

import "github.com/tile-opt/tile-opt/ir"

// AddDef defines llvm.add: integer sum.
var AddDef = &ir.OpDef{
	Name:    "llvm.add",
	Summary: "integer sum",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.Commutative | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "overflowFlags", Enum: IntegerOverflowFlagsEnum, Default: IntegerOverflowFlagsEnum.Default(0), Native: true},
	},
	Format: "$lhs `,` $rhs (`overflow` `<` $overflowFlags^ `>`)? attr-dict `:` type($res)",
}

// SubDef defines llvm.sub: integer difference.
var SubDef = &ir.OpDef{
	Name:    "llvm.sub",
	Summary: "integer difference",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "overflowFlags", Enum: IntegerOverflowFlagsEnum, Default: IntegerOverflowFlagsEnum.Default(0), Native: true},
	},
	Format: "$lhs `,` $rhs (`overflow` `<` $overflowFlags^ `>`)? attr-dict `:` type($res)",
}

// MulDef defines llvm.mul: integer product.
var MulDef = &ir.OpDef{
	Name:    "llvm.mul",
	Summary: "integer product",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.Commutative | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "overflowFlags", Enum: IntegerOverflowFlagsEnum, Default: IntegerOverflowFlagsEnum.Default(0), Native: true},
	},
	Format: "$lhs `,` $rhs (`overflow` `<` $overflowFlags^ `>`)? attr-dict `:` type($res)",
}

// UDivDef defines llvm.udiv: unsigned quotient.
var UDivDef = &ir.OpDef{
	Name:    "llvm.udiv",
	Summary: "unsigned quotient",
	Doc:     "Division by zero is undefined.",
	Traits:  ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "isExact", C: ir.UnitAttrC, Optional: true},
	},
	Format: "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
}

// SDivDef defines llvm.sdiv: signed quotient, rounded towards zero.
var SDivDef = &ir.OpDef{
	Name:    "llvm.sdiv",
	Summary: "signed quotient, rounded towards zero",
	Doc:     "Division by zero and the quotient that overflows are undefined.",
	Traits:  ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "isExact", C: ir.UnitAttrC, Optional: true},
	},
	Format: "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
}

// URemDef defines llvm.urem: unsigned remainder.
var URemDef = &ir.OpDef{
	Name:    "llvm.urem",
	Summary: "unsigned remainder",
	Doc:     "Division by zero is undefined.",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "$lhs `,` $rhs attr-dict `:` type($res)",
}

// SRemDef defines llvm.srem: signed remainder with the sign of the dividend.
var SRemDef = &ir.OpDef{
	Name:    "llvm.srem",
	Summary: "signed remainder with the sign of the dividend",
	Doc:     "Division by zero is undefined.",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "$lhs `,` $rhs attr-dict `:` type($res)",
}

// AndDef defines llvm.and: bitwise and.
var AndDef = &ir.OpDef{
	Name:    "llvm.and",
	Summary: "bitwise and",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "$lhs `,` $rhs attr-dict `:` type($res)",
}

// OrDef defines llvm.or: bitwise or.
var OrDef = &ir.OpDef{
	Name:    "llvm.or",
	Summary: "bitwise or",
	Doc:     "With isDisjoint no bit is set in both operands.",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "isDisjoint", C: ir.UnitAttrC, Optional: true},
	},
	Format: "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)",
}

// XOrDef defines llvm.xor: bitwise exclusive or.
var XOrDef = &ir.OpDef{
	Name:    "llvm.xor",
	Summary: "bitwise exclusive or",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "$lhs `,` $rhs attr-dict `:` type($res)",
}

// ShlDef defines llvm.shl: left shift.
var ShlDef = &ir.OpDef{
	Name:    "llvm.shl",
	Summary: "left shift",
	Doc:     "A shift by the width or more is poison.",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "overflowFlags", Enum: IntegerOverflowFlagsEnum, Default: IntegerOverflowFlagsEnum.Default(0), Native: true},
	},
	Format: "$lhs `,` $rhs (`overflow` `<` $overflowFlags^ `>`)? attr-dict `:` type($res)",
}

// LShrDef defines llvm.lshr: right shift that brings in zeros.
var LShrDef = &ir.OpDef{
	Name:    "llvm.lshr",
	Summary: "right shift that brings in zeros",
	Doc:     "A shift by the width or more is poison.",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "isExact", C: ir.UnitAttrC, Optional: true},
	},
	Format: "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
}

// AShrDef defines llvm.ashr: right shift that copies the sign.
var AShrDef = &ir.OpDef{
	Name:    "llvm.ashr",
	Summary: "right shift that copies the sign",
	Doc:     "A shift by the width or more is poison.",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntLike},
		{Name: "rhs", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "isExact", C: ir.UnitAttrC, Optional: true},
	},
	Format: "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
}

// ICmpDef defines llvm.icmp: integer or pointer comparison.
var ICmpDef = &ir.OpDef{
	Name:    "llvm.icmp",
	Summary: "integer or pointer comparison",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandTypes,
	In: []ir.Slot{
		{Name: "lhs", C: IntOrPointerLike},
		{Name: "rhs", C: IntOrPointerLike},
	},
	Out: []ir.Slot{{Name: "res", C: BoolLike}},
	Props: []ir.PropSlot{
		{Name: "predicate", Enum: ICmpPredicateEnum},
	},
}

// FCmpDef defines llvm.fcmp: floating-point comparison.
var FCmpDef = &ir.OpDef{
	Name:    "llvm.fcmp",
	Summary: "floating-point comparison",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameOperandTypes,
	In: []ir.Slot{
		{Name: "lhs", C: FloatLike},
		{Name: "rhs", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: BoolLike}},
	Props: []ir.PropSlot{
		{Name: "predicate", Enum: FCmpPredicateEnum},
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
}

// FAddDef defines llvm.fadd: floating-point sum.
var FAddDef = &ir.OpDef{
	Name:    "llvm.fadd",
	Summary: "floating-point sum",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: FloatLike},
		{Name: "rhs", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: FloatLike}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "$lhs `,` $rhs attr-dict `:` type($res)",
}

// FSubDef defines llvm.fsub: floating-point difference.
var FSubDef = &ir.OpDef{
	Name:    "llvm.fsub",
	Summary: "floating-point difference",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: FloatLike},
		{Name: "rhs", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: FloatLike}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "$lhs `,` $rhs attr-dict `:` type($res)",
}

// FMulDef defines llvm.fmul: floating-point product.
var FMulDef = &ir.OpDef{
	Name:    "llvm.fmul",
	Summary: "floating-point product",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: FloatLike},
		{Name: "rhs", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: FloatLike}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "$lhs `,` $rhs attr-dict `:` type($res)",
}

// FDivDef defines llvm.fdiv: floating-point quotient.
var FDivDef = &ir.OpDef{
	Name:    "llvm.fdiv",
	Summary: "floating-point quotient",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: FloatLike},
		{Name: "rhs", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: FloatLike}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "$lhs `,` $rhs attr-dict `:` type($res)",
}

// FRemDef defines llvm.frem: floating-point remainder with the sign of the dividend.
var FRemDef = &ir.OpDef{
	Name:    "llvm.frem",
	Summary: "floating-point remainder with the sign of the dividend",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "lhs", C: FloatLike},
		{Name: "rhs", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: FloatLike}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "$lhs `,` $rhs attr-dict `:` type($res)",
}

// FNegDef defines llvm.fneg: floating-point negation.
var FNegDef = &ir.OpDef{
	Name:    "llvm.fneg",
	Summary: "floating-point negation",
	Doc:     "Flips the sign bit, of a NaN too.",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "operand", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: FloatLike}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "$operand attr-dict `:` type($res)",
}

// SelectDef defines llvm.select: choose one of two values by a condition.
var SelectDef = &ir.OpDef{
	Name:    "llvm.select",
	Summary: "choose one of two values by a condition",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "condition", C: BoolLike},
		{Name: "trueValue", C: AnyLLVM},
		{Name: "falseValue", C: AnyLLVM},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Same:   [][]string{{"trueValue", "falseValue", "res"}},
	Format: "$condition `,` $trueValue `,` $falseValue attr-dict `:` type($condition) `,` type($res)",
}

// FreezeDef defines llvm.freeze: replace poison and undef by some fixed value.
var FreezeDef = &ir.OpDef{
	Name:    "llvm.freeze",
	Summary: "replace poison and undef by some fixed value",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "val", C: AnyLLVM},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Same:   [][]string{{"val", "res"}},
	Format: "$val attr-dict `:` type($val)",
}

// BitcastDef defines llvm.bitcast: reinterpret the bits as another type of equal size.
var BitcastDef = &ir.OpDef{
	Name:    "llvm.bitcast",
	Summary: "reinterpret the bits as another type of equal size",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: NonAggregate},
	},
	Out:    []ir.Slot{{Name: "res", C: NonAggregate}},
	Format: "$arg attr-dict `:` type($arg) `to` type($res)",
}

// AddrSpaceCastDef defines llvm.addrspacecast: convert a pointer to another address space.
var AddrSpaceCastDef = &ir.OpDef{
	Name:    "llvm.addrspacecast",
	Summary: "convert a pointer to another address space",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: PointerLike},
	},
	Out:    []ir.Slot{{Name: "res", C: PointerLike}},
	Format: "$arg attr-dict `:` type($arg) `to` type($res)",
}

// IntToPtrDef defines llvm.inttoptr: convert an integer to a pointer.
var IntToPtrDef = &ir.OpDef{
	Name:    "llvm.inttoptr",
	Summary: "convert an integer to a pointer",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: PointerLike}},
	Props: []ir.PropSlot{
		{Name: "dereferenceable", C: structAttrC("dereferenceable"), Strip: "llvm.dereferenceable", Optional: true},
	},
	Format: "$arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)",
}

// PtrToIntDef defines llvm.ptrtoint: convert a pointer to an integer.
var PtrToIntDef = &ir.OpDef{
	Name:    "llvm.ptrtoint",
	Summary: "convert a pointer to an integer",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: PointerLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "$arg attr-dict `:` type($arg) `to` type($res)",
}

// SExtDef defines llvm.sext: widen an integer by copies of its sign.
var SExtDef = &ir.OpDef{
	Name:    "llvm.sext",
	Summary: "widen an integer by copies of its sign",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "$arg attr-dict `:` type($arg) `to` type($res)",
}

// ZExtDef defines llvm.zext: widen an integer by zeros.
var ZExtDef = &ir.OpDef{
	Name:    "llvm.zext",
	Summary: "widen an integer by zeros",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "nonNeg", C: ir.UnitAttrC, Optional: true},
	},
	Format: "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)",
}

// TruncDef defines llvm.trunc: drop the high bits of an integer.
var TruncDef = &ir.OpDef{
	Name:    "llvm.trunc",
	Summary: "drop the high bits of an integer",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: IntLike}},
	Props: []ir.PropSlot{
		{Name: "overflowFlags", Enum: IntegerOverflowFlagsEnum, Default: IntegerOverflowFlagsEnum.Default(0), Native: true},
	},
	Format: "$arg (`overflow` `<` $overflowFlags^ `>`)? attr-dict `:` type($arg) `to` type($res)",
}

// SIToFPDef defines llvm.sitofp: convert a signed integer to floating point.
var SIToFPDef = &ir.OpDef{
	Name:    "llvm.sitofp",
	Summary: "convert a signed integer to floating point",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: IntLike},
	},
	Out:    []ir.Slot{{Name: "res", C: FloatLike}},
	Format: "$arg attr-dict `:` type($arg) `to` type($res)",
}

// UIToFPDef defines llvm.uitofp: convert an unsigned integer to floating point.
var UIToFPDef = &ir.OpDef{
	Name:    "llvm.uitofp",
	Summary: "convert an unsigned integer to floating point",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: IntLike},
	},
	Out: []ir.Slot{{Name: "res", C: FloatLike}},
	Props: []ir.PropSlot{
		{Name: "nonNeg", C: ir.UnitAttrC, Optional: true},
	},
	Format: "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)",
}

// FPToSIDef defines llvm.fptosi: convert floating point to a signed integer, rounding towards zero.
var FPToSIDef = &ir.OpDef{
	Name:    "llvm.fptosi",
	Summary: "convert floating point to a signed integer, rounding towards zero",
	Doc:     "Values out of range are poison.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: FloatLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "$arg attr-dict `:` type($arg) `to` type($res)",
}

// FPToUIDef defines llvm.fptoui: convert floating point to an unsigned integer, rounding towards zero.
var FPToUIDef = &ir.OpDef{
	Name:    "llvm.fptoui",
	Summary: "convert floating point to an unsigned integer, rounding towards zero",
	Doc:     "Values out of range are poison.",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: FloatLike},
	},
	Out:    []ir.Slot{{Name: "res", C: IntLike}},
	Format: "$arg attr-dict `:` type($arg) `to` type($res)",
}

// FPExtDef defines llvm.fpext: convert to a wider floating-point type.
var FPExtDef = &ir.OpDef{
	Name:    "llvm.fpext",
	Summary: "convert to a wider floating-point type",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: FloatLike},
	},
	Out:    []ir.Slot{{Name: "res", C: FloatLike}},
	Format: "$arg attr-dict `:` type($arg) `to` type($res)",
}

// FPTruncDef defines llvm.fptrunc: convert to a narrower floating-point type, to nearest even.
var FPTruncDef = &ir.OpDef{
	Name:    "llvm.fptrunc",
	Summary: "convert to a narrower floating-point type, to nearest even",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg", C: FloatLike},
	},
	Out:    []ir.Slot{{Name: "res", C: FloatLike}},
	Format: "$arg attr-dict `:` type($arg) `to` type($res)",
}
