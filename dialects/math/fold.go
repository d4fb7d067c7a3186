package math

import (
	"errors"
	"math"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

func toAttr(a ir.Attr) []ir.FoldResult {
	if a == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: a}}
}

// fold1 folds a function of one float; where valid says no there is no fold.
func fold1(consts []ir.Attr, f func(float64) float64, valid func(float64) bool) []ir.FoldResult {
	return toAttr(constfold.Float1(consts, func(format numeric.FloatFormat, x numeric.Bits) (numeric.Bits, bool) {
		if format != numeric.F32 && format != numeric.F64 {
			return x, false
		}
		v := format.ToFloat64(x)
		if valid != nil && !valid(v) {
			return x, false
		}
		r, _ := format.FromFloat64(f(v))
		return r, true
	}))
}

// fold2 folds a function of two floats.
func fold2(consts []ir.Attr, f func(x, y float64) float64) []ir.FoldResult {
	return toAttr(constfold.Floats(consts, func(format numeric.FloatFormat, x, y numeric.Bits) (numeric.Bits, bool) {
		if format != numeric.F32 && format != numeric.F64 {
			return x, false
		}
		r, _ := format.FromFloat64(f(format.ToFloat64(x), format.ToFloat64(y)))
		return r, true
	}))
}

// foldRounding folds a function that gives integers of any float format that
// float64 holds exactly.
func foldRounding(consts []ir.Attr, f func(float64) float64) []ir.FoldResult {
	return toAttr(constfold.Float1(consts, func(format numeric.FloatFormat, x numeric.Bits) (numeric.Bits, bool) {
		if format.Width() > 64 || format.IsNaN(x) {
			return x, false
		}
		r, status := format.FromFloat64(f(format.ToFloat64(x)))
		return r, status == 0
	}))
}

func notNegative(x float64) bool { return !math.Signbit(x) }

// Fold: constants.
func (o Acos) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Acos, nil) }

// Fold: constants.
func (o Acosh) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Acosh, nil) }

// Fold: constants.
func (o Asin) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Asin, nil) }

// Fold: constants.
func (o Asinh) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Asinh, nil) }

// Fold: constants.
func (o Atan) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Atan, nil) }

// Fold: constants.
func (o Atanh) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Atanh, nil) }

// Fold: constants.
func (o Cos) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Cos, nil) }

// Fold: constants.
func (o Cosh) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Cosh, nil) }

// Fold: constants.
func (o Erf) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Erf, nil) }

// Fold: constants.
func (o Erfc) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Erfc, nil) }

// Fold: constants.
func (o Exp) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Exp, nil) }

// Fold: constants.
func (o Exp2) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Exp2, nil) }

// Fold: constants.
func (o ExpM1) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Expm1, nil) }

// Fold: constants that are not negative.
func (o Log) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Log, notNegative) }

// Fold: constants that are not negative.
func (o Log10) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Log10, notNegative) }

// Fold: constants that are not negative.
func (o Log2) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Log2, notNegative) }

// Fold: constants.
func (o Sin) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Sin, nil) }

// Fold: constants.
func (o Sinh) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Sinh, nil) }

// Fold: constants that are not negative.
func (o Sqrt) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Sqrt, notNegative) }

// Fold: constants.
func (o Tan) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Tan, nil) }

// Fold: constants.
func (o Tanh) Fold(consts []ir.Attr) []ir.FoldResult { return fold1(consts, math.Tanh, nil) }

// Fold: constants above -1.
func (o Log1p) Fold(consts []ir.Attr) []ir.FoldResult {
	return fold1(consts, math.Log1p, func(x float64) bool { return x >= -1 })
}

// Fold: constants.
func (o Atan2) Fold(consts []ir.Attr) []ir.FoldResult { return fold2(consts, math.Atan2) }

// Fold: constants.
func (o PowF) Fold(consts []ir.Attr) []ir.FoldResult { return fold2(consts, math.Pow) }

// Fold: constants.
func (o CopySign) Fold(consts []ir.Attr) []ir.FoldResult {
	return toAttr(constfold.Floats(consts, func(f numeric.FloatFormat, x, y numeric.Bits) (numeric.Bits, bool) {
		if f.IsNegative(x) != f.IsNegative(y) {
			x = f.Neg(x)
		}
		return x, f.HasSign()
	}))
}

// Fold: constants.
func (o AbsF) Fold(consts []ir.Attr) []ir.FoldResult {
	return toAttr(constfold.Float1(consts, func(f numeric.FloatFormat, x numeric.Bits) (numeric.Bits, bool) { return f.Abs(x), true }))
}

// Fold: constants.
func (o Ceil) Fold(consts []ir.Attr) []ir.FoldResult { return foldRounding(consts, math.Ceil) }

// Fold: constants.
func (o Floor) Fold(consts []ir.Attr) []ir.FoldResult { return foldRounding(consts, math.Floor) }

// Fold: constants.
func (o Round) Fold(consts []ir.Attr) []ir.FoldResult { return foldRounding(consts, math.Round) }

// Fold: constants.
func (o RoundEven) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldRounding(consts, math.RoundToEven)
}

// Fold: constants.
func (o Trunc) Fold(consts []ir.Attr) []ir.FoldResult { return foldRounding(consts, math.Trunc) }

// Fold: constants.
func (o AbsI) Fold(consts []ir.Attr) []ir.FoldResult {
	return toAttr(constfold.Int1(consts, func(x numeric.Int) (numeric.Int, bool) {
		if x.IsNegative() {
			return x.Neg(), true
		}
		return x, true
	}))
}

