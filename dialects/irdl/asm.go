package irdl

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// The views of the operations, by their custom form.
type (
	definition struct{ ir.View } // @name {...}
	list       struct{ ir.View } // (name: %constraint, ...)
	attributes struct{ ir.View } // {"name" = %constraint, ...}
	regionOp   struct{ ir.View } // (%constraint, ...) with size 1
	is         struct{ ir.View }
	base       struct{ ir.View }
	parametric struct{ ir.View }
	anyOp      struct{ ir.View }
	choice     struct{ ir.View } // (%constraint, ...)
)

// Print writes the symbol and, unless it is empty, the body.
func (o definition) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	name, _ := ir.SymbolName(o.Op())
	p.SymbolName(name)
	p.AttrDictWithKeyword(o.Op(), "sym_name")
	p.Byte(' ') // also in front of nothing, as in MLIR
	if r := o.Op().RegionAt(0); r.Entry() != nil && r.Entry().First() != nil {
		p.Region(r, true, true)
	}
}

// Parse reads what Print writes.
func (definition) Parse(p *asm.OpParser, st *ir.OpState) error {
	p.SetProp(st, "sym_name", p.Context().Str(p.SymbolName()))
	p.AttrDictWithKeyword(st)
	r, ok := p.OptRegion(nil)
	if !ok {
		r = ir.NewRegion()
	}
	if r.IsEmpty() {
		r.Append(ir.NewBlock())
	}
	st.Regions = append(st.Regions, r)
	return nil
}

// Print writes the names with their constraints.
func (o list) Print(p *asm.OpPrinter) {
	p.Byte('(')
	names := namesOf(o.Op(), "names")
	kinds, _ := o.Op().Prop("variadicity").(*variadicityArray)
	for i, v := range o.Op().Operands() {
		if i > 0 {
			p.Str(", ")
		}
		p.Str(names[i] + ": ")
		if kinds != nil && kinds.values[i] != single {
			p.Str(keywords[kinds.values[i]] + " ")
		}
		p.Operand(v)
	}
	p.Byte(')')
	p.AttrDict(o.Op(), "names", "variadicity")
}

// Parse reads what Print writes; a single operand may say so.
func (list) Parse(p *asm.OpParser, st *ir.OpState) error {
	var names []ir.Attr
	kinds := []variadicity{}
	t := ir.Type(handleOf(p.Context(), "attribute"))
	if st.Info.Name == "irdl.regions" {
		t = handleOf(p.Context(), "region")
	}
	variadics := st.Info.PropIndex("variadicity") >= 0
	p.List(asm.Paren, func() {
		names = append(names, p.Context().Str(p.AnyKeyword()))
		p.Punct(":")
		kind := single
		if variadics && p.NextKeyword() != "" {
			kind = parseVariadicity(&p.DialectParser)
		}
		kinds = append(kinds, kind)
		p.Resolve(st, p.Operand(), t)
	})
	p.SetProp(st, "names", p.Context().ArrayOf(names...))
	if variadics {
		p.SetProp(st, "variadicity", variadicityArrayOf(p.Context(), kinds))
	}
	p.AttrDictInto(st)
	return nil
}

// Print writes the names with their constraints.
func (o attributes) Print(p *asm.OpPrinter) {
	p.Byte(' ') // also in front of nothing, as in MLIR
	if o.Op().NumOperands() > 0 {
		p.Byte('{')
		for i, name := range namesOf(o.Op(), "attributeValueNames") {
			if i > 0 {
				p.Str(", ")
			}
			p.Quoted(name)
			p.Str(" = ")
			p.Operand(o.Operand(i))
		}
		p.Byte('}')
	}
	p.AttrDict(o.Op(), "attributeValueNames")
}

// Parse reads what Print writes.
func (attributes) Parse(p *asm.OpParser, st *ir.OpState) error {
	var names []ir.Attr
	p.List(asm.OptBrace, func() {
		names = append(names, p.Context().Str(p.StringLit()))
		p.Punct("=")
		p.Resolve(st, p.Operand(), handleOf(p.Context(), "attribute"))
	})
	p.SetProp(st, "attributeValueNames", p.Context().ArrayOf(names...))
	p.AttrDictInto(st)
	return nil
}

