package arith

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Fold: x+0 = x; (a-b)+b = a; b+(a-b) = a.
func (o AddI) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsInt(consts[1], 0) {
		return toValue(o.Lhs())
	}
	if s, ok := defOf(o.Lhs(), AsSubI); ok && s.Rhs() == o.Rhs() {
		return toValue(s.Lhs())
	}
	if s, ok := defOf(o.Rhs(), AsSubI); ok && s.Rhs() == o.Lhs() {
		return toValue(s.Lhs())
	}
	return toInts(consts, total(numeric.Int.Add))
}

// Fold: x+0 = x without carry; constants.
func (o AddUIExtended) Fold(consts []ir.Attr) []ir.FoldResult {
	carryType := o.Overflow().Type()
	if constfold.IsInt(consts[1], 0) {
		if no := constfold.OfInt(carryType, 0); no != nil {
			return []ir.FoldResult{{Value: o.Lhs()}, {Attr: no}}
		}
	}
	sum := constfold.Ints(consts, total(numeric.Int.Add))
	if sum == nil {
		return nil
	}
	carry := constfold.Map(carryType, []ir.Attr{sum, consts[0]}, func(e []ir.Attr) ir.Attr {
		s, x := constfold.Int(e[0].(*ir.IntegerAttr)), constfold.Int(e[1].(*ir.IntegerAttr))
		return o.Context().Bool(s.CmpU(x) < 0)
	})
	if carry == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: sum}, {Attr: carry}}
}

// Fold: x-x = 0; x-0 = x; (a+b)-b = a; (a+b)-a = b.
func (o SubI) Fold(consts []ir.Attr) []ir.FoldResult {
	if o.Lhs() == o.Rhs() {
		if r := toInt(o.Op(), 0); r != nil {
			return r
		}
	}
	if constfold.IsInt(consts[1], 0) {
		return toValue(o.Lhs())
	}
	if a, ok := defOf(o.Lhs(), AsAddI); ok {
		if a.Rhs() == o.Rhs() {
			return toValue(a.Lhs())
		}
		if a.Lhs() == o.Rhs() {
			return toValue(a.Rhs())
		}
	}
	return toInts(consts, total(numeric.Int.Sub))
}

// Fold: x*0 = 0; x*1 = x.
func (o MulI) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsInt(consts[1], 0) {
		return toValue(o.Rhs())
	}
	if constfold.IsInt(consts[1], 1) {
		return toValue(o.Lhs())
	}
	return toInts(consts, total(numeric.Int.Mul))
}

// foldExtended folds the two halves of a product, extending with ext.
func foldExtended(consts []ir.Attr, ext func(x numeric.Int, width int) numeric.Int) []ir.FoldResult {
	half := func(shift int) ir.Attr {
		return constfold.Ints(consts, func(x, y numeric.Int) (numeric.Int, bool) {
			w := x.Width()
			p := ext(x, 2*w).Mul(ext(y, 2*w))
			p, _ = p.ShrU(numeric.NewInt(2*w, int64(shift*w)))
			return p.Trunc(w), true
		})
	}
	low := half(0)
	if low == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: low}, {Attr: half(1)}}
}

// Fold: x*0 = 0; constants.
func (o MulSIExtended) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsInt(consts[1], 0) {
		return []ir.FoldResult{{Value: o.Rhs()}, {Value: o.Rhs()}}
	}
	return foldExtended(consts, numeric.Int.SExt)
}

// Fold: x*0 = 0; x*1 = x; constants.
func (o MulUIExtended) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsInt(consts[1], 0) {
		return []ir.FoldResult{{Value: o.Rhs()}, {Value: o.Rhs()}}
	}
	if constfold.IsInt(consts[1], 1) {
		if zero := constfold.OfInt(o.Lhs().Type(), 0); zero != nil {
			return []ir.FoldResult{{Value: o.Lhs()}, {Attr: zero}}
		}
	}
	return foldExtended(consts, numeric.Int.ZExt)
}

// quotientOfProduct returns x when lhs is x*rhs without the given wrap.
func quotientOfProduct(lhs, rhs *ir.Value, flag int64) *ir.Value {
	m, ok := defOf(lhs, AsMulI)
	if !ok {
		return nil
	}
	if flags, _ := Overflow.Of(m.OverflowFlags()); flags&flag == 0 {
		return nil
	}
	switch rhs {
	case m.Lhs():
		return m.Rhs()
	case m.Rhs():
		return m.Lhs()
	}
	return nil
}

