package ir

import (
	"encoding/binary"
	"math/big"

	"github.com/tile-opt/tile-opt/ir/numeric"
)

type (
	// DenseAttr is dense<...> over integers, index, floats or complex
	// numbers. Data holds the elements in row-major order, each in
	// ElemBytes(elem) little-endian bytes (i1 in one byte, 0 or 1), or one
	// element when Splat. Typ is the tensor or vector type.
	DenseAttr struct {
		AttrBase
		typ   ShapedType
		Splat bool
		Data  string
	}
	// DenseStringAttr is dense<["a", ...]> over an opaque element type.
	DenseStringAttr struct {
		AttrBase
		typ    ShapedType
		Splat  bool
		Values []string
	}
	// DenseArrayAttr is array<elem: ...>; Data is laid out as in DenseAttr.
	DenseArrayAttr struct {
		AttrBase
		Elem Type
		N    int
		Data string
	}
	// DenseResourceAttr is dense_resource<key> : type.
	DenseResourceAttr struct {
		AttrBase
		typ ShapedType
		Key string
	}
	// SparseAttr is sparse<indices, values>.
	SparseAttr struct {
		AttrBase
		typ     ShapedType
		Indices *DenseAttr
		Values  Attr
	}
)

// ElemBytes returns the size of one element in the Data of DenseAttr and
// DenseArrayAttr, and whether the element type may stand there.
func ElemBytes(elem Type) (int, bool) {
	switch t := elem.(type) {
	case *IntegerType:
		return int(t.Width+7) / 8, t.Width > 0
	case *IndexType:
		return 8, true
	case *FloatType:
		return int(t.Format.Width()+7) / 8, true
	case *ComplexType:
		n, ok := ElemBytes(t.Elem)
		return 2 * n, ok
	}
	return 0, false
}

// DenseOf returns a dense attribute over data (see DenseAttr). Data that
// repeats one element becomes a splat, as in MLIR.
func DenseOf(t ShapedType, splat bool, data []byte) *DenseAttr {
	size, ok := ElemBytes(t.ElemType())
	if !ok {
		panic("internal: dense attribute over a foreign element type")
	}
	if !splat && len(data) >= size && isRepeat(data, size) {
		splat, data = true, data[:size]
	}
	k := newKey("dense")
	k = k.typ(t)
	if splat {
		k = k.num(1)
	} else {
		k = k.num(0)
	}
	k = append(k, data...)
	return internAttrBytes(t.Context(), k, func() *DenseAttr {
		return &DenseAttr{typ: t, Splat: splat, Data: string(data)}
	})
}

func isRepeat(data []byte, size int) bool {
	for i := size; i < len(data); i += size {
		if string(data[i:i+size]) != string(data[:size]) {
			return false
		}
	}
	return len(data) > 0
}

// SplatOf returns dense<v> : t for an integer or float attribute v.
func SplatOf(t ShapedType, v Attr) *DenseAttr {
	data, ok := AppendElem(nil, v)
	if !ok {
		panic("internal: splat of a foreign attribute")
	}
	return DenseOf(t, true, data)
}

// AppendElem appends the element bytes of an integer or float attribute.
func AppendElem(data []byte, v Attr) ([]byte, bool) {
	switch v := v.(type) {
	case *IntegerAttr:
		size, _ := ElemBytes(v.typ)
		if IsInt(v.typ, 1) {
			return append(data, byte(v.small&1)), true
		}
		if v.big == nil && size <= 8 {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], uint64(v.small)&widthMask(v.typ))
			return append(data, b[:size]...), true
		}
		return appendBig(data, v.Big(), size), true
	case *FloatAttr:
		size, _ := ElemBytes(v.typ)
		var b [16]byte
		binary.LittleEndian.PutUint64(b[:], v.Bits.Lo)
		binary.LittleEndian.PutUint64(b[8:], v.Bits.Hi)
		return append(data, b[:size]...), true
	}
	return data, false
}

// widthMask keeps the bits of narrow integers: i4 -8 is stored as 08.
func widthMask(t Type) uint64 {
	w, _ := intShape(t)
	if w >= 64 {
		return ^uint64(0)
	}
	return 1<<w - 1
}

func appendBig(data []byte, v *big.Int, size int) []byte {
	if v.Sign() < 0 {
		v = new(big.Int).Add(v, new(big.Int).Lsh(big.NewInt(1), uint(8*size)))
	}
	be := v.FillBytes(make([]byte, size))
	for i := len(be) - 1; i >= 0; i-- {
		data = append(data, be[i])
	}
	return data
}

// Type returns the tensor or vector type.
func (a *DenseAttr) Type() Type { return a.typ }

// ShapedType returns the tensor or vector type.
func (a *DenseAttr) ShapedType() ShapedType { return a.typ }

// Elem returns element i (row-major) as an integer or float attribute, or nil
// for complex elements.
func (a *DenseAttr) Elem(i int) Attr {
	size, _ := ElemBytes(a.typ.ElemType())
	if a.Splat {
		i = 0
	}
	return DecodeElem(a.typ.ElemType(), a.Data[i*size:(i+1)*size])
}

