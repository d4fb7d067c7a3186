package asm

import (
	"strconv"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// parseType reads a type, function types included.
func (p *parser) parseType() ir.Type {
	if p.is(tLParen) {
		return p.functionType()
	}
	return p.nonFunctionType()
}

// optType reads a type when one starts here.
func (p *parser) optType() (ir.Type, bool) {
	switch p.tok.kind {
	case tLParen, tExclaim:
		return p.parseType(), true
	case tBare:
		if p.startsType() {
			return p.parseType(), true
		}
	}
	return nil, false
}

// startsType reports whether the bare word begins a builtin type.
func (p *parser) startsType() bool {
	w := p.text()
	switch string(w) {
	case "index", "none", "memref", "tensor", "vector", "tuple", "complex":
		return true
	}
	if _, _, ok := intTypeWord(w); ok {
		return true
	}
	_, ok := numeric.FormatByName(string(w))
	return ok
}

func (p *parser) functionType() *ir.FunctionType {
	p.enter()
	ins := p.parenTypes()
	p.expect(tArrow, "expected '->' in function type")
	outs := p.resultTypes(nil)
	p.leave()
	return p.ctx.FuncType(ins, outs)
}

// parenTypes reads (t, u, ...).
func (p *parser) parenTypes() []ir.Type { return p.appendParenTypes(nil) }

func (p *parser) appendParenTypes(ts []ir.Type) []ir.Type {
	p.expect(tLParen, "expected '('")
	if p.accept(tRParen) {
		return ts
	}
	for {
		ts = append(ts, p.parseType())
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tRParen, "expected ')'")
	return ts
}

// resultTypes appends what may follow an arrow: one type that is no function
// type, or a list in parentheses.
func (p *parser) resultTypes(ts []ir.Type) []ir.Type {
	if p.is(tLParen) {
		return p.appendParenTypes(ts)
	}
	return append(ts, p.nonFunctionType())
}

// intTypeWord recognises iN, siN and uiN.
func intTypeWord(w []byte) (digits []byte, sign ir.Signedness, ok bool) {
	i := 1
	switch {
	case len(w) > 1 && w[0] == 'i':
	case len(w) > 2 && w[0] == 's' && w[1] == 'i':
		sign, i = ir.Signed, 2
	case len(w) > 2 && w[0] == 'u' && w[1] == 'i':
		sign, i = ir.Unsigned, 2
	default:
		return nil, 0, false
	}
	for _, c := range w[i:] {
		if c < '0' || c > '9' {
			return nil, 0, false
		}
	}
	return w[i:], sign, true
}

func (p *parser) nonFunctionType() ir.Type {
	switch p.tok.kind {
	case tBare:
		return p.wordType()
	case tExclaim:
		return p.extendedType()
	}
	p.failToken("expected non-function type")
	return nil
}

func (p *parser) wordType() ir.Type {
	w := p.text()
	if digits, sign, ok := intTypeWord(w); ok {
		return p.intType(digits, sign)
	}
	switch string(w) {
	case "index":
		p.advance()
		return p.ctx.Index()
	case "none":
		p.advance()
		return p.ctx.None()
	case "memref":
		return p.nested(p.memrefType)
	case "tensor":
		return p.nested(p.tensorType)
	case "vector":
		return p.nested(p.vectorType)
	case "tuple":
		return p.nested(p.tupleType)
	case "complex":
		return p.nested(p.complexType)
	}
	if f, ok := p.ops.floats.lookup(p.ctx, w); ok {
		p.advance()
		return f
	}
	p.failToken("expected non-function type")
	return nil
}

func (p *parser) nested(f func() ir.Type) ir.Type {
	p.enter()
	t := f()
	p.leave()
	return t
}

// floatCache remembers the float types met, so that f32 costs no lookup in
// the context.
type floatCache struct {
	names [4]string
	types [4]ir.Type
	n     int
}

func (c *floatCache) lookup(ctx *ir.Context, w []byte) (ir.Type, bool) {
	for i := range c.n {
		if c.names[i] == string(w) {
			return c.types[i], true
		}
	}
	f, ok := numeric.FormatByName(string(w))
	if !ok {
		return nil, false
	}
	t := ctx.Float(f)
	if c.n < len(c.names) {
		c.names[c.n], c.types[c.n] = f.String(), t
		c.n++
	}
	return t, true
}

func (p *parser) intType(digits []byte, sign ir.Signedness) ir.Type {
	width, err := strconv.ParseUint(string(digits), 10, 32)
	if err != nil {
		p.failHere("invalid integer width")
	}
	if width > ir.MaxIntWidth {
		p.failHere("integer bitwidth is limited to %d bits", ir.MaxIntWidth)
	}
	p.advance()
	return p.ctx.Int(uint32(width), sign)
}

// dims reads dimensions, each followed by x. The x may be glued to what
// follows it, so the lexer is set back behind it.
func (p *parser) dims(dst []int64, dynamic bool) []int64 {
	for {
		switch {
		case p.is(tInt):
			dst = append(dst, p.dimension())
		case dynamic && p.is(tQuestion):
			p.advance()
			dst = append(dst, ir.Dynamic)
		default:
			return dst
		}
		p.dimX()
	}
}

// dimension reads a dimension size. A token such as 0x1 is the dimension 0
// and the rest is lexed again.
func (p *parser) dimension() int64 {
	w := p.text()
	if len(w) > 1 && w[0] == '0' && w[1] == 'x' {
		p.reset(int(p.tok.lo) + 1)
		return 0
	}
	v, err := strconv.ParseUint(string(w), 10, 64)
	if err != nil || v > 1<<63-1 {
		p.failHere("invalid dimension")
	}
	p.advance()
	return int64(v)
}

// dimX consumes the x that ends a dimension.
func (p *parser) dimX() {
	if !p.is(tBare) || p.src[p.tok.lo] != 'x' {
		p.failToken("expected 'x' in dimension list")
	}
	if p.tok.hi != p.tok.lo+1 {
		p.reset(int(p.tok.lo) + 1)
		return
	}
	p.advance()
}

// reset lexes again from an offset inside the current token.
func (p *parser) reset(at int) {
	p.prev = at
	p.lexer.pos = at
	p.tok = p.lexer.next()
}

func (p *parser) tensorType() ir.Type {
	p.advance()
	p.expect(tLess, "expected '<' in tensor type")
	unranked := p.unrankedPrefix()
	var buf [8]int64
	shape := buf[:0]
	if !unranked {
		shape = p.dims(shape, true)
	}
	elem := p.elemType("tensor", isTensorElem)
	var enc ir.Attr
	if p.accept(tComma) {
		enc = p.parseAttr(nil)
		if unranked {
			p.failHere("cannot apply encoding to unranked tensor")
		}
	}
	p.expect(tGreater, "expected '>' in tensor type")
	if unranked {
		return ir.UnrankedTensorOf(elem)
	}
	return ir.TensorOf(shape, elem, enc)
}

// unrankedPrefix consumes *x.
func (p *parser) unrankedPrefix() bool {
	if !p.accept(tStar) {
		return false
	}
	p.dimX()
	return true
}

// elemType reads the element type of a shaped type and checks it.
func (p *parser) elemType(what string, ok func(ir.Type) bool) ir.Type {
	at := int(p.tok.lo)
	t := p.parseType()
	if !ok(t) {
		p.failAt(at, "invalid %s element type", what)
	}
	return t
}

func isTensorElem(t ir.Type) bool {
	switch t.(type) {
	case *ir.ComplexType, *ir.FloatType, *ir.IntegerType, *ir.IndexType, *ir.VectorType, *ir.OpaqueType, ir.DialectType:
		return true
	}
	return false
}

func isMemRefElem(t ir.Type) bool {
	switch t.(type) {
	case *ir.MemRefType, *ir.UnrankedMemRefType:
		return true
	}
	return isTensorElem(t)
}

func (p *parser) memrefType() ir.Type {
	at := int(p.tok.lo)
	p.advance()
	p.expect(tLess, "expected '<' in memref type")
	unranked := p.unrankedPrefix()
	var buf [8]int64
	shape := buf[:0]
	if !unranked {
		shape = p.dims(shape, true)
	}
	elem := p.elemType("memref", isMemRefElem)
	var layout, space ir.Attr
	for p.accept(tComma) {
		a := p.parseAttr(nil)
		if !isLayout(a) {
			if space != nil {
				p.failHere("multiple memory spaces specified in memref type")
			}
			space = a
			continue
		}
		switch {
		case unranked:
			p.failHere("cannot have affine map for unranked memref type")
		case space != nil:
			p.failHere("expected memory space to be last in memref type")
		}
		if m, ok := a.(*ir.AffineMapAttr); ok && layout != nil && m.Map.IsIdentity() {
			continue
		}
		layout = a
	}
	p.expect(tGreater, "expected '>' in memref type")
	if unranked {
		return ir.UnrankedMemRefOf(elem, space)
	}
	p.checkLayout(at, layout, len(shape))
	return ir.MemRefOf(shape, elem, layout, space)
}

func isLayout(a ir.Attr) bool {
	switch a.(type) {
	case *ir.AffineMapAttr, *ir.StridedLayoutAttr:
		return true
	}
	return false
}

func (p *parser) checkLayout(at int, layout ir.Attr, rank int) {
	switch l := layout.(type) {
	case *ir.AffineMapAttr:
		if n := l.Map.NumDims(); n != rank {
			p.failAt(at, "memref layout mismatch between rank and affine map: %d != %d", rank, n)
		}
	case *ir.StridedLayoutAttr:
		if len(l.Strides) != rank {
			p.failAt(at, "expected the number of strides to match the rank")
		}
	}
}

func (p *parser) vectorType() ir.Type {
	at := int(p.tok.lo)
	p.advance()
	p.expect(tLess, "expected '<' in vector type")
	var buf [8]int64
	shape := buf[:0]
	var scalable []bool
	for p.is(tInt) || p.is(tLSquare) {
		s := p.accept(tLSquare)
		if s && !p.is(tInt) {
			p.failToken("expected integer dimension in scalable dimension")
		}
		shape = append(shape, p.dimension())
		if s {
			p.expect(tRSquare, "missing ']' closing scalable dimension")
		}
		scalable = append(scalable, s)
		p.dimX()
	}
	elem := p.parseType()
	p.expect(tGreater, "expected '>' in vector type")
	for _, d := range shape {
		if d <= 0 {
			p.failAt(at, "vector types must have positive constant sizes but got %d", d)
		}
	}
	switch elem.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, ir.DialectType, *ir.OpaqueType:
	default:
		p.failAt(at, "failed to verify 'elementType': VectorElementTypeInterface instance")
	}
	return ir.ScalableVectorOf(shape, scalable, elem)
}

func (p *parser) tupleType() ir.Type {
	p.advance()
	p.expect(tLess, "expected '<' in tuple type")
	var elems []ir.Type
	p.listUntil(tGreater, "'>' in tuple type", func() { elems = append(elems, p.parseType()) })
	return p.ctx.TupleOf(elems)
}

func (p *parser) complexType() ir.Type {
	p.advance()
	p.expect(tLess, "expected '<' in complex type")
	at := int(p.tok.lo)
	elem := p.parseType()
	p.expect(tGreater, "expected '>' in complex type")
	switch elem.(type) {
	case *ir.IntegerType, *ir.FloatType:
	default:
		p.failAt(at, "invalid element type for complex")
	}
	return ir.ComplexOf(elem)
}
