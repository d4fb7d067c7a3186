package memref

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/affine"
)

// Strided returns the strides and the offset of a memref in elements, with
// ir.Dynamic for what is not known; ok is false when the layout is not a
// strided one.
func Strided(t *ir.MemRefType) (strides []int64, offset int64, ok bool) {
	switch l := t.Layout.(type) {
	case nil:
		return contiguous(t.Shape), 0, true
	case *ir.StridedLayoutAttr:
		return slices.Clone(l.Strides), l.Offset, len(l.Strides) == len(t.Shape)
	case *ir.AffineMapAttr:
		return stridedMap(l.Map, len(t.Shape))
	}
	return nil, 0, false
}

// contiguous returns the strides of rows without gaps.
func contiguous(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	next := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = next
		next = mul(next, shape[i])
	}
	return strides
}

// mul multiplies sizes, strides or offsets; nothing times the unknown is
// nothing.
func mul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if a == ir.Dynamic || b == ir.Dynamic {
		return ir.Dynamic
	}
	return a * b
}

// add adds offsets.
func add(a, b int64) int64 {
	if a == ir.Dynamic || b == ir.Dynamic {
		return ir.Dynamic
	}
	return a + b
}

// stridedMap reads strides and offset off a map of one linear result.
func stridedMap(m affine.Map, rank int) (strides []int64, offset int64, ok bool) {
	if m.NumResults() != 1 || m.NumDims() != rank {
		return nil, 0, false
	}
	strides = make([]int64, rank)
	if !addTerms(m.Result(0), 1, strides, &offset) {
		return nil, 0, false
	}
	return strides, offset, true
}

// addTerms adds the terms of e times factor to strides and offset; it reports
// whether e is linear in the dimensions. What symbols enter becomes dynamic.
func addTerms(e affine.Expr, factor int64, strides []int64, offset *int64) bool {
	if c, ok := e.Constant(); ok {
		*offset = add(*offset, mul(c, factor))
		return true
	}
	switch e.Kind() {
	case affine.KindDim:
		p, _ := e.Position()
		strides[p] = add(strides[p], factor)
		return true
	case affine.KindAdd:
		l, r, _ := e.Operands()
		return addTerms(l, factor, strides, offset) && addTerms(r, factor, strides, offset)
	case affine.KindMul:
		l, r, _ := e.Operands()
		if c, ok := r.Constant(); ok {
			return addTerms(l, mul(factor, c), strides, offset)
		}
		if r.IsSymbolicOrConstant() {
			return addTerms(l, ir.Dynamic, strides, offset)
		}
		return false
	}
	if e.IsSymbolicOrConstant() {
		*offset = ir.Dynamic
		return true
	}
	return false
}

// withLayout returns t with the given shape and layout; a layout that is that
// of contiguous rows is left out.
func withLayout(t *ir.MemRefType, shape, strides []int64, offset int64) *ir.MemRefType {
	if offset == 0 && slices.Equal(strides, contiguous(shape)) && !slices.Contains(strides, ir.Dynamic) {
		return ir.MemRefOf(shape, t.Elem, nil, t.MemSpace)
	}
	return ir.MemRefOf(shape, t.Elem, t.Context().StridedLayout(offset, strides...), t.MemSpace)
}

// sameLayout reports whether two memref types are laid out alike, however
// that is written.
func sameLayout(a, b *ir.MemRefType) bool {
	s, o, ok := Strided(a)
	t, p, ok2 := Strided(b)
	if !ok || !ok2 {
		return a.Layout == b.Layout
	}
	return o == p && slices.Equal(s, t)
}
