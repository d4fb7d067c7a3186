package asm

import (
	"bytes"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// maxParseErrors bounds what one text reports.
const maxParseErrors = 100

// unit is the operation whose reading a mistake ends: one of the text, or of a
// module that stands there alone.
type unit struct {
	at    int  // where it begins
	known bool // nothing else, such as an alias, is being read
}

// beginUnit notes that an operation of the text, or of its module, begins here.
func (p *parser) beginUnit() {
	if n := len(p.ops.blocks); n == 0 || n == 1 && p.inTable {
		p.unit = unit{at: int(p.tok.lo), known: true}
	}
}

// endUnit reports names that an isolated operation, the last one read, uses and
// that nothing inside defines.
func (p *parser) endUnit(op *ir.Operation) {
	if p.ops.names.pending > 0 && !p.isAhead && p.unit.known && op.Has(ir.IsolatedFromAbove) {
		if n := len(p.ops.blocks); n == 0 || n == 1 && p.inTable {
			p.finishNames(p.unit.at)
		}
	}
}

// readOn reads the operations behind a mistake, to report more of them than the
// first. It goes on where the operation that held the mistake seems to end: at a
// line as far to the left that begins an operation, when the brackets in between
// match. What is read is thrown away; names of SSA values that the lost part may
// have defined are not missed.
func (p *parser) readOn(first *diag.Diagnostic) diag.List {
	errs := diag.List{first}
	u, failed := p.unit, p.failedAt
	for u.known && len(errs) < maxParseErrors {
		next, ok := p.behind(u.at, failed)
		if !ok {
			break
		}
		w := p.reader(next)
		d := w.readUnits()
		if d == nil {
			break
		}
		errs = append(errs, d)
		u, failed = w.unit, w.failedAt
	}
	return errs
}

// behind returns where the text goes on behind the operation that begins at
// offset at and holds a mistake at failed.
func (p *parser) behind(at, failed int) (lexer, bool) {
	indent := func(lo int) []byte {
		start := 1 + bytes.LastIndexByte(p.src[:lo], '\n')
		return p.src[start:lo]
	}
	left := indent(at)
	if len(bytes.TrimLeft(left, " \t")) > 0 {
		return lexer{}, false // something else is on its line
	}
	l := lexer{src: p.src, pos: at, line: uint32(p.pos(at).Line), lineStart: at - len(left)}
	if !l.skipOperations(max(failed-at, 0)+1) || !bytes.Equal(indent(l.pos), left) {
		return lexer{}, false
	}
	return l, true
}

// reader returns a parser that knows what p has learnt of aliases and stands at l.
func (p *parser) reader(l lexer) *parser {
	w := newParser(p.ctx, p.file, p.src, ParseOptions{MaxDepth: p.opts.MaxDepth})
	w.fileRef = p.fileRef
	w.attrAliases, w.typeAliases, w.aliasParts, w.parts = p.attrAliases, p.typeAliases, p.aliasParts, p.parts
	w.ops.pushScope()
	w.line, w.lineStart, w.lexer.pos, w.prev = l.line, l.lineStart, l.pos, l.pos
	return w
}

// readUnits reads operations up to the first mistake, which it returns, or to
// something else than an operation.
func (p *parser) readUnits() (d *diag.Diagnostic) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bailout:
			d = r.d
		default:
			panic(r)
		}
	}()
	p.advance()
	for p.is(tString) || p.is(tBare) || p.is(tPercent) {
		p.beginUnit()
		p.endUnit(p.parseOperation())
		p.forgetNames()
	}
	return nil
}

// enterTable notes whether the region that begins is that of a symbol table of
// the text, whose operations are units.
func (p *parser) enterTable(info *ir.OpInfo) {
	if len(p.ops.blocks) == 0 {
		p.inTable = info.Has(ir.SymbolTable)
	}
}
