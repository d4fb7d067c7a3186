package mathnvvm

import (
	"math"

	"github.com/tile-opt/tile-opt/ir"
)

// f64 computes in f64, for which the hardware has no functions: arguments are
// reduced by constants in two or three parts, of which the products with small
// whole numbers are exact, and polynomials do the rest.
type f64 struct{ calc }

func (m f64) i64(v int64) *ir.Value {
	t := m.t.Context().I(64)
	return m.r.Op("llvm.mlir.constant", nil, []ir.Type{t}, ir.NamedAttr{Name: "value", Attr: ir.IntAttr(t, v)}).Result(0)
}

func (m f64) bits(x *ir.Value) *ir.Value { return m.cast("llvm.bitcast", x, m.t.Context().I(64)) }

func (m f64) ofBits(x *ir.Value) *ir.Value { return m.cast("llvm.bitcast", x, m.t) }

func (m f64) ints(name string, x *ir.Value, v int64) *ir.Value {
	return m.r.Op(name, []*ir.Value{x, m.i64(v)}, []ir.Type{x.Type()}).Result(0)
}

// whole is the nearest whole number as a float, and in the low bits of an
// integer: adding 3 * 2^51 leaves no place for a fraction.
func (m f64) whole(x *ir.Value) (n, low *ir.Value) {
	const magic = 3 << 51
	// Not by add, whose contraction could take the numbers apart.
	t := m.op("llvm.fadd", 0, x, m.num(magic))
	return m.op("llvm.fsub", 0, t, m.num(magic)), m.bits(t)
}

// taylor is c[n] = 1/n! from n on, for so many terms.
func taylor(n, terms int, sign float64, step int) []float64 {
	out := make([]float64, terms)
	f := 1.0
	for k := 2; k <= n; k++ {
		f *= float64(k)
	}
	s := 1.0
	for i := range out {
		out[i] = s / f
		for range step {
			n++
			f *= float64(n)
		}
		s *= sign
	}
	return out
}

// scaled is exp(r) * 2^n for |r| up to half of ln 2, where the low bits of n are
// given; 2^n is multiplied on in two parts, since it may be no number itself.
func (m f64) scaled(r, n *ir.Value) *ir.Value {
	e := m.poly(r, taylor(0, 14, 1, 1)...)
	// The low 32 bits hold n, with its sign.
	n = m.ints("llvm.ashr", m.ints("llvm.shl", n, 32), 32)
	half := m.ints("llvm.ashr", n, 1)
	rest := m.r.Op("llvm.sub", []*ir.Value{n, half}, []ir.Type{n.Type()}).Result(0)
	power := func(k *ir.Value) *ir.Value {
		return m.ofBits(m.ints("llvm.shl", m.ints("llvm.add", k, 1023), 52))
	}
	return m.mul(m.mul(e, power(half)), power(rest))
}

// bounded replaces the result where it would be infinite or 0.
func (m f64) bounded(y, x *ir.Value, low, high float64) *ir.Value {
	y = m.choose(m.less(m.num(high), x), m.num(math.Inf(1)), y)
	return m.choose(m.less(x, m.num(low)), m.num(0), y)
}

// The parts of ln 2 and of log10 2: the first ends in zeros, for the products
// with exponents.
const (
	ln2High, ln2Low     = 6.93147180369123816490e-01, 1.90821492927058770002e-10
	log10High, log10Low = 3.01029995663611771306e-01, 3.69423907715893078616e-13
)

func (m f64) exp(x *ir.Value) *ir.Value {
	n, low := m.whole(m.mul(x, m.num(math.Log2E)))
	r := m.fma(n, -ln2Low, m.fma(n, -ln2High, x))
	return m.bounded(m.scaled(r, low), x, -746, 709.79)
}

func (m f64) exp2(x *ir.Value) *ir.Value {
	n, low := m.whole(x)
	r := m.mul(m.op("llvm.fsub", 0, x, n), m.num(math.Ln2))
	return m.bounded(m.scaled(r, low), x, -1076, 1024)
}

// expm1 is a polynomial where the exponential would cancel.
func (m f64) expm1(x *ir.Value) *ir.Value {
	small := m.less(m.abs(x), m.num(0.375))
	return m.choose(small, m.mul(x, m.poly(x, taylor(1, 15, 1, 1)...)), m.sub(m.exp(x), m.num(1)))
}

// log takes x apart into 2^e and a factor between the roots of 1/2 and of 2, of
// which the logarithm is 2 artanh((m-1)/(m+1)).
func (m f64) log(x *ir.Value) *ir.Value { return m.logIn(x, ln2High, ln2Low, 1) }

func (m f64) log2(x *ir.Value) *ir.Value { return m.logIn(x, 1, 0, math.Log2E) }

func (m f64) log10(x *ir.Value) *ir.Value { return m.logIn(x, log10High, log10Low, math.Log10E) }

