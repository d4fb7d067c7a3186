package interp

import (
	"math"
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// intMeanings are the integer operations of arith and math.
var intMeanings = map[string]meaning{
	"arith.addi":           signedOp(func(x, y int64) int64 { return x + y }),
	"arith.subi":           signedOp(func(x, y int64) int64 { return x - y }),
	"arith.muli":           signedOp(func(x, y int64) int64 { return x * y }),
	"arith.andi":           signedOp(func(x, y int64) int64 { return x & y }),
	"arith.ori":            signedOp(func(x, y int64) int64 { return x | y }),
	"arith.xori":           signedOp(func(x, y int64) int64 { return x ^ y }),
	"arith.maxsi":          signedOp(func(x, y int64) int64 { return max(x, y) }),
	"arith.minsi":          signedOp(func(x, y int64) int64 { return min(x, y) }),
	"arith.maxui":          unsignedOp(func(x, y uint64) uint64 { return max(x, y) }),
	"arith.minui":          unsignedOp(func(x, y uint64) uint64 { return min(x, y) }),
	"arith.divsi":          division(signedOp(func(x, y int64) int64 { return x / y })),
	"arith.remsi":          division(signedOp(func(x, y int64) int64 { return x % y })),
	"arith.floordivsi":     division(signedOp(floorDiv)),
	"arith.ceildivsi":      division(signedOp(ceilDiv)),
	"arith.divui":          division(unsignedOp(func(x, y uint64) uint64 { return x / y })),
	"arith.remui":          division(unsignedOp(func(x, y uint64) uint64 { return x % y })),
	"arith.ceildivui":      division(unsignedOp(ceilDivU)),
	"arith.shli":           shift(func(x Scalar, n, _ uint) int64 { return x.Int() << n }),
	"arith.shrsi":          shift(func(x Scalar, n, _ uint) int64 { return x.Int() >> n }),
	"arith.shrui":          shift(func(x Scalar, n, w uint) int64 { return int64(unsigned(x, w) >> n) }),
	"arith.cmpi":           compareInts,
	"arith.addui_extended": addExtended,
	"arith.mului_extended": mulExtended(false),
	"arith.mulsi_extended": mulExtended(true),
	"math.absi":            signedOp(func(x, _ int64) int64 { return max(x, -x) }),
	"math.ctpop":           counting(func(x uint64, _ uint) int { return bits.OnesCount64(x) }),
	"math.ctlz":            counting(func(x uint64, w uint) int { return bits.LeadingZeros64(x) - 64 + int(w) }),
	"math.cttz":            counting(func(x uint64, w uint) int { return min(bits.TrailingZeros64(x), int(w)) }),
}

func signedOp(f func(x, y int64) int64) meaning {
	return func(s *signature) []Function {
		w, ok := width(s.out[0])
		if !ok {
			return nil
		}
		if w == 64 {
			return one(func(x, y, _ Scalar) Scalar { return IntScalar(f(x.Int(), y.Int())) })
		}
		return one(func(x, y, _ Scalar) Scalar { return wrap(f(x.Int(), y.Int()), w) })
	}
}

func unsignedOp(f func(x, y uint64) uint64) meaning {
	return func(s *signature) []Function {
		w, ok := width(s.out[0])
		if !ok {
			return nil
		}
		return one(func(x, y, _ Scalar) Scalar { return wrap(int64(f(unsigned(x, w), unsigned(y, w))), w) })
	}
}

func counting(f func(x uint64, w uint) int) meaning {
	return func(s *signature) []Function {
		w, ok := width(s.out[0])
		if !ok {
			return nil
		}
		return one(func(x, _, _ Scalar) Scalar { return wrap(int64(f(unsigned(x, w), w)), w) })
	}
}

// division adds the check of the divisor to an integer division.
func division(m meaning) meaning {
	return func(s *signature) []Function {
		fs := m(s)
		signed := s.op.Is("arith.divsi") || s.op.Is("arith.ceildivsi") || s.op.Is("arith.floordivsi")
		w, _ := width(s.out[0])
		for i := range fs {
			fs[i].Check = func(x, y, _ Scalar) string {
				switch {
				case y == 0:
					return "divides by zero"
				case signed && w > 0 && y.Int() == -1 && x.Int() == math.MinInt64>>(64-w):
					return "overflows"
				}
				return ""
			}
		}
		return fs
	}
}

func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func ceilDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) == (y < 0) {
		q++
	}
	return q
}

