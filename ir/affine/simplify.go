package affine

import (
	"fmt"
	"math"
	"math/bits"
)

// Add returns e + f, simplified.
func (e Expr) Add(f Expr) Expr { return Expr{add(e.n, f.n)} }

// Sub returns e - f, which is e + f * -1, simplified.
func (e Expr) Sub(f Expr) Expr { return e.Add(f.Neg()) }

// Neg returns -e, which is e * -1, simplified.
func (e Expr) Neg() Expr { return Expr{mul(e.n, constant(-1))} }

// Mul returns e * f, simplified. Unless one of them
// [Expr.IsSymbolicOrConstant] the product is not affine and left alone; the
// parser refuses it.
func (e Expr) Mul(f Expr) Expr { return Expr{mul(e.n, f.n)} }

// Mod returns e mod f, simplified. A divisor that is not positive has no
// meaning and is kept as it is.
func (e Expr) Mod(f Expr) Expr { return Expr{mod(e.n, f.n)} }

// FloorDiv returns e floordiv f, simplified. Division by zero has no meaning
// and is kept as it is.
func (e Expr) FloorDiv(f Expr) Expr { return Expr{floorDiv(e.n, f.n)} }

// CeilDiv returns e ceildiv f, simplified. Division by zero has no meaning
// and is kept as it is.
func (e Expr) CeilDiv(f Expr) Expr { return Expr{ceilDiv(e.n, f.n)} }

// Binary returns the expression of one of the five kinds with two operands.
func Binary(kind Kind, lhs, rhs Expr) Expr { return Expr{build(kind, lhs.n, rhs.n)} }

func build(kind Kind, lhs, rhs *node) *node {
	switch kind {
	case KindAdd:
		return add(lhs, rhs)
	case KindMul:
		return mul(lhs, rhs)
	case KindMod:
		return mod(lhs, rhs)
	case KindFloorDiv:
		return floorDiv(lhs, rhs)
	case KindCeilDiv:
		return ceilDiv(lhs, rhs)
	}
	panic(fmt.Sprintf("affine: internal: kind %d has no operands", kind))
}

func add(lhs, rhs *node) *node {
	if n := simplifiedSum(lhs, rhs); n != nil {
		return n
	}
	return binary(KindAdd, lhs, rhs)
}

// simplifiedSum returns nil if no rule applies. The order of the rules
// decides what is printed.
func simplifiedSum(lhs, rhs *node) *node {
	l, lConst := lhs.constant()
	r, rConst := rhs.constant()
	switch {
	case lConst && rConst:
		if sum := l + r; (sum > l) == (r > 0) {
			return constant(sum)
		}
		return nil
	case lConst || lhs.symbolic() && !rhs.symbolic() || misplaced(lhs, rhs):
		// Constants and symbols go to the right.
		return add(rhs, lhs)
	case rConst && r == 0:
		return lhs
	}
	// The constant a left sum ends in, if any, joins the one on the right or
	// moves there.
	tail, hasTail := int64(0), false
	if lhs.kind == KindAdd {
		tail, hasTail = lhs.rhs.constant()
	}
	if hasTail && rConst {
		return add(lhs.lhs, constant(tail+r))
	}
	lFactor, lScale := scaled(lhs)
	rFactor, rScale := scaled(rhs)
	if equal(lFactor, rFactor) {
		return mul(lFactor, constant(lScale+rScale))
	}
	if hasTail {
		return add(add(lhs.lhs, rhs), lhs.rhs)
	}
	return remainder(lhs, rhs)
}

// misplaced reports whether both are dimensions, or both are symbols, and the
// left one has the higher position.
func misplaced(lhs, rhs *node) bool {
	return lhs.kind == rhs.kind && (lhs.kind == KindDim || lhs.kind == KindSymbol) && lhs.value > rhs.value
}

// scaled splits x * c into x and c; c is one where there is none.
func scaled(n *node) (*node, int64) {
	if n.kind == KindMul {
		if c, ok := n.rhs.constant(); ok {
			return n.lhs, c
		}
	}
	return n, 1
}

