package tile

import (
	"math/bits"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Fold drops a transposition that changes nothing and joins two in a row.
func (o Transpose) Fold([]ir.Attr) []ir.FoldResult {
	perm := o.Perm()
	if isIdentity(perm) && o.Source().Type() == o.ResultVal().Type() {
		return []ir.FoldResult{{Value: o.Source()}}
	}
	def := o.Source().Def()
	if def == nil {
		return nil
	}
	inner, ok := AsTranspose(def)
	if !ok {
		return nil
	}
	o.SetPermutation(o.Context().I64Array(permute(inner.Perm(), perm)...))
	o.Op().SetOperand(0, inner.Source())
	return ir.FoldedInPlace
}

func isIdentity(perm []int64) bool {
	for i, p := range perm {
		if p != int64(i) {
			return false
		}
	}
	return true
}

// Fold drops a broadcast that changes nothing: only a dimension that is
// statically 1 grows, so equal types have equal sizes.
func (o Broadcast) Fold([]ir.Attr) []ir.FoldResult {
	if o.Source().Type() != o.ResultVal().Type() {
		return nil
	}
	return []ir.FoldResult{{Value: o.Source()}}
}

// Fold computes the numbers of a constant divisor.
func (o DivMagic) Fold(consts []ir.Attr) []ir.FoldResult {
	if len(consts) == 0 {
		return nil
	}
	d, ok := ir.IntValue(consts[0])
	if !ok || d < 1 || d >= 1<<31 {
		return nil
	}
	mul, shift := Magic(uint32(d))
	c := o.Context()
	return []ir.FoldResult{{Attr: c.I32Attr(int64(int32(mul)))}, {Attr: c.I32Attr(int64(shift))}}
}

// Magic returns the two results of div_magic for a divisor d of 1 to 2^31-1.
func Magic(d uint32) (mul, shift uint32) {
	shift = uint32(bits.Len32(d - 1))
	return uint32((1<<shift-uint64(d))<<32/uint64(d)) + 1, shift
}

// MaterializeConstant makes the arith.constant of a folded value.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	return arith.MaterializeConstant(b, value, t, loc)
}

// CanonicalizationPatterns moves splats behind what only rearranges elements.
func (Splat) CanonicalizationPatterns() []rewrite.Pattern {
	var out []rewrite.Pattern
	for _, root := range []string{TransposeDef.Name, BroadcastDef.Name, ExpandDimsDef.Name} {
		out = append(out, rewrite.Pattern{Name: "splat-through-" + root[len("tile."):], Root: root, Rewrite: splatThrough})
	}
	return out
}

// splatThrough replaces an operation on a splat whose result has a static
// shape by a splat of that shape.
func splatThrough(op *ir.Operation, r *rewrite.Rewriter) error {
	def := op.Operand(0).Def()
	if def == nil {
		return r.NoMatch("the source is no splat")
	}
	s, ok := AsSplat(def)
	if !ok {
		return r.NoMatch("the source is no splat")
	}
	t := op.Result(0).Type().(*ir.TensorType)
	if !ir.HasStaticShape(t) {
		return r.NoMatch("the result has dynamic dimensions")
	}
	r.SetLoc(op.Loc())
	r.Replace(op, NewSplat(r.Builder, []ir.Type{t}, s.Value(), nil).ResultVal())
	return nil
}

// OpAsmResultNames suggests the parameter's name.
func (o Param) OpAsmResultNames(set func(v *ir.Value, name string)) {
	if s, ok := ir.StringValue(o.NameVal()); ok {
		set(o.ResultVal(), s)
	}
}
