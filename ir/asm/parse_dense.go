package asm

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// literal is an elements literal before its type is known: the tokens of its
// elements in row-major order, and the shape of its brackets.
type literal struct {
	elems []element
	shape []int64
	list  bool // brackets were written
	str   bool // a single string: hex data or a string splat
	at    int
}

// element is one number, bool, string, or half of a complex number.
type element struct {
	tok token
	neg bool
}

// readLiteral reads 1, [1, 2], [[...]], "..." or nothing.
func (p *parser) readLiteral(end kind) literal {
	l := literal{at: int(p.tok.lo)}
	switch {
	case p.is(end):
	case p.is(tString):
		l.str = true
		l.elems = append(l.elems, element{tok: p.tok})
		p.advance()
	case p.is(tLSquare):
		l.list = true
		p.literalList(&l, 0)
	default:
		p.literalElem(&l)
	}
	return l
}

// literalList reads a bracketed list at the given depth and checks its length
// against its siblings.
func (p *parser) literalList(l *literal, depth int) {
	p.enter()
	p.advance()
	first := depth == len(l.shape)
	if first {
		l.shape = append(l.shape, -1)
	}
	n := int64(0)
	leaf := !p.is(tLSquare)
	if !p.is(tRSquare) {
		for {
			if p.is(tLSquare) == leaf {
				p.failHere("tensor literal is invalid; ranks are not consistent between elements")
			}
			if leaf {
				if depth != len(l.shape)-1 {
					p.failHere("tensor literal is invalid; ranks are not consistent between elements")
				}
				p.literalElem(l)
			} else {
				p.literalList(l, depth+1)
			}
			n++
			if !p.accept(tComma) {
				break
			}
		}
	}
	p.expect(tRSquare, "expected ']' in tensor literal")
	if l.shape[depth] < 0 {
		l.shape[depth] = n
	} else if l.shape[depth] != n {
		p.failHere("tensor literal is invalid; ranks are not consistent between elements")
	}
	p.leave()
}

func (p *parser) literalElem(l *literal) {
	if p.accept(tLParen) {
		p.primitive(l)
		p.expect(tComma, "expected ',' between complex elements")
		p.primitive(l)
		p.expect(tRParen, "expected ')' after complex elements")
		return
	}
	p.primitive(l)
}

func (p *parser) primitive(l *literal) {
	neg := p.accept(tMinus)
	switch {
	case p.is(tInt), p.is(tFloat):
	case !neg && (p.is(tString) || p.isWord("true") || p.isWord("false")):
	case neg:
		p.failHere("expected integer or floating point literal")
	default:
		p.failToken("expected element literal of primitive type")
	}
	l.elems = append(l.elems, element{p.tok, neg})
	p.advance()
}

// elementsType reads ": type" of an elements literal that started at at.
func (p *parser) elementsType(at int, expected ir.Type) ir.ShapedType {
	if expected == nil {
		p.expect(tColon, "expected ':'")
		expected = p.parseType()
	}
	t, ok := expected.(ir.ShapedType)
	if !ok {
		p.failAt(at, "elements literal must be a shaped type")
	}
	if !ir.HasStaticShape(t) {
		p.failAt(at, "elements literal type must have static shape")
	}
	return t
}

func (p *parser) denseAttr(expected ir.Type) ir.Attr {
	at := int(p.tok.lo)
	p.advance()
	p.expect(tLess, "expected '<' after 'dense'")
	l := p.readLiteral(tGreater)
	p.expect(tGreater, "expected '>'")
	return p.denseOf(at, &l, p.elementsType(at, expected))
}

// denseOf makes the attribute of type t from a literal.
func (p *parser) denseOf(at int, l *literal, t ir.ShapedType) ir.Attr {
	n, known := ir.NumElements(t)
	if len(l.elems) == 0 && !(known && n == 0) {
		p.failAt(at, "parsed zero elements, but type ('%s') expected at least 1", t)
	}
	if l.list {
		p.checkShape(at, l.shape, t)
	}
	elem := t.ElemType()
	_, isNum := ir.ElemBytes(elem)
	if !isNum {
		return p.denseStrings(at, l, t)
	}
	if l.str {
		return p.denseHex(l, at, t)
	}
	var data []byte
	half := 1
	if c, ok := elem.(*ir.ComplexType); ok {
		elem, half = c.Elem, 2
	}
	if want := int64(half); len(l.elems) > 0 && (l.list && known && int64(len(l.elems)) != n*want || !l.list && int64(len(l.elems)) != want) {
		p.failAt(at, "expected element literal of %s type", map[int]string{1: "primitive", 2: "complex"}[half])
	}
	size, _ := ir.ElemBytes(elem)
	p.checkElements(at, size*len(l.elems))
	data = make([]byte, 0, size*len(l.elems))
	for _, e := range l.elems {
		data = p.appendElement(data, e, elem)
	}
	return ir.DenseOf(t, !l.list && len(l.elems) > 0, data)
}

