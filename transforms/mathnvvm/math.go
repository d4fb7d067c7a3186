// Package mathnvvm says what the functions of math become on the GPU: the
// instructions that it has, or short sequences of them.
//
// It must not know where the operands come from.
package mathnvvm

import (
	"slices"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/tollvm"
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
	{"math.log1p", f32.log1p},
	{"math.powf", f32.pow},
	{"math.rsqrt", func(m f32, x []*ir.Value) *ir.Value { return m.intrinsic("llvm.nvvm.rsqrt.approx.f", x[0]) }},
	{"math.tanh", f32.tanh},
	{"math.erf", f32.erf},
	{"math.erfc", f32.erfc},
	{"math.sin", func(m f32, x []*ir.Value) *ir.Value { return m.sin(x[0]) }},
	{"math.cos", func(m f32, x []*ir.Value) *ir.Value { return m.cos(x[0]) }},
	{"math.tan", func(m f32, x []*ir.Value) *ir.Value { return m.div(m.sin(x[0]), m.cos(x[0])) }},
	{"math.asin", f32.asin}, {"math.acos", f32.acos}, {"math.atan", f32.atan}, {"math.atan2", f32.atan2},
	{"math.sinh", f32.sinh}, {"math.cosh", f32.cosh},
	{"math.asinh", f32.asinh}, {"math.acosh", f32.acosh}, {"math.atanh", f32.atanh},
	{"math.cbrt", f32.cbrt},
}

// Patterns convert the operations of math on scalars and on vectors of one
// dimension, whose elements are computed one by one where no instruction takes
// a vector.
func Patterns() []convert.Pattern {
	var ps []convert.Pattern
	for _, d := range direct {
		ps = append(ps, convert.Pattern{Name: d.from + "-to-llvm", Root: d.from, Rewrite: one(d.to)})
	}
	for _, f := range functions {
		f32 := inF32(func(m f32, x []*ir.Value) []*ir.Value { return []*ir.Value{f.f(m, x)} })
		ps = append(ps, convert.Pattern{Name: f.name + "-to-nvvm", Root: f.name, Rewrite: f32})
	}
	ps = append(ps,
		convert.Pattern{Name: "math.sincos-to-nvvm", Root: "math.sincos", Rewrite: inF32(func(m f32, x []*ir.Value) []*ir.Value {
			return []*ir.Value{m.sin(x[0]), m.cos(x[0])}
		})},
		convert.Pattern{Name: "math.fpowi-to-nvvm", Root: "math.fpowi", Rewrite: fpowi},
		convert.Pattern{Name: "math.clampf-to-llvm", Root: "math.clampf", Rewrite: clampf},
		convert.Pattern{Name: "math.isnan-to-llvm", Root: "math.isnan", Rewrite: classify(isNaN)},
		convert.Pattern{Name: "math.isinf-to-llvm", Root: "math.isinf", Rewrite: classify(isInf)},
		convert.Pattern{Name: "math.isfinite-to-llvm", Root: "math.isfinite", Rewrite: classify(isFinite)},
		convert.Pattern{Name: "math.isnormal-to-llvm", Root: "math.isnormal", Rewrite: classify(isNormal)},
	)
	for _, f := range []struct {
		name, to, prop string
	}{{"math.absi", "llvm.intr.abs", "is_int_min_poison"}, {"math.ctlz", "llvm.intr.ctlz", "is_zero_poison"}, {"math.cttz", "llvm.intr.cttz", "is_zero_poison"}} {
		ps = append(ps, convert.Pattern{Name: f.name + "-to-llvm", Root: f.name, Rewrite: one(f.to, f.prop)})
	}
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

// clampf is the lesser of the upper bound and what is not below the lower one;
// NaN stays.
func clampf(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t := op.Result(0).Type()
	if !tollvm.IsFlat(t) {
		return r.NoMatch(tooManyDims)
	}
	low := r.Op("llvm.intr.maximum", []*ir.Value{in.One(0), in.One(1)}, []ir.Type{t}).Result(0)
	r.ReplaceWithOp(op, "llvm.intr.minimum", []*ir.Value{low, in.One(2)}, []ir.Type{t})
	return nil
}

const tooManyDims = "works on a vector of several dimensions"

// perElement replaces an operation by what f makes of each element of its
// operands.
func perElement(op *ir.Operation, in convert.Operands, r *convert.Rewriter, f func(args []*ir.Value) []*ir.Value) error {
	v, isVector := op.Operand(0).Type().(*ir.VectorType)
	if !isVector {
		r.Replace(op, f(in.Flat())...)
		return nil
	}
	if !tollvm.IsFlat(v) || slices.Contains(v.Scalable, true) {
		return r.NoMatch(tooManyDims)
	}
	i32 := op.Context().I(32)
	out := make([]*ir.Value, op.NumResults())
	for n, t := range op.ResultTypes() {
		out[n] = llvm.NewPoison(r.Builder, []ir.Type{t}).Op().Result(0)
	}
	for i := range v.Shape[0] {
		at := r.Op("llvm.mlir.constant", nil, []ir.Type{i32}, ir.NamedAttr{Name: "value", Attr: ir.IntAttr(i32, i)}).Result(0)
		var args []*ir.Value
		for _, x := range in.Flat() {
			elem := ir.ElemOrSelf(x.Type())
			args = append(args, llvm.NewExtractElement(r.Builder, []ir.Type{elem}, x, at).Op().Result(0))
		}
		for n, y := range f(args) {
			out[n] = llvm.NewInsertElement(r.Builder, []ir.Type{out[n].Type()}, out[n], y, at).Op().Result(0)
		}
	}
	r.Replace(op, out...)
	return nil
}

// inF32 computes a function in f32, for operands that are not wider.
func inF32(f func(f32, []*ir.Value) []*ir.Value) rewriteFunc {
	return func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		t := ir.ElemOrSelf(op.Result(0).Type())
		w, ok := ir.BitWidth(t)
		if !ok || w < 16 || w > 32 {
			return op.OpError("has no lowering for %s: the hardware computes it in f32 only", t)
		}
		m := f32{r, op.Context().F32()}
		return perElement(op, in, r, func(args []*ir.Value) []*ir.Value {
			wide := append([]*ir.Value(nil), args...)
			for i, x := range args {
				if w < 32 && ir.IsFloat(x.Type()) {
					wide[i] = m.cast("llvm.fpext", x, m.t)
				}
			}
			out := f(m, wide)
			for i, y := range out {
				if w < 32 {
					out[i] = m.cast("llvm.fptrunc", y, t)
				}
			}
			return out
		})
	}
}

// maxProducts bounds the exponents for which powers are products.
const maxProducts = 64

// fpowi multiplies where the exponent is a small constant, and is a power
// elsewhere.
func fpowi(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	n, known := knownExponent(op.Operand(1))
	return inF32(func(m f32, v []*ir.Value) []*ir.Value {
		if known && n >= -maxProducts && n <= maxProducts {
			return []*ir.Value{m.product(v[0], n)}
		}
		return []*ir.Value{m.pow([]*ir.Value{v[0], m.cast("llvm.sitofp", v[1], m.t)})}
	})(op, in, r)
}

// knownExponent returns the value of a constant, or of the element that all of
// a vector are, before or after it was converted.
func knownExponent(v *ir.Value) (int64, bool) {
	def := v.Def()
	if def == nil || !def.Is("arith.constant") && !def.Is("llvm.mlir.constant") {
		return 0, false
	}
	a := def.Prop("value")
	if d, ok := a.(*ir.DenseAttr); ok && d.Splat {
		a = d.Elem(0)
	}
	return ir.IntValue(a)
}
