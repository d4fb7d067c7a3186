package tiletoasync

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// rewriter carries out a plan.
type rewriter struct {
	run *passes.Run
	p   *plan
	l   *layouts
	b   *ir.Builder
	// entry is the first operation of the kernel as it was: descriptors and
	// buffers are made in front of it.
	entry *ir.Operation
	maps  map[mapKey]*ir.Value
	// fills collects what is put in front of an operation for the tiles that
	// it, or something in it, is the first to read.
	fills  map[*ir.Operation]*fill
	order  []*ir.Operation
	closes map[*ir.Block]*closing
	blocks []*ir.Block
	dead   []*ir.Operation
}

type mapKey struct {
	source *ir.Value
	typ    *async.TensorMapType
}

// fill is what stands before the first read of tiles in shared memory.
type fill struct {
	tokens []*ir.Value
	stores []*staged
	loads  []*staged
}

// closing is what stands at the end of a block whose buffers are filled again.
type closing struct{ fence bool }

func apply(r *passes.Run, p *plan, l *layouts) error {
	rw := &rewriter{
		run: r, p: p, l: l, b: ir.NewBuilder(p.fn.Context()), entry: tile.Body(p.fn).First(),
		maps: make(map[mapKey]*ir.Value), fills: make(map[*ir.Operation]*fill), closes: make(map[*ir.Block]*closing),
	}
	rw.setTypes()
	rw.convertAll()
	for _, s := range p.staged {
		rw.stage(s)
	}
	for _, at := range rw.order {
		rw.fill(at, rw.fills[at])
	}
	for _, pr := range p.products {
		rw.product(pr)
	}
	for _, b := range rw.blocks {
		rw.close(b, rw.closes[b])
	}
	rw.cleanUp()
	rw.orderGlobal()
	joinWaits(p.fn)
	return r.Context().Err()
}

// setTypes gives every tile in registers the type with its layout, and
// constants the value of that type.
func (rw *rewriter) setTypes() {
	for _, v := range rw.l.values {
		t := rw.l.typeOf(v)
		v.SetType(t)
		if op := v.Def(); op != nil && op.Is("arith.constant") {
			op.SetProp("value", ir.SplatOf(t, op.Prop("value").(*ir.DenseAttr).Elem(0)))
		}
	}
}

// stage allocates the buffer of a staged tile and plans its fill: a load
// starts where it stood, and everything else stands before the first read.
func (rw *rewriter) stage(s *staged) {
	rw.b.Before(rw.entry)
	rw.b.SetLoc(s.base.Loc())
	s.buffer = async.NewAlloc(rw.b, []ir.Type{s.typ}, async.AllocProps{}).Buffer()
	readers := append([]*ir.Operation(nil), s.products...)
	if s.via != "" {
		readers = append(readers, rw.registerReaders(s)...)
	}
	home := s.base.Block()
	f := rw.fillAt(firstIn(home, readers))
	if s.via != "" {
		rw.startLoad(s, f)
	} else {
		f.stores = append(f.stores, s)
	}
	if repeats(home, rw.p.fn) {
		rw.closeAt(home, (s.via == byTMA || s.via == async.ViaBulk) && len(readers) > len(s.products))
	}
}

// registerReaders lists the operations that need a tile, which a copy brings,
// in registers.
func (rw *rewriter) registerReaders(s *staged) []*ir.Operation {
	var out []*ir.Operation
	for _, u := range usesInOrder(s.base) {
		if rw.p.registerUse(u) {
			out = append(out, u.Owner())
		}
	}
	return out
}

func (rw *rewriter) fillAt(at *ir.Operation) *fill {
	f := rw.fills[at]
	if f == nil {
		f = &fill{}
		rw.fills[at] = f
		rw.order = append(rw.order, at)
	}
	return f
}

func (rw *rewriter) closeAt(b *ir.Block, fence bool) {
	c := rw.closes[b]
	if c == nil {
		c = &closing{}
		rw.closes[b] = c
		rw.blocks = append(rw.blocks, b)
	}
	c.fence = c.fence || fence
}

// at builds in front of an operation, at its place in the source.
func (rw *rewriter) at(op *ir.Operation) {
	rw.b.Before(op)
	rw.b.SetLoc(op.Loc())
}

