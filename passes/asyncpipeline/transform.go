package asyncpipeline

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// transform rewrites the loop.
func (l *loopInfo) transform(o Options) {
	b := ir.NewBuilder(l.fn.Context())
	b.SetLoc(l.loop.Loc())
	var types []*async.BufferType
	var bufs []*ir.Value
	for _, ld := range l.loads {
		bufs = append(bufs, dst(ld))
		types = append(types, dst(ld).Type().(*async.BufferType))
	}
	pt := async.PipelineOf(b.Context(), int(o.Stages), types)
	b.Before(bufs[0].Def())
	pipe := async.NewPipelineCreate(b, []ir.Type{pt}).Op().Result(0)

	waits := l.tokenWaits()
	l.consume(b, pipe, bufs, waits, o)
	l.produce(b, pipe, o.distance())
	for _, w := range waits {
		w.Erase()
	}
	for _, ld := range l.loads {
		ld.Erase()
	}
	for _, v := range bufs {
		if !v.HasUses() {
			v.Def().Erase()
		}
	}
	if !l.generic {
		for op := range l.body.Ops() {
			if op.Is(async.SyncDef.Name) {
				op.Erase()
			}
		}
	}
}

// tokenWaits returns the waits on the loads' tokens in program order, without
// their tokens. A wait that also has other tokens keeps those.
func (l *loopInfo) tokenWaits() []*ir.Operation {
	mine := make(map[*ir.Value]bool)
	for _, ld := range l.loads {
		mine[ld.Result(0)] = true
	}
	var out []*ir.Operation
	for op := range l.body.Ops() {
		if !op.Is(async.WaitDef.Name) {
			continue
		}
		var rest []*ir.Value
		for _, t := range op.Operands() {
			if !mine[t] {
				rest = append(rest, t)
			}
		}
		if len(rest) == op.NumOperands() {
			continue
		}
		op.SetOperands(rest)
		if len(rest) == 0 {
			out = append(out, op)
		}
	}
	return out
}

func bufferTypes(bufs []*ir.Value) []ir.Type {
	out := make([]ir.Type, len(bufs))
	for i, v := range bufs {
		out[i] = v.Type().(*async.BufferType).Slot()
	}
	return out
}

// consume puts the wait in front of the first use of the slot, the release
// behind the last, and moves the waits for MMAs as far as mma-in-flight says.
func (l *loopInfo) consume(b *ir.Builder, pipe *ir.Value, bufs []*ir.Value, waits []*ir.Operation, o Options) {
	b.Before(waits[0])
	wait := async.NewPipelineWait(b, bufferTypes(bufs), pipe).Op()
	last := wait
	for i, v := range bufs {
		v.ReplaceUsesIf(wait.Result(i), func(u *ir.Use) bool { return !u.Owner().Is(async.AsyncLoadDef.Name) })
		for u := range wait.Result(i).Uses() {
			last = later(last, l.inBody(u.Owner()))
		}
	}
	keep := l.moveMMAWaits(b, o.MMAInFlight)
	for _, w := range l.mmaWaits {
		last = later(last, w)
	}
	c := b.Context()
	b.After(last)
	async.NewPipelineRelease(b, pipe, async.PipelineReleaseProps{Keep: c.I32Attr(keep)})
	if keep > 0 {
		b.After(l.drainPoint())
		async.NewPipelineRelease(b, pipe, async.PipelineReleaseProps{Keep: c.I32Attr(0)})
	}
}

func later(a, b *ir.Operation) *ir.Operation {
	if a.IsBefore(b) {
		return b
	}
	return a
}

// inBody returns the operation of the loop's block that holds op.
func (l *loopInfo) inBody(op *ir.Operation) *ir.Operation {
	for op.Block() != l.body {
		op = op.Parent()
	}
	return op
}

// drainPoint returns the operation behind the loop that waits for the MMAs
// left under way, or the loop.
func (l *loopInfo) drainPoint() *ir.Operation {
	if n := l.loop.Next(); n != nil && n.Is(async.MMAWaitDef.Name) {
		return n
	}
	return l.loop
}

// carriedOnly reports whether the result of an MMA wait is only carried to
// the next iteration, into the accumulator of the same MMA.
func (l *loopInfo) carriedOnly(mma, wait *ir.Operation) (arg int, ok bool) {
	if wait.NumOperands() != 1 || wait.Operand(0) != mma.Result(0) || !mma.Result(0).HasOneUse() || !wait.Result(0).HasOneUse() {
		return 0, false
	}
	for u := range wait.Result(0).Uses() {
		if u.Owner() != l.body.Last() {
			return 0, false
		}
		arg = u.Index()
	}
	v, _ := async.AsMMA(mma)
	acc := l.body.Arg(arg + 1)
	return arg, v.Acc() == acc && acc.HasOneUse()
}

