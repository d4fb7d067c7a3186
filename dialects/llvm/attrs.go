package llvm

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// FieldKind is what stands in a field of a StructAttr.
type FieldKind uint8

// The kinds of fields.
const (
	// BoolField is true or false.
	BoolField FieldKind = iota
	// IntField is an integer without a type, held as an i64 attribute.
	IntField
	// AttrField is any attribute in full.
	AttrField
	// NestedField is an attribute of one mnemonic, its prefix left out.
	NestedField
	// EnumField is a keyword, held as an attribute of the enum.
	EnumField
	// TypeField is a type.
	TypeField
	// ListField is [a, b, ...].
	ListField
)

// StructField is one named field of a StructAttr.
type StructField struct {
	Name     string
	Kind     FieldKind
	Nested   *StructAttrDef
	Enum     *ir.Enum
	Optional bool
}

// StructAttrDef describes the attributes of one mnemonic that are made of
// fields: #dialect.mnemonic<name = value, ...>.
type StructAttrDef struct {
	Dialect  string
	Mnemonic string
	Fields   []StructField
	// Positional: the values stand without their names.
	Positional bool
	// Bare: without any field the brackets are left out too.
	Bare bool
}

// StructAttr is an attribute made of fields, as its Def says. Values has one
// entry a field, nil for one left out.
type StructAttr struct {
	ir.AttrBase
	Def    *StructAttrDef
	Values []ir.Attr
}

// NewStructAttr returns the attribute with those values of the fields; nil
// stands for a field left out, and so do missing ones.
func NewStructAttr(c *ir.Context, def *StructAttrDef, values ...ir.Attr) *StructAttr {
	var b strings.Builder
	b.WriteString(def.Dialect + "." + def.Mnemonic)
	all := make([]ir.Attr, len(def.Fields))
	copy(all, values)
	for _, v := range all {
		b.WriteByte(0)
		if v != nil {
			b.WriteString(v.String())
		}
	}
	return ir.InternAttr(c, b.String(), func() *StructAttr { return &StructAttr{Def: def, Values: all} })
}

// Get returns the value of the named field, nil when it was left out.
func (a *StructAttr) Get(field string) ir.Attr {
	for i, f := range a.Def.Fields {
		if f.Name == field {
			return a.Values[i]
		}
	}
	return nil
}

// Int returns the value of an integer field, 0 when it was left out.
func (a *StructAttr) Int(field string) int64 {
	v, _ := ir.IntValue(a.Get(field))
	return v
}

// DialectName returns the dialect of the attribute.
func (a *StructAttr) DialectName() string { return a.Def.Dialect }

// String returns the attribute as text.
func (a *StructAttr) String() string { return ir.AttrText(a) }

// PrintBody writes the mnemonic and the fields.
func (a *StructAttr) PrintBody(p *ir.Printer) {
	p.Str(a.Def.Mnemonic)
	if len(a.Def.Fields) > 0 && !a.allOmitted() {
		a.printFields(p)
	}
}

// allOmitted reports whether no field is given where none needs to be.
func (a *StructAttr) allOmitted() bool {
	for i, f := range a.Def.Fields {
		if a.Values[i] != nil || !f.Optional {
			return false
		}
	}
	return a.Def.Bare
}

func (a *StructAttr) printFields(p *ir.Printer) {
	p.Byte('<')
	first := true
	for i, f := range a.Def.Fields {
		v := a.Values[i]
		if v == nil {
			continue
		}
		if !first {
			p.Str(", ")
		}
		first = false
		if !a.Def.Positional {
			p.Str(f.Name)
			p.Str(" = ")
		}
		f.print(p, v)
	}
	p.Byte('>')
}

func (f *StructField) print(p *ir.Printer, v ir.Attr) {
	switch f.Kind {
	case IntField:
		p.AttrNoType(v)
	case EnumField:
		n, _ := f.Enum.Of(v)
		kw, _ := f.Enum.Keyword(n)
		p.Str(kw)
	case NestedField:
		n := v.(*StructAttr)
		if p.AttrAlias != nil {
			if alias, ok := p.AttrAlias(n); ok {
				p.Str(alias)
				return
			}
		}
		n.printFields(p)
	default:
		p.Attr(v)
	}
}

