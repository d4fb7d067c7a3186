package reduce

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/transforms/cfg"
)

// branches lists the terminators with successors.
func branches(m *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	for op := range ir.Walk(m) {
		if op.NumSuccessors() > 0 {
			out = append(out, op)
		}
	}
	return out
}

// chooser finds a value of a type that is visible where an operation stands.
type chooser func(op *ir.Operation, t ir.Type) *ir.Value

// cut ends the block of a branch as another block of its region ends, with values
// that choose finds, and takes away the blocks that nothing leads to any more.
func cut(branch *ir.Operation, choose chooser) {
	r := branch.Region()
	exit := exitOf(r)
	if exit == nil || !leave(branch, exit, choose) {
		return
	}
	drop([]*ir.Operation{branch})
	sweep(r)
}

// exitOf returns a terminator of the region that ends it, nil when none does.
func exitOf(r *ir.Region) *ir.Operation {
	for b := range r.Blocks() {
		if t := b.Last(); t != nil && t.Has(ir.Terminator) && t.NumSuccessors() == 0 {
			return t
		}
	}
	return nil
}

// leave puts a copy of exit in front of a branch, with values that are visible
// there.
func leave(branch, exit *ir.Operation, choose chooser) bool {
	var m ir.Mapping
	for _, v := range exit.Operands() {
		w := v
		if !visible(v, branch) {
			w = choose(branch, v.Type())
		}
		if w == nil {
			return false
		}
		m.Map(v, w)
	}
	ir.NewBuilder(branch.Context()).Before(branch).Clone(exit, &m)
	return true
}

// sweep removes the blocks of a region that its entry does not reach.
func sweep(r *ir.Region) { eraseBlocks(cfg.Unreachable(r)) }

// eraseBlocks erases blocks that only each other name. One whose values others use
// is left: it was reached after all, or the candidate is not valid.
func eraseBlocks(dead []*ir.Block) {
	for _, b := range dead {
		for op := range b.Ops() {
			release(op)
		}
	}
	for _, b := range dead {
		drop(slices.Collect(b.Ops()))
	}
	for _, b := range dead {
		if b.First() == nil && !b.HasPreds() && !slices.ContainsFunc(b.Args(), (*ir.Value).HasUses) {
			b.Erase()
		}
	}
}

// entries lists the first terminator of each region of several blocks: it stands
// for its region.
func entries(m *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	for op := range ir.Walk(m) {
		for _, r := range op.Regions() {
			if e := r.Entry(); e != nil && !r.HasOneBlock() && e.Last() != nil && e.Last().NumSuccessors() > 0 {
				out = append(out, e.Last())
			}
		}
	}
	return out
}

// straighten runs the blocks of a region one after the other: the operations of all
// of them stand in the entry block, in order, and the region ends there.
func straighten(branch *ir.Operation, choose chooser) {
	r, entry := branch.Region(), branch.Block()
	exit := exitOf(r)
	if exit == nil {
		return
	}
	var rest []*ir.Block
	for b := range r.Blocks() {
		if b != entry {
			rest = append(rest, b)
		}
	}
	for _, b := range rest {
		for _, a := range b.Args() {
			if !a.HasUses() {
				continue
			}
			v := choose(branch, a.Type())
			if v == nil {
				return
			}
			a.ReplaceAllUsesWith(v)
		}
		for op := b.First(); op != nil; {
			next := op.Next()
			if !op.Has(ir.Terminator) {
				op.MoveBefore(branch)
			}
			op = next
		}
	}
	if exit.Block() == entry || !leave(branch, exit, choose) {
		return
	}
	drop([]*ir.Operation{branch})
	sweep(r)
}

// merge puts the operations of a block in place of the only branch to it.
func merge(branch *ir.Operation) {
	br, ok := ir.As[analysis.Branch](branch)
	if !ok || branch.NumSuccessors() != 1 || len(branch.Successor(0).Preds()) != 1 || branch.Successor(0) == branch.Block() {
		return
	}
	b := branch.Successor(0)
	lo, hi := br.SuccessorOperands(0)
	if hi-lo != b.NumArgs() || b.IsEntry() {
		return
	}
	for i, a := range b.Args() {
		a.ReplaceAllUsesWith(branch.Operand(lo + i))
	}
	into := branch.Block()
	drop([]*ir.Operation{branch})
	b.SpliceInto(into, nil)
	b.Erase()
}

// slot is a numbered part of an operation.
type slot struct {
	op *ir.Operation
	i  int
}

