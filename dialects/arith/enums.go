package arith

import "github.com/tile-opt/tile-opt/ir"

// The values of CmpIPredicate, in MLIR's order.
const (
	CmpEQ int64 = iota
	CmpNE
	CmpSLT
	CmpSLE
	CmpSGT
	CmpSGE
	CmpULT
	CmpULE
	CmpUGT
	CmpUGE
)

// The values of CmpFPredicate, in MLIR's order: O... are ordered (false when
// an operand is not a number), U... unordered (true then).
const (
	CmpFalse int64 = iota
	CmpOEQ
	CmpOGT
	CmpOGE
	CmpOLT
	CmpOLE
	CmpONE
	CmpORD
	CmpUEQ
	CmpFUGT
	CmpFUGE
	CmpFULT
	CmpFULE
	CmpUNE
	CmpUNO
	CmpTrue
)

// The bits of FastMath.
const (
	FastReassoc int64 = 1 << iota
	FastNoNaNs
	FastNoInfs
	FastNoSignedZeros
	FastAllowRecip
	FastContract
	FastApproxFunc
)

// The bits of Overflow.
const (
	NoSignedWrap int64 = 1 << iota
	NoUnsignedWrap
)

// The enums of the dialect. They are shared data and must not be changed.
var (
	// CmpIPredicate is the relation of arith.cmpi.
	CmpIPredicate = &ir.Enum{Name: "CmpIPredicate", Width: 64, Cases: []ir.EnumCase{
		{Keyword: "eq", Value: CmpEQ}, {Keyword: "ne", Value: CmpNE},
		{Keyword: "slt", Value: CmpSLT}, {Keyword: "sle", Value: CmpSLE},
		{Keyword: "sgt", Value: CmpSGT}, {Keyword: "sge", Value: CmpSGE},
		{Keyword: "ult", Value: CmpULT}, {Keyword: "ule", Value: CmpULE},
		{Keyword: "ugt", Value: CmpUGT}, {Keyword: "uge", Value: CmpUGE},
	}}
	// CmpFPredicate is the relation of arith.cmpf.
	CmpFPredicate = &ir.Enum{Name: "CmpFPredicate", Width: 64, Cases: []ir.EnumCase{
		{Keyword: "false", Value: CmpFalse}, {Keyword: "oeq", Value: CmpOEQ},
		{Keyword: "ogt", Value: CmpOGT}, {Keyword: "oge", Value: CmpOGE},
		{Keyword: "olt", Value: CmpOLT}, {Keyword: "ole", Value: CmpOLE},
		{Keyword: "one", Value: CmpONE}, {Keyword: "ord", Value: CmpORD},
		{Keyword: "ueq", Value: CmpUEQ}, {Keyword: "ugt", Value: CmpFUGT},
		{Keyword: "uge", Value: CmpFUGE}, {Keyword: "ult", Value: CmpFULT},
		{Keyword: "ule", Value: CmpFULE}, {Keyword: "une", Value: CmpUNE},
		{Keyword: "uno", Value: CmpUNO}, {Keyword: "true", Value: CmpTrue},
	}}
	// FastMath says which laws of real arithmetic may be used.
	FastMath = &ir.Enum{Name: "FastMathFlags", Dialect: "arith", Mnemonic: "fastmath", Bits: true, Tight: true, Cases: []ir.EnumCase{
		{Keyword: "none", Value: 0}, {Keyword: "reassoc", Value: FastReassoc},
		{Keyword: "nnan", Value: FastNoNaNs}, {Keyword: "ninf", Value: FastNoInfs},
		{Keyword: "nsz", Value: FastNoSignedZeros}, {Keyword: "arcp", Value: FastAllowRecip},
		{Keyword: "contract", Value: FastContract}, {Keyword: "afn", Value: FastApproxFunc},
		{Keyword: "fast", Value: 127},
	}}
	// Overflow says which wraps do not happen.
	Overflow = &ir.Enum{Name: "IntegerOverflowFlags", Dialect: "arith", Mnemonic: "overflow", Bits: true, Cases: []ir.EnumCase{
		{Keyword: "none", Value: 0}, {Keyword: "nsw", Value: NoSignedWrap}, {Keyword: "nuw", Value: NoUnsignedWrap},
	}}
	// RoundingMode is how arith.truncf rounds.
	RoundingMode = &ir.Enum{Name: "RoundingMode", Width: 32, Cases: []ir.EnumCase{
		{Keyword: "to_nearest_even", Value: 0}, {Keyword: "downward", Value: 1},
		{Keyword: "upward", Value: 2}, {Keyword: "toward_zero", Value: 3},
		{Keyword: "to_nearest_away", Value: 4},
	}}
	// AtomicRMWKind is what an atomic read-modify-write does.
	AtomicRMWKind = &ir.Enum{Name: "AtomicRMWKind", Width: 64, Cases: []ir.EnumCase{
		{Keyword: "addf", Value: 0}, {Keyword: "addi", Value: 1}, {Keyword: "andi", Value: 2},
		{Keyword: "assign", Value: 3}, {Keyword: "maximumf", Value: 4}, {Keyword: "maxnumf", Value: 5},
		{Keyword: "maxs", Value: 6}, {Keyword: "maxu", Value: 7}, {Keyword: "minimumf", Value: 8},
		{Keyword: "minnumf", Value: 9}, {Keyword: "mins", Value: 10}, {Keyword: "minu", Value: 11},
		{Keyword: "mulf", Value: 12}, {Keyword: "muli", Value: 13}, {Keyword: "ori", Value: 14},
		{Keyword: "xori", Value: 15},
	}}
)