// StructAttrC returns the constraint for the attribute of a mnemonic.
func StructAttrC(dialect, mnemonic string) *ir.Constraint {
	return &ir.Constraint{Desc: dialect + "." + mnemonic + " attribute", Attr: func(a ir.Attr) bool {
		s, ok := a.(*StructAttr)
		return ok && s.Def.Dialect == dialect && s.Def.Mnemonic == mnemonic
	}}
}

// ParseStructAttr reads the attribute of that mnemonic among the defs; the
// parser stands behind the mnemonic.
func ParseStructAttr(p *asm.DialectParser, defs []*StructAttrDef, mnemonic string) (ir.Attr, error) {
	for _, d := range defs {
		if d.Mnemonic == mnemonic {
			return parseFields(p, d)
		}
	}
	return p.UnknownAttr(mnemonic)
}

func parseFields(p *asm.DialectParser, def *StructAttrDef) (ir.Attr, error) {
	values := make([]ir.Attr, len(def.Fields))
	if len(def.Fields) == 0 {
		return NewStructAttr(p.Context(), def), nil
	}
	at := p.Here()
	p.Punct("<")
	var err error
	for n := 0; !p.OptPunct(">"); n++ {
		if n > 0 {
			p.Punct(",")
		}
		i := n
		if !def.Positional {
			if i, err = fieldName(p, def, values); err != nil {
				return nil, err
			}
		} else if n >= len(def.Fields) {
			return nil, p.Errorf(p.Here(), "expected '>' behind %d values of '%s.%s'", n, def.Dialect, def.Mnemonic)
		}
		if values[i], err = def.Fields[i].parse(p); err != nil {
			return nil, err
		}
	}
	for i, f := range def.Fields {
		if values[i] == nil && !f.Optional {
			return nil, p.Errorf(at, "expected '%s' in '%s.%s'", f.Name, def.Dialect, def.Mnemonic)
		}
	}
	return NewStructAttr(p.Context(), def, values...), nil
}

// fieldName reads name = and returns the number of the field.
func fieldName(p *asm.DialectParser, def *StructAttrDef, values []ir.Attr) (int, error) {
	at := p.Here()
	kw := p.AnyKeyword()
	for i, f := range def.Fields {
		if f.Name != kw {
			continue
		}
		if values[i] != nil {
			return 0, p.Errorf(at, "duplicate field '%s' in '%s.%s'", kw, def.Dialect, def.Mnemonic)
		}
		p.Punct("=")
		return i, nil
	}
	return 0, p.Errorf(at, "expected a field of '%s.%s', found '%s'", def.Dialect, def.Mnemonic, kw)
}

func (f *StructField) parse(p *asm.DialectParser) (ir.Attr, error) {
	c := p.Context()
	switch f.Kind {
	case BoolField:
		return c.Bool(p.OneOf("true", "false") == "true"), nil
	case IntField:
		return c.I64Attr(p.Integer()), nil
	case EnumField:
		return f.Enum.Attr(c, p.Enum(f.Enum)), nil
	case TypeField:
		return ir.TypeAttrOf(p.Type()), nil
	case NestedField:
		return f.parseNested(p)
	}
	return p.Attr(nil), nil
}

// parseNested reads an attribute whose prefix may be left out.
func (f *StructField) parseNested(p *asm.DialectParser) (ir.Attr, error) {
	at := p.Here()
	a, full := p.OptAttr(nil)
	if !full {
		return parseFields(p, f.Nested)
	}
	if s, ok := a.(*StructAttr); !ok || s.Def != f.Nested {
		return nil, p.Errorf(at, "expected a '%s.%s' attribute, found %s", f.Nested.Dialect, f.Nested.Mnemonic, a)
	}
	return a, nil
}
