package ir

import (
	"math/big"
	"sort"
	"strings"

	"github.com/tile-opt/tile-opt/ir/affine"
	"github.com/tile-opt/tile-opt/ir/numeric"
)

// Attr is a uniqued, immutable attribute. Dialect attributes embed AttrBase,
// are made through InternAttr and implement DialectAttr.
type Attr interface {
	// Context returns the context that owns the attribute.
	Context() *Context
	// String returns the attribute as it stands in text.
	String() string
	attrBase() *AttrBase
}

// AttrBase is embedded by every attribute.
type AttrBase struct {
	ctx *Context
	id  uint32
}

// Context returns the context that owns the attribute.
func (b *AttrBase) Context() *Context { return b.ctx }

func (b *AttrBase) attrBase() *AttrBase { return b }

// BodyInBrackets is implemented by dialect attributes that may be printed as
// #dialect<body>: those whose body is not an identifier with an optional <...>.
type BodyInBrackets interface {
	BodyInBrackets() bool
}

// DialectAttr is an attribute of a registered dialect, printed as
// #dialect.body, or as #dialect<body> when it is a BodyInBrackets that says so.
type DialectAttr interface {
	Attr
	// DialectName returns the prefix after the number sign.
	DialectName() string
	// PrintBody writes what stands after "#dialect.".
	PrintBody(p *Printer)
}

// TypedAttr is an attribute that has a type of its own.
type TypedAttr interface {
	Attr
	// Type returns the type of the value the attribute stands for.
	Type() Type
}

// NamedAttr is an entry of an attribute dictionary.
type NamedAttr struct {
	Name string
	Attr Attr
}

type (
	// UnitAttr is unit: its presence is its meaning.
	UnitAttr struct{ AttrBase }
	// IntegerAttr is an integer of integer or index type. The value is held
	// sign-extended for signless and signed types, zero-extended for
	// unsigned ones; i1 true is -1.
	IntegerAttr struct {
		AttrBase
		typ   Type
		small int64
		big   *big.Int
	}
	// FloatAttr is a float literal, held as its bits in its own format.
	FloatAttr struct {
		AttrBase
		typ  *FloatType
		Bits numeric.Bits
	}
	// StringAttr is a string, with a type when typed.
	StringAttr struct {
		AttrBase
		Value string
		typ   Type
	}
	// ArrayAttr is [a, b, ...].
	ArrayAttr struct {
		AttrBase
		Elems []Attr
	}
	// DictAttr is {name = attr, ...}, sorted by the bytes of the names.
	DictAttr struct {
		AttrBase
		Entries []NamedAttr
	}
	// TypeAttr wraps a type.
	TypeAttr struct {
		AttrBase
		Value Type
	}
	// SymbolRefAttr is @root::@nested.
	SymbolRefAttr struct {
		AttrBase
		Root   string
		Nested []string
	}
	// AffineMapAttr is affine_map<...>.
	AffineMapAttr struct {
		AttrBase
		Map affine.Map
	}
	// IntegerSetAttr is affine_set<...>.
	IntegerSetAttr struct {
		AttrBase
		Set affine.Set
	}
	// StridedLayoutAttr is strided<[s0, s1], offset: o>.
	StridedLayoutAttr struct {
		AttrBase
		Offset  int64
		Strides []int64
	}
	// OpaqueAttr is an attribute of an unregistered dialect, kept verbatim.
	OpaqueAttr struct {
		AttrBase
		Dialect string
		Body    string
		typ     Type
	}
	// DistinctAttr is distinct[id]<referenced>; every creation is its own.
	DistinctAttr struct {
		AttrBase
		ID         uint64
		Referenced Attr
	}
)

// Unit returns the unit attribute.
func (c *Context) Unit() Attr { return c.cached.unit }

// IntAttr returns the integer attribute of type t (integer or index) with
// value v, wrapped to the width of t.
func IntAttr(t Type, v int64) *IntegerAttr {
	w, sign := intShape(t)
	if w < 64 {
		if sign == Unsigned || w == 0 {
			v &= 1<<w - 1
		} else {
			v = v << (64 - w) >> (64 - w)
		}
	} else if w > 64 || sign == Unsigned {
		if sign == Unsigned && v < 0 {
			b := new(big.Int).SetUint64(uint64(v))
			if w > 64 {
				b = new(big.Int).Add(big.NewInt(v), new(big.Int).Lsh(big.NewInt(1), uint(w)))
			}
			return BigIntAttr(t, b)
		}
	}
	k := newKey("int")
	k = k.typ(t)
	k = k.num(v)
	return internAttrBytes(t.Context(), k, func() *IntegerAttr { return &IntegerAttr{typ: t, small: v} })
}

