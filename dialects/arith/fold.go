package arith

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Fold returns the constant itself.
func (o Constant) Fold([]ir.Attr) []ir.FoldResult { return toAttr(o.Value()) }

// toValue is the fold of a single result to a value.
func toValue(v *ir.Value) []ir.FoldResult { return []ir.FoldResult{{Value: v}} }

// toAttr is the fold of a single result to a constant; nil is no fold.
func toAttr(a ir.Attr) []ir.FoldResult {
	if a == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: a}}
}

// toInt folds to the integer v in the type of op's result; no fold where the
// type has no constants.
func toInt(op *ir.Operation, v int64) []ir.FoldResult {
	return toAttr(constfold.OfInt(op.Result(0).Type(), v))
}

// toInts folds two constants with f.
func toInts(consts []ir.Attr, f func(x, y numeric.Int) (numeric.Int, bool)) []ir.FoldResult {
	return toAttr(constfold.Ints(consts, f))
}

// total lets a function that always has a result stand where one may have
// none.
func total(f func(x, y numeric.Int) numeric.Int) func(x, y numeric.Int) (numeric.Int, bool) {
	return func(x, y numeric.Int) (numeric.Int, bool) { return f(x, y), true }
}

func defOf[V any](v *ir.Value, as func(*ir.Operation) (V, bool)) (V, bool) { return as(v.Def()) }

func isInt(v *ir.Value, x int64) bool { return constfold.IsInt(rewrite.ConstantOf(v), x) }

// minSigned and maxSigned return the bounds of the signed integers of the
// element type of t.
func minSigned(t ir.Type) numeric.Int {
	w := int(width(ir.ElemOrSelf(t)))
	one := numeric.NewInt(w, 1)
	r, _ := one.Shl(numeric.NewInt(w, int64(w-1)))
	return r
}

func maxSigned(t ir.Type) numeric.Int { return minSigned(t).Not() }

func isNumber(a ir.Attr, want numeric.Int) bool {
	v, ok := constfold.IntOf(a)
	return ok && v.Width() == want.Width() && v.Equal(want)
}
