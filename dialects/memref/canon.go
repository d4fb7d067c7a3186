package memref

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// replaceWithCast replaces op, whose result is now made with a type that says
// more, by a cast of n to the old type.
func replaceWithCast(op *ir.Operation, n *ir.Value, r *rewrite.Rewriter) {
	if n.Type() != op.Result(0).Type() {
		r.SetLoc(op.Loc())
		n = NewCast(r.Builder, op.ResultTypes(), n).Dest()
	}
	r.Replace(op, n)
}

// CanonicalizationPatterns returns the patterns of memref.alloc.
func (Alloc) CanonicalizationPatterns() []rewrite.Pattern { return allocPatterns("memref.alloc") }

// CanonicalizationPatterns returns the patterns of memref.alloca.
func (Alloca) CanonicalizationPatterns() []rewrite.Pattern { return allocPatterns("memref.alloca") }

func allocPatterns(root string) []rewrite.Pattern {
	name := root[len("memref."):]
	return []rewrite.Pattern{
		{Name: name + "-constant-sizes", Root: root, Rewrite: allocConstantSizes},
		{Name: name + "-dead", Root: root, Rewrite: deadAlloc},
	}
}

// allocConstantSizes makes sizes that are constants static.
func allocConstantSizes(op *ir.Operation, r *rewrite.Rewriter) error {
	t := memRefType(op.Result(0))
	lo, hi := op.OperandRange(0)
	sizes, changed := mixed{t.Shape, op.Operands()[lo:hi]}.known(notNegative)
	if !changed {
		return r.NoMatch("no dynamic size is a constant")
	}
	nt := ir.MemRefOf(sizes.static, t.Elem, t.Layout, t.MemSpace)
	symbols := op.In(1)
	props := make([]ir.Attr, op.NumProps())
	for i := range props {
		props[i] = op.PropAt(i)
	}
	props[op.Info().PropIndex("operandSegmentSizes")] = op.Context().I32Array(int64(len(sizes.values)), int64(len(symbols)))
	n := r.Create(ir.OpState{Loc: op.Loc(), Info: op.Info(), Types: []ir.Type{nt}, Operands: append(sizes.values, symbols...), Props: props, Attrs: op.Attrs()})
	replaceWithCast(op, n.Result(0), r)
	return nil
}

// deadAlloc erases an allocation that is only written and freed.
func deadAlloc(op *ir.Operation, r *rewrite.Rewriter) error {
	m := op.Result(0)
	for u := range m.Uses() {
		s, isStore := AsStore(u.Owner())
		_, isDealloc := AsDealloc(u.Owner())
		if !isDealloc && (!isStore || s.Value() == m) {
			return r.NoMatch("the memory is used")
		}
	}
	for u := range m.Uses() {
		r.Erase(u.Owner())
	}
	r.Erase(op)
	return nil
}

// CanonicalizationPatterns returns the patterns of memref.copy.
func (Copy) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{Name: "copy-nothing", Root: "memref.copy", Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
		if op.Operand(0) != op.Operand(1) && !isEmpty(op.Operand(0).Type()) {
			return r.NoMatch("two memrefs with elements")
		}
		r.Erase(op)
		return nil
	}}}
}

func isEmpty(t ir.Type) bool {
	m, ok := t.(*ir.MemRefType)
	if !ok {
		return false
	}
	for _, d := range m.Shape {
		if d == 0 {
			return true
		}
	}
	return false
}

// CanonicalizationPatterns returns the patterns of memref.subview.
func (Subview) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "subview-constants", Root: "memref.subview", Rewrite: subviewConstants},
		{Name: "subview-of-cast", Root: "memref.subview", Rewrite: subviewOfCast},
		{Name: "subview-whole", Root: "memref.subview", Rewrite: subviewWhole},
	}
}

// subviewConstants makes offsets, sizes and strides that are constants
// static.
func subviewConstants(op *ir.Operation, r *rewrite.Rewriter) error {
	o := Subview{ir.ViewOf(op)}
	offsets, a := o.offsets().known(notNegative)
	sizes, b := o.sizes().known(notNegative)
	strides, c := o.strides().known(anyNumber)
	if !a && !b && !c {
		return r.NoMatch("no operand is a constant")
	}
	n := o.rebuilt(o.Source(), offsets, sizes, strides, r)
	if n == nil {
		return r.NoMatch("the result type does not follow")
	}
	replaceWithCast(op, n, r)
	return nil
}

