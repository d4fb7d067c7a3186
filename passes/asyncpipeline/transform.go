package asyncpipeline

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// transform rewrites the loop.
func (l *loopInfo) transform(o Options, flight *flight) {
	b := ir.NewBuilder(l.fn.Context())
	b.SetLoc(l.loop.Loc())
	var types []*async.BufferType
	var bufs []*ir.Value
	for _, ld := range l.loads {
		bufs = append(bufs, dst(ld))
		types = append(types, dst(ld).Type().(*async.BufferType))
	}
	pt := async.PipelineOf(b.Context(), int(o.Stages), types)
	// The ring's barriers are made ready where the kernel starts.
	if entry := l.fn.RegionAt(0).Entry(); bufs[0].Block() == entry {
		b.Before(bufs[0].Def())
	} else {
		b.AtStart(entry)
	}
	pipe := async.NewPipelineCreate(b, []ir.Type{pt}).Op().Result(0)

	l.consume(b, pipe, bufs, flight)
	l.produce(b, pipe, o.distance())
	l.eraseWaits()
	for _, ld := range l.loads {
		ld.Erase()
	}
	for _, v := range bufs {
		if !v.HasUses() {
			v.Def().Erase()
		}
	}
	if !l.keepSyncs {
		for op := range l.body.Ops() {
			if op.Is(async.SyncDef.Name) {
				op.Erase()
			}
		}
	}
}

// eraseWaits takes the loads' tokens out of the waits and erases those that
// wait for nothing else.
func (l *loopInfo) eraseWaits() {
	mine := make(map[*ir.Value]bool)
	for _, ld := range l.loads {
		mine[ld.Result(0)] = true
	}
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
		if len(rest) == 0 {
			op.Erase()
		} else {
			op.SetOperands(rest)
		}
	}
}

func bufferTypes(bufs []*ir.Value) []ir.Type {
	out := make([]ir.Type, len(bufs))
	for i, v := range bufs {
		out[i] = v.Type().(*async.BufferType).Slot()
	}
	return out
}

// consume puts the wait for the slot where the first load was waited for, and
// the release behind the last use of the slot.
func (l *loopInfo) consume(b *ir.Builder, pipe *ir.Value, bufs []*ir.Value, f *flight) {
	b.Before(l.firstWait)
	wait := async.NewPipelineWait(b, bufferTypes(bufs), pipe).Op()
	last := wait
	for i, v := range bufs {
		v.ReplaceUsesIf(wait.Result(i), func(u *ir.Use) bool { return !u.Owner().Is(async.AsyncLoadDef.Name) })
		for u := range wait.Result(i).Uses() {
			last = later(last, l.inBody(u.Owner()))
			if u.Owner().Is(async.MMADef.Name) && f == nil {
				last = later(last, l.finished(u.Owner()))
			}
		}
	}
	drain := l.loop
	if f != nil {
		merged, behind := l.keepInFlight(b, f)
		last, drain = later(last, merged), behind
	}
	c := b.Context()
	b.After(last)
	async.NewPipelineRelease(b, pipe, async.PipelineReleaseProps{Keep: c.I32Attr(f.iterations())})
	if f != nil {
		b.After(drain)
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
