// Package intrange computes with ranges of integers: between which bounds a
// value lies, read as an unsigned and as a signed number at once (MLIR's
// ConstantIntRanges).
//
// It must not know operations: dialects say by the hook Inferrer what range a
// result has, and passes/intrangeoptimizations asks them.
//
// Invariant: a result holds every value that the operation can give for
// operands in the ranges given; where behaviour is undefined (division by
// zero, a flag that does not hold) anything may be left out.
package intrange

import (
	"math"
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
)

// Range is the values of an integer of Width bits, 1 to 64: those from UMin to
// UMax read unsigned which are also from SMin to SMax read signed. The zero
// Range, of width 0, is of values that nothing is known of.
type Range struct {
	UMin, UMax uint64
	SMin, SMax int64
	Width      uint8
}

// Inferrer is the view hook of operations that know in which ranges their
// results are (MLIR's InferIntRangeInterface). in has the range of each
// operand, of width 0 where nothing is known; out has a range for each result,
// Full before.
type Inferrer interface {
	InferIntRanges(in, out []Range)
}

// ArgInferrer is the view hook of operations that know the ranges of arguments
// of their regions that they make themselves, such as a counter. in has the
// range of each operand.
type ArgInferrer interface {
	InferArgRange(arg *ir.Value, in []Range) Range
}

// indexWidth is the width that an index is taken to have.
const indexWidth = 64

// WidthOf returns the width of integers of a type, 0 when it has no ranges: it
// is no integer or index, or wider than 64 bits.
func WidthOf(t ir.Type) uint8 {
	if ir.IsIndex(t) {
		return indexWidth
	}
	if i, ok := t.(*ir.IntegerType); ok && i.Width >= 1 && i.Width <= 64 {
		return uint8(i.Width)
	}
	return 0
}

// Full returns all values of a width.
func Full(width uint8) Range {
	if width == 0 {
		return Range{}
	}
	return Range{UMax: maxU(width), SMin: minS(width), SMax: maxS(width), Width: width}
}

// Const returns the one value with these low bits.
func Const(width uint8, bits uint64) Range {
	u := bits & maxU(width)
	s := signExtend(u, width)
	return Range{u, u, s, s, width}
}

// Unsigned returns the values from lo to hi read unsigned.
func Unsigned(width uint8, lo, hi uint64) Range {
	r := Range{UMin: lo, UMax: hi, SMin: minS(width), SMax: maxS(width), Width: width}
	if a, b := signExtend(lo, width), signExtend(hi, width); a < 0 == (b < 0) {
		r.SMin, r.SMax = a, b
	}
	return r
}

// Signed returns the values from lo to hi read signed.
func Signed(width uint8, lo, hi int64) Range {
	r := Range{UMax: maxU(width), SMin: lo, SMax: hi, Width: width}
	if lo < 0 == (hi < 0) {
		r.UMin, r.UMax = uint64(lo)&maxU(width), uint64(hi)&maxU(width)
	}
	return r
}

func maxU(w uint8) uint64 { return math.MaxUint64 >> (64 - w) }
func maxS(w uint8) int64  { return math.MaxInt64 >> (64 - w) }
func minS(w uint8) int64  { return math.MinInt64 >> (64 - w) }

func signExtend(u uint64, w uint8) int64 { return int64(u<<(64-w)) >> (64 - w) }

// Known reports whether something is known of the values.
func (r Range) Known() bool { return r.Width > 0 }

// Value returns the low bits of the one value of the range; ok is false when
// it has several.
func (r Range) Value() (bits uint64, ok bool) {
	if r.Width == 0 {
		return 0, false
	}
	if r.UMin == r.UMax {
		return r.UMin, true
	}
	return uint64(r.SMin) & maxU(r.Width), r.SMin == r.SMax
}

// Union returns the range of values of either; they have one width, or the
// result is of width 0.
func (r Range) Union(x Range) Range {
	if r.Width != x.Width {
		return Range{}
	}
	return Range{min(r.UMin, x.UMin), max(r.UMax, x.UMax), min(r.SMin, x.SMin), max(r.SMax, x.SMax), r.Width}
}

