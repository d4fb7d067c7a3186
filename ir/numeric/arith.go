package numeric

import "math"

// Add returns a+b, rounded once.
func (f FloatFormat) Add(a, b Bits) (Bits, Status) { return f.binary(opAdd, a, b) }

// Sub returns a-b, rounded once.
func (f FloatFormat) Sub(a, b Bits) (Bits, Status) { return f.binary(opSub, a, b) }

// Mul returns a*b, rounded once.
func (f FloatFormat) Mul(a, b Bits) (Bits, Status) { return f.binary(opMul, a, b) }

// Div returns a/b, rounded once. A zero divisor gives infinity, or [Invalid]
// for 0/0.
func (f FloatFormat) Div(a, b Bits) (Bits, Status) { return f.binary(opDiv, a, b) }

// Rem returns the remainder of a/b truncated toward zero, as C's fmod; it is
// always exact and has the sign of a.
func (f FloatFormat) Rem(a, b Bits) (Bits, Status) { return f.binary(opRem, a, b) }

type floatOp uint8

const (
	opAdd floatOp = iota
	opSub
	opMul
	opDiv
	opRem
)

func (f FloatFormat) binary(op floatOp, a, b Bits) (Bits, Status) {
	ua, ub := f.unpack(a), f.unpack(b)
	if ua.class == classNaN || ub.class == classNaN {
		return f.propagate(a, b, ua, ub)
	}
	if formats[f].wide() {
		if ua.class == classInf || ub.class == classInf || ua.class == classZero && ub.class == classZero {
			return f.binarySpecial(op, a, ua, ub)
		}
		return f.binaryWide(op, ua, ub)
	}
	// Rounding to 53 bits and then to p is the same as rounding once if
	// 53 >= 2p+2, which holds for all formats narrower than f64 (Figueroa,
	// "When is double rounding innocuous?"). Remainders are exact anyway.
	x, y := f.ToFloat64(a), f.ToFloat64(b)
	r := evalFloat64(op, x, y)
	if math.IsNaN(r) {
		return f.invalid(false)
	}
	result, status := f.FromFloat64(r)
	if f == F64 && math.IsInf(r, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) && !(op == opDiv && y == 0) {
		status = Overflow | Inexact
	}
	return result, status
}

func evalFloat64(op floatOp, x, y float64) float64 {
	switch op {
	case opAdd:
		return x + y
	case opSub:
		return x - y
	case opMul:
		return x * y
	case opDiv:
		return x / y
	}
	return math.Mod(x, y)
}

// propagate returns the first not-a-number operand, made quiet.
func (f FloatFormat) propagate(a, b Bits, ua, ub unpacked) (Bits, Status) {
	var status Status
	if f.isSignaling(ua) || f.isSignaling(ub) {
		status = Invalid
	}
	r := b
	if ua.class == classNaN {
		r = a
	}
	if formats[f].special == specialIEEE {
		r = r.or(formats[f].quietBit())
	}
	return r, status
}

// binarySpecial applies float64's rules for zeros and infinities to a wider
// format; a finite number only matters by its sign.
func (f FloatFormat) binarySpecial(op floatOp, a Bits, ua, ub unpacked) (Bits, Status) {
	if op == opRem && ub.class == classInf && ua.class != classInf {
		return a, 0
	}
	r := evalFloat64(op, ua.standIn(), ub.standIn())
	if math.IsNaN(r) {
		return f.invalid(false)
	}
	return f.FromFloat64(r)
}

// standIn is a float64 of the same class and sign.
func (u unpacked) standIn() float64 {
	x := 0.0
	switch u.class {
	case classFinite:
		x = 1
	case classInf:
		x = math.Inf(1)
	}
	if u.neg {
		return math.Copysign(x, -1)
	}
	return x
}

