package arith

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// reassociation merges the constants of two nested operations:
// outer(inner(x, c0), c1) becomes result(x, merge(c0, c1)), where the indices
// say on which side the constants stand.
type reassociation struct {
	name       string
	outer      string
	outerConst int
	inner      string
	innerConst int
	result     string
	constFirst bool
	merge      func(c0, c1 numeric.Int) numeric.Int
}

func reversedSub(c0, c1 numeric.Int) numeric.Int { return c1.Sub(c0) }

var (
	addReassociations = []reassociation{
		{"addi-of-addi-constant", "arith.addi", 1, "arith.addi", 1, "arith.addi", false, numeric.Int.Add},
		{"addi-of-subi-constant-rhs", "arith.addi", 1, "arith.subi", 1, "arith.addi", false, reversedSub},
		{"addi-of-subi-constant-lhs", "arith.addi", 1, "arith.subi", 0, "arith.subi", true, numeric.Int.Add},
	}
	subReassociations = []reassociation{
		{"subi-of-addi-constant", "arith.subi", 1, "arith.addi", 1, "arith.addi", false, numeric.Int.Sub},
		{"subi-of-subi-constant-rhs", "arith.subi", 1, "arith.subi", 1, "arith.subi", false, numeric.Int.Add},
		{"subi-of-subi-constant-lhs", "arith.subi", 1, "arith.subi", 0, "arith.subi", true, numeric.Int.Sub},
		{"subi-from-constant-of-addi", "arith.subi", 0, "arith.addi", 1, "arith.subi", true, reversedSub},
		{"subi-from-constant-of-subi-rhs", "arith.subi", 0, "arith.subi", 1, "arith.subi", true, numeric.Int.Add},
		{"subi-from-constant-of-subi-lhs", "arith.subi", 0, "arith.subi", 0, "arith.addi", false, reversedSub},
	}
	mulReassociations = []reassociation{
		{"muli-of-muli-constant", "arith.muli", 1, "arith.muli", 1, "arith.muli", false, numeric.Int.Mul},
	}
)

func (a reassociation) pattern() rewrite.Pattern {
	return rewrite.Pattern{Name: a.name, Root: a.outer, Rewrite: a.rewrite}
}

func patternsOf(list []reassociation, more ...rewrite.Pattern) []rewrite.Pattern {
	var out []rewrite.Pattern
	for _, a := range list {
		out = append(out, a.pattern())
	}
	return append(out, more...)
}

func (a reassociation) rewrite(op *ir.Operation, r *rewrite.Rewriter) error {
	c1 := rewrite.ConstantOf(op.Operand(a.outerConst))
	inner := op.Operand(1 - a.outerConst).Def()
	if c1 == nil || inner == nil || !inner.Is(a.inner) {
		return r.NoMatch("no operation on a constant around the other")
	}
	c0 := rewrite.ConstantOf(inner.Operand(a.innerConst))
	if c0 == nil {
		return r.NoMatch("the inner operation has no constant where it is wanted")
	}
	outerFlags, _ := Overflow.Of(op.Prop("overflowFlags"))
	innerFlags, _ := Overflow.Of(inner.Prop("overflowFlags"))
	merged, flags := mergeConstants(c0, c1, a.merge, outerFlags&innerFlags)
	if merged == nil {
		return r.NoMatch("the constants cannot be merged")
	}
	r.SetLoc(op.Loc())
	operands := []*ir.Value{inner.Operand(1 - a.innerConst), Const(r.Builder, merged)}
	if a.constFirst {
		operands[0], operands[1] = operands[1], operands[0]
	}
	r.ReplaceWithOp(op, a.result, operands, op.ResultTypes(), ir.NamedAttr{Name: "overflowFlags", Attr: Overflow.Attr(op.Context(), flags)})
	return nil
}

// mergeConstants applies f and returns which of the flags hold for the merged
// operation: the exact result of both operations is that of the merged one,
// so it wraps no more than they did unless the merged constant itself wrapped.
func mergeConstants(c0, c1 ir.Attr, f func(x, y numeric.Int) numeric.Int, flags int64) (ir.Attr, int64) {
	merged := constfold.Ints([]ir.Attr{c0, c1}, func(x, y numeric.Int) (numeric.Int, bool) {
		v, w := f(x, y), 2*x.Width()
		if !f(x.SExt(w), y.SExt(w)).Equal(v.SExt(w)) {
			flags &^= NoSignedWrap
		}
		if !f(x.ZExt(w), y.ZExt(w)).Equal(v.ZExt(w)) {
			flags &^= NoUnsignedWrap
		}
		return v, true
	})
	return merged, flags
}

// CanonicalizationPatterns returns the patterns of arith.addi.
func (AddI) CanonicalizationPatterns() []rewrite.Pattern {
	return patternsOf(addReassociations, rewrite.Pattern{Name: "addi-of-negated", Root: "arith.addi", Rewrite: addOfNegated})
}

// addOfNegated turns x + y * -1 into x - y.
func addOfNegated(op *ir.Operation, r *rewrite.Rewriter) error {
	for i := range 2 {
		if m, ok := defOf(op.Operand(i), AsMulI); ok && isInt(m.Rhs(), -1) {
			r.ReplaceWithOp(op, "arith.subi", []*ir.Value{op.Operand(1 - i), m.Lhs()}, op.ResultTypes())
			return nil
		}
	}
	return r.NoMatch("no operand is a product with -1")
}

// CanonicalizationPatterns returns the patterns of arith.subi.
func (SubI) CanonicalizationPatterns() []rewrite.Pattern {
	return patternsOf(subReassociations, rewrite.Pattern{Name: "subi-of-own-minuend", Root: "arith.subi", Rewrite: subOfOwnMinuend})
}

