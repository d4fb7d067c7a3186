package tollvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// simple are the operations that become one operation with the same operands.
var simple = []struct{ from, to string }{
	{"arith.addi", "llvm.add"}, {"arith.subi", "llvm.sub"}, {"arith.muli", "llvm.mul"},
	{"arith.divui", "llvm.udiv"}, {"arith.divsi", "llvm.sdiv"},
	{"arith.remui", "llvm.urem"}, {"arith.remsi", "llvm.srem"},
	{"arith.andi", "llvm.and"}, {"arith.ori", "llvm.or"}, {"arith.xori", "llvm.xor"},
	{"arith.shli", "llvm.shl"}, {"arith.shrui", "llvm.lshr"}, {"arith.shrsi", "llvm.ashr"},
	{"arith.maxsi", "llvm.intr.smax"}, {"arith.maxui", "llvm.intr.umax"},
	{"arith.minsi", "llvm.intr.smin"}, {"arith.minui", "llvm.intr.umin"},
	{"arith.addf", "llvm.fadd"}, {"arith.subf", "llvm.fsub"}, {"arith.mulf", "llvm.fmul"},
	{"arith.divf", "llvm.fdiv"}, {"arith.remf", "llvm.frem"}, {"arith.negf", "llvm.fneg"},
	{"arith.maximumf", "llvm.intr.maximum"}, {"arith.maxnumf", "llvm.intr.maxnum"},
	{"arith.minimumf", "llvm.intr.minimum"}, {"arith.minnumf", "llvm.intr.minnum"},
	{"arith.extui", "llvm.zext"}, {"arith.extsi", "llvm.sext"}, {"arith.trunci", "llvm.trunc"},
	{"arith.extf", "llvm.fpext"}, {"arith.truncf", "llvm.fptrunc"},
	{"arith.sitofp", "llvm.sitofp"}, {"arith.uitofp", "llvm.uitofp"},
	{"arith.fptosi", "llvm.fptosi"}, {"arith.fptoui", "llvm.fptoui"},
	{"arith.bitcast", "llvm.bitcast"},
	{"arith.cmpi", "llvm.icmp"}, {"arith.cmpf", "llvm.fcmp"}, {"arith.select", "llvm.select"},
}

// ArithPatterns convert the operations of arith on scalars and vectors of one
// dimension.
func ArithPatterns(types *convert.TypeConverter) []convert.Pattern {
	l := &arithLowering{types: types}
	ps := []convert.Pattern{
		{Root: "arith.constant", Rewrite: l.constant},
		{Root: "arith.index_cast", Rewrite: l.indexCast("llvm.sext")},
		{Root: "arith.index_castui", Rewrite: l.indexCast("llvm.zext")},
		{Root: "arith.ceildivsi", Rewrite: l.ceilDivS},
		{Root: "arith.ceildivui", Rewrite: l.ceilDivU},
		{Root: "arith.floordivsi", Rewrite: l.floorDivS},
		{Root: "arith.addui_extended", Rewrite: l.addExtended},
		{Root: "arith.mului_extended", Rewrite: l.mulExtended("llvm.zext")},
		{Root: "arith.mulsi_extended", Rewrite: l.mulExtended("llvm.sext")},
	}
	for _, s := range simple {
		ps = append(ps, convert.Pattern{Root: s.from, Rewrite: l.simple(s.to)})
	}
	for i := range ps {
		ps[i].Name = ps[i].Root + "-to-llvm"
		ps[i].Converter = types
	}
	return ps
}

type rewriteFunc = func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error

type arithLowering struct{ types *convert.TypeConverter }

// result converts the type of the first result; operations on it are one
// operation of the llvm dialect.
func (l *arithLowering) result(op *ir.Operation, r *convert.Rewriter) (ir.Type, error) {
	t, ok := l.types.ConvertOne(op.Result(0).Type())
	if !ok || !IsFlat(op.Result(0).Type()) {
		return nil, r.NoMatch("works on a type that no instruction of LLVM works on")
	}
	return t, nil
}

// simple replaces an operation by another with the same operands, translating
// the properties that both have.
func (l *arithLowering) simple(to string) rewriteFunc {
	return func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		t, err := l.result(op, r)
		if err != nil {
			return err
		}
		if n, ok := ir.IntValue(op.Prop("roundingmode")); ok && n != 0 {
			return r.NoMatch("rounds in a way that LLVM's conversion does not")
		}
		r.ReplaceWithOp(op, to, in.Flat(), []ir.Type{t}, properties(op, to)...)
		return nil
	}
}

