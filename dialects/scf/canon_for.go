package scf

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/constfold"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// CanonicalizationPatterns returns the patterns of scf.for.
func (For) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "for-iter-args", Root: "scf.for", Rewrite: forIterArgs},
		{Name: "for-trivial", Root: "scf.for", Rewrite: trivialFor},
	}
}

// TripCount returns how often the body is executed, when that is known: the
// bounds are equal, or constants as the step is, which is positive.
func (o For) TripCount() (n numeric.Int, known bool) {
	w, _ := ir.BitWidth(o.InductionVar().Type())
	zero := numeric.NewInt(int(w), 0)
	if o.LowerBound() == o.UpperBound() {
		return zero, true
	}
	lb, ok := constfold.IntOf(rewrite.ConstantOf(o.LowerBound()))
	ub, ok2 := constfold.IntOf(rewrite.ConstantOf(o.UpperBound()))
	step, ok3 := constfold.IntOf(rewrite.ConstantOf(o.Step()))
	if !ok || !ok2 || !ok3 || step.IsZero() || !o.IsUnsigned() && step.IsNegative() {
		return zero, false
	}
	if o.IsUnsigned() && ub.CmpU(lb) <= 0 || !o.IsUnsigned() && ub.CmpS(lb) <= 0 {
		return zero, true
	}
	// The distance fits the width as an unsigned number.
	return ub.Sub(lb).CeilDivU(step)
}

// trivialFor dissolves a loop that is executed never or once, and one that is
// executed but does nothing.
func trivialFor(op *ir.Operation, r *rewrite.Rewriter) error {
	o := For{ir.ViewOf(op)}
	n, known := o.TripCount()
	switch {
	case !known:
		return r.NoMatch("the number of iterations is not known")
	case n.IsZero():
		r.Replace(op, o.InitArgs()...)
		return nil
	case n.IsOne():
		body, inits := o.Body(), o.InitArgs()
		inlineBlock(op, body, append([]*ir.Value{o.LowerBound()}, inits...), r)
		return nil
	}
	y := o.YieldOp()
	if o.Body().First() != y {
		return r.NoMatch("the body does something, more than once")
	}
	for _, v := range y.Operands() {
		if definedIn(v, op) {
			return r.NoMatch("what is yielded depends on the iteration")
		}
	}
	r.Replace(op, y.Operands()...)
	return nil
}

// definedIn reports whether v is defined inside op.
func definedIn(v *ir.Value, op *ir.Operation) bool {
	b := v.Block()
	return b != nil && b.Parent() != nil && op.IsAncestorOf(b.Parent())
}

// inlineBlock replaces op by the operations of a block of its regions, whose
// arguments become args; what the terminator hands over are the results.
func inlineBlock(op *ir.Operation, b *ir.Block, args []*ir.Value, r *rewrite.Rewriter) {
	term := b.Last()
	r.InlineBlockBefore(b, op.Block(), op, args...)
	results := term.Operands()
	r.Erase(term)
	r.Replace(op, results...)
}

// forIterArgs drops carried values that are not needed: those that never
// change, those that nothing reads, and those that equal another.
func forIterArgs(op *ir.Operation, r *rewrite.Rewriter) error {
	o := For{ir.ViewOf(op)}
	inits, args, results, yields := o.InitArgs(), o.IterArgs(), o.ResultsVal(), o.YieldOp().Operands()
	keep := make([]bool, len(inits))
	// by is what takes the place of a dropped argument and result.
	argBy, resultBy := make([]*ir.Value, len(inits)), make([]*ir.Value, len(inits))
	dropped := false
	for i := range inits {
		keep[i] = true
		switch {
		case yields[i] == args[i], yields[i] == inits[i]:
			argBy[i], resultBy[i] = inits[i], inits[i]
		case !args[i].HasUses() && !results[i].HasUses():
			argBy[i], resultBy[i] = inits[i], inits[i]
		default:
			k := sameCarried(inits, yields, keep, i)
			if k < 0 {
				continue
			}
			argBy[i], resultBy[i] = args[k], results[k]
		}
		keep[i], dropped = false, true
	}
	if !dropped {
		return r.NoMatch("every carried value is needed")
	}
	for i := range inits {
		if !keep[i] {
			r.ReplaceUses(args[i], argBy[i])
			r.ReplaceUses(results[i], resultBy[i])
		}
	}
	o.rebuild(keep, r)
	return nil
}

// sameCarried returns the kept value before i that starts and goes on as i
// does, -1 when there is none.
func sameCarried(inits, yields []*ir.Value, keep []bool, i int) int {
	for k := range i {
		if keep[k] && inits[k] == inits[i] && yields[k] == yields[i] {
			return k
		}
	}
	return -1
}

func kept[T any](list []T, keep []bool) []T {
	var out []T
	for i, x := range list {
		if keep[i] {
			out = append(out, x)
		}
	}
	return out
}

func typesOf(vs []*ir.Value) []ir.Type {
	types := make([]ir.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type()
	}
	return types
}

