package constfold

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// maxElements bounds how many elements of a dense attribute are folded: a
// fold is tried again and again, and its result is as large as its operands.
const maxElements = 1 << 20

// Map applies f to the elements of args one by one and returns the results as
// a constant of type t. All of args must be elements (integers or floats), or
// all dense attributes over shapes like t. f gets a slice that it must not
// keep; when it returns nil, so does Map.
func Map(t ir.Type, args []ir.Attr, f func(elems []ir.Attr) ir.Attr) ir.Attr {
	var shaped *ir.DenseAttr
	splat := true
	for _, a := range args {
		switch a := a.(type) {
		case *ir.IntegerAttr, *ir.FloatAttr:
			if shaped != nil {
				return nil
			}
		case *ir.DenseAttr:
			if shaped == nil && a != args[0] {
				return nil
			}
			shaped = a
			splat = splat && a.Splat
		default:
			return nil
		}
	}
	if shaped == nil {
		return f(args)
	}
	to, ok := t.(ir.ShapedType)
	if !ok || !ir.HasStaticShape(to) {
		return nil
	}
	n, ok := ir.NumElements(to)
	if !ok || n > maxElements {
		return nil
	}
	if splat {
		n = 1
	}
	return mapDense(to, splat, int(n), args, f)
}

func mapDense(t ir.ShapedType, splat bool, n int, args []ir.Attr, f func([]ir.Attr) ir.Attr) ir.Attr {
	elems := make([]ir.Attr, len(args))
	var data []byte
	for i := range n {
		for k, a := range args {
			elems[k] = a.(*ir.DenseAttr).Elem(i)
			if elems[k] == nil {
				return nil
			}
		}
		r := f(elems)
		if r == nil {
			return nil
		}
		var ok bool
		if data, ok = ir.AppendElem(data, r); !ok {
			return nil
		}
	}
	return ir.DenseOf(t, splat, data)
}

// Int returns the number that an integer attribute holds.
func Int(a *ir.IntegerAttr) numeric.Int {
	w, _ := ir.BitWidth(a.Type())
	if v, ok := a.Int64(); ok {
		return numeric.NewInt(int(w), v)
	}
	return numeric.IntFromBig(int(w), a.Big())
}

// IntAttr returns v as an attribute of type t, an integer type of the width
// of v or index.
func IntAttr(t ir.Type, v numeric.Int) *ir.IntegerAttr {
	if i, ok := t.(*ir.IntegerType); ok && i.Sign == ir.Unsigned {
		return ir.BigIntAttr(t, v.Unsigned())
	}
	if small, ok := v.Int64(); ok {
		return ir.IntAttr(t, small)
	}
	return ir.BigIntAttr(t, v.Signed())
}

// Ints folds a binary operation on integers of one type; f's second result
// says whether there is a result. It returns nil unless args are two integer
// constants.
func Ints(args []ir.Attr, f func(x, y numeric.Int) (numeric.Int, bool)) ir.Attr {
	t := typeOf(args)
	if t == nil {
		return nil
	}
	return Map(t, args, func(e []ir.Attr) ir.Attr {
		x, ok := e[0].(*ir.IntegerAttr)
		y, ok2 := e[1].(*ir.IntegerAttr)
		if !ok || !ok2 || x.Type() != y.Type() {
			return nil
		}
		r, ok := f(Int(x), Int(y))
		if !ok {
			return nil
		}
		return IntAttr(x.Type(), r)
	})
}

// Int1 folds a unary operation on integers that keeps the type.
func Int1(args []ir.Attr, f func(x numeric.Int) (numeric.Int, bool)) ir.Attr {
	t := typeOf(args)
	if t == nil {
		return nil
	}
	return Map(t, args, func(e []ir.Attr) ir.Attr {
		x, ok := e[0].(*ir.IntegerAttr)
		if !ok {
			return nil
		}
		r, ok := f(Int(x))
		if !ok {
			return nil
		}
		return IntAttr(x.Type(), r)
	})
}

