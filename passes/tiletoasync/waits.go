package tiletoasync

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// joinWaits lets products that follow each other run under one wait: a wait
// whose results nothing reads before the next wait of the block moves there.
func joinWaits(fn *ir.Operation) {
	b := ir.NewBuilder(fn.Context())
	var waits []async.MMAWait
	for op := range ir.Walk(fn) {
		if w, ok := async.AsMMAWait(op); ok {
			waits = append(waits, w)
		}
	}
	for _, w := range waits {
		if next, ok := nextWait(w); ok {
			merged := merge(b, w, next)
			for i := range waits {
				if waits[i] == next {
					waits[i] = merged
				}
			}
		}
	}
}

// nextWait returns the wait that can take over what w waits for.
func nextWait(w async.MMAWait) (async.MMAWait, bool) {
	for op := w.Op().Next(); op != nil; op = op.Next() {
		if next, ok := async.AsMMAWait(op); ok {
			return next, !usesAny(op, w.Op().Results()) && canChain(w, op)
		}
		_, isMMA := async.AsMMA(op)
		switch {
		case isMMA:
		case usesAny(op, w.Op().Results()):
			return async.MMAWait{}, false
		case op.Is("tasync.wait"), async.IsFill(op), op.Has(ir.Pure) && op.NumRegions() == 0:
		default:
			return async.MMAWait{}, false
		}
	}
	return async.MMAWait{}, false
}

func usesAny(op *ir.Operation, vs []*ir.Value) bool {
	for _, o := range op.Operands() {
		for _, v := range vs {
			if o == v {
				return true
			}
		}
	}
	return false
}

// canChain reports whether every result of w is either accumulated on by one
// product before the next wait and read by nothing else, or not read before
// it: an accumulator under way has one successor.
func canChain(w async.MMAWait, next *ir.Operation) bool {
	for _, v := range w.Op().Results() {
		chained := false
		for u := range v.Uses() {
			chained = chained || chains(u, next)
		}
		if chained && !v.HasOneUse() {
			return false
		}
	}
	return true
}

// chains reports whether the use is the accumulator of a product that stands
// before the next wait.
func chains(u *ir.Use, next *ir.Operation) bool {
	_, ok := async.AsMMA(u.Owner())
	return ok && u.Owner().Block() == next.Block() && u.Owner().IsBefore(next)
}

// merge puts the accumulators of w in front of those of next and erases both.
func merge(b *ir.Builder, w, next async.MMAWait) async.MMAWait {
	var accs, moved []*ir.Value
	for i, v := range w.Op().Results() {
		if v.HasOneUse() && chainsFirst(v, next.Op()) {
			v.ReplaceAllUsesWith(w.Operand(i))
			continue
		}
		accs = append(accs, w.Operand(i))
		moved = append(moved, v)
	}
	b.Before(next.Op())
	b.SetLoc(next.Op().Loc())
	n := async.NewMMAWait(b, nil, append(accs, next.Accs()...), async.MMAWaitProps{Pending: next.Pending()})
	for i, v := range append(moved, next.Op().Results()...) {
		v.ReplaceAllUsesWith(n.Op().Result(i))
	}
	w.Op().Erase()
	next.Op().Erase()
	return n
}

func chainsFirst(v *ir.Value, next *ir.Operation) bool {
	for u := range v.Uses() {
		return chains(u, next)
	}
	return false
}