// logIn is the logarithm in a base, given the parts of that of 2 and that of e.
func (m f64) logIn(x *ir.Value, high, low, unit float64) *ir.Value {
	const mantissa = 1<<52 - 1
	tiny := m.less(x, m.num(0x1p-1022))
	b := m.bits(m.choose(tiny, m.mul(x, m.num(0x1p54)), x))
	e := m.cast("llvm.sitofp", m.ints("llvm.sub", m.ints("llvm.ashr", b, 52), 1023), m.t)
	e = m.choose(tiny, m.sub(e, m.num(54)), e)
	f := m.ofBits(m.ints("llvm.or", m.ints("llvm.and", b, mantissa), 1023<<52))
	large := m.less(m.num(math.Sqrt2), f)
	f, e = m.choose(large, m.mul(f, m.num(0.5)), f), m.choose(large, m.add(e, m.num(1)), e)
	q := m.div(m.sub(f, m.num(1)), m.add(f, m.num(1)))
	var series []float64
	for k := range 11 {
		series = append(series, 2/float64(2*k+1))
	}
	y := m.mul(m.mul(q, m.poly(m.mul(q, q), series...)), m.num(unit))
	y = m.fma(e, high, m.fma(e, low, y)) // the greatest last
	y = m.choose(m.compare(equal, x, m.num(0)), m.num(math.Inf(-1)), y)
	y = m.choose(m.less(x, m.num(0)), m.num(math.NaN()), y)
	// An infinity and what is no number are their own logarithms.
	return m.choose(m.less(m.abs(x), m.num(math.Inf(1))), y, m.choose(m.less(x, m.num(0)), y, m.mul(x, x)))
}

func (m f64) log1p(x *ir.Value) *ir.Value {
	u := m.op("llvm.fadd", 0, x, m.num(1))
	// What the sum has lost, as a part of it.
	lost := m.div(m.op("llvm.fsub", 0, x, m.op("llvm.fsub", 0, u, m.num(1))), u)
	l := m.log(u)
	some := m.less(m.num(0), m.abs(u))
	finite := m.less(m.abs(u), m.num(math.Inf(1)))
	return m.choose(finite, m.choose(some, m.add(l, lost), l), l)
}

// maxAngle bounds the angles that quarter can take turns off.
const maxAngle = 1 << 30

// quarter returns the sine and the cosine of what is left of an angle, NaN where
// it is too large, and how many quarters of a turn were taken off, in the low
// bits.
func (m f64) quarter(x *ir.Value) (sin, cos, n *ir.Value) {
	const first, second, third = 1.57079632673412561417e+00, 6.07710050630396597660e-11, 2.02226624879595063154e-21
	x = m.choose(m.less(m.abs(x), m.num(maxAngle)), x, m.num(math.NaN()))
	q, n := m.whole(m.mul(x, m.num(2/math.Pi)))
	r := m.fma(q, -third, m.fma(q, -second, m.fma(q, -first, x)))
	s := m.mul(r, r)
	return m.mul(r, m.poly(s, taylor(1, 9, -1, 2)...)), m.poly(s, taylor(0, 10, -1, 2)...), n
}

// turned picks the sine or the cosine by the quarter, and its sign.
func (m f64) turned(sin, cos, n *ir.Value) *ir.Value {
	odd := m.r.Op("llvm.trunc", []*ir.Value{n}, []ir.Type{m.t.Context().I(1)}).Result(0)
	y := m.bits(m.choose(odd, cos, sin))
	sign := m.ints("llvm.shl", m.ints("llvm.lshr", n, 1), 63)
	return m.ofBits(m.r.Op("llvm.xor", []*ir.Value{y, sign}, []ir.Type{y.Type()}).Result(0))
}

func (m f64) sin(x *ir.Value) *ir.Value { return m.turned(m.quarter(x)) }

func (m f64) cos(x *ir.Value) *ir.Value {
	s, c, n := m.quarter(x)
	return m.turned(s, c, m.ints("llvm.add", n, 1))
}

// atanSeries64 is atan(x)/x in x^2, for x up to tan(pi/8): 3e-17.
var atanSeries64 = []float64{
	1.0, -0.3333333333332858, 0.19999999998882076, -0.14285714182978565, 0.1111110625599581, -0.09090774712795636,
	0.07689975128566981, -0.0664041081151189, 0.05689223501643425, -0.04350445257074978, 0.02116321747688626,
}

func (m f64) atan2(y, x *ir.Value) *ir.Value {
	return m.angle(y, x, func(q *ir.Value) *ir.Value {
		// Past tan(pi/8), the angle to the diagonal.
		far := m.less(m.num(math.Sqrt2-1), q)
		near := m.choose(far, m.div(m.sub(q, m.num(1)), m.add(q, m.num(1))), q)
		a := m.mul(near, m.poly(m.mul(near, near), atanSeries64...))
		return m.choose(far, m.add(a, m.num(math.Pi/4)), a)
	})
}