// DecodeElem reads one element written by AppendElem; complex elements give
// nil.
func DecodeElem(elem Type, data string) Attr {
	switch t := elem.(type) {
	case *IntegerType, *IndexType:
		w, sign := intShape(t)
		if w > 64 {
			be := make([]byte, len(data))
			for i := range be {
				be[i] = data[len(data)-1-i]
			}
			v := new(big.Int).SetBytes(be)
			if full := new(big.Int).Lsh(big.NewInt(1), uint(w)); w%8 != 0 || v.Bit(int(w)-1) == 1 {
				// The last byte may have more bits than the type.
				v.And(v, new(big.Int).Sub(full, big.NewInt(1)))
				if sign != Unsigned && v.Bit(int(w)-1) == 1 {
					v.Sub(v, full)
				}
			}
			return BigIntAttr(t, v)
		}
		var b [8]byte
		copy(b[:], data)
		return IntAttr(t, int64(binary.LittleEndian.Uint64(b[:])))
	case *FloatType:
		var b [16]byte
		copy(b[:], data)
		return FloatBits(t, numeric.Bits{Lo: binary.LittleEndian.Uint64(b[:]), Hi: binary.LittleEndian.Uint64(b[8:])})
	}
	return nil
}

// DenseStringOf returns dense<["a", ...]> : t.
func DenseStringOf(t ShapedType, splat bool, values []string) *DenseStringAttr {
	k := newKey("densestr")
	k = k.typ(t)
	if splat {
		k = k.num(1)
	} else {
		k = k.num(0)
	}
	for _, v := range values {
		k = k.str(v)
	}
	return internAttrBytes(t.Context(), k, func() *DenseStringAttr {
		return &DenseStringAttr{typ: t, Splat: splat, Values: cloneSlice(values)}
	})
}

// Type returns the tensor or vector type.
func (a *DenseStringAttr) Type() Type { return a.typ }

// DenseArrayOf returns array<elem: ...> over n elements laid out as in
// DenseAttr.
func DenseArrayOf(elem Type, n int, data []byte) *DenseArrayAttr {
	k := newKey("darr")
	k = k.typ(elem)
	k = k.num(int64(n))
	k = append(k, data...)
	return internAttrBytes(elem.Context(), k, func() *DenseArrayAttr {
		return &DenseArrayAttr{Elem: elem, N: n, Data: string(data)}
	})
}

// I64Array returns array<i64: v...>.
func (c *Context) I64Array(v ...int64) *DenseArrayAttr { return c.intArray(64, v) }

// I32Array returns array<i32: v...>.
func (c *Context) I32Array(v ...int64) *DenseArrayAttr { return c.intArray(32, v) }

func (c *Context) intArray(width uint32, v []int64) *DenseArrayAttr {
	t := c.I(width)
	var data []byte
	for _, x := range v {
		data, _ = AppendElem(data, IntAttr(t, x))
	}
	return DenseArrayOf(t, len(v), data)
}

// Ints returns the elements of an integer array attribute.
func (a *DenseArrayAttr) Ints() []int64 {
	out := make([]int64, a.N)
	for i := range out {
		out[i] = a.IntAt(i)
	}
	return out
}

// IntAt returns element i of an integer array attribute.
func (a *DenseArrayAttr) IntAt(i int) int64 {
	size, _ := ElemBytes(a.Elem)
	if t, ok := a.Elem.(*IntegerType); ok && t.Width > 1 && t.Width <= 64 && t.Sign != Unsigned {
		// Without uniquing an attribute for each element.
		var b [8]byte
		copy(b[:], a.Data[i*size:(i+1)*size])
		unused := 64 - 8*uint(size)
		return int64(binary.LittleEndian.Uint64(b[:])<<unused) >> unused
	}
	v, _ := IntValue(a.At(i))
	return v
}

// At returns element i.
func (a *DenseArrayAttr) At(i int) Attr {
	size, _ := ElemBytes(a.Elem)
	return DecodeElem(a.Elem, a.Data[i*size:(i+1)*size])
}

// DenseResourceOf returns dense_resource<key> : t.
func DenseResourceOf(t ShapedType, key string) *DenseResourceAttr {
	k := newKey("dres")
	k = k.typ(t)
	k = k.str(key)
	return internAttrBytes(t.Context(), k, func() *DenseResourceAttr { return &DenseResourceAttr{typ: t, Key: key} })
}

// Type returns the tensor or vector type.
func (a *DenseResourceAttr) Type() Type { return a.typ }

// SparseOf returns sparse<indices, values> : t.
func SparseOf(t ShapedType, indices *DenseAttr, values Attr) *SparseAttr {
	k := newKey("sparse")
	k = k.typ(t)
	k = k.attr(indices)
	k = k.attr(values)
	return internAttrBytes(t.Context(), k, func() *SparseAttr {
		return &SparseAttr{typ: t, Indices: indices, Values: values}
	})
}

// Type returns the tensor or vector type.
func (a *SparseAttr) Type() Type { return a.typ }
