package numeric

import (
	"math/big"
	"math/bits"
	"strconv"
)

// Format returns the text MLIR prints for b.
//
// The rule has three steps. Six significant digits in the form d.dddddde+XX
// are used if they read back as the same bits. Otherwise as many digits as
// the precision can need (9 for f32, 17 for f64; not the shortest that would
// do) in plain or exponent form, provided that the text contains a point.
// Otherwise, and for infinities and not-a-number, the encoding in upper-case
// hexadecimal.
func (f FloatFormat) Format(b Bits) string {
	return string(f.AppendFormat(make([]byte, 0, 24), b))
}

// AppendFormat appends the text of [FloatFormat.Format] to dst.
func (f FloatFormat) AppendFormat(dst []byte, b Bits) []byte {
	u := f.unpack(b)
	switch u.class {
	case classZero:
		if u.neg {
			dst = append(dst, '-')
		}
		return append(dst, "0.000000e+00"...)
	case classInf, classNaN:
		return append(dst, f.Canonical(b).String()...)
	}
	start := len(dst)
	if u.neg {
		dst = append(dst, '-')
	}
	x := newScaled(u)
	d := x.decimal(sixDigits)
	dst = d.appendSix(dst)
	if f.readsBack(d, u.neg, dst[start:], b) {
		return dst
	}
	dst = dst[:start]
	if u.neg {
		dst = append(dst, '-')
	}
	digits := 2 + formats[f].precision*59/196
	dst, pointed := x.decimal(digits).appendFull(dst, digits)
	if pointed {
		return dst
	}
	return append(dst[:start], f.Canonical(b).String()...)
}

// sixDigits is the number of digits of the preferred form.
const sixDigits = 6

// readsBack reports whether text, which spells d, parses to b in f directly,
// that is without passing through float64.
func (f FloatFormat) readsBack(d decimal, neg bool, text []byte, b Bits) bool {
	switch {
	case f == F32:
		x, err := strconv.ParseFloat(string(text), 32)
		r, _ := f.FromFloat64(x)
		return err == nil && r == b
	case formats[f].wide():
		num, den := new(big.Int).SetUint64(d.value.Lo), big.NewInt(1)
		if d.exp >= 0 {
			num.Mul(num, pow(10, d.exp))
		} else {
			den = pow(10, -d.exp)
		}
		r, _ := f.roundRatio(neg, num, den, 0)
		return r == b
	}
	// Six digits lie so close to a value of at most 11 bits precision that
	// rounding twice cannot lead to another neighbour.
	x, err := strconv.ParseFloat(string(text), 64)
	r, _ := f.FromFloat64(x)
	return err == nil && r == b
}

// decimal is value * 10^exp. value has no trailing zero.
type decimal struct {
	value Bits
	exp   int
}

// digits appends the decimal digits of value.
func (d decimal) digits(dst []byte) []byte {
	if d.value.Hi == 0 {
		return strconv.AppendUint(dst, d.value.Lo, 10)
	}
	const chunk = 1e19
	hi, lo := d.value.divWord(chunk)
	dst = decimal{value: hi}.digits(dst)
	tail := strconv.AppendUint(make([]byte, 0, 20), lo, 10)
	for pad := 19 - len(tail); pad > 0; pad-- {
		dst = append(dst, '0')
	}
	return append(dst, tail...)
}

// appendSix appends d as d.ddddd0e+XX. The last of the six places is always
// zero: six digits are significant, six stand after the point.
func (d decimal) appendSix(dst []byte) []byte {
	var buf [40]byte
	digits := d.digits(buf[:0])
	exp := d.exp + len(digits) - 1
	dst = append(dst, digits[0], '.')
	dst = append(dst, digits[1:]...)
	for n := len(digits); n <= sixDigits; n++ {
		dst = append(dst, '0')
	}
	dst = append(dst, 'e')
	if exp >= 0 {
		dst = append(dst, '+')
	} else {
		dst, exp = append(dst, '-'), -exp
	}
	if exp < 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(exp), 10)
}

// maxPadding is how many zeros may be added to avoid an exponent.
const maxPadding = 3

// appendFull appends d, which was rounded to precision digits, in plain form
// or, if that would need too much padding, as d.dddE+X. The second result is
// false if the text contains no point, which would make it an integer.
func (d decimal) appendFull(dst []byte, precision int) ([]byte, bool) {
	var buf [40]byte
	digits := d.digits(buf[:0])
	lead := d.exp + len(digits) - 1
	exponent := -lead > maxPadding
	if d.exp >= 0 {
		exponent = d.exp > maxPadding || len(digits)+d.exp > precision
	}
	switch {
	case exponent:
		dst = append(dst, digits[0], '.')
		if len(digits) == 1 {
			dst = append(dst, '0')
		}
		dst = append(dst, digits[1:]...)
		dst = append(dst, 'E')
		if lead >= 0 {
			dst = append(dst, '+')
		}
		return strconv.AppendInt(dst, int64(lead), 10), true
	case d.exp >= 0:
		return dst, false
	case lead >= 0:
		dst = append(dst, digits[:lead+1]...)
		dst = append(dst, '.')
		return append(dst, digits[lead+1:]...), true
	}
	dst = append(dst, "0."...)
	for n := -lead - 1; n > 0; n-- {
		dst = append(dst, '0')
	}
	return append(dst, digits...), true
}

// scaled is a binary value written as an integer times a power of ten, which
// is possible because 2^-n = 5^n * 10^-n.
type scaled struct {
	n   nat
	exp int
}

func newScaled(u unpacked) scaled {
	zeros := u.sig.trailingZeros()
	sig, exp := u.sig.shr(zeros), u.exp+zeros
	if exp >= 0 {
		return scaled{n: natShl(sig, exp)}
	}
	return scaled{n: natMulPow5(sig, -exp), exp: exp}
}

// decimal rounds x to at most the given number of significant digits in the
// way LLVM does, which is neither to nearest even nor always to nearest: the
// value is first cut (not rounded) to a number of digits guessed from its
// number of bits, and only what is still too long is rounded, half up. A cut
// that happens to hit the wanted length is all there is, which is why 0.7
// prints as 0.69999999999999996.
func (x scaled) decimal(digits int) decimal {
	required := (digits*196 + 58) / 59
	d := decimal{exp: x.exp}
	cut := 0
	if excess := x.n.bitLen() - required; excess > 0 {
		cut = excess * 59 / 196
	}
	d.value = x.n.quoPow10(cut)
	d.exp += cut
	var buf [40]byte
	if excess := len(d.digits(buf[:0])) - digits; excess > 0 {
		var last uint64
		for ; excess > 0; excess-- {
			d.value, last = d.value.divWord(10)
			d.exp++
		}
		if last >= 5 {
			d.value = d.value.inc()
		}
	}
	for {
		q, r := d.value.divWord(10)
		if r != 0 {
			return d
		}
		d.value, d.exp = q, d.exp+1
	}
}

// divWord divides by one word.
func (b Bits) divWord(w uint64) (Bits, uint64) {
	hi, rem := b.Hi/w, b.Hi%w
	lo, rem := bits.Div64(rem, b.Lo, w)
	return Bits{lo, hi}, rem
}