// startLoad puts the copy where the load stood.
func (rw *rewriter) startLoad(s *staged, f *fill) {
	load, _ := tile.AsLoad(s.base.Def())
	c := rw.b.Context()
	token := []ir.Type{async.TokenOf(c)}
	var copied *ir.Operation
	if s.via == byTMA {
		m := rw.tensorMap(load, s.typ)
		rw.at(load.Op())
		copied = async.NewAsyncLoad(rw.b, token, m, load.Indices(), s.buffer, nil, nil).Op()
	} else {
		rw.at(load.Op())
		props := async.CopyProps{Via: c.Str(s.via)}
		if s.bytes > 0 {
			props.Bytes = c.I32Attr(s.bytes)
		}
		copied = async.NewCopy(rw.b, token, load.Source(), load.Indices(), s.buffer, nil, nil, props).Op()
	}
	if n := load.Op().Attr(tile.StagesAttr); n != nil {
		copied.SetAttr(async.StagesAttr, n)
	}
	f.tokens = append(f.tokens, copied.Result(0))
	if rw.l.of(s.base) != nil {
		f.loads = append(f.loads, s)
	}
	rw.dead = append(rw.dead, load.Op())
}

// tensorMap returns the descriptor for a load, made at the entry once for all
// loads that can share it.
func (rw *rewriter) tensorMap(load tile.Load, typ *async.BufferType) *ir.Value {
	key := mapKey{load.Source(), rw.p.mapType(load, typ)}
	if m := rw.maps[key]; m != nil {
		return m
	}
	rw.b.Before(rw.entry)
	rw.b.SetLoc(load.Op().Loc())
	m := async.NewTensorMap(rw.b, []ir.Type{key.typ}, key.source).Map()
	rw.maps[key] = m
	return m
}

// fill puts in front of at: the wait for copies, tiles of theirs that are
// needed in registers, and stores of computed tiles.
func (rw *rewriter) fill(at *ir.Operation, f *fill) {
	rw.b.Before(at)
	rw.b.SetLoc(at.Loc())
	if len(f.tokens) > 0 {
		async.NewWait(rw.b, f.tokens)
	}
	for _, s := range f.loads {
		rw.b.SetLoc(s.base.Loc())
		v := async.NewLocalLoad(rw.b, []ir.Type{s.base.Type()}, s.buffer, async.LocalLoadProps{}).Tile()
		s.base.ReplaceUsesIf(v, rw.p.registerUse)
	}
	for _, s := range f.stores {
		rw.b.SetLoc(s.base.Loc())
		async.NewLocalStore(rw.b, s.base, s.buffer, async.LocalStoreProps{})
	}
	if len(f.stores) > 0 {
		rw.b.SetLoc(at.Loc())
		async.NewFenceAsync(rw.b)
		async.NewSync(rw.b)
	}
}

// product replaces a tile.dot by an MMA and the wait for it.
func (rw *rewriter) product(pr *product) {
	d := pr.dot
	rw.b.Before(d.Op())
	rw.b.SetLoc(d.Op().Loc())
	c := rw.b.Context()
	var props async.MMAProps
	if pr.a.transposed {
		props.TransposeA = c.Unit()
	}
	if pr.b.transposed {
		props.TransposeB = c.Unit()
	}
	mma := async.NewMMA(rw.b, nil, pr.a.from.buffer, pr.b.from.buffer, d.Acc(), props)
	done := async.NewMMAWait(rw.b, nil, []*ir.Value{mma.ResultVal()}, async.MMAWaitProps{Pending: c.I32Attr(0)})
	rw.run.Count("num-mma", 1)
	if s, err := mma.Shape(); err == nil {
		rw.run.Remark(d.Op(), "done by %d x %d x %d wgmma m64n%dk%d in each warp group; the accumulator takes %d registers",
			s.RowBlocks, s.ColBlocks, s.Steps, s.InstN, s.InstK, s.AccRegisters())
	}
	d.ResultVal().ReplaceAllUsesWith(done.Op().Result(0))
	rw.dead = append(rw.dead, d.Op())
}

// close puts the barrier before the end of a block whose buffers the next
// round fills again: all reads are then done. Reads by the threads themselves
// are ordered before the copy by a fence of their own.
func (rw *rewriter) close(b *ir.Block, c *closing) {
	last := b.Last()
	rw.b.Before(last)
	rw.b.SetLoc(last.Loc())
	if c.fence {
		async.NewFenceAsync(rw.b)
	}
	rw.syncOnce(last.Prev())
}

// cleanUp erases what was replaced and the transpositions that nothing reads
// any more: users first.
func (rw *rewriter) cleanUp() {
	dead := rw.dead
	for op := range ir.Walk(rw.p.fn) {
		if _, ok := tile.AsTranspose(op); ok {
			dead = append(dead, op)
		}
	}
	for erased := true; erased; {
		erased = false
		for i := len(dead) - 1; i >= 0; i-- {
			if !dead[i].IsErased() && !dead[i].HasUses() {
				dead[i].Erase()
				erased = true
			}
		}
	}
}