// dropArgs erases the arguments of b behind the first ones, which must have
// no uses, unless keep says so.
func dropArgs(b *ir.Block, first int, keep []bool) {
	for i := len(keep) - 1; i >= 0; i-- {
		if !keep[i] {
			b.EraseArg(first + i)
		}
	}
}

// setOperands replaces the operands of a terminator.
func setOperands(op *ir.Operation, vs []*ir.Value, r *rewrite.Rewriter) {
	r.Modify(op, func() { op.SetOperands(vs) })
}

// replaceKept replaces the results of op that keep says by those of n, and
// erases op; the others must have no uses.
func replaceKept(op, n *ir.Operation, keep []bool, r *rewrite.Rewriter) {
	k := 0
	for i := range op.NumResults() {
		if keep[i] {
			r.ReplaceUses(op.Result(i), n.Result(k))
			k++
		}
	}
	r.Erase(op)
}

// rebuild makes the loop anew with the carried values that keep says; the
// others must have no uses but those by the terminator and the loop.
func (o For) rebuild(keep []bool, r *rewrite.Rewriter) {
	setOperands(o.YieldOp(), kept(o.YieldOp().Operands(), keep), r)
	inits := kept(o.InitArgs(), keep)
	r.Before(o.Op())
	r.SetLoc(o.Op().Loc())
	n := NewFor(r.Builder, typesOf(inits), o.LowerBound(), o.UpperBound(), o.Step(), inits, ForProps{UnsignedCmp: o.UnsignedCmp()})
	n.Op().SetAttrs(o.Op().Attrs())
	dropArgs(o.Body(), 1, keep)
	r.InlineRegionBefore(o.RegionVal(), n.RegionVal(), nil)
	replaceKept(o.Op(), n.Op(), keep, r)
}

// CanonicalizationPatterns returns the patterns of scf.parallel.
func (Parallel) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "parallel-trivial-dimensions", Root: "scf.parallel", Rewrite: trivialDimensions},
		{Name: "parallel-nested", Root: "scf.parallel", Rewrite: mergeNested},
	}
}

// mergeNested joins a loop that holds nothing but another one with it.
func mergeNested(op *ir.Operation, r *rewrite.Rewriter) error {
	o := Parallel{ir.ViewOf(op)}
	inner, ok := AsParallel(o.Body().First())
	if !ok || inner.Op().Next() != o.Body().Last() || op.NumResults()+inner.Op().NumResults() > 0 {
		return r.NoMatch("not just a loop in a loop, without results")
	}
	for _, v := range inner.Op().Operands() {
		if definedIn(v, op) {
			return r.NoMatch("the inner bounds depend on the outer iteration")
		}
	}
	r.SetLoc(op.Loc())
	n := NewParallel(r.Builder, []ir.Type{}, append(o.LowerBound(), inner.LowerBound()...), append(o.UpperBound(), inner.UpperBound()...),
		append(o.Step(), inner.Step()...), nil)
	outer := o.Body().Args()
	body := r.CreateBlock(n.RegionVal(), nil, op.Loc(), typesOf(append(append([]*ir.Value(nil), outer...), inner.Body().Args()...))...)
	for i, iv := range outer {
		r.ReplaceUses(iv, body.Arg(i))
	}
	r.InlineBlockBefore(inner.Body(), body, nil, body.Args()[len(outer):]...)
	r.Before(op)
	r.Erase(inner.Op())
	r.Erase(op)
	return nil
}

// trivialDimensions drops dimensions of one iteration, and the whole loop
// when one dimension has none.
func trivialDimensions(op *ir.Operation, r *rewrite.Rewriter) error {
	o := Parallel{ir.ViewOf(op)}
	lower, upper, steps, ivs := o.LowerBound(), o.UpperBound(), o.Step(), o.Body().Args()
	keep := make([]bool, len(ivs))
	left := 0
	for i := range ivs {
		n, known := tripsOf(lower[i], upper[i], steps[i])
		if known && n == 0 {
			r.Replace(op, o.InitVals()...)
			return nil
		}
		keep[i] = !known || n != 1
		if keep[i] {
			left++
		}
	}
	if left == len(ivs) {
		return r.NoMatch("every dimension may have several iterations")
	}
	if left == 0 && o.Op().NumResults() > 0 {
		return r.NoMatch("a single iteration that reduces")
	}
	for i, iv := range ivs {
		if !keep[i] {
			r.ReplaceUses(iv, lower[i])
		}
	}
	if left == 0 {
		inlineBlock(op, o.Body(), lower, r)
		return nil
	}
	r.SetLoc(op.Loc())
	n := NewParallel(r.Builder, op.ResultTypes(), kept(lower, keep), kept(upper, keep), kept(steps, keep), o.InitVals())
	n.Op().SetAttrs(op.Attrs())
	dropArgs(o.Body(), 0, keep)
	r.InlineRegionBefore(o.RegionVal(), n.RegionVal(), nil)
	r.Replace(op, n.Op().Results()...)
	return nil
}