// properties are those of op in the words of the llvm dialect: the numbers of
// the enums are the same in both.
func properties(op *ir.Operation, to string) []ir.NamedAttr {
	c := op.Context()
	info := c.OpInfo(to)
	var out []ir.NamedAttr
	add := func(name string, a ir.Attr) {
		if a != nil && info.PropIndex(name) >= 0 {
			out = append(out, ir.NamedAttr{Name: name, Attr: a})
		}
	}
	if def := op.Info().Def; def != nil {
		for i, p := range def.Props {
			a := op.PropAt(i)
			if a == nil {
				continue
			}
			switch p.Name {
			case "overflowFlags":
				n, _ := p.Enum.Of(a)
				add(p.Name, llvm.IntegerOverflowFlagsEnum.Attr(c, n))
			case "fastmath":
				n, _ := p.Enum.Of(a)
				add("fastmathFlags", llvm.FastmathFlagsEnum.Attr(c, fastMath(n)))
			default:
				add(p.Name, a)
			}
		}
	}
	return out
}

// fastMath renumbers the flags: arith and llvm list them in different orders.
func fastMath(arith int64) int64 {
	out := int64(0)
	for i, bit := range [...]int64{llvmReassoc, llvmNoNaNs, llvmNoInfs, llvmNoSignedZeros, llvmAllowRecip, llvmContract, llvmApproxFunc} {
		if arith>>i&1 != 0 {
			out |= bit
		}
	}
	return out
}

// The bits of llvm's fast-math flags.
const (
	llvmNoNaNs = 1 << iota
	llvmNoInfs
	llvmNoSignedZeros
	llvmAllowRecip
	llvmContract
	llvmApproxFunc
	llvmReassoc
)

func (l *arithLowering) constant(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	t, err := l.result(op, r)
	if err != nil {
		return err
	}
	value := retyped(op.Prop("value"), t)
	if value == nil {
		return r.NoMatch("is a constant that LLVM has no form for")
	}
	r.ReplaceWithOp(op, "llvm.mlir.constant", nil, []ir.Type{t}, ir.NamedAttr{Name: "value", Attr: value})
	return nil
}

// retyped is a constant as one of type t, whose elements are integers where
// those of the constant are indices or narrow floats; nil when there is none.
func retyped(a ir.Attr, t ir.Type) ir.Attr {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		if n, ok := a.Int64(); ok && a.Type() != t {
			return ir.IntAttr(t, n)
		}
	case *ir.FloatAttr:
		if ir.IsInt(t, width(t)) {
			return ir.IntAttr(t, int64(a.Bits.Lo))
		}
	case *ir.DenseAttr:
		v, ok := t.(*ir.VectorType)
		if !ok || a.Type() == t {
			break
		}
		if a.Splat {
			return ir.SplatOf(v, retyped(a.Elem(0), v.Elem))
		}
		var data []byte
		for i := range v.Shape[0] {
			if data, ok = ir.AppendElem(data, retyped(a.Elem(int(i)), v.Elem)); !ok {
				return nil
			}
		}
		return ir.DenseOf(v, false, data)
	default:
		return nil
	}
	return a
}

// width is the width of the elements of an integer type.
func width(t ir.Type) uint32 {
	w, _ := ir.BitWidth(ir.ElemOrSelf(t))
	return w
}

func (l *arithLowering) indexCast(extend string) rewriteFunc {
	return func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		t, err := l.result(op, r)
		if err != nil {
			return err
		}
		from, to := width(in.One(0).Type()), width(t)
		switch {
		case from == to:
			r.Replace(op, in.One(0))
		case from < to:
			r.ReplaceWithOp(op, extend, in.Flat(), []ir.Type{t})
		default:
			r.ReplaceWithOp(op, "llvm.trunc", in.Flat(), []ir.Type{t})
		}
		return nil
	}
}

// build makes operations of one result in front of the one that is converted.
type build struct {
	r *convert.Rewriter
	t ir.Type
}

func (b build) bin(name string, x, y *ir.Value) *ir.Value {
	return b.r.Op(name, []*ir.Value{x, y}, []ir.Type{b.t}).Result(0)
}

// num is a constant of the type, in every element of a vector.
func (b build) num(n int64) *ir.Value {
	var a ir.Attr = ir.IntAttr(ir.ElemOrSelf(b.t), n)
	if v, ok := b.t.(*ir.VectorType); ok {
		a = ir.SplatOf(v, a)
	}
	return b.r.Op("llvm.mlir.constant", nil, []ir.Type{b.t}, ir.NamedAttr{Name: "value", Attr: a}).Result(0)
}

