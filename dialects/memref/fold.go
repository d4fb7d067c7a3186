package memref

import (
	"github.com/tile-opt/tile-opt/ir"
)

func toValue(v *ir.Value) []ir.FoldResult { return []ir.FoldResult{{Value: v}} }

func toIndex(op *ir.Operation, v int64) []ir.FoldResult {
	return []ir.FoldResult{{Attr: op.Context().IndexAttr(v)}}
}

// throughCasts makes the operands of op take what casts of ranked memrefs
// hide; except is the value that must stay, such as one that is stored.
func throughCasts(op *ir.Operation, except *ir.Value) []ir.FoldResult {
	changed := false
	for i := range op.NumOperands() {
		v := op.Operand(i)
		c, ok := AsCast(v.Def())
		if !ok || v == except {
			continue
		}
		if _, ranked := c.Source().Type().(*ir.MemRefType); ranked {
			op.SetOperand(i, c.Source())
			changed = true
		}
	}
	if !changed {
		return nil
	}
	return ir.FoldedInPlace
}

// Fold: through casts.
func (o Load) Fold([]ir.Attr) []ir.FoldResult { return throughCasts(o.Op(), nil) }

// Fold: through casts, but not of a memref that is stored itself.
func (o Store) Fold([]ir.Attr) []ir.FoldResult { return throughCasts(o.Op(), o.Value()) }

// Fold: through casts.
func (o AtomicRMW) Fold([]ir.Attr) []ir.FoldResult { return throughCasts(o.Op(), nil) }

// Fold: through casts.
func (o Prefetch) Fold([]ir.Attr) []ir.FoldResult { return throughCasts(o.Op(), nil) }

// Fold: through casts.
func (o Dealloc) Fold([]ir.Attr) []ir.FoldResult { return throughCasts(o.Op(), nil) }

// Fold: through casts.
func (o Copy) Fold([]ir.Attr) []ir.FoldResult { return throughCasts(o.Op(), nil) }

// Fold: to the same type; of a cast where one memory can be of both types.
func (o Cast) Fold([]ir.Attr) []ir.FoldResult {
	if o.Source().Type() == o.Dest().Type() {
		return toValue(o.Source())
	}
	c, ok := AsCast(o.Source().Def())
	if !ok {
		return nil
	}
	if c.Source().Type() == o.Dest().Type() {
		return toValue(c.Source())
	}
	if _, ranked := c.Source().Type().(*ir.MemRefType); !ranked || !castCompatible(c.Source().Type(), o.Dest().Type()) {
		return nil
	}
	o.Op().SetOperand(0, c.Source())
	return ir.FoldedInPlace
}

// Fold: of a cast.
func (o MemorySpaceCast) Fold([]ir.Attr) []ir.FoldResult {
	if o.Source().Type() == o.Dest().Type() {
		return toValue(o.Source())
	}
	if c, ok := AsMemorySpaceCast(o.Source().Def()); ok {
		o.Op().SetOperand(0, c.Source())
		return ir.FoldedInPlace
	}
	return nil
}

// Fold: of a promise no weaker.
func (o AssumeAlignment) Fold([]ir.Attr) []ir.FoldResult {
	if a, ok := AsAssumeAlignment(o.Memref().Def()); ok && a.Alignment() == o.Alignment() {
		return toValue(o.Memref())
	}
	return nil
}

// Fold: of a ranked memref.
func (o Rank) Fold([]ir.Attr) []ir.FoldResult {
	if t, ok := o.Memref().Type().(*ir.MemRefType); ok {
		return toIndex(o.Op(), int64(len(t.Shape)))
	}
	return nil
}

// Fold: static sizes; sizes that the operation which makes the memref was
// given; through casts.
func (o Dim) Fold(consts []ir.Attr) []ir.FoldResult {
	i, ok := ir.IntValue(consts[1])
	t, ranked := o.Source().Type().(*ir.MemRefType)
	if !ok || !ranked || i < 0 || i >= int64(len(t.Shape)) {
		return nil
	}
	if t.Shape[i] != ir.Dynamic {
		return toIndex(o.Op(), t.Shape[i])
	}
	if v := sizeOperand(o.Source().Def(), t, int(i)); v != nil {
		return toValue(v)
	}
	return throughCasts(o.Op(), nil)
}

// sizeOperand returns the operand of def that is the dynamic size i of its
// result, nil when there is none.
func sizeOperand(def *ir.Operation, t *ir.MemRefType, i int) *ir.Value {
	n := countDynamic(t.Shape[:i])
	if a, ok := AsAlloc(def); ok {
		return a.DynamicSizes()[n]
	}
	if a, ok := AsAlloca(def); ok {
		return a.DynamicSizes()[n]
	}
	if v, ok := AsView(def); ok {
		return v.Sizes()[n]
	}
	if s, ok := AsSubview(def); ok {
		offsets, sizes, strides := s.offsets(), s.sizes(), s.strides()
		full := InferSubview(memRefType(s.Source()), offsets.static, sizes.static, strides.static)
		if full == nil {
			return nil
		}
		if kept := KeptDims(full, t); kept != nil {
			return sizes.value(kept[i])
		}
	}
	return nil
}

// Fold: the identity.
func (o Transpose) Fold([]ir.Attr) []ir.FoldResult {
	if o.Permutation().(*ir.AffineMapAttr).Map.IsIdentity() && o.Operand(0).Type() == o.Result(0).Type() {
		return toValue(o.Operand(0))
	}
	return throughCastsIf(o.Op(), func() bool { return o.Verify() == nil })
}

// throughCastsIf is throughCasts undone when the result is not valid: the
// types of a view's operand and result depend on each other.
func throughCastsIf(op *ir.Operation, valid func() bool) []ir.FoldResult {
	old := op.Operand(0)
	if r := throughCasts(op, nil); r == nil {
		return nil
	}
	if !valid() {
		op.SetOperand(0, old)
		return nil
	}
	return ir.FoldedInPlace
}

// Fold: nothing joined; what was split before.
func (o CollapseShape) Fold([]ir.Attr) []ir.FoldResult {
	if o.Src().Type() == o.ResultVal().Type() {
		return toValue(o.Src())
	}
	if e, ok := AsExpandShape(o.Src().Def()); ok && e.Src().Type() == o.ResultVal().Type() && e.Reassociation() == o.Reassociation() {
		return toValue(e.Src())
	}
	return nil
}

// Fold: nothing split; what was joined before.
func (o ExpandShape) Fold([]ir.Attr) []ir.FoldResult {
	if o.Src().Type() == o.ResultVal().Type() && len(o.OutputShape()) == 0 {
		return toValue(o.Src())
	}
	if c, ok := AsCollapseShape(o.Src().Def()); ok && c.Src().Type() == o.ResultVal().Type() && c.Reassociation() == o.Reassociation() && ir.HasStaticShape(memRefType(o.ResultVal())) {
		return toValue(c.Src())
	}
	return nil
}

// Fold: the whole of a memref.
func (o Subview) Fold([]ir.Attr) []ir.FoldResult {
	src := memRefType(o.Source())
	if src == o.ResultVal().Type() && ir.HasStaticShape(src) && o.isWhole(src) {
		return toValue(o.Source())
	}
	return nil
}

// isWhole reports whether the view is known to begin at the start and to take
// every element.
func (o Subview) isWhole(src *ir.MemRefType) bool {
	offsets, sizes, strides := o.offsets(), o.sizes(), o.strides()
	for i, d := range src.Shape {
		if d == ir.Dynamic || offsets.static[i] != 0 || sizes.static[i] != d || strides.static[i] != 1 {
			return false
		}
	}
	return true
}
