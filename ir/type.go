package ir

import (
	"encoding/binary"
	"strings"

	"github.com/tile-opt/tile-opt/ir/numeric"
)

// Type is a uniqued, immutable type. Dialect types are structs that embed
// TypeBase, are made through InternType and implement DialectType.
type Type interface {
	// Context returns the context that owns the type.
	Context() *Context
	// String returns the type as it stands in text.
	String() string
	typeBase() *TypeBase
}

// TypeBase is embedded by every type.
type TypeBase struct {
	ctx *Context
	id  uint32
}

// Context returns the context that owns the type.
func (b *TypeBase) Context() *Context { return b.ctx }

func (b *TypeBase) typeBase() *TypeBase { return b }

// DialectType is a type of a registered dialect, printed as !dialect.body.
type DialectType interface {
	Type
	// DialectName returns the prefix after the exclamation mark.
	DialectName() string
	// PrintBody writes what stands after "!dialect.".
	PrintBody(p *Printer)
}

// Signedness of an integer type.
type Signedness uint8

// The three kinds of integer types: iN, siN, uiN.
const (
	Signless Signedness = iota
	Signed
	Unsigned
)

// MaxIntWidth is the widest integer type, in bits, as in MLIR.
const MaxIntWidth = 1<<24 - 1

// Dynamic stands for a dimension, offset or stride written as ?.
const Dynamic int64 = -1 << 63

type (
	// IntegerType is iN, siN or uiN.
	IntegerType struct {
		TypeBase
		Width uint32
		Sign  Signedness
	}
	// IndexType is index.
	IndexType struct{ TypeBase }
	// NoneType is none.
	NoneType struct{ TypeBase }
	// FloatType is one of MLIR's float types.
	FloatType struct {
		TypeBase
		Format numeric.FloatFormat
	}
	// ComplexType is complex<elem>.
	ComplexType struct {
		TypeBase
		Elem Type
	}
	// FunctionType is (inputs) -> results.
	FunctionType struct {
		TypeBase
		Inputs  []Type
		Results []Type
	}
	// TupleType is tuple<...>.
	TupleType struct {
		TypeBase
		Elems []Type
	}
	// VectorType is vector<4x[8]xT>.
	VectorType struct {
		TypeBase
		Shape    []int64
		Scalable []bool
		Elem     Type
	}
	// TensorType is a ranked tensor, tensor<4x?xT, encoding>.
	TensorType struct {
		TypeBase
		Shape    []int64
		Elem     Type
		Encoding Attr
	}
	// UnrankedTensorType is tensor<*xT>.
	UnrankedTensorType struct {
		TypeBase
		Elem Type
	}
	// MemRefType is memref<4x?xT, layout, space>; Layout is nil for the
	// identity and MemSpace nil for the default space.
	MemRefType struct {
		TypeBase
		Shape    []int64
		Elem     Type
		Layout   Attr
		MemSpace Attr
	}
	// UnrankedMemRefType is memref<*xT, space>.
	UnrankedMemRefType struct {
		TypeBase
		Elem     Type
		MemSpace Attr
	}
	// OpaqueType is a type of an unregistered dialect; Body is kept byte for
	// byte.
	OpaqueType struct {
		TypeBase
		Dialect string
		Body    string
	}
)

// ShapedType is implemented by vector, tensor and memref types.
type ShapedType interface {
	Type
	// ElemType returns the element type.
	ElemType() Type
	// Dims returns the shape; ok is false for unranked types. Dynamic
	// dimensions are Dynamic.
	Dims() (dims []int64, ok bool)
}

// ElemType returns the element type.
func (t *VectorType) ElemType() Type { return t.Elem }

// Dims returns the shape.
func (t *VectorType) Dims() ([]int64, bool) { return t.Shape, true }

// ElemType returns the element type.
func (t *TensorType) ElemType() Type { return t.Elem }

// Dims returns the shape.
func (t *TensorType) Dims() ([]int64, bool) { return t.Shape, true }

// ElemType returns the element type.
func (t *UnrankedTensorType) ElemType() Type { return t.Elem }

// Dims reports that the rank is unknown.
func (t *UnrankedTensorType) Dims() ([]int64, bool) { return nil, false }

// ElemType returns the element type.
func (t *MemRefType) ElemType() Type { return t.Elem }

// Dims returns the shape.
func (t *MemRefType) Dims() ([]int64, bool) { return t.Shape, true }

// ElemType returns the element type.
func (t *UnrankedMemRefType) ElemType() Type { return t.Elem }

// Dims reports that the rank is unknown.
func (t *UnrankedMemRefType) Dims() ([]int64, bool) { return nil, false }

// HasStaticShape reports whether t is ranked and has no dynamic dimension.
func HasStaticShape(t ShapedType) bool {
	dims, ok := t.Dims()
	if !ok {
		return false
	}
	for _, d := range dims {
		if d == Dynamic {
			return false
		}
	}
	return true
}

