package nvptx

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// constant returns the LLVM constant of type t that attribute a stands for;
// the error has no position.
func (m *module) constant(a ir.Attr, t ir.Type) (*llx.Const, error) {
	l, err := m.typ(t)
	if err != nil {
		return nil, err
	}
	switch a := a.(type) {
	case *ir.IntegerAttr:
		if i, ok := t.(*ir.IntegerType); ok {
			return intConst(l, a, i.Width), nil
		}
	case *ir.FloatAttr:
		if a.Type() == t {
			return llx.FloatBits(l, a.Bits.Lo), nil
		}
		if i, ok := t.(*ir.IntegerType); ok && int(i.Width) == a.FloatType().Format.Width() {
			return llx.IntConst(l, int64(a.Bits.Lo)), nil // an 8-bit float is its bits
		}
	case *ir.DenseAttr:
		return m.denseConstant(a, t, l)
	case *ir.StringAttr:
		if arr, ok := t.(*llvm.ArrayType); ok && arr.N == int64(len(a.Value)) && ir.IsInt(arr.Elem, 8) {
			return llx.Bytes([]byte(a.Value)), nil
		}
	case *ir.ArrayAttr:
		return m.aggregate(a.Elems, t, l)
	case *llvm.StructAttr:
		switch a.Def.Mnemonic {
		case "zero":
			return llx.Zero(l), nil
		case "undef":
			return llx.Undef(l), nil
		case "poison":
			return llx.Poison(l), nil
		}
	}
	return nil, fmt.Errorf("attribute %s is no constant of type %s", a, t)
}

func intConst(l llx.Type, a *ir.IntegerAttr, width uint32) *llx.Const {
	if v, ok := a.Int64(); ok && width <= 64 {
		return llx.IntConst(l, v)
	}
	return llx.BigConst(l, a.Big())
}

// denseConstant makes a vector, or an array (of arrays) in row-major order.
func (m *module) denseConstant(a *ir.DenseAttr, t ir.Type, l llx.Type) (*llx.Const, error) {
	if a.Splat && isZero(a.Elem(0)) {
		return llx.Zero(l), nil
	}
	next := 0
	var build func(t ir.Type) (*llx.Const, error)
	build = func(t ir.Type) (*llx.Const, error) {
		n, elem := int64(0), ir.Type(nil)
		switch s := t.(type) {
		case *ir.VectorType:
			n, elem = s.Shape[0], s.Elem
		case *llvm.ArrayType:
			n, elem = s.N, s.Elem
		default:
			c, err := m.constant(a.Elem(next), t)
			next++
			return c, err
		}
		parts := make([]*llx.Const, n)
		for i := range parts {
			var err error
			if parts[i], err = build(elem); err != nil {
				return nil, err
			}
		}
		lt, err := m.typ(t)
		if err != nil {
			return nil, err
		}
		return llx.Aggregate(lt, parts...), nil
	}
	want := int64(1)
	for u := t; ; {
		switch s := u.(type) {
		case *ir.VectorType:
			want, u = want*s.Shape[0], s.Elem
			continue
		case *llvm.ArrayType:
			want, u = want*s.N, s.Elem
			continue
		}
		break
	}
	if n, ok := ir.NumElements(a.ShapedType()); !ok || n != want {
		return nil, fmt.Errorf("attribute of %d elements is no constant of type %s", n, t)
	}
	return build(t)
}

func isZero(a ir.Attr) bool {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.IsZero()
	case *ir.FloatAttr:
		return a.Bits.Lo == 0 && a.Bits.Hi == 0
	}
	return false
}

func (m *module) aggregate(elems []ir.Attr, t ir.Type, l llx.Type) (*llx.Const, error) {
	parts := make([]*llx.Const, len(elems))
	for i, e := range elems {
		ft, ok := llvm.ElemAt(t, []int64{int64(i)})
		if !ok {
			return nil, fmt.Errorf("%d elements are no constant of type %s", len(elems), t)
		}
		var err error
		if parts[i], err = m.constant(e, ft); err != nil {
			return nil, err
		}
	}
	return llx.Aggregate(l, parts...), nil
}
