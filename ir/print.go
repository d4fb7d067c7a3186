package ir

import (
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/ir/numeric"
)

// PrintOptions change how attributes are written.
type PrintOptions struct {
	// HexLarger prints dense elements as hex above this many; 0 means
	// MLIR's default of 100, negative means never.
	HexLarger int
	// ElideLarger replaces larger dense elements by
	// dense_resource<__elided__>; 0 means never.
	ElideLarger int
}

// Printer writes types and attributes. Alias hooks let the IR printer put
// #map instead of a map; with nil hooks everything is written in place.
type Printer struct {
	Buf       []byte
	Opts      PrintOptions
	TypeAlias func(Type) (string, bool)
	AttrAlias func(Attr) (string, bool)
	// DistinctID numbers distinct attributes; nil writes their own numbers,
	// which depend on what else the context has made.
	DistinctID func(*DistinctAttr) uint64
}

// Str appends s.
func (p *Printer) Str(s string) { p.Buf = append(p.Buf, s...) }

// Byte appends one byte.
func (p *Printer) Byte(c byte) { p.Buf = append(p.Buf, c) }

// Int appends a decimal integer.
func (p *Printer) Int(v int64) { p.Buf = strconv.AppendInt(p.Buf, v, 10) }

// Dim appends a dimension, ? when Dynamic.
func (p *Printer) Dim(d int64) {
	if d == Dynamic {
		p.Byte('?')
		return
	}
	p.Int(d)
}

// Quoted appends s as a string literal, escaped as MLIR does.
func (p *Printer) Quoted(s string) { p.Buf = AppendQuoted(p.Buf, s) }

// AppendQuoted appends s as a string literal: backslash doubled, the quote
// and every byte that is not printable ASCII as two upper-case hex digits.
func AppendQuoted(b []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b = append(b, '\\', '\\')
		case c == '"' || c < 0x20 || c >= 0x7f:
			b = append(b, '\\', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// IsBareID reports whether s may stand as an attribute name without quotes.
func IsBareID(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
		case i > 0 && (c >= '0' && c <= '9' || c == '$' || c == '.'):
		default:
			return false
		}
	}
	return true
}

// Keyword appends s, quoted unless it is a bare identifier.
func (p *Printer) Keyword(s string) {
	if IsBareID(s) {
		p.Str(s)
	} else {
		p.Quoted(s)
	}
}

// SymbolName appends @name, quoted where needed.
func (p *Printer) SymbolName(s string) {
	p.Byte('@')
	p.Keyword(s)
}

func typeString(t Type) string {
	var p Printer
	p.typeBody(t)
	return string(p.Buf)
}

func attrString(a Attr) string {
	var p Printer
	p.Attr(a)
	return string(p.Buf)
}

// String returns the type as text.
func (t *IntegerType) String() string        { return typeString(t) }
func (t *IndexType) String() string          { return "index" }
func (t *NoneType) String() string           { return "none" }
func (t *FloatType) String() string          { return t.Format.String() }
func (t *ComplexType) String() string        { return typeString(t) }
func (t *FunctionType) String() string       { return typeString(t) }
func (t *TupleType) String() string          { return typeString(t) }
func (t *VectorType) String() string         { return typeString(t) }
func (t *TensorType) String() string         { return typeString(t) }
func (t *UnrankedTensorType) String() string { return typeString(t) }
func (t *MemRefType) String() string         { return typeString(t) }
func (t *UnrankedMemRefType) String() string { return typeString(t) }
func (t *OpaqueType) String() string         { return typeString(t) }

// TypeText returns a dialect type as text; dialect types implement String
// with it.
func TypeText(t DialectType) string { return typeString(t) }

// AttrText returns a dialect attribute as text; dialect attributes implement
// String with it.
func AttrText(a DialectAttr) string { return attrString(a) }

// Type appends a type, by its alias when it has one.
func (p *Printer) Type(t Type) {
	if p.TypeAlias != nil {
		if name, ok := p.TypeAlias(t); ok {
			p.Str(name)
			return
		}
	}
	p.typeBody(t)
}

// TypeBody appends a type without looking for an alias of the type itself.
func (p *Printer) TypeBody(t Type) { p.typeBody(t) }

