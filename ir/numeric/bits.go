package numeric

import (
	"fmt"
	"math/big"
	"math/bits"
)

// Bits is the raw encoding of a float, or any unsigned value of up to 128
// bits: Hi*2^64 + Lo. Formats of at most 64 bits use Lo alone.
type Bits struct{ Lo, Hi uint64 }

// Bits64 returns Bits with the given low half.
func Bits64(lo uint64) Bits { return Bits{Lo: lo} }

// String returns the value as 0x and upper-case hexadecimal digits without
// leading zeros.
func (b Bits) String() string {
	if b.Hi == 0 {
		return fmt.Sprintf("0x%X", b.Lo)
	}
	return fmt.Sprintf("0x%X%016X", b.Hi, b.Lo)
}

// Big returns the value as a new big integer.
func (b Bits) Big() *big.Int {
	z := new(big.Int).SetUint64(b.Hi)
	return z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(b.Lo))
}

// BitsFromBig returns the low 128 bits of a non-negative x; the second result
// is false if x is negative or larger.
func BitsFromBig(x *big.Int) (Bits, bool) {
	if x.Sign() < 0 || x.BitLen() > 128 {
		return Bits{}, false
	}
	lo := new(big.Int).And(x, new(big.Int).SetUint64(^uint64(0))).Uint64()
	return Bits{Lo: lo, Hi: new(big.Int).Rsh(x, 64).Uint64()}, true
}

func (b Bits) isZero() bool { return b.Lo|b.Hi == 0 }

func (b Bits) bitLen() int {
	if b.Hi != 0 {
		return 64 + bits.Len64(b.Hi)
	}
	return bits.Len64(b.Lo)
}

func (b Bits) trailingZeros() int {
	if b.Lo != 0 {
		return bits.TrailingZeros64(b.Lo)
	}
	return 64 + bits.TrailingZeros64(b.Hi)
}

func (b Bits) shl(n int) Bits {
	if n >= 64 {
		return Bits{Hi: b.Lo << (n - 64)}
	}
	return Bits{Lo: b.Lo << n, Hi: b.Hi<<n | b.Lo>>(64-n)}
}

func (b Bits) shr(n int) Bits {
	if n >= 64 {
		return Bits{Lo: b.Hi >> (n - 64)}
	}
	return Bits{Lo: b.Lo>>n | b.Hi<<(64-n), Hi: b.Hi >> n}
}

func (b Bits) and(c Bits) Bits    { return Bits{b.Lo & c.Lo, b.Hi & c.Hi} }
func (b Bits) or(c Bits) Bits     { return Bits{b.Lo | c.Lo, b.Hi | c.Hi} }
func (b Bits) andNot(c Bits) Bits { return Bits{b.Lo &^ c.Lo, b.Hi &^ c.Hi} }

func (b Bits) inc() Bits {
	lo, carry := bits.Add64(b.Lo, 1, 0)
	return Bits{lo, b.Hi + carry}
}

// lowMask has the n lowest bits set, 0 <= n <= 128.
func lowMask(n int) Bits {
	switch {
	case n >= 128:
		return Bits{^uint64(0), ^uint64(0)}
	case n > 64:
		return Bits{^uint64(0), 1<<(n-64) - 1}
	case n == 64:
		return Bits{Lo: ^uint64(0)}
	}
	return Bits{Lo: 1<<n - 1}
}

// class is the kind of value an encoding stands for.
type class uint8

const (
	classZero class = iota
	classFinite
	classInf
	classNaN
)

// unpacked is a decoded float. A finite value is sig * 2^exp (negated if
// neg); a NaN keeps its stored significand bits in sig.
type unpacked struct {
	class class
	neg   bool
	sig   Bits
	exp   int
}

// signBit returns the sign's place, or no bits for an unsigned format.
func (i *formatInfo) signBit() Bits {
	if i.noSign {
		return Bits{}
	}
	return Bits{Lo: 1}.shl(i.width - 1)
}

// magnitudeMask covers exponent and significand.
func (i *formatInfo) magnitudeMask() Bits {
	if i.noSign {
		return lowMask(i.width)
	}
	return lowMask(i.width - 1)
}

// unpack decodes b.
func (f FloatFormat) unpack(b Bits) unpacked {
	i := &formats[f]
	u := unpacked{neg: !b.and(i.signBit()).isZero()}
	mag := b.and(i.magnitudeMask())
	frac := mag.and(lowMask(i.fracBits()))
	field := int(mag.shr(i.fracBits()).Lo)
	switch i.special {
	case specialIEEE:
		if field == i.maxExp+i.bias()+1 {
			u.class, u.sig = classInf, frac
			if !frac.andNot(i.integerBit()).isZero() || i.explicitOne && frac.isZero() {
				u.class = classNaN
			}
			return u
		}
		if i.explicitOne && field != 0 && frac.Lo>>63 == 0 {
			// An "unnormal": the x87 refuses it, so it is no number.
			u.class, u.sig = classNaN, frac
			return u
		}
	case specialAllOnes:
		if mag == i.magnitudeMask() {
			u.class, u.sig = classNaN, frac
			return u
		}
	case specialNegZero:
		if u.neg && mag.isZero() {
			u.class = classNaN
			return u
		}
	}
	switch {
	case field == 0 && !i.noZero:
		if frac.isZero() {
			return u
		}
		u.sig, u.exp = frac, i.minExp-(i.precision-1)
	case i.explicitOne:
		u.sig, u.exp = frac, field-i.bias()-(i.precision-1)
	default:
		u.sig = frac.or(Bits{Lo: 1}.shl(i.precision - 1))
		u.exp = field - i.bias() - (i.precision - 1)
	}
	u.class = classFinite
	return u
}

