package convert

import "github.com/tile-opt/tile-opt/ir"

// functionType is the property that holds the signature of a function-like
// operation, as in MLIR's FunctionOpInterface.
const functionType = "function_type"

// SignaturePattern returns a pattern that converts the signature of the
// function-like operations called root: the property function_type and the
// arguments of the first block of the body. Attributes of arguments and
// results stay with what an argument became, on each part of it.
func SignaturePattern(root string, conv *TypeConverter) Pattern {
	return Pattern{
		Name: "signature-of-" + root, Root: root,
		Rewrite: func(op *ir.Operation, _ Operands, r *Rewriter) error {
			return convertSignature(op, conv, r)
		},
	}
}

func convertSignature(op *ir.Operation, conv *TypeConverter, r *Rewriter) error {
	ta, ok := op.Prop(functionType).(*ir.TypeAttr)
	if !ok {
		return r.NoMatch("has no function type")
	}
	ft, ok := ta.Value.(*ir.FunctionType)
	if !ok {
		return r.NoMatch("has a function type of a dialect")
	}
	ins, okIn := convertGroups(ft.Inputs, conv, r)
	outs, okOut := convertGroups(ft.Results, conv, r)
	if !okIn || !okOut {
		return r.NoMatch("a type of the signature cannot be converted")
	}
	r.Modify(op, func() {
		op.SetProp(functionType, ir.TypeAttrOf(op.Context().FuncType(flat(ins), flat(outs))))
		spreadAttrs(op, "arg_attrs", ins)
		spreadAttrs(op, "res_attrs", outs)
	})
	for _, region := range op.Regions() {
		if !region.IsEmpty() && region.Entry().NumArgs() == len(ins) {
			r.RetypeBlock(region.Entry(), conv, ins)
		}
	}
	return nil
}

func convertGroups(ts []ir.Type, conv *TypeConverter, r *Rewriter) ([][]ir.Type, bool) {
	out := make([][]ir.Type, len(ts))
	for i, t := range ts {
		group, ok := r.c.convert(conv, t)
		if !ok {
			return nil, false
		}
		out[i] = group
	}
	return out, true
}

func flat(groups [][]ir.Type) []ir.Type {
	var out []ir.Type
	for _, g := range groups {
		out = append(out, g...)
	}
	return out
}

// spreadAttrs repeats each entry of an array of dictionaries for every type
// of its group.
func spreadAttrs(op *ir.Operation, name string, groups [][]ir.Type) {
	a, ok := op.Prop(name).(*ir.ArrayAttr)
	if !ok || len(a.Elems) != len(groups) {
		return
	}
	var out []ir.Attr
	for i, g := range groups {
		for range g {
			out = append(out, a.Elems[i])
		}
	}
	op.SetProp(name, op.Context().ArrayOf(out...))
}
