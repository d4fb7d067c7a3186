package llvm

import (
	"slices"
	"strconv"
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
	// AttrsField is a, b, ... up to the closing bracket, held as an array; with
	// Nested set the prefixes are left out.
	AttrsField
	// BracesField is {a, b, ...}, the prefixes left out.
	BracesField
	// WordField is a name of DWARF such as DW_TAG_member, held as a string;
	// Prefix says how it begins.
	WordField
	// TextField is a string without a type.
	TextField
	// ExprField is [op(arguments), ...] with operations of DWARF expressions,
	// held as an array of strings.
	ExprField
)

// StructField is one named field of a StructAttr.
type StructField struct {
	Name     string
	Kind     FieldKind
	Nested   *StructAttrDef
	Enum     *ir.Enum
	Prefix   string
	Optional bool
	// OmitZero: false and 0 are the same as nothing.
	OmitZero bool
}

// StructAttrDef describes the attributes of one mnemonic that are made of
// fields: #dialect.mnemonic<name = value, ...>.
type StructAttrDef struct {
	Dialect  string
	Mnemonic string
	Fields   []StructField
	// Positional: the values stand without their names, between them Sep, which
	// is a comma when empty.
	Positional bool
	Sep        string
	// Alias: text gives the attribute a name in front of the module.
	Alias bool
	// Bare: without any value the brackets are left out as well.
	Bare bool
	// Open: the only value stands behind the mnemonic without brackets.
	Open bool
	// Check refuses values that do not go together.
	Check func(values []ir.Attr) error
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

// BodyInBrackets reports whether generic text needs brackets around the whole.
func (a *StructAttr) BodyInBrackets() bool { return a.Def.Open }

// PrintBody writes the mnemonic and the fields.
func (a *StructAttr) PrintBody(p *ir.Printer) {
	p.Str(a.Def.Mnemonic)
	switch {
	case a.Def.Open:
		p.Byte(' ')
		p.Attr(a.Values[0])
	case a.Def.Bare && !slices.ContainsFunc(a.Values, func(v ir.Attr) bool { return v != nil }):
	case len(a.Def.Fields) > 0:
		a.printFields(p)
	}
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
			p.Str(a.Def.separator())
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

func (d *StructAttrDef) separator() string {
	if d.Sep == "" {
		return ", "
	}
	return d.Sep
}

func (f *StructField) print(p *ir.Printer, v ir.Attr) {
	switch f.Kind {
	case IntField:
		p.AttrNoType(v)
	case EnumField:
		n, _ := f.Enum.Of(v)
		kw, _ := f.Enum.Keyword(n)
		if strings.Contains(kw, "|") {
			p.Quoted(kw)
			return
		}
		p.Str(kw)
	case NestedField:
		printPart(p, v)
	case WordField:
		word, _ := ir.StringValue(v)
		p.Str(word)
	case AttrsField:
		f.printList(p, v)
	case BracesField:
		p.Byte('{')
		f.printList(p, v)
		p.Byte('}')
	case ExprField:
		p.Byte('[')
		f.printList(p, v)
		p.Byte(']')
	default:
		p.Attr(v)
	}
}

func (f *StructField) printList(p *ir.Printer, v ir.Attr) {
	list, _ := v.(*ir.ArrayAttr)
	for i, e := range list.Elems {
		if i > 0 {
			p.Str(", ")
		}
		switch {
		case f.Nested != nil:
			printPart(p, e)
		case f.Kind == ExprField:
			text, _ := ir.StringValue(e)
			p.Str(text)
		default:
			p.Attr(e)
		}
	}
}

// printPart writes an attribute by its alias, or without its prefix.
func printPart(p *ir.Printer, v ir.Attr) {
	n, ok := v.(*StructAttr)
	if !ok {
		p.Attr(v)
		return
	}
	if p.AttrAlias != nil {
		if alias, ok := p.AttrAlias(n); ok {
			p.Str(alias)
			return
		}
	}
	n.printFields(p)
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
	at := p.Here()
	switch {
	case len(def.Fields) == 0, def.Bare && !p.NextIs("<"):
		return NewStructAttr(p.Context(), def, values...), nil
	case def.Open:
		return NewStructAttr(p.Context(), def, p.Attr(nil)), nil
	}
	p.Punct("<")
	var err error
	for n := 0; !p.OptPunct(">"); n++ {
		if n > 0 {
			def.parseSeparator(p)
		}
		i := n
		if !def.Positional {
			if i, err = fieldName(p, def, values); err != nil {
				return nil, err
			}
		} else if n >= len(def.Fields) {
			return nil, p.Errorf(p.Here(), "expected '>' behind %d values of '%s.%s'", n, def.Dialect, def.Mnemonic)
		}
		f := &def.Fields[i]
		v, err := f.parse(p)
		if err != nil {
			return nil, err
		}
		if zero, ok := ir.IntValue(v); f.OmitZero && ok && zero == 0 {
			v = nil
		}
		values[i] = v
	}
	for i, f := range def.Fields {
		if values[i] == nil && !f.Optional {
			return nil, p.Errorf(at, "expected '%s' in '%s.%s'", f.Name, def.Dialect, def.Mnemonic)
		}
	}
	if def.Check != nil {
		if err := def.Check(values); err != nil {
			return nil, p.Errorf(at, "%s", err)
		}
	}
	return NewStructAttr(p.Context(), def, values...), nil
}

// parseSeparator reads what stands between two values.
func (d *StructAttrDef) parseSeparator(p *asm.DialectParser) {
	switch d.Sep {
	case "":
		p.Punct(",")
	case ":":
		p.Punct(":")
	default:
		p.Keyword(strings.TrimSpace(d.Sep))
	}
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
		return f.parseEnum(p)
	case TypeField:
		return ir.TypeAttrOf(p.Type()), nil
	case NestedField:
		return f.parseNested(p)
	case WordField:
		return f.parseWord(p)
	case AttrsField:
		return f.parseList(p, "")
	case BracesField:
		p.Punct("{")
		return f.parseList(p, "}")
	case TextField:
		return c.Str(p.StringLit()), nil
	case ExprField:
		return parseExpression(p), nil
	}
	return p.Attr(nil), nil
}

// parseEnum reads a keyword, or several in quotes with | between them.
func (f *StructField) parseEnum(p *asm.DialectParser) (ir.Attr, error) {
	c, at := p.Context(), p.Here()
	text, quoted := p.OptStringLit()
	if !quoted {
		return f.Enum.Attr(c, p.Enum(f.Enum)), nil
	}
	v := int64(0)
	for _, kw := range strings.Split(text, "|") {
		bit, ok := f.Enum.Value(kw)
		if !ok {
			return nil, p.Errorf(at, "expected one of %s for %s, found '%s'", f.Enum.Keywords(), f.Enum.Name, kw)
		}
		v |= bit
	}
	return f.Enum.Attr(c, v), nil
}

// parseWord reads a name that begins as the field says.
func (f *StructField) parseWord(p *asm.DialectParser) (ir.Attr, error) {
	at := p.Here()
	kw := p.AnyKeyword()
	if !strings.HasPrefix(kw, f.Prefix) {
		return nil, p.Errorf(at, "expected a name that begins with %s, found '%s'", f.Prefix, kw)
	}
	return p.Context().Str(kw), nil
}

// parseList reads attributes up to the closing punctuation; without one, as many
// as commas join.
func (f *StructField) parseList(p *asm.DialectParser, end string) (ir.Attr, error) {
	var elems []ir.Attr
	for end == "" || !p.OptPunct(end) {
		if len(elems) > 0 && !p.OptPunct(",") {
			if end == "" {
				break
			}
			p.Punct(end)
			break
		}
		if f.Nested == nil {
			elems = append(elems, p.Attr(nil))
			continue
		}
		e, err := f.parseNested(p)
		if err != nil {
			return nil, err
		}
		elems = append(elems, e)
	}
	return p.Context().ArrayOf(elems...), nil
}

// parseExpression reads [op, op(argument, ...), ...].
func parseExpression(p *asm.DialectParser) ir.Attr {
	var ops []ir.Attr
	p.List(asm.Square, func() {
		var b strings.Builder
		b.WriteString(p.AnyKeyword())
		if p.NextIs("(") {
			b.WriteByte('(')
			n := 0
			p.List(asm.Paren, func() {
				if n++; n > 1 {
					b.WriteString(", ")
				}
				if word, ok := p.OptAnyKeyword(); ok {
					b.WriteString(word)
				} else {
					b.WriteString(strconv.FormatInt(p.Integer(), 10))
				}
			})
			b.WriteByte(')')
		}
		ops = append(ops, p.Context().Str(b.String()))
	})
	return p.Context().ArrayOf(ops...)
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