func (p *Printer) typeBody(t Type) {
	switch t := t.(type) {
	case nil:
		p.Str("<<NULL TYPE>>")
	case *IntegerType:
		p.Str([...]string{"i", "si", "ui"}[t.Sign])
		p.Int(int64(t.Width))
	case *IndexType:
		p.Str("index")
	case *NoneType:
		p.Str("none")
	case *FloatType:
		p.Str(t.Format.String())
	case *ComplexType:
		p.Str("complex<")
		p.Type(t.Elem)
		p.Byte('>')
	case *FunctionType:
		p.functionType(t)
	case *TupleType:
		p.Str("tuple<")
		p.TypeList(t.Elems)
		p.Byte('>')
	case *VectorType:
		p.vectorType(t)
	case *TensorType:
		p.Str("tensor<")
		p.shape(t.Shape)
		p.Type(t.Elem)
		if t.Encoding != nil {
			p.Str(", ")
			p.Attr(t.Encoding)
		}
		p.Byte('>')
	case *UnrankedTensorType:
		p.Str("tensor<*x")
		p.Type(t.Elem)
		p.Byte('>')
	case *MemRefType:
		p.Str("memref<")
		p.shape(t.Shape)
		p.Type(t.Elem)
		if t.Layout != nil {
			p.Str(", ")
			p.Attr(t.Layout)
		}
		p.memSpace(t.MemSpace)
	case *UnrankedMemRefType:
		p.Str("memref<*x")
		p.Type(t.Elem)
		p.memSpace(t.MemSpace)
	case *OpaqueType:
		p.Byte('!')
		p.dialectSymbol(t.Dialect, t.Body)
	case DialectType:
		p.Byte('!')
		p.Str(t.DialectName())
		p.Byte('.')
		t.PrintBody(p)
	default:
		panic("internal: type that is neither builtin nor a DialectType")
	}
}

func (p *Printer) memSpace(space Attr) {
	if space != nil {
		p.Str(", ")
		p.arrayElem(space)
	}
	p.Byte('>')
}

func (p *Printer) shape(dims []int64) {
	for _, d := range dims {
		p.Dim(d)
		p.Byte('x')
	}
}

func (p *Printer) vectorType(t *VectorType) {
	p.Str("vector<")
	for i, d := range t.Shape {
		if i < len(t.Scalable) && t.Scalable[i] {
			p.Byte('[')
			p.Int(d)
			p.Byte(']')
		} else {
			p.Int(d)
		}
		p.Byte('x')
	}
	p.Type(t.Elem)
	p.Byte('>')
}

func (p *Printer) functionType(t *FunctionType) {
	p.Byte('(')
	p.TypeList(t.Inputs)
	p.Str(") -> ")
	p.ResultTypes(t.Results)
}

// TypeList appends types separated by commas.
func (p *Printer) TypeList(ts []Type) {
	for i, t := range ts {
		if i > 0 {
			p.Str(", ")
		}
		p.Type(t)
	}
}

// ResultTypes appends the types behind an arrow: one bare unless it is a
// function type, else in parentheses.
func (p *Printer) ResultTypes(ts []Type) {
	if len(ts) == 1 {
		if _, fn := ts[0].(*FunctionType); !fn {
			p.Type(ts[0])
			return
		}
	}
	p.Byte('(')
	p.TypeList(ts)
	p.Byte(')')
}

// dialectSymbol appends dialect.body when the body is an identifier with an
// optional <...>, else dialect<body>.
func (p *Printer) dialectSymbol(dialect, body string) {
	p.Str(dialect)
	if isPrettySymbol(body) {
		p.Byte('.')
		p.Str(body)
		return
	}
	p.Byte('<')
	p.Str(body)
	p.Byte('>')
}

func isPrettySymbol(body string) bool {
	n := 0
	for n < len(body) {
		c := body[n]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (n == 0 || !(c >= '0' && c <= '9' || c == '.' || c == '$')) {
			break
		}
		n++
	}
	if n == 0 {
		return false
	}
	rest := body[n:]
	return rest == "" || rest[0] == '<' && rest[len(rest)-1] == '>' && balancedTo(rest) == len(rest)
}

// balancedTo returns how many bytes the bracketed group at the start takes,
// or -1.
func balancedTo(s string) int {
	var stack []byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '<', '[', '(', '{':
			stack = append(stack, c)
		case '-':
			if i+1 < len(s) && s[i+1] == '>' {
				i++
			}
		case '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case '>', ']', ')', '}':
			open := map[byte]byte{'>': '<', ']': '[', ')': '(', '}': '{'}[c]
			if len(stack) == 0 || stack[len(stack)-1] != open {
				return -1
			}
			stack = stack[:len(stack)-1]
			if len(stack) == 0 {
				return i + 1
			}
		}
	}
	return -1
}

