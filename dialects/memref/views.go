package memref

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// mixed is a list of numbers, each given by a property or, where that is
// ir.Dynamic, by the next operand.
type mixed struct {
	static []int64
	values []*ir.Value
}

func mixedOf(static ir.Attr, values []*ir.Value) mixed {
	return mixed{static.(*ir.DenseArrayAttr).Ints(), values}
}

// value returns the operand that holds number i, nil when it is static.
func (m mixed) value(i int) *ir.Value {
	if m.static[i] != ir.Dynamic {
		return nil
	}
	return m.values[countDynamic(m.static[:i])]
}

// known returns m with operands that are constants made static, and whether
// there were any. accept says which numbers may become static.
func (m mixed) known(accept func(int64) bool) (mixed, bool) {
	out, changed := mixed{static: slices.Clone(m.static)}, false
	for i := range m.static {
		v := m.value(i)
		if v == nil {
			continue
		}
		if c, ok := rewrite.IntConst(v); ok && accept(c) {
			out.static[i], changed = c, true
			continue
		}
		out.values = append(out.values, v)
	}
	return out, changed
}

func (m mixed) attr(c *ir.Context) ir.Attr { return c.I64Array(m.static...) }

func notNegative(v int64) bool { return v >= 0 }

func anyNumber(v int64) bool { return v != ir.Dynamic }

// verifyMixed checks what the three lists of a view have in common.
func verifyMixed(op *ir.Operation, offsets, sizes, strides mixed, maxOffsets int) error {
	pos := op.Loc().Pos()
	for _, l := range []struct {
		name string
		m    mixed
	}{{"offset", offsets}, {"size", sizes}, {"stride", strides}} {
		if want := countDynamic(l.m.static); len(l.m.values) != want {
			return diag.Errorf(pos, "expected the number of '%ss' to match the number of dynamic entries in 'static_%ss' (%d vs %d)", l.name, l.name, len(l.m.values), want)
		}
	}
	if maxOffsets != 1 && len(offsets.static) != len(sizes.static) {
		return diag.Errorf(pos, "expected mixed offsets rank to match mixed sizes rank (%d vs %d) so the rank of the result type is well-formed.", len(offsets.static), len(sizes.static))
	}
	if len(sizes.static) != len(strides.static) {
		return diag.Errorf(pos, "expected mixed sizes rank to match mixed strides rank (%d vs %d) so the rank of the result type is well-formed.", len(sizes.static), len(strides.static))
	}
	if len(offsets.static) != maxOffsets {
		return diag.Errorf(pos, "expected %d offset values, got %d", maxOffsets, len(offsets.static))
	}
	for _, s := range sizes.static {
		if s < 0 && s != ir.Dynamic {
			return diag.Errorf(pos, "expected sizes to be non-negative, but got %d", s)
		}
	}
	for _, o := range offsets.static {
		if o < 0 && o != ir.Dynamic {
			return diag.Errorf(pos, "expected offsets to be non-negative, but got %d", o)
		}
	}
	return nil
}

func (o Subview) offsets() mixed { return mixedOf(o.StaticOffsets(), o.Offsets()) }
func (o Subview) sizes() mixed   { return mixedOf(o.StaticSizes(), o.Sizes()) }
func (o Subview) strides() mixed { return mixedOf(o.StaticStrides(), o.Strides()) }

// InferSubview returns the type of the part of a memref with the given
// offsets, sizes and strides, before dimensions of one element are dropped;
// nil when the source has no strided layout.
func InferSubview(src *ir.MemRefType, offsets, sizes, strides []int64) *ir.MemRefType {
	from, offset, ok := Strided(src)
	if !ok {
		return nil
	}
	to := make([]int64, len(from))
	for i, s := range from {
		offset = add(offset, mul(offsets[i], s))
		to[i] = mul(strides[i], s)
	}
	return ir.MemRefOf(sizes, src.Elem, src.Context().StridedLayout(offset, to...), src.MemSpace)
}