// countBits folds a function of the bits of an integer: its unsigned value
// and its width.
func countBits(consts []ir.Attr, f func(set func(i int) bool, width int) int) []ir.FoldResult {
	return toAttr(constfold.Int1(consts, func(x numeric.Int) (numeric.Int, bool) {
		big := x.Unsigned()
		n := f(func(i int) bool { return big.Bit(i) == 1 }, x.Width())
		return numeric.NewInt(x.Width(), int64(n)), true
	}))
}

// Fold: constants.
func (o CountLeadingZeros) Fold(consts []ir.Attr) []ir.FoldResult {
	return countBits(consts, func(set func(int) bool, width int) int {
		n := 0
		for n < width && !set(width-1-n) {
			n++
		}
		return n
	})
}

// Fold: constants.
func (o CountTrailingZeros) Fold(consts []ir.Attr) []ir.FoldResult {
	return countBits(consts, func(set func(int) bool, width int) int {
		n := 0
		for n < width && !set(n) {
			n++
		}
		return n
	})
}

// Fold: constants.
func (o CtPop) Fold(consts []ir.Attr) []ir.FoldResult {
	return countBits(consts, func(set func(int) bool, width int) int {
		n := 0
		for i := range width {
			if set(i) {
				n++
			}
		}
		return n
	})
}

// Fold: constants, but not a negative power of zero.
func (o IPowI) Fold(consts []ir.Attr) []ir.FoldResult {
	return toAttr(constfold.Ints(consts, func(x, n numeric.Int) (numeric.Int, bool) {
		one := numeric.NewInt(x.Width(), 1)
		if n.IsNegative() {
			return negativePower(x, n, one)
		}
		r, base := one, x
		for !n.IsZero() {
			if odd := n.And(one); !odd.IsZero() {
				r = r.Mul(base)
			}
			base = base.Mul(base)
			// A shift by 1 needs two bits; one bit holds no positive n.
			n, _ = n.ShrU(one)
		}
		return r, true
	}))
}

func negativePower(x, n, one numeric.Int) (numeric.Int, bool) {
	switch {
	case x.IsZero():
		return x, false
	case x.IsOne():
		return one, true
	case x.IsAllOnes():
		if n.And(one).IsZero() {
			return one, true
		}
		return x, true
	}
	return numeric.NewInt(x.Width(), 0), true
}

// classify folds a predicate on floats.
func classify(op *ir.Operation, consts []ir.Attr, f func(format numeric.FloatFormat, x numeric.Bits) bool) []ir.FoldResult {
	if consts[0] == nil {
		return nil
	}
	return toAttr(constfold.Map(op.Result(0).Type(), consts[:1], func(e []ir.Attr) ir.Attr {
		x, ok := e[0].(*ir.FloatAttr)
		if !ok {
			return nil
		}
		return op.Context().Bool(f(x.FloatType().Format, x.Bits))
	}))
}

func finite(f numeric.FloatFormat, x numeric.Bits) bool { return !f.IsInf(x) && !f.IsNaN(x) }

// normal reports whether x is at least 2^MinExponent away from zero.
func normal(f numeric.FloatFormat, x numeric.Bits) bool {
	if !finite(f, x) || f.IsZero(x) {
		return false
	}
	least, _ := f.FromFloat64(math.Ldexp(1, f.MinExponent()))
	if f.IsZero(least) {
		return false
	}
	return f.Compare(f.Abs(x), least) != numeric.Less
}

// Fold: constants.
func (o IsFinite) Fold(consts []ir.Attr) []ir.FoldResult {
	return classify(o.Op(), consts, finite)
}

// Fold: constants.
func (o IsInf) Fold(consts []ir.Attr) []ir.FoldResult {
	return classify(o.Op(), consts, numeric.FloatFormat.IsInf)
}

// Fold: constants.
func (o IsNaN) Fold(consts []ir.Attr) []ir.FoldResult {
	return classify(o.Op(), consts, numeric.FloatFormat.IsNaN)
}

// Fold: constants.
func (o IsNormal) Fold(consts []ir.Attr) []ir.FoldResult {
	return classify(o.Op(), consts, normal)
}

var errNoOperand = errors.New("result type cannot be inferred without an operand")

func inferBool(st *ir.OpState) ([]ir.Type, error) {
	if len(st.Operands) == 0 {
		return nil, errNoOperand
	}
	return []ir.Type{arith.BoolLike(st.Operands[0].Type())}, nil
}

func verifyClass(op *ir.Operation) error {
	if op.Result(0).Type() != arith.BoolLike(op.Operand(0).Type()) {
		return op.OpError("failed to verify that result type has i1 element type and same shape as operands")
	}
	return nil
}

// InferTypes gives i1 in the shape of the operand.
func (IsFinite) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) { return inferBool(st) }

// Verify checks the result type.
func (o IsFinite) Verify() error { return verifyClass(o.Op()) }

// InferTypes gives i1 in the shape of the operand.
func (IsInf) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) { return inferBool(st) }

// Verify checks the result type.
func (o IsInf) Verify() error { return verifyClass(o.Op()) }

// InferTypes gives i1 in the shape of the operand.
func (IsNaN) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) { return inferBool(st) }

// Verify checks the result type.
func (o IsNaN) Verify() error { return verifyClass(o.Op()) }

// InferTypes gives i1 in the shape of the operand.
func (IsNormal) InferTypes(_ *ir.Context, st *ir.OpState) ([]ir.Type, error) { return inferBool(st) }

// Verify checks the result type.
func (o IsNormal) Verify() error { return verifyClass(o.Op()) }

// Verify checks that the exponent has the shape of the base.
func (o FPowI) Verify() error {
	if !ir.CompatibleShapes(o.Lhs().Type(), o.Rhs().Type()) {
		return o.OpError("requires the same shape for all operands and results")
	}
	return nil
}
