package mathnvvm

import (
	"math"

	"github.com/tile-opt/tile-opt/ir"
)

// log1pSeries is log(1+x)/x, for x in [-1/4, 1/4]: 1.5e-8.
var log1pSeries = []float64{
	0.9999999850981298, -0.499999938883969, 0.3333409074193483, -0.25001293305807515, 0.19940139888360875,
	-0.16593166342170207, 0.15781357727610157, -0.14026483280031243,
}

// log1p avoids near 0 the logarithm, whose error there is absolute.
func (m f32) log1p(x []*ir.Value) *ir.Value {
	small := m.less(m.abs(x[0]), m.num(0.25))
	series := m.mul(x[0], m.poly(x[0], log1pSeries...))
	return m.choose(small, series, m.mul(m.log2(m.add(x[0], m.num(1))), m.num(ln2)))
}

// halves returns half of exp(a) and of exp(-a); the first does not overflow
// before their sum does.
func (m f32) halves(a *ir.Value) (up, down *ir.Value) {
	up = m.exp2(m.sub(m.mul(a, m.num(log2e)), m.num(1)))
	return up, m.div(m.num(0.25), up)
}

func (m f32) cosh(x []*ir.Value) *ir.Value {
	up, down := m.halves(m.abs(x[0]))
	return m.add(up, down)
}

// sinh avoids the cancellation below 1 by the first terms of the series.
func (m f32) sinh(x []*ir.Value) *ir.Value {
	a := m.abs(x[0])
	up, down := m.halves(a)
	series := m.mul(x[0], m.poly(m.mul(a, a), 1, 1.0/6, 1.0/120, 1.0/5040, 1.0/362880))
	large := m.op("llvm.intr.copysign", 0, m.sub(up, down), x[0])
	return m.choose(m.less(a, m.num(1)), series, large)
}

// huge is where 1 + x^2 is x^2, and its square is still finite.
const huge = 1 << 20

// log2x is log(2x).
func (m f32) log2x(x *ir.Value) *ir.Value {
	return m.mul(m.add(m.log2(x), m.num(1)), m.num(ln2))
}

func (m f32) asinh(x []*ir.Value) *ir.Value {
	a := m.abs(x[0])
	square := m.mul(a, a)
	root := m.op("llvm.intr.sqrt", 0, m.add(square, m.num(1)))
	y := m.log1p([]*ir.Value{m.add(a, m.div(square, m.add(root, m.num(1))))})
	y = m.choose(m.less(m.num(huge), a), m.log2x(a), y)
	return m.op("llvm.intr.copysign", 0, y, x[0])
}

// acosh is NaN below 1.
func (m f32) acosh(x []*ir.Value) *ir.Value {
	t := m.sub(x[0], m.num(1))
	root := m.op("llvm.intr.sqrt", 0, m.mul(t, m.add(t, m.num(2))))
	y := m.choose(m.less(m.num(huge), x[0]), m.log2x(x[0]), m.log1p([]*ir.Value{m.add(t, root)}))
	return m.choose(m.less(t, m.num(0)), m.num(math.NaN()), y)
}

func (m f32) atanh(x []*ir.Value) *ir.Value {
	a := m.abs(x[0])
	y := m.log1p([]*ir.Value{m.div(m.add(a, a), m.sub(m.num(1), a))})
	return m.op("llvm.intr.copysign", 0, m.mul(y, m.num(0.5)), x[0])
}

// erfcSeries is erfc(a) exp(a^2) / t in t = 1 / (1 + a/2), for a from 0 to 38:
// 9.4e-9.
var erfcSeries = []float64{
	0.28209478806221955, 0.28209361132314276, 0.2468920370730383, 0.17522333112306132, 0.09402085484189003, -0.061147314211586756,
	0.1363007948564171, -0.4604632118285827, 0.49814812584397883, -0.23674798987343793, 0.04358497793850823,
}

// erfc keeps its relative error where it is small, which 1 - erf(x) does not.
func (m f32) erfc(x []*ir.Value) *ir.Value {
	a := m.abs(x[0])
	t := m.div(m.num(1), m.add(m.mul(a, m.num(0.5)), m.num(1)))
	e := m.exp2(m.mul(m.mul(a, a), m.num(-math.Log2E)))
	y := m.mul(m.mul(t, m.poly(t, erfcSeries...)), e)
	return m.choose(m.less(x[0], m.num(0)), m.sub(m.num(2), y), y)
}
