package mathnvvm

import (
	"math"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// calc makes operations on a float type in front of the one that is converted.
type calc struct {
	r *convert.Rewriter
	t ir.Type
}

func (m calc) num(v float64) *ir.Value {
	return m.r.Op("llvm.mlir.constant", nil, []ir.Type{m.t},
		ir.NamedAttr{Name: "value", Attr: ir.FloatAttrOf(m.t.(*ir.FloatType), v)}).Result(0)
}

func (m calc) cast(name string, x *ir.Value, t ir.Type) *ir.Value {
	return m.r.Op(name, []*ir.Value{x}, []ir.Type{t}).Result(0)
}

// The bits of llvm's fast-math flags used here.
const (
	contract = 16
	afn      = 32
)

func (m calc) op(name string, flags int64, xs ...*ir.Value) *ir.Value {
	return m.r.Op(name, xs, []ir.Type{m.t},
		ir.NamedAttr{Name: "fastmathFlags", Attr: llvm.FastmathFlagsEnum.Attr(m.t.Context(), flags)}).Result(0)
}

func (m calc) add(x, y *ir.Value) *ir.Value { return m.op("llvm.fadd", contract, x, y) }

func (m calc) sub(x, y *ir.Value) *ir.Value { return m.op("llvm.fsub", contract, x, y) }

func (m calc) mul(x, y *ir.Value) *ir.Value { return m.op("llvm.fmul", contract, x, y) }

// div is exact in f64, and to 2 ulp in f32 (PTX ISA, "div").
func (m calc) div(x, y *ir.Value) *ir.Value {
	if w, _ := ir.BitWidth(m.t); w > 32 {
		return m.op("llvm.fdiv", 0, x, y)
	}
	return m.op("llvm.fdiv", afn, x, y)
}

func (m calc) abs(x *ir.Value) *ir.Value { return m.op("llvm.intr.fabs", 0, x) }

func (m calc) fma(x *ir.Value, c float64, y *ir.Value) *ir.Value {
	return m.op("llvm.intr.fma", 0, x, m.num(c), y)
}

// The predicates of llvm.fcmp used here: ordered equal, less, and not equal.
const (
	equal    = 1
	lessThan = 4
	unequal  = 6
)

func (m calc) compare(predicate int64, x, y *ir.Value) *ir.Value {
	c := m.t.Context()
	return m.r.Op("llvm.fcmp", []*ir.Value{x, y}, []ir.Type{c.I(1)},
		ir.NamedAttr{Name: "predicate", Attr: llvm.FCmpPredicateEnum.Attr(c, predicate)}).Result(0)
}

// less is an ordered comparison.
func (m calc) less(x, y *ir.Value) *ir.Value { return m.compare(lessThan, x, y) }

func (m calc) choose(cond, x, y *ir.Value) *ir.Value {
	return m.r.Op("llvm.select", []*ir.Value{cond, x, y}, []ir.Type{m.t}).Result(0)
}

// product is x to the power n, by squaring.
func (m calc) product(x *ir.Value, n int64) *ir.Value {
	y, square := m.num(1), x
	started := false
	for k := max(n, -n); k > 0; k /= 2 {
		if k%2 == 1 && started {
			y = m.mul(y, square)
		} else if k%2 == 1 {
			y, started = square, true
		}
		if k > 1 {
			square = m.mul(square, square)
		}
	}
	if n < 0 {
		y = m.div(m.num(1), y)
	}
	return y
}

// poly evaluates c[0] + c[1] x + ... by Horner's scheme.
func (m calc) poly(x *ir.Value, c ...float64) *ir.Value {
	y := m.num(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		y = m.add(m.mul(y, x), m.num(c[i]))
	}
	return y
}

// powRules returns a power, given that of the size of the base, with what C's pow
// says of other bases than positive ones: a negative base has a power where the exponent is a whole number, whose
// sign an odd one keeps, and everything to the power 0 is 1, as is 1 to any.
func (m calc) powRules(x, y, size *ir.Value) *ir.Value {
	zero, unit := m.num(0), m.num(1)
	half := m.mul(y, m.num(0.5))
	odd := m.compare(unequal, half, m.op("llvm.intr.trunc", 0, half))
	signed := m.choose(odd, m.op("llvm.intr.copysign", 0, size, x), size)
	fraction := m.compare(unequal, y, m.op("llvm.intr.trunc", 0, y))
	negative := m.choose(fraction, m.num(math.NaN()), signed)
	power := m.choose(m.less(x, zero), negative, size)
	power = m.choose(m.compare(equal, y, zero), unit, power)
	return m.choose(m.compare(equal, x, unit), unit, power)
}