// Fold: x/1 = x; (x*y)/y = x when the product does not wrap; constants but
// zero divisors.
func (o DivUI) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsInt(consts[1], 1) {
		return toValue(o.Lhs())
	}
	if v := quotientOfProduct(o.Lhs(), o.Rhs(), NoUnsignedWrap); v != nil {
		return toValue(v)
	}
	return toInts(consts, numeric.Int.DivU)
}

// Fold: x/1 = x; (x*y)/y = x when the product does not wrap; constants where
// the quotient is defined.
func (o DivSI) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsInt(consts[1], 1) {
		return toValue(o.Lhs())
	}
	if v := quotientOfProduct(o.Lhs(), o.Rhs(), NoSignedWrap); v != nil {
		return toValue(v)
	}
	return toInts(consts, numeric.Int.DivS)
}

func foldDivision(op *ir.Operation, consts []ir.Attr, f func(x, y numeric.Int) (numeric.Int, bool)) []ir.FoldResult {
	if constfold.IsInt(consts[1], 1) {
		return toValue(op.Operand(0))
	}
	return toInts(consts, f)
}

// Fold: x/1 = x; constants but zero divisors.
func (o CeilDivUI) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldDivision(o.Op(), consts, numeric.Int.CeilDivU)
}

// Fold: x/1 = x; constants where the quotient is defined.
func (o CeilDivSI) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldDivision(o.Op(), consts, numeric.Int.CeilDivS)
}

// Fold: x/1 = x; constants where the quotient is defined.
func (o FloorDivSI) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldDivision(o.Op(), consts, numeric.Int.FloorDivS)
}

func foldRemainder(op *ir.Operation, consts []ir.Attr, f func(x, y numeric.Int) (numeric.Int, bool)) []ir.FoldResult {
	if constfold.IsInt(consts[1], 1) {
		if r := toInt(op, 0); r != nil {
			return r
		}
	}
	return toInts(consts, f)
}

// Fold: x%1 = 0; constants but zero divisors.
func (o RemUI) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldRemainder(o.Op(), consts, numeric.Int.RemU)
}

// Fold: x%1 = 0; constants but zero divisors.
func (o RemSI) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldRemainder(o.Op(), consts, numeric.Int.RemS)
}

// speculatableDivision reports whether a division with this divisor may be
// executed where it was not: the divisor is a constant, not 0, and, for
// signed division, not -1.
func speculatableDivision(divisor *ir.Value, signed bool) bool {
	v, ok := constfold.IntOf(rewrite.ConstantOf(divisor))
	return ok && !v.IsZero() && (!signed || !v.IsAllOnes())
}

// IsSpeculatable reports whether the divisor is a safe constant.
func (o DivUI) IsSpeculatable() bool { return speculatableDivision(o.Rhs(), false) }

// IsSpeculatable reports whether the divisor is a safe constant.
func (o DivSI) IsSpeculatable() bool { return speculatableDivision(o.Rhs(), true) }

// IsSpeculatable reports whether the divisor is a safe constant.
func (o CeilDivUI) IsSpeculatable() bool { return speculatableDivision(o.Rhs(), false) }

// IsSpeculatable reports whether the divisor is a safe constant.
func (o CeilDivSI) IsSpeculatable() bool { return speculatableDivision(o.Rhs(), true) }

// isNotOf reports whether v is the complement of x: xori x, -1.
func isNotOf(v, x *ir.Value) bool {
	n, ok := defOf(v, AsXOrI)
	return ok && (n.Lhs() == x && isInt(n.Rhs(), -1) || n.Rhs() == x && isInt(n.Lhs(), -1))
}

func complementary(a, b *ir.Value) bool { return isNotOf(a, b) || isNotOf(b, a) }

// Fold: x&0 = 0; x&-1 = x; x&~x = 0; a&(a&b) = a&b.
func (o AndI) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsInt(consts[1], 0) {
		return toValue(o.Rhs())
	}
	if constfold.IsInt(consts[1], -1) {
		return toValue(o.Lhs())
	}
	if complementary(o.Lhs(), o.Rhs()) {
		if r := toInt(o.Op(), 0); r != nil {
			return r
		}
	}
	for i := range 2 {
		if inner, ok := defOf(o.Operand(i), AsAndI); ok {
			if x := o.Operand(1 - i); inner.Lhs() == x || inner.Rhs() == x {
				return toValue(inner.ResultVal())
			}
		}
	}
	return toInts(consts, total(numeric.Int.And))
}

