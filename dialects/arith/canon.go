package arith

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// ofNegated lets a float operation of two negated operands take the operands
// themselves.
func ofNegated(name, root string) []rewrite.Pattern {
	return []rewrite.Pattern{{Name: name, Root: root, Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
		a, ok := defOf(op.Operand(0), AsNegF)
		b, ok2 := defOf(op.Operand(1), AsNegF)
		if !ok || !ok2 {
			return r.NoMatch("operands are not both negated")
		}
		r.ReplaceWithOp(op, root, []*ir.Value{a.OperandVal(), b.OperandVal()}, op.ResultTypes(), ir.NamedAttr{Name: "fastmath", Attr: op.Prop("fastmath")})
		return nil
	}}}
}

// CanonicalizationPatterns returns the patterns of arith.mulf.
func (MulF) CanonicalizationPatterns() []rewrite.Pattern {
	return ofNegated("mulf-of-negf", "arith.mulf")
}

// CanonicalizationPatterns returns the patterns of arith.divf.
func (DivF) CanonicalizationPatterns() []rewrite.Pattern {
	return ofNegated("divf-of-negf", "arith.divf")
}

// castOf replaces root(inner(x)) by result(x) of the type of root, where fits
// accepts.
func castOf(name, root, inner, result string, fits func(outer, inner *ir.Operation) bool) rewrite.Pattern {
	return rewrite.Pattern{Name: name, Root: root, Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
		d := op.Operand(0).Def()
		if d == nil || !d.Is(inner) || fits != nil && !fits(op, d) {
			return r.NoMatch("operand is no fitting conversion")
		}
		r.ReplaceWithOp(op, result, []*ir.Value{d.Operand(0)}, op.ResultTypes())
		return nil
	}}
}

// CanonicalizationPatterns returns the patterns of arith.extsi.
func (ExtSI) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{castOf("extsi-of-extui", "arith.extsi", "arith.extui", "arith.extui", nil)}
}

// endsWider reports whether the outer result is wider than what the inner
// operation started from.
func endsWider(outer, inner *ir.Operation) bool {
	return widens(ir.ElemOrSelf(inner.Operand(0).Type()), ir.ElemOrSelf(outer.Result(0).Type()))
}

// CanonicalizationPatterns returns the patterns of arith.trunci.
func (TruncI) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		castOf("trunci-of-extsi", "arith.trunci", "arith.extsi", "arith.extsi", endsWider),
		castOf("trunci-of-extui", "arith.trunci", "arith.extui", "arith.extui", endsWider),
		{Name: "trunci-of-shrsi", Root: "arith.trunci", Rewrite: truncOfSignedShift},
	}
}

// truncOfSignedShift: when exactly the bits that were shifted in are cut off,
// it does not matter what they were.
func truncOfSignedShift(op *ir.Operation, r *rewrite.Rewriter) error {
	s, ok := defOf(op.Operand(0), AsShRSI)
	if !ok {
		return r.NoMatch("operand is no signed shift")
	}
	lost := int64(width(ir.ElemOrSelf(op.Operand(0).Type()))) - int64(width(ir.ElemOrSelf(op.Result(0).Type())))
	if n, known := rewrite.IntConst(s.Rhs()); !known || n != lost {
		return r.NoMatch("the shift is not by the bits cut off")
	}
	r.SetLoc(op.Loc())
	u := NewShRUI(r.Builder, []ir.Type{s.ResultVal().Type()}, s.Lhs(), s.Rhs(), ShRUIProps{IsExact: s.IsExact()})
	r.ReplaceWithOp(op, "arith.trunci", []*ir.Value{u.ResultVal()}, op.ResultTypes(), ir.NamedAttr{Name: "overflowFlags", Attr: op.Prop("overflowFlags")})
	return nil
}

// CanonicalizationPatterns returns the patterns of arith.truncf.
func (TruncF) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		castOf("truncf-of-sitofp", "arith.truncf", "arith.sitofp", "arith.sitofp", exactInteger),
		castOf("truncf-of-uitofp", "arith.truncf", "arith.uitofp", "arith.uitofp", exactInteger),
	}
}

// exactInteger reports whether the inner conversion of an integer to a float
// rounds nothing and the outer one to nearest, so that they round once
// together.
func exactInteger(outer, inner *ir.Operation) bool {
	t := ir.ElemOrSelf(inner.Result(0).Type()).(*ir.FloatType)
	bits := int(width(ir.ElemOrSelf(inner.Operand(0).Type())))
	mode, _ := RoundingMode.Of(outer.Prop("roundingmode"))
	return mode == 0 && bits <= t.Format.Precision() && t.Format.MaxExponent() >= bits
}

// backToStart replaces op(op(x)) by x where both ends have one type and
// nothing was lost between.
func backToStart(name, root string) rewrite.Pattern {
	return rewrite.Pattern{Name: name, Root: root, Benefit: 10, Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
		d := op.Operand(0).Def()
		if d == nil || !d.Is(root) || d.Operand(0).Type() != op.Result(0).Type() {
			return r.NoMatch("not there and back")
		}
		if width(memRefElem(ir.ElemOrSelf(op.Operand(0).Type()))) < width(memRefElem(ir.ElemOrSelf(op.Result(0).Type()))) {
			return r.NoMatch("bits are lost on the way")
		}
		r.Replace(op, d.Operand(0))
		return nil
	}}
}