// subOfOwnMinuend turns (a - b) - a into 0 - b.
func subOfOwnMinuend(op *ir.Operation, r *rewrite.Rewriter) error {
	s, ok := defOf(op.Operand(0), AsSubI)
	if !ok || s.Lhs() != op.Operand(1) {
		return r.NoMatch("left operand is not a difference from the right one")
	}
	zero := constfold.OfInt(op.Result(0).Type(), 0)
	if zero == nil {
		return r.NoMatch("no constant of a dynamic shape")
	}
	r.SetLoc(op.Loc())
	r.ReplaceWithOp(op, "arith.subi", []*ir.Value{Const(r.Builder, zero), s.Rhs()}, op.ResultTypes())
	return nil
}

// CanonicalizationPatterns returns the patterns of arith.muli.
func (MulI) CanonicalizationPatterns() []rewrite.Pattern { return patternsOf(mulReassociations) }

// narrowed replaces an extended operation whose second result is not used by
// the plain one.
func narrowed(name, root, plain string) rewrite.Pattern {
	return rewrite.Pattern{Name: name, Root: root, Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
		if op.Result(1).HasUses() {
			return r.NoMatch("the second result is used")
		}
		r.SetLoc(op.Loc())
		v := r.Op(plain, op.Operands(), []ir.Type{op.Result(0).Type()}).Result(0)
		r.ReplaceUses(op.Result(0), v)
		r.Erase(op)
		return nil
	}}
}

// CanonicalizationPatterns returns the patterns of arith.addui_extended.
func (AddUIExtended) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{narrowed("addui-extended-without-carry", "arith.addui_extended", "arith.addi")}
}

// CanonicalizationPatterns returns the patterns of arith.mului_extended.
func (MulUIExtended) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{narrowed("mului-extended-without-high", "arith.mului_extended", "arith.muli")}
}

// CanonicalizationPatterns returns the patterns of arith.mulsi_extended.
func (MulSIExtended) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		narrowed("mulsi-extended-without-high", "arith.mulsi_extended", "arith.muli"),
		{Name: "mulsi-extended-by-one", Root: "arith.mulsi_extended", Rewrite: mulExtendedByOne},
	}
}

// mulExtendedByOne: the high half of x * 1 is the sign of x.
func mulExtendedByOne(op *ir.Operation, r *rewrite.Rewriter) error {
	x := op.Operand(0)
	zero := constfold.OfInt(x.Type(), 0)
	if ir.IsIndex(ir.ElemOrSelf(x.Type())) || !isInt(op.Operand(1), 1) || zero == nil {
		return r.NoMatch("not a product of fixed width with 1")
	}
	r.SetLoc(op.Loc())
	negative := NewCmpI(r.Builder, nil, x, Const(r.Builder, zero), CmpIProps{Predicate: CmpIPredicate.Attr(op.Context(), CmpSLT)})
	high := NewExtSI(r.Builder, []ir.Type{x.Type()}, negative.ResultVal())
	r.Replace(op, x, high.Out())
	return nil
}

// bitwise moves a bitwise operation in front of extensions of one kind.
func bitwise(root string) []rewrite.Pattern {
	var out []rewrite.Pattern
	for _, ext := range []string{"arith.extui", "arith.extsi"} {
		out = append(out, rewrite.Pattern{Name: root[len("arith."):] + "-of-" + ext[len("arith."):], Root: root, Rewrite: func(op *ir.Operation, r *rewrite.Rewriter) error {
			a, b := extended(op.Operand(0), ext), extended(op.Operand(1), ext)
			if a == nil || b == nil || a.Type() != b.Type() {
				return r.NoMatch("operands are no extensions of one type")
			}
			r.SetLoc(op.Loc())
			narrow := r.Op(root, []*ir.Value{a, b}, []ir.Type{a.Type()})
			r.ReplaceWithOp(op, ext, narrow.Results(), op.ResultTypes())
			return nil
		}})
	}
	return out
}

// extended returns what v is an extension of by the operation ext, or nil.
func extended(v *ir.Value, ext string) *ir.Value {
	if d := v.Def(); d != nil && d.Is(ext) {
		return d.Operand(0)
	}
	return nil
}

// CanonicalizationPatterns returns the patterns of arith.andi.
func (AndI) CanonicalizationPatterns() []rewrite.Pattern { return bitwise("arith.andi") }

// CanonicalizationPatterns returns the patterns of arith.ori.
func (OrI) CanonicalizationPatterns() []rewrite.Pattern { return bitwise("arith.ori") }

// CanonicalizationPatterns returns the patterns of arith.xori.
func (XOrI) CanonicalizationPatterns() []rewrite.Pattern {
	return append(bitwise("arith.xori"), rewrite.Pattern{Name: "xori-not-cmpi", Root: "arith.xori", Rewrite: notOfCmp})
}

// notOfCmp negates the predicate of a comparison that is complemented.
func notOfCmp(op *ir.Operation, r *rewrite.Rewriter) error {
	c, ok := defOf(op.Operand(0), AsCmpI)
	if !ok || !isInt(op.Operand(1), 1) {
		return r.NoMatch("not the complement of a comparison")
	}
	p := CmpIPredicate.Attr(op.Context(), NegateCmpI(c.PredicateValue()))
	r.ReplaceWithOp(op, "arith.cmpi", c.Op().Operands(), op.ResultTypes(), ir.NamedAttr{Name: "predicate", Attr: p})
	return nil
}
