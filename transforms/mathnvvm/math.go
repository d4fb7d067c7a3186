// Package mathnvvm says what the functions of math become on the GPU: the
// instructions that it has, or short sequences of them.
//
// It must not know where the operands come from.
package mathnvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// direct are the operations that one operation computes in every float type.
var direct = []struct{ from, to string }{
	{"math.absf", "llvm.intr.fabs"}, {"math.ceil", "llvm.intr.ceil"}, {"math.copysign", "llvm.intr.copysign"},
	{"math.floor", "llvm.intr.floor"}, {"math.fma", "llvm.intr.fma"}, {"math.round", "llvm.intr.round"},
	{"math.roundeven", "llvm.intr.roundeven"}, {"math.sqrt", "llvm.intr.sqrt"}, {"math.trunc", "llvm.intr.trunc"},
	{"math.ctpop", "llvm.intr.ctpop"},
}

// functions are computed in f32.
var functions = []struct {
	name string
	f    func(f32, []*ir.Value) *ir.Value
}{
	{"math.exp2", func(m f32, x []*ir.Value) *ir.Value { return m.exp2(x[0]) }},
	{"math.exp", func(m f32, x []*ir.Value) *ir.Value { return m.exp(x[0]) }},
	{"math.expm1", f32.expm1},
	{"math.log2", func(m f32, x []*ir.Value) *ir.Value { return m.log2(x[0]) }},
	{"math.log", func(m f32, x []*ir.Value) *ir.Value { return m.mul(m.log2(x[0]), m.num(ln2)) }},
	{"math.log10", func(m f32, x []*ir.Value) *ir.Value { return m.mul(m.log2(x[0]), m.num(log10of2)) }},
	{"math.log1p", func(m f32, x []*ir.Value) *ir.Value { return m.mul(m.log2(m.add(x[0], m.num(1))), m.num(ln2)) }},
	{"math.powf", f32.pow},
	{"math.rsqrt", func(m f32, x []*ir.Value) *ir.Value { return m.intrinsic("llvm.nvvm.rsqrt.approx.f", x[0]) }},
	{"math.tanh", f32.tanh},
	{"math.erf", f32.erf},
	{"math.sin", func(m f32, x []*ir.Value) *ir.Value { return m.approx("llvm.intr.sin", x[0]) }},
	{"math.cos", func(m f32, x []*ir.Value) *ir.Value { return m.approx("llvm.intr.cos", x[0]) }},
}

// Patterns convert the operations of math on scalars.
func Patterns() []convert.Pattern {
	var ps []convert.Pattern
	for _, d := range direct {
		ps = append(ps, convert.Pattern{Name: d.from + "-to-llvm", Root: d.from, Rewrite: one(d.to)})
	}
	for _, f := range functions {
		ps = append(ps, convert.Pattern{Name: f.name + "-to-nvvm", Root: f.name, Rewrite: inF32(f.f)})
	}
	for _, f := range []struct {
		name, to, prop string
	}{{"math.absi", "llvm.intr.abs", "is_int_min_poison"}, {"math.ctlz", "llvm.intr.ctlz", "is_zero_poison"}, {"math.cttz", "llvm.intr.cttz", "is_zero_poison"}} {
		ps = append(ps, convert.Pattern{Name: f.name + "-to-llvm", Root: f.name, Rewrite: one(f.to, f.prop)})
	}
	ps = append(ps, convert.Pattern{Name: "isnan-to-llvm", Root: "math.isnan", Rewrite: isNaN})
	return ps
}

type rewriteFunc = func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error

// one replaces an operation by one with the same operands; the properties
// named are false.
func one(to string, falseProps ...string) rewriteFunc {
	return func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		t := op.Result(0).Type()
		if !llvm.IsCompatible(t) {
			return r.NoMatch("works on a type that LLVM has not")
		}
		var props []ir.NamedAttr
		for _, p := range falseProps {
			props = append(props, ir.NamedAttr{Name: p, Attr: op.Context().Bool(false)})
		}
		r.ReplaceWithOp(op, to, in.Flat(), []ir.Type{t}, props...)
		return nil
	}
}

// isNaN compares a value with itself.
func isNaN(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	const unordered = 8
	x := in.One(0)
	r.ReplaceWithOp(op, "llvm.fcmp", []*ir.Value{x, x}, op.ResultTypes(),
		ir.NamedAttr{Name: "predicate", Attr: llvm.FCmpPredicateEnum.Attr(op.Context(), unordered)})
	return nil
}

// inF32 computes a function in f32, for operands that are not wider.
func inF32(f func(f32, []*ir.Value) *ir.Value) rewriteFunc {
	return func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		t := op.Result(0).Type()
		ft, ok := t.(*ir.FloatType)
		if !ok {
			return r.NoMatch("works on a vector")
		}
		m := f32{r, op.Context().F32()}
		w, _ := ir.BitWidth(ft)
		if w > 32 {
			return op.OpError("has no lowering for %s: the hardware computes it in f32 only", t)
		}
		args := in.Flat()
		for i, x := range args {
			if w < 32 {
				args[i] = m.cast("llvm.fpext", x, m.t)
			}
		}
		y := f(m, args)
		if w < 32 {
			y = m.cast("llvm.fptrunc", y, t)
		}
		r.Replace(op, y)
		return nil
	}
}