func (a *UnitAttr) String() string          { return "unit" }
func (a *IntegerAttr) String() string       { return attrString(a) }
func (a *FloatAttr) String() string         { return attrString(a) }
func (a *StringAttr) String() string        { return attrString(a) }
func (a *ArrayAttr) String() string         { return attrString(a) }
func (a *DictAttr) String() string          { return attrString(a) }
func (a *TypeAttr) String() string          { return attrString(a) }
func (a *SymbolRefAttr) String() string     { return attrString(a) }
func (a *AffineMapAttr) String() string     { return attrString(a) }
func (a *IntegerSetAttr) String() string    { return attrString(a) }
func (a *StridedLayoutAttr) String() string { return attrString(a) }
func (a *OpaqueAttr) String() string        { return attrString(a) }
func (a *DistinctAttr) String() string      { return attrString(a) }
func (a *DenseAttr) String() string         { return attrString(a) }
func (a *DenseStringAttr) String() string   { return attrString(a) }
func (a *DenseArrayAttr) String() string    { return attrString(a) }
func (a *DenseResourceAttr) String() string { return attrString(a) }
func (a *SparseAttr) String() string        { return attrString(a) }
func (a *UnknownLocAttr) String() string    { return attrString(a) }
func (a *FileLocAttr) String() string       { return attrString(a) }
func (a *NameLocAttr) String() string       { return attrString(a) }
func (a *CallSiteLocAttr) String() string   { return attrString(a) }
func (a *FusedLocAttr) String() string      { return attrString(a) }

// Attr appends an attribute, by its alias when it has one, with its type.
func (p *Printer) Attr(a Attr) { p.attr(a, false) }

// AttrNoType appends an attribute without the trailing type of a value whose
// type the context gives.
func (p *Printer) AttrNoType(a Attr) { p.attr(a, true) }

// AttrBody appends an attribute without looking for an alias of the attribute
// itself.
func (p *Printer) AttrBody(a Attr) { p.attrBody(a, false) }

func (p *Printer) attr(a Attr, elide bool) {
	if p.AttrAlias != nil && a != nil {
		if name, ok := p.AttrAlias(a); ok {
			p.Str(name)
			return
		}
	}
	p.attrBody(a, elide)
}

func (p *Printer) attrBody(a Attr, elide bool) {
	switch a := a.(type) {
	case nil:
		p.Str("<<NULL ATTRIBUTE>>")
	case *UnitAttr:
		p.Str("unit")
	case *IntegerAttr:
		p.integer(a, elide)
	case *FloatAttr:
		p.float(a, elide)
	case *StringAttr:
		p.Quoted(a.Value)
		if a.typ != nil && !elide {
			p.Str(" : ")
			p.Type(a.typ)
		}
	case *ArrayAttr:
		p.Byte('[')
		for i, e := range a.Elems {
			if i > 0 {
				p.Str(", ")
			}
			p.arrayElem(e)
		}
		p.Byte(']')
	case *DictAttr:
		p.Byte('{')
		p.NamedAttrs(a.Entries)
		p.Byte('}')
	case *TypeAttr:
		p.Type(a.Value)
	case *SymbolRefAttr:
		p.SymbolName(a.Root)
		for _, n := range a.Nested {
			p.Str("::")
			p.SymbolName(n)
		}
	case *AffineMapAttr:
		p.Str("affine_map<")
		p.Str(a.Map.String())
		p.Byte('>')
	case *IntegerSetAttr:
		p.Str("affine_set<")
		p.Str(a.Set.String())
		p.Byte('>')
	case *StridedLayoutAttr:
		p.strided(a)
	case *DistinctAttr:
		p.distinct(a)
	case *OpaqueAttr:
		p.Byte('#')
		p.dialectSymbol(a.Dialect, a.Body)
		if a.typ != nil && !elide {
			p.Str(" : ")
			p.Type(a.typ)
		}
	case LocAttr:
		p.Str("loc(")
		p.LocBody(a)
		p.Byte(')')
	case DialectAttr:
		p.Byte('#')
		p.Str(a.DialectName())
		if w, ok := a.(BodyInBrackets); ok && w.BodyInBrackets() {
			p.Byte('<')
			a.PrintBody(p)
			p.Byte('>')
			return
		}
		p.Byte('.')
		a.PrintBody(p)
	default:
		p.elements(a, elide)
	}
}

