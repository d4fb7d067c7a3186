package asm

import (
	"github.com/tile-opt/tile-opt/ir/affine"
)

// affineParser reads the inside of affine_map<...> and affine_set<...>.
type affineParser struct {
	*parser
	names map[string]affine.Expr
	dims  int
	syms  int
}

// affineMap reads (dims)[symbols] -> (results).
func (p *parser) affineMap() affine.Map {
	a := p.affineHeader()
	p.expect(tArrow, "expected '->' or '['")
	p.expect(tLParen, "expected '('")
	var results []affine.Expr
	p.listUntil(tRParen, "')'", func() { results = append(results, a.sum()) })
	return affine.NewMap(a.dims, a.syms, results...)
}

// integerSet reads (dims)[symbols] : (constraints).
func (p *parser) integerSet() affine.Set {
	a := p.affineHeader()
	p.expect(tColon, "expected ':' or '['")
	p.expect(tLParen, "expected '(' at start of integer set constraint list")
	var cs []affine.Constraint
	p.listUntil(tRParen, "')'", func() { cs = append(cs, a.constraint()) })
	if len(cs) == 0 {
		return affine.EmptySet(a.dims, a.syms)
	}
	return affine.NewSet(a.dims, a.syms, cs...)
}

func (p *parser) affineHeader() *affineParser {
	a := &affineParser{parser: p, names: make(map[string]affine.Expr)}
	p.expect(tLParen, "expected '('")
	p.listUntil(tRParen, "')'", func() {
		a.define(affine.Dim(a.dims))
		a.dims++
	})
	if p.accept(tLSquare) {
		p.listUntil(tRSquare, "']'", func() {
			a.define(affine.Symbol(a.syms))
			a.syms++
		})
	}
	return a
}

func (a *affineParser) define(e affine.Expr) {
	if !a.is(tBare) {
		a.failToken("expected bare identifier")
	}
	name := string(a.text())
	if _, dup := a.names[name]; dup {
		a.failHere("redefinition of identifier '%s'", name)
	}
	a.names[name] = e
	a.advance()
}

func (a *affineParser) constraint() affine.Constraint {
	lhs := a.sum()
	first := a.tok.kind
	if first != tGreater && first != tLess && first != tEqual {
		a.failToken("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	}
	a.advance()
	a.expect(tEqual, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	rhs := a.sum()
	switch first {
	case tGreater:
		return affine.GreaterEqual(lhs, rhs)
	case tLess:
		return affine.LessEqual(lhs, rhs)
	}
	return affine.EqualTo(lhs, rhs)
}

// sum reads terms joined by + and -.
func (a *affineParser) sum() affine.Expr {
	a.enter()
	e := a.product()
	for {
		switch {
		case a.accept(tPlus):
			e = e.Add(a.product())
		case a.accept(tMinus):
			e = e.Sub(a.product())
		default:
			a.leave()
			return e
		}
	}
}

// product reads factors joined by *, floordiv, ceildiv and mod.
func (a *affineParser) product() affine.Expr {
	e := a.factor()
	for {
		at := int(a.tok.lo)
		switch {
		case a.accept(tStar):
			f := a.factor()
			if !e.IsSymbolicOrConstant() && !f.IsSymbolicOrConstant() {
				a.failAt(at, "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic")
			}
			e = e.Mul(f)
		case a.acceptWord("floordiv"):
			e = e.FloorDiv(a.divisor(at, "floordiv"))
		case a.acceptWord("ceildiv"):
			e = e.CeilDiv(a.divisor(at, "ceildiv"))
		case a.acceptWord("mod"):
			e = e.Mod(a.divisor(at, "mod"))
		default:
			return e
		}
	}
}

func (a *affineParser) divisor(at int, op string) affine.Expr {
	f := a.factor()
	if !f.IsSymbolicOrConstant() {
		a.failAt(at, "non-affine expression: right operand of %s has to be either a constant or symbolic", op)
	}
	return f
}

func (a *affineParser) factor() affine.Expr {
	switch a.tok.kind {
	case tBare:
		e, ok := a.names[string(a.text())]
		if !ok {
			a.failHere("use of undeclared identifier")
		}
		a.advance()
		return e
	case tInt:
		v, ok := a.intToken(false)
		if !ok {
			a.failHere("constant too large for index")
		}
		a.advance()
		return affine.Const(v)
	case tMinus:
		a.enter()
		a.advance()
		e := a.factor().Neg()
		a.leave()
		return e
	case tLParen:
		a.advance()
		if a.is(tRParen) {
			a.failHere("no expression inside parentheses")
		}
		e := a.sum()
		a.expect(tRParen, "expected ')'")
		return e
	}
	a.failToken("expected affine expression")
	return affine.Expr{}
}