// binaryWide computes exactly on numbers of which at least one is not zero
// and none is infinite.
func (f FloatFormat) binaryWide(op floatOp, a, b unpacked) (Bits, Status) {
	x, y := a.sig.Big(), b.sig.Big()
	neg := a.neg != b.neg
	switch op {
	case opMul:
		return f.roundBig(neg, x.Mul(x, y), a.exp+b.exp, false)
	case opDiv:
		if b.class == classZero {
			r, _ := f.Inf(neg)
			return r, 0
		}
		if a.class == classZero {
			return f.roundedZero(neg, 0)
		}
		return f.roundRatio(neg, x, y, a.exp-b.exp)
	}
	if op == opRem && b.class == classZero {
		return f.invalid(false)
	}
	// Bring both to the smaller exponent, of a value that is not zero.
	exp := min(a.exp, b.exp)
	switch {
	case a.class == classZero:
		exp = b.exp
	case b.class == classZero:
		exp = a.exp
	}
	x.Lsh(x, uint(max(a.exp-exp, 0)))
	y.Lsh(y, uint(max(b.exp-exp, 0)))
	if op == opRem {
		return f.roundBig(a.neg, x.Rem(x, y), exp, false)
	}
	if a.neg {
		x.Neg(x)
	}
	if b.neg != (op == opSub) {
		y.Neg(y)
	}
	x.Add(x, y)
	return f.roundBig(x.Sign() < 0, x.Abs(x), exp, false)
}

// Ordering is the outcome of comparing two floats.
type Ordering int8

const (
	// Less means that the first is the smaller.
	Less Ordering = -1
	// Equal means equal; zeros of either sign are.
	Equal Ordering = 0
	// Greater means that the first is the larger.
	Greater Ordering = 1
	// Unordered means that at least one is not a number.
	Unordered Ordering = 2
)

// Compare orders a and b.
func (f FloatFormat) Compare(a, b Bits) Ordering {
	ua, ub := f.unpack(a), f.unpack(b)
	if ua.class == classNaN || ub.class == classNaN {
		return Unordered
	}
	i := &formats[f]
	sa, sb := ua.sign(), ub.sign()
	switch {
	case sa != sb:
		return order(sa < sb)
	case sa == 0:
		return Equal
	}
	ma, mb := f.Canonical(a).and(i.magnitudeMask()), f.Canonical(b).and(i.magnitudeMask())
	if ma == mb {
		return Equal
	}
	less := ma.Hi < mb.Hi || ma.Hi == mb.Hi && ma.Lo < mb.Lo
	return order(less == (sa > 0))
}

func order(less bool) Ordering {
	if less {
		return Less
	}
	return Greater
}

// sign is -1, 0 or 1.
func (u unpacked) sign() int {
	switch {
	case u.class == classZero:
		return 0
	case u.neg:
		return -1
	}
	return 1
}

// Minimum returns the smaller of a and b; -0 is smaller than +0 and a
// not-a-number operand wins, made quiet (IEEE 754-2019 minimum).
func (f FloatFormat) Minimum(a, b Bits) Bits { return f.extremum(a, b, Less, false) }

// Maximum returns the larger of a and b; +0 is larger than -0 and a
// not-a-number operand wins, made quiet (IEEE 754-2019 maximum).
func (f FloatFormat) Maximum(a, b Bits) Bits { return f.extremum(a, b, Greater, false) }

// MinNum returns the smaller of a and b, or the other one if one is not a
// number. As in MLIR's folder, a signalling a before a number b is the
// exception: it wins, made quiet.
func (f FloatFormat) MinNum(a, b Bits) Bits { return f.extremum(a, b, Less, true) }

// MaxNum returns the larger of a and b, or the other one if one is not a
// number, with the exception of [FloatFormat.MinNum].
func (f FloatFormat) MaxNum(a, b Bits) Bits { return f.extremum(a, b, Greater, true) }

func (f FloatFormat) extremum(a, b Bits, want Ordering, preferNumber bool) Bits {
	ua, ub := f.unpack(a), f.unpack(b)
	switch {
	case ub.class == classNaN && preferNumber:
		return a
	case ua.class == classNaN && preferNumber && !f.isSignaling(ua):
		return b
	case ua.class == classNaN || ub.class == classNaN:
		r, _ := f.propagate(a, b, ua, ub)
		return r
	}
	if got := f.Compare(a, b); got == Equal {
		if ua.neg == (want == Less) {
			return a
		}
		return b
	} else if got == want {
		return a
	}
	return b
}
