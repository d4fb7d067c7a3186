package tilebind

import "github.com/tile-opt/tile-opt/ir"

// retyper puts float types in the place of others, in types and attributes.
type retyper struct{ types map[ir.Type]ir.Type }

// retype changes everything in a function, its signature included.
func retype(fn *ir.Operation, types map[ir.Type]ir.Type) {
	x := retyper{types}
	for op := range ir.Walk(fn) {
		for _, v := range op.Results() {
			v.SetType(x.typ(v.Type()))
		}
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for _, a := range b.Args() {
					a.SetType(x.typ(a.Type()))
				}
			}
		}
		for i := range op.NumProps() {
			if a := op.PropAt(i); a != nil {
				op.SetPropAt(i, x.attr(a))
			}
		}
		for _, a := range op.Attrs() {
			op.SetAttr(a.Name, x.attr(a.Attr))
		}
	}
}

func (x retyper) list(ts []ir.Type) []ir.Type {
	out := make([]ir.Type, len(ts))
	for i, t := range ts {
		out[i] = x.typ(t)
	}
	return out
}

func (x retyper) typ(t ir.Type) ir.Type {
	if to, ok := x.types[t]; ok {
		return to
	}
	switch t := t.(type) {
	case ir.ShapedType:
		if e := x.typ(t.ElemType()); e != t.ElemType() {
			return ir.WithElem(t, e)
		}
	case *ir.ComplexType:
		return ir.ComplexOf(x.typ(t.Elem))
	case *ir.TupleType:
		return t.Context().TupleOf(x.list(t.Elems))
	case *ir.FunctionType:
		return t.Context().FuncType(x.list(t.Inputs), x.list(t.Results))
	}
	return t
}

func (x retyper) attr(a ir.Attr) ir.Attr {
	switch a := a.(type) {
	case *ir.FloatAttr:
		if to, ok := x.types[a.Type()].(*ir.FloatType); ok {
			return ir.FloatAttrOf(to, a.Float64())
		}
	case *ir.TypeAttr:
		return ir.TypeAttrOf(x.typ(a.Value))
	case *ir.ArrayAttr:
		elems := make([]ir.Attr, len(a.Elems))
		for i, e := range a.Elems {
			elems[i] = x.attr(e)
		}
		return a.Context().ArrayOf(elems...)
	case *ir.DictAttr:
		entries := make([]ir.NamedAttr, len(a.Entries))
		for i, e := range a.Entries {
			entries[i] = ir.NamedAttr{Name: e.Name, Attr: x.attr(e.Attr)}
		}
		return ir.DictOf(a.Context(), entries...)
	case *ir.DenseAttr:
		return x.dense(a)
	}
	return a
}

// dense rounds the elements of a constant to the new type.
func (x retyper) dense(a *ir.DenseAttr) ir.Attr {
	t, ok := x.typ(a.Type()).(ir.ShapedType)
	if !ok || t == a.Type() {
		return a
	}
	n := int64(1)
	if !a.Splat {
		n, _ = ir.NumElements(t)
	}
	var data []byte
	for i := range n {
		data, _ = ir.AppendElem(data, x.attr(a.Elem(int(i))))
	}
	return ir.DenseOf(t, a.Splat, data)
}
