package interp

import (
	"math"
)

// floatMeanings are the float operations of arith and math. Functions other
// than the basic ones are computed in float64 and then rounded, so that in the
// narrower types they are as good as correctly rounded.
var floatMeanings = map[string]meaning{
	"arith.addf":     binary(func(x, y float64) float64 { return x + y }),
	"arith.subf":     binary(func(x, y float64) float64 { return x - y }),
	"arith.mulf":     binary(func(x, y float64) float64 { return x * y }),
	"arith.divf":     binary(func(x, y float64) float64 { return x / y }),
	"arith.remf":     binary(math.Mod),
	"arith.negf":     unary(func(x float64) float64 { return -x }),
	"arith.maximumf": binary(maximum),
	"arith.minimumf": binary(minimum),
	"arith.maxnumf":  binary(maxNum),
	"arith.minnumf":  binary(minNum),
	"arith.cmpf":     compareFloats,

	"math.absf":      unary(math.Abs),
	"math.acos":      unary(math.Acos),
	"math.acosh":     unary(math.Acosh),
	"math.asin":      unary(math.Asin),
	"math.asinh":     unary(math.Asinh),
	"math.atan":      unary(math.Atan),
	"math.atanh":     unary(math.Atanh),
	"math.cbrt":      unary(math.Cbrt),
	"math.ceil":      unary(math.Ceil),
	"math.cos":       unary(math.Cos),
	"math.cosh":      unary(math.Cosh),
	"math.erf":       unary(math.Erf),
	"math.erfc":      unary(math.Erfc),
	"math.exp":       unary(math.Exp),
	"math.exp2":      unary(math.Exp2),
	"math.expm1":     unary(math.Expm1),
	"math.floor":     unary(math.Floor),
	"math.log":       unary(math.Log),
	"math.log10":     unary(math.Log10),
	"math.log1p":     unary(math.Log1p),
	"math.log2":      unary(math.Log2),
	"math.round":     unary(math.Round),
	"math.roundeven": unary(math.RoundToEven),
	"math.rsqrt":     unary(func(x float64) float64 { return 1 / math.Sqrt(x) }),
	"math.sin":       unary(math.Sin),
	"math.sinh":      unary(math.Sinh),
	"math.sqrt":      unary(math.Sqrt),
	"math.tan":       unary(math.Tan),
	"math.tanh":      unary(math.Tanh),
	"math.trunc":     unary(math.Trunc),
	"math.atan2":     binary(math.Atan2),
	"math.copysign":  binary(math.Copysign),
	"math.powf":      binary(math.Pow),
	"math.fma": func(s *signature) []Function {
		if s.mode == Float64 || s.out[0] == s.op.Context().F64() {
			return rounded(s, math.FMA)
		}
		return rounded(s, fmaToOdd)
	},

	"math.isfinite": test(func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }),
	"math.isinf":    test(func(x float64) bool { return math.IsInf(x, 0) }),
	"math.isnan":    test(math.IsNaN),
}

func unary(f func(float64) float64) meaning {
	return func(s *signature) []Function {
		return rounded(s, func(x, _, _ float64) float64 { return f(x) })
	}
}

func binary(f func(x, y float64) float64) meaning {
	return func(s *signature) []Function {
		return rounded(s, func(x, y, _ float64) float64 { return f(x, y) })
	}
}

func test(f func(float64) bool) meaning {
	return func(s *signature) []Function {
		if _, ok := rounder(s.in[0], s.mode); !ok {
			return nil
		}
		return one(func(x, _, _ Scalar) Scalar { return BoolScalar(f(x.Float())) })
	}
}

// maximum is NaN when an operand is, which math.Max of an infinity is not.
func maximum(x, y float64) float64 {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.NaN()
	}
	return math.Max(x, y)
}

func minimum(x, y float64) float64 {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.NaN()
	}
	return math.Min(x, y)
}

// maxNum ignores NaN beside a number.
func maxNum(x, y float64) float64 {
	switch {
	case math.IsNaN(x):
		return y
	case math.IsNaN(y):
		return x
	}
	return math.Max(x, y)
}

func minNum(x, y float64) float64 {
	switch {
	case math.IsNaN(x):
		return y
	case math.IsNaN(y):
		return x
	}
	return math.Min(x, y)
}

// fmaToOdd returns x*y + z so that rounding it to a format of at most 24 bits
// of precision is as rounding the exact value: an inexact float64 sum is made
// odd (Boldo and Melquiond, Emulation of FMA and Correctly Rounded Sums: Proved
// Algorithms Using Rounding to Odd, IEEE Transactions on Computers 57, 2008).
// The product of two such numbers is exact in float64.
func fmaToOdd(x, y, z float64) float64 {
	p := float64(x * y)
	sum := float64(p + z)
	if math.IsInf(sum, 0) || math.IsNaN(sum) {
		return sum
	}
	back := float64(sum - p)
	err := (p - (sum - back)) + (z - back)
	b := math.Float64bits(sum)
	if err == 0 || b&1 == 1 {
		return sum
	}
	if (err > 0) == (sum > 0) {
		return math.Float64frombits(b + 1)
	}
	return math.Float64frombits(b - 1)
}

// floatRelations are the predicates of arith.cmpf in MLIR's order: which of
// less, equal, greater and unordered make it true.
var floatRelations = []struct{ lt, eq, gt, un bool }{
	{},
	{eq: true},
	{gt: true},
	{gt: true, eq: true},
	{lt: true},
	{lt: true, eq: true},
	{lt: true, gt: true},
	{lt: true, eq: true, gt: true},
	{eq: true, un: true},
	{gt: true, un: true},
	{gt: true, eq: true, un: true},
	{lt: true, un: true},
	{lt: true, eq: true, un: true},
	{lt: true, gt: true, un: true},
	{un: true},
	{lt: true, eq: true, gt: true, un: true},
}

func compareFloats(s *signature) []Function {
	p := s.prop("predicate")
	if _, ok := rounder(s.in[0], s.mode); !ok || p < 0 || p >= int64(len(floatRelations)) {
		return nil
	}
	r := floatRelations[p]
	return one(func(a, b, _ Scalar) Scalar {
		x, y := a.Float(), b.Float()
		switch {
		case x < y:
			return BoolScalar(r.lt)
		case x == y:
			return BoolScalar(r.eq)
		case x > y:
			return BoolScalar(r.gt)
		}
		return BoolScalar(r.un)
	})
}