// results lists the results in the signatures of functions.
func results(m *ir.Operation) []slot {
	var out []slot
	for op := range ir.Walk(m) {
		if body := bodyOf(op); body != nil {
			if exit := exitOf(body); exit != nil && exit.Has(ir.ReturnLike) {
				for i := range exit.NumOperands() {
					out = append(out, slot{op, i})
				}
			}
		}
	}
	return out
}

// bodyOf returns the body of a function whose signature can be changed, or nil.
func bodyOf(op *ir.Operation) *ir.Region {
	if _, ok := ir.As[analysis.Signature](op); !ok {
		return nil
	}
	c, ok := ir.As[analysis.Callable](op)
	if !ok || c.CallableRegion() == nil || c.CallableRegion().IsEmpty() {
		return nil
	}
	return c.CallableRegion()
}

// eraseResults takes results from signatures, returns and calls.
func eraseResults(slots []slot) {
	for _, group := range byOp(slots) {
		op := group[0].op
		body := bodyOf(op)
		n := exitOf(body).NumOperands()
		gone := make([]bool, n)
		for _, s := range group {
			gone[s.i] = true
		}
		s, _ := ir.As[analysis.Signature](op)
		none := make([]bool, body.Entry().NumArgs())
		if !s.EraseSignature(none, gone) {
			continue
		}
		for _, c := range callsOf(op) {
			shrinkCall(c, none, gone)
		}
		for b := range body.Blocks() {
			t := b.Last()
			if t == nil || !t.Has(ir.ReturnLike) || t.NumOperands() != n {
				continue
			}
			var kept []*ir.Value
			for i, v := range t.Operands() {
				if !gone[i] {
					kept = append(kept, v)
				}
			}
			t.SetOperands(kept)
		}
	}
}

// byOp groups slots of one operation, which stand side by side.
func byOp(slots []slot) [][]slot {
	var out [][]slot
	for i, s := range slots {
		if i == 0 || s.op != slots[i-1].op {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], s)
	}
	return out
}

// argument is an argument of a block that nothing uses.
type argument struct {
	b *ir.Block
	i int
}

// arguments lists the arguments of blocks that nothing uses but branches that hand
// them to themselves.
func arguments(m *ir.Operation) []argument {
	var out []argument
	for op := range ir.Walk(m) {
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for i, v := range b.Args() {
					if onlyCarried(v) {
						out = append(out, argument{b, i})
					}
				}
			}
		}
	}
	return out
}

// onlyCarried reports whether all that happens to a block argument is that branches
// hand it to itself.
func onlyCarried(v *ir.Value) bool {
	b := v.Block()
	for u := range v.Uses() {
		br, ok := ir.As[analysis.Branch](u.Owner())
		if !ok {
			return false
		}
		carried := false
		for k, to := range u.Owner().Successors() {
			lo, _ := br.SuccessorOperands(k)
			carried = carried || to == b && u.Index() == lo+v.Index()
		}
		if !carried {
			return false
		}
	}
	return true
}

// eraseArguments takes arguments from blocks, from the signatures of functions and
// from the branches to a block.
func eraseArguments(args []argument) {
	for from := 0; from < len(args); {
		to := from
		for to < len(args) && args[to].b == args[from].b {
			to++
		}
		b := args[from].b
		gone := make([]bool, b.NumArgs())
		for _, a := range args[from:to] {
			gone[a.i] = true
		}
		if retype(b, gone) {
			for i := len(gone) - 1; i >= 0; i-- {
				if gone[i] && !b.Arg(i).HasUses() {
					b.EraseArg(i)
				}
			}
		}
		from = to
	}
}

// retype takes what the arguments get away, and reports whether it could.
func retype(b *ir.Block, gone []bool) bool {
	if b.IsEntry() {
		op := b.Parent()
		if bodyOf(op) != b.Region() {
			// An unregistered operation or one that does not mind: the verifier
			// knows.
			return true
		}
		s, _ := ir.As[analysis.Signature](op)
		n := 0
		if exit := exitOf(b.Region()); exit != nil {
			n = exit.NumOperands()
		}
		if !s.EraseSignature(gone, make([]bool, n)) {
			return false
		}
		for _, c := range callsOf(op) {
			shrinkCall(c, gone, make([]bool, n))
		}
		return true
	}
	for op := range b.PredUses() {
		if _, ok := ir.As[analysis.Branch](op); !ok {
			return false
		}
	}
	for op, i := range b.PredUses() {
		br, _ := ir.As[analysis.Branch](op)
		lo, hi := br.SuccessorOperands(i)
		var kept []*ir.Value
		for k := lo; k < hi; k++ {
			if k-lo >= len(gone) || !gone[k-lo] {
				kept = append(kept, op.Operand(k))
			}
		}
		br.SetSuccessorOperands(i, kept)
	}
	return true
}