// moveMMAWaits merges the waits for accumulators that are only carried into
// one behind the last MMA. With n iterations in flight it waits for all but
// the newest n iterations' groups, and a wait for the rest goes behind the
// loop. It returns how many slots a release must keep.
func (l *loopInfo) moveMMAWaits(b *ir.Builder, n int64) int64 {
	waitOf := make(map[*ir.Operation]*ir.Operation)
	for _, w := range l.mmaWaits {
		for _, acc := range w.Operands() {
			waitOf[acc.Def()] = w
		}
	}
	var args []int
	for _, m := range l.mmas {
		w := waitOf[m]
		if w == nil {
			return 0
		}
		arg, ok := l.carriedOnly(m, w)
		if !ok {
			return 0
		}
		args = append(args, arg)
	}
	if len(l.mmas) == 0 {
		return 0
	}
	c := b.Context()
	var accs []*ir.Value
	for _, m := range l.mmas {
		accs = append(accs, m.Result(0))
	}
	types := make([]ir.Type, len(accs))
	for i, a := range accs {
		types[i] = a.Type()
	}
	b.After(l.mmas[len(l.mmas)-1])
	merged := async.NewMMAWait(b, types, accs, async.MMAWaitProps{Pending: c.I32Attr(n * int64(len(l.mmas)))}).Op()
	for i, m := range l.mmas {
		w := waitOf[m]
		w.Result(0).ReplaceAllUsesWith(merged.Result(i))
		w.Erase()
	}
	l.mmaWaits = []*ir.Operation{merged}
	if n == 0 {
		return 0
	}
	var results []*ir.Value
	for _, a := range args {
		results = append(results, l.loop.Result(a))
	}
	b.After(l.loop)
	done := async.NewMMAWait(b, types, results, async.MMAWaitProps{Pending: c.I32Attr(0)}).Op()
	for i, v := range results {
		v.ReplaceUsesIf(done.Result(i), func(u *ir.Use) bool { return u.Owner() != done })
	}
	return n
}

// produce puts the loads of an iteration between an acquire and a commit:
// at the start of the body, or d iterations ahead.
func (l *loopInfo) produce(b *ir.Builder, pipe *ir.Value, d int64) {
	if d == 0 {
		b.AtStart(l.body)
		l.fill(b, pipe, l.body.Arg(0))
		return
	}
	lb, ub, step := l.loop.Operand(0), l.loop.Operand(1), l.loop.Operand(2)
	for i := range d {
		b.Before(l.loop)
		iv := l.ahead(b, lb, step, i)
		l.guarded(b, pipe, iv, ub)
	}
	b.AtStart(l.body)
	l.guarded(b, pipe, l.ahead(b, l.body.Arg(0), step, d), ub)
}

// ahead returns iv + n * step.
func (l *loopInfo) ahead(b *ir.Builder, iv, step *ir.Value, n int64) *ir.Value {
	t := []ir.Type{iv.Type()}
	for range n {
		iv = b.Op("arith.addi", []*ir.Value{iv, step}, t).Result(0)
	}
	return iv
}

// guarded fills a slot for iteration iv unless the loop ends before it.
func (l *loopInfo) guarded(b *ir.Builder, pipe, iv, ub *ir.Value) {
	c := b.Context()
	in := b.Op("arith.cmpi", []*ir.Value{iv, ub}, []ir.Type{c.I(1)}, ir.NamedAttr{Name: "predicate", Attr: c.I64Attr(2)}).Result(0)
	cond := b.Create(ir.OpState{Info: c.OpInfo("scf.if"), Operands: []*ir.Value{in}, Types: []ir.Type{}, NumRegions: 2})
	at := b.Save()
	b.AtEnd(cond.RegionAt(0).AddBlock(b.Loc()))
	l.fill(b, pipe, iv)
	b.Op("scf.yield", nil, nil)
	b.Restore(at)
}

// fill emits acquire, the loads with their index arithmetic for iteration iv,
// and commit at the insertion point.
func (l *loopInfo) fill(b *ir.Builder, pipe, iv *ir.Value) {
	var bufs []*ir.Value
	for _, ld := range l.loads {
		bufs = append(bufs, dst(ld))
	}
	slots := async.NewPipelineAcquire(b, bufferTypes(bufs), pipe).Op()
	m := &ir.Mapping{}
	m.Map(l.body.Arg(0), iv)
	for i, ld := range l.loads {
		v, _ := async.AsAsyncLoad(ld)
		var idx []*ir.Value
		for _, x := range v.Indices() {
			idx = append(idx, l.copySlice(b, x, m))
		}
		b.SetLoc(ld.Loc())
		n := async.NewAsyncLoad(b, []ir.Type{}, v.Map(), idx, slots.Result(i), nil, nil).Op()
		n.SetAttrs(ld.Attrs())
		b.SetLoc(l.loop.Loc())
	}
	async.NewPipelineCommit(b, pipe)
}

// copySlice copies the arithmetic behind v that stands in the loop.
func (l *loopInfo) copySlice(b *ir.Builder, v *ir.Value, m *ir.Mapping) *ir.Value {
	if m.Has(v) {
		return m.Value(v)
	}
	def := v.Def()
	if def == nil || def == l.loop || !l.loop.IsAncestorOf(def) {
		return v
	}
	for _, o := range def.Operands() {
		if w := l.copySlice(b, o, m); w != o {
			m.Map(o, w)
		}
	}
	b.Clone(def, m)
	return m.Value(v)
}