// Intersect returns the range of values of both. Where there are none, nothing
// that leads there has defined behaviour, and it returns r.
func (r Range) Intersect(x Range) Range {
	out := Range{max(r.UMin, x.UMin), min(r.UMax, x.UMax), max(r.SMin, x.SMin), min(r.SMax, x.SMax), r.Width}
	if out.UMin > out.UMax || out.SMin > out.SMax {
		return r
	}
	return out
}

// unsignedOf returns the range that f gives on unsigned bounds, Full when one
// of them overflows and that is allowed; noWrap says that it is not.
func unsignedOf(w uint8, noWrap bool, f func() (lo, hi uint64, loOver, hiOver bool)) Range {
	lo, hi, loOver, hiOver := f()
	loOver, hiOver = loOver || lo > maxU(w), hiOver || hi > maxU(w)
	switch {
	case !loOver && !hiOver:
		return Unsigned(w, lo, hi)
	case noWrap && !loOver:
		return Unsigned(w, lo, maxU(w))
	}
	return Full(w)
}

// signedOf is unsignedOf for signed bounds.
func signedOf(w uint8, lo, hi int64, loOver, hiOver bool) Range {
	if loOver || hiOver || lo < minS(w) || hi > maxS(w) || lo > maxS(w) || hi < minS(w) {
		return Full(w)
	}
	return Signed(w, lo, hi)
}

func addS(a, b int64) (int64, bool) {
	s := a + b
	return s, (a >= 0) == (b >= 0) && (s >= 0) != (a >= 0)
}

func subS(a, b int64) (int64, bool) {
	s := a - b
	return s, (a >= 0) != (b >= 0) && (s >= 0) != (a >= 0)
}

func mulS(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, false
	}
	p := a * b
	return p, p/b != a || a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64
}

// Add returns the range of x + y.
func Add(x, y Range, noUnsignedWrap bool) Range {
	w := x.Width
	u := unsignedOf(w, noUnsignedWrap, func() (lo, hi uint64, lo1, hi1 bool) {
		a, c := bits.Add64(x.UMin, y.UMin, 0)
		b, d := bits.Add64(x.UMax, y.UMax, 0)
		return a, b, c > 0, d > 0
	})
	lo, o1 := addS(x.SMin, y.SMin)
	hi, o2 := addS(x.SMax, y.SMax)
	return u.Intersect(signedOf(w, lo, hi, o1, o2))
}

// Sub returns the range of x - y.
func Sub(x, y Range) Range {
	w := x.Width
	u := Full(w)
	if x.UMin >= y.UMax {
		u = Unsigned(w, x.UMin-y.UMax, x.UMax-y.UMin)
	}
	lo, o1 := subS(x.SMin, y.SMax)
	hi, o2 := subS(x.SMax, y.SMin)
	return u.Intersect(signedOf(w, lo, hi, o1, o2))
}

// Mul returns the range of x * y.
func Mul(x, y Range, noUnsignedWrap bool) Range {
	w := x.Width
	u := unsignedOf(w, noUnsignedWrap, func() (lo, hi uint64, lo1, hi1 bool) {
		h0, a := bits.Mul64(x.UMin, y.UMin)
		h1, b := bits.Mul64(x.UMax, y.UMax)
		return a, b, h0 > 0, h1 > 0
	})
	return u.Intersect(corners(w, x, y, mulS))
}