// checkElements refuses elements whose data is out of proportion to the text:
// each of an i16777215 takes two megabytes.
func (p *parser) checkElements(at, bytes int) {
	if most := elementsBase + expansionFactor*len(p.src); bytes > most {
		p.failAt(at, "elements take more than %d bytes", most)
	}
}

func (p *parser) checkShape(at int, shape []int64, t ir.ShapedType) {
	dims, _ := t.Dims()
	same := len(shape) == len(dims)
	for i := 0; same && i < len(dims); i++ {
		same = shape[i] == dims[i]
	}
	if n, ok := ir.NumElements(t); !same && !(ok && n == 0 && hasZero(shape)) {
		p.failAt(at, "inferred shape of elements literal (%s) does not match type (%s)", shapeText(shape), shapeText(dims))
	}
}

func hasZero(dims []int64) bool {
	for _, d := range dims {
		if d == 0 {
			return true
		}
	}
	return false
}

func shapeText(dims []int64) string { return strings.ReplaceAll(fmt.Sprint(dims), " ", ", ") }

// appendElement appends the bytes of one element.
func (p *parser) appendElement(data []byte, e element, t ir.Type) []byte {
	at := int(e.tok.lo)
	switch t := t.(type) {
	case *ir.FloatType:
		size, _ := ir.ElemBytes(t)
		var b [16]byte
		bits := p.floatElement(e, t)
		binary.LittleEndian.PutUint64(b[:], bits.Lo)
		binary.LittleEndian.PutUint64(b[8:], bits.Hi)
		return append(data, b[:size]...)
	case *ir.IntegerType, *ir.IndexType:
		switch e.tok.kind {
		case tBare:
			if !ir.IsInt(t, 1) {
				p.failAt(at, "expected i1 type for 'true' or 'false' values")
			}
			if p.src[at] == 't' {
				return append(data, 1)
			}
			return append(data, 0)
		case tFloat:
			p.failAt(at, "expected integer elements, but parsed floating-point")
		case tString:
			p.failAt(at, "expected integer elements, but parsed a string")
		}
		return p.intElement(data, e, t)
	}
	p.failAt(at, "expected integer or floating point element type")
	return nil
}

func (p *parser) floatElement(e element, t *ir.FloatType) numeric.Bits {
	switch e.tok.kind {
	case tInt:
		return p.hexFloat(e.tok, t, e.neg)
	case tFloat:
		return p.decimalFloat(e.tok, t, e.neg)
	}
	p.failAt(int(e.tok.lo), "expected floating point elements")
	return numeric.Bits{}
}

func (p *parser) intElement(data []byte, e element, t ir.Type) []byte {
	w := p.src[e.tok.lo:e.tok.hi]
	if it, ok := t.(*ir.IntegerType); ok {
		if it.Sign == ir.Unsigned && e.neg {
			p.failAt(int(e.tok.lo), "expected unsigned integer elements, but parsed negative value")
		}
		if v, ok := smallDecimal(w); ok && it.Sign != ir.Unsigned && it.Width >= 8 && it.Width <= 64 && (it.Width == 64 || v < 1<<(it.Width-1)) && !(e.neg && v == 0) {
			if e.neg {
				v = -v
			}
			var b [8]byte
			mask := ^uint64(0) >> (64 - it.Width)
			binary.LittleEndian.PutUint64(b[:], uint64(v)&mask)
			size, _ := ir.ElemBytes(t)
			return append(data, b[:size]...)
		}
	}
	a, ok := wideInt(t, w, e.neg, true)
	if !ok {
		p.failAt(int(e.tok.lo), "integer constant out of range for type")
	}
	data, _ = ir.AppendElem(data, a)
	return data
}

func (p *parser) denseStrings(at int, l *literal, t ir.ShapedType) ir.Attr {
	switch t.ElemType().(type) {
	case *ir.OpaqueType, ir.DialectType:
	default:
		p.failAt(at, "expected integer or floating point element type, got '%s'", t.ElemType())
	}
	values := make([]string, 0, len(l.elems))
	for _, e := range l.elems {
		if e.tok.kind != tString {
			p.failAt(int(e.tok.lo), "expected string element for type '%s'", t.ElemType())
		}
		values = append(values, string(unquote(p.src[e.tok.lo:e.tok.hi])))
	}
	splat := !l.list
	for i := 1; i < len(values) && !splat; i++ {
		if values[i] != values[0] {
			return ir.DenseStringOf(t, false, values)
		}
	}
	if len(values) == 0 {
		return ir.DenseStringOf(t, false, nil)
	}
	return ir.DenseStringOf(t, true, values[:1])
}

