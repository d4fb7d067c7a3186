package numeric

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
)

func appendUint(dst []byte, v uint64) []byte { return strconv.AppendUint(dst, v, 10) }

func (x Int) checkSame(y Int) {
	if x.width != y.width {
		panic(fmt.Sprintf("numeric: internal: operands of %d and %d bits", x.width, y.width))
	}
}

// both reports whether x and y have their values in small.
func both(x, y Int) bool { return x.wide == nil && y.wide == nil }

// with returns v in x's width.
func (x Int) with(v int64) Int { return NewInt(int(x.width), v) }

func (x Int) withBig(v *big.Int) Int {
	if x.width <= 64 {
		return IntFromBig(int(x.width), v)
	}
	return wrapBig(int(x.width), v)
}

// Add returns x+y.
func (x Int) Add(y Int) Int {
	x.checkSame(y)
	if both(x, y) {
		// Up to 64 bits wrapping is right; beyond, the sum must not wrap.
		if s := x.small + y.small; x.width <= 64 || (s > x.small) == (y.small > 0) {
			return x.with(s)
		}
	}
	return x.withBig(new(big.Int).Add(x.view(), y.view()))
}

// Sub returns x-y.
func (x Int) Sub(y Int) Int {
	x.checkSame(y)
	if both(x, y) {
		if d := x.small - y.small; x.width <= 64 || (d < x.small) == (y.small > 0) {
			return x.with(d)
		}
	}
	return x.withBig(new(big.Int).Sub(x.view(), y.view()))
}

// Neg returns -x.
func (x Int) Neg() Int { return x.with(0).Sub(x) }

