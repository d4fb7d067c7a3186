package numeric

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// MaxIntWidth is the widest integer type MLIR has, in bits.
const MaxIntWidth = 1<<24 - 1

// Int is an integer of a fixed width of 0 to [MaxIntWidth] bits. It is a
// value modulo 2^width; methods that care say whether they read it as signed
// (two's complement) or unsigned. The zero Int has width 0 and the value 0.
//
// Operands of binary operations must have one width; anything else is a bug
// of the caller and panics, as is a width out of range.
type Int struct {
	// The signed reading: in small if it fits 64 bits, else in wide, which is
	// nil otherwise and never changes once stored.
	small int64
	wide  *big.Int
	width int32
}

func checkWidth(width int) {
	if width < 0 || width > MaxIntWidth {
		panic(fmt.Sprintf("numeric: internal: integer width %d out of range", width))
	}
}

// NewInt returns v modulo 2^width.
func NewInt(width int, v int64) Int {
	checkWidth(width)
	if width < 64 {
		v = signExtend(v, width)
	}
	return Int{small: v, width: int32(width)}
}

// NewUint returns v modulo 2^width.
func NewUint(width int, v uint64) Int {
	if width <= 64 || v <= math.MaxInt64 {
		return NewInt(width, int64(v))
	}
	return IntFromBig(width, new(big.Int).SetUint64(v))
}

// NewBool returns the i1 of a condition; true is all ones.
func NewBool(v bool) Int {
	if v {
		return NewInt(1, 1)
	}
	return NewInt(1, 0)
}

// IntFromBig returns v modulo 2^width. It keeps no reference to v.
func IntFromBig(width int, v *big.Int) Int {
	checkWidth(width)
	if v.IsInt64() {
		return NewInt(width, v.Int64())
	}
	if width <= 64 {
		low := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64))
		return NewInt(width, int64(low.Uint64()))
	}
	return wrapBig(width, new(big.Int).Set(v))
}

// wrapBig takes ownership of v; width > 64.
func wrapBig(width int, v *big.Int) Int {
	if signedBits(v) > width {
		mask := new(big.Int).Lsh(big.NewInt(1), uint(width))
		half := new(big.Int).Rsh(mask, 1)
		mask.Sub(mask, big.NewInt(1))
		v.And(v, mask)
		if v.Cmp(half) >= 0 {
			v.Sub(v, mask)
			v.Sub(v, big.NewInt(1))
		}
	}
	if v.IsInt64() {
		return Int{small: v.Int64(), width: int32(width)}
	}
	return Int{wide: v, width: int32(width)}
}

// signedBits is the least width whose signed range holds v. It allocates
// nothing large: -2^k is the only negative value whose length differs.
func signedBits(v *big.Int) int {
	n := v.BitLen()
	if v.Sign() < 0 && int(v.TrailingZeroBits()) == n-1 {
		return n
	}
	return n + 1
}

// signExtend keeps the low width < 64 bits of v and repeats the top one.
func signExtend(v int64, width int) int64 {
	if width == 0 {
		return 0
	}
	return v << (64 - width) >> (64 - width)
}

// Width returns the number of bits.
func (x Int) Width() int { return int(x.width) }

// Int64 returns the signed reading; the second result is false if it does not
// fit.
func (x Int) Int64() (int64, bool) { return x.small, x.wide == nil }

// Uint64 returns the unsigned reading; the second result is false if it does
// not fit.
func (x Int) Uint64() (uint64, bool) {
	switch {
	case x.width <= 64:
		return uint64(x.small) & (math.MaxUint64 >> (64 - uint(x.width))), true
	case x.wide == nil:
		return uint64(x.small), x.small >= 0
	}
	return x.wide.Uint64(), x.wide.IsUint64()
}

// Signed returns the signed reading as a new big integer.
func (x Int) Signed() *big.Int {
	if x.wide != nil {
		return new(big.Int).Set(x.wide)
	}
	return big.NewInt(x.small)
}

// Unsigned returns the unsigned reading as a new big integer. For a negative
// signed reading it takes as much memory as the width says.
func (x Int) Unsigned() *big.Int {
	v := x.Signed()
	if v.Sign() < 0 {
		v.Add(v, new(big.Int).Lsh(big.NewInt(1), uint(x.width)))
	}
	return v
}

// view returns the signed reading without copying; it must not be written to.
func (x Int) view() *big.Int {
	if x.wide != nil {
		return x.wide
	}
	return big.NewInt(x.small)
}

// sign is -1, 0 or 1 for the signed reading.
func (x Int) sign() int {
	switch {
	case x.wide != nil:
		return x.wide.Sign()
	case x.small < 0:
		return -1
	case x.small > 0:
		return 1
	}
	return 0
}

// IsZero reports whether all bits are clear.
func (x Int) IsZero() bool { return x.wide == nil && x.small == 0 }

// IsOne reports whether the unsigned reading is one; true is for i1.
func (x Int) IsOne() bool {
	return x.wide == nil && (x.small == 1 || x.width == 1 && x.small == -1)
}

// IsAllOnes reports whether all bits are set, which holds for width 0 too.
func (x Int) IsAllOnes() bool { return x.wide == nil && (x.small == -1 || x.width == 0) }

// IsNegative reports whether the signed reading is negative.
func (x Int) IsNegative() bool { return x.sign() < 0 }

// IsMinSigned reports whether x is -2^(width-1).
func (x Int) IsMinSigned() bool {
	if x.sign() >= 0 {
		return false
	}
	if x.wide == nil {
		return x.width <= 64 && bits.TrailingZeros64(uint64(x.small)) == int(x.width)-1
	}
	return int(x.wide.TrailingZeroBits()) == int(x.width)-1
}

// Equal reports whether x and y have the same width and bits.
func (x Int) Equal(y Int) bool {
	if x.width != y.width || (x.wide == nil) != (y.wide == nil) {
		return false
	}
	if x.wide != nil {
		return x.wide.Cmp(y.wide) == 0
	}
	return x.small == y.small
}

// String returns the signed reading in decimal, which is what MLIR prints for
// signless and signed types other than i1.
func (x Int) String() string { return string(x.Append(nil, Signless)) }

// Append appends the decimal text of x to dst: the unsigned reading for
// [Unsigned], the signed one otherwise.
func (x Int) Append(dst []byte, sign Signedness) []byte {
	if sign == Unsigned {
		if v, ok := x.Uint64(); ok {
			return appendUint(dst, v)
		}
		return x.Unsigned().Append(dst, 10)
	}
	if x.wide != nil {
		return x.wide.Append(dst, 10)
	}
	if x.small < 0 {
		return appendUint(append(dst, '-'), -uint64(x.small))
	}
	return appendUint(dst, uint64(x.small))
}