// denseHex reads "0x..." data: the raw bytes of every element, or of one for
// a splat. i1 elements are bit-packed as MLIR 22 writes them, or one a byte.
func (p *parser) denseHex(l *literal, at int, t ir.ShapedType) ir.Attr {
	raw := unquote(p.src[l.elems[0].tok.lo:l.elems[0].tok.hi])
	if len(raw) < 2 || raw[0] != '0' || raw[1] != 'x' || len(raw)%2 != 0 {
		p.failAt(l.at, "expected string containing hex digits starting with `0x`")
	}
	data := make([]byte, 0, len(raw)/2-1)
	for i := 2; i < len(raw); i += 2 {
		if class[raw[i]]&class[raw[i+1]]&cHex == 0 {
			p.failAt(l.at, "expected string containing hex digits starting with `0x`")
		}
		data = append(data, hexDigit(raw[i])<<4|hexDigit(raw[i+1]))
	}
	n, known := ir.NumElements(t)
	size, _ := ir.ElemBytes(t.ElemType())
	bad := func() { p.failAt(at, "elements hex data size is invalid for provided type: '%s'", t) }
	if ir.IsInt(t.ElemType(), 1) {
		return p.denseBits(t, data, n, known, bad)
	}
	switch {
	case known && len(data)%size == 0 && int64(len(data)/size) == n:
		return ir.DenseOf(t, false, maskElements(data, t.ElemType(), size))
	case len(data) == size:
		return ir.DenseOf(t, true, maskElements(data, t.ElemType(), size))
	}
	bad()
	return nil
}

// maskElements clears the bits above the width of narrow integers.
func maskElements(data []byte, elem ir.Type, size int) []byte {
	it, ok := elem.(*ir.IntegerType)
	if !ok || it.Width%8 == 0 {
		return data
	}
	mask := byte(1)<<(it.Width%8) - 1
	for i := size - 1; i < len(data); i += size {
		data[i] &= mask
	}
	return data
}

func (p *parser) denseBits(t ir.ShapedType, data []byte, n int64, known bool, bad func()) ir.Attr {
	switch {
	case len(data) == 1 && (data[0] == 0 || data[0] == 0xff):
		return ir.DenseOf(t, true, []byte{data[0] & 1})
	case known && int64(len(data)) == (n+7)/8:
		bits := make([]byte, n)
		for i := range bits {
			bits[i] = data[i/8] >> (i % 8) & 1
		}
		return ir.DenseOf(t, false, bits)
	case known && int64(len(data)) == n:
		for i := range data {
			if data[i] > 1 {
				bad()
			}
		}
		return ir.DenseOf(t, false, data)
	case len(data) == 1 && data[0] == 1:
		return ir.DenseOf(t, true, data)
	}
	bad()
	return nil
}

func (p *parser) denseArray() ir.Attr {
	p.advance()
	p.expect(tLess, "expected '<' after 'array'")
	at := int(p.tok.lo)
	elem := p.parseType()
	switch t := elem.(type) {
	case *ir.IntegerType:
		if t.Width != 1 && (t.Width%8 != 0 || t.Width == 0) {
			p.failAt(at, "element type bitwidth must be a multiple of 8")
		}
	case *ir.FloatType:
		if t.Format.Width()%8 != 0 {
			p.failAt(at, "element type bitwidth must be a multiple of 8")
		}
	default:
		p.failAt(at, "expected integer or float type, got: '%s'", elem)
	}
	n := 0
	var data []byte
	if p.accept(tColon) {
		p.commaList(func() {
			data = p.arrayElement(data, elem)
			n++
			p.checkElements(at, len(data))
		})
	}
	p.expect(tGreater, "expected '>' to close an array attribute")
	return ir.DenseArrayOf(elem, n, data)
}

