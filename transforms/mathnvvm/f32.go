package mathnvvm

import (
	"math"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

const (
	ln2      = math.Ln2
	log10of2 = math.Ln2 / math.Ln10
	log2e    = math.Log2E
)

// f32 computes in f32.
type f32 struct{ calc }

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

func (m f32) sin(x *ir.Value) *ir.Value { return m.approx("llvm.intr.sin", m.turns(x)) }

func (m f32) cos(x *ir.Value) *ir.Value { return m.approx("llvm.intr.cos", m.turns(x)) }

// pow is exp2(y log2 abs x), with C's rules.
func (m f32) pow(v []*ir.Value) *ir.Value {
	return m.powRules(v[0], v[1], m.exp2(m.mul(v[1], m.log2(m.abs(v[0])))))
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
