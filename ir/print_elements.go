package ir

import (
	"encoding/hex"
	"strings"
)

// elements appends the element attributes: dense, sparse, array, resource.
func (p *Printer) elements(a Attr, elide bool) {
	switch a := a.(type) {
	case *DenseAttr:
		if p.elided(a) {
			p.Str("dense_resource<__elided__>")
		} else {
			p.Str("dense<")
			p.denseBody(a, p.hexLimit())
			p.Byte('>')
		}
		p.shapedSuffix(a.typ, elide)
	case *DenseStringAttr:
		p.Str("dense<")
		p.denseStrings(a)
		p.Byte('>')
		p.shapedSuffix(a.typ, elide)
	case *DenseArrayAttr:
		p.denseArray(a)
	case *DenseResourceAttr:
		p.Str("dense_resource<")
		p.Keyword(a.Key)
		p.Byte('>')
		p.shapedSuffix(a.typ, elide)
	case *SparseAttr:
		p.sparse(a)
		p.shapedSuffix(a.typ, elide)
	default:
		panic("internal: attribute that is neither builtin nor a DialectAttr")
	}
}

func (p *Printer) shapedSuffix(t Type, elide bool) {
	if !elide {
		p.Str(" : ")
		p.Type(t)
	}
}

func (p *Printer) hexLimit() int64 {
	switch {
	case p.Opts.HexLarger == 0:
		return 100
	case p.Opts.HexLarger < 0:
		return 1 << 62
	}
	return int64(p.Opts.HexLarger)
}

func (p *Printer) elided(a *DenseAttr) bool {
	if p.Opts.ElideLarger <= 0 || a.Splat {
		return false
	}
	n, _ := NumElements(a.typ)
	return n > int64(p.Opts.ElideLarger)
}

// denseBody appends what stands inside dense<>.
func (p *Printer) denseBody(a *DenseAttr, hexLimit int64) {
	n, _ := NumElements(a.typ)
	if n == 0 && !a.Splat {
		return
	}
	if !a.Splat && n > hexLimit {
		p.denseHex(a)
		return
	}
	size, _ := ElemBytes(a.typ.ElemType())
	if a.Splat {
		p.denseElem(a.typ.ElemType(), a.Data)
		return
	}
	dims, _ := a.typ.Dims()
	p.nested(dims, func(i int) {
		p.denseElem(a.typ.ElemType(), a.Data[i*size:(i+1)*size])
	})
}

// nested writes brackets of the given shape around row-major elements.
func (p *Printer) nested(dims []int64, elem func(i int)) {
	n := 0
	var level func(d int)
	level = func(d int) {
		if d == len(dims) {
			elem(n)
			n++
			return
		}
		p.Byte('[')
		for k := int64(0); k < dims[d]; k++ {
			if k > 0 {
				p.Str(", ")
			}
			level(d + 1)
		}
		p.Byte(']')
	}
	level(0)
}

func (p *Printer) denseElem(elem Type, data string) {
	switch t := elem.(type) {
	case *ComplexType:
		half := len(data) / 2
		p.Byte('(')
		p.denseElem(t.Elem, data[:half])
		p.Byte(',')
		p.denseElem(t.Elem, data[half:])
		p.Byte(')')
	case *FloatType:
		f := DecodeElem(t, data).(*FloatAttr)
		p.Str(t.Format.Format(f.Bits))
	case *IntegerType:
		if IsInt(t, 1) {
			if data[0]&1 != 0 {
				p.Str("true")
			} else {
				p.Str("false")
			}
			return
		}
		p.AttrNoType(DecodeElem(t, data))
	default:
		p.AttrNoType(DecodeElem(elem, data))
	}
}

// denseHex appends "0x..." with the raw bytes; i1 is bit-packed, lowest bit
// first, as MLIR 22 does.
func (p *Printer) denseHex(a *DenseAttr) {
	data := a.Data
	if IsInt(a.typ.ElemType(), 1) {
		packed := make([]byte, (len(data)+7)/8)
		for i := range len(data) {
			packed[i/8] |= (data[i] & 1) << (i % 8)
		}
		data = string(packed)
	}
	p.Str(`"0x`)
	p.Str(strings.ToUpper(hex.EncodeToString([]byte(data))))
	p.Byte('"')
}

func (p *Printer) denseStrings(a *DenseStringAttr) {
	if a.Splat {
		p.Quoted(a.Values[0])
		return
	}
	dims, _ := a.typ.Dims()
	if n, _ := NumElements(a.typ); n == 0 {
		return
	}
	p.nested(dims, func(i int) { p.Quoted(a.Values[i]) })
}

func (p *Printer) denseArray(a *DenseArrayAttr) {
	p.Str("array<")
	p.Type(a.Elem)
	size, _ := ElemBytes(a.Elem)
	for i := range a.N {
		if i == 0 {
			p.Str(": ")
		} else {
			p.Str(", ")
		}
		p.denseElem(a.Elem, a.Data[i*size:(i+1)*size])
	}
	p.Byte('>')
}

func (p *Printer) sparse(a *SparseAttr) {
	values, _ := a.Values.(*DenseAttr)
	if p.elided(a.Indices) || values != nil && p.elided(values) {
		p.Str("dense_resource<__elided__>")
		return
	}
	p.Str("sparse<")
	if n, _ := NumElements(a.Indices.typ); n > 0 {
		p.denseBody(a.Indices, 1<<62)
		p.Str(", ")
		switch v := a.Values.(type) {
		case *DenseAttr:
			p.denseBody(v, 1<<62)
		case *DenseStringAttr:
			p.denseStrings(v)
		}
	}
	p.Byte('>')
}