// truth is i1, or a vector of it.
func (b build) truth() ir.Type {
	i1 := b.t.Context().I(1)
	if v, ok := b.t.(*ir.VectorType); ok {
		return ir.VectorOf(v.Shape, i1)
	}
	return i1
}

// Predicates of llvm.icmp.
const (
	icmpEQ  = 0
	icmpNE  = 1
	icmpSLT = 2
)

func (b build) icmp(predicate int64, x, y *ir.Value) *ir.Value {
	return b.r.Op("llvm.icmp", []*ir.Value{x, y}, []ir.Type{b.truth()},
		ir.NamedAttr{Name: "predicate", Attr: llvm.ICmpPredicateEnum.Attr(b.t.Context(), predicate)}).Result(0)
}

func (b build) sel(cond, yes, no *ir.Value) *ir.Value {
	return b.r.Op("llvm.select", []*ir.Value{cond, yes, no}, []ir.Type{b.t}).Result(0)
}

// quotient is x / y rounded towards zero, whether it was rounded, and the
// comparison of the operands' signs.
func (b build) quotient(x, y *ir.Value, signs int64) (q, inexactAndSigns *ir.Value) {
	q = b.bin("llvm.sdiv", x, y)
	inexact := b.icmp(icmpNE, x, b.bin("llvm.mul", q, y))
	zero := b.num(0)
	sign := build{b.r, b.truth()}.icmp(signs, b.icmp(icmpSLT, x, zero), b.icmp(icmpSLT, y, zero))
	return q, b.r.Op("llvm.and", []*ir.Value{inexact, sign}, []ir.Type{b.truth()}).Result(0)
}

// ceilDivS adds 1 where the quotient was rounded and is positive.
func (l *arithLowering) ceilDivS(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, err := l.result(op, r)
	if err != nil {
		return err
	}
	b := build{r, t}
	q, up := b.quotient(in.One(0), in.One(1), icmpEQ)
	r.Replace(op, b.sel(up, b.bin("llvm.add", q, b.num(1)), q))
	return nil
}

// floorDivS subtracts 1 where the quotient was rounded and is negative.
func (l *arithLowering) floorDivS(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, err := l.result(op, r)
	if err != nil {
		return err
	}
	b := build{r, t}
	q, down := b.quotient(in.One(0), in.One(1), icmpNE)
	r.Replace(op, b.sel(down, b.bin("llvm.add", q, b.num(-1)), q))
	return nil
}

// ceilDivU is (x - 1) / y + 1, or 0 for x = 0.
func (l *arithLowering) ceilDivU(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, err := l.result(op, r)
	if err != nil {
		return err
	}
	b := build{r, t}
	x, zero, one := in.One(0), b.num(0), b.num(1)
	q := b.bin("llvm.add", b.bin("llvm.udiv", b.bin("llvm.sub", x, one), in.One(1)), one)
	r.Replace(op, b.sel(b.icmp(icmpEQ, x, zero), zero, q))
	return nil
}

// addExtended is the sum and whether it wrapped.
func (l *arithLowering) addExtended(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, err := l.result(op, r)
	if err != nil {
		return err
	}
	b := build{r, t}
	pair := r.Op("llvm.intr.uadd.with.overflow", in.Flat(), []ir.Type{llvm.StructOf(t.Context(), t, b.truth())}).Result(0)
	field := func(i int64, t ir.Type) *ir.Value {
		return llvm.NewExtractValue(r.Builder, []ir.Type{t}, pair, llvm.ExtractValueProps{Position: t.Context().I64Array(i)}).Op().Result(0)
	}
	r.Replace(op, field(0, t), field(1, b.truth()))
	return nil
}

// mulExtended is a product of twice the width, cut in two.
func (l *arithLowering) mulExtended(extend string) rewriteFunc {
	return func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		t, err := l.result(op, r)
		if err != nil {
			return err
		}
		var wide ir.Type = t.Context().I(2 * width(t))
		if v, ok := t.(*ir.VectorType); ok {
			wide = ir.VectorOf(v.Shape, wide)
		}
		b := build{r, wide}
		ext := func(v *ir.Value) *ir.Value { return r.Op(extend, []*ir.Value{v}, []ir.Type{wide}).Result(0) }
		product := b.bin("llvm.mul", ext(in.One(0)), ext(in.One(1)))
		high := b.bin("llvm.lshr", product, b.num(int64(width(t))))
		cut := func(v *ir.Value) *ir.Value { return r.Op("llvm.trunc", []*ir.Value{v}, []ir.Type{t}).Result(0) }
		r.Replace(op, cut(product), cut(high))
		return nil
	}
}