// rebuilt makes the view of source with these lists; dimensions that o drops
// are dropped. It returns nil, and makes nothing, when that is not valid.
func (o Subview) rebuilt(source *ir.Value, offsets, sizes, strides mixed, r *rewrite.Rewriter) *ir.Value {
	old := InferSubview(memRefType(o.Source()), o.offsets().static, o.sizes().static, o.strides().static)
	full := InferSubview(memRefType(source), offsets.static, sizes.static, strides.static)
	if old == nil || full == nil {
		return nil
	}
	src := memRefType(source)
	for i, d := range src.Shape {
		// A constant out of bounds is undefined behaviour; it stays as it is.
		if verifyBounds(o.Op().Loc().Pos(), i, d, offsets.static[i], sizes.static[i], strides.static[i]) != nil {
			return nil
		}
	}
	kept := KeptDims(old, memRefType(o.ResultVal()))
	fullStrides, offset, _ := Strided(full)
	shape, to := make([]int64, len(kept)), make([]int64, len(kept))
	for i, k := range kept {
		shape[i], to[i] = full.Shape[k], fullStrides[k]
	}
	c := o.Context()
	t := ir.MemRefOf(shape, full.Elem, c.StridedLayout(offset, to...), full.MemSpace)
	r.SetLoc(o.Op().Loc())
	n := NewSubview(r.Builder, []ir.Type{t}, source, offsets.values, sizes.values, strides.values, SubviewProps{
		StaticOffsets: offsets.attr(c), StaticSizes: sizes.attr(c), StaticStrides: strides.attr(c),
	})
	return n.ResultVal()
}

// subviewOfCast looks through a cast that hides what is known of the source.
func subviewOfCast(op *ir.Operation, r *rewrite.Rewriter) error {
	o := Subview{ir.ViewOf(op)}
	c, ok := AsCast(o.Source().Def())
	if !ok {
		return r.NoMatch("the source is no cast")
	}
	if src, ranked := c.Source().Type().(*ir.MemRefType); !ranked || !saysMore(src, memRefType(o.Source())) {
		return r.NoMatch("the cast hides nothing")
	}
	n := o.rebuilt(c.Source(), o.offsets(), o.sizes(), o.strides(), r)
	if n == nil {
		return r.NoMatch("the result type does not follow")
	}
	replaceWithCast(op, n, r)
	return nil
}

// saysMore reports whether a cast from a to b only forgets.
func saysMore(a, b *ir.MemRefType) bool {
	s, o, ok := Strided(a)
	t, p, ok2 := Strided(b)
	if !ok || !ok2 || len(s) != len(t) || o != p && p != ir.Dynamic {
		return false
	}
	for i := range s {
		if s[i] != t[i] && t[i] != ir.Dynamic || a.Shape[i] != b.Shape[i] && b.Shape[i] != ir.Dynamic {
			return false
		}
	}
	return true
}

// subviewWhole replaces the view of all elements by a cast.
func subviewWhole(op *ir.Operation, r *rewrite.Rewriter) error {
	o := Subview{ir.ViewOf(op)}
	src, dst := memRefType(o.Source()), memRefType(o.ResultVal())
	if len(src.Shape) != len(dst.Shape) || !o.isWhole(src) || !castCompatible(src, dst) {
		return r.NoMatch("not all elements")
	}
	replaceWithCast(op, o.Source(), r)
	return nil
}

// CanonicalizationPatterns returns the patterns of memref.view.
func (View) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "view-constant-sizes", Root: "memref.view", Rewrite: viewConstantSizes},
		{Name: "view-of-cast", Root: "memref.view", Rewrite: viewOfCast},
	}
}

// viewConstantSizes makes sizes that are constants static.
func viewConstantSizes(op *ir.Operation, r *rewrite.Rewriter) error {
	o := View{ir.ViewOf(op)}
	t := memRefType(op.Result(0))
	sizes, changed := mixed{t.Shape, o.Sizes()}.known(notNegative)
	if !changed {
		return r.NoMatch("no dynamic size is a constant")
	}
	r.SetLoc(op.Loc())
	nt := ir.MemRefOf(sizes.static, t.Elem, t.Layout, t.MemSpace)
	n := NewView(r.Builder, []ir.Type{nt}, o.Source(), o.ByteShift(), sizes.values)
	replaceWithCast(op, n.Result(0), r)
	return nil
}

// viewOfCast looks through a cast of the buffer.
func viewOfCast(op *ir.Operation, r *rewrite.Rewriter) error {
	c, ok := AsCast(op.Operand(0).Def())
	if !ok {
		return r.NoMatch("the source is no cast")
	}
	if src, ranked := c.Source().Type().(*ir.MemRefType); !ranked || src.Layout != nil || len(src.Shape) != 1 {
		return r.NoMatch("the cast is not of contiguous bytes")
	}
	r.Modify(op, func() { op.SetOperand(0, c.Source()) })
	return nil
}

// CanonicalizationPatterns returns the patterns of memref.reinterpret_cast.
func (ReinterpretCast) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{Name: "reinterpret-cast-constants", Root: "memref.reinterpret_cast", Rewrite: reinterpretConstants}}
}

