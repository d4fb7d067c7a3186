package llvm

import "github.com/tile-opt/tile-opt/ir"

// maxArrayParts is the longest array that is split into its elements, as in
// MLIR.
const maxArrayParts = 16

// partTypes are the types of the parts of a type; none when it is not split.
func partTypes(t ir.Type) []ir.Type {
	switch t := t.(type) {
	case *StructType:
		if len(t.Fields) > 0 && !t.Opaque {
			return t.Fields
		}
	case *ArrayType:
		if t.N < 1 || t.N > maxArrayParts {
			return nil
		}
		out := make([]ir.Type, t.N)
		for i := range out {
			out[i] = t.Elem
		}
		return out
	}
	return nil
}

// Parts: the fields or elements, when one struct or array is reserved.
func (o Alloca) Parts() (*ir.Value, int64, bool) {
	p, elem, ok := o.Slot()
	if !ok {
		return nil, 0, false
	}
	n := int64(len(partTypes(elem)))
	return p, n, n > 0
}

// NewPart reserves memory for one part.
func (o Alloca) NewPart(b *ir.Builder, i int64) *ir.Value {
	_, elem, _ := o.Slot()
	return NewAlloca(b, []ir.Type{o.Res().Type()}, o.ArraySize(), AllocaProps{ElemType: ir.TypeAttrOf(partTypes(elem)[i])}).Res()
}

// sizeAndAlign returns the bytes of a type in memory and its alignment by
// LLVM's data layout for NVPTX; ok is false when they are not known.
func sizeAndAlign(t ir.Type) (size, align int64, ok bool) {
	switch t := t.(type) {
	case *PtrType:
		return 8, 8, true
	case *ArrayType:
		size, align, ok = sizeAndAlign(t.Elem)
		return size * t.N, align, ok
	case *StructType:
		align = 1
		for _, f := range t.Fields {
			n, a, known := sizeAndAlign(f)
			if !known {
				return 0, 0, false
			}
			if t.Packed {
				a = 1
			}
			size = (size+a-1)/a*a + n
			align = max(align, a)
		}
		return (size + align - 1) / align * align, align, !t.Opaque
	}
	if _, isVector := t.(*ir.VectorType); isVector {
		return 0, 0, false
	}
	w, known := ir.BitWidth(t)
	if !known {
		return 0, 0, false
	}
	for size = 1; size*8 < int64(w); size *= 2 {
	}
	return size, size, true
}

// fits reports whether an access of type t stays inside memory of type whole.
func fits(t, whole ir.Type) bool {
	n, _, ok := sizeAndAlign(t)
	m, _, ok2 := sizeAndAlign(whole)
	return ok && ok2 && n <= m
}

// inside reports whether everything that uses the pointer v stays inside
// memory of type t that it points to.
func inside(v *ir.Value, t ir.Type) bool {
	for u := range v.Uses() {
		op := u.Owner()
		if l, ok := AsLoad(op); ok && ordinary(op) && fits(l.Res().Type(), t) {
			continue
		}
		if s, ok := AsStore(op); ok && ordinary(op) && s.Value() != v && fits(s.Value().Type(), t) {
			continue
		}
		if g, ok := AsGEP(op); ok {
			if path, elem := g.staticPath(t); elem != nil && len(path) > 0 && inside(g.Res(), elem) {
				continue
			}
		}
		return false
	}
	return true
}

// staticPath returns the constant indices behind a first one of 0 into memory
// of type t, and the type that they lead to, nil when they are not that.
func (o GEP) staticPath(t ir.Type) (path []int64, elem ir.Type) {
	base, ok := o.ElemType().(*ir.TypeAttr)
	raw, isArray := o.RawConstantIndices().(*ir.DenseArrayAttr)
	if !ok || !isArray || base.Value != t || len(o.DynamicIndices()) > 0 {
		return nil, nil
	}
	indices := raw.Ints()
	if len(indices) == 0 || indices[0] != 0 {
		return nil, nil
	}
	for _, i := range indices[1:] {
		var parts []ir.Type
		if a, ok := t.(*ArrayType); ok && i >= 0 && i < a.N {
			t = a.Elem
			continue
		}
		if s, ok := t.(*StructType); ok {
			parts = s.Fields
		}
		if i < 0 || i >= int64(len(parts)) {
			return nil, nil
		}
		t = parts[i]
	}
	return indices[1:], t
}

// PartOf: the part that the first index behind the leading 0 names, when all
// that uses the address stays inside what it points to.
func (o GEP) PartOf(alloc *ir.Operation, pointer *ir.Value) (int64, bool) {
	a, ok := AsAlloca(alloc)
	if !ok || o.Base() != pointer {
		return 0, false
	}
	_, whole, _ := a.Slot()
	path, elem := o.staticPath(whole)
	if elem == nil || len(path) == 0 || !inside(o.Res(), elem) {
		return 0, false
	}
	return path[0], true
}

// UsePart counts from the part on; its own address needs no operation.
func (o GEP) UsePart(b *ir.Builder, _, part *ir.Value) {
	base := o.ElemType().(*ir.TypeAttr).Value
	path, _ := o.staticPath(base)
	if len(path) == 1 {
		o.Res().ReplaceAllUsesWith(part)
		o.Op().Erase()
		return
	}
	b.Before(o.Op()).SetLoc(o.Op().Loc())
	n := NewGEP(b, []ir.Type{o.Res().Type()}, part, nil, GEPProps{
		RawConstantIndices: b.Context().I32Array(append([]int64{0}, path[1:]...)...),
		ElemType:           ir.TypeAttrOf(partTypes(base)[path[0]]), NoWrapFlags: o.NoWrapFlags(),
	})
	o.Res().ReplaceAllUsesWith(n.Res())
	o.Op().Erase()
}

// firstPart reports whether an access of type t at the start of memory stays
// inside its first part.
func firstPart(alloc *ir.Operation, t ir.Type) bool {
	a, ok := AsAlloca(alloc)
	if !ok {
		return false
	}
	_, whole, _ := a.Slot()
	parts := partTypes(whole)
	return len(parts) > 0 && fits(t, parts[0])
}

// PartOf: the first part, when the value is no wider.
func (o Load) PartOf(alloc *ir.Operation, pointer *ir.Value) (int64, bool) {
	return 0, o.Addr() == pointer && ordinary(o.Op()) && firstPart(alloc, o.Res().Type())
}

// UsePart loads from the part.
func (o Load) UsePart(_ *ir.Builder, _, part *ir.Value) { o.Op().SetOperand(0, part) }

// PartOf: the first part, when the value is no wider.
func (o Store) PartOf(alloc *ir.Operation, pointer *ir.Value) (int64, bool) {
	return 0, o.Addr() == pointer && o.Value() != pointer && ordinary(o.Op()) && firstPart(alloc, o.Value().Type())
}

// UsePart stores to the part.
func (o Store) UsePart(_ *ir.Builder, _, part *ir.Value) { o.Op().SetOperand(1, part) }
