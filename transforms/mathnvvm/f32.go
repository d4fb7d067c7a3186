package mathnvvm

import (
	"math"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

const (
	ln2      = math.Ln2
	log10of2 = math.Ln2 / math.Ln10
	log2e    = math.Log2E
)

// f32 makes operations on f32 in front of the one that is converted.
type f32 struct {
	r *convert.Rewriter
	t ir.Type
}

func (m f32) num(v float64) *ir.Value {
	return m.r.Op("llvm.mlir.constant", nil, []ir.Type{m.t},
		ir.NamedAttr{Name: "value", Attr: ir.FloatAttrOf(m.t.(*ir.FloatType), v)}).Result(0)
}

func (m f32) cast(name string, x *ir.Value, t ir.Type) *ir.Value {
	return m.r.Op(name, []*ir.Value{x}, []ir.Type{t}).Result(0)
}

// The bits of llvm's fast-math flags used here.
const (
	contract = 16
	afn      = 32
)

func (m f32) op(name string, flags int64, xs ...*ir.Value) *ir.Value {
	return m.r.Op(name, xs, []ir.Type{m.t},
		ir.NamedAttr{Name: "fastmathFlags", Attr: llvm.FastmathFlagsEnum.Attr(m.t.Context(), flags)}).Result(0)
}

func (m f32) add(x, y *ir.Value) *ir.Value { return m.op("llvm.fadd", contract, x, y) }

func (m f32) sub(x, y *ir.Value) *ir.Value { return m.op("llvm.fsub", contract, x, y) }

func (m f32) mul(x, y *ir.Value) *ir.Value { return m.op("llvm.fmul", contract, x, y) }

func (m f32) div(x, y *ir.Value) *ir.Value { return m.op("llvm.fdiv", afn, x, y) }

func (m f32) abs(x *ir.Value) *ir.Value { return m.op("llvm.intr.fabs", 0, x) }

// approx is a function that the hardware only approximates.
func (m f32) approx(name string, x *ir.Value) *ir.Value { return m.op(name, afn, x) }

// intrinsic calls an intrinsic that has no operation of its own.
func (m f32) intrinsic(name string, x *ir.Value) *ir.Value {
	c := m.t.Context()
	return llvm.NewCallIntrinsic(m.r.Builder, []ir.Type{m.t}, []*ir.Value{x}, nil,
		llvm.CallIntrinsicProps{Intrin: c.Str(name), OpBundleSizes: c.I32Array()}).Op().Result(0)
}

// exp2 is ex2.approx.f32.
func (m f32) exp2(x *ir.Value) *ir.Value { return m.op("llvm.intr.exp2", 0, x) }

func (m f32) exp(x *ir.Value) *ir.Value { return m.exp2(m.mul(x, m.num(log2e))) }

// log2 is lg2.approx.f32; llc has no lowering of llvm.log2.
func (m f32) log2(x *ir.Value) *ir.Value { return m.intrinsic("llvm.nvvm.lg2.approx.f", x) }

// turns takes whole turns off an angle, since the errors of sin.approx and
// cos.approx grow with it (PTX ISA, "sin"): 2 pi in two parts, the first short
// enough for its products to be exact.
func (m f32) turns(x *ir.Value) *ir.Value {
	const high, low = 6.28125, 2*math.Pi - 6.28125
	n := m.op("llvm.intr.roundeven", 0, m.mul(x, m.num(1/(2*math.Pi))))
	return m.fma(n, -low, m.fma(n, -high, x))
}

func (m f32) fma(x *ir.Value, c float64, y *ir.Value) *ir.Value {
	return m.op("llvm.intr.fma", 0, x, m.num(c), y)
}

func (m f32) sin(x *ir.Value) *ir.Value { return m.approx("llvm.intr.sin", m.turns(x)) }

func (m f32) cos(x *ir.Value) *ir.Value { return m.approx("llvm.intr.cos", m.turns(x)) }

// product is x to the power n, by squaring.
func (m f32) product(x *ir.Value, n int64) *ir.Value {
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
func (m f32) poly(x *ir.Value, c ...float64) *ir.Value {
	y := m.num(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		y = m.add(m.mul(y, x), m.num(c[i]))
	}
	return y
}

// The predicates of llvm.fcmp used here: ordered equal, less, and not equal.
const (
	equal    = 1
	lessThan = 4
	unequal  = 6
)

func (m f32) compare(predicate int64, x, y *ir.Value) *ir.Value {
	c := m.t.Context()
	return m.r.Op("llvm.fcmp", []*ir.Value{x, y}, []ir.Type{c.I(1)},
		ir.NamedAttr{Name: "predicate", Attr: llvm.FCmpPredicateEnum.Attr(c, predicate)}).Result(0)
}

// less is an ordered comparison.
func (m f32) less(x, y *ir.Value) *ir.Value { return m.compare(lessThan, x, y) }

func (m f32) choose(cond, x, y *ir.Value) *ir.Value {
	return m.r.Op("llvm.select", []*ir.Value{cond, x, y}, []ir.Type{m.t}).Result(0)
}

// pow is exp2(y log2 abs x), with what C's pow says of other bases than positive
// ones: a negative base has a power where the exponent is a whole number, whose
// sign an odd one keeps, and everything to the power 0 is 1, as is 1 to any.
func (m f32) pow(v []*ir.Value) *ir.Value {
	x, y := v[0], v[1]
	zero, unit := m.num(0), m.num(1)
	size := m.exp2(m.mul(y, m.log2(m.abs(x))))
	half := m.mul(y, m.num(0.5))
	odd := m.compare(unequal, half, m.op("llvm.intr.trunc", 0, half))
	signed := m.choose(odd, m.op("llvm.intr.copysign", 0, size, x), size)
	fraction := m.compare(unequal, y, m.op("llvm.intr.trunc", 0, y))
	negative := m.choose(fraction, m.num(math.NaN()), signed)
	power := m.choose(m.less(x, zero), negative, size)
	power = m.choose(m.compare(equal, y, zero), unit, power)
	return m.choose(m.compare(equal, x, unit), unit, power)
}

// expm1 avoids the cancellation near 0 by the first terms of the series.
func (m f32) expm1(x []*ir.Value) *ir.Value {
	series := m.mul(x[0], m.poly(x[0], 1, 1.0/2, 1.0/6, 1.0/24, 1.0/120))
	small := m.less(m.abs(x[0]), m.num(1.0/16))
	return m.choose(small, series, m.sub(m.exp(x[0]), m.num(1)))
}

// tanh uses the decaying exponential, which cannot overflow.
func (m f32) tanh(x []*ir.Value) *ir.Value {
	e := m.exp2(m.mul(m.abs(x[0]), m.num(-2*log2e)))
	one := m.num(1)
	t := m.div(m.sub(one, e), m.add(one, e))
	return m.op("llvm.intr.copysign", 0, t, x[0])
}

// erf is formula 7.1.26 of Abramowitz and Stegun, Handbook of Mathematical
// Functions, for abs x, with the sign put back.
func (m f32) erf(x []*ir.Value) *ir.Value {
	a := m.abs(x[0])
	one := m.num(1)
	t := m.div(one, m.add(m.mul(a, m.num(0.3275911)), one))
	p := m.mul(t, m.poly(t, 0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429))
	e := m.exp2(m.mul(m.mul(a, a), m.num(-log2e)))
	return m.op("llvm.intr.copysign", 0, m.sub(one, m.mul(p, e)), x[0])
}
