package asm

import (
	"bytes"

	"github.com/tile-opt/tile-opt/ir"
)

// memo remembers what pieces of text meant. Modules say the same few things
// over and over, such as (i32, i32) -> i32, and looking a piece up costs a
// fraction of reading it. A piece lies on one line, and is read the same
// wherever it stands: names of values and trailing locations are no part of it.
type memo struct {
	types   map[string]signatureMemo
	entries int
	parts   int // the parser's parts before the piece that is being read
}

// signatureMemo is a function type that was read.
type signatureMemo struct {
	types []ir.Type
	ins   int // how many of them are inputs
}

const (
	// maxPiece is the length of the longest piece that is remembered.
	maxPiece = 120
	// maxPieces bounds what a parser remembers.
	maxPieces = 1 << 13
)

// opMemo is an operation's name with what was read behind it.
type opMemo struct {
	info  *ir.OpInfo
	props map[string][]ir.Attr // by <{...}>
}

// pieceTo returns the text from the token to look at up to the end of the
// first occurrence of end on the line, nil for none near.
func (p *parser) pieceTo(end string) []byte {
	near := p.src[p.tok.lo:min(int(p.tok.lo)+maxPiece, len(p.src))]
	i := bytes.Index(near, []byte(end))
	if i < 0 || bytes.IndexByte(near[:i], '\n') >= 0 {
		return nil
	}
	return near[:i+len(end)]
}

// restOfLine returns the text from the token to look at up to the end of the
// line or to a location, nil when the line is long.
func (p *parser) restOfLine() []byte {
	near := p.src[p.tok.lo:min(int(p.tok.lo)+maxPiece, len(p.src))]
	i := bytes.IndexByte(near, '\n')
	if i < 0 {
		return nil
	}
	near = near[:i]
	if i := bytes.Index(near, []byte(" loc(")); i >= 0 {
		near = near[:i]
	}
	return near
}

// skipPiece moves behind a piece that starts with the token to look at.
func (p *parser) skipPiece(piece []byte) {
	p.tok.hi = p.tok.lo + int32(len(piece))
	p.lexer.pos = int(p.tok.hi)
	p.advance()
}

// isRead reports whether what was read since the token at lo is the piece, and
// worth remembering: what aliases blow up is counted at each use.
func (p *parser) isRead(lo int32, piece []byte) bool {
	return piece != nil && p.parts-p.ops.memo.parts <= maxPiece && p.prev == int(lo)+len(piece) && p.ops.memo.entries < maxPieces
}

// signature appends the types of a function type to the types that operations
// being read have, and returns how many inputs it has.
func (p *parser) signature() int {
	s := &p.ops
	lo, base := p.tok.lo, len(s.types)
	piece := p.restOfLine()
	if m, ok := s.memo.types[string(piece)]; ok {
		s.types = append(s.types, m.types...)
		p.skipPiece(piece)
		return m.ins
	}
	s.memo.parts = p.parts
	p.enter()
	s.types = p.appendParenTypes(s.types)
	ins := len(s.types) - base
	p.expect(tArrow, "expected '->' in function type")
	s.types = p.resultTypes(s.types)
	p.leave()
	if p.isRead(lo, piece) {
		if s.memo.types == nil {
			s.memo.types = make(map[string]signatureMemo)
		}
		s.memo.types[string(piece)] = signatureMemo{types: append([]ir.Type(nil), s.types[base:]...), ins: ins}
		s.memo.entries++
	}
	return ins
}

// knownProperties fills st from <{...}> when the operation had the same before.
// Otherwise it returns the text to remember them by.
func (p *parser) knownProperties(o *opMemo, st *ir.OpState) (piece []byte, known bool) {
	piece = p.pieceTo("}>")
	props, known := o.props[string(piece)]
	if known {
		copy(st.Props, props)
		p.skipPiece(piece)
	}
	p.ops.memo.parts = p.parts
	return piece, known
}

// rememberProperties notes what the piece at lo gave st.
func (p *parser) rememberProperties(o *opMemo, st *ir.OpState, lo int32, piece []byte) {
	if !p.isRead(lo, piece) {
		return
	}
	if o.props == nil {
		o.props = make(map[string][]ir.Attr)
	}
	o.props[string(piece)] = append([]ir.Attr(nil), st.Props...)
	p.ops.memo.entries++
}