// integerBit is the stored integer bit of F80 and no bits elsewhere.
func (i *formatInfo) integerBit() Bits {
	if i.explicitOne {
		return Bits{Lo: 1}.shl(i.precision - 1)
	}
	return Bits{}
}

// Canonical returns the encoding MLIR keeps for b: itself, but for F80, whose
// pseudo-denormal encodings become the equal normal number and whose
// unnormal encodings become not-a-number with the top exponent.
func (f FloatFormat) Canonical(b Bits) Bits {
	if f != F80 {
		return b
	}
	field := b.Hi & 0x7FFF
	switch {
	case field == 0 && b.Lo>>63 != 0:
		b.Hi++
	case f.IsNaN(b):
		b.Hi |= 0x7FFF
	}
	return b
}

// withSign applies the sign to a magnitude. Formats without -0 drop it from
// zero, and formats without a sign from everything.
func (i *formatInfo) withSign(mag Bits, neg bool) Bits {
	if !neg || (i.special == specialNegZero && mag.isZero()) {
		return mag
	}
	return mag.or(i.signBit())
}

// IsNaN reports whether b is not a number.
func (f FloatFormat) IsNaN(b Bits) bool { return f.unpack(b).class == classNaN }

// IsInf reports whether b is an infinity of either sign.
func (f FloatFormat) IsInf(b Bits) bool { return f.unpack(b).class == classInf }

// IsZero reports whether b is a zero of either sign.
func (f FloatFormat) IsZero(b Bits) bool { return f.unpack(b).class == classZero }

// IsNegative reports whether the sign of b is set; a not-a-number may be
// negative too, except where the sign is part of its encoding.
func (f FloatFormat) IsNegative(b Bits) bool {
	u := f.unpack(b)
	return u.neg && (u.class != classNaN || formats[f].special != specialNegZero)
}

// Neg returns b with its sign flipped. Values without a negative counterpart
// (the unsigned zero and the one not-a-number of the FNUZ formats, everything
// in F8E8M0FNU) are returned unchanged.
func (f FloatFormat) Neg(b Bits) Bits {
	i := &formats[f]
	if i.special == specialNegZero && b.and(i.magnitudeMask()).isZero() {
		return b
	}
	s := i.signBit()
	return Bits{b.Lo ^ s.Lo, b.Hi ^ s.Hi}
}

// Abs returns b with its sign cleared.
func (f FloatFormat) Abs(b Bits) Bits {
	if f.IsNegative(b) {
		return f.Neg(b)
	}
	return b
}

// Zero returns positive zero, or the smallest value of F8E8M0FNU, which has
// no zero.
func (f FloatFormat) Zero() Bits { return Bits{} }

// Inf returns an infinity; the second result is false if the format has none.
func (f FloatFormat) Inf(neg bool) (Bits, bool) {
	i := &formats[f]
	if i.special != specialIEEE {
		return Bits{}, false
	}
	exp := Bits{Lo: uint64(i.maxExp + i.bias() + 1)}.shl(i.fracBits())
	return i.withSign(exp.or(i.integerBit()), neg), true
}

// NaN returns the quiet not-a-number that invalid operations yield; the
// second result is false if the format has none.
func (f FloatFormat) NaN(neg bool) (Bits, bool) {
	i := &formats[f]
	switch i.special {
	case specialAllOnes:
		return i.withSign(i.magnitudeMask(), neg), true
	case specialNegZero:
		return i.signBit(), true
	case specialNone:
		return Bits{}, false
	}
	inf, _ := f.Inf(neg)
	return inf.or(i.quietBit()), true
}

// quietBit is the top bit of an IEEE significand's fraction.
func (i *formatInfo) quietBit() Bits { return Bits{Lo: 1}.shl(i.precision - 2) }

// Largest returns the finite value of greatest magnitude.
func (f FloatFormat) Largest(neg bool) Bits {
	i := &formats[f]
	mag := i.magnitudeMask()
	switch i.special {
	case specialIEEE:
		mag = Bits{Lo: uint64(i.maxExp + i.bias())}.shl(i.fracBits()).or(lowMask(i.fracBits()))
	case specialAllOnes:
		mag = mag.andNot(Bits{Lo: 1})
	}
	return i.withSign(mag, neg)
}

// Smallest returns the positive value of least magnitude.
func (f FloatFormat) Smallest() Bits {
	if formats[f].noZero {
		return Bits{}
	}
	return Bits{Lo: 1}
}
