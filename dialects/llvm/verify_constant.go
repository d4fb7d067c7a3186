package llvm

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// Verify checks the value against the type.
func (o Constant) Verify() error {
	t := o.Op().Result(0).Type()
	if s, ok := o.Value().(*ir.StringAttr); ok {
		a, isArray := t.(*ArrayType)
		if !isArray || a.N != int64(len(s.Value)) || !ir.IsInt(a.Elem, 8) {
			return o.OpError("expected array type of %d i8 elements for the string constant", len(s.Value))
		}
		return nil
	}
	switch t := t.(type) {
	case *StructType:
		return o.verifyStruct(t)
	case *TargetType:
		return o.OpError("does not support target extension type.")
	}
	switch v := o.Value().(type) {
	case *ir.IntegerAttr:
		if _, ok := t.(*ir.IntegerType); !ok {
			return o.OpError("expected integer type")
		}
	case *ir.FloatAttr:
		return o.verifyFloat(t, v.FloatType())
	case *ir.DenseAttr:
		return o.verifyElements(t, v.ShapedType(), v.Splat)
	case *ir.DenseResourceAttr:
		return o.verifyElements(t, v.Type(), false)
	case *ir.SparseAttr:
		return o.verifyElements(t, v.Type(), false)
	case *ir.ArrayAttr:
		return o.verifyArray(t, v)
	case *StructAttr:
	default:
		return o.OpError("only supports integer, float, string or elements attributes")
	}
	return nil
}

func (o Constant) verifyStruct(t *StructType) error {
	l, ok := o.Value().(*ir.ArrayAttr)
	if !ok {
		if s, special := o.Value().(*StructAttr); special && s.Def != zeroDef {
			return nil
		}
		return o.OpError("expected array attribute for struct type")
	}
	if len(l.Elems) != len(t.Fields) {
		return o.OpError("expected array attribute of size %d", len(t.Fields))
	}
	for i, f := range t.Fields {
		if !isSignless(f) && !ir.IsIndex(f) && !ir.IsFloat(f) {
			return o.OpError("expected struct element types to be floating point type or integer type")
		}
		switch l.Elems[i].(type) {
		case *ir.IntegerAttr, *ir.FloatAttr:
		default:
			return o.OpError("expected element of array attribute to be floating point or integer")
		}
		if l.Elems[i].(ir.TypedAttr).Type() != f {
			return o.OpError("struct element at index %d is of wrong type", i)
		}
	}
	return nil
}

// verifyFloat checks the type of a scalar that a float is for: the same type, or an
// integer of its bits.
func (o Constant) verifyFloat(t ir.Type, f *ir.FloatType) error {
	if width := f.Format.Width(); isSignless(t) && !ir.IsInt(t, uint32(width)) {
		return o.OpError("expected integer type of width %d", width)
	}
	if isLLVMFloat(t) && t != ir.Type(f) {
		return o.OpError("attribute and type have different float semantics")
	}
	return nil
}

// verifyElements checks the type that elements are for: number and kind.
func (o Constant) verifyElements(t ir.Type, elems ir.Type, splat bool) error {
	shaped, ok := elems.(ir.ShapedType)
	if !ok {
		return nil
	}
	_, known := shaped.Dims()
	n, _ := ir.NumElements(shaped)
	if err := o.verifyCount(t, n, known, splat); err != nil {
		return err
	}
	inner := ir.ElemOrSelf(innermost(t))
	switch e := ir.ElemOrSelf(elems).(type) {
	case *ir.IntegerType:
		if !isSignless(inner) {
			return o.OpError("expected integer element type for integer elements attribute")
		}
	case *ir.FloatType:
		return o.verifyFloat(inner, e)
	}
	return nil
}

// verifyCount checks the number of elements.
func (o Constant) verifyCount(t ir.Type, n int64, known, splat bool) error {
	if v, ok := innermost(t).(*ir.VectorType); ok && slices.Contains(v.Scalable, true) {
		if !splat {
			return o.OpError("scalable vector type requires a splat attribute")
		}
		return nil
	}
	want, ok := elementCount(t)
	if !ok {
		return o.OpError("expected vector or array type")
	}
	if known && want != n {
		return o.OpError("type and attribute have a different number of elements: %d vs. %d", want, n)
	}
	return nil
}

