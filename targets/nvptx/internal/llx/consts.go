package llx

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/llir/llvm/ir/types"
)

// Const is a constant, given by its type and its text without the type. llir's
// own constants print truncated floats and wrong halves, so none is used.
type Const struct {
	typ  Type
	text string
}

// Type returns the constant's type.
func (c *Const) Type() Type { return c.typ }

// Ident returns the constant's text without its type.
func (c *Const) Ident() string { return c.text }

// String returns the constant with its type, as an operand.
func (c *Const) String() string { return c.typ.String() + " " + c.text }

// IsConstant marks the constant for llir.
func (c *Const) IsConstant() {}

// IntConst returns v as a constant of integer type t, wrapped to t's width and
// printed signed, as LLVM itself prints it.
func IntConst(t Type, v int64) *Const {
	it, ok := t.(*types.IntType)
	if !ok {
		panic(fmt.Sprintf("llx: integer constant of type %s", t))
	}
	switch w := it.BitSize; {
	case w == 1:
		return Bool(v&1 != 0)
	case w < 64:
		v = v << (64 - w) >> (64 - w)
	}
	return &Const{t, strconv.FormatInt(v, 10)}
}

// BigConst returns v, of any size, as a constant of integer type t (for i128).
func BigConst(t Type, v *big.Int) *Const { return &Const{t, v.String()} }

// Bool returns the i1 constant.
func Bool(v bool) *Const {
	if v {
		return &Const{I1, "true"}
	}
	return &Const{I1, "false"}
}

// Float returns v rounded (to nearest, ties to even) to the floating-point type t.
func Float(t Type, v float64) *Const {
	switch t {
	case F64:
		return FloatBits(t, math.Float64bits(v))
	case F32:
		return FloatBits(t, uint64(math.Float32bits(float32(v))))
	case F16:
		return FloatBits(t, roundBits(v, 5, 10))
	case BF16:
		return FloatBits(t, roundBits(v, 8, 7))
	}
	panic(fmt.Sprintf("llx: floating-point constant of type %s", t))
}

// FloatBits returns the constant of floating-point type t with exactly these
// bits. LLVM writes a float as the double of equal value, and widens the payload
// of a NaN with it.
func FloatBits(t Type, bits uint64) *Const {
	switch t {
	case F64:
		return &Const{t, fmt.Sprintf("0x%016X", bits)}
	case F32:
		return &Const{t, fmt.Sprintf("0x%016X", widenF32(uint32(bits)))}
	case F16:
		return &Const{t, fmt.Sprintf("0xH%04X", bits)}
	case BF16:
		return &Const{t, fmt.Sprintf("0xR%04X", bits)}
	}
	panic(fmt.Sprintf("llx: floating-point constant of type %s", t))
}

// widenF32 is the conversion to double that keeps a NaN's payload and its
// signalling bit, which the hardware conversion does not.
func widenF32(b uint32) uint64 {
	if b&0x7f800000 == 0x7f800000 {
		return uint64(b>>31)<<63 | 0x7ff<<52 | uint64(b&0x7fffff)<<29
	}
	return math.Float64bits(float64(math.Float32frombits(b)))
}

// roundBits rounds v to a format with exp exponent and man fraction bits. It
// works on the exact double, so there is no double rounding.
func roundBits(v float64, exp, man uint) uint64 {
	sign := uint64(0)
	if math.Signbit(v) {
		sign = 1 << (exp + man)
	}
	inf := (uint64(1)<<exp - 1) << man
	switch {
	case math.IsNaN(v):
		return sign | inf | 1<<(man-1)
	case math.IsInf(v, 0):
		return sign | inf
	case v == 0:
		return sign
	}
	bias := 1<<(exp-1) - 1
	_, e := math.Frexp(v) // |v| in [2^(e-1), 2^e)
	e = max(e-1, 1-bias)  // below, subnormals share the smallest exponent
	n := uint64(math.RoundToEven(math.Ldexp(math.Abs(v), int(man)-e)))
	// A carry out of the fraction raises the exponent by itself.
	bits := uint64(e+bias-1)<<man + n
	return sign | min(bits, inf)
}

// Null returns the null pointer of pointer type t.
func Null(t Type) *Const { return &Const{t, "null"} }

// Undef returns t's undefined value.
func Undef(t Type) *Const { return &Const{t, "undef"} }

// Poison returns t's poison value.
func Poison(t Type) *Const { return &Const{t, "poison"} }

// Zero returns the all-zero value of any type.
func Zero(t Type) *Const {
	switch t := t.(type) {
	case *types.IntType:
		return IntConst(t, 0)
	case *types.FloatType:
		return FloatBits(t, 0)
	case *Raw:
		if t == BF16 {
			return FloatBits(t, 0)
		}
		return Null(t)
	}
	return &Const{t, "zeroinitializer"}
}

// Aggregate returns a struct, array or vector constant of its elements.
func Aggregate(t Type, elems ...*Const) *Const {
	open, end, n := "[", "]", 0
	switch t := t.(type) {
	case *types.StructType:
		open, end, n = "{ ", " }", len(t.Fields)
		if t.Packed {
			open, end = "<{ ", " }>"
		}
	case *types.ArrayType:
		n = int(t.Len)
	case *types.VectorType:
		open, end, n = "<", ">", int(t.Len)
	default:
		panic(fmt.Sprintf("llx: aggregate constant of type %s", t))
	}
	if n != len(elems) {
		panic(fmt.Sprintf("llx: %d elements for constant of type %s", len(elems), t))
	}
	var sb strings.Builder
	sb.WriteString(open)
	for i, e := range elems {
		if i > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString(e.String())
	}
	sb.WriteString(end)
	return &Const{t, sb.String()}
}

// Bytes returns s as a constant of type [len(s) x i8].
func Bytes(s []byte) *Const {
	return &Const{Array(len(s), I8), "c" + quote(string(s))}
}

// ConstCast returns the constant expression of a cast that LLVM 22 still folds:
// ptrtoint, inttoptr, bitcast, addrspacecast or trunc.
func ConstCast(op string, x *Const, to Type) *Const {
	return &Const{to, op + " (" + x.String() + " to " + to.String() + ")"}
}

// ConstGEP returns the constant address elem indices away from the constant p.
func ConstGEP(elem Type, p *Const, idx ...*Const) *Const {
	var sb strings.Builder
	sb.WriteString("getelementptr inbounds (" + elem.String() + ", " + p.String())
	for _, i := range idx {
		sb.WriteString(", " + i.String())
	}
	sb.WriteString(")")
	return &Const{p.typ, sb.String()}
}

// quote writes s as an LLVM string literal: printable ASCII, \XX for the rest.
func quote(s string) string {
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(s)+2)
	out = append(out, '"')
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			out = append(out, '\\', hex[c>>4], hex[c&15])
		} else {
			out = append(out, c)
		}
	}
	return string(append(out, '"'))
}
