package function

import (
	"github.com/tile-opt/tile-opt/dialects/cf"
	"github.com/tile-opt/tile-opt/ir"
)

// CalleeRef returns the function called.
func (o Call) CalleeRef() *ir.SymbolRefAttr {
	ref, _ := o.Callee().(*ir.SymbolRefAttr)
	return ref
}

// ArgOperands returns the bounds of all operands.
func (o Call) ArgOperands() (lo, hi int) { return 0, o.Op().NumOperands() }

// EraseSignature takes attributes of arguments and results away.
func (o Call) EraseSignature(args, results []bool) bool {
	o.Op().SetProp("arg_attrs", without(o.Context(), o.Op().Prop("arg_attrs"), args))
	o.Op().SetProp("res_attrs", without(o.Context(), o.Op().Prop("res_attrs"), results))
	return true
}

// CallableRegion returns the body, nil for a declaration.
func (o Func) CallableRegion() *ir.Region {
	if o.IsDeclaration() {
		return nil
	}
	return o.Body()
}

// EraseSignature takes arguments and results out of the type and the
// attributes.
func (o Func) EraseSignature(args, results []bool) bool {
	t := o.Signature()
	keep := func(list []ir.Type, gone []bool) []ir.Type {
		out := []ir.Type{}
		for i, e := range list {
			if !gone[i] {
				out = append(out, e)
			}
		}
		return out
	}
	o.Op().SetProp("function_type", ir.TypeAttrOf(o.Context().FuncType(keep(t.Inputs, args), keep(t.Results, results))))
	o.Op().SetProp("arg_attrs", without(o.Context(), o.ArgAttrs(), args))
	o.Op().SetProp("res_attrs", without(o.Context(), o.ResAttrs(), results))
	return true
}

// without returns an array of dictionaries less the marked ones, nil when
// nothing is left.
func without(c *ir.Context, a ir.Attr, gone []bool) ir.Attr {
	arr, ok := a.(*ir.ArrayAttr)
	if !ok {
		return a
	}
	var out []ir.Attr
	for i, e := range arr.Elems {
		if i >= len(gone) || !gone[i] {
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return c.ArrayOf(out...)
}

// IsInlinable reports whether neither the function nor the call asks for the
// call to stay.
func (o Func) IsInlinable(call *ir.Operation) bool {
	return o.Op().Prop("no_inline") == nil && call.AnyAttr("no_inline") == nil
}

// InlineReturn returns the operands of func.return.
func (o Func) InlineReturn(term *ir.Operation) ([]*ir.Value, bool) {
	if term.Info().Def != ReturnDef {
		return nil, false
	}
	return term.Operands(), true
}

// InlineBranch ends the block by cf.br.
func (Func) InlineBranch(b *ir.Builder, dest *ir.Block, args []*ir.Value) {
	cf.NewBranch(b, args, dest)
}