// Verify checks the lists, the bounds and the type of the result.
func (o Subview) Verify() error {
	src, dst := memRefType(o.Source()), memRefType(o.ResultVal())
	offsets, sizes, strides := o.offsets(), o.sizes(), o.strides()
	if err := verifyMixed(o.Op(), offsets, sizes, strides, len(src.Shape)); err != nil {
		return err
	}
	pos := o.Op().Loc().Pos()
	if src.MemSpace != dst.MemSpace {
		return diag.Errorf(pos, "different memory spaces specified for base memref type '%s' and subview memref type '%s'", src, dst)
	}
	want := InferSubview(src, offsets.static, sizes.static, strides.static)
	if want == nil {
		return diag.Errorf(pos, "base type '%s' is not strided", src)
	}
	if err := o.verifyResult(dst, want); err != nil {
		return err
	}
	for i, size := range src.Shape {
		if err := verifyBounds(pos, i, size, offsets.static[i], sizes.static[i], strides.static[i]); err != nil {
			return err
		}
	}
	return nil
}

func verifyBounds(pos diag.Pos, dim int, size, offset, count, stride int64) error {
	if size == ir.Dynamic || offset == ir.Dynamic {
		return nil
	}
	if offset >= size && count != 0 {
		return diag.Errorf(pos, "offset %d is out-of-bounds: %d >= %d", dim, offset, size)
	}
	if count == ir.Dynamic || stride == ir.Dynamic || count == 0 {
		return nil
	}
	if last := offset + (count-1)*stride; last >= size {
		return diag.Errorf(pos, "slice along dimension %d runs out-of-bounds: %d >= %d", dim, last, size)
	}
	return nil
}

// verifyResult checks dst against the full type: the same, or with some
// dimensions of one element dropped.
func (o Subview) verifyResult(dst, full *ir.MemRefType) error {
	pos := o.Op().Loc().Pos()
	if len(dst.Shape) > len(full.Shape) {
		return diag.Errorf(pos, "expected result rank to be smaller or equal to the source rank, but got '%s'", dst)
	}
	if dst.Elem != full.Elem {
		return diag.Errorf(pos, "expected result element type to be '%s', but got '%s'", full.Elem, dst)
	}
	kept := KeptDims(full, dst)
	if kept == nil {
		return diag.Errorf(pos, "expected result type to be '%s' or a rank-reduced version. (mismatch of result sizes), but got '%s'", full, dst)
	}
	strides, offset, _ := Strided(full)
	got, gotOffset, ok := Strided(dst)
	if ok {
		ok = gotOffset == offset
		for i, k := range kept {
			ok = ok && got[i] == strides[k]
		}
	}
	if !ok {
		return diag.Errorf(pos, "expected result type to be '%s' or a rank-reduced version. (mismatch of result layout), but got '%s'", full, dst)
	}
	return nil
}

// KeptDims returns which dimensions of full those of dst are, dropping
// dimensions of one element; where sizes leave a choice the strides decide.
// It returns nil when dst is no rank reduction of full.
func KeptDims(full, dst *ir.MemRefType) []int {
	fs, _, _ := Strided(full)
	ds, _, _ := Strided(dst)
	spare := len(full.Shape) - len(dst.Shape)
	kept := make([]int, 0, len(dst.Shape))
	for i, size := range full.Shape {
		n := len(kept)
		fits := n < len(dst.Shape) && size == dst.Shape[n]
		if fits && size == 1 && spare > 0 && len(ds) > n && len(fs) > i && ds[n] != fs[i] {
			fits = false
		}
		switch {
		case fits:
			kept = append(kept, i)
		case size == 1 && spare > 0:
			spare--
		default:
			return nil
		}
	}
	if len(kept) != len(dst.Shape) {
		return nil
	}
	return kept
}

func (o ReinterpretCast) sizes() mixed   { return mixedOf(o.StaticSizes(), o.Sizes()) }
func (o ReinterpretCast) strides() mixed { return mixedOf(o.StaticStrides(), o.Strides()) }
func (o ReinterpretCast) offsets() mixed { return mixedOf(o.StaticOffsets(), o.Offsets()) }

