package asm

import (
	"strconv"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// parseAttr reads an attribute. A literal takes the expected type when one is
// given and a written type otherwise.
func (p *parser) parseAttr(expected ir.Type) ir.Attr {
	p.enter()
	a, ok := p.tryAttr(expected)
	if !ok {
		p.failToken("expected attribute value")
	}
	p.leave()
	return a
}

// optAttr reads an attribute when one starts here.
func (p *parser) optAttr(expected ir.Type) (ir.Attr, bool) {
	p.enter()
	a, ok := p.tryAttr(expected)
	p.leave()
	return a, ok
}

func (p *parser) tryAttr(expected ir.Type) (ir.Attr, bool) {
	switch p.tok.kind {
	case tInt:
		return p.integerAttr(expected, false), true
	case tFloat:
		return p.floatAttr(expected, false), true
	case tMinus:
		p.advance()
		switch p.tok.kind {
		case tInt:
			return p.integerAttr(expected, true), true
		case tFloat:
			return p.floatAttr(expected, true), true
		}
		p.failHere("expected constant integer or floating point value")
	case tString:
		return p.stringAttr(expected), true
	case tAt:
		return p.symbolRef(), true
	case tLSquare:
		return p.arrayAttr(), true
	case tLBrace:
		return p.dictAttr(), true
	case tHash:
		return p.extendedAttr(expected), true
	case tBare:
		return p.wordAttr(expected)
	case tLParen, tExclaim:
		return ir.TypeAttrOf(p.parseType()), true
	}
	return nil, false
}

func (p *parser) wordAttr(expected ir.Type) (ir.Attr, bool) {
	switch string(p.text()) {
	case "true", "false":
		v := p.src[p.tok.lo] == 't'
		p.advance()
		return p.ctx.Bool(v), true
	case "unit":
		p.advance()
		return p.ctx.Unit(), true
	case "affine_map":
		p.advance()
		p.expect(tLess, "expected '<' in affine map")
		m := p.affineMap()
		p.expect(tGreater, "expected '>' in affine map")
		return p.ctx.AffineMapOf(m), true
	case "affine_set":
		p.advance()
		p.expect(tLess, "expected '<' in integer set")
		s := p.integerSet()
		p.expect(tGreater, "expected '>' in integer set")
		return p.ctx.IntegerSetOf(s), true
	case "array":
		return p.denseArray(), true
	case "dense":
		return p.denseAttr(expected), true
	case "dense_resource":
		return p.denseResource(expected), true
	case "sparse":
		return p.sparseAttr(expected), true
	case "strided":
		return p.stridedLayout(), true
	case "distinct":
		return p.distinctAttr(), true
	case "loc":
		return p.locAttr(), true
	}
	if p.startsType() {
		return ir.TypeAttrOf(p.parseType()), true
	}
	return nil, false
}

// optColonType reads ": type" unless the type is known already.
func (p *parser) optColonType(expected, fallback ir.Type) ir.Type {
	if expected != nil {
		return expected
	}
	if p.accept(tColon) {
		return p.parseType()
	}
	return fallback
}

// smallDecimal reads a decimal token of at most 18 digits.
func smallDecimal(w []byte) (int64, bool) {
	if len(w) > 18 || len(w) > 1 && w[1] == 'x' {
		return 0, false
	}
	v := int64(0)
	for _, c := range w {
		v = v*10 + int64(c-'0')
	}
	return v, true
}

func (p *parser) integerAttr(expected ir.Type, neg bool) ir.Attr {
	tok := p.tok
	p.advance()
	explicit := expected != nil || p.is(tColon)
	t := p.optColonType(expected, p.ctx.I(64))
	switch t := t.(type) {
	case *ir.FloatType:
		return ir.FloatBits(t, p.hexFloat(tok, t, neg))
	case *ir.IntegerType, *ir.IndexType:
		return p.intOfType(tok, t, neg, explicit)
	}
	p.failAt(int(tok.lo), "integer literal not valid for specified type")
	return nil
}

func (p *parser) intOfType(tok token, t ir.Type, neg, explicit bool) *ir.IntegerAttr {
	w := p.src[tok.lo:tok.hi]
	if v, ok := smallDecimal(w); ok {
		if a, ok := smallInt(t, v, neg); ok {
			return a
		}
	}
	if it, ok := t.(*ir.IntegerType); ok && it.Sign == ir.Unsigned && neg {
		p.failAt(int(tok.lo), "negative integer literal not valid for unsigned integer type")
	}
	a, ok := wideInt(t, w, neg, explicit || len(w) > 1 && w[1] == 'x')
	if !ok {
		p.failAt(int(tok.lo), "integer constant out of range for attribute")
	}
	return a
}

// smallInt is the common case: a literal well inside a type of 8 to 64 bits.
func smallInt(t ir.Type, v int64, neg bool) (*ir.IntegerAttr, bool) {
	if _, index := t.(*ir.IndexType); !index {
		it := t.(*ir.IntegerType)
		if it.Sign == ir.Unsigned || it.Width < 8 || it.Width < 64 && v >= 1<<(it.Width-1) {
			return nil, false
		}
	}
	if neg {
		if v == 0 {
			return nil, false
		}
		v = -v
	}
	return ir.IntAttr(t, v), true
}

// wideInt reads any literal. Without upper a literal in the upper half of the
// unsigned range does not fit.
func wideInt(t ir.Type, w []byte, neg, upper bool) (*ir.IntegerAttr, bool) {
	width, sign := 64, numeric.Signed
	if it, ok := t.(*ir.IntegerType); ok {
		width, sign = int(it.Width), [...]numeric.Signedness{numeric.Signless, numeric.Signed, numeric.Unsigned}[it.Sign]
	}
	text := string(w)
	if neg {
		text = "-" + text
	}
	v, fit, err := numeric.ParseInt(text, width, sign)
	if err != nil || fit != numeric.Fits && !(fit == numeric.FitsUnsigned && (upper || width < 64)) {
		return nil, false
	}
	if sign == numeric.Unsigned {
		return ir.BigIntAttr(t, v.Unsigned()), true
	}
	return ir.BigIntAttr(t, v.Signed()), true
}

// hexFloat reads an integer token that stands for a float: its bits.
func (p *parser) hexFloat(tok token, t *ir.FloatType, neg bool) numeric.Bits {
	w := p.src[tok.lo:tok.hi]
	if len(w) < 2 || w[1] != 'x' {
		d := p.errorAt(int(tok.lo), "unexpected decimal integer literal for a floating point value")
		panic(bailout{d.WithNote(p.pos(int(tok.lo)), "add a trailing dot to make the literal a float")})
	}
	if neg {
		p.failAt(int(tok.lo), "hexadecimal float literal should not have a leading minus")
	}
	b, err := t.Format.ParseHex(string(w))
	if err != nil {
		p.failAt(int(tok.lo), "hexadecimal float constant out of range for type")
	}
	return b
}

func (p *parser) floatAttr(expected ir.Type, neg bool) ir.Attr {
	tok := p.tok
	p.advance()
	t := p.optColonType(expected, nil)
	if t == nil {
		t = p.ctx.F64()
	}
	ft, ok := t.(*ir.FloatType)
	if !ok {
		p.failHere("floating point value not valid for specified type")
	}
	return ir.FloatBits(ft, p.decimalFloat(tok, ft, neg))
}

// decimalFloat reads a float token. A literal beyond the largest value of the
// type is refused, where MLIR turns it into an infinity without a word.
func (p *parser) decimalFloat(tok token, t *ir.FloatType, neg bool) numeric.Bits {
	text := string(p.src[tok.lo:tok.hi])
	if neg {
		text = "-" + text
	}
	b, status, err := t.Format.ParseDecimal(text)
	if err != nil || status&(numeric.Overflow|numeric.Invalid) != 0 {
		p.failAt(int(tok.lo), "floating point constant out of range for type '%s'", t)
	}
	return b
}

func (p *parser) stringAttr(expected ir.Type) ir.Attr {
	s := p.internUnquoted()
	return p.ctx.TypedStr(s, p.optColonType(expected, nil))
}

func (p *parser) symbolRef() *ir.SymbolRefAttr {
	root := p.symbolValue()
	var nested []string
	for p.is(tColon) && p.at(int(p.tok.hi)) == ':' {
		p.advance()
		p.advance()
		if !p.is(tAt) {
			p.failToken("expected nested symbol reference identifier")
		}
		nested = append(nested, p.symbolValue())
	}
	return p.ctx.SymbolRef(root, nested...)
}

func (p *parser) arrayAttr() ir.Attr {
	p.advance()
	base := len(p.ops.attrStack)
	if !p.is(tRSquare) {
		p.commaList(func() { p.ops.attrStack = append(p.ops.attrStack, p.parseAttr(nil)) })
	}
	p.expect(tRSquare, "expected ',' or ']'")
	a := p.ctx.ArrayOf(p.ops.attrStack[base:]...)
	p.ops.attrStack = p.ops.attrStack[:base]
	return a
}

func (p *parser) dictAttr() ir.Attr {
	base := len(p.ops.namedStack)
	p.dictEntries()
	a := ir.DictOf(p.ctx, p.ops.namedStack[base:]...)
	p.ops.namedStack = p.ops.namedStack[:base]
	return a
}

// dictEntries pushes the entries of {...} on the stack of named attributes.
func (p *parser) dictEntries() {
	p.expect(tLBrace, "expected '{' in attribute dictionary")
	base := len(p.ops.namedStack)
	if !p.accept(tRBrace) {
		for {
			p.dictEntry(base)
			if !p.accept(tComma) {
				break
			}
		}
		p.expect(tRBrace, "expected '}' in attribute dictionary")
	}
}

// dictLinear is the number of entries up to which a scan finds duplicates.
const dictLinear = 32

func (p *parser) dictEntry(base int) {
	at := int(p.tok.lo)
	var name string
	switch p.tok.kind {
	case tBare:
		name = p.intern(p.text())
		p.advance()
	case tString:
		name = p.internUnquoted()
		if name == "" {
			p.failAt(at, "expected valid attribute name")
		}
	default:
		p.failToken("expected attribute name")
	}
	if p.hasEntry(base, name) {
		p.failAt(at, "duplicate key '%s' in dictionary attribute", name)
	}
	a := p.ctx.Unit()
	if p.accept(tEqual) {
		a = p.parseAttr(nil)
	}
	p.ops.namedStack = append(p.ops.namedStack, ir.NamedAttr{Name: name, Attr: a})
	if n := len(p.ops.namedStack) - base; n >= dictLinear {
		p.noteEntry(base, n, name)
	}
}

// hasEntry looks for a name among the entries pushed since base; large
// dictionaries keep a set.
func (p *parser) hasEntry(base int, name string) bool {
	entries := p.ops.namedStack[base:]
	if len(entries) >= dictLinear {
		_, dup := p.ops.dictSets[dictKey{base, name}]
		return dup
	}
	for i := range entries {
		if entries[i].Name == name {
			return true
		}
	}
	return false
}

func (p *parser) noteEntry(base, n int, name string) {
	if n == dictLinear {
		if p.ops.dictSets == nil {
			p.ops.dictSets = make(map[dictKey]struct{})
		}
		for k := range p.ops.dictSets {
			if k.base >= base {
				delete(p.ops.dictSets, k)
			}
		}
		for _, e := range p.ops.namedStack[base:] {
			p.ops.dictSets[dictKey{base, e.Name}] = struct{}{}
		}
	}
	p.ops.dictSets[dictKey{base, name}] = struct{}{}
}

func (p *parser) stridedLayout() ir.Attr {
	p.advance()
	p.expect(tLess, "expected '<' after 'strided'")
	p.expect(tLSquare, "expected '['")
	var strides []int64
	p.listUntil(tRSquare, "']'", func() { strides = append(strides, p.strideValue()) })
	offset := int64(0)
	if p.accept(tComma) {
		if !p.acceptWord("offset") {
			p.failToken("expected 'offset' after comma")
		}
		p.expect(tColon, "expected ':' after 'offset'")
		offset = p.strideValue()
	}
	p.expect(tGreater, "expected '>'")
	return p.ctx.StridedLayout(offset, strides...)
}

func (p *parser) strideValue() int64 {
	if p.accept(tQuestion) {
		return ir.Dynamic
	}
	neg := p.accept(tMinus)
	if !p.is(tInt) {
		p.failToken("expected a 64-bit signed integer or '?'")
	}
	v, ok := p.intToken(neg)
	if !ok || v == ir.Dynamic {
		p.failHere("expected a 64-bit signed integer or '?'")
	}
	p.advance()
	return v
}

// intToken returns the value of the integer token and whether it fits int64.
func (p *parser) intToken(neg bool) (int64, bool) {
	w := p.text()
	if v, ok := smallDecimal(w); ok {
		if neg {
			v = -v
		}
		return v, true
	}
	text := string(w)
	if neg {
		text = "-" + text
	}
	base := 10
	if len(w) > 1 && w[1] == 'x' {
		base = 0
	}
	v, err := strconv.ParseInt(text, base, 64)
	return v, err == nil
}

func (p *parser) distinctAttr() ir.Attr {
	at := int(p.tok.lo)
	if p.isAhead {
		p.failAt(at, "the whole text decides which distinct attributes are the same")
	}
	p.advance()
	p.expect(tLSquare, "expected '[' after 'distinct'")
	if !p.is(tInt) {
		p.failToken("expected distinct ID")
	}
	id, err := strconv.ParseUint(string(p.text()), 0, 64)
	if err != nil {
		p.failHere("expected an unsigned 64-bit integer")
	}
	p.advance()
	p.expect(tRSquare, "expected ']' to close distinct ID")
	p.expect(tLess, "expected '<' after distinct ID")
	ref := p.ctx.Unit()
	if !p.is(tGreater) {
		ref = p.parseAttr(nil)
	}
	p.expect(tGreater, "expected '>' to close distinct attribute")
	if d := p.distinct[id]; d != nil {
		if d.Referenced != ref {
			p.failAt(at, "referenced attribute does not match previous definition: %s", d.Referenced)
		}
		return d
	}
	if p.distinct == nil {
		p.distinct = make(map[uint64]*ir.DistinctAttr)
	}
	d := p.ctx.NewDistinct(ref)
	p.distinct[id] = d
	return d
}

// intern returns b as a string, the same one for equal bytes.
func (p *parser) intern(b []byte) string {
	if s, ok := p.ops.strings[string(b)]; ok {
		return s
	}
	s := string(b)
	p.ops.strings[s] = s
	return s
}

// internUnquoted returns the value of the string token and consumes it.
func (p *parser) internUnquoted() string {
	b := unquote(p.text())
	var s string
	if len(b) <= 32 {
		s = p.intern(b)
	} else {
		s = string(b)
	}
	p.advance()
	return s
}
