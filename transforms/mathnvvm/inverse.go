package mathnvvm

import (
	"math"

	"github.com/tile-opt/tile-opt/ir"
)

// The polynomials here and in hyperbolic.go interpolate at the Chebyshev
// points of the interval they are used on; the greatest relative error there
// is told.

// atanSeries is atan(x)/x in x^2, for x in [0, 1]: 2.5e-9.
var atanSeries = []float64{
	0.9999999975460198, -0.33333282295514155, 0.19998230640469886, -0.14261573681385442, 0.1094019897125258,
	-0.08372063966665166, 0.05746355817704796, -0.030717509239167384, 0.010680719628908264, -0.001743701185205282,
}

func (m f32) atan2(v []*ir.Value) *ir.Value {
	return m.angle(v[0], v[1], func(q *ir.Value) *ir.Value { return m.mul(q, m.poly(m.mul(q, q), atanSeries...)) })
}

// angle is that of the point (x, y), by the quotient that is not above 1, whose
// arcus tangent it is given, and with what C's atan2 says of zeros and infinities
// of either sign.
func (m calc) angle(y, x *ir.Value, atan func(q *ir.Value) *ir.Value) *ir.Value {
	ay, ax := m.abs(y), m.abs(x)
	steep := m.less(ax, ay)
	q := m.div(m.choose(steep, ax, ay), m.choose(steep, ay, ax))
	// 0/0 and inf/inf stand for angles on an axis and on a diagonal.
	same := m.choose(m.compare(equal, ax, m.num(0)), m.num(0), m.num(1))
	q = m.choose(m.compare(equal, ax, ay), same, q)
	a := atan(q)
	a = m.choose(steep, m.sub(m.num(math.Pi/2), a), a)
	left := m.less(m.op("llvm.intr.copysign", 0, m.num(1), x), m.num(0))
	a = m.choose(left, m.sub(m.num(math.Pi), a), a)
	return m.op("llvm.intr.copysign", 0, a, y)
}

func (m f32) atan(x []*ir.Value) *ir.Value { return m.atan2([]*ir.Value{x[0], m.num(1)}) }

// leg is the other leg of the right triangle with hypotenuse 1; NaN outside
// [-1, 1].
func (m calc) leg(x *ir.Value) *ir.Value {
	one := m.num(1)
	return m.op("llvm.intr.sqrt", 0, m.mul(m.sub(one, x), m.add(one, x)))
}

func (m f32) asin(x []*ir.Value) *ir.Value { return m.atan2([]*ir.Value{x[0], m.leg(x[0])}) }

func (m f32) acos(x []*ir.Value) *ir.Value { return m.atan2([]*ir.Value{m.leg(x[0]), x[0]}) }

// cbrt improves a power by one step of Newton's method. Zeros and infinities,
// which are twice themselves, are their own roots.
func (m f32) cbrt(v []*ir.Value) *ir.Value {
	x := v[0]
	a := m.abs(x)
	y := m.exp2(m.mul(m.log2(a), m.num(1.0/3)))
	square := m.mul(y, y)
	y = m.sub(y, m.div(m.sub(m.mul(square, y), a), m.mul(m.num(3), square)))
	root := m.op("llvm.intr.copysign", 0, y, x)
	return m.choose(m.compare(equal, x, m.add(x, x)), x, root)
}