// tripsOf returns the iterations of a dimension when bounds and step are
// constants.
func tripsOf(lb, ub, step *ir.Value) (int64, bool) {
	l, ok := rewrite.IntConst(lb)
	u, ok2 := rewrite.IntConst(ub)
	s, ok3 := rewrite.IntConst(step)
	if !ok || !ok2 || !ok3 || s <= 0 {
		return 0, false
	}
	if u <= l {
		return 0, true
	}
	d := uint64(u) - uint64(l)
	if d > 1<<62 {
		return 0, false
	}
	return (int64(d) + s - 1) / s, s < 1<<62
}

// CanonicalizationPatterns returns the patterns of scf.execute_region.
func (ExecuteRegion) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{{Name: "execute-region-inline", Root: "scf.execute_region", Rewrite: inlineExecuteRegion}}
}

// inlineExecuteRegion dissolves a region of one block, and one of several
// where the operation stands among blocks itself.
func inlineExecuteRegion(op *ir.Operation, r *rewrite.Rewriter) error {
	o := ExecuteRegion{ir.ViewOf(op)}
	if o.NoInline() != nil {
		return r.NoMatch("no_inline")
	}
	region := o.RegionVal()
	if region.HasOneBlock() {
		if !isYield(region.Entry().Last()) {
			return r.NoMatch("the region does not come back")
		}
		inlineBlock(op, region.Entry(), nil, r)
		return nil
	}
	branch := r.Context().OpInfo("cf.br")
	if !holdsBlocks(op.Parent()) || branch.Def == nil {
		return r.NoMatch("only one block may stand here")
	}
	before := op.Block()
	after := r.SplitBlock(before, op)
	results := make([]*ir.Value, op.NumResults())
	for i, t := range op.ResultTypes() {
		results[i] = after.AddArg(t, op.Loc())
	}
	entry := region.Entry()
	for b := range region.Blocks() {
		if y := b.Last(); isYield(y) {
			r.AtEnd(b)
			r.SetLoc(y.Loc())
			r.Create(ir.OpState{Info: branch, Operands: y.Operands(), Successors: []*ir.Block{after}, Types: []ir.Type{}})
			r.Erase(y)
		}
	}
	r.InlineRegionBefore(region, before.Region(), after)
	r.MergeBlocks(entry, before)
	r.Replace(op, results...)
	return nil
}

// holdsBlocks reports whether the regions of p may have several blocks:
// functions and scf.execute_region.
func holdsBlocks(p *ir.Operation) bool {
	if p == nil || !p.IsRegistered() || p.Has(ir.SingleBlock) || p.Has(ir.GraphRegion) {
		return false
	}
	return p.Info().Def == ExecuteRegionDef || p.Has(ir.IsolatedFromAbove) && p.Has(ir.Symbol)
}

// CanonicalizationPatterns returns the patterns of scf.index_switch.
func (IndexSwitch) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "index-switch-constant", Root: "scf.index_switch", Rewrite: constantSwitch},
		{Name: "index-switch-unused-results", Root: "scf.index_switch", Rewrite: switchUnusedResults},
	}
}

// constantSwitch keeps the region that a constant chooses.
func constantSwitch(op *ir.Operation, r *rewrite.Rewriter) error {
	o := IndexSwitch{ir.ViewOf(op)}
	v, ok := rewrite.IntConst(o.Arg())
	if !ok {
		return r.NoMatch("the operand is no constant")
	}
	region := o.DefaultRegion()
	for i, c := range o.CaseValues() {
		if c == v {
			region = o.CaseRegions()[i]
		}
	}
	inlineBlock(op, region.Entry(), nil, r)
	return nil
}

// usedResults returns which results of op are used, and whether all are.
func usedResults(op *ir.Operation) (used []bool, all bool) {
	used, all = make([]bool, op.NumResults()), true
	for i := range used {
		used[i] = op.Result(i).HasUses()
		all = all && used[i]
	}
	return used, all
}

// switchUnusedResults drops results that nothing uses.
func switchUnusedResults(op *ir.Operation, r *rewrite.Rewriter) error {
	used, all := usedResults(op)
	if all {
		return r.NoMatch("every result is used")
	}
	o := IndexSwitch{ir.ViewOf(op)}
	r.SetLoc(op.Loc())
	n := NewIndexSwitch(r.Builder, typesOfKept(op, used), o.Arg(), len(o.CaseRegions()), IndexSwitchProps{Cases: o.Cases()})
	n.Op().SetAttrs(op.Attrs())
	for i, region := range op.Regions() {
		y := region.Entry().Last()
		setOperands(y, kept(y.Operands(), used), r)
		r.InlineRegionBefore(region, n.Op().RegionAt(i), nil)
	}
	replaceKept(op, n.Op(), used, r)
	return nil
}

func typesOfKept(op *ir.Operation, keep []bool) []ir.Type {
	types := kept(op.ResultTypes(), keep)
	if types == nil {
		types = []ir.Type{}
	}
	return types
}

// constantBool makes an i1 constant at the insertion point of r.
func constantBool(r *rewrite.Rewriter, loc ir.Loc, v bool) *ir.Value {
	r.SetLoc(loc)
	return arith.ConstBool(r.Builder, v)
}
