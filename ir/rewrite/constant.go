package rewrite

import "github.com/tile-opt/tile-opt/ir"

// ConstantOf returns the attribute that v is a constant of, nil when v is not
// the result of a ConstantLike operation.
func ConstantOf(v *ir.Value) ir.Attr {
	def := v.Def()
	if def == nil || !def.Has(ir.ConstantLike) {
		return nil
	}
	if a := def.Prop("value"); a != nil {
		return a
	}
	// Constants without the property, such as a zero of any type, say what
	// they are by folding.
	if f, ok := ir.As[ir.Folder](def); ok {
		if r := f.Fold(nil); len(r) == 1 {
			return r[0].Attr
		}
	}
	return nil
}

// IntConst returns the value of an integer or index constant that fits an
// int64, splats included, and whether v is one.
func IntConst(v *ir.Value) (int64, bool) { return ir.IntValue(ScalarOf(ConstantOf(v))) }

// BoolConst returns the value of an i1 constant, splats included, and whether
// v is one.
func BoolConst(v *ir.Value) (value, ok bool) { return ir.BoolValue(ScalarOf(ConstantOf(v))) }

// FloatConst returns the attribute of a float constant, splats included, nil
// when v is none.
func FloatConst(v *ir.Value) *ir.FloatAttr {
	f, _ := ScalarOf(ConstantOf(v)).(*ir.FloatAttr)
	return f
}

// ScalarOf returns the one element of a dense splat, and any other attribute
// unchanged.
func ScalarOf(a ir.Attr) ir.Attr {
	if d, ok := a.(*ir.DenseAttr); ok && d.Splat {
		return d.Elem(0)
	}
	return a
}