// innermost returns what arrays hold in the end.
func innermost(t ir.Type) ir.Type {
	for {
		a, ok := t.(*ArrayType)
		if !ok {
			return t
		}
		t = a.Elem
	}
}

// elementCount returns the number of scalars of a vector or of nested arrays.
func elementCount(t ir.Type) (int64, bool) {
	n, found := int64(1), false
	for {
		switch a := t.(type) {
		case *ArrayType:
			n, t = n*a.N, a.Elem
		case *ir.VectorType:
			for _, d := range a.Shape {
				n *= d
			}
			return n, true
		default:
			return n, found
		}
		found = true
	}
}

// verifyArray checks the elements of an array one by one.
func (o Constant) verifyArray(t ir.Type, v *ir.ArrayAttr) error {
	a, ok := t.(*ArrayType)
	if !ok {
		return o.OpError("expected array or struct type for array attribute")
	}
	return o.verifyNested(a, v, 0)
}

func (o Constant) verifyNested(a *ArrayType, v *ir.ArrayAttr, dim int) error {
	if int64(len(v.Elems)) != a.N {
		return o.OpError("array attribute size does not match array type size in dimension %d: %d vs. %d", dim, len(v.Elems), a.N)
	}
	inner, nested := a.Elem.(*ArrayType)
	for _, e := range v.Elems {
		l, isList := e.(*ir.ArrayAttr)
		switch {
		case nested && isList:
			if err := o.verifyNested(inner, l, dim+1); err != nil {
				return err
			}
		case nested:
			if _, ok := e.(*ir.DenseAttr); ok {
				continue
			}
			if s, ok := e.(*StructAttr); ok && s.Def.Dialect == name {
				continue
			}
			return o.OpError("nested attribute for sub-array in dimension %d at index %d must be a zero, or undef, or array attribute", dim, slices.Index(v.Elems, e))
		}
	}
	return nil
}

// Verify checks the mask: of a scalable vector it can only repeat one element.
func (o ShuffleVector) Verify() error {
	v := o.V1().Type().(*ir.VectorType)
	if !slices.Contains(v.Scalable, true) {
		return nil
	}
	for _, i := range o.Mask().(*ir.DenseArrayAttr).Ints() {
		if i != 0 {
			return o.OpError("expected a splat operation for scalable vectors")
		}
	}
	return nil
}

// Verify checks that the result is a pair.
func (o Sincos) Verify() error {
	t := o.Op().Result(0).Type()
	s, ok := t.(*StructType)
	if !ok || len(s.Fields) != 2 || s.Fields[0] != o.Val().Type() || s.Fields[1] != o.Val().Type() {
		return o.OpError("expected result type to be an homogeneous struct with two elements matching the operand type, but got '%s'", t)
	}
	return nil
}

func isScalable(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return ok && slices.Contains(v.Scalable, true)
}

// Verify checks that a part is no longer than what it is taken from may be.
func (o VectorExtract) Verify() error {
	if isScalable(o.Op().Result(0).Type()) && !isScalable(o.Srcvec().Type()) {
		return o.OpError("failed to verify that it is not extracting scalable from fixed-length vectors.")
	}
	return nil
}

// Verify checks that the part fits.
func (o VectorInsert) Verify() error {
	if isScalable(o.Srcvec().Type()) && !isScalable(o.Dstvec().Type()) {
		return o.OpError("failed to verify that it is not inserting scalable into fixed-length vectors.")
	}
	return nil
}

// Verify checks the number of elements.
func (o VectorInterleave2) Verify() error {
	v, _ := o.Vec1().Type().(*ir.VectorType)
	r, ok := o.Op().Result(0).Type().(*ir.VectorType)
	if !ok || len(r.Shape) != 1 || r.Shape[0] != 2*v.Shape[0] || isScalable(r) != isScalable(v) {
		return o.OpError("failed to verify that result has twice as many elements as 'vec1'")
	}
	return nil
}
