package asm

import (
	"math"

	"github.com/tile-opt/tile-opt/ir"
)

// deferredLoc is a trailing loc(#alias) whose alias is defined later.
type deferredLoc struct {
	op   *ir.Operation
	arg  *ir.Value
	at   int
	name string
}

// locAttr reads loc(...) as an attribute.
func (p *parser) locAttr() ir.Attr {
	p.advance()
	p.expect(tLParen, "expected '(' in location")
	l := p.locInstance()
	p.expect(tRParen, "expected ')' in location")
	return l
}

// locInstance reads a location without loc( ).
func (p *parser) locInstance() ir.LocAttr {
	p.enter()
	l := p.locInner()
	p.leave()
	return l
}

func (p *parser) locInner() ir.LocAttr {
	switch p.tok.kind {
	case tHash:
		at := int(p.tok.lo)
		l, ok := p.extendedAttr(nil).(ir.LocAttr)
		if !ok {
			p.failAt(at, "expected location attribute, but got something else")
		}
		return l
	case tString:
		return p.nameOrFileLoc()
	case tBare:
		switch string(p.text()) {
		case "callsite":
			return p.callSiteLoc()
		case "fused":
			return p.fusedLoc()
		case "unknown":
			p.advance()
			return ir.UnknownLocOf(p.ctx)
		}
	}
	p.failToken("expected location instance")
	return nil
}

func (p *parser) callSiteLoc() ir.LocAttr {
	p.advance()
	p.expect(tLParen, "expected '(' in callsite location")
	callee := p.locInstance()
	if !p.acceptWord("at") {
		p.failToken("expected 'at' in callsite location")
	}
	caller := p.locInstance()
	p.expect(tRParen, "expected ')' in callsite location")
	return ir.CallSiteLocOf(callee, caller)
}

func (p *parser) fusedLoc() ir.LocAttr {
	p.advance()
	var meta ir.Attr
	if p.accept(tLess) {
		meta = p.parseAttr(nil)
		p.expect(tGreater, "expected '>' after fused location metadata")
	}
	p.expect(tLSquare, "expected '[' in fused location")
	var locs []ir.LocAttr
	p.listUntil(tRSquare, "']' in fused location", func() { locs = append(locs, p.locInstance()) })
	return ir.FusedLocOf(p.ctx, locs, meta)
}

func (p *parser) nameOrFileLoc() ir.LocAttr {
	s := p.stringValue()
	if p.accept(tColon) {
		return p.fileLoc(s)
	}
	if !p.accept(tLParen) {
		return ir.NameLocOf(p.ctx, s, nil)
	}
	child := p.locInstance()
	p.expect(tRParen, "expected ')' after child location of NameLoc")
	return ir.NameLocOf(p.ctx, s, child)
}

func (p *parser) fileLoc(file string) ir.LocAttr {
	line := p.locNumber("expected integer line number in FileLineColRange")
	if !p.accept(tColon) {
		return ir.FileLocOf(p.ctx, file, line, 0)
	}
	col := p.locNumber("expected integer column number in FileLineColRange")
	if !p.acceptWord("to") {
		return ir.FileLocOf(p.ctx, file, line, col)
	}
	if p.accept(tColon) {
		end := p.locNumber("expected integer column number in FileLineColRange")
		return ir.FileRangeOf(p.ctx, file, line, col, line, end)
	}
	if !p.is(tInt) {
		p.failToken("expected either integer or `:` post `to` in FileLineColRange")
	}
	endLine := p.locNumber("expected integer line number in FileLineColRange")
	p.expect(tColon, "expected either integer or `:` post `to` in FileLineColRange")
	end := p.locNumber("expected integer column number in FileLineColRange")
	return ir.FileRangeOf(p.ctx, file, line, col, endLine, end)
}

func (p *parser) locNumber(msg string) uint32 {
	if !p.is(tInt) {
		p.failToken("%s", msg)
	}
	v, ok := p.intToken(false)
	if !ok || v > math.MaxUint32 {
		p.failHere("%s", msg)
	}
	p.advance()
	return uint32(v)
}

// trailingLoc reads an optional loc(...) behind an operation or argument. An
// alias that is not known yet is noted for later; exactly one of op and arg
// is then given its location at the end.
func (p *parser) trailingLoc(op *ir.Operation, arg *ir.Value) (ir.Loc, bool) {
	if !p.isWord("loc") {
		return ir.Loc{}, false
	}
	p.advance()
	p.expect(tLParen, "expected '(' in location")
	if p.is(tHash) {
		name := p.text()[1:]
		if _, known := p.attrAliases[string(name)]; !known && p.isAliasToken() {
			p.deferred = append(p.deferred, deferredLoc{op, arg, int(p.tok.lo), string(name)})
			p.advance()
			p.expect(tRParen, "expected ')' in location")
			return ir.Loc{}, false
		}
	}
	l := p.locInstance()
	p.expect(tRParen, "expected ')' in location")
	return ir.LocOf(l), true
}

// resolveDeferred gives operations the locations whose aliases came later.
func (p *parser) resolveDeferred() {
	for _, d := range p.deferred {
		a, ok := p.attrAliases[d.name]
		if !ok {
			p.failAt(d.at, "operation location alias was never defined")
		}
		l, ok := a.(ir.LocAttr)
		if !ok {
			p.failAt(d.at, "expected location, but found '%s'", a)
		}
		if d.op != nil {
			d.op.SetLoc(ir.LocOf(l))
		}
		if d.arg != nil {
			d.arg.SetArgLoc(ir.LocOf(l))
		}
	}
}