// Mul returns x*y.
func (x Int) Mul(y Int) Int {
	x.checkSame(y)
	if both(x, y) {
		hi, lo := bits.Mul64(magnitude(x.small), magnitude(y.small))
		if x.width <= 64 || hi == 0 && lo < 1<<63 {
			return x.with(x.small * y.small)
		}
	}
	return x.withBig(new(big.Int).Mul(x.view(), y.view()))
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// rounding says where a quotient goes.
type rounding uint8

const (
	roundTrunc rounding = iota
	roundFloor
	roundCeil
)

// DivS returns the signed quotient truncated toward zero. The second result
// is false, as for the other divisions, if y is zero or the quotient overflows
// (-2^(n-1) / -1).
func (x Int) DivS(y Int) (Int, bool) { return x.divSigned(y, roundTrunc) }

// FloorDivS returns the signed quotient rounded down.
func (x Int) FloorDivS(y Int) (Int, bool) { return x.divSigned(y, roundFloor) }

// CeilDivS returns the signed quotient rounded up.
func (x Int) CeilDivS(y Int) (Int, bool) { return x.divSigned(y, roundCeil) }

func (x Int) divSigned(y Int, to rounding) (Int, bool) {
	x.checkSame(y)
	if y.IsZero() || x.IsMinSigned() && y.IsAllOnes() {
		return x.with(0), false
	}
	if both(x, y) && y.small != -1 {
		q, r := x.small/y.small, x.small%y.small
		return x.with(q + to.adjust(r != 0, (r < 0) == (y.small < 0))), true
	}
	q, r := new(big.Int).QuoRem(x.view(), y.view(), new(big.Int))
	by := to.adjust(r.Sign() != 0, r.Sign() == y.sign())
	return x.withBig(q.Add(q, big.NewInt(by))), true
}

// adjust returns what to add to a truncated quotient. positive is the sign of
// the fraction cut off.
func (to rounding) adjust(inexact, positive bool) int64 {
	switch {
	case inexact && to == roundFloor && !positive:
		return -1
	case inexact && to == roundCeil && positive:
		return 1
	}
	return 0
}

// RemS returns the signed remainder with the sign of x. The second result is
// false if y is zero; the remainder by -1 is zero.
func (x Int) RemS(y Int) (Int, bool) {
	x.checkSame(y)
	switch {
	case y.IsZero():
		return x.with(0), false
	case y.IsAllOnes():
		return x.with(0), true
	case both(x, y):
		return x.with(x.small % y.small), true
	}
	return x.withBig(new(big.Int).Rem(x.view(), y.view())), true
}

// DivU returns the unsigned quotient rounded down; false if y is zero.
func (x Int) DivU(y Int) (Int, bool) {
	q, _, ok := x.quoRemU(y)
	return q, ok
}

// RemU returns the unsigned remainder; false if y is zero.
func (x Int) RemU(y Int) (Int, bool) {
	_, r, ok := x.quoRemU(y)
	return r, ok
}

// CeilDivU returns the unsigned quotient rounded up; false if y is zero.
func (x Int) CeilDivU(y Int) (Int, bool) {
	q, r, ok := x.quoRemU(y)
	if ok && !r.IsZero() {
		q = q.Add(NewUint(int(x.width), 1))
	}
	return q, ok
}

func (x Int) quoRemU(y Int) (q, r Int, ok bool) {
	x.checkSame(y)
	if y.IsZero() {
		return x.with(0), x.with(0), false
	}
	a, fitsA := x.Uint64()
	b, fitsB := y.Uint64()
	width := int(x.width)
	if fitsA && fitsB {
		return NewUint(width, a/b), NewUint(width, a%b), true
	}
	bq, br := new(big.Int).QuoRem(x.Unsigned(), y.Unsigned(), new(big.Int))
	return x.withBig(bq), x.withBig(br), true
}

// And returns the bitwise conjunction.
func (x Int) And(y Int) Int {
	x.checkSame(y)
	if both(x, y) {
		return x.with(x.small & y.small)
	}
	return x.withBig(new(big.Int).And(x.view(), y.view()))
}

// Or returns the bitwise disjunction.
func (x Int) Or(y Int) Int {
	x.checkSame(y)
	if both(x, y) {
		return x.with(x.small | y.small)
	}
	return x.withBig(new(big.Int).Or(x.view(), y.view()))
}

// Xor returns the bitwise exclusive disjunction.
func (x Int) Xor(y Int) Int {
	x.checkSame(y)
	if both(x, y) {
		return x.with(x.small ^ y.small)
	}
	return x.withBig(new(big.Int).Xor(x.view(), y.view()))
}

// Not returns the bitwise complement.
func (x Int) Not() Int { return x.Xor(x.with(-1)) }

// amount returns an unsigned shift amount; false if it is not below the
// width.
func (x Int) amount(y Int) (uint, bool) {
	x.checkSame(y)
	n, ok := y.Uint64()
	if !ok || n >= uint64(x.width) {
		return 0, false
	}
	return uint(n), true
}

// Shl returns x shifted left by the unsigned y. The second result is false,
// as for the other shifts, if y is not below the width.
func (x Int) Shl(y Int) (Int, bool) {
	n, ok := x.amount(y)
	switch {
	case !ok || x.IsZero():
		return x.with(0), ok
	case x.width <= 64:
		return x.with(x.small << n), true
	}
	return x.withBig(new(big.Int).Lsh(x.view(), n)), true
}

// ShrS returns x shifted right by the unsigned y, filling with the sign.
func (x Int) ShrS(y Int) (Int, bool) {
	n, ok := x.amount(y)
	switch {
	case !ok:
		return x.with(0), false
	case x.wide == nil:
		return x.with(x.small >> min(n, 63)), true
	}
	return x.withBig(new(big.Int).Rsh(x.view(), n)), true
}

// ShrU returns x shifted right by the unsigned y, filling with zeros.
func (x Int) ShrU(y Int) (Int, bool) {
	n, ok := x.amount(y)
	if !ok || n == 0 {
		return x, ok
	}
	if v, fits := x.Uint64(); fits {
		return NewUint(int(x.width), v>>n), true
	}
	u := x.Unsigned()
	return x.withBig(u.Rsh(u, n)), true
}

// CmpS orders the signed readings: -1, 0 or 1.
func (x Int) CmpS(y Int) int {
	x.checkSame(y)
	if both(x, y) {
		switch {
		case x.small < y.small:
			return -1
		case x.small > y.small:
			return 1
		}
		return 0
	}
	return x.view().Cmp(y.view())
}

// CmpU orders the unsigned readings: -1, 0 or 1.
func (x Int) CmpU(y Int) int {
	// Negative signed readings are the upper half, in the same order.
	if x.IsNegative() != y.IsNegative() {
		x.checkSame(y)
		if x.IsNegative() {
			return 1
		}
		return -1
	}
	return x.CmpS(y)
}

// MinS returns the operand with the smaller signed reading.
func (x Int) MinS(y Int) Int { return pick(x, y, x.CmpS(y) <= 0) }

// MaxS returns the operand with the larger signed reading.
func (x Int) MaxS(y Int) Int { return pick(x, y, x.CmpS(y) >= 0) }

// MinU returns the operand with the smaller unsigned reading.
func (x Int) MinU(y Int) Int { return pick(x, y, x.CmpU(y) <= 0) }

// MaxU returns the operand with the larger unsigned reading.
func (x Int) MaxU(y Int) Int { return pick(x, y, x.CmpU(y) >= 0) }

func pick(x, y Int, first bool) Int {
	if first {
		return x
	}
	return y
}

// Trunc returns the low bits of x in a narrower (or the same) width.
func (x Int) Trunc(width int) Int {
	if width > int(x.width) {
		panic(fmt.Sprintf("numeric: internal: truncation from %d to %d bits", x.width, width))
	}
	return x.resize(width)
}

// SExt returns the signed reading of x in a wider (or the same) width.
func (x Int) SExt(width int) Int {
	x.checkWider(width)
	return x.resize(width)
}

// ZExt returns the unsigned reading of x in a wider (or the same) width.
func (x Int) ZExt(width int) Int {
	x.checkWider(width)
	if width == int(x.width) {
		return x
	}
	if v, ok := x.Uint64(); ok {
		return NewUint(width, v)
	}
	return IntFromBig(width, x.Unsigned())
}

func (x Int) checkWider(width int) {
	if width < int(x.width) {
		panic(fmt.Sprintf("numeric: internal: extension from %d to %d bits", x.width, width))
	}
}

func (x Int) resize(width int) Int {
	if x.wide != nil {
		return IntFromBig(width, x.wide)
	}
	return NewInt(width, x.small)
}