// reinterpretConstants makes offset, sizes and strides that are constants
// static.
func reinterpretConstants(op *ir.Operation, r *rewrite.Rewriter) error {
	o := ReinterpretCast{ir.ViewOf(op)}
	offsets, a := o.offsets().known(notNegative)
	sizes, b := o.sizes().known(notNegative)
	strides, c := o.strides().known(anyNumber)
	if !a && !b && !c {
		return r.NoMatch("no operand is a constant")
	}
	ctx, t := op.Context(), memRefType(o.ResultVal())
	nt := ir.MemRefOf(sizes.static, t.Elem, ctx.StridedLayout(offsets.static[0], strides.static...), t.MemSpace)
	r.SetLoc(op.Loc())
	n := NewReinterpretCast(r.Builder, []ir.Type{nt}, o.Source(), offsets.values, sizes.values, strides.values, ReinterpretCastProps{
		StaticOffsets: offsets.attr(ctx), StaticSizes: sizes.attr(ctx), StaticStrides: strides.attr(ctx),
	})
	replaceWithCast(op, n.ResultVal(), r)
	return nil
}

// CanonicalizationPatterns returns the patterns of memref.collapse_shape.
func (CollapseShape) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{Name: "collapse-of-collapse", Root: "memref.collapse_shape", Rewrite: collapseOfCollapse}}
}

// collapseOfCollapse joins in one step what was joined in two.
func collapseOfCollapse(op *ir.Operation, r *rewrite.Rewriter) error {
	inner, ok := AsCollapseShape(op.Operand(0).Def())
	if !ok {
		return r.NoMatch("the source is not collapsed")
	}
	c := op.Context()
	first, _ := groupsOf(inner.Reassociation())
	second, _ := groupsOf(op.Prop("reassociation"))
	groups := make([]ir.Attr, len(second))
	for i, group := range second {
		var dims []ir.Attr
		for _, g := range group {
			for _, d := range first[g] {
				dims = append(dims, c.I64Attr(d))
			}
		}
		groups[i] = c.ArrayOf(dims...)
	}
	r.ReplaceWithOp(op, "memref.collapse_shape", []*ir.Value{inner.Src()}, op.ResultTypes(), ir.NamedAttr{Name: "reassociation", Attr: c.ArrayOf(groups...)})
	return nil
}

// CanonicalizationPatterns returns the patterns of memref.alloca_scope.
func (AllocaScope) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{Name: "alloca-scope-without-allocation", Root: "memref.alloca_scope", Rewrite: inlineScope}}
}

// inlineScope dissolves a scope in which nothing is allocated on the stack.
func inlineScope(op *ir.Operation, r *rewrite.Rewriter) error {
	body := op.RegionAt(0).Entry()
	for o := range ir.Walk(op) {
		if o != op && !o.Has(ir.Pure) && !o.Has(ir.Terminator) {
			return r.NoMatch("something may be allocated")
		}
	}
	term := body.Last()
	results := term.Operands()
	r.Erase(term)
	r.InlineBlockBefore(body, op.Block(), op)
	r.Replace(op, results...)
	return nil
}

// CanonicalizationPatterns returns the patterns of memref.expand_shape.
func (ExpandShape) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{Name: "expand-of-cast", Root: "memref.expand_shape", Rewrite: expandOfCast}}
}

// expandOfCast looks through a cast that hides sizes of the source; sizes of
// the result that are constants then become static.
func expandOfCast(op *ir.Operation, r *rewrite.Rewriter) error {
	o := ExpandShape{ir.ViewOf(op)}
	c, ok := AsCast(o.Src().Def())
	if !ok {
		return r.NoMatch("the source is no cast")
	}
	src, ranked := c.Source().Type().(*ir.MemRefType)
	if !ranked || !saysMore(src, memRefType(o.Src())) {
		return r.NoMatch("the cast hides nothing")
	}
	output, _ := mixedOf(o.StaticOutputShape(), o.OutputShape()).known(notNegative)
	groups, _ := groupsOf(o.Reassociation())
	t := expandedType(src, output.static, groups)
	if t == nil || verifyGroups(op, groups, t, src) != nil {
		return r.NoMatch("the sizes of the source do not follow from constants")
	}
	r.SetLoc(op.Loc())
	n := NewExpandShape(r.Builder, []ir.Type{t}, c.Source(), output.values, ExpandShapeProps{
		Reassociation: o.Reassociation(), StaticOutputShape: output.attr(op.Context()),
	})
	replaceWithCast(op, n.ResultVal(), r)
	return nil
}

// CanonicalizationPatterns returns the patterns of
// memref.extract_strided_metadata.
func (ExtractStridedMetadata) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{Name: "strided-metadata-known", Root: "memref.extract_strided_metadata", Rewrite: knownMetadata}}
}

// knownMetadata replaces what the type of the source says by constants.
func knownMetadata(op *ir.Operation, r *rewrite.Rewriter) error {
	t := memRefType(op.Operand(0))
	strides, offset, ok := Strided(t)
	if !ok {
		return r.NoMatch("no strided layout")
	}
	changed := false
	// Result 0 is the base.
	for i, known := range append(append([]int64{offset}, t.Shape...), strides...) {
		v := op.Result(1 + i)
		if known == ir.Dynamic || !v.HasUses() {
			continue
		}
		r.SetLoc(op.Loc())
		r.ReplaceUses(v, arith.ConstIndex(r.Builder, known))
		changed = true
	}
	if !changed {
		return r.NoMatch("nothing used is known")
	}
	return nil
}
