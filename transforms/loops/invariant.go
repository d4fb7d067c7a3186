package loops

import (
	"sort"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// HoistInvariant moves every operation that may move and depends on nothing
// computed in the loop in front of it, and returns how many it moved. Moving
// one can make its users invariant, which move too; their order is kept.
func HoistInvariant(loop *ir.Operation) int {
	l, ok := ir.As[analysis.LoopLike](loop)
	if !ok {
		return 0
	}
	moved := 0
	for _, r := range l.LoopRegions() {
		moved += hoistFrom(loop, r)
	}
	return moved
}

func hoistFrom(loop *ir.Operation, region *ir.Region) int {
	var work []*ir.Operation
	for b := range region.Blocks() {
		for op := range b.Ops() {
			work = append(work, op)
		}
	}
	moved := 0
	for next := 0; next < len(work); next++ {
		op := work[next]
		// A user may have been queued twice, or lie deeper.
		if op.Region() != region || !mayLeave(op, region) {
			continue
		}
		op.MoveBefore(loop)
		moved++
		for i := range op.NumResults() {
			for _, user := range inOrder(op.Result(i), region) {
				work = append(work, user)
			}
		}
	}
	return moved
}

// inOrder returns the users of v directly in region; a use list has no
// meaningful order, so they are sorted as they stand.
func inOrder(v *ir.Value, region *ir.Region) []*ir.Operation {
	var out []*ir.Operation
	for _, u := range v.Users() {
		if u.Region() == region {
			out = append(out, u)
		}
	}
	if len(out) < 2 {
		return out
	}
	rank := make(map[*ir.Block]int)
	for b := range region.Blocks() {
		rank[b] = len(rank)
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.Block() != b.Block() {
			return rank[a.Block()] < rank[b.Block()]
		}
		return a.IsBefore(b)
	})
	return out
}

// mayLeave reports whether op may be executed in front of the loop: it is
// movable, and neither it nor anything inside it uses a value of the loop.
func mayLeave(op *ir.Operation, region *ir.Region) bool {
	if op.Has(ir.Terminator) || !effects.IsPure(op) {
		return false
	}
	for inner := range ir.Walk(op) {
		for i := range inner.NumOperands() {
			v := inner.Operand(i)
			if region.IsAncestorOf(v.Region()) && !definedIn(v, op) {
				return false
			}
		}
	}
	return true
}

// definedIn reports whether v is defined inside a region of op.
func definedIn(v *ir.Value, op *ir.Operation) bool {
	r := v.Region()
	return r != nil && r.Owner() != nil && op.IsAncestorOf(r.Owner())
}
