package arith

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// EvalCmpI reports whether the predicate of arith.cmpi holds between x and y.
func EvalCmpI(predicate int64, x, y numeric.Int) bool {
	switch predicate {
	case CmpEQ:
		return x.Equal(y)
	case CmpNE:
		return !x.Equal(y)
	case CmpSLT:
		return x.CmpS(y) < 0
	case CmpSLE:
		return x.CmpS(y) <= 0
	case CmpSGT:
		return x.CmpS(y) > 0
	case CmpSGE:
		return x.CmpS(y) >= 0
	case CmpULT:
		return x.CmpU(y) < 0
	case CmpULE:
		return x.CmpU(y) <= 0
	case CmpUGT:
		return x.CmpU(y) > 0
	}
	return x.CmpU(y) >= 0
}

// EvalCmpF reports whether the predicate of arith.cmpf holds for an ordering.
func EvalCmpF(predicate int64, o numeric.Ordering) bool {
	if o == numeric.Unordered {
		return predicate >= CmpUEQ
	}
	switch predicate {
	case CmpFalse, CmpUNO:
		return false
	case CmpORD, CmpTrue:
		return true
	case CmpOEQ, CmpUEQ:
		return o == numeric.Equal
	case CmpOGT, CmpFUGT:
		return o == numeric.Greater
	case CmpOGE, CmpFUGE:
		return o != numeric.Less
	case CmpOLT, CmpFULT:
		return o == numeric.Less
	case CmpOLE, CmpFULE:
		return o != numeric.Greater
	}
	return o != numeric.Equal
}

// SwapCmpI returns the predicate that holds between y and x when predicate
// holds between x and y.
func SwapCmpI(predicate int64) int64 {
	swapped := [...]int64{CmpEQ, CmpNE, CmpSGT, CmpSGE, CmpSLT, CmpSLE, CmpUGT, CmpUGE, CmpULT, CmpULE}
	return swapped[predicate]
}

// NegateCmpI returns the predicate that holds when predicate does not.
func NegateCmpI(predicate int64) int64 {
	negated := [...]int64{CmpNE, CmpEQ, CmpSGE, CmpSGT, CmpSLE, CmpSLT, CmpUGE, CmpUGT, CmpULE, CmpULT}
	return negated[predicate]
}

// PredicateValue returns the relation, one of CmpEQ, CmpNE, ...
func (o CmpI) PredicateValue() int64 {
	v, _ := CmpIPredicate.Of(o.Predicate())
	return v
}

// PredicateValue returns the relation, one of CmpFalse, CmpOEQ, ...
func (o CmpF) PredicateValue() int64 {
	v, _ := CmpFPredicate.Of(o.Predicate())
	return v
}

// toBool folds to a truth value in the type of op's result.
func toBool(op *ir.Operation, v bool) []ir.FoldResult {
	if v {
		return toInt(op, 1)
	}
	return toInt(op, 0)
}

// Fold: a value compared with itself; a truth value compared with a constant
// that leaves it as it is; constants, which move to the right.
func (o CmpI) Fold(consts []ir.Attr) []ir.FoldResult {
	p := o.PredicateValue()
	if o.Lhs() == o.Rhs() {
		zero := zeroOf(o.Lhs().Type())
		if r := toBool(o.Op(), EvalCmpI(p, zero, zero)); r != nil {
			return r
		}
	}
	if v := o.foldTruth(p, consts[1]); v != nil {
		return toValue(v)
	}
	if consts[0] != nil && consts[1] == nil {
		o.SetPredicate(CmpIPredicate.Attr(o.Context(), SwapCmpI(p)))
		lhs, rhs := o.Lhs(), o.Rhs()
		o.Op().SetOperand(0, rhs)
		o.Op().SetOperand(1, lhs)
		return ir.FoldedInPlace
	}
	if consts[0] == nil || consts[1] == nil {
		return nil
	}
	return toAttr(constfold.Map(o.ResultVal().Type(), consts, func(e []ir.Attr) ir.Attr {
		x, ok := e[0].(*ir.IntegerAttr)
		y, ok2 := e[1].(*ir.IntegerAttr)
		if !ok || !ok2 {
			return nil
		}
		return o.Context().Bool(EvalCmpI(p, constfold.Int(x), constfold.Int(y)))
	}))
}

// foldTruth returns the i1 that a comparison with the constant c just
// repeats: ne (extension of it), 0; ne it, false; eq it, true.
func (o CmpI) foldTruth(p int64, c ir.Attr) *ir.Value {
	if p == CmpNE && constfold.IsInt(c, 0) {
		if d := o.Lhs().Def(); d != nil && (d.Info().Def == ExtUIDef || d.Info().Def == ExtSIDef) && isBool(d.Operand(0).Type()) {
			return d.Operand(0)
		}
		if isBool(o.Lhs().Type()) {
			return o.Lhs()
		}
	}
	if p == CmpEQ && isBool(o.Lhs().Type()) && constfold.IsInt(c, 1) {
		return o.Lhs()
	}
	return nil
}

func isBool(t ir.Type) bool { return ir.IsInt(ir.ElemOrSelf(t), 1) }

// Fold: comparisons with not-a-number; constants.
func (o CmpF) Fold(consts []ir.Attr) []ir.FoldResult {
	p := o.PredicateValue()
	if isNaN(consts[0]) || isNaN(consts[1]) {
		return toBool(o.Op(), EvalCmpF(p, numeric.Unordered))
	}
	if consts[0] == nil || consts[1] == nil {
		return nil
	}
	return toAttr(constfold.Map(o.ResultVal().Type(), consts, func(e []ir.Attr) ir.Attr {
		x, ok := e[0].(*ir.FloatAttr)
		y, ok2 := e[1].(*ir.FloatAttr)
		if !ok || !ok2 {
			return nil
		}
		return o.Context().Bool(EvalCmpF(p, x.FloatType().Format.Compare(x.Bits, y.Bits)))
	}))
}

// Fold: equal values; a constant condition; select(c, true, false) = c;
// select(a == b, a, b) = b and the like; constants, element by element.
func (o Select) Fold(consts []ir.Attr) []ir.FoldResult {
	cond, t, f := o.Condition(), o.TrueValue(), o.FalseValue()
	if t == f {
		return toValue(t)
	}
	if c, known := ir.BoolValue(rewrite.ScalarOf(consts[0])); known {
		if c {
			return toValue(t)
		}
		return toValue(f)
	}
	if isBool(t.Type()) && cond.Type() == t.Type() && constfold.IsInt(consts[1], 1) && constfold.IsInt(consts[2], 0) {
		return toValue(cond)
	}
	if v := o.foldEquality(); v != nil {
		return toValue(v)
	}
	if consts[0] == nil || consts[1] == nil || consts[2] == nil {
		return nil
	}
	return toAttr(constfold.Map(o.ResultVal().Type(), consts, func(e []ir.Attr) ir.Attr {
		if c, _ := ir.BoolValue(e[0]); c {
			return e[1]
		}
		return e[2]
	}))
}

// foldEquality folds the choice between two values by whether they are equal.
func (o Select) foldEquality() *ir.Value {
	c, ok := defOf(o.Condition(), AsCmpI)
	if !ok {
		return nil
	}
	t, f := o.TrueValue(), o.FalseValue()
	if !(c.Lhs() == t && c.Rhs() == f || c.Lhs() == f && c.Rhs() == t) {
		return nil
	}
	switch c.PredicateValue() {
	case CmpEQ:
		return f
	case CmpNE:
		return t
	}
	return nil
}
