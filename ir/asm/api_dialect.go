package asm

import (
	"strconv"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/affine"
)

// DialectParser reads tokens, types and attributes; it is what the hooks of
// dialect types and attributes get. No method returns on a syntax error (see
// CustomParser). Methods named Opt... read nothing and say so when the thing
// is not there.
type DialectParser struct {
	p       *parser
	start   int // where the construct began
	dialect string
}

// Context returns the context to make types and attributes in.
func (d *DialectParser) Context() *ir.Context { return d.p.ctx }

// Here returns the place of the next token.
func (d *DialectParser) Here() Mark { return Mark(d.p.tok.lo) }

// Start returns the place where the operation, type or attribute being read
// begins.
func (d *DialectParser) Start() Mark { return Mark(d.start) }

// Loc returns a place as a location.
func (d *DialectParser) Loc(at Mark) ir.Loc { return d.p.locAt(int(at)) }

// Errorf returns an error at a place, for hooks to return.
func (d *DialectParser) Errorf(at Mark, format string, args ...any) error {
	return d.p.errorAt(int(at), format, args...)
}

// Failf ends parsing with an error at a place; it does not return.
func (d *DialectParser) Failf(at Mark, format string, args ...any) {
	d.p.failAt(int(at), format, args...)
}

// Expected ends parsing because another thing was expected in place of the
// next token: "expected " and the text. It does not return.
func (d *DialectParser) Expected(what string) { d.p.failToken("expected %s", what) }

// UnknownType returns the error for a mnemonic that names no type.
func (d *DialectParser) UnknownType(mnemonic string) (ir.Type, error) {
	return nil, d.Errorf(d.Start(), "unknown  type `%s` in dialect `%s`", mnemonic, d.dialect)
}

// UnknownAttr returns the error for a mnemonic that names no attribute.
func (d *DialectParser) UnknownAttr(mnemonic string) (ir.Attr, error) {
	return nil, d.Errorf(d.Start(), "unknown attribute `%s` in dialect `%s`", mnemonic, d.dialect)
}

// punct maps punctuation to token kinds.
func punct(s string) (kind, bool) {
	switch s {
	case "->":
		return tArrow, true
	case "{":
		return tLBrace, true
	case "-":
		return tMinus, true
	case "...":
		return tEllipsis, true
	}
	if len(s) == 1 && single[s[0]] != 0 {
		return single[s[0]], true
	}
	return tEOF, false
}

// Punct reads punctuation, one of : , = -> < > ( ) [ ] { } ? * + - | / ... ::
func (d *DialectParser) Punct(s string) {
	if !d.OptPunct(s) {
		d.p.failToken("expected '%s'", s)
	}
}

// OptPunct is Punct when s is there.
func (d *DialectParser) OptPunct(s string) bool {
	if s == "::" {
		if !d.p.is(tColon) || d.p.at(int(d.p.tok.hi)) != ':' {
			return false
		}
		d.p.advance()
		d.p.advance()
		return true
	}
	k, ok := punct(s)
	if !ok {
		panic("internal: not a punctuation: " + strconv.Quote(s))
	}
	return d.p.accept(k)
}

// NextIs reports whether the next token is the punctuation s.
func (d *DialectParser) NextIs(s string) bool {
	k, ok := punct(s)
	return ok && d.p.is(k)
}

// Keyword reads the bare word kw.
func (d *DialectParser) Keyword(kw string) {
	if !d.p.acceptWord(kw) {
		d.p.failToken("expected '%s'", kw)
	}
}

// OptKeyword is Keyword when kw is there.
func (d *DialectParser) OptKeyword(kw string) bool { return d.p.acceptWord(kw) }

// NextKeyword returns the next token when it is a bare word, without reading
// it, and "" otherwise.
func (d *DialectParser) NextKeyword() string {
	if !d.p.is(tBare) {
		return ""
	}
	return d.p.intern(d.p.text())
}

// AnyKeyword reads a bare word.
func (d *DialectParser) AnyKeyword() string {
	kw, ok := d.OptAnyKeyword()
	if !ok {
		d.p.failToken("expected valid keyword")
	}
	return kw
}

// OptAnyKeyword is AnyKeyword when a bare word is there.
func (d *DialectParser) OptAnyKeyword() (string, bool) {
	if !d.p.is(tBare) {
		return "", false
	}
	kw := d.p.intern(d.p.text())
	d.p.advance()
	return kw, true
}

// OneOf reads one of the given words.
func (d *DialectParser) OneOf(kws ...string) string {
	kw, ok := d.OptOneOf(kws...)
	if !ok {
		d.p.failToken("expected one of the following keywords: %s", joinWords(kws))
	}
	return kw
}

func joinWords(kws []string) string {
	s := ""
	for i, kw := range kws {
		if i > 0 {
			s += ", "
		}
		s += kw
	}
	return s
}

// OptOneOf is OneOf when one of them is there.
func (d *DialectParser) OptOneOf(kws ...string) (string, bool) {
	for _, kw := range kws {
		if d.p.acceptWord(kw) {
			return kw, true
		}
	}
	return "", false
}

