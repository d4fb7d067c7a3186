package ir

import "strings"

// EnumCase is one keyword of an Enum and the value it stands for.
type EnumCase struct {
	Keyword string
	Value   int64
}

// Enum describes attributes whose values are spelled as keywords. It is data:
// a dialect declares one package-level Enum a kind and names it in PropSlot.
//
// With Dialect and Mnemonic set the attribute is an EnumAttr, printed as
// #dialect.mnemonic<keyword> in generic text and <keyword> in custom text
// (keyword alone when Bare). Without them it is an IntegerAttr of Width bits,
// printed as an integer in generic text and as the bare keyword in custom
// text (arith.cmpi slt).
type Enum struct {
	Name     string // what diagnostics and documentation call it
	Dialect  string
	Mnemonic string
	Width    uint32 // integer form only
	Bare     bool   // no angle brackets around the keyword
	// Bits: values are sets of cases, joined by Sep (default ","); a case
	// of several bits stands for all of them, a case 0 for the empty set.
	Bits  bool
	Sep   string
	Tight bool // no space behind a comma between keywords
	// Also is, for an enum without mnemonic, the one that has one: generic text
	// may spell a property of the first as an attribute of the second.
	Also  *Enum
	Cases []EnumCase
}

// Keyword returns the text of v, and whether v is a value of the enum.
func (e *Enum) Keyword(v int64) (string, bool) {
	for _, c := range e.Cases {
		if c.Value == v {
			return c.Keyword, true
		}
	}
	if !e.Bits {
		return "", false
	}
	// A case of several bits is written instead of the cases of its bits.
	var parts []string
	left := v
	for _, several := range [...]bool{true, false} {
		for _, c := range e.Cases {
			if c.Value != 0 && several == (c.Value&(c.Value-1) != 0) && left&c.Value == c.Value {
				parts = append(parts, c.Keyword)
				left &^= c.Value
			}
		}
	}
	return strings.Join(parts, e.sep()+e.gap()), left == 0
}

// sep is what stands between the keywords of a set.
func (e *Enum) sep() string {
	if e.Sep == "" {
		return ","
	}
	return e.Sep
}

// gap is the blank that MLIR puts behind a comma separator.
func (e *Enum) gap() string {
	if e.sep() == "," && !e.Tight {
		return " "
	}
	return ""
}

// Separator returns the punctuation between the keywords of a set.
func (e *Enum) Separator() string { return e.sep() }

// Value returns the value of one keyword, and whether there is such a case.
func (e *Enum) Value(keyword string) (int64, bool) {
	for _, c := range e.Cases {
		if c.Keyword == keyword {
			return c.Value, true
		}
	}
	return 0, false
}

// Keywords lists the cases as MLIR's diagnostics do: a, b, c.
func (e *Enum) Keywords() string {
	var b strings.Builder
	for i, c := range e.Cases {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.Keyword)
	}
	return b.String()
}

// Attr returns the attribute that holds v.
func (e *Enum) Attr(c *Context, v int64) Attr {
	if e.Mnemonic == "" {
		return IntAttr(c.I(e.Width), v)
	}
	k := newKey("enum")
	k = k.str(e.Dialect)
	k = k.str(e.Mnemonic)
	k = k.num(v)
	return internAttrBytes(c, k, func() *EnumAttr { return &EnumAttr{Enum: e, Value: v} })
}

// Default returns a PropSlot.Default that makes v.
func (e *Enum) Default(v int64) func(*Context) Attr {
	return func(c *Context) Attr { return e.Attr(c, v) }
}

// Of returns the value that attribute a holds, and whether a is an attribute
// of this enum with a known value.
func (e *Enum) Of(a Attr) (int64, bool) {
	v := int64(0)
	switch a := a.(type) {
	case *EnumAttr:
		if e.Mnemonic != a.Enum.Mnemonic || e.Dialect != a.Enum.Dialect {
			return 0, false
		}
		v = a.Value
	case *IntegerAttr:
		if e.Mnemonic != "" || !IsInt(a.typ, e.Width) {
			return 0, false
		}
		v = a.small
	default:
		return 0, false
	}
	_, ok := e.Keyword(v)
	return v, ok
}

// EnumAttr is a value of an Enum that has a mnemonic.
type EnumAttr struct {
	AttrBase
	Enum  *Enum
	Value int64
}

// DialectName returns the dialect of the enum.
func (a *EnumAttr) DialectName() string { return a.Enum.Dialect }

// BodyInBrackets reports whether the enum is bare: two words are no identifier.
func (a *EnumAttr) BodyInBrackets() bool { return a.Enum.Bare }

// PrintBody writes mnemonic<keyword>.
func (a *EnumAttr) PrintBody(p *Printer) {
	p.Str(a.Enum.Mnemonic)
	if a.Enum.Bare {
		p.Byte(' ')
	}
	a.PrintValue(p)
}

// PrintValue writes what follows the mnemonic: <keyword>, or the keyword
// alone for a bare enum.
func (a *EnumAttr) PrintValue(p *Printer) {
	kw, _ := a.Enum.Keyword(a.Value)
	if a.Enum.Bare {
		p.Str(kw)
		return
	}
	p.Byte('<')
	if a.Enum.Bits {
		p.Str(kw)
	} else {
		p.Keyword(kw) // in quotes when it is no identifier, as "non-leaf"
	}
	p.Byte('>')
}

// String returns the attribute as text.
func (a *EnumAttr) String() string { return AttrText(a) }
