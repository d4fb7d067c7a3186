package asyncinsertmbarriers

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// interval bounds how many slots a consumer holds.
type interval struct{ lo, hi int64 }

func (a interval) join(b interval) interval { return interval{min(a.lo, b.lo), max(a.hi, b.hi)} }

// bounds finds for every release how many slots it gives back, at least and
// at most.
func (l *lowering) bounds() error {
	l.excess = make(map[*ir.Operation]interval)
	l.multiple = make(map[*ir.Operation]bool)
	state := make([]interval, len(l.rings))
	if err := l.boundBlock(l.fn.RegionAt(0).Entry(), state); err != nil {
		return err
	}
	for op, e := range l.excess {
		if r := l.byPipe[op.Operand(0)]; e.lo != e.hi && !r.blockWAR() {
			r.counted = true
		}
	}
	for _, r := range l.rings {
		r.paired = l.paired(r)
	}
	return nil
}

// paired reports whether every release gives back the one slot that a wait
// before it in its block waited for, so that its number need not be carried.
func (l *lowering) paired(r *ring) bool {
	for _, op := range r.create.Result(0).Users() {
		switch {
		case op.Is(async.PipelineWaitDef.Name) && l.multiple[op]:
			return false
		case op.Is(async.PipelineReleaseDef.Name) && l.excess[op].hi > 0:
			w := op.Prev()
			for w != nil && !(w.Is(async.PipelineWaitDef.Name) && w.Operand(0) == op.Operand(0)) {
				w = w.Prev()
			}
			if w == nil || l.excess[op] != (interval{1, 1}) {
				return false
			}
		}
	}
	return true
}

func (l *lowering) boundBlock(b *ir.Block, state []interval) error {
	for op := range b.Ops() {
		if op.NumRegions() > 0 {
			if err := l.boundNested(op, state); err != nil {
				return err
			}
			continue
		}
		for i, r := range l.rings {
			if op.NumOperands() == 0 || op.Operand(0) != r.create.Result(0) {
				continue
			}
			if err := l.boundOp(op, r, &state[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *lowering) boundOp(op *ir.Operation, r *ring, s *interval) error {
	switch {
	case op.Is(async.PipelineWaitDef.Name):
		if s.hi > 0 {
			l.multiple[op] = true
		}
		s.lo++
		s.hi++
		if s.hi > int64(r.stages()) {
			// Holding more than there is means that some path never
			// releases; the explorer and the simulator call it a deadlock.
			s.hi = int64(r.stages())
			s.lo = min(s.lo, s.hi)
		}
	case op.Is(async.PipelineSkipDef.Name):
		if s.hi > 0 {
			return op.OpError("skips a slot while the role may hold %d", s.hi)
		}
	case op.Is(async.PipelineReleaseDef.Name):
		v, _ := async.AsPipelineRelease(op)
		keep, _ := ir.IntValue(v.Keep())
		if keep >= int64(r.stages()) {
			return op.OpError("keeps %d slots of a pipeline of %d stages, so that no slot ever comes back", keep, r.stages())
		}
		e := interval{max(s.lo-keep, 0), max(s.hi-keep, 0)}
		if old, ok := l.excess[op]; ok {
			e = e.join(old)
		}
		l.excess[op] = e
		s.lo, s.hi = min(s.lo, keep), min(s.hi, keep)
	}
	return nil
}

func (l *lowering) boundNested(op *ir.Operation, state []interval) error {
	if op.Is("scf.for") || op.Is("scf.while") {
		return l.boundLoop(op, state)
	}
	in := append([]interval(nil), state...)
	var out []interval
	for _, r := range op.Regions() {
		if r.IsEmpty() {
			continue
		}
		branch := append([]interval(nil), in...)
		if err := l.boundBlock(r.Entry(), branch); err != nil {
			return err
		}
		if out == nil {
			out = branch
		} else {
			out = joinAll(out, branch)
		}
	}
	if op.Is("scf.if") && op.RegionAt(1).IsEmpty() {
		out = joinAll(out, in)
	}
	if out != nil && !op.Is(async.WarpSpecializeDef.Name) {
		copy(state, out)
	}
	return nil
}

// boundLoop goes round a loop until nothing changes, which is at most one more
// round for each slot. A for loop ends at its head, a while loop behind its
// first region.
func (l *lowering) boundLoop(op *ir.Operation, state []interval) error {
	in := append([]interval(nil), state...)
	for {
		round := append([]interval(nil), in...)
		end := in
		for i, r := range op.Regions() {
			if err := l.boundBlock(r.Entry(), round); err != nil {
				return err
			}
			if op.NumRegions() > 1 && i == 0 {
				end = append([]interval(nil), round...)
			}
		}
		joined := joinAll(in, round)
		if equal(joined, in) {
			copy(state, end)
			return nil
		}
		in = joined
	}
}

func joinAll(a, b []interval) []interval {
	out := make([]interval, len(a))
	for i := range a {
		out[i] = a[i].join(b[i])
	}
	return out
}

func equal(a, b []interval) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
