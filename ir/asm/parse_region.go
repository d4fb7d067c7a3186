package asm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// blockScope holds the block names of one region.
type blockScope struct {
	region  *ir.Region
	names   []blockName
	index   map[string]int // kept once there are many names
	undefed int            // names used but not defined yet
}

type blockName struct {
	name    string
	block   *ir.Block
	at      int
	defined bool
}

// manyBlocks is the number of names from which on a scope keeps an index.
const manyBlocks = 16

func (s *blockScope) find(name []byte) *blockName {
	if s.index != nil {
		if i, ok := s.index[string(name)]; ok {
			return &s.names[i]
		}
		return nil
	}
	for i := range s.names {
		if s.names[i].name == string(name) {
			return &s.names[i]
		}
	}
	return nil
}

func (s *blockScope) add(n blockName) {
	s.names = append(s.names, n)
	if s.index != nil {
		s.index[n.name] = len(s.names) - 1
	} else if len(s.names) == manyBlocks {
		s.index = make(map[string]int)
		for i := range s.names {
			s.index[s.names[i].name] = i
		}
	}
}

func (p *parser) pushBlocks(r *ir.Region) *blockScope {
	var s *blockScope
	if n := len(p.ops.freeBlocks); n > 0 {
		s = p.ops.freeBlocks[n-1]
		p.ops.freeBlocks = p.ops.freeBlocks[:n-1]
		*s = blockScope{names: s.names[:0]}
	} else {
		s = &blockScope{}
	}
	s.region = r
	p.ops.blocks = append(p.ops.blocks, s)
	return s
}

func (p *parser) popBlocks() {
	n := len(p.ops.blocks)
	s := p.ops.blocks[n-1]
	if s.undefed > 0 {
		first := -1
		for i := range s.names {
			if b := &s.names[i]; !b.defined && (first < 0 || b.at < first) {
				first = b.at
			}
		}
		p.failAt(first, "reference to an undefined block")
	}
	p.ops.blocks = p.ops.blocks[:n-1]
	p.ops.freeBlocks = append(p.ops.freeBlocks, s)
}

// successor reads ^name as a successor.
func (p *parser) successor() *ir.Block {
	if !p.is(tCaret) {
		p.failToken("expected block name")
	}
	if len(p.ops.blocks) == 0 {
		p.failHere("reference to an undefined block")
	}
	s := p.ops.blocks[len(p.ops.blocks)-1]
	b := s.find(p.text())
	if b == nil {
		s.add(blockName{name: string(p.text()), block: ir.NewBlock(), at: int(p.tok.lo)})
		s.undefed++
		b = &s.names[len(s.names)-1]
	}
	p.noteToken(Mention{Kind: BlockMention, Block: b.block})
	p.advance()
	return b.block
}

func (p *parser) successors() {
	p.advance()
	p.commaList(func() { p.ops.succs = append(p.ops.succs, p.successor()) })
	p.expect(tRSquare, "expected ',' or ']'")
}

// parseRegion reads {...} into r. Arguments given from outside are those of
// the entry block, which then has no label.
func (p *parser) parseRegion(r *ir.Region, args []Argument) {
	p.expect(tLBrace, "expected '{' to begin a region")
	if len(args) == 0 && p.accept(tRBrace) {
		return
	}
	p.enter()
	p.ops.names.push()
	p.pushBlocks(r)
	if len(args) > 0 && p.is(tCaret) {
		p.failHere("invalid block name in region with named arguments")
	}
	if !p.is(tCaret) {
		b := ir.NewBlock()
		r.Append(b)
		for _, a := range args {
			v := b.AddArg(a.Type, a.Loc)
			p.define(a.id, int(a.At), v, 1)
			p.retarget(a, v)
		}
		p.blockBody(b)
	}
	for !p.is(tRBrace) {
		p.labelledBlock(r)
	}
	p.advance()
	p.popBlocks()
	p.ops.names.pop()
	p.leave()
}

// retarget completes the location of an argument whose alias comes later.
func (p *parser) retarget(a Argument, v *ir.Value) {
	if a.deferred > 0 {
		p.deferred[a.deferred-1].arg = v
	}
}

// blockBody reads operations up to a label or the end of the region.
func (p *parser) blockBody(b *ir.Block) {
	a := p.startAhead()
	defer a.stop()
	for !p.is(tCaret) && !p.is(tRBrace) {
		if p.opts.Progress != nil && len(p.ops.blocks) == 1 {
			p.opts.Progress(int(p.tok.lo))
		}
		if a == nil || !a.take(b) {
			p.beginUnit()
			op := p.parseOperation()
			p.endUnit(op)
			b.Append(op)
			if len(p.ops.blocks) == 1 && !p.isAhead && !p.ops.topNames {
				p.forgetNames()
			}
		}
	}
}

func (p *parser) labelledBlock(r *ir.Region) {
	if !p.is(tCaret) {
		p.failToken("expected block name")
	}
	at := int(p.tok.lo)
	s := p.ops.blocks[len(p.ops.blocks)-1]
	n := s.find(p.text())
	switch {
	case n == nil:
		s.add(blockName{name: string(p.text()), block: ir.NewBlock(), at: at, defined: true})
		n = &s.names[len(s.names)-1]
	case n.defined:
		d := p.errorAt(at, "redefinition of block '%s'", p.text())
		panic(bailout{d.WithNote(p.pos(n.at), "previously defined here")})
	default:
		n.defined, n.at = true, at
		s.undefed--
	}
	b := n.block
	p.noteToken(Mention{Kind: BlockMention, Block: b, Def: true})
	p.advance()
	r.Append(b)
	if p.accept(tLParen) {
		p.listUntil(tRParen, "')' to end argument list", func() { p.blockArg(b) })
	}
	p.expect(tColon, "expected ':' after block name")
	p.blockBody(b)
}

func (p *parser) blockArg(b *ir.Block) {
	o := p.operand()
	if o.num != 0 {
		p.failAt(int(o.At), "result number not allowed in argument list")
	}
	p.expect(tColon, "expected ':' and type for SSA operand")
	t := p.parseType()
	v := b.AddArg(t, p.locAtMark(o.At))
	if l, ok := p.trailingLoc(nil, v); ok {
		v.SetArgLoc(l)
	}
	p.define(o.id, int(o.At), v, 1)
}

// locAtMark returns the location of a place read a little earlier, nearly
// always on the current line.
func (p *parser) locAtMark(at Mark) ir.Loc {
	if int(at) >= p.lineStart {
		return p.fileRef.At(p.line, uint32(int(at)-p.lineStart)+1)
	}
	return p.locAt(int(at))
}

func asDiagnostic(err error) *diag.Diagnostic {
	l := diag.All(err)
	d := *l[0]
	for _, more := range l[1:] {
		d.Notes = append(d.Notes, *more)
	}
	return &d
}