// KeywordOrString reads a bare word or a string literal.
func (d *DialectParser) KeywordOrString() string {
	s, ok := d.OptKeywordOrString()
	if !ok {
		d.p.failToken("expected valid keyword or string")
	}
	return s
}

// OptKeywordOrString is KeywordOrString when one is there.
func (d *DialectParser) OptKeywordOrString() (string, bool) {
	if s, ok := d.OptAnyKeyword(); ok {
		return s, true
	}
	return d.OptStringLit()
}

// Integer reads an integer of 64 bits, with an optional minus sign.
func (d *DialectParser) Integer() int64 {
	v, ok := d.OptInteger()
	if !ok {
		d.p.failToken("expected integer value")
	}
	return v
}

// OptInteger is Integer when a number or minus sign is there.
func (d *DialectParser) OptInteger() (int64, bool) {
	neg := d.p.accept(tMinus)
	if !d.p.is(tInt) {
		if neg {
			d.p.failToken("expected integer value")
		}
		return 0, false
	}
	v, ok := d.p.intToken(neg)
	if !ok {
		d.p.failHere("integer value too large")
	}
	d.p.advance()
	return v, true
}

// Float reads a float literal.
func (d *DialectParser) Float() float64 {
	neg := d.p.accept(tMinus)
	if !d.p.is(tFloat) {
		d.p.failToken("expected floating point literal")
	}
	v, err := strconv.ParseFloat(string(d.p.text()), 64)
	if err != nil {
		d.p.failHere("floating point value too large for specification")
	}
	d.p.advance()
	if neg {
		return -v
	}
	return v
}

// StringLit reads a string literal and returns its value.
func (d *DialectParser) StringLit() string {
	s, ok := d.OptStringLit()
	if !ok {
		d.p.failToken("expected string")
	}
	return s
}

// OptStringLit is StringLit when one is there.
func (d *DialectParser) OptStringLit() (string, bool) {
	if !d.p.is(tString) {
		return "", false
	}
	return d.p.stringValue(), true
}

// Enum reads a keyword of e, or several joined by its separator when e is a
// set, and returns the value. Angle brackets are the caller's.
func (d *DialectParser) Enum(e *ir.Enum) int64 {
	v := d.enumCase(e)
	for e.Bits && d.OptPunct(e.Separator()) {
		v |= d.enumCase(e)
	}
	return v
}

// OptEnum is Enum when the next token is a keyword of e.
func (d *DialectParser) OptEnum(e *ir.Enum) (int64, bool) {
	kw := d.NextKeyword()
	if _, ok := e.Value(kw); !ok || kw == "" { // some enums have a value without a keyword
		return 0, false
	}
	return d.Enum(e), true
}

func (d *DialectParser) enumCase(e *ir.Enum) int64 {
	at := d.p.tok.lo
	var kw string
	switch d.p.tok.kind {
	case tBare:
		kw = string(d.p.text())
	case tString:
		kw = string(unquote(d.p.text()))
	}
	v, ok := e.Value(kw)
	if !ok {
		d.p.failAt(int(at), "expected %s to be one of: %s", e.Name, e.Keywords())
	}
	d.p.advance()
	return v
}

// enumValue reads what follows the mnemonic of an enum attribute.
func (d *DialectParser) enumValue(e *ir.Enum) int64 {
	if e.Bare {
		return d.Enum(e)
	}
	d.Punct("<")
	v := d.Enum(e)
	d.Punct(">")
	return v
}

// EnumAttr reads a value of e as custom text spells it: <keyword>, or the
// keyword alone when e is bare or has no mnemonic.
func (d *DialectParser) EnumAttr(e *ir.Enum) ir.Attr {
	if e.Mnemonic == "" {
		return e.Attr(d.p.ctx, d.Enum(e))
	}
	return e.Attr(d.p.ctx, d.enumValue(e))
}

// Type reads a type.
func (d *DialectParser) Type() ir.Type { return d.p.parseType() }

// Enter goes a level deeper, which fails where the text is nested too deep; Leave
// ends the level. Types that hold types in a syntax of their own need it.
func (d *DialectParser) Enter() { d.p.enter() }

// Leave ends what Enter began.
func (d *DialectParser) Leave() { d.p.leave() }

// OptType is Type when a type begins here.
func (d *DialectParser) OptType() (ir.Type, bool) { return d.p.optType() }

// TypeList reads one or more types separated by commas.
func (d *DialectParser) TypeList() []ir.Type {
	var ts []ir.Type
	d.p.commaList(func() { ts = append(ts, d.p.parseType()) })
	return ts
}

// ColonType reads : and a type.
func (d *DialectParser) ColonType() ir.Type {
	d.Punct(":")
	return d.p.parseType()
}

// ColonTypes reads : and one or more types.
func (d *DialectParser) ColonTypes() []ir.Type {
	d.Punct(":")
	return d.TypeList()
}

