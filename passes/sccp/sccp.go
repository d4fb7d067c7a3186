package sccp

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis/dataflow"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/constprop"
)

const doc = `Finds values that are the same constant on every execution and replaces
them: sparse conditional constant propagation. Code is taken to be dead until
control can reach it, so a constant survives a branch that is never taken the
other way, and a loop that keeps it.

` + "```mlir" + `
  cf.br ^loop(%c1 : i32)                     cf.br ^loop(%c1 : i32)
^loop(%x: i32):                            ^loop(%x: i32):
  %y = arith.muli %x, %x : i32       ==>     "use"(%c1) : (i32) -> ()
  "use"(%y) : (i32) -> ()                    cf.cond_br %c, ^loop(%c1 : i32), ^end
  cf.cond_br %c, ^loop(%y : i32), ^end
` + "```" + `

Constants move through successor operands, through the regions of operations
that describe their control flow, into private functions all of whose uses are
calls, and out of every function that is called and has a body. What an
operation computes is what it folds to.

Only values change, and operations that nothing needs any more go. Branches and
dead blocks stay: canonicalize removes them. Run it on a module to follow calls;
on a function, arguments and calls are unknown.
`

// Pass is the pass sccp.
var Pass = &passes.Pass{
	Name:    "sccp",
	Class:   "SCCP",
	Summary: "sparse conditional constant propagation",
	Doc:     doc,
	Statistics: []passes.Statistic{
		{Name: "num-constants", Desc: "values replaced by a constant"},
		{Name: "num-erased", Desc: "operations erased"},
	},
	Run: run,
}

func run(r *passes.Run, op *ir.Operation) error {
	found, err := dataflow.Solve(r.Context(), op, &constprop.Domain{})
	if err != nil {
		return err
	}
	w := &rewriter{found: found, made: rewrite.NewConstants(op.Context())}
	w.regions(op)
	r.Count("num-constants", w.replaced)
	r.Count("num-erased", w.erased)
	if w.replaced+w.erased == 0 {
		r.Unchanged()
	}
	return nil
}

// rewriter replaces what an analysis found.
type rewriter struct {
	found            *dataflow.Result[constprop.Constant]
	made             *rewrite.Constants
	replaced, erased int
}

// regions rewrites the blocks inside root that control reaches. Code elsewhere is
// left: nothing was found out about it. What is inside an operation comes behind its
// block, the last first, as in MLIR: that is the order in which constants are made.
func (w *rewriter) regions(root *ir.Operation) {
	work := blocksOf(nil, root)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !w.found.IsLive(b) {
			continue
		}
		for op := range b.Ops() {
			if w.operation(op) {
				op.Erase()
				w.erased++
				continue
			}
			work = blocksOf(work, op)
		}
		for _, a := range b.Args() {
			w.value(a)
		}
	}
}

// blocksOf appends the blocks of op, of each region the last first.
func blocksOf(work []*ir.Block, op *ir.Operation) []*ir.Block {
	for _, r := range op.Regions() {
		at := len(work)
		for b := range r.Blocks() {
			work = append(work, b)
		}
		slices.Reverse(work[at:])
	}
	return work
}

// operation replaces results and reports whether op can go.
func (w *rewriter) operation(op *ir.Operation) bool {
	if op.NumResults() == 0 {
		return false
	}
	if op.Has(ir.ConstantLike) {
		return w.constantOp(op)
	}
	all := true
	for i := range op.NumResults() {
		all = w.value(op.Result(i)) && all
	}
	return all && effects.IsTriviallyDead(op)
}

// constantOp keeps one constant of a kind in a region.
func (w *rewriter) constantOp(op *ir.Operation) bool {
	if !op.HasUses() {
		return effects.IsTriviallyDead(op)
	}
	kept := w.made.Adopt(op)
	if kept == op.Result(0) {
		return false
	}
	op.Result(0).ReplaceAllUsesWith(kept)
	return true
}

// value replaces v and reports whether nothing uses it any more.
func (w *rewriter) value(v *ir.Value) bool {
	l, ok := w.found.Value(v)
	if !ok || l.Attr == nil {
		return false
	}
	if !v.HasUses() {
		return true
	}
	c := w.made.Get(v.Block(), l.Maker, l.Attr, v.Type())
	if c == nil {
		return false
	}
	v.ReplaceAllUsesWith(c)
	w.replaced++
	return true
}
