package cfg

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Simplify simplifies every region under root and reports whether it changed
// anything. Aggressive also merges equal blocks and drops arguments that
// always receive one value.
func Simplify(r *rewrite.Rewriter, root *ir.Operation, aggressive bool) bool {
	regions := branchingRegions(root)
	if len(regions) == 0 {
		return false
	}
	changed := false
	for _, region := range regions {
		if !region.Owner().IsErased() {
			changed = EraseUnreachable(r, region) || changed
		}
	}
	done := make(map[*ir.Region]bool)
	live := &liveness{args: make(map[*ir.Value]bool)}
	for _, region := range regions {
		if !region.Owner().IsErased() && !insideOf(region, done) {
			done[region] = true
			changed = live.eraseDead(r, region) || changed
		}
	}
	if !aggressive {
		return changed
	}
	for _, region := range regions {
		if !region.Owner().IsErased() {
			changed = mergeEqualBlocks(r, region) || changed
			changed = dropRedundantArgs(r, region) || changed
		}
	}
	return changed
}

// branchingRegions returns the regions of more than one block under root,
// those around others first.
func branchingRegions(root *ir.Operation) []*ir.Region {
	return appendBranching(nil, root)
}

// appendBranching visits only operations with regions: most have none, and
// this runs after every round of a rewriting driver.
func appendBranching(out []*ir.Region, op *ir.Operation) []*ir.Region {
	for _, region := range op.Regions() {
		if !region.IsEmpty() && !region.HasOneBlock() {
			out = append(out, region)
		}
		for b := region.Entry(); b != nil; b = b.Next() {
			for inner := b.First(); inner != nil; inner = inner.Next() {
				if inner.NumRegions() > 0 {
					out = appendBranching(out, inner)
				}
			}
		}
	}
	return out
}

// insideOf reports whether region lies in one of done.
func insideOf(region *ir.Region, done map[*ir.Region]bool) bool {
	for r := region; r != nil && r.Owner() != nil; r = r.Owner().Region() {
		if done[r] {
			return true
		}
	}
	return false
}

// EraseUnreachable erases the blocks of region that its entry does not reach.
func EraseUnreachable(r *rewrite.Rewriter, region *ir.Region) bool {
	if region.IsEmpty() || region.HasOneBlock() {
		return false
	}
	dead := Unreachable(region)
	if len(dead) == 0 {
		return false
	}
	r.EraseBlocks(dead...)
	return true
}

// Unreachable lists the blocks of a region with blocks that its entry does not
// reach, in the order of the text.
func Unreachable(region *ir.Region) []*ir.Block {
	reached := map[*ir.Block]bool{region.Entry(): true}
	work := []*ir.Block{region.Entry()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs() {
			if !reached[s] {
				reached[s] = true
				work = append(work, s)
			}
		}
	}
	var dead []*ir.Block
	for b := range region.Blocks() {
		if !reached[b] {
			dead = append(dead, b)
		}
	}
	return dead
}

// branchOf returns the Branch hook of the terminator of a block whose
// successor operands are described completely, or nil.
func branchOf(op *ir.Operation) analysis.Branch {
	br, ok := ir.As[analysis.Branch](op)
	if !ok {
		return nil
	}
	for i := range op.NumSuccessors() {
		if lo, hi := br.SuccessorOperands(i); hi-lo != op.Successor(i).NumArgs() {
			return nil
		}
	}
	return br
}

// eraseFeeders erases the operands that feed the arguments of b that gone
// marks. Every predecessor must have a Branch hook.
func eraseFeeders(r *rewrite.Rewriter, b *ir.Block, gone []bool) {
	for op, i := range b.PredUses() {
		br, _ := ir.As[analysis.Branch](op)
		lo, _ := br.SuccessorOperands(i)
		var kept []*ir.Value
		for k := range gone {
			if !gone[k] {
				kept = append(kept, op.Operand(lo+k))
			}
		}
		r.Modify(op, func() { br.SetSuccessorOperands(i, kept) })
	}
}

// eraseArgs erases the arguments of b that gone marks; nothing uses them.
func eraseArgs(b *ir.Block, gone []bool) {
	for k := len(gone) - 1; k >= 0; k-- {
		if gone[k] {
			b.EraseArg(k)
		}
	}
}

// dropRedundantArgs replaces arguments that every predecessor gives one value
// (or the argument itself) by that value.
func dropRedundantArgs(r *rewrite.Rewriter, region *ir.Region) bool {
	changed := false
	dom := ir.NewDominance() // blocks and branches stay
	for b := range region.Blocks() {
		if b.IsEntry() || b.NumArgs() == 0 || !describedPreds(b) {
			continue
		}
		gone := make([]bool, b.NumArgs())
		any := false
		for k, arg := range b.Args() {
			v := onlyValue(b, k, arg)
			if v == nil || !visibleEverywhere(dom, v, b) {
				continue
			}
			r.ReplaceUses(arg, v)
			gone[k], any = true, true
		}
		if any {
			eraseFeeders(r, b, gone)
			eraseArgs(b, gone)
			changed = true
		}
	}
	return changed
}

func describedPreds(b *ir.Block) bool {
	for op := range b.PredUses() {
		if branchOf(op) == nil {
			return false
		}
	}
	return b.HasPreds()
}

func onlyValue(b *ir.Block, k int, arg *ir.Value) *ir.Value {
	var only *ir.Value
	for op, i := range b.PredUses() {
		lo, _ := branchOf(op).SuccessorOperands(i)
		v := op.Operand(lo + k)
		if v == arg {
			continue
		}
		if only != nil && only != v {
			return nil
		}
		only = v
	}
	return only
}

// visibleEverywhere reports whether v is certainly available in b: a value of
// an enclosing region, or of a block that dominates b.
func visibleEverywhere(dom *ir.Dominance, v *ir.Value, b *ir.Block) bool {
	if v.Region() != b.Region() {
		return true
	}
	return dom.DominatesBlock(v.Block(), b) && v.Block() != b
}