func number(v int64) string {
	if v == ir.Dynamic {
		return "dynamic"
	}
	return dimList([]int64{v})
}

// Verify checks the lists against the type of the result.
func (o ReinterpretCast) Verify() error {
	dst := memRefType(o.ResultVal())
	offsets, sizes, strides := o.offsets(), o.sizes(), o.strides()
	if err := verifyMixed(o.Op(), offsets, sizes, strides, 1); err != nil {
		return err
	}
	pos := o.Op().Loc().Pos()
	src := o.Source().Type()
	if spaceOf(src) != dst.MemSpace {
		return diag.Errorf(pos, "different memory spaces specified for source type '%s' and result memref type '%s'", src, dst)
	}
	if src.(ir.ShapedType).ElemType() != dst.Elem {
		return diag.Errorf(pos, "different element types specified for source type '%s' and result memref type '%s'", src, dst)
	}
	if len(sizes.static) != len(dst.Shape) {
		return diag.Errorf(pos, "expected %d size values, got %d", len(dst.Shape), len(sizes.static))
	}
	for i, size := range sizes.static {
		if dst.Shape[i] != ir.Dynamic && dst.Shape[i] != size {
			return diag.Errorf(pos, "expected result type with size = %s instead of %d in dim = %d", number(size), dst.Shape[i], i)
		}
	}
	got, offset, ok := Strided(dst)
	if !ok {
		return diag.Errorf(pos, "expected result type to have strided layout but found '%s'", dst)
	}
	if want := offsets.static[0]; offset != ir.Dynamic && offset != want {
		return diag.Errorf(pos, "expected result type with offset = %s instead of %d", number(want), offset)
	}
	for i, want := range strides.static {
		if got[i] != ir.Dynamic && got[i] != want {
			return diag.Errorf(pos, "expected result type with stride = %s instead of %d in dim = %d", number(want), got[i], i)
		}
	}
	return nil
}

// verifyGroups checks a reassociation between a memref of higher and one of
// lower rank.
func verifyGroups(op *ir.Operation, groups [][]int64, wide, narrow *ir.MemRefType) error {
	if len(groups) != len(narrow.Shape) {
		return op.OpError("invalid number of reassociation groups: found %d, expected %d", len(groups), len(narrow.Shape))
	}
	next := int64(0)
	for g, group := range groups {
		size, dynamic := int64(1), false
		for _, d := range group {
			if d != next {
				return op.OpError("reassociation indices must be contiguous")
			}
			if d >= int64(len(wide.Shape)) {
				return op.OpError("reassociation index %d is out of bounds", d)
			}
			next++
			dynamic = dynamic || wide.Shape[d] == ir.Dynamic
			size = mul(size, wide.Shape[d])
		}
		switch {
		case dynamic && narrow.Shape[g] != ir.Dynamic, !dynamic && narrow.Shape[g] == ir.Dynamic:
			return op.OpError("collapsed dim (%d) must be dynamic if and only if reassociation group is dynamic", g)
		case !dynamic && size != narrow.Shape[g]:
			return op.OpError("collapsed dim size (%d) must equal reassociation group size (%d)", narrow.Shape[g], size)
		}
	}
	if next != int64(len(wide.Shape)) {
		return op.OpError("expanded rank (%d) inconsistent with number of reassociation indices (%d)", len(wide.Shape), next)
	}
	return nil
}

