package scf

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// CanonicalizationPatterns returns the patterns of scf.if.
func (If) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "if-combine", Root: "scf.if", Rewrite: combineIfs},
		{Name: "if-combine-nested", Root: "scf.if", Rewrite: combineNested},
		{Name: "if-condition-propagation", Root: "scf.if", Rewrite: propagateCondition},
		{Name: "if-not", Root: "scf.if", Rewrite: ifNot},
		{Name: "if-to-select", Root: "scf.if", Rewrite: ifToSelect},
		{Name: "if-empty-else", Root: "scf.if", Rewrite: emptyElse},
		{Name: "if-constant", Root: "scf.if", Rewrite: constantIf},
		{Name: "if-unused-results", Root: "scf.if", Rewrite: ifUnusedResults},
		{Name: "if-same-value", Root: "scf.if", Rewrite: ifSameValue},
	}
}

func asIf(op *ir.Operation) If { return If{ir.ViewOf(op)} }

// constantIf keeps the region that a constant chooses.
func constantIf(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asIf(op)
	c, known := rewrite.BoolConst(o.Condition())
	switch {
	case !known:
		return r.NoMatch("the condition is no constant")
	case c:
		inlineBlock(op, o.Then(), nil, r)
	case o.Else() != nil:
		inlineBlock(op, o.Else(), nil, r)
	default:
		r.Erase(op)
	}
	return nil
}

// notOf returns c when v is the complement of c.
func notOf(v *ir.Value) *ir.Value {
	x, ok := arith.AsXOrI(v.Def())
	if !ok || !constfold.IsInt(rewrite.ConstantOf(x.Rhs()), 1) {
		return nil
	}
	return x.Lhs()
}

// ifNot swaps the regions of a conditional on a complement.
func ifNot(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asIf(op)
	c := notOf(o.Condition())
	if c == nil || o.Else() == nil {
		return r.NoMatch("no complement, or no else region")
	}
	then, otherwise := o.Then(), o.Else()
	r.Modify(op, func() {
		op.SetOperand(0, c)
		then.Remove()
		otherwise.Remove()
		o.ThenRegion().Append(otherwise)
		o.ElseRegion().Append(then)
	})
	return nil
}

// yields returns what the two regions yield.
func (o If) yields() (then, otherwise []*ir.Value) {
	return o.Then().Last().Operands(), o.Else().Last().Operands()
}

// ifSameValue replaces results that are one value either way, or the
// condition itself, or its complement.
func ifSameValue(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asIf(op)
	if op.NumResults() == 0 {
		return r.NoMatch("no results")
	}
	then, otherwise := o.yields()
	changed := false
	for i := range then {
		res := op.Result(i)
		if !res.HasUses() {
			continue
		}
		if then[i] == otherwise[i] {
			r.ReplaceUses(res, then[i])
			changed = true
			continue
		}
		t, ok := rewrite.BoolConst(then[i])
		f, ok2 := rewrite.BoolConst(otherwise[i])
		if !ok || !ok2 || t == f || !ir.IsInt(res.Type(), 1) {
			continue
		}
		v := o.Condition()
		if f {
			yes := constantBool(r, op.Loc(), true)
			v = arith.NewXOrI(r.Builder, nil, v, yes).ResultVal()
		}
		r.ReplaceUses(res, v)
		changed = true
	}
	if !changed {
		return r.NoMatch("the results depend on the region")
	}
	return nil
}

// ifToSelect chooses between values defined outside by selects.
func ifToSelect(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asIf(op)
	if op.NumResults() == 0 {
		return r.NoMatch("no results")
	}
	then, otherwise := o.yields()
	keep := make([]bool, len(then))
	changed := false
	for i := range then {
		keep[i] = definedIn(then[i], op) || definedIn(otherwise[i], op)
		changed = changed || !keep[i]
	}
	if !changed {
		return r.NoMatch("every result is computed inside")
	}
	r.SetLoc(op.Loc())
	for i := range then {
		if keep[i] {
			continue
		}
		v := then[i]
		if then[i] != otherwise[i] {
			v = arith.NewSelect(r.Builder, nil, o.Condition(), then[i], otherwise[i]).ResultVal()
		}
		r.ReplaceUses(op.Result(i), v)
	}
	o.rebuild(keep, r)
	return nil
}

// rebuild makes the conditional anew with the results that keep says; the
// others must have no uses.
func (o If) rebuild(keep []bool, r *rewrite.Rewriter) {
	r.Before(o.Op())
	r.SetLoc(o.Op().Loc())
	n := NewIf(r.Builder, typesOfKept(o.Op(), keep), o.Condition())
	n.Op().SetAttrs(o.Op().Attrs())
	for i, region := range o.Op().Regions() {
		if region.IsEmpty() {
			continue
		}
		y := region.Entry().Last()
		setOperands(y, kept(y.Operands(), keep), r)
		r.InlineRegionBefore(region, n.Op().RegionAt(i), nil)
	}
	replaceKept(o.Op(), n.Op(), keep, r)
}

// ifUnusedResults drops results that nothing uses.
func ifUnusedResults(op *ir.Operation, r *rewrite.Rewriter) error {
	used, all := usedResults(op)
	if all {
		return r.NoMatch("every result is used")
	}
	asIf(op).rebuild(used, r)
	return nil
}

// emptyElse drops an else region that does nothing.
func emptyElse(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asIf(op)
	b := o.Else()
	if b == nil || op.NumResults() > 0 || b.First() != b.Last() || len(b.First().Attrs()) > 0 {
		return r.NoMatch("no empty else region")
	}
	r.EraseBlock(b)
	return nil
}