// sinh and tanh come from expm1, which does not cancel.
func (m f64) sinh(x *ir.Value) *ir.Value {
	a := m.abs(x)
	e := m.expm1(a)
	y := m.mul(m.num(0.5), m.add(e, m.div(e, m.add(e, m.num(1)))))
	// Half of it does not overflow before the whole does.
	h := m.exp(m.mul(a, m.num(0.5)))
	y = m.choose(m.less(m.num(22), a), m.mul(m.mul(m.num(0.5), h), h), y)
	return m.op("llvm.intr.copysign", 0, y, x)
}

func (m f64) cosh(x *ir.Value) *ir.Value {
	h := m.exp(m.mul(m.abs(x), m.num(0.5)))
	e := m.mul(m.mul(m.num(0.5), h), h)
	return m.add(e, m.div(m.num(0.25), e))
}

func (m f64) tanh(x *ir.Value) *ir.Value {
	a := m.abs(x)
	e := m.expm1(m.mul(m.num(2), m.choose(m.less(m.num(20), a), m.num(20), a)))
	return m.op("llvm.intr.copysign", 0, m.div(e, m.add(e, m.num(2))), x)
}

// cbrt improves a power by one step of Newton's method.
func (m f64) cbrt(x *ir.Value) *ir.Value {
	a := m.abs(x)
	y := m.exp(m.mul(m.log(a), m.num(1.0/3)))
	square := m.mul(y, y)
	y = m.sub(y, m.div(m.sub(y, m.div(a, square)), m.num(3)))
	root := m.op("llvm.intr.copysign", 0, y, x)
	return m.choose(m.compare(equal, x, m.add(x, x)), x, root)
}

// erfSeries64 is erf(x)/x in x^2, for x up to 1/2: 2e-20.
var erfSeries64 = []float64{
	1.1283791670955126, -0.3761263890318375, 0.1128379167095487, -0.026866170645000076, 0.005223977622024224,
	-0.0008548326511566567, 0.00012055286259121393, -1.4923005626894847e-05, 1.6371282597755977e-06,
	-1.4621341491012844e-07,
}

// erfcSeries64 is erfc(a) exp(a^2) / t in t = 1 / (1 + a/2), for a from 0 to 28: 7e-16,
// and the rounding of its large terms.
var erfcSeries64 = []float64{
	0.28209479179656755, 0.28209478971093055, 0.2468330282141869, 0.17630710161025162, 0.08378349938010425,
	-0.004860972110433423, -0.0525205607400897, -0.0839589692650136, 0.1695157938980054, -0.7341020537568235,
	2.8960729501636733, -8.294096323799796, 19.304733789516035, -36.23993584186348, 53.2487017920686, -60.44745528989215,
	52.77721753279627, -35.20520495715674, 17.667159162660308, -6.471657693302897, 1.6362331154897214,
	-0.25554587896982106, 0.01859119355257977,
}

func (m f64) erfc(x *ir.Value) *ir.Value {
	a := m.abs(x)
	t := m.div(m.num(1), m.add(m.mul(a, m.num(0.5)), m.num(1)))
	y := m.mul(m.mul(t, m.poly(t, erfcSeries64...)), m.exp(m.mul(m.num(-1), m.mul(a, a))))
	return m.choose(m.less(x, m.num(0)), m.sub(m.num(2), y), y)
}

func (m f64) erf(x *ir.Value) *ir.Value {
	small := m.mul(x, m.poly(m.mul(x, x), erfSeries64...))
	large := m.op("llvm.intr.copysign", 0, m.sub(m.num(1), m.erfc(m.abs(x))), x)
	return m.choose(m.less(m.abs(x), m.num(0.5)), small, large)
}

func (m f64) asinh(x *ir.Value) *ir.Value {
	a := m.abs(x)
	square := m.mul(a, a)
	root := m.op("llvm.intr.sqrt", 0, m.add(square, m.num(1)))
	y := m.log1p(m.add(a, m.div(square, m.add(root, m.num(1)))))
	y = m.choose(m.less(m.num(huge64), a), m.add(m.log(a), m.num(math.Ln2)), y)
	return m.op("llvm.intr.copysign", 0, y, x)
}

// huge64 is where 1 + x^2 is x^2, and its square is still finite.
const huge64 = 1 << 30

func (m f64) acosh(x *ir.Value) *ir.Value {
	t := m.sub(x, m.num(1))
	root := m.op("llvm.intr.sqrt", 0, m.mul(t, m.add(t, m.num(2))))
	y := m.choose(m.less(m.num(huge64), x), m.add(m.log(x), m.num(math.Ln2)), m.log1p(m.add(t, root)))
	return m.choose(m.less(t, m.num(0)), m.num(math.NaN()), y)
}

func (m f64) atanh(x *ir.Value) *ir.Value {
	a := m.abs(x)
	y := m.log1p(m.div(m.add(a, a), m.sub(m.num(1), a)))
	return m.op("llvm.intr.copysign", 0, m.mul(y, m.num(0.5)), x)
}
