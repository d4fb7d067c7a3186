package asm

import (
	"bytes"

	"github.com/tile-opt/tile-opt/ir"
)

// isAliasToken reports whether the # or ! token names an alias: no dot in it
// and no < right behind it.
func (p *parser) isAliasToken() bool {
	return bytes.IndexByte(p.text(), '.') < 0 && p.at(int(p.tok.hi)) != '<'
}

// extendedType reads !alias or a dialect type.
func (p *parser) extendedType() ir.Type {
	if p.isAliasToken() {
		name := p.text()[1:]
		t, ok := p.typeAliases[string(name)]
		if !ok {
			p.advance()
			p.failHere("undefined symbol alias id '%s'", name)
		}
		p.expand()
		p.noteToken(Mention{Kind: TypeAlias, Name: p.intern(name), Type: t})
		p.advance()
		return t
	}
	p.enter()
	defer p.leave()
	at := int(p.tok.lo)
	dialect, hooks := p.symbolDialect()
	if h, ok := hooks.(TypeParser); ok {
		var t ir.Type
		p.registeredSymbol(func() { t = p.dialectType(h, dialect) })
		return t
	}
	body := p.opaqueBody()
	if !p.ctx.AllowUnregistered {
		if p.ctx.Dialect(dialect) != nil {
			p.failAt(at, "dialect '%s' provides no type parsing hook", dialect)
		}
		p.failHere("`!\"%s\"<\"%s\">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used", dialect, body)
	}
	return p.ctx.OpaqueTypeOf(dialect, string(body))
}

// extendedAttr reads #alias or a dialect attribute.
func (p *parser) extendedAttr(expected ir.Type) ir.Attr {
	if p.isAliasToken() {
		name := p.text()[1:]
		a, ok := p.attrAliases[string(name)]
		if !ok {
			p.advance()
			p.failHere("undefined symbol alias id '%s'", name)
		}
		p.expand()
		p.noteToken(Mention{Kind: AttrAlias, Name: p.intern(name), Attr: a})
		p.advance()
		return a
	}
	p.enter()
	defer p.leave()
	at := int(p.tok.lo)
	dialect, hooks := p.symbolDialect()
	if hasAttrHooks(hooks) {
		var a ir.Attr
		p.registeredSymbol(func() { a = p.dialectAttr(hooks, dialect, expected) })
		return a
	}
	body := p.opaqueBody()
	var t ir.Type
	if expected != nil {
		t = expected
	} else if p.is(tColon) {
		t = p.optColonType(nil, nil)
	}
	if !p.ctx.AllowUnregistered {
		if p.ctx.Dialect(dialect) != nil {
			p.failAt(at, "dialect '%s' provides no attribute parsing hook", dialect)
		}
		p.failHere("#\"%s\"<\"%s\"> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used", dialect, body)
	}
	return p.ctx.OpaqueAttrOf(dialect, string(body), t)
}

func hasAttrHooks(hooks any) bool {
	if _, ok := hooks.(AttrParser); ok {
		return true
	}
	_, ok := hooks.(EnumLister)
	return ok
}

// symbolDialect returns the dialect that the # or ! token names.
func (p *parser) symbolDialect() (name string, hooks any) {
	w := p.text()[1:]
	if i := bytes.IndexByte(w, '.'); i >= 0 {
		w = w[:i]
	}
	if len(w) == 0 {
		p.failAt(int(p.tok.lo)+2, "invalid dialect namespace '\"\"'")
	}
	name = p.intern(w)
	if d := p.ctx.Dialect(name); d != nil {
		hooks = d.Hooks
	}
	return name, hooks
}

// registeredSymbol lets a hook read what follows the dialect's name, be it
// !dialect.body or !dialect<body>.
func (p *parser) registeredSymbol(body func()) {
	if i := bytes.IndexByte(p.text(), '.'); i >= 0 {
		p.reset(int(p.tok.lo) + i + 1)
		body()
		return
	}
	p.advance()
	p.advance()
	body()
	p.expect(tGreater, "expected '>'")
}

func (p *parser) dialectType(h TypeParser, dialect string) ir.Type {
	at := int(p.tok.lo)
	mnemonic := p.mnemonic()
	d := &DialectParser{p: p, start: at, dialect: dialect}
	t, err := h.ParseType(d, mnemonic)
	p.check(err, at)
	return t
}

func (p *parser) dialectAttr(hooks any, dialect string, expected ir.Type) ir.Attr {
	at := int(p.tok.lo)
	mnemonic := p.mnemonic()
	d := &DialectParser{p: p, start: at, dialect: dialect}
	if l, ok := hooks.(EnumLister); ok {
		for _, e := range l.Enums() {
			if e.Mnemonic == mnemonic {
				return e.Attr(p.ctx, d.enumValue(e))
			}
		}
	}
	h, ok := hooks.(AttrParser)
	if !ok {
		_, err := d.UnknownAttr(mnemonic)
		p.check(err, at)
	}
	a, err := h.ParseAttr(d, mnemonic, expected)
	p.check(err, at)
	return a
}

func (p *parser) mnemonic() string {
	if !p.is(tBare) {
		p.failToken("expected valid keyword")
	}
	m := p.intern(p.text())
	p.advance()
	return m
}

// opaqueBody consumes the symbol of an unknown dialect and returns its body,
// byte for byte.
func (p *parser) opaqueBody() []byte {
	lo := int(p.tok.lo)
	w := p.text()
	hi := int(p.tok.hi)
	start := lo + 1
	if i := bytes.IndexByte(w, '.'); i >= 0 {
		start = lo + i + 1
		if p.at(hi) == '<' {
			hi = p.balanced(hi)
		}
		p.moveTo(lo, hi)
		return p.src[start:hi]
	}
	start = hi + 1
	hi = p.balanced(hi)
	p.moveTo(lo, hi)
	return p.src[start : hi-1]
}

// moveTo continues lexing at an offset behind raw text that began at lo.
func (p *parser) moveTo(lo, hi int) {
	p.lexer.pos = hi
	p.lexer.resync(max(lo, p.lineStart))
	p.prev = hi
	p.tok = p.lexer.next()
}

// balanced returns the offset behind the bracketed text that starts at lo.
// Strings are skipped, -> is no bracket, comments are not known.
func (p *parser) balanced(lo int) int {
	stack := p.ops.brackets[:0]
	fail := func(c byte) { p.failAt(lo, "unbalanced '%c' character in pretty dialect name", c) }
	i := lo
	for i < len(p.src) {
		c := p.src[i]
		i++
		switch c {
		case '<', '[', '(', '{':
			stack = append(stack, c)
		case '-':
			if p.at(i) == '>' {
				i++
			}
		case '"':
			i = p.lexer.stringEnd(i - 1)
		case '>', ']', ')', '}':
			if top := stack[len(stack)-1]; top != opener(c) {
				fail(top)
			}
			stack = stack[:len(stack)-1]
			if len(stack) == 0 {
				p.ops.brackets = stack
				return i
			}
		case 0:
			fail(stack[len(stack)-1])
		}
	}
	fail(stack[len(stack)-1])
	return i
}

func opener(c byte) byte {
	switch c {
	case '>':
		return '<'
	case ']':
		return '['
	case ')':
		return '('
	}
	return '{'
}
