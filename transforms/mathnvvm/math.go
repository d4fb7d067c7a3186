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

// functions are computed in f32 or, of f64, in f64.
var functions = []struct {
	name   string
	single func(f32, []*ir.Value) *ir.Value
	double func(f64, []*ir.Value) *ir.Value
}{
	{"math.exp2", single(f32.exp2), double(f64.exp2)},
	{"math.exp", single(f32.exp), double(f64.exp)},
	{"math.expm1", f32.expm1, double(f64.expm1)},
	{"math.log2", single(f32.log2), double(f64.log2)},
	{"math.log", func(m f32, x []*ir.Value) *ir.Value { return m.mul(m.log2(x[0]), m.num(ln2)) }, double(f64.log)},
	{"math.log10", func(m f32, x []*ir.Value) *ir.Value { return m.mul(m.log2(x[0]), m.num(log10of2)) }, double(f64.log10)},
	{"math.log1p", f32.log1p, double(f64.log1p)},
	{"math.powf", f32.pow, func(m f64, v []*ir.Value) *ir.Value {
		return m.powRules(v[0], v[1], m.exp(m.mul(v[1], m.log(m.abs(v[0])))))
	}},
	{"math.rsqrt", func(m f32, x []*ir.Value) *ir.Value { return m.intrinsic("llvm.nvvm.rsqrt.approx.f", x[0]) },
		func(m f64, x []*ir.Value) *ir.Value { return m.div(m.num(1), m.op("llvm.intr.sqrt", 0, x[0])) }},
	{"math.tanh", f32.tanh, double(f64.tanh)},
	{"math.erf", f32.erf, double(f64.erf)},
	{"math.erfc", f32.erfc, double(f64.erfc)},
	{"math.sin", single(f32.sin), double(f64.sin)},
	{"math.cos", single(f32.cos), double(f64.cos)},
	{"math.tan", func(m f32, x []*ir.Value) *ir.Value { return m.div(m.sin(x[0]), m.cos(x[0])) },
		func(m f64, x []*ir.Value) *ir.Value { return m.div(m.sin(x[0]), m.cos(x[0])) }},
	{"math.asin", f32.asin, func(m f64, x []*ir.Value) *ir.Value { return m.atan2(x[0], m.leg(x[0])) }},
	{"math.acos", f32.acos, func(m f64, x []*ir.Value) *ir.Value { return m.atan2(m.leg(x[0]), x[0]) }},
	{"math.atan", f32.atan, func(m f64, x []*ir.Value) *ir.Value { return m.atan2(x[0], m.num(1)) }},
	{"math.atan2", f32.atan2, func(m f64, v []*ir.Value) *ir.Value { return m.atan2(v[0], v[1]) }},
	{"math.sinh", f32.sinh, double(f64.sinh)}, {"math.cosh", f32.cosh, double(f64.cosh)},
	{"math.asinh", f32.asinh, double(f64.asinh)}, {"math.acosh", f32.acosh, double(f64.acosh)}, {"math.atanh", f32.atanh, double(f64.atanh)},
	{"math.cbrt", f32.cbrt, double(f64.cbrt)},
}

func single(f func(f32, *ir.Value) *ir.Value) func(f32, []*ir.Value) *ir.Value {
	return func(m f32, x []*ir.Value) *ir.Value { return f(m, x[0]) }
}

func double(f func(f64, *ir.Value) *ir.Value) func(f64, []*ir.Value) *ir.Value {
	return func(m f64, x []*ir.Value) *ir.Value { return f(m, x[0]) }
}

