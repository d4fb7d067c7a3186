package numeric

import (
	"math"
	"math/big"
)

// FromFloat64 rounds x to f, to nearest with ties to even. Values beyond the
// largest finite one become infinity, or not-a-number in formats without
// infinities, or the largest finite value in formats that have neither.
// Not-a-number becomes zero, with [Invalid], where the format has none;
// negative values are Invalid in F8E8M0FNU.
func (f FloatFormat) FromFloat64(x float64) (Bits, Status) {
	if f == F64 {
		return Bits{Lo: math.Float64bits(x)}, 0
	}
	return Convert(F64, f, Bits{Lo: math.Float64bits(x)})
}

// ToFloat64 returns the value of b as a float64. It is exact for every format
// but F80 and F128, which are rounded to nearest even.
func (f FloatFormat) ToFloat64(b Bits) float64 {
	switch f {
	case F64:
		return math.Float64frombits(b.Lo)
	case F32:
		if x := math.Float32frombits(uint32(b.Lo)); x == x {
			return float64(x)
		}
	}
	r, _ := Convert(f, F64, b)
	return math.Float64frombits(r.Lo)
}

// Convert re-encodes a value of one format in another (arith.extf and
// arith.truncf). A not-a-number keeps its sign and the top of its payload and
// becomes quiet; a signalling one is reported as [Invalid].
func Convert(from, to FloatFormat, b Bits) (Bits, Status) {
	if from == to {
		return b, 0
	}
	u := from.unpack(b)
	switch u.class {
	case classZero:
		return to.round(u.neg, Bits{}, 0, false)
	case classInf:
		if r, ok := to.Inf(u.neg); ok {
			return r, 0
		}
		if u.neg && !to.HasSign() {
			return to.invalid(false)
		}
		return to.overflow(u.neg)
	case classNaN:
		return convertNaN(from, to, u)
	}
	return to.round(u.neg, u.sig, u.exp, false)
}

func convertNaN(from, to FloatFormat, u unpacked) (Bits, Status) {
	fi, ti := &formats[from], &formats[to]
	neg := u.neg && fi.special != specialNegZero
	if ti.special != specialIEEE {
		r, ok := to.NaN(neg)
		if !ok {
			return r, Invalid
		}
		return r, 0
	}
	payload := u.sig.andNot(fi.integerBit())
	if shift := ti.precision - fi.precision; shift >= 0 {
		payload = payload.shl(shift)
	} else {
		payload = payload.shr(-shift)
	}
	r, _ := to.NaN(neg)
	var status Status
	if from.isSignaling(u) {
		status = Invalid
	}
	return r.or(payload), status
}

// isSignaling reports whether an IEEE not-a-number has its quiet bit clear.
func (f FloatFormat) isSignaling(u unpacked) bool {
	i := &formats[f]
	return u.class == classNaN && i.special == specialIEEE && u.sig.and(i.quietBit()).isZero()
}

// FromInt rounds an integer, read as two's complement if signed and as
// unsigned otherwise, to f.
func (f FloatFormat) FromInt(x Int, signed bool) (Bits, Status) {
	if x.wide == nil && (signed || x.small >= 0) {
		neg := x.small < 0
		mag := uint64(x.small)
		if neg {
			mag = -mag
		}
		return f.round(neg, Bits{Lo: mag}, 0, false)
	}
	v := x.Signed()
	if !signed {
		v = x.Unsigned()
	}
	return f.roundBig(v.Sign() < 0, new(big.Int).Abs(v), 0, false)
}

// ToInt truncates a float toward zero to an integer of the given width. The
// status is [Invalid], and the integer zero, if b is not finite or the
// truncated value is out of range.
func (f FloatFormat) ToInt(b Bits, width int, signed bool) (Int, Status) {
	zero := NewInt(width, 0)
	u := f.unpack(b)
	switch u.class {
	case classZero:
		return zero, 0
	case classInf, classNaN:
		return zero, Invalid
	}
	if u.exp+u.sig.bitLen() > width+1 {
		return zero, Invalid
	}
	mag := u.sig.Big()
	var status Status
	if u.exp < 0 {
		if u.sig.trailingZeros() < -u.exp {
			status = Inexact
		}
		mag.Rsh(mag, uint(-u.exp))
	} else {
		mag.Lsh(mag, uint(u.exp))
	}
	if u.neg {
		mag.Neg(mag)
	}
	sign := Unsigned
	if signed {
		sign = Signed
	}
	if fitOf(mag, width, sign) != Fits {
		return zero, Invalid
	}
	return IntFromBig(width, mag), status
}
