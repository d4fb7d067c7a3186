// Package elem knows the element types that cross the border between host and device: their size in memory and
// how a float64 becomes such an element and back.
//
// It must not know about kernels, devices or the IR; names are MLIR's. Conversions to narrow floats round once, to
// nearest even, straight from float64: two packages that fill the same buffer agree in every bit.
package elem

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Type is an element type by its MLIR name, for example "f16".
type Type string

// The element types. I1 occupies a byte in memory, as in MLIR's memref.
const (
	I1     Type = "i1"
	I8     Type = "i8"
	I16    Type = "i16"
	I32    Type = "i32"
	I64    Type = "i64"
	F8E4M3 Type = "f8E4M3FN"
	F8E5M2 Type = "f8E5M2"
	F16    Type = "f16"
	BF16   Type = "bf16"
	F32    Type = "f32"
	F64    Type = "f64"
)

// format describes a binary float narrower than float64: exponent and mantissa bits; finite marks the formats without
// infinities, whose all-ones pattern is the only NaN.
type format struct {
	exp, man uint
	finite   bool
}

func (t Type) format() (format, bool) {
	switch t {
	case F8E4M3:
		return format{4, 3, true}, true
	case F8E5M2:
		return format{5, 2, false}, true
	case F16:
		return format{5, 10, false}, true
	case BF16:
		return format{8, 7, false}, true
	case F32:
		return format{8, 23, false}, true
	}
	return format{}, false
}

// Size returns the bytes of one element in memory, 0 for a name that is no element type.
func (t Type) Size() int {
	switch t {
	case I1, I8, F8E4M3, F8E5M2:
		return 1
	case I16, F16, BF16:
		return 2
	case I32, F32:
		return 4
	case I64, F64:
		return 8
	}
	return 0
}

// Valid reports whether t names an element type.
func (t Type) Valid() bool { return t.Size() != 0 }

// IsFloat reports whether t is one of the floating-point types.
func (t Type) IsFloat() bool {
	_, narrow := t.format()
	return narrow || t == F64
}

// Parse returns the element type that has the MLIR name s.
func Parse(s string) (Type, error) {
	if t := Type(s); t.Valid() {
		return t, nil
	}
	return "", fmt.Errorf("unknown element type %q: expected i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32 or f64", s)
}

// Encode returns the bits of x as an element of type t, in the low Size() bytes. Floats round to nearest even and
// overflow to infinity (to NaN where the format has none); integers round to nearest even and saturate; I1 is x != 0.
func (t Type) Encode(x float64) uint64 {
	if f, ok := t.format(); ok {
		return f.encode(x)
	}
	switch t {
	case F64:
		return math.Float64bits(x)
	case I1:
		if x != 0 {
			return 1
		}
		return 0
	}
	return encodeInt(x, uint(t.Size())*8)
}

// Decode returns the value of the element of type t in the low Size() bytes of bits. Integers read as signed, I1 as 0 or 1.
func (t Type) Decode(bits uint64) float64 {
	if f, ok := t.format(); ok {
		return f.decode(bits)
	}
	switch t {
	case F64:
		return math.Float64frombits(bits)
	case I1:
		return float64(bits & 1)
	}
	unused := 64 - uint(t.Size())*8
	return float64(int64(bits<<unused) >> unused)
}

// Put stores the element bits at the start of dst, little-endian.
func (t Type) Put(dst []byte, bits uint64) {
	switch t.Size() {
	case 1:
		dst[0] = byte(bits)
	case 2:
		binary.LittleEndian.PutUint16(dst, uint16(bits))
	case 4:
		binary.LittleEndian.PutUint32(dst, uint32(bits))
	case 8:
		binary.LittleEndian.PutUint64(dst, bits)
	}
}

// Bits loads the element bits from the start of src, little-endian.
func (t Type) Bits(src []byte) uint64 {
	switch t.Size() {
	case 1:
		return uint64(src[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(src))
	case 4:
		return uint64(binary.LittleEndian.Uint32(src))
	case 8:
		return binary.LittleEndian.Uint64(src)
	}
	return 0
}

func encodeInt(x float64, width uint) uint64 {
	if math.IsNaN(x) {
		return 0
	}
	limit := math.Ldexp(1, int(width)-1)
	x = math.RoundToEven(x)
	mask := ^uint64(0) >> (64 - width)
	switch {
	case x >= limit:
		return mask >> 1
	case x < -limit:
		return mask>>1 + 1
	}
	return uint64(int64(x)) & mask
}

// encode works on the bits of the float64, since the library's Frexp and Ldexp are too slow for buffers of 10^8 elements.
func (f format) encode(x float64) uint64 {
	in := math.Float64bits(x)
	sign := in >> 63 << (f.exp + f.man)
	in &= 1<<63 - 1
	inf := (uint64(1)<<f.exp - 1) << f.man
	nan := inf | 1<<(f.man-1)
	largest := inf - 1
	if f.finite {
		inf = uint64(1)<<(f.exp+f.man) - 1
		nan, largest = inf, inf-1
	}
	if in > 0x7ff<<52 {
		return sign | nan
	}
	bias := 1<<(f.exp-1) - 1
	exponent := int(in>>52) - 1023
	mantissa := in&(1<<52-1) | 1<<52
	shift := 52 - int(f.man)
	if lowest := 1 - bias; exponent < lowest {
		shift += lowest - exponent
		exponent = lowest
	}
	if shift > 54 {
		return sign
	}
	q := mantissa >> shift
	rest, half := mantissa&(1<<shift-1), uint64(1)<<(shift-1)
	if rest > half || rest == half && q&1 == 1 {
		q++
	}
	// The hidden bit in q (absent in a subnormal) and a carry out of the rounding both run into the exponent as they should.
	out := uint64(exponent+bias-1)<<f.man + q
	if out > largest {
		out = inf
	}
	return sign | out
}

func (f format) decode(bits uint64) float64 {
	man := bits & (1<<f.man - 1)
	exp := bits >> f.man & (1<<f.exp - 1)
	sign := 1.0
	if bits>>(f.exp+f.man)&1 == 1 {
		sign = -1
	}
	top := uint64(1)<<f.exp - 1
	bias := 1<<(f.exp-1) - 1
	switch {
	case f.finite && exp == top && man == 1<<f.man-1:
		return math.NaN()
	case !f.finite && exp == top && man == 0:
		return math.Inf(int(sign))
	case !f.finite && exp == top:
		return math.NaN()
	case exp == 0:
		return sign * math.Ldexp(float64(man), 1-bias-int(f.man))
	}
	// Building the float64 from bits is exact, since every narrow normal number is a normal float64.
	return sign * math.Float64frombits(uint64(int(exp)-bias+1023)<<52|man<<(52-f.man))
}