// propagateCondition: inside the regions the condition is a constant.
func propagateCondition(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asIf(op)
	cond := o.Condition()
	if rewrite.ConstantOf(cond) != nil {
		return r.NoMatch("the condition is a constant")
	}
	changed := false
	for i, value := range []bool{true, false} {
		region := op.RegionAt(i)
		inside := func(u *ir.Use) bool { return region.IsAncestorOf(u.Owner().Region()) }
		for u := range cond.Uses() {
			if inside(u) {
				r.Before(op)
				r.ReplaceUsesIf(cond, constantBool(r, op.Loc(), value), inside)
				changed = true
				break
			}
		}
	}
	if !changed {
		return r.NoMatch("the condition is not used inside")
	}
	return nil
}

// onlyYields reports whether the block holds nothing but its terminator.
func onlyYields(b *ir.Block) bool { return b == nil || b.First() == b.Last() }

// combineNested joins two nested conditionals into one on both conditions.
func combineNested(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asIf(op)
	inner, ok := AsIf(o.Then().First())
	if !ok || inner.Op().Next() != o.Then().Last() || !onlyYields(o.Else()) || !onlyYields(inner.Else()) {
		return r.NoMatch("not just a conditional in a conditional")
	}
	if inner.Op().NumResults() > 0 && op.NumResults() == 0 {
		return r.NoMatch("inner results are left over")
	}
	var then, otherwise []*ir.Value
	var choose []int
	if op.NumResults() > 0 {
		then, otherwise = o.yields()
	}
	for i, v := range then {
		if v.Def() == inner.Op() {
			innerThen, innerElse := inner.yields()
			if innerElse[v.Index()] != otherwise[i] {
				return r.NoMatch("the two else regions yield different values")
			}
			then[i] = innerThen[v.Index()]
			continue
		}
		choose = append(choose, i)
	}
	r.SetLoc(op.Loc())
	for _, i := range choose {
		// Yielded whenever the outer condition holds.
		otherwise[i] = arith.NewSelect(r.Builder, nil, o.Condition(), then[i], otherwise[i]).ResultVal()
	}
	both := arith.NewAndI(r.Builder, nil, o.Condition(), inner.Condition()).ResultVal()
	n := NewIf(r.Builder, op.ResultTypes(), both)
	n.Op().SetAttrs(op.Attrs())
	setOperands(inner.Then().Last(), then, r)
	r.InlineRegionBefore(inner.ThenRegion(), n.ThenRegion(), nil)
	if op.NumResults() > 0 {
		r.CreateBlock(n.ElseRegion(), nil, op.Loc())
		NewYield(r.Builder, otherwise)
	}
	setOperands(o.Then().Last(), nil, r)
	r.Replace(op, n.Op().Results()...)
	return nil
}

// combineIfs joins a conditional with the one in front of it on the same
// condition or its complement.
func combineIfs(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asIf(op)
	prev, ok := AsIf(op.Prev())
	if !ok {
		return r.NoMatch("no conditional in front")
	}
	// first and second are the blocks of op executed with the then and the
	// else block of prev.
	var first, second *ir.Block
	switch {
	case prev.Condition() == o.Condition():
		first, second = o.Then(), o.Else()
	case notOf(prev.Condition()) == o.Condition(), notOf(o.Condition()) == prev.Condition():
		first, second = o.Else(), o.Then()
	default:
		return r.NoMatch("the conditions differ")
	}
	replaceInside(prev, first, 0, r)
	replaceInside(prev, second, 1, r)
	types := append(prev.Op().ResultTypes(), op.ResultTypes()...)
	r.Before(op)
	r.SetLoc(op.Loc())
	n := NewIf(r.Builder, types, prev.Condition())
	n.Op().SetAttrs(prev.Op().Attrs())
	r.InlineRegionBefore(prev.ThenRegion(), n.ThenRegion(), nil)
	r.InlineRegionBefore(prev.ElseRegion(), n.ElseRegion(), nil)
	joinBlocks(n.ThenRegion(), first, r)
	joinBlocks(n.ElseRegion(), second, r)
	k := prev.Op().NumResults()
	r.Replace(op, n.Op().Results()[k:]...)
	r.Replace(prev.Op(), n.Op().Results()[:k]...)
	return nil
}

// replaceInside lets b use what region i of prev yields in place of its
// results.
func replaceInside(prev If, b *ir.Block, i int, r *rewrite.Rewriter) {
	if b == nil || prev.Op().NumResults() == 0 {
		return
	}
	yield := prev.Op().RegionAt(i).Entry().Last()
	for k, v := range prev.Op().Results() {
		r.ReplaceUsesIf(v, yield.Operand(k), func(u *ir.Use) bool { return b.Region().IsAncestorOf(u.Owner().Region()) })
	}
}

// joinBlocks appends b, which may be nil, to the block of region, which may
// have none; the values of both are yielded.
func joinBlocks(region *ir.Region, b *ir.Block, r *rewrite.Rewriter) {
	switch {
	case b == nil:
		return
	case region.IsEmpty():
		r.InlineRegionBefore(b.Region(), region, nil)
		return
	}
	into := region.Entry()
	y := into.Last()
	values := append(y.Operands(), b.Last().Operands()...)
	r.Erase(y)
	setOperands(b.Last(), values, r)
	r.MergeBlocks(b, into)
}
