package cse

import (
	"context"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Replaces an operation by an equal one that dominates it, and erases
operations that nothing needs. Equal means: the same name, operands (in any
order where the operation is commutative), properties, attributes, result
types and, for regions of one block, equal bodies.

` + "```mlir" + `
%x = arith.addi %a, %b : i32             %x = arith.addi %a, %b : i32
%y = arith.addi %a, %b : i32       ==>   "use"(%x, %x) : (i32, i32) -> ()
"use"(%x, %y) : (i32, i32) -> ()
` + "```" + `

Operations that read memory are merged within a block when nothing between
them may write. Operations that write, whose effects are unknown, or that
synchronise threads are kept. Values are never carried into an operation that
is isolated from above.
`

// Pass is the pass cse.
var Pass = &passes.Pass{
	Name:    "cse",
	Class:   "CSE",
	Summary: "eliminate common sub-expressions",
	Doc:     doc,
	Statistics: []passes.Statistic{
		{Name: "num-cse'd", Desc: "operations replaced by an equal one"},
		{Name: "num-dce'd", Desc: "dead operations erased"},
	},
	Run: run,
}

func run(r *passes.Run, op *ir.Operation) error {
	e := &eliminator{ctx: r.Context(), dom: r.Dominance(), seed: newSeed()}
	for _, region := range op.Regions() {
		e.isolated(region)
	}
	r.Count("num-cse'd", e.merged)
	r.Count("num-dce'd", e.erased-e.merged+e.kept)
	if e.erased+e.kept == 0 {
		r.Unchanged()
	}
	return e.err
}

// eliminator is one run. An operation is erased when no table is left that
// could hold it.
type eliminator struct {
	ctx    context.Context
	dom    *ir.Dominance
	seed   seed
	free   []*table
	erase  []*ir.Operation // to be erased
	erased int
	merged int
	kept   int // merged operations that stay for uses in a graph region
	steps  int
	err    error
}

// isolated visits a region into which no value is carried from outside, and
// erases what can go there. It reports whether anything may write memory.
func (e *eliminator) isolated(r *ir.Region) bool {
	var t *table
	if n := len(e.free); n > 0 {
		t, e.free = e.free[n-1], e.free[:n-1]
	} else {
		t = newTable()
	}
	from := len(e.erase)
	writes := e.region(t, r)
	for i := len(e.erase) - 1; i >= from; i-- {
		e.erase[i].Erase()
	}
	e.erased += len(e.erase) - from
	e.erase = e.erase[:from]
	e.free = append(e.free, t)
	return writes
}

// region visits the blocks of a region in an order in which dominators come
// first, each within the scope of its dominator. It reports whether anything
// in the region may write memory.
func (e *eliminator) region(t *table, r *ir.Region) bool {
	if r.IsEmpty() {
		return false
	}
	ordered := ir.HasSSADominance(r)
	if r.HasOneBlock() {
		mark := t.mark()
		writes := e.block(t, r.Entry(), ordered)
		t.reset(mark)
		return writes
	}
	if !ordered {
		return e.separateBlocks(t, r)
	}
	return e.dominatorTree(t, r)
}

func (e *eliminator) separateBlocks(t *table, r *ir.Region) bool {
	writes := false
	for b := range r.Blocks() {
		mark := t.mark()
		writes = e.block(t, b, false) || writes
		t.reset(mark)
	}
	return writes
}

func (e *eliminator) dominatorTree(t *table, r *ir.Region) bool {
	kids := make(map[*ir.Block][]*ir.Block)
	for _, b := range e.dom.ReversePostOrder(r) {
		if d := e.dom.IDom(b); d != nil {
			kids[d] = append(kids[d], b)
		}
	}
	type frame struct {
		b    *ir.Block
		mark int
		next int
	}
	writes := false
	stack := []frame{{r.Entry(), t.mark(), -1}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next < 0 {
			writes = e.block(t, f.b, true) || writes
			f.next = 0
		}
		if f.next < len(kids[f.b]) {
			k := kids[f.b][f.next]
			f.next++
			stack = append(stack, frame{k, t.mark(), -1})
			continue
		}
		t.reset(f.mark)
		stack = stack[:len(stack)-1]
	}
	return writes
}

// block visits the operations of a block in order and reports whether one may
// write memory.
func (e *eliminator) block(t *table, b *ir.Block, ordered bool) bool {
	epoch := int32(0) // counts what may have written memory so far
	for op := range b.Ops() {
		if e.stopped() {
			return true
		}
		if e.operation(t, op, epoch, ordered) {
			continue
		}
		if e.inside(t, op) {
			epoch++
		}
	}
	return epoch > 0
}

// pollEvery is how many operations are visited between looks at the context.
const pollEvery = 4096

func (e *eliminator) stopped() bool {
	if e.steps++; e.steps%pollEvery == 0 && e.err == nil {
		e.err = e.ctx.Err()
	}
	return e.err != nil
}

// inside visits the regions of op and reports whether op may write memory.
func (e *eliminator) inside(t *table, op *ir.Operation) bool {
	writes := false
	for _, r := range op.Regions() {
		if !op.IsRegistered() || op.Has(ir.IsolatedFromAbove) {
			writes = e.isolated(r) || writes
		} else {
			writes = e.region(t, r) || writes
		}
	}
	if op.NumRegions() == 0 || !op.Has(ir.RecursiveEffects) {
		return mayWrite(op)
	}
	if h, ok := ir.As[effects.Interface](op); ok {
		for _, x := range h.Effects() {
			writes = writes || x.Kind != effects.Read && x.Kind != effects.Alloc
		}
	}
	return writes
}

func mayWrite(op *ir.Operation) bool {
	writes := false
	known := effects.Visit(op, func(x effects.Effect) bool {
		writes = x.Kind == effects.Write || x.Kind == effects.Free
		return !writes
	})
	return writes || !known
}

// operation reports whether op is going to be erased.
func (e *eliminator) operation(t *table, op *ir.Operation, epoch int32, ordered bool) bool {
	if op.Has(ir.Terminator) || !op.IsRegistered() {
		return false
	}
	if effects.IsTriviallyDead(op) {
		e.erase = append(e.erase, op)
		return true
	}
	if op.Has(ir.Convergent) || hasCFG(op) {
		return false
	}
	free := effects.IsFree(op)
	if !free && !effects.OnlyReads(op) {
		return false
	}
	h := e.seed.hash(op)
	old := t.find(h, op)
	if old == nil || !free && (old.op.Block() != op.Block() || old.epoch != epoch) {
		t.add(h, op, epoch)
		return false
	}
	return e.replace(t, old.op, op, ordered)
}

func hasCFG(op *ir.Operation) bool {
	for _, r := range op.Regions() {
		if !r.IsEmpty() && !r.HasOneBlock() {
			return true
		}
	}
	return false
}

// replace makes uses of op uses of old and reports whether op can go. Where
// order does not matter, users already in the table keep op: changing them
// would change what they were entered as.
func (e *eliminator) replace(t *table, old, op *ir.Operation, ordered bool) bool {
	if old.Loc().IsUnknown() {
		old.SetLoc(op.Loc())
	}
	e.merged++
	if ordered {
		op.ReplaceAllUsesWith(old.Results())
	} else {
		for i := range op.NumResults() {
			op.Result(i).ReplaceUsesIf(old.Result(i), func(u *ir.Use) bool { return !t.holds(u.Owner()) })
		}
		if op.HasUses() {
			e.kept++
			return false
		}
	}
	e.erase = append(e.erase, op)
	return true
}