// NumElements returns the product of static dimensions and whether it is
// known and fits an int64.
func NumElements(t ShapedType) (int64, bool) {
	dims, ok := t.Dims()
	if !ok {
		return 0, false
	}
	n := int64(1)
	for _, d := range dims {
		if d == 0 {
			return 0, true
		}
	}
	for _, d := range dims {
		if d < 0 || n > (1<<62)/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// WithShape returns t with another shape; encodings, layouts and spaces are
// kept.
func WithShape(t ShapedType, shape []int64) ShapedType {
	switch t := t.(type) {
	case *TensorType:
		return TensorOf(shape, t.Elem, t.Encoding)
	case *MemRefType:
		return MemRefOf(shape, t.Elem, t.Layout, t.MemSpace)
	case *VectorType:
		return VectorOf(shape, t.Elem)
	}
	panic("internal: WithShape on an unranked type")
}

// WithElem returns t with another element type.
func WithElem(t ShapedType, elem Type) ShapedType {
	switch t := t.(type) {
	case *TensorType:
		return TensorOf(t.Shape, elem, t.Encoding)
	case *MemRefType:
		return MemRefOf(t.Shape, elem, t.Layout, t.MemSpace)
	case *VectorType:
		return ScalableVectorOf(t.Shape, t.Scalable, elem)
	case *UnrankedTensorType:
		return UnrankedTensorOf(elem)
	case *UnrankedMemRefType:
		return UnrankedMemRefOf(elem, t.MemSpace)
	}
	panic("internal: WithElem on a foreign shaped type")
}

// ElemOrSelf returns the element type of a shaped type, and any other type
// unchanged.
func ElemOrSelf(t Type) Type {
	if s, ok := t.(ShapedType); ok {
		return s.ElemType()
	}
	return t
}

// keyBuf collects a uniquing key. Its methods return the longer key, as append
// does, so that the buffer of a short key stays on the stack of the caller.
type keyBuf []byte

// newKey starts a key.
func newKey(tag string) keyBuf { return append(make(keyBuf, 0, 96), tag...) }

func (k keyBuf) num(v int64) keyBuf { return binary.AppendVarint(k, v) }

func (k keyBuf) typ(t Type) keyBuf {
	if t == nil {
		return append(k, 0)
	}
	return binary.AppendUvarint(k, uint64(t.typeBase().id))
}

func (k keyBuf) attr(a Attr) keyBuf {
	if a == nil {
		return append(k, 0)
	}
	return binary.AppendUvarint(k, uint64(a.attrBase().id))
}

func (k keyBuf) str(s string) keyBuf { return append(k.num(int64(len(s))), s...) }

func (k keyBuf) types(ts []Type) keyBuf {
	k = k.num(int64(len(ts)))
	for _, t := range ts {
		k = k.typ(t)
	}
	return k
}

func (k keyBuf) nums(v []int64) keyBuf {
	k = k.num(int64(len(v)))
	for _, x := range v {
		k = k.num(x)
	}
	return k
}

// I returns the signless integer type of that width.
func (c *Context) I(width uint32) *IntegerType {
	if int(width) < len(c.cached.ints) {
		return c.cached.ints[width].(*IntegerType)
	}
	return c.internInt(width, Signless)
}

// Int returns the integer type of that width and signedness.
func (c *Context) Int(width uint32, s Signedness) *IntegerType {
	if s == Signless {
		return c.I(width)
	}
	return c.internInt(width, s)
}

func (c *Context) internInt(width uint32, s Signedness) *IntegerType {
	if width > MaxIntWidth {
		panic("internal: integer type wider than 16777215 bits")
	}
	k := newKey("i")
	k = k.num(int64(s))
	k = k.num(int64(width))
	return internTypeBytes(c, k, func() *IntegerType { return &IntegerType{Width: width, Sign: s} })
}

// Index returns the index type.
func (c *Context) Index() *IndexType { return c.cached.index.(*IndexType) }

// None returns the none type.
func (c *Context) None() *NoneType { return c.cached.none.(*NoneType) }

// Float returns the float type of a format.
func (c *Context) Float(f numeric.FloatFormat) *FloatType {
	k := newKey("f")
	k = k.num(int64(f))
	return internTypeBytes(c, k, func() *FloatType { return &FloatType{Format: f} })
}

// F16 returns f16.
func (c *Context) F16() *FloatType { return c.Float(numeric.F16) }

// BF16 returns bf16.
func (c *Context) BF16() *FloatType { return c.Float(numeric.BF16) }

// F32 returns f32.
func (c *Context) F32() *FloatType { return c.Float(numeric.F32) }

// F64 returns f64.
func (c *Context) F64() *FloatType { return c.Float(numeric.F64) }

// ComplexOf returns complex<elem>.
func ComplexOf(elem Type) *ComplexType {
	k := newKey("complex")
	k = k.typ(elem)
	return internTypeBytes(elem.Context(), k, func() *ComplexType { return &ComplexType{Elem: elem} })
}

// FuncType returns (inputs) -> results.
func (c *Context) FuncType(inputs, results []Type) *FunctionType {
	k := newKey("fn")
	k = k.types(inputs)
	k = k.types(results)
	return internTypeBytes(c, k, func() *FunctionType {
		return &FunctionType{Inputs: cloneSlice(inputs), Results: cloneSlice(results)}
	})
}

// TupleOf returns tuple<elems>.
func (c *Context) TupleOf(elems []Type) *TupleType {
	k := newKey("tuple")
	k = k.types(elems)
	return internTypeBytes(c, k, func() *TupleType { return &TupleType{Elems: cloneSlice(elems)} })
}

// VectorOf returns a fixed vector type.
func VectorOf(shape []int64, elem Type) *VectorType { return ScalableVectorOf(shape, nil, elem) }

// ScalableVectorOf returns a vector type with some scalable dimensions.
func ScalableVectorOf(shape []int64, scalable []bool, elem Type) *VectorType {
	k := newKey("vector")
	k = k.nums(shape)
	any := false
	for _, s := range scalable {
		any = any || s
	}
	if !any {
		scalable = nil
	}
	for _, s := range scalable {
		if s {
			k = k.num(1)
		} else {
			k = k.num(0)
		}
	}
	k = k.typ(elem)
	return internTypeBytes(elem.Context(), k, func() *VectorType {
		return &VectorType{Shape: cloneSlice(shape), Scalable: cloneSlice(scalable), Elem: elem}
	})
}

// TensorOf returns a ranked tensor type; encoding may be nil.
func TensorOf(shape []int64, elem Type, encoding Attr) *TensorType {
	k := newKey("tensor")
	k = k.nums(shape)
	k = k.typ(elem)
	k = k.attr(encoding)
	return internTypeBytes(elem.Context(), k, func() *TensorType {
		return &TensorType{Shape: cloneSlice(shape), Elem: elem, Encoding: encoding}
	})
}

// UnrankedTensorOf returns tensor<*xelem>.
func UnrankedTensorOf(elem Type) *UnrankedTensorType {
	k := newKey("utensor")
	k = k.typ(elem)
	return internTypeBytes(elem.Context(), k, func() *UnrankedTensorType { return &UnrankedTensorType{Elem: elem} })
}

// MemRefOf returns a ranked memref type. An identity affine map as layout and
// the integer 0 as memory space are dropped, as in MLIR.
func MemRefOf(shape []int64, elem Type, layout, space Attr) *MemRefType {
	if m, ok := layout.(*AffineMapAttr); ok && m.Map.IsIdentity() && m.Map.NumDims() == len(shape) && m.Map.NumSymbols() == 0 {
		layout = nil
	}
	space = dropZeroSpace(space)
	k := newKey("memref")
	k = k.nums(shape)
	k = k.typ(elem)
	k = k.attr(layout)
	k = k.attr(space)
	return internTypeBytes(elem.Context(), k, func() *MemRefType {
		return &MemRefType{Shape: cloneSlice(shape), Elem: elem, Layout: layout, MemSpace: space}
	})
}

// UnrankedMemRefOf returns memref<*xelem, space>.
func UnrankedMemRefOf(elem Type, space Attr) *UnrankedMemRefType {
	space = dropZeroSpace(space)
	k := newKey("umemref")
	k = k.typ(elem)
	k = k.attr(space)
	return internTypeBytes(elem.Context(), k, func() *UnrankedMemRefType {
		return &UnrankedMemRefType{Elem: elem, MemSpace: space}
	})
}

func dropZeroSpace(space Attr) Attr {
	if i, ok := space.(*IntegerAttr); ok {
		if v, ok := i.Int64(); ok && v == 0 {
			return nil
		}
	}
	return space
}

// OpaqueTypeOf returns a type of a dialect that is not registered.
func (c *Context) OpaqueTypeOf(dialect, body string) *OpaqueType {
	k := newKey("opaque")
	k = k.str(dialect)
	k = k.str(body)
	return internTypeBytes(c, k, func() *OpaqueType {
		return &OpaqueType{Dialect: strings.Clone(dialect), Body: strings.Clone(body)}
	})
}

// IsInt reports whether t is the signless integer type of that width.
func IsInt(t Type, width uint32) bool {
	i, ok := t.(*IntegerType)
	return ok && i.Width == width && i.Sign == Signless
}

// IsFloat reports whether t is a float type.
func IsFloat(t Type) bool { _, ok := t.(*FloatType); return ok }

// IsIndex reports whether t is index.
func IsIndex(t Type) bool { _, ok := t.(*IndexType); return ok }

// IsIntOrIndex reports whether t is an integer type or index.
func IsIntOrIndex(t Type) bool {
	switch t.(type) {
	case *IntegerType, *IndexType:
		return true
	}
	return false
}

// BitWidth returns the width of an integer or float type, 64 for index (as
// constant folding treats it), and false for any other type.
func BitWidth(t Type) (uint32, bool) {
	switch t := t.(type) {
	case *IntegerType:
		return t.Width, true
	case *IndexType:
		return 64, true
	case *FloatType:
		return uint32(t.Format.Width()), true
	}
	return 0, false
}

func cloneSlice[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return append([]T(nil), s...)
}