// Fold: x|0 = x; x|-1 = -1; x|~x = -1.
func (o OrI) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsInt(consts[1], 0) {
		return toValue(o.Lhs())
	}
	if constfold.IsInt(consts[1], -1) {
		return toValue(o.Rhs())
	}
	if complementary(o.Lhs(), o.Rhs()) {
		if r := toInt(o.Op(), -1); r != nil {
			return r
		}
	}
	return toInts(consts, total(numeric.Int.Or))
}

// Fold: x^0 = x; x^x = 0; (x^a)^a = x.
func (o XOrI) Fold(consts []ir.Attr) []ir.FoldResult {
	if constfold.IsInt(consts[1], 0) {
		return toValue(o.Lhs())
	}
	if o.Lhs() == o.Rhs() {
		if r := toInt(o.Op(), 0); r != nil {
			return r
		}
	}
	for i := range 2 {
		if inner, ok := defOf(o.Operand(i), AsXOrI); ok {
			switch o.Operand(1 - i) {
			case inner.Lhs():
				return toValue(inner.Rhs())
			case inner.Rhs():
				return toValue(inner.Lhs())
			}
		}
	}
	return toInts(consts, total(numeric.Int.Xor))
}

func foldShift(op *ir.Operation, consts []ir.Attr, f func(x, y numeric.Int) (numeric.Int, bool)) []ir.FoldResult {
	if constfold.IsInt(consts[1], 0) {
		return toValue(op.Operand(0))
	}
	return toInts(consts, f)
}

// Fold: x<<0 = x; constants below the width.
func (o ShLI) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldShift(o.Op(), consts, numeric.Int.Shl)
}

// Fold: x>>0 = x; constants below the width.
func (o ShRUI) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldShift(o.Op(), consts, numeric.Int.ShrU)
}

// Fold: x>>0 = x; constants below the width.
func (o ShRSI) Fold(consts []ir.Attr) []ir.FoldResult {
	return foldShift(o.Op(), consts, numeric.Int.ShrS)
}

// foldExtremum folds max and min: of a value with itself, with the absorbing
// and with the neutral number.
func foldExtremum(op *ir.Operation, consts []ir.Attr, absorbing, neutral numeric.Int, f func(x, y numeric.Int) numeric.Int) []ir.FoldResult {
	switch {
	case op.Operand(0) == op.Operand(1), isNumber(consts[1], neutral):
		return toValue(op.Operand(0))
	case isNumber(consts[1], absorbing):
		return toValue(op.Operand(1))
	}
	return toInts(consts, total(f))
}

func zeroOf(t ir.Type) numeric.Int { return numeric.NewInt(int(width(ir.ElemOrSelf(t))), 0) }

// Fold: max(x,x) = x; the greatest and the least number; constants.
func (o MaxSI) Fold(consts []ir.Attr) []ir.FoldResult {
	t := o.ResultVal().Type()
	return foldExtremum(o.Op(), consts, maxSigned(t), minSigned(t), numeric.Int.MaxS)
}

// Fold: max(x,x) = x; the greatest and the least number; constants.
func (o MaxUI) Fold(consts []ir.Attr) []ir.FoldResult {
	zero := zeroOf(o.ResultVal().Type())
	return foldExtremum(o.Op(), consts, zero.Not(), zero, numeric.Int.MaxU)
}

// Fold: min(x,x) = x; the greatest and the least number; constants.
func (o MinSI) Fold(consts []ir.Attr) []ir.FoldResult {
	t := o.ResultVal().Type()
	return foldExtremum(o.Op(), consts, minSigned(t), maxSigned(t), numeric.Int.MinS)
}

// Fold: min(x,x) = x; the greatest and the least number; constants.
func (o MinUI) Fold(consts []ir.Attr) []ir.FoldResult {
	zero := zeroOf(o.ResultVal().Type())
	return foldExtremum(o.Op(), consts, zero, zero.Not(), numeric.Int.MinU)
}