// Constraints on the properties and operands of the dialect, with MLIR's
// words. They are shared data and must not be changed.
var (
	// FastMathC accepts #arith.fastmath<...>.
	FastMathC = enumConstraint("Floating point fast math flags", FastMath)
	// OverflowC accepts #arith.overflow<...>.
	OverflowC = enumConstraint("Integer overflow arith flags", Overflow)
	// CmpIPredicateC accepts the predicates of arith.cmpi.
	CmpIPredicateC = enumConstraint("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9", CmpIPredicate)
	// CmpFPredicateC accepts the predicates of arith.cmpf.
	CmpFPredicateC = enumConstraint("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", CmpFPredicate)
	// RoundingModeC accepts rounding modes.
	RoundingModeC = enumConstraint("Floating point rounding mode", RoundingMode)
	// AtomicRMWKindC accepts kinds of atomic operations.
	AtomicRMWKindC = enumConstraint("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", AtomicRMWKind)

	typedAttr = &ir.Constraint{Desc: "TypedAttr instance", Attr: func(a ir.Attr) bool {
		_, ok := a.(ir.TypedAttr)
		return ok
	}}
	indexCastC = &ir.Constraint{Desc: "signless-integer-like or memref of signless-integer", Type: func(t ir.Type) bool {
		return ir.SignlessIntOrIndexLike.Type(memRefElem(t))
	}}
	bitcastC = &ir.Constraint{Desc: "signless-integer-or-float-like or memref of signless-integer or float", Type: func(t ir.Type) bool {
		t = memRefElem(t)
		return ir.SignlessIntLike.Type(t) || ir.FloatLike.Type(t)
	}}
)

func enumConstraint(desc string, e *ir.Enum) *ir.Constraint {
	return &ir.Constraint{Desc: desc, Attr: func(a ir.Attr) bool {
		_, ok := e.Of(a)
		return ok
	}}
}

// memRefElem returns the element type of a memref, and any other type
// unchanged.
func memRefElem(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.MemRefType:
		return t.Elem
	case *ir.UnrankedMemRefType:
		return t.Elem
	}
	return t
}
