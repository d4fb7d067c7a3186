package arith

import (
	"github.com/tile-opt/tile-opt/ir"
)

// Dialect is the dialect arith.
var Dialect = &ir.Dialect{
	Name:    "arith",
	Summary: "integer and float arithmetic",
	Doc:     "Arithmetic, comparisons and conversions on numbers and on vectors and tensors of them.",
	Ops:     Ops(),
	Hooks:   hooks{},
}

type hooks struct{}

// Enums lists the attributes #arith.name<...>.
func (hooks) Enums() []*ir.Enum { return []*ir.Enum{FastMath, Overflow} }

// MaterializeConstant makes arith.constant for a folded value of a type that
// the operation can have.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	return MaterializeConstant(b, value, t, loc)
}

// MaterializeConstant makes arith.constant of value, or returns nil when value
// is no number of type t. Other dialects' constant hooks forward to it.
func MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	if !isBuildable(value, t) {
		return nil
	}
	return constantAt(b, value, loc)
}

func isBuildable(value ir.Attr, t ir.Type) bool {
	v, ok := value.(ir.TypedAttr)
	if !ok || v.Type() != t {
		return false
	}
	if i, ok := ir.ElemOrSelf(t).(*ir.IntegerType); ok && i.Sign != ir.Signless {
		return false
	}
	switch value.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr, *ir.DenseAttr, *ir.DenseResourceAttr, *ir.SparseAttr:
		return true
	}
	return false
}

func constantAt(b *ir.Builder, value ir.Attr, loc ir.Loc) *ir.Operation {
	return b.Create(ir.OpState{Loc: loc, Info: b.Context().OpInfo("arith.constant"), Types: []ir.Type{value.(ir.TypedAttr).Type()}, Props: []ir.Attr{value}})
}

// Const makes arith.constant of value, which must be a typed attribute, and
// returns its result.
func Const(b *ir.Builder, value ir.Attr) *ir.Value {
	return constantAt(b, value, ir.Loc{}).Result(0)
}

// ConstInt makes the constant v of integer or index type t.
func ConstInt(b *ir.Builder, t ir.Type, v int64) *ir.Value { return Const(b, ir.IntAttr(t, v)) }

// ConstIndex makes the index constant v.
func ConstIndex(b *ir.Builder, v int64) *ir.Value { return Const(b, b.Context().IndexAttr(v)) }

// ConstFloat makes the float constant v, rounded to t.
func ConstFloat(b *ir.Builder, t *ir.FloatType, v float64) *ir.Value {
	return Const(b, ir.FloatAttrOf(t, v))
}

// ConstBool makes the i1 constant v.
func ConstBool(b *ir.Builder, v bool) *ir.Value { return Const(b, b.Context().Bool(v)) }