func ceilDivU(x, y uint64) uint64 {
	q := x / y
	if x%y != 0 {
		q++
	}
	return q
}

// shift wraps a shift by fewer bits than the width; others give 0.
func shift(f func(x Scalar, n, w uint) int64) meaning {
	return func(s *signature) []Function {
		w, ok := width(s.out[0])
		if !ok {
			return nil
		}
		return one(func(x, y, _ Scalar) Scalar {
			n := unsigned(y, w)
			if n >= uint64(w) {
				return 0
			}
			return wrap(f(x, uint(n), w), w)
		})
	}
}

// intRelations are the predicates of arith.cmpi in MLIR's order.
var intRelations = []func(x, y int64, ux, uy uint64) bool{
	func(x, y int64, _, _ uint64) bool { return x == y },
	func(x, y int64, _, _ uint64) bool { return x != y },
	func(x, y int64, _, _ uint64) bool { return x < y },
	func(x, y int64, _, _ uint64) bool { return x <= y },
	func(x, y int64, _, _ uint64) bool { return x > y },
	func(x, y int64, _, _ uint64) bool { return x >= y },
	func(_, _ int64, ux, uy uint64) bool { return ux < uy },
	func(_, _ int64, ux, uy uint64) bool { return ux <= uy },
	func(_, _ int64, ux, uy uint64) bool { return ux > uy },
	func(_, _ int64, ux, uy uint64) bool { return ux >= uy },
}

func compareInts(s *signature) []Function {
	w, ok := width(s.in[0])
	p := s.prop("predicate")
	if !ok || p < 0 || p >= int64(len(intRelations)) {
		return nil
	}
	f := intRelations[p]
	return one(func(x, y, _ Scalar) Scalar {
		return BoolScalar(f(x.Int(), y.Int(), unsigned(x, w), unsigned(y, w)))
	})
}

func addExtended(s *signature) []Function {
	w, ok := width(s.in[0])
	if !ok {
		return nil
	}
	return []Function{
		{Eval: func(x, y, _ Scalar) Scalar { return wrap(x.Int()+y.Int(), w) }},
		{Eval: func(x, y, _ Scalar) Scalar {
			return BoolScalar(unsigned(wrap(x.Int()+y.Int(), w), w) < unsigned(x, w))
		}},
	}
}

func mulExtended(signed bool) meaning {
	return func(s *signature) []Function {
		w, ok := width(s.in[0])
		if !ok {
			return nil
		}
		return []Function{
			{Eval: func(x, y, _ Scalar) Scalar { return wrap(x.Int()*y.Int(), w) }},
			{Eval: func(x, y, _ Scalar) Scalar { return highHalf(x, y, w, signed) }},
		}
	}
}

// highHalf returns the upper w bits of the product of 2w bits.
func highHalf(x, y Scalar, w uint, signed bool) Scalar {
	a, b := uint64(x), uint64(y)
	if !signed {
		a, b = unsigned(x, w), unsigned(y, w)
	}
	hi, lo := bits.Mul64(a, b)
	if signed {
		// The 128-bit product of sign-extended factors, from the unsigned one.
		if x.Int() < 0 {
			hi -= b
		}
		if y.Int() < 0 {
			hi -= a
		}
	}
	if w == 64 {
		return Scalar(hi)
	}
	return wrap(int64(lo>>w|hi<<(64-w)), w)
}

// roundInt converts an integer to a float type with one rounding.
func roundInt(x Scalar, w uint, signed bool, f *ir.FloatType) float64 {
	v := numeric.NewInt(int(w), x.Int())
	b, _ := f.Format.FromInt(v, signed)
	return f.Format.ToFloat64(b)
}

// truncate converts a float to an integer of w bits, 0 when it does not fit.
func truncate(x float64, w uint, signed bool) Scalar {
	x = math.Trunc(x)
	if math.IsNaN(x) {
		return 0
	}
	if !signed {
		if x < 0 || x >= math.Ldexp(1, int(w)) {
			return 0
		}
		return wrap(int64(uint64(x)), w)
	}
	limit := math.Ldexp(1, int(w)-1)
	if x < -limit || x >= limit {
		return 0
	}
	return IntScalar(int64(x))
}