// CanonicalizationPatterns returns the patterns of arith.index_cast.
func (IndexCast) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		backToStart("index-cast-of-index-cast", "arith.index_cast"),
		castOf("index-cast-of-extsi", "arith.index_cast", "arith.extsi", "arith.index_cast", nil),
	}
}

// CanonicalizationPatterns returns the patterns of arith.index_castui.
func (IndexCastUI) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		backToStart("index-castui-of-index-castui", "arith.index_castui"),
		castOf("index-castui-of-extui", "arith.index_castui", "arith.extui", "arith.index_castui", nil),
	}
}

// CanonicalizationPatterns returns the patterns of arith.bitcast.
func (Bitcast) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{castOf("bitcast-of-bitcast", "arith.bitcast", "arith.bitcast", "arith.bitcast", nil)}
}

// CanonicalizationPatterns returns the patterns of arith.cmpi.
func (CmpI) CanonicalizationPatterns() []rewrite.Pattern {
	var out []rewrite.Pattern
	for _, ext := range []string{"arith.extsi", "arith.extui"} {
		out = append(out, rewrite.Pattern{Name: "cmpi-of-" + ext[len("arith."):], Root: "arith.cmpi", Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
			a, b := extended(op.Operand(0), ext), extended(op.Operand(1), ext)
			p := CmpI{ir.ViewOf(op)}.PredicateValue()
			if a == nil || b == nil || a.Type() != b.Type() || p != CmpEQ && p != CmpNE {
				return r.NoMatch("no equality of extensions of one type")
			}
			r.ReplaceWithOp(op, "arith.cmpi", []*ir.Value{a, b}, op.ResultTypes(), ir.NamedAttr{Name: "predicate", Attr: op.Prop("predicate")})
			return nil
		}})
	}
	return out
}

// CanonicalizationPatterns returns the patterns of arith.select.
func (Select) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "select-same-condition", Root: "arith.select", Rewrite: selectSameCondition},
		{Name: "select-not-condition", Root: "arith.select", Rewrite: selectNotCondition},
		{Name: "select-to-not", Root: "arith.select", Rewrite: selectToNot},
		{Name: "select-to-extui", Root: "arith.select", Rewrite: selectToExtUI},
	}
}

// selectSameCondition looks through an inner select with the same condition.
func selectSameCondition(op *ir.Operation, r *rewrite.Rewriter) error {
	o := Select{ir.ViewOf(op)}
	t, f := o.TrueValue(), o.FalseValue()
	if s, ok := defOf(t, AsSelect); ok && s.Condition() == o.Condition() {
		t = s.TrueValue()
	}
	if s, ok := defOf(f, AsSelect); ok && s.Condition() == o.Condition() {
		f = s.FalseValue()
	}
	if t == o.TrueValue() && f == o.FalseValue() {
		return r.NoMatch("no value is a select with the same condition")
	}
	r.Modify(op, func() {
		op.SetOperand(1, t)
		op.SetOperand(2, f)
	})
	return nil
}

// selectNotCondition turns select(not c, a, b) into select(c, b, a).
func selectNotCondition(op *ir.Operation, r *rewrite.Rewriter) error {
	x, ok := defOf(op.Operand(0), AsXOrI)
	if !ok || !isInt(x.Rhs(), 1) {
		return r.NoMatch("the condition is no complement")
	}
	t, f := op.Operand(1), op.Operand(2)
	r.Modify(op, func() {
		op.SetOperand(0, x.Lhs())
		op.SetOperand(1, f)
		op.SetOperand(2, t)
	})
	return nil
}

// selectToNot turns select(c, false, true) into not c.
func selectToNot(op *ir.Operation, r *rewrite.Rewriter) error {
	t := op.Result(0).Type()
	if !isBool(t) || op.Operand(0).Type() != t || !isInt(op.Operand(1), 0) || !isInt(op.Operand(2), 1) {
		return r.NoMatch("not select(c, false, true)")
	}
	r.ReplaceWithOp(op, "arith.xori", []*ir.Value{op.Operand(0), op.Operand(2)}, op.ResultTypes())
	return nil
}

// selectToExtUI turns select(c, 1, 0) of a wider integer into an extension of
// c, and select(c, 0, 1) into one of not c.
func selectToExtUI(op *ir.Operation, r *rewrite.Rewriter) error {
	t := op.Result(0).Type()
	if i, ok := ir.ElemOrSelf(t).(*ir.IntegerType); !ok || i.Width <= 1 || BoolLike(t) != op.Operand(0).Type() {
		return r.NoMatch("no integer of the shape of the condition")
	}
	cond := op.Operand(0)
	switch {
	case isInt(op.Operand(1), 1) && isInt(op.Operand(2), 0):
	case isInt(op.Operand(1), 0) && isInt(op.Operand(2), 1):
		yes := constfold.OfInt(cond.Type(), 1)
		if yes == nil {
			return r.NoMatch("no constant of a dynamic shape")
		}
		r.SetLoc(op.Loc())
		cond = r.Op("arith.xori", []*ir.Value{cond, Const(r.Builder, yes)}, []ir.Type{cond.Type()}).Result(0)
	default:
		return r.NoMatch("the values are not 0 and 1")
	}
	r.ReplaceWithOp(op, "arith.extui", []*ir.Value{cond}, op.ResultTypes())
	return nil
}