// BigIntAttr is IntAttr for a value of any size; v must be in the range of t.
func BigIntAttr(t Type, v *big.Int) *IntegerAttr {
	if v.IsInt64() {
		if _, sign := intShape(t); sign != Unsigned || v.Sign() >= 0 {
			k := newKey("int")
			k = k.typ(t)
			k = k.num(v.Int64())
			return internAttrBytes(t.Context(), k, func() *IntegerAttr { return &IntegerAttr{typ: t, small: v.Int64()} })
		}
	}
	k := newKey("bigint")
	k = k.typ(t)
	k = k.num(int64(v.Sign()))
	k = append(k, v.Bytes()...)
	return internAttrBytes(t.Context(), k, func() *IntegerAttr { return &IntegerAttr{typ: t, big: new(big.Int).Set(v)} })
}

func intShape(t Type) (width uint32, sign Signedness) {
	switch t := t.(type) {
	case *IntegerType:
		return t.Width, t.Sign
	case *IndexType:
		return 64, Signless
	}
	panic("internal: integer attribute of a type that is neither integer nor index")
}

// Type returns the type of the integer.
func (a *IntegerAttr) Type() Type { return a.typ }

// Int64 returns the value and whether it fits.
func (a *IntegerAttr) Int64() (int64, bool) { return a.small, a.big == nil }

// Big returns the value; the result must not be changed when it came from a
// wide attribute.
func (a *IntegerAttr) Big() *big.Int {
	if a.big != nil {
		return a.big
	}
	return big.NewInt(a.small)
}

// IsZero reports whether the value is 0.
func (a *IntegerAttr) IsZero() bool { return a.big == nil && a.small == 0 }

// Bool returns the i1 attribute true or false.
func (c *Context) Bool(v bool) *IntegerAttr {
	if v {
		return c.cached.isTru
	}
	return c.cached.isFls
}

// I64Attr returns v : i64.
func (c *Context) I64Attr(v int64) *IntegerAttr { return IntAttr(c.I(64), v) }

// I32Attr returns v : i32.
func (c *Context) I32Attr(v int64) *IntegerAttr { return IntAttr(c.I(32), v) }

// IndexAttr returns v : index.
func (c *Context) IndexAttr(v int64) *IntegerAttr { return IntAttr(c.Index(), v) }

// FloatBits returns the float attribute with these bits.
func FloatBits(t *FloatType, bits numeric.Bits) *FloatAttr {
	k := newKey("float")
	k = k.typ(t)
	k = k.num(int64(bits.Lo))
	k = k.num(int64(bits.Hi))
	return internAttrBytes(t.ctx, k, func() *FloatAttr { return &FloatAttr{typ: t, Bits: bits} })
}

// FloatAttrOf returns v rounded to nearest even in the format of t.
func FloatAttrOf(t *FloatType, v float64) *FloatAttr {
	return FloatBits(t, roundTo(t.Format, v))
}

// Type returns the float type.
func (a *FloatAttr) Type() Type { return a.typ }

// FloatType returns the float type.
func (a *FloatAttr) FloatType() *FloatType { return a.typ }

// Float64 returns the value as a float64 (rounded for f80 and f128).
func (a *FloatAttr) Float64() float64 { return a.typ.Format.ToFloat64(a.Bits) }

// Str returns a string attribute without a type.
func (c *Context) Str(s string) *StringAttr { return c.TypedStr(s, nil) }

// TypedStr returns a string attribute of a type; none and nil mean untyped.
func (c *Context) TypedStr(s string, t Type) *StringAttr {
	if _, none := t.(*NoneType); none {
		t = nil
	}
	k := newKey("str")
	k = k.typ(t)
	k = append(k, s...)
	return internAttrBytes(c, k, func() *StringAttr { return &StringAttr{Value: strings.Clone(s), typ: t} })
}

// Type returns the type of the string, none when it has none.
func (a *StringAttr) Type() Type {
	if a.typ == nil {
		return a.ctx.None()
	}
	return a.typ
}

// ArrayOf returns [elems].
func (c *Context) ArrayOf(elems ...Attr) *ArrayAttr {
	k := newKey("arr")
	for _, e := range elems {
		k = k.attr(e)
	}
	return internAttrBytes(c, k, func() *ArrayAttr { return &ArrayAttr{Elems: cloneSlice(elems)} })
}