// OptColonTypes is ColonTypes when a colon is there.
func (d *DialectParser) OptColonTypes() []ir.Type {
	if !d.OptPunct(":") {
		return nil
	}
	return d.TypeList()
}

// ArrowTypes reads -> and a type or a list in parentheses.
func (d *DialectParser) ArrowTypes() []ir.Type {
	d.Punct("->")
	return d.p.resultTypes(nil)
}

// OptArrowTypes is ArrowTypes when an arrow is there.
func (d *DialectParser) OptArrowTypes() []ir.Type {
	if !d.OptPunct("->") {
		return nil
	}
	return d.p.resultTypes(nil)
}

// FunctionType reads (types) -> types.
func (d *DialectParser) FunctionType() *ir.FunctionType {
	if !d.p.is(tLParen) {
		d.p.failToken("expected function type")
	}
	return d.p.functionType()
}

// Attr reads an attribute. A literal takes the expected type; nil reads it
// from the text.
func (d *DialectParser) Attr(expected ir.Type) ir.Attr { return d.p.parseAttr(expected) }

// OptAttr is Attr when an attribute begins here.
func (d *DialectParser) OptAttr(expected ir.Type) (ir.Attr, bool) { return d.p.optAttr(expected) }

// SymbolName reads @name and returns the name.
func (d *DialectParser) SymbolName() string {
	s, ok := d.OptSymbolName()
	if !ok {
		d.p.failToken("expected valid '@'-identifier for symbol name")
	}
	return s
}

// OptSymbolName is SymbolName when one is there.
func (d *DialectParser) OptSymbolName() (string, bool) {
	if !d.p.is(tAt) {
		return "", false
	}
	return d.p.symbolValue(), true
}

// SymbolRef reads @a::@b.
func (d *DialectParser) SymbolRef() *ir.SymbolRefAttr {
	if !d.p.is(tAt) {
		d.p.failToken("expected symbol reference")
	}
	return d.p.symbolRef()
}

// AffineMap reads (dims)[symbols] -> (results), without affine_map< >.
func (d *DialectParser) AffineMap() affine.Map { return d.p.affineMap() }

// AttrDict reads {name = attr, ...}; it returns nil when there is none.
func (d *DialectParser) AttrDict() []ir.NamedAttr {
	if !d.p.is(tLBrace) {
		return nil
	}
	base := len(d.p.ops.namedStack)
	d.p.dictEntries()
	out := append([]ir.NamedAttr(nil), d.p.ops.namedStack[base:]...)
	d.p.ops.namedStack = d.p.ops.namedStack[:base]
	return out
}

// Dims reads dimensions that each end in x, as in front of an element type.
func (d *DialectParser) Dims(dynamic bool) []int64 { return d.p.dims(nil, dynamic) }

// DimList reads dimensions separated by x: 4x?x8.
func (d *DialectParser) DimList(dynamic bool) []int64 {
	var out []int64
	for {
		switch {
		case d.p.is(tInt):
			out = append(out, d.p.dimension())
		case dynamic && d.p.is(tQuestion):
			d.p.advance()
			out = append(out, ir.Dynamic)
		default:
			if len(out) > 0 {
				d.p.failToken("expected dimension")
			}
			return out
		}
		if !d.p.is(tBare) || d.p.src[d.p.tok.lo] != 'x' {
			return out
		}
		d.p.dimX()
	}
}

// List reads a comma separated list and calls item at each element. It
// reports whether there was a list, which only an Opt delimiter can deny.
// Between delimiters the list may be empty; without, it may not.
func (d *DialectParser) List(delim Delim, item func()) bool {
	if delim == NoDelim {
		d.p.commaList(item)
		return true
	}
	open := [...]kind{Paren: tLParen, Square: tLSquare, Angle: tLess, Brace: tLBrace, OptParen: tLParen, OptSquare: tLSquare, OptAngle: tLess, OptBrace: tLBrace}[delim]
	end := [...]kind{Paren: tRParen, Square: tRSquare, Angle: tGreater, Brace: tRBrace, OptParen: tRParen, OptSquare: tRSquare, OptAngle: tGreater, OptBrace: tRBrace}[delim]
	text := map[kind][2]string{tLParen: {"(", ")"}, tLSquare: {"[", "]"}, tLess: {"<", ">"}, tLBrace: {"{", "}"}}[open]
	if !d.p.accept(open) {
		if delim >= OptParen {
			return false
		}
		d.p.failToken("expected '%s'", text[0])
	}
	if d.p.accept(end) {
		return true
	}
	d.p.commaList(item)
	d.p.expect(end, "expected '%s'", text[1])
	return true
}

// BalancedText reads raw text up to the bracket that closes the one just
// read and returns it; the closing bracket is left to be read.
func (d *DialectParser) BalancedText(open byte) string {
	lo := d.p.prev
	hi := d.p.balanced(lo - 1)
	if d.p.src[lo-1] != open {
		panic("internal: BalancedText does not stand behind its bracket")
	}
	d.p.moveTo(lo, hi-1)
	return string(d.p.src[lo : hi-1])
}
