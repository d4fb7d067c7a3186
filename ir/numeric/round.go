package numeric

import "math/big"

// Status tells what a rounding operation lost. The zero value means that the
// result is exact.
type Status uint8

const (
	// Inexact means that the result differs from the exact value.
	Inexact Status = 1 << iota
	// Underflow means that a non-zero value became zero (or, in a format
	// without zero, the smallest value).
	Underflow
	// Overflow means that the exact value lies beyond the largest finite one.
	Overflow
	// Invalid means that there is no meaningful result: an undefined
	// operation such as 0/0, a signalling operand, or a value that the format
	// cannot express at all.
	Invalid
)

// round encodes (-1)^neg * (sig + tail) * 2^exp, where tail is a positive
// amount below one if sticky and zero otherwise.
func (f FloatFormat) round(neg bool, sig Bits, exp int, sticky bool) (Bits, Status) {
	i := &formats[f]
	if sig.isZero() && !sticky {
		return f.roundedZero(neg, 0)
	}
	if neg && i.noSign {
		return f.invalid(false)
	}
	lead := exp + sig.bitLen() - 1
	lsb := max(lead, i.minExp) - (i.precision - 1)
	var status Status
	if shift := lsb - exp; shift > 0 {
		sig, status = shiftRoundEven(sig, shift, sticky)
	} else {
		sig = sig.shl(-shift)
		if sticky {
			status = Inexact
		}
	}
	if sig.isZero() {
		return f.roundedZero(neg, Inexact|Underflow)
	}
	if sig.bitLen() > i.precision {
		sig, lsb = sig.shr(1), lsb+1
	}
	field := 0
	if sig.bitLen() == i.precision {
		field = lsb + (i.precision - 1) + i.bias()
	}
	mag := Bits{Lo: uint64(field)}.shl(i.fracBits()).or(sig.and(lowMask(i.fracBits())))
	if field > i.maxExp+i.bias() || i.special == specialAllOnes && mag == i.magnitudeMask() {
		return f.overflow(neg)
	}
	return i.withSign(mag, neg), status
}

// roundBig is round for a magnitude of any size.
func (f FloatFormat) roundBig(neg bool, mag *big.Int, exp int, sticky bool) (Bits, Status) {
	// 126 bits leave a guard bit beyond the widest precision, so that the
	// rest only matters as being zero or not.
	if drop := mag.BitLen() - 126; drop > 0 {
		sticky = sticky || int(mag.TrailingZeroBits()) < drop
		mag = new(big.Int).Rsh(mag, uint(drop))
		exp += drop
	}
	sig, _ := BitsFromBig(mag)
	return f.round(neg, sig, exp, sticky)
}

// roundRatio encodes (-1)^neg * num/den * 2^exp for positive num and den.
func (f FloatFormat) roundRatio(neg bool, num, den *big.Int, exp int) (Bits, Status) {
	// Scale the quotient to at least 126 bits.
	if lack := 126 - (num.BitLen() - den.BitLen()); lack > 0 {
		num = new(big.Int).Lsh(num, uint(lack))
		exp -= lack
	}
	quo, rem := new(big.Int).QuoRem(num, den, new(big.Int))
	return f.roundBig(neg, quo, exp, rem.Sign() != 0)
}

// shiftRoundEven drops n > 0 low bits, rounding to nearest even.
func shiftRoundEven(sig Bits, n int, sticky bool) (Bits, Status) {
	if n > 128 {
		return Bits{}, Inexact
	}
	rest := sig.and(lowMask(n))
	if rest.isZero() && !sticky {
		return sig.shr(n), 0
	}
	half := Bits{Lo: 1}.shl(n - 1)
	up := !rest.and(half).isZero()
	sig = sig.shr(n)
	if up && rest == half && !sticky {
		up = sig.Lo&1 != 0
	}
	if up {
		sig = sig.inc()
	}
	return sig, Inexact
}

func (f FloatFormat) roundedZero(neg bool, status Status) (Bits, Status) {
	i := &formats[f]
	if i.noZero {
		return Bits{}, Inexact | Underflow
	}
	return i.withSign(Bits{}, neg), status
}

func (f FloatFormat) overflow(neg bool) (Bits, Status) {
	const status = Overflow | Inexact
	if b, ok := f.Inf(neg); ok {
		return b, status
	}
	if b, ok := f.NaN(neg); ok {
		return b, status
	}
	return f.Largest(neg), status
}

// invalid returns the default not-a-number, or zero where there is none.
func (f FloatFormat) invalid(neg bool) (Bits, Status) {
	b, _ := f.NaN(neg)
	return b, Invalid
}
