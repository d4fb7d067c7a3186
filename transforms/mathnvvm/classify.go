package mathnvvm

import (
	"math"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/tollvm"
)

// class asks of numbers of a float type, of which there may be a vector, what
// they are like.
type class struct {
	r *convert.Rewriter
	x *ir.Value
}

// classify replaces an operation by the i1 that ask makes.
func classify(ask func(class) *ir.Value) rewriteFunc {
	return func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
		if !tollvm.IsFlat(op.Operand(0).Type()) {
			return r.NoMatch(tooManyDims)
		}
		if _, ok := leastNormal[ir.ElemOrSelf(op.Operand(0).Type()).String()]; !ok {
			return r.NoMatch("works on a type that the GPU has not")
		}
		r.Replace(op, ask(class{r, in.One(0)}))
		return nil
	}
}

// The predicates of llvm.fcmp used here beside those of f32.
const (
	atLeast   = 3
	unordered = 14
)

func (c class) compare(predicate int64, x, y *ir.Value) *ir.Value {
	ctx := x.Context()
	var t ir.Type = ctx.I(1)
	if v, ok := x.Type().(*ir.VectorType); ok {
		t = ir.WithElem(v, t)
	}
	return c.r.Op("llvm.fcmp", []*ir.Value{x, y}, []ir.Type{t},
		ir.NamedAttr{Name: "predicate", Attr: llvm.FCmpPredicateEnum.Attr(ctx, predicate)}).Result(0)
}

func (c class) size() *ir.Value {
	return c.r.Op("llvm.intr.fabs", []*ir.Value{c.x}, []ir.Type{c.x.Type()}).Result(0)
}

func (c class) num(v float64) *ir.Value {
	t := c.x.Type()
	var a ir.Attr = ir.FloatAttrOf(ir.ElemOrSelf(t).(*ir.FloatType), v)
	if vec, ok := t.(*ir.VectorType); ok {
		a = ir.SplatOf(vec, a)
	}
	return c.r.Op("llvm.mlir.constant", nil, []ir.Type{t}, ir.NamedAttr{Name: "value", Attr: a}).Result(0)
}

// isNaN compares a value with itself.
func isNaN(c class) *ir.Value { return c.compare(unordered, c.x, c.x) }

func isInf(c class) *ir.Value { return c.compare(equal, c.size(), c.num(math.Inf(1))) }

func isFinite(c class) *ir.Value { return c.compare(lessThan, c.size(), c.num(math.Inf(1))) }

// leastNormal has the exponents of the least numbers with a full mantissa.
var leastNormal = map[string]int{"f16": -14, "bf16": -126, "f32": -126, "f64": -1022}

// isNormal asks for the least number with a full mantissa.
func isNormal(c class) *ir.Value {
	least := leastNormal[ir.ElemOrSelf(c.x.Type()).String()]
	a := c.size()
	both := []*ir.Value{isFinite(c), c.compare(atLeast, a, c.num(math.Ldexp(1, least)))}
	return c.r.Op("llvm.and", both, []ir.Type{both[0].Type()}).Result(0)
}
