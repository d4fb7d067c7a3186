package irdl

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Type is a type of a dialect defined at run time: !dialect.name<params>.
type Type struct {
	ir.TypeBase
	// Dialect and Name are the parts of its name.
	Dialect, Name string
	// Params are its parameters; a type among them is an ir.TypeAttr. They must
	// not be changed.
	Params []ir.Attr
}

// String returns the type as text.
func (t *Type) String() string { return ir.TypeText(t) }

// DialectName returns the name of the dialect.
func (t *Type) DialectName() string { return t.Dialect }

// PrintBody writes the name and the parameters.
func (t *Type) PrintBody(p *ir.Printer) { printBody(p, t.Name, t.Params) }

// Attr is an attribute of a dialect defined at run time: #dialect.name<params>.
type Attr struct {
	ir.AttrBase
	// Dialect and Name are the parts of its name.
	Dialect, Name string
	// Params are its parameters, as of a Type.
	Params []ir.Attr
}

// String returns the attribute as text.
func (a *Attr) String() string { return ir.AttrText(a) }

// DialectName returns the name of the dialect.
func (a *Attr) DialectName() string { return a.Dialect }

// PrintBody writes the name and the parameters.
func (a *Attr) PrintBody(p *ir.Printer) { printBody(p, a.Name, a.Params) }

func printBody(p *ir.Printer, name string, params []ir.Attr) {
	p.Str(name)
	if len(params) == 0 {
		return
	}
	p.Byte('<')
	for i, a := range params {
		if i > 0 {
			p.Str(", ")
		}
		p.Attr(a)
	}
	p.Byte('>')
}

// parameterized is the definition of a type or an attribute.
type parameterized struct {
	all    []constraint
	params []int
}

// check returns what is wrong with parameters, "" for nothing.
func (d *parameterized) check(params []ir.Attr) string {
	if len(params) != len(d.params) {
		return fmt.Sprintf("expected %d type arguments, but had %d", len(d.params), len(params))
	}
	c := newCheck(d.all)
	for i, a := range params {
		if s := c.verify(a, d.params[i]); s != "" {
			return s
		}
	}
	return ""
}

// dynamicHooks read the types and attributes of one dialect.
type dynamicHooks struct {
	name         string
	types, attrs map[string]*parameterized
}

// ParseType reads a type that the text defines.
func (h *dynamicHooks) ParseType(p *asm.DialectParser, mnemonic string) (ir.Type, error) {
	d := h.types[mnemonic]
	if d == nil {
		return nil, p.Errorf(p.Start(), "expected dynamic type")
	}
	params, err := d.parse(p)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%s.irdl-type %s", h.name, keyOf(mnemonic, params))
	return ir.InternType(p.Context(), key, func() *Type { return &Type{Dialect: h.name, Name: mnemonic, Params: params} }), nil
}

// ParseAttr reads an attribute that the text defines.
func (h *dynamicHooks) ParseAttr(p *asm.DialectParser, mnemonic string, _ ir.Type) (ir.Attr, error) {
	d := h.attrs[mnemonic]
	if d == nil {
		return nil, p.Errorf(p.Start(), "expected dynamic attribute")
	}
	params, err := d.parse(p)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%s.irdl-attr %s", h.name, keyOf(mnemonic, params))
	return ir.InternAttr(p.Context(), key, func() *Attr { return &Attr{Dialect: h.name, Name: mnemonic, Params: params} }), nil
}

// keyOf tells equal parameters: uniqued attributes are equal when they are one.
func keyOf(mnemonic string, params []ir.Attr) string {
	key := mnemonic
	for _, a := range params {
		key += fmt.Sprintf(" %p", a)
	}
	return key
}

func (d *parameterized) parse(p *asm.DialectParser) ([]ir.Attr, error) {
	var params []ir.Attr
	p.List(asm.OptAngle, func() { params = append(params, p.Attr(nil)) })
	if s := d.check(params); s != "" {
		return nil, p.Errorf(p.Start(), "%s", s)
	}
	return params, nil
}