// Print writes the constraints on arguments and blocks.
func (o regionOp) Print(p *asm.OpPrinter) {
	if o.Op().Prop("constrainedArguments") != nil {
		p.Byte('(')
		p.Operands(o.Op().Operands())
		p.Byte(')')
	}
	if n := o.Op().Prop("numberOfBlocks"); n != nil {
		p.Str(" with size ")
		p.AttrNoType(n)
	}
	p.AttrDict(o.Op(), "constrainedArguments", "numberOfBlocks")
}

// Parse reads what Print writes.
func (regionOp) Parse(p *asm.OpParser, st *ir.OpState) error {
	if p.List(asm.OptParen, func() { p.Resolve(st, p.Operand(), handleOf(p.Context(), "attribute")) }) {
		p.SetProp(st, "constrainedArguments", p.Context().Unit())
	}
	if p.OptKeyword("with") {
		p.Keyword("size")
		p.SetProp(st, "numberOfBlocks", p.Attr(p.Context().I(32)))
	}
	p.AttrDictInto(st)
	st.Types = append(st.Types, handleOf(p.Context(), "region"))
	return nil
}

// finish writes what ends every constraint: MLIR leaves a blank here.
func finish(p *asm.OpPrinter, op *ir.Operation, elided ...string) {
	p.Byte(' ')
	p.AttrDict(op, elided...)
}

// constraintParsed reads what ends every constraint, and gives it its type.
func constraintParsed(p *asm.OpParser, st *ir.OpState) error {
	p.AttrDictInto(st)
	st.Types = append(st.Types, handleOf(p.Context(), "attribute"))
	return nil
}

// Print writes the one attribute.
func (o is) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Attr(o.Op().Prop("expected"))
	finish(p, o.Op(), "expected")
}

// Parse reads what Print writes.
func (is) Parse(p *asm.OpParser, st *ir.OpState) error {
	p.SetProp(st, "expected", p.Attr(nil))
	return constraintParsed(p, st)
}

// Print writes the base.
func (o base) Print(p *asm.OpPrinter) {
	for _, name := range []string{"base_ref", "base_name"} {
		if a := o.Op().Prop(name); a != nil {
			p.Byte(' ')
			p.Attr(a)
		}
	}
	finish(p, o.Op(), "base_ref", "base_name")
}

// Parse reads what Print writes.
func (base) Parse(p *asm.OpParser, st *ir.OpState) error {
	at := p.Here()
	a, _ := p.OptAttr(nil)
	switch a := a.(type) {
	case nil:
	case *ir.SymbolRefAttr:
		p.SetProp(st, "base_ref", a)
	case *ir.StringAttr:
		p.SetProp(st, "base_name", a)
	default:
		return p.Errorf(at, "expected a symbol reference or a string, found '%s'", a)
	}
	return constraintParsed(p, st)
}

// Print writes the base with the constraints on its parameters.
func (o parametric) Print(p *asm.OpPrinter) {
	p.Byte(' ')
	p.Attr(o.Op().Prop("base_type"))
	p.Byte('<')
	p.Operands(o.Op().Operands())
	p.Byte('>')
	finish(p, o.Op(), "base_type")
}

// Parse reads what Print writes.
func (parametric) Parse(p *asm.OpParser, st *ir.OpState) error {
	p.SetProp(st, "base_type", p.SymbolRef())
	p.List(asm.Angle, func() { p.Resolve(st, p.Operand(), handleOf(p.Context(), "attribute")) })
	return constraintParsed(p, st)
}

// Print writes nothing but attributes.
func (o anyOp) Print(p *asm.OpPrinter) { p.AttrDict(o.Op()) }

// Parse reads what Print writes.
func (anyOp) Parse(p *asm.OpParser, st *ir.OpState) error { return constraintParsed(p, st) }

// Print writes the constraints.
func (o choice) Print(p *asm.OpPrinter) {
	p.Byte('(')
	p.Operands(o.Op().Operands())
	p.Byte(')')
	finish(p, o.Op())
}

// Parse reads what Print writes.
func (choice) Parse(p *asm.OpParser, st *ir.OpState) error {
	p.List(asm.Paren, func() { p.Resolve(st, p.Operand(), handleOf(p.Context(), "attribute")) })
	return constraintParsed(p, st)
}
