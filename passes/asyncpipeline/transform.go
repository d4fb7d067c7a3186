package asyncpipeline

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// transform rewrites the loop.
func (l *loopInfo) transform(o Options, f *flight) {
	b := ir.NewBuilder(l.fn.Context())
	b.SetLoc(l.loop.Loc())
	for _, g := range l.rings {
		l.create(b, g, o)
	}
	var merged *ir.Operation
	if f != nil {
		merged = l.mergeWaits(b, f)
	}
	for _, g := range l.rings {
		g.consume(b, merged)
	}
	l.clean()
	first := make(map[*ir.Block]*ir.Operation)
	for _, g := range l.rings {
		first[g.block] = g.block.First()
	}
	for _, g := range l.rings {
		if g.ahead == 0 {
			b.Before(first[g.block])
			l.fill(b, g, nil)
		}
	}
	l.prefetch(b, o)
	l.drain(b, f)
}

// create makes a ring where the kernel starts, as its barriers are made ready
// there.
func (l *loopInfo) create(b *ir.Builder, g *ring, o Options) {
	var types []*async.BufferType
	for _, ld := range g.loads {
		g.bufs = append(g.bufs, dst(ld))
		types = append(types, dst(ld).Type().(*async.BufferType))
	}
	c := b.Context()
	if entry := l.fn.RegionAt(0).Entry(); g.bufs[0].Block() == entry {
		b.Before(g.bufs[0].Def())
	} else {
		b.AtStart(entry)
	}
	pt := async.PipelineOf(c, int(g.stages), types)
	g.pipe = async.NewPipelineCreate(b, []ir.Type{pt}, async.PipelineCreateProps{War: c.Str(o.WAR)}).Op().Result(0)
}

// consume puts the wait for the slot where the first load was waited for, and
// the release behind the last use of the slot.
func (g *ring) consume(b *ir.Builder, merged *ir.Operation) {
	b.Before(g.firstWait)
	wait := async.NewPipelineWait(b, bufferTypes(g.bufs), g.pipe).Op()
	last := wait
	for i, v := range g.bufs {
		v.ReplaceUsesIf(wait.Result(i), func(u *ir.Use) bool { return !async.IsFill(u.Owner()) })
		for u := range wait.Result(i).Uses() {
			last = later(last, g.inBlock(u.Owner()))
			if u.Owner().Is(async.MMADef.Name) && merged == nil {
				last = later(last, g.finished(u.Owner()))
			}
		}
	}
	if g.mma && merged != nil {
		last = later(last, merged)
	}
	b.After(last)
	async.NewPipelineRelease(b, g.pipe, async.PipelineReleaseProps{Keep: b.Context().I32Attr(g.lag)})
}

// drain waits for what is under way when the loop ends, and releases the slots
// that it kept.
func (l *loopInfo) drain(b *ir.Builder, f *flight) {
	at := l.end
	if f != nil {
		at = l.waitBehind(b, f)
	}
	b.After(at)
	for _, g := range l.rings {
		if g.lag > 0 {
			async.NewPipelineRelease(b, g.pipe, async.PipelineReleaseProps{Keep: b.Context().I32Attr(0)})
		}
	}
}

func later(a, b *ir.Operation) *ir.Operation {
	if a.IsBefore(b) {
		return b
	}
	return a
}

func bufferTypes(bufs []*ir.Value) []ir.Type {
	out := make([]ir.Type, len(bufs))
	for i, v := range bufs {
		out[i] = v.Type().(*async.BufferType).Slot()
	}
	return out
}

// clean takes the loads and what they needed out of the loop, and remembers
// what they copy.
func (l *loopInfo) clean() {
	mine := make(map[*ir.Value]bool)
	for _, g := range l.rings {
		for _, ld := range g.loads {
			mine[ld.Result(0)] = true
		}
	}
	for _, g := range l.rings {
		eraseWaits(g.block, mine)
		if !l.keepSyncs {
			eraseSyncs(g.block)
		}
	}
	if !l.keepSyncs && l.body != nil {
		eraseSyncs(l.body)
	}
	for _, g := range l.rings {
		for _, ld := range g.loads {
			f, _ := async.AsFill(ld)
			g.copies = append(g.copies, copied{f.Template(), f.Indices(), ld.Loc()})
			ld.Erase()
		}
		for _, v := range g.bufs {
			if !v.HasUses() {
				v.Def().Erase()
			}
		}
	}
}

// eraseWaits takes tokens out of the waits of a block and erases those that
// wait for nothing else.
func eraseWaits(b *ir.Block, tokens map[*ir.Value]bool) {
	for op := range b.Ops() {
		if !op.Is(async.WaitDef.Name) {
			continue
		}
		var rest []*ir.Value
		for _, t := range op.Operands() {
			if !tokens[t] {
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

// eraseSyncs erases the barriers of a block that kept buffers from being
// filled too early, with the fences in front of them: the ring has its own.
func eraseSyncs(b *ir.Block) {
	for op := range b.Ops() {
		if !op.Is(async.SyncDef.Name) {
			continue
		}
		if p := op.Prev(); p != nil && p.Is(async.FenceAsyncDef.Name) {
			p.Erase()
		}
		op.Erase()
	}
}
