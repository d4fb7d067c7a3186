package arith

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

type floatOp func(f numeric.FloatFormat, x, y numeric.Bits) (numeric.Bits, numeric.Status)

func toFloats(consts []ir.Attr, op floatOp) []ir.FoldResult {
	return toAttr(constfold.Floats(consts, func(f numeric.FloatFormat, x, y numeric.Bits) (numeric.Bits, bool) {
		r, _ := op(f, x, y)
		return r, true
	}))
}

// Fold: -(-x) = x; constants.
func (o NegF) Fold(consts []ir.Attr) []ir.FoldResult {
	if n, ok := defOf(o.OperandVal(), AsNegF); ok {
		return toValue(n.OperandVal())
	}
	return toAttr(constfold.Float1(consts, func(f numeric.FloatFormat, x numeric.Bits) (numeric.Bits, bool) {
		return f.Neg(x), f.HasSign()
	}))
}

// Fold: x + -0 = x; constants.
func (o AddF) Fold(consts []ir.Attr) []ir.FoldResult {
	if isZero(consts[1], true) {
		return toValue(o.Lhs())
	}
	return toFloats(consts, numeric.FloatFormat.Add)
}

// Fold: x - +0 = x; constants.
func (o SubF) Fold(consts []ir.Attr) []ir.FoldResult {
	if isZero(consts[1], false) {
		return toValue(o.Lhs())
	}
	return toFloats(consts, numeric.FloatFormat.Sub)
}

// isZero reports whether a is a zero of that sign.
func isZero(a ir.Attr, negative bool) bool {
	z := constfold.FloatOf(a)
	if z == nil {
		return false
	}
	f := z.FloatType().Format
	return f.IsZero(z.Bits) && f.IsNegative(z.Bits) == negative
}

// isInf reports whether a is an infinity of that sign.
func isInf(a ir.Attr, negative bool) bool {
	z := constfold.FloatOf(a)
	if z == nil {
		return false
	}
	f := z.FloatType().Format
	return f.IsInf(z.Bits) && f.IsNegative(z.Bits) == negative
}

func isNaN(a ir.Attr) bool {
	z := constfold.FloatOf(a)
	return z != nil && z.FloatType().Format.IsNaN(z.Bits)
}

func foldFloatExtremum(op *ir.Operation, consts []ir.Attr, neutral bool, f func(numeric.FloatFormat, numeric.Bits, numeric.Bits) numeric.Bits) []ir.FoldResult {
	if op.Operand(0) == op.Operand(1) || neutral {
		return toValue(op.Operand(0))
	}
	return toFloats(consts, func(format numeric.FloatFormat, x, y numeric.Bits) (numeric.Bits, numeric.Status) {
		return f(format, x, y), 0
	})
}

// Fold: max(x,x) = x; max(x,-inf) = x; constants.
func (o MaximumF) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldFloatExtremum(o.Op(), consts, isInf(consts[1], true), numeric.FloatFormat.Maximum)
}

// Fold: max(x,x) = x; max(x,nan) = x; constants.
func (o MaxNumF) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldFloatExtremum(o.Op(), consts, isNaN(consts[1]), numeric.FloatFormat.MaxNum)
}

// Fold: min(x,x) = x; min(x,inf) = x; constants.
func (o MinimumF) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldFloatExtremum(o.Op(), consts, isInf(consts[1], false), numeric.FloatFormat.Minimum)
}

// Fold: min(x,x) = x; min(x,nan) = x; constants.
func (o MinNumF) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldFloatExtremum(o.Op(), consts, isNaN(consts[1]), numeric.FloatFormat.MinNum)
}

// Fold: x*1 = x; x*0 = 0 when neither not-a-number nor the sign of a zero
// matters; constants.
func (o MulF) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsFloat(consts[1], 1) {
		return toValue(o.Lhs())
	}
	const lax = FastNoNaNs | FastNoSignedZeros
	if flags, _ := FastMath.Of(o.Fastmath()); flags&lax == lax && isZero(consts[1], false) {
		return toValue(o.Rhs())
	}
	return toFloats(consts, numeric.FloatFormat.Mul)
}

// Fold: x/1 = x; constants.
func (o DivF) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsFloat(consts[1], 1) {
		return toValue(o.Lhs())
	}
	return toFloats(consts, numeric.FloatFormat.Div)
}

// Fold: constants.
func (o RemF) Fold(consts []ir.Attr) []ir.FoldResult {
	return toFloats(consts, numeric.FloatFormat.Rem)
}