// corners is the range of a function that is monotonic in each signed operand.
func corners(w uint8, x, y Range, f func(a, b int64) (int64, bool)) Range {
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for _, a := range [...]int64{x.SMin, x.SMax} {
		for _, b := range [...]int64{y.SMin, y.SMax} {
			v, over := f(a, b)
			if over || v < minS(w) || v > maxS(w) {
				return Full(w)
			}
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return Signed(w, lo, hi)
}

// DivU returns the range of x / y, unsigned.
func DivU(x, y Range) Range {
	if y.UMin == 0 {
		return Full(x.Width)
	}
	return Unsigned(x.Width, x.UMin/y.UMax, x.UMax/y.UMin)
}

// CeilDivU is DivU rounded up.
func CeilDivU(x, y Range) Range {
	if y.UMin == 0 {
		return Full(x.Width)
	}
	up := func(a, b uint64) uint64 {
		q := a / b
		if a%b != 0 {
			q++
		}
		return q
	}
	return Unsigned(x.Width, up(x.UMin, y.UMax), up(x.UMax, y.UMin))
}

func divS(a, b int64) (int64, bool) {
	if a == math.MinInt64 && b == -1 {
		return 0, true
	}
	return a / b, false
}

func ceilDivS(a, b int64) (int64, bool) {
	q, over := divS(a, b)
	if !over && a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q, over
}

func floorDivS(a, b int64) (int64, bool) {
	q, over := divS(a, b)
	if !over && a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q, over
}

// DivS returns the range of x / y, signed and rounded towards zero.
func DivS(x, y Range) Range { return signedDivision(x, y, divS) }

// CeilDivS is DivS rounded up.
func CeilDivS(x, y Range) Range { return signedDivision(x, y, ceilDivS) }

// FloorDivS is DivS rounded down.
func FloorDivS(x, y Range) Range { return signedDivision(x, y, floorDivS) }

func signedDivision(x, y Range, f func(a, b int64) (int64, bool)) Range {
	if y.SMin <= 0 && y.SMax >= 0 {
		return Full(x.Width)
	}
	out := corners(x.Width, x, y, f)
	// A quotient of a range around zero may be nearest to zero inside it.
	if x.SMin <= 0 && x.SMax >= 0 && out != Full(x.Width) {
		out = out.Union(Const(x.Width, 0))
	}
	return out
}

// RemU returns the range of x % y, unsigned.
func RemU(x, y Range) Range {
	w := x.Width
	if y.UMin == 0 {
		return Full(w)
	}
	lo, hi := uint64(0), min(y.UMax-1, x.UMax)
	if y.UMin == y.UMax && x.UMax-x.UMin < y.UMax {
		if a, b := x.UMin%y.UMax, x.UMax%y.UMax; a <= b {
			lo, hi = a, b
		}
	}
	return Unsigned(w, lo, hi)
}

// RemS returns the range of x % y, signed: it has the sign of x.
func RemS(x, y Range) Range {
	w := x.Width
	if y.SMin <= 0 && y.SMax >= 0 || y.SMin == minS(w) {
		return Full(w)
	}
	most := max(y.SMax, -y.SMin) - 1
	lo, hi := int64(0), int64(0)
	if x.SMin < 0 {
		lo = max(-most, x.SMin)
	}
	if x.SMax > 0 {
		hi = min(most, x.SMax)
	}
	if d, ok := y.Value(); ok && x.SMin >= 0 {
		m := signExtend(d, w)
		m = max(m, -m)
		if x.SMax-x.SMin < m && x.SMin%m <= x.SMax%m {
			lo, hi = x.SMin%m, x.SMax%m
		}
	}
	return Signed(w, lo, hi)
}

// sure returns the bits that all values of a range have set, and those that
// any may have set.
func (r Range) sure() (zeros, ones uint64) {
	n := bits.Len64(r.UMin ^ r.UMax)
	low := uint64(1)<<n - 1
	return r.UMin &^ low, r.UMax | low
}

// Bitwise returns the range of x op y, where op is and, or or xor of each bit.
func Bitwise(x, y Range, op func(a, b uint64) uint64) Range {
	x0, x1 := x.sure()
	y0, y1 := y.sure()
	lo, hi := uint64(math.MaxUint64), uint64(0)
	// Free bits make any value between: the bounds come from free bits that are
	// all set or all clear.
	for _, a := range [...]uint64{x0, x1} {
		for _, b := range [...]uint64{y0, y1} {
			v := op(a, b)
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return Unsigned(x.Width, lo, hi)
}

// Xor returns the range of x ^ y.
func Xor(x, y Range) Range {
	x0, x1 := x.sure()
	y0, y1 := y.sure()
	free := (x0 ^ x1) | (y0 ^ y1)
	fixed := (x0 ^ y0) &^ free
	return Unsigned(x.Width, fixed, fixed|free)
}

// Shl returns the range of x << y.
func Shl(x, y Range) Range {
	w := x.Width
	if y.UMax >= uint64(w) || bits.Len64(x.UMax)+int(y.UMax) > int(w) {
		return Full(w)
	}
	return Unsigned(w, x.UMin<<y.UMin, x.UMax<<y.UMax)
}

// ShrU returns the range of x >> y, zeros shifted in.
func ShrU(x, y Range) Range {
	if y.UMax >= uint64(x.Width) {
		return Full(x.Width)
	}
	return Unsigned(x.Width, x.UMin>>y.UMax, x.UMax>>y.UMin)
}

// ShrS returns the range of x >> y, the sign shifted in.
func ShrS(x, y Range) Range {
	if y.UMax >= uint64(x.Width) {
		return Full(x.Width)
	}
	lo, hi := x.SMin>>y.UMin, x.SMax>>y.UMin
	return Signed(x.Width, min(lo, x.SMin>>y.UMax), max(hi, x.SMax>>y.UMax))
}

// MaxS, MinS, MaxU and MinU return the range of the greater or smaller value.
func MaxS(x, y Range) Range { return Signed(x.Width, max(x.SMin, y.SMin), max(x.SMax, y.SMax)) }

// MinS is the smaller, signed.
func MinS(x, y Range) Range { return Signed(x.Width, min(x.SMin, y.SMin), min(x.SMax, y.SMax)) }

// MaxU is the greater, unsigned.
func MaxU(x, y Range) Range { return Unsigned(x.Width, max(x.UMin, y.UMin), max(x.UMax, y.UMax)) }

// MinU is the smaller, unsigned.
func MinU(x, y Range) Range { return Unsigned(x.Width, min(x.UMin, y.UMin), min(x.UMax, y.UMax)) }

// ExtU returns the range of x in more bits, zeros in front.
func ExtU(x Range, width uint8) Range { return Unsigned(width, x.UMin, x.UMax) }

// ExtS returns the range of x in more bits, the sign in front.
func ExtS(x Range, width uint8) Range { return Signed(width, x.SMin, x.SMax) }

// Trunc returns the range of the low bits of x.
func Trunc(x Range, width uint8) Range {
	u, s := Full(width), Full(width)
	if width >= x.Width {
		return x
	}
	if x.UMin>>width == x.UMax>>width {
		u = Unsigned(width, x.UMin&maxU(width), x.UMax&maxU(width))
	}
	if x.SMin >= minS(width) && x.SMax <= maxS(width) {
		s = Signed(width, x.SMin, x.SMax)
	}
	return u.Intersect(s)
}

// Resize returns the range of x as an integer of another width, cut or
// extended.
func Resize(x Range, width uint8, signed bool) Range {
	switch {
	case width < x.Width:
		return Trunc(x, width)
	case width == x.Width:
		return x
	case signed:
		return ExtS(x, width)
	}
	return ExtU(x, width)
}

// Less says whether every value of x is less than every one of y (yes), or
// none is (no), read signed or unsigned; orEqual asks for less or equal.
func Less(x, y Range, signed, orEqual bool) (yes, no bool) {
	if signed {
		if orEqual {
			return x.SMax <= y.SMin, x.SMin > y.SMax
		}
		return x.SMax < y.SMin, x.SMin >= y.SMax
	}
	if orEqual {
		return x.UMax <= y.UMin, x.UMin > y.UMax
	}
	return x.UMax < y.UMin, x.UMin >= y.UMax
}

// Equal says whether all values of x and y are one (yes), or none of x is one
// of y (no).
func Equal(x, y Range) (yes, no bool) {
	a, okA := x.Value()
	b, okB := y.Value()
	apart := x.UMax < y.UMin || y.UMax < x.UMin || x.SMax < y.SMin || y.SMax < x.SMin
	return okA && okB && a == b, apart
}