// collapsedLayout returns the type of a memref with groups of dimensions
// joined; ok is false when a group has gaps.
func collapsedLayout(src *ir.MemRefType, groups [][]int64) (*ir.MemRefType, bool) {
	strides, offset, ok := Strided(src)
	if !ok {
		return nil, false
	}
	shape, to := make([]int64, len(groups)), make([]int64, len(groups))
	for g, group := range groups {
		shape[g], to[g] = 1, 1
		if n := len(group); n > 0 {
			to[g] = strides[group[n-1]]
		}
		for k := len(group) - 1; k >= 0; k-- {
			d := group[k]
			shape[g] = mul(shape[g], src.Shape[d])
			if k == 0 || src.Shape[group[k-1]] == 1 {
				continue
			}
			if src.Shape[d] == 1 && k == len(group)-1 {
				// A last dimension of one element has no stride to speak of.
				to[g] = strides[group[k-1]]
				continue
			}
			if want := mul(strides[d], src.Shape[d]); want != ir.Dynamic && strides[group[k-1]] != ir.Dynamic && strides[group[k-1]] != want {
				return nil, false
			}
		}
	}
	return withLayout(src, shape, to, offset), true
}

// Verify checks the groups and the layout.
func (o CollapseShape) Verify() error {
	src, dst := memRefType(o.Src()), memRefType(o.ResultVal())
	groups, _ := groupsOf(o.Reassociation())
	if len(src.Shape) < len(dst.Shape) {
		return o.OpError("has source rank %d and result rank %d. This is not a collapse (%d < %d).", len(src.Shape), len(dst.Shape), len(src.Shape), len(dst.Shape))
	}
	if err := verifyGroups(o.Op(), groups, src, dst); err != nil {
		return err
	}
	want, ok := collapsedLayout(src, groups)
	if !ok {
		return o.OpError("invalid source layout map or collapsing non-contiguous dims")
	}
	if dst.Elem != src.Elem || dst.MemSpace != src.MemSpace || !sameLayout(dst, want) {
		return o.OpError("expected collapsed type to be '%s' but found '%s'", want, dst)
	}
	return nil
}

// expandedType returns the type of src with its dimensions split into groups
// of the given sizes, nil when src has no strided layout.
func expandedType(src *ir.MemRefType, shape []int64, groups [][]int64) *ir.MemRefType {
	if src.Layout == nil {
		return ir.MemRefOf(shape, src.Elem, nil, src.MemSpace)
	}
	strides, offset, ok := Strided(src)
	if !ok {
		return nil
	}
	to := make([]int64, len(shape))
	for g, group := range groups {
		next := strides[g]
		for k := len(group) - 1; k >= 0; k-- {
			to[group[k]] = next
			next = mul(next, shape[group[k]])
		}
	}
	return withLayout(src, shape, to, offset)
}

// Verify checks the groups, the sizes and the layout.
func (o ExpandShape) Verify() error {
	src, dst := memRefType(o.Src()), memRefType(o.ResultVal())
	groups, _ := groupsOf(o.Reassociation())
	if len(src.Shape) > len(dst.Shape) {
		return o.OpError("has source rank %d and result rank %d. This is not an expansion (%d > %d).", len(src.Shape), len(dst.Shape), len(src.Shape), len(dst.Shape))
	}
	if err := verifyGroups(o.Op(), groups, dst, src); err != nil {
		return err
	}
	want := expandedType(src, dst.Shape, groups)
	if want == nil {
		return o.OpError("invalid source layout map")
	}
	if dst.Elem != src.Elem || dst.MemSpace != src.MemSpace || !sameLayout(dst, want) {
		return o.OpError("expected expanded type to be '%s' but found '%s'", want, dst)
	}
	static := mixedOf(o.StaticOutputShape(), o.OutputShape())
	if len(static.static) != len(dst.Shape) {
		return o.OpError("expected number of static shape bounds to be equal to the output rank (%d) but found %d inputs instead", len(dst.Shape), len(static.static))
	}
	if want := countDynamic(static.static); want != len(static.values) {
		return o.OpError("mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has %d dynamic dims while output_shape has %d values", want, len(static.values))
	}
	for i, s := range static.static {
		if s != ir.Dynamic && dst.Shape[i] != ir.Dynamic && s != dst.Shape[i] {
			return o.OpError("invalid output shape provided at pos %d", i)
		}
	}
	return nil
}
