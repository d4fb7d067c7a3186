package asyncpipeline

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// flight says which accumulators go from iteration to iteration while their
// MMAs are under way. A nil flight is that none does.
type flight struct {
	n    int64
	mmas int
	// ends are the values that the body yields for the carried values args,
	// not yet waited for.
	args []int
	ends []*ir.Value
	// waits go.
	waits []*ir.Operation
}

func (f *flight) iterations() int64 {
	if f == nil {
		return 0
	}
	return f.n
}

func (f *flight) groups() int64 {
	if f == nil {
		return 0
	}
	return f.n * int64(f.mmas)
}

// inFlight finds out whether the MMAs of n iterations can stay under way:
// every MMA of the loop must add to a carried value that nothing else touches,
// and what it reads must stay unwritten as long.
func (l *loopInfo) inFlight(n int64) (*flight, *diag.Diagnostic) {
	if n == 0 || len(l.mmas) == 0 && l.nested == nil {
		return nil, nil
	}
	no := func(op *ir.Operation, format string, args ...any) (*flight, *diag.Diagnostic) {
		d := decline(l.loop, op, format, args...)
		d.Msg = "MMAs not kept in flight: " + d.Msg[len(declined):]
		return nil, d
	}
	if l.nested != nil {
		// Also in an scf.while, whose blocks count as nested.
		return no(l.nested, "an MMA stands in control flow inside the loop, so the groups of an iteration cannot be counted")
	}
	f := &flight{n: n, mmas: len(l.mmas)}
	covered := make(map[*ir.Operation]int)
	for k := 1; k < l.body.NumArgs(); k++ {
		l.follow(f, k, covered)
	}
	for _, m := range l.mmas {
		if covered[m] == 0 {
			return no(m, "an accumulator is not only carried from MMA to MMA")
		}
		if op := l.unstable(m); op != nil {
			return no(op, "'%s' writes what an MMA reads", op.Name())
		}
	}
	for _, w := range l.mmaWaits {
		if covered[w] != w.NumOperands() {
			return no(w, "a wait is for other MMAs as well")
		}
		f.waits = append(f.waits, w)
	}
	return f, nil
}

// follow walks a carried value through MMAs and waits to the same place of
// the yield. If it gets there, what it passed is covered.
func (l *loopInfo) follow(f *flight, k int, covered map[*ir.Operation]int) {
	v, end := l.body.Arg(k), (*ir.Value)(nil)
	var passed []*ir.Operation
	for {
		u := onlyUse(v)
		if u == nil || u.Owner().Block() != l.body {
			return
		}
		switch o := u.Owner(); {
		case o.Is(async.MMADef.Name) && u.Index() == 2:
			v = o.Result(0)
			end = v
			passed = append(passed, o)
		case o.Is(async.MMAWaitDef.Name):
			v = o.Result(u.Index())
			passed = append(passed, o)
		case o == l.body.Last() && u.Index() == k-1 && end != nil:
			for _, p := range passed {
				covered[p]++
			}
			f.args = append(f.args, k-1)
			f.ends = append(f.ends, end)
			return
		default:
			return
		}
	}
}

func onlyUse(v *ir.Value) *ir.Use {
	if !v.HasOneUse() {
		return nil
	}
	for u := range v.Uses() {
		return u
	}
	return nil
}

// unstable returns an operation of the loop that writes an operand of an MMA
// and is not a load into the ring, or the MMA itself when it reads a tile,
// whose registers are needed again.
func (l *loopInfo) unstable(mma *ir.Operation) *ir.Operation {
	ring := make(map[*ir.Value]bool)
	for _, g := range l.rings {
		for _, ld := range g.loads {
			ring[dst(ld)] = true
		}
	}
	for _, v := range mma.Operands()[:2] {
		if _, ok := v.Type().(*async.BufferType); !ok {
			return mma
		}
		if v.Def() != nil && l.loop.IsAncestorOf(v.Def()) && !v.Def().Is(async.PipelineWaitDef.Name) {
			return v.Def()
		}
		for u := range v.Uses() {
			o := u.Owner()
			if !l.loop.IsAncestorOf(o) {
				continue
			}
			if o.Is(async.LocalStoreDef.Name) || o.Is(async.ReduceDef.Name) || async.IsFill(o) && !ring[v] {
				return o
			}
		}
	}
	return nil
}

// mergeWaits replaces the waits of the body by one behind the last MMA for all
// but the newest groups, and returns it.
func (l *loopInfo) mergeWaits(b *ir.Builder, f *flight) *ir.Operation {
	for _, w := range f.waits {
		for i := range w.NumOperands() {
			w.Result(i).ReplaceAllUsesWith(w.Operand(i))
		}
		w.Erase()
	}
	types := make([]ir.Type, len(f.ends))
	for i, v := range f.ends {
		types[i] = v.Type()
	}
	b.After(l.mmas[len(l.mmas)-1])
	merged := async.NewMMAWait(b, types, f.ends, async.MMAWaitProps{Pending: b.Context().I32Attr(f.groups())}).Op()
	for i, k := range f.args {
		l.body.Last().SetOperand(k, merged.Result(i))
	}
	return merged
}

// waitBehind waits for the MMAs that the last iterations left under way, and
// returns that wait.
func (l *loopInfo) waitBehind(b *ir.Builder, f *flight) *ir.Operation {
	types := make([]ir.Type, len(f.args))
	results := make([]*ir.Value, len(f.args))
	for i, k := range f.args {
		results[i] = l.end.Result(k)
		types[i] = results[i].Type()
	}
	b.After(l.end)
	behind := async.NewMMAWait(b, types, results, async.MMAWaitProps{Pending: b.Context().I32Attr(0)}).Op()
	for i, v := range results {
		v.ReplaceUsesIf(behind.Result(i), func(u *ir.Use) bool { return u.Owner() != behind })
	}
	return behind
}