// DictOf returns a dictionary; entries are sorted, names must be unique.
func DictOf(c *Context, entries ...NamedAttr) *DictAttr {
	if !sort.SliceIsSorted(entries, func(i, j int) bool { return entries[i].Name < entries[j].Name }) {
		entries = append([]NamedAttr(nil), entries...)
		SortNamed(entries)
	}
	k := newKey("dict")
	for _, e := range entries {
		k = k.str(e.Name)
		k = k.attr(e.Attr)
	}
	return internAttrBytes(c, k, func() *DictAttr { return &DictAttr{Entries: cloneSlice(entries)} })
}

// SortNamed sorts entries by the bytes of their names.
func SortNamed(entries []NamedAttr) {
	sort.Slice(entries, func(i, j int) bool { return entries[i].Name < entries[j].Name })
}

// Get returns the entry of that name, or nil.
func (a *DictAttr) Get(name string) Attr {
	i := sort.Search(len(a.Entries), func(i int) bool { return a.Entries[i].Name >= name })
	if i < len(a.Entries) && a.Entries[i].Name == name {
		return a.Entries[i].Attr
	}
	return nil
}

// TypeAttrOf wraps t.
func TypeAttrOf(t Type) *TypeAttr {
	k := newKey("type")
	k = k.typ(t)
	return internAttrBytes(t.Context(), k, func() *TypeAttr { return &TypeAttr{Value: t} })
}

// SymbolRef returns @root::@nested...
func (c *Context) SymbolRef(root string, nested ...string) *SymbolRefAttr {
	k := newKey("sym")
	k = k.str(root)
	for _, n := range nested {
		k = k.str(n)
	}
	return internAttrBytes(c, k, func() *SymbolRefAttr {
		return &SymbolRefAttr{Root: strings.Clone(root), Nested: cloneSlice(nested)}
	})
}

// Leaf returns the last component of the reference.
func (a *SymbolRefAttr) Leaf() string {
	if n := len(a.Nested); n > 0 {
		return a.Nested[n-1]
	}
	return a.Root
}

// AffineMapOf returns affine_map<m>.
func (c *Context) AffineMapOf(m affine.Map) *AffineMapAttr {
	return InternAttr(c, "map"+m.Key(), func() *AffineMapAttr { return &AffineMapAttr{Map: m} })
}

// IntegerSetOf returns affine_set<s>.
func (c *Context) IntegerSetOf(s affine.Set) *IntegerSetAttr {
	return InternAttr(c, "set"+s.Key(), func() *IntegerSetAttr { return &IntegerSetAttr{Set: s} })
}

// StridedLayout returns strided<[strides], offset: offset>.
func (c *Context) StridedLayout(offset int64, strides ...int64) *StridedLayoutAttr {
	k := newKey("strided")
	k = k.num(offset)
	k = k.nums(strides)
	return internAttrBytes(c, k, func() *StridedLayoutAttr {
		return &StridedLayoutAttr{Offset: offset, Strides: cloneSlice(strides)}
	})
}

// OpaqueAttrOf returns an attribute of an unregistered dialect.
func (c *Context) OpaqueAttrOf(dialect, body string, t Type) *OpaqueAttr {
	k := newKey("opaqueattr")
	k = k.str(dialect)
	k = k.str(body)
	k = k.typ(t)
	return internAttrBytes(c, k, func() *OpaqueAttr {
		return &OpaqueAttr{Dialect: strings.Clone(dialect), Body: strings.Clone(body), typ: t}
	})
}

// Type returns the type written after the body, none when there is none.
func (a *OpaqueAttr) Type() Type {
	if a.typ == nil {
		return a.ctx.None()
	}
	return a.typ
}

// NewDistinct returns a new distinct attribute over referenced.
func (c *Context) NewDistinct(referenced Attr) *DistinctAttr {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nextID++
	a := &DistinctAttr{ID: uint64(c.nextID), Referenced: referenced}
	a.ctx, a.id = c, c.nextID
	return a
}

// StringValue returns the value of a string attribute and whether a is one.
func StringValue(a Attr) (string, bool) {
	s, ok := a.(*StringAttr)
	if !ok {
		return "", false
	}
	return s.Value, true
}

// IntValue returns the value of an integer attribute that fits int64, and
// whether a is one.
func IntValue(a Attr) (int64, bool) {
	i, ok := a.(*IntegerAttr)
	if !ok {
		return 0, false
	}
	return i.Int64()
}

// BoolValue returns the value of an i1 attribute, and whether a is one.
func BoolValue(a Attr) (v, ok bool) {
	i, isInt := a.(*IntegerAttr)
	if !isInt || !IsInt(i.typ, 1) {
		return false, false
	}
	return i.small != 0, true
}

func roundTo(f numeric.FloatFormat, v float64) numeric.Bits {
	b, _ := f.FromFloat64(v)
	return b
}