// Floats folds a binary operation on floats of one type.
func Floats(args []ir.Attr, f func(format numeric.FloatFormat, x, y numeric.Bits) (numeric.Bits, bool)) ir.Attr {
	t := typeOf(args)
	if t == nil {
		return nil
	}
	return Map(t, args, func(e []ir.Attr) ir.Attr {
		x, ok := e[0].(*ir.FloatAttr)
		y, ok2 := e[1].(*ir.FloatAttr)
		if !ok || !ok2 || x.Type() != y.Type() {
			return nil
		}
		r, ok := f(x.FloatType().Format, x.Bits, y.Bits)
		if !ok {
			return nil
		}
		return ir.FloatBits(x.FloatType(), r)
	})
}

// Float1 folds a unary operation on floats that keeps the type.
func Float1(args []ir.Attr, f func(format numeric.FloatFormat, x numeric.Bits) (numeric.Bits, bool)) ir.Attr {
	t := typeOf(args)
	if t == nil {
		return nil
	}
	return Map(t, args, func(e []ir.Attr) ir.Attr {
		x, ok := e[0].(*ir.FloatAttr)
		if !ok {
			return nil
		}
		r, ok := f(x.FloatType().Format, x.Bits)
		if !ok {
			return nil
		}
		return ir.FloatBits(x.FloatType(), r)
	})
}

// typeOf returns the type of the constants, nil when one is unknown.
func typeOf(args []ir.Attr) ir.Type {
	for _, a := range args {
		if a == nil {
			return nil
		}
	}
	if t, ok := args[0].(ir.TypedAttr); ok {
		return t.Type()
	}
	return nil
}

// OfInt returns v as a constant of type t: an integer or index type, or a
// static shape of them, then as a splat. It returns nil for any other type.
func OfInt(t ir.Type, v int64) ir.Attr {
	if s, ok := t.(ir.ShapedType); ok {
		if !isDenseShape(s) || !ir.IsIntOrIndex(s.ElemType()) {
			return nil
		}
		return ir.SplatOf(s, ir.IntAttr(s.ElemType(), v))
	}
	if !ir.IsIntOrIndex(t) {
		return nil
	}
	return ir.IntAttr(t, v)
}

// OfFloat is OfInt for float types.
func OfFloat(t ir.Type, v float64) ir.Attr {
	elem, ok := ir.ElemOrSelf(t).(*ir.FloatType)
	if !ok {
		return nil
	}
	return Splat(t, ir.FloatAttrOf(elem, v))
}

// Splat returns v as a constant of type t: v itself, or a splat of it over a
// static shape; nil when t is a dynamic shape.
func Splat(t ir.Type, v ir.Attr) ir.Attr {
	s, ok := t.(ir.ShapedType)
	if !ok {
		return v
	}
	if !isDenseShape(s) {
		return nil
	}
	return ir.SplatOf(s, v)
}

func isDenseShape(s ir.ShapedType) bool {
	switch s := s.(type) {
	case *ir.VectorType:
		return true
	case *ir.TensorType:
		return ir.HasStaticShape(s)
	}
	return false
}

// IsInt reports whether a is an integer constant or splat equal to v (as a
// signed number of its width).
func IsInt(a ir.Attr, v int64) bool {
	x, ok := scalar(a).(*ir.IntegerAttr)
	if !ok {
		return false
	}
	w, _ := ir.BitWidth(x.Type())
	return w > 0 && Int(x).Equal(numeric.NewInt(int(w), v))
}

// IntOf returns the integer a is a constant or splat of, and whether it is.
func IntOf(a ir.Attr) (numeric.Int, bool) {
	x, ok := scalar(a).(*ir.IntegerAttr)
	if !ok {
		return numeric.Int{}, false
	}
	return Int(x), true
}

// FloatOf returns the float attribute a is a constant or splat of, or nil.
func FloatOf(a ir.Attr) *ir.FloatAttr {
	f, _ := scalar(a).(*ir.FloatAttr)
	return f
}

// IsFloat reports whether a is a float constant or splat equal to v; the sign
// of a zero counts.
func IsFloat(a ir.Attr, v float64) bool {
	f := FloatOf(a)
	return f != nil && f == ir.FloatAttrOf(f.FloatType(), v)
}

func scalar(a ir.Attr) ir.Attr {
	if d, ok := a.(*ir.DenseAttr); ok {
		if !d.Splat {
			return nil
		}
		return d.Elem(0)
	}
	return a
}
