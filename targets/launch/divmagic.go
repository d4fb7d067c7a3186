package launch

import "math/bits"

// DivMagic returns the pair that turns an unsigned division by d, 1 <= d < 2^31, into a multiplication and a shift. For
// every 0 <= x < 2^31,
//
//	x / d == (umulhi(x, mul) + x) >> shift
//
// where umulhi is the upper half of the 32x32-bit unsigned product and the sum does not leave 32 bits. With
// shift = ceil(log2 d), mul is floor(2^32 * (2^shift - d) / d) + 1, so that 2^32 + mul exceeds 2^(32+shift) / d by at most
// 1: the condition of Granlund and Montgomery (Division by Invariant Integers using Multiplication, PLDI 1994, theorem
// 4.2) for numerators below 2^32. The sum stays below 2^32 because umulhi(x, mul) <= x < 2^31.
//
// It panics for a d outside the range; Expr.Eval reports that as an error.
func DivMagic(d uint32) (mul, shift uint32) {
	if d == 0 || d >= 1<<31 {
		panic("internal: DivMagic: divisor outside 1 to 2^31-1")
	}
	shift = uint32(bits.Len32(d - 1))
	mul = uint32(((1<<shift-uint64(d))<<32)/uint64(d)) + 1
	return mul, shift
}