// Patterns convert the operations of math on scalars and on vectors of one
// dimension, whose elements are computed one by one where no instruction takes
// a vector. types says what an index becomes.
func Patterns(types *convert.TypeConverter) []convert.Pattern {
	var ps []convert.Pattern
	for _, d := range direct {
		ps = append(ps, convert.Pattern{Name: d.from + "-to-llvm", Root: d.from, Converter: types, Rewrite: one(types, d.to)})
	}
	for _, f := range functions {
		ps = append(ps, convert.Pattern{Name: f.name + "-to-nvvm", Root: f.name, Rewrite: computed(
			func(m f32, x []*ir.Value) []*ir.Value { return []*ir.Value{f.single(m, x)} },
			func(m f64, x []*ir.Value) []*ir.Value { return []*ir.Value{f.double(m, x)} },
		)})
	}
	ps = append(ps,
		convert.Pattern{Name: "math.sincos-to-nvvm", Root: "math.sincos", Rewrite: computed(
			func(m f32, x []*ir.Value) []*ir.Value { return []*ir.Value{m.sin(x[0]), m.cos(x[0])} },
			func(m f64, x []*ir.Value) []*ir.Value { return []*ir.Value{m.sin(x[0]), m.cos(x[0])} },
		)},
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
		ps = append(ps, convert.Pattern{Name: f.name + "-to-llvm", Root: f.name, Converter: types, Rewrite: one(types, f.to, f.prop)})
	}
	return ps
}

type rewriteFunc = func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error

// one replaces an operation by one with the same operands; the properties
// named are false.
func one(types *convert.TypeConverter, to string, falseProps ...string) rewriteFunc {
	return func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		if !tollvm.IsFlat(op.Result(0).Type()) {
			return r.NoMatch(tooManyDims)
		}
		old := op.Result(0).Type()
		t, ok := types.ConvertOne(old)
		if !ok || t != old && ir.IsFloat(ir.ElemOrSelf(old)) { // such a float is kept as an integer
			return r.NoMatch(foreignType)
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
	if !llvm.IsCompatible(t) {
		return r.NoMatch(foreignType)
	}
	low := r.Op("llvm.intr.maximum", []*ir.Value{in.One(0), in.One(1)}, []ir.Type{t}).Result(0)
	r.ReplaceWithOp(op, "llvm.intr.minimum", []*ir.Value{low, in.One(2)}, []ir.Type{t})
	return nil
}

const (
	tooManyDims = "works on a vector of several dimensions"
	foreignType = "works on a type that LLVM has not"
)

// maxElements bounds the vectors whose elements are computed one by one: the
// registers of a thread.
const maxElements = 255

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
	if v.Shape[0] > maxElements {
		return r.NoMatch("works on a vector of more elements than a thread has registers")
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

// computed is a function that is computed in f32, and rounded once for narrower
// types, or in f64.
func computed(single func(f32, []*ir.Value) []*ir.Value, double func(f64, []*ir.Value) []*ir.Value) rewriteFunc {
	return func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		c := op.Context()
		t := ir.ElemOrSelf(op.Result(0).Type())
		w, ok := ir.BitWidth(t)
		switch {
		case !ok || w < 16 || w > 64:
			return op.OpError("has no lowering for %s: functions are computed in f32 or f64", t)
		case w == 64:
			return perElement(op, in, r, func(args []*ir.Value) []*ir.Value { return double(f64{calc{r, c.F64()}}, args) })
		}
		m := f32{calc{r, c.F32()}}
		return perElement(op, in, r, func(args []*ir.Value) []*ir.Value {
			wide := append([]*ir.Value(nil), args...)
			for i, x := range args {
				if w < 32 && ir.IsFloat(x.Type()) {
					wide[i] = m.cast("llvm.fpext", x, m.t)
				}
			}
			out := single(m, wide)
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
	known = known && n >= -maxProducts && n <= maxProducts
	return computed(func(m f32, v []*ir.Value) []*ir.Value {
		if known {
			return []*ir.Value{m.product(v[0], n)}
		}
		return []*ir.Value{m.pow([]*ir.Value{v[0], m.cast("llvm.sitofp", v[1], m.t)})}
	}, func(m f64, v []*ir.Value) []*ir.Value {
		if known {
			return []*ir.Value{m.product(v[0], n)}
		}
		y := m.cast("llvm.sitofp", v[1], m.t)
		return []*ir.Value{m.powRules(v[0], y, m.exp(m.mul(y, m.log(m.abs(v[0])))))}
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