func (p *parser) arrayElement(data []byte, elem ir.Type) []byte {
	e := element{neg: p.accept(tMinus)}
	e.tok = p.tok
	switch {
	case ir.IsInt(elem, 1):
		if e.neg || !p.isWord("true") && !p.isWord("false") {
			p.advance()
			p.failHere("expected 'true' or 'false' values for i1 type")
		}
	case ir.IsFloat(elem):
		if !p.is(tFloat) && !p.is(tInt) {
			p.failToken("expected integer or floating point literal")
		}
	case !p.is(tInt):
		p.failToken("expected integer literal")
	}
	p.advance()
	if e.tok.kind == tInt && !ir.IsFloat(elem) {
		w := p.src[e.tok.lo:e.tok.hi]
		if a, ok := wideIntFast(elem, w, e.neg); ok {
			data, _ = ir.AppendElem(data, a)
			return data
		}
		p.failHere("integer constant out of range")
	}
	return p.appendElement(data, e, elem)
}

func wideIntFast(t ir.Type, w []byte, neg bool) (*ir.IntegerAttr, bool) {
	if v, ok := smallDecimal(w); ok {
		if a, ok := smallInt(t, v, neg); ok {
			return a, true
		}
	}
	return wideInt(t, w, neg, true)
}

func (p *parser) denseResource(expected ir.Type) ir.Attr {
	at := int(p.tok.lo)
	p.advance()
	p.expect(tLess, "expected '<' after 'dense_resource'")
	key := p.resourceKey()
	p.expect(tGreater, "expected '>'")
	if expected == nil {
		p.expect(tColon, "expected ':'")
		expected = p.parseType()
	}
	t, ok := expected.(ir.ShapedType)
	if !ok {
		p.failAt(at, "`dense_resource` expected a shaped type")
	}
	return ir.DenseResourceOf(t, key)
}

func (p *parser) resourceKey() string {
	switch p.tok.kind {
	case tBare:
		s := string(p.text())
		p.advance()
		return s
	case tString:
		return p.stringValue()
	}
	p.failToken("expected identifier key for 'resource' entry")
	return ""
}

func (p *parser) sparseAttr(expected ir.Type) ir.Attr {
	at := int(p.tok.lo)
	p.advance()
	p.expect(tLess, "Expected '<' after 'sparse'")
	if p.accept(tGreater) {
		t := p.elementsType(at, expected)
		dims, _ := t.Dims()
		idx := ir.TensorOf([]int64{0, int64(len(dims))}, p.ctx.I(64), nil)
		vals := ir.TensorOf([]int64{0}, t.ElemType(), nil)
		return ir.SparseOf(t, ir.DenseOf(idx, false, nil), p.denseOf(at, &literal{list: true, shape: []int64{0}}, vals))
	}
	idxLit := p.readLiteral(tComma)
	p.expect(tComma, "expected ','")
	valLit := p.readLiteral(tGreater)
	p.expect(tGreater, "expected '>'")
	t := p.elementsType(at, expected)
	return p.sparseOf(at, &idxLit, &valLit, t)
}

func (p *parser) sparseOf(at int, idxLit, valLit *literal, t ir.ShapedType) ir.Attr {
	dims, _ := t.Dims()
	rank := int64(len(dims))
	idxShape, valShape := []int64{1, rank}, []int64{1}
	if idxLit.list {
		idxShape = idxLit.shape
	}
	if valLit.list {
		valShape = valLit.shape
	}
	if !idxLit.list && valLit.list {
		idxShape[0] = valShape[0]
	}
	if len(idxShape) == 1 {
		idxShape = []int64{1, idxShape[0]}
		idxLit.shape = idxShape
	}
	if idxLit.list && !valLit.list {
		valShape[0] = idxShape[0]
	}
	if len(idxShape) != 2 || idxShape[1] != rank || len(valShape) != 1 || idxShape[0] != valShape[0] {
		p.failAt(at, "expected shape (%s); inferred shape of indices literal (%s); inferred shape of values literal (%s)",
			shapeText(dims), shapeText(idxShape), shapeText(valShape))
	}
	idx := p.denseOf(at, idxLit, ir.TensorOf(idxShape, p.ctx.I(64), nil)).(*ir.DenseAttr)
	vals := p.denseOf(at, valLit, ir.TensorOf(valShape, t.ElemType(), nil))
	for i := int64(0); i < idxShape[0]*rank; i++ {
		v, _ := ir.IntValue(idx.Elem(int(i)))
		if d := dims[i%rank]; v < 0 || v >= d {
			row := make([]int64, rank)
			for k := range row {
				row[k], _ = ir.IntValue(idx.Elem(int(i/rank*rank) + k))
			}
			p.failAt(at, "sparse index #%d is not contained within the value shape, with index=%s, and type='%s'", i/rank, shapeText(row), t)
		}
	}
	return ir.SparseOf(t, idx, vals)
}
