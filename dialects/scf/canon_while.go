package scf

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// CanonicalizationPatterns returns the patterns of scf.while.
func (While) CanonicalizationPatterns() []rewrite.Pattern {
	return []rewrite.Pattern{
		{Name: "while-condition-truth", Root: "scf.while", Rewrite: whileTruth},
		{Name: "while-results", Root: "scf.while", Rewrite: whileResults},
		{Name: "while-arguments", Root: "scf.while", Rewrite: whileArguments},
	}
}

func asWhile(op *ir.Operation) While { return While{ir.ViewOf(op)} }

// whileTruth: the second region is executed only when the condition is true.
func whileTruth(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asWhile(op)
	cond := o.ConditionOp()
	changed := false
	for i, v := range cond.Args() {
		if arg := o.AfterBlock().Arg(i); v == cond.Condition() && arg.HasUses() {
			r.ReplaceUses(arg, constantBool(r, op.Loc(), true))
			changed = true
		}
	}
	if !changed {
		return r.NoMatch("the condition is not handed on")
	}
	return nil
}

// whileResults drops what scf.condition hands over needlessly: values defined
// outside the loop, values handed over twice, and values that nothing reads.
func whileResults(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asWhile(op)
	values, args := o.ConditionOp().Args(), o.AfterBlock().Args()
	keep := make([]bool, len(values))
	dropped := false
	for i, v := range values {
		argBy, resultBy := v, v
		keep[i] = false
		switch k := firstKept(values, keep, i); {
		case !definedIn(v, op):
		case k >= 0:
			argBy, resultBy = args[k], op.Result(k)
		case !args[i].HasUses() && !op.Result(i).HasUses():
		default:
			keep[i] = true
			continue
		}
		dropped = true
		if args[i].HasUses() {
			r.ReplaceUses(args[i], argBy)
		}
		if op.Result(i).HasUses() {
			r.ReplaceUses(op.Result(i), resultBy)
		}
	}
	if !dropped {
		return r.NoMatch("everything handed over is needed")
	}
	all := make([]bool, len(o.Inits()))
	for i := range all {
		all[i] = true
	}
	o.rebuild(all, keep, r)
	return nil
}

// firstKept returns the kept value before i that equals value i, or -1.
func firstKept(values []*ir.Value, keep []bool, i int) int {
	for k := range i {
		if keep[k] && values[k] == values[i] {
			return k
		}
	}
	return -1
}

// whileArguments drops carried values that never change or are not read.
func whileArguments(op *ir.Operation, r *rewrite.Rewriter) error {
	o := asWhile(op)
	inits, args, yields := o.Inits(), o.BeforeBlock().Args(), o.YieldOp().Operands()
	keep := make([]bool, len(inits))
	dropped := false
	for i, a := range args {
		keep[i] = a.HasUses() && !o.unchanged(a, inits[i], yields[i])
		if keep[i] {
			continue
		}
		dropped = true
		r.ReplaceUses(a, inits[i])
	}
	if !dropped {
		return r.NoMatch("every carried value is needed")
	}
	all := make([]bool, op.NumResults())
	for i := range all {
		all[i] = true
	}
	o.rebuild(keep, all, r)
	return nil
}

// unchanged reports whether the argument a of the first region is init in
// every iteration: init is yielded, or a itself by way of scf.condition.
func (o While) unchanged(a, init, yielded *ir.Value) bool {
	if yielded == init {
		return true
	}
	if !yielded.IsBlockArg() || yielded.Block() != o.AfterBlock() {
		return false
	}
	handed := o.ConditionOp().Args()[yielded.Index()]
	return handed == a || handed == init
}

// rebuild makes the loop anew with the arguments of the first region and the
// results that are to be kept; the others must have no uses.
func (o While) rebuild(keepArgs, keepResults []bool, r *rewrite.Rewriter) {
	cond, yield := o.ConditionOp(), o.YieldOp()
	setOperands(cond.Op(), append([]*ir.Value{cond.Condition()}, kept(cond.Args(), keepResults)...), r)
	setOperands(yield, kept(yield.Operands(), keepArgs), r)
	r.Before(o.Op())
	r.SetLoc(o.Op().Loc())
	n := NewWhile(r.Builder, typesOfKept(o.Op(), keepResults), kept(o.Inits(), keepArgs))
	n.Op().SetAttrs(o.Op().Attrs())
	dropArgs(o.BeforeBlock(), 0, keepArgs)
	dropArgs(o.AfterBlock(), 0, keepResults)
	r.InlineRegionBefore(o.Before(), n.Before(), nil)
	r.InlineRegionBefore(o.After(), n.After(), nil)
	replaceKept(o.Op(), n.Op(), keepResults, r)
}