// remainder finds x - (x floordiv q) * q, which is x mod q, in a sum. It
// returns nil if the sum has another form.
func remainder(lhs, rhs *node) *node {
	if rhs.lhs == nil {
		return nil
	}
	inner, factor := rhs.lhs, rhs.rhs
	// With a symbolic q, the product is ((x floordiv q) * q) * -1.
	if factor.isConst(-1) && inner.kind == KindMul {
		quotient, q := inner.lhs, inner.rhs
		if quotient.kind != KindFloorDiv {
			return nil
		}
		if equal(quotient.rhs, q) && equal(lhs, quotient.lhs) {
			return mod(lhs, q)
		}
	}
	// With a constant q, it is (x floordiv q) * -q.
	if rhs.kind != KindMul || inner.kind != KindFloorDiv {
		return nil
	}
	if q, ok := inner.rhs.constant(); ok && q > 0 && factor.isConst(-q) && equal(lhs, inner.lhs) {
		return mod(lhs, inner.rhs)
	}
	// x may be the last term of a longer sum.
	if lhs.kind == KindAdd {
		if last := simplifiedSum(lhs.rhs, rhs); last != nil {
			return add(lhs.lhs, last)
		}
	}
	return nil
}

func mul(lhs, rhs *node) *node {
	l, lConst := lhs.constant()
	r, rConst := rhs.constant()
	switch {
	case lConst && rConst:
		if product, ok := mulExact(l, r); ok {
			return constant(product)
		}
		return binary(KindMul, lhs, rhs)
	case lConst || !rhs.symbolic() && lhs.symbolic() || misplaced(lhs, rhs):
		return mul(rhs, lhs)
	case rConst && r == 1:
		return lhs
	case rConst && r == 0:
		return rhs
	}
	if lhs.kind == KindMul {
		if c, ok := lhs.rhs.constant(); ok {
			if rConst {
				return mul(lhs.lhs, constant(c*r))
			}
			return mul(mul(lhs.lhs, rhs), lhs.rhs)
		}
	}
	return binary(KindMul, lhs, rhs)
}

// mulExact multiplies; false on overflow.
func mulExact(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(abs(a)), uint64(abs(b)))
	negative := (a < 0) != (b < 0)
	limit := uint64(math.MaxInt64)
	if negative {
		limit++
	}
	return a * b, hi == 0 && lo <= limit
}

func mod(lhs, rhs *node) *node {
	by, ok := rhs.constant()
	if !ok || by < 1 {
		return binary(KindMod, lhs, rhs)
	}
	if l, ok := lhs.constant(); ok {
		return constant(floorMod(l, by))
	}
	if lhs.divisor%by == 0 {
		return constant(0)
	}
	switch lhs.kind {
	case KindAdd:
		if lhs.lhs.divisor%by == 0 {
			return mod(lhs.rhs, rhs)
		}
		if lhs.rhs.divisor%by == 0 {
			return mod(lhs.lhs, rhs)
		}
	case KindMod:
		if inner, ok := lhs.rhs.constant(); ok && inner >= 1 && inner%by == 0 {
			return mod(lhs.lhs, rhs)
		}
	}
	return binary(KindMod, lhs, rhs)
}

func floorDiv(lhs, rhs *node) *node {
	by, ok := rhs.constant()
	if n := simplifiedQuotient(lhs, rhs, quotientFloor); n != nil {
		return n
	}
	if ok && by != 0 && lhs.kind == KindAdd && (lhs.lhs.divisor%by == 0 || lhs.rhs.divisor%by == 0) {
		return add(floorDiv(lhs.lhs, rhs), floorDiv(lhs.rhs, rhs))
	}
	return binary(KindFloorDiv, lhs, rhs)
}

func ceilDiv(lhs, rhs *node) *node {
	if n := simplifiedQuotient(lhs, rhs, quotientCeil); n != nil {
		return n
	}
	return binary(KindCeilDiv, lhs, rhs)
}

// simplifiedQuotient has the rules that do not depend on rounding but for
// constants, which divide evaluates; nil if none applies.
func simplifiedQuotient(lhs, rhs *node, divide func(a, b int64) int64) *node {
	by, ok := rhs.constant()
	if !ok || by == 0 {
		return nil
	}
	if l, ok := lhs.constant(); ok {
		if l == math.MinInt64 && by == -1 {
			return nil
		}
		return constant(divide(l, by))
	}
	if by == 1 {
		return lhs
	}
	if lhs.kind == KindMul {
		if c, ok := lhs.rhs.constant(); ok && c%by == 0 {
			return mul(lhs.lhs, constant(c/by))
		}
	}
	return nil
}

func quotientFloor(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func quotientCeil(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

// floorMod is the remainder in [0, b) for b > 0.
func floorMod(a, b int64) int64 {
	m := a % b
	if m < 0 {
		m += b
	}
	return m
}