func (p *Printer) distinct(a *DistinctAttr) {
	p.Str("distinct[")
	id := a.ID
	if p.DistinctID != nil {
		id = p.DistinctID(a)
	}
	p.Buf = strconv.AppendUint(p.Buf, id, 10)
	p.Str("]<")
	if _, unit := a.Referenced.(*UnitAttr); !unit {
		p.Attr(a.Referenced)
	}
	p.Byte('>')
}

// arrayElem elides i64 and f64 types, as direct array elements and memory
// spaces do.
func (p *Printer) arrayElem(e Attr) {
	switch t := e.(type) {
	case *IntegerAttr:
		p.attr(e, IsInt(t.typ, 64))
	case *FloatAttr:
		p.attr(e, t.typ.Format == numeric.F64 && !hexFloat(t))
	default:
		p.Attr(e)
	}
}

// hexFloat reports whether the literal prints as a bit pattern, which needs
// its type to be read back.
func hexFloat(a *FloatAttr) bool {
	s := a.typ.Format.Format(a.Bits)
	return strings.HasPrefix(s, "0x")
}

// NamedAttrs appends name = attr entries; unit values are just their name.
func (p *Printer) NamedAttrs(entries []NamedAttr) {
	for i, e := range entries {
		if i > 0 {
			p.Str(", ")
		}
		p.Keyword(e.Name)
		if _, unit := e.Attr.(*UnitAttr); unit {
			continue
		}
		p.Str(" = ")
		p.Attr(e.Attr)
	}
}

func (p *Printer) integer(a *IntegerAttr, elide bool) {
	if IsInt(a.typ, 1) {
		if a.small != 0 {
			p.Str("true")
		} else {
			p.Str("false")
		}
		return
	}
	if a.big != nil {
		p.Buf = a.big.Append(p.Buf, 10)
	} else {
		p.Int(a.small)
	}
	if !elide {
		p.Str(" : ")
		p.Type(a.typ)
	}
}

func (p *Printer) float(a *FloatAttr, elide bool) {
	p.Str(a.typ.Format.Format(a.Bits))
	if !elide {
		p.Str(" : ")
		p.Type(a.typ)
	}
}

func (p *Printer) strided(a *StridedLayoutAttr) {
	p.Str("strided<[")
	for i, s := range a.Strides {
		if i > 0 {
			p.Str(", ")
		}
		p.Dim(s)
	}
	p.Byte(']')
	if a.Offset != 0 {
		p.Str(", offset: ")
		p.Dim(a.Offset)
	}
	p.Byte('>')
}

// LocBody appends a location without the enclosing loc( ).
func (p *Printer) LocBody(a LocAttr) {
	switch a := a.(type) {
	case *UnknownLocAttr:
		p.Str("unknown")
	case *FileLocAttr:
		p.fileLoc(a)
	case *NameLocAttr:
		p.Quoted(a.Name)
		if _, unknown := a.Child.(*UnknownLocAttr); !unknown {
			p.Byte('(')
			p.childLoc(a.Child)
			p.Byte(')')
		}
	case *CallSiteLocAttr:
		p.Str("callsite(")
		p.childLoc(a.Callee)
		p.Str(" at ")
		p.childLoc(a.Caller)
		p.Byte(')')
	case *FusedLocAttr:
		p.Str("fused")
		if a.Metadata != nil {
			p.Byte('<')
			p.Attr(a.Metadata)
			p.Byte('>')
		}
		p.Byte('[')
		for i, l := range a.Locs {
			if i > 0 {
				p.Str(", ")
			}
			p.childLoc(l)
		}
		p.Byte(']')
	}
}

func (p *Printer) childLoc(a LocAttr) {
	if p.AttrAlias != nil {
		if name, ok := p.AttrAlias(a); ok {
			p.Str(name)
			return
		}
	}
	p.LocBody(a)
}

func (p *Printer) fileLoc(a *FileLocAttr) {
	p.Quoted(a.File)
	p.Byte(':')
	p.Int(int64(a.Line))
	p.Byte(':')
	p.Int(int64(a.Col))
	switch {
	case a.EndLine == a.Line && a.EndCol == a.Col:
	case a.EndLine == a.Line:
		p.Str(" to :")
		p.Int(int64(a.EndCol))
	default:
		p.Str(" to ")
		p.Int(int64(a.EndLine))
		p.Byte(':')
		p.Int(int64(a.EndCol))
	}
}
