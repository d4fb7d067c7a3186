package protocol

import "github.com/tile-opt/tile-opt/ir"

// Numbers that are known are computed as their types have it: they wrap, and
// the operations say how they are signed. A number of up to 64 bits stands for
// itself as its signed reading, save that of one bit, which is 0 or 1 and is
// signed only where an operation asks. Numbers that are not known are of 32 bits
// or more where anything is computed of them; those do not overflow.

// huge is what numbers are no longer compared from on with numbers that are
// not known, lest bounds of differences overflow.
const huge = int64(1) << 40

func isHuge(n int64) bool { return n >= huge || n <= -huge }

// width returns the bits of an integer or index, 0 for any other type.
func width(t ir.Type) uint32 {
	if _, float := t.(*ir.FloatType); float {
		return 0
	}
	w, _ := ir.BitWidth(t)
	if w > 64 {
		return 0
	}
	return w
}

// signed reads the lowest w bits of n as a signed number, unsigned as one that
// is not.
func signed(n int64, w uint32) int64    { return n << (64 - w) >> (64 - w) }
func unsigned(n int64, w uint32) uint64 { return uint64(n) << (64 - w) >> (64 - w) }

// wrapped is a number of a type of w bits as values hold it.
func wrapped(n int64, w uint32) int64 {
	if w == 1 {
		return n & 1
	}
	return signed(n, w)
}

// foldCast converts a number: one that is not known where it stays the same.
func foldCast(op *ir.Operation, v value) (value, bool) {
	from, to := width(op.Operand(0).Type()), width(op.Result(0).Type())
	if v.kind != number || from == 0 || to == 0 {
		return value{}, false
	}
	if !v.isConst() {
		return v, op.Is("arith.index_cast") && from >= 32 && to >= 32
	}
	if op.Is("arith.extui") || op.Is("arith.index_castui") {
		return constant(wrapped(int64(unsigned(v.n, from)), to)), true
	}
	return constant(wrapped(signed(v.n, from), to)), true
}

// foldInts computes a result of w bits of two numbers of as many.
func foldInts(name string, w uint32, a, b int64) (value, bool) {
	if w == 0 {
		return value{}, false
	}
	a, b = signed(a, w), signed(b, w)
	n := int64(0)
	switch name {
	case "arith.addi":
		n = a + b
	case "arith.subi":
		n = a - b
	case "arith.muli":
		n = a * b
	case "arith.xori":
		n = a ^ b
	case "arith.andi":
		n = a & b
	case "arith.ori":
		n = a | b
	case "arith.minsi":
		n = min(a, b)
	case "arith.maxsi":
		n = max(a, b)
	default:
		return foldDivision(name, w, a, b)
	}
	return constant(wrapped(n, w)), true
}

// foldDivision computes what is the same for signed and unsigned numbers:
// those that are not negative.
func foldDivision(name string, w uint32, a, b int64) (value, bool) {
	if a < 0 || b < 0 {
		return value{}, false
	}
	switch name {
	case "arith.ceildivsi", "arith.ceildivui":
		if b > 0 {
			n := a / b
			if a%b > 0 {
				n++
			}
			return constant(n), true
		}
	case "arith.remui", "arith.remsi":
		if b > 0 {
			return constant(a % b), true
		}
	case "arith.divui", "arith.divsi":
		if b > 0 {
			return constant(a / b), true
		}
	case "arith.shrui", "arith.shrsi":
		if b < int64(w) {
			return constant(a >> uint(b)), true
		}
	}
	return value{}, false
}

// compareKnown compares two numbers of w bits.
func compareKnown(rel int64, w uint32, a, b int64) bool {
	a, b = signed(a, w), signed(b, w)
	x, y := unsigned(a, w), unsigned(b, w)
	switch rel {
	case relEq:
		return a == b
	case relNe:
		return a != b
	case relSlt:
		return a < b
	case relSle:
		return a <= b
	case relSgt:
		return a > b
	case relSge:
		return a >= b
	case relUlt:
		return x < y
	case relUle:
		return x <= y
	case relUgt:
		return x > y
	}
	return x >= y
}
