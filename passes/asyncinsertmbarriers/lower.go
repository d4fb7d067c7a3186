package asyncinsertmbarriers

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/carry"
)

func (l *lowering) i32(v int64) *ir.Value {
	c := l.b.Context()
	return l.b.Op("arith.constant", nil, []ir.Type{c.I(32)}, ir.NamedAttr{Name: "value", Attr: c.I32Attr(v)}).Result(0)
}

// setup makes buffers and barriers at the start of the kernel and sets the
// first value of every variable.
func (l *lowering) setup() {
	c, b := l.b.Context(), l.b
	b.AtStart(l.fn.RegionAt(0).Entry())
	b.SetLoc(l.fn.Loc())
	for _, r := range l.rings {
		b.SetLoc(r.create.Loc())
		for _, t := range r.typ.Buffers {
			ring := async.BufferOf(t.Shape, t.Elem, t.Swizzle, r.stages())
			r.buffers = append(r.buffers, async.NewAlloc(b, []ir.Type{ring}, async.AllocProps{}).Op().Result(0))
		}
		bt := []ir.Type{async.BarrierOf(c, r.stages())}
		r.full = async.NewBarrierAlloc(b, bt, async.BarrierAllocProps{}).Op().Result(0)
		r.empty = async.NewBarrierAlloc(b, bt, async.BarrierAllocProps{}).Op().Result(0)
		async.NewBarrierInit(b, r.full, async.BarrierInitProps{Count: c.I32Attr(1)})
		async.NewBarrierInit(b, r.empty, async.BarrierInitProps{Count: c.I32Attr(r.arrivals)})
	}
	for _, g := range l.groups {
		b.SetLoc(g.wait.Loc())
		g.barrier = async.NewBarrierAlloc(b, []ir.Type{async.BarrierOf(c, 1)}, async.BarrierAllocProps{}).Op().Result(0)
		async.NewBarrierInit(b, g.barrier, async.BarrierInitProps{Count: c.I32Attr(1)})
	}
	b.SetLoc(l.fn.Loc())
	async.NewInitPublish(b)
	l.zero, l.one = l.i32(0), l.i32(1)
	for _, r := range l.rings {
		for v := range ringVars {
			l.vars[r.first+v] = l.zero
		}
		// A fresh empty barrier counts as released once.
		l.vars[r.first+producerParity] = l.one
	}
	for _, g := range l.groups {
		l.vars[g.parity] = l.zero
	}
}

// changes lists the variables that an operation moves.
func (l *lowering) changes(op *ir.Operation) []int {
	if g := l.byWait[op]; g != nil {
		return []int{g.parity}
	}
	if op.NumOperands() == 0 {
		return nil
	}
	r := l.byPipe[op.Operand(0)]
	if r == nil {
		return nil
	}
	var out []int
	switch {
	case op.Is(async.PipelineCommitDef.Name):
		return []int{r.first + producerSlot, r.first + producerParity}
	case op.Is(async.PipelineWaitDef.Name):
		out = []int{r.first + consumerSlot, r.first + consumerParity}
	case op.Is(async.PipelineReleaseDef.Name):
		if l.excess[op].hi == 0 || r.paired {
			return nil
		}
		out = []int{r.first + releaseSlot}
	default:
		return nil
	}
	if r.counted {
		out = append(out, r.first+held)
	}
	return out
}

// leave moves the producer's positions a second time behind a
// tasync.single_thread that fills slots, for the threads outside: as many
// slots as it fills are known when they do not stand in control flow.
func (l *lowering) leave(op *ir.Operation, vars []*ir.Value) bool {
	if !op.Is(async.SingleThreadDef.Name) {
		return false
	}
	commits := 0
	for in := range ir.Walk(op) {
		if !in.Is(async.PipelineCommitDef.Name) {
			continue
		}
		if in.Parent() != op {
			return false
		}
		commits++
	}
	if commits == 0 {
		return false
	}
	l.b.After(op).SetLoc(op.Loc())
	for in := range op.RegionAt(0).Entry().Ops() {
		if !in.Is(async.PipelineCommitDef.Name) {
			continue
		}
		r := l.byPipe[in.Operand(0)]
		if r == nil {
			return false
		}
		mine := vars[r.first : r.first+ringVars]
		if mine[producerSlot] == nil || mine[producerParity] == nil {
			return false
		}
		mine[producerSlot], mine[producerParity] = l.advance(mine[producerSlot], mine[producerParity], r)
	}
	return true
}

func (l *lowering) visit(op *ir.Operation, vars []*ir.Value) error {
	l.b.Before(op)
	l.b.SetLoc(op.Loc())
	switch {
	case op.Is(async.AsyncLoadDef.Name):
		return l.load(op, vars)
	case l.byWait[op] != nil:
		return l.waitTokens(op, l.byWait[op], vars)
	case op.NumOperands() == 0 || l.byPipe[op.Operand(0)] == nil:
		return nil
	}
	r := l.byPipe[op.Operand(0)]
	mine := vars[r.first : r.first+ringVars]
	for _, i := range l.needs(op, r) {
		if mine[i] == nil {
			return carry.Lost(op)
		}
	}
	switch {
	case op.Is(async.PipelineAcquireDef.Name):
		l.acquire(op, r, mine)
	case op.Is(async.PipelineCommitDef.Name):
		mine[producerSlot], mine[producerParity] = l.advance(mine[producerSlot], mine[producerParity], r)
	case op.Is(async.PipelineWaitDef.Name):
		l.wait(op, r, mine)
	case op.Is(async.PipelineReleaseDef.Name):
		l.release(op, r, mine)
	default:
		return op.OpError("uses a pipeline in a way that has no barriers")
	}
	op.Erase()
	return nil
}

// needs lists the variables of its ring that an operation reads.
func (l *lowering) needs(op *ir.Operation, r *ring) []int {
	switch {
	case op.Is(async.PipelineReleaseDef.Name) && (r.paired || l.excess[op].hi == 0):
		return nil
	case op.Is(async.PipelineWaitDef.Name):
		return []int{consumerSlot, consumerParity}
	case op.Is(async.PipelineReleaseDef.Name):
		return []int{releaseSlot}
	}
	return []int{producerSlot, producerParity}
}

// advance moves a position by one slot: the parity flips when it wraps.
func (l *lowering) advance(slot, parity *ir.Value, r *ring) (nextSlot, nextParity *ir.Value) {
	b, i32 := l.b, []ir.Type{l.b.Context().I(32)}
	if r.stages() == 1 {
		if parity == nil {
			return slot, nil
		}
		return slot, b.Op("arith.xori", []*ir.Value{parity, l.one}, i32).Result(0)
	}
	next := b.Op("arith.addi", []*ir.Value{slot, l.one}, i32).Result(0)
	wrap := b.Op("arith.cmpi", []*ir.Value{next, l.i32(int64(r.stages()))}, []ir.Type{b.Context().I(1)},
		ir.NamedAttr{Name: "predicate", Attr: b.Context().I64Attr(0)}).Result(0)
	nextSlot = b.Op("arith.select", []*ir.Value{wrap, l.zero, next}, i32).Result(0)
	if parity == nil {
		return nextSlot, nil
	}
	flip := b.Op("arith.extui", []*ir.Value{wrap}, i32).Result(0)
	return nextSlot, b.Op("arith.xori", []*ir.Value{parity, flip}, i32).Result(0)
}

// slotsOf replaces the results of op by the ring's buffers at a slot.
func (l *lowering) slotsOf(op *ir.Operation, r *ring, slot *ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(r.buffers))
	for i, ring := range r.buffers {
		t := ring.Type().(*async.BufferType).Slot()
		out[i] = async.NewSlot(l.b, []ir.Type{t}, ring, slot, async.SlotProps{}).Op().Result(0)
		op.Result(i).ReplaceAllUsesWith(out[i])
	}
	return out
}

func (l *lowering) acquire(op *ir.Operation, r *ring, vars []*ir.Value) {
	bytes := int64(0)
	for i := range op.NumResults() {
		for u := range op.Result(i).Uses() {
			bytes += loadBytes(u.Owner())
		}
	}
	slot := vars[producerSlot]
	async.NewBarrierWait(l.b, r.empty, slot, vars[producerParity])
	async.NewBarrierExpect(l.b, r.full, slot, async.BarrierExpectProps{Bytes: l.b.Context().I32Attr(bytes)})
	for _, s := range l.slotsOf(op, r, slot) {
		l.slots[s] = &slotUse{barrier: r.full, index: slot}
	}
}

func (l *lowering) wait(op *ir.Operation, r *ring, vars []*ir.Value) {
	slot := vars[consumerSlot]
	async.NewBarrierWait(l.b, r.full, slot, vars[consumerParity])
	l.slotsOf(op, r, slot)
	r.waited = slot
	vars[consumerSlot], vars[consumerParity] = l.advance(slot, vars[consumerParity], r)
	if r.counted {
		vars[held] = l.b.Op("arith.addi", []*ir.Value{vars[held], l.one}, []ir.Type{l.b.Context().I(32)}).Result(0)
	}
}

// release gives back as many slots as the bounds allow; each beyond what is
// certain stands under a test of the number held.
func (l *lowering) release(op *ir.Operation, r *ring, vars []*ir.Value) {
	e := l.excess[op]
	v, _ := async.AsPipelineRelease(op)
	keep, _ := ir.IntValue(v.Keep())
	if e.hi > 0 && !r.mmaOnly {
		async.NewFenceAsync(l.b)
	}
	if r.paired {
		if e.hi > 0 {
			l.arrive(r, r.waited)
		}
		return
	}
	for n := int64(0); n < e.hi; n++ {
		if n < e.lo {
			l.arrive(r, vars[releaseSlot])
			vars[releaseSlot], _ = l.advance(vars[releaseSlot], nil, r)
			if r.counted {
				vars[held] = l.less(vars[held])
			}
			continue
		}
		l.releaseIf(op, r, vars, keep)
	}
}

func (l *lowering) less(v *ir.Value) *ir.Value {
	return l.b.Op("arith.subi", []*ir.Value{v, l.one}, []ir.Type{l.b.Context().I(32)}).Result(0)
}

func (l *lowering) arrive(r *ring, slot *ir.Value) {
	async.NewBarrierArrive(l.b, r.empty, slot, async.BarrierArriveProps{Policy: l.b.Context().Str("warp")})
}

// releaseIf releases one slot when more than keep are held.
func (l *lowering) releaseIf(op *ir.Operation, r *ring, vars []*ir.Value, keep int64) {
	b, c := l.b, l.b.Context()
	more := b.Op("arith.cmpi", []*ir.Value{vars[held], l.i32(keep)}, []ir.Type{c.I(1)},
		ir.NamedAttr{Name: "predicate", Attr: c.I64Attr(4)}).Result(0)
	i32 := c.I(32)
	cond := b.Create(ir.OpState{Info: c.OpInfo("scf.if"), Operands: []*ir.Value{more}, Types: []ir.Type{i32, i32}, NumRegions: 2})
	then := cond.RegionAt(0).AddBlock(op.Loc())
	b.AtEnd(then)
	l.arrive(r, vars[releaseSlot])
	next, _ := l.advance(vars[releaseSlot], nil, r)
	b.Op("scf.yield", []*ir.Value{next, l.less(vars[held])}, nil)
	b.AtEnd(cond.RegionAt(1).AddBlock(op.Loc()))
	b.Op("scf.yield", []*ir.Value{vars[releaseSlot], vars[held]}, nil)
	b.Before(op)
	vars[releaseSlot], vars[held] = cond.Result(0), cond.Result(1)
}

// load gives an async_load its barrier, and announces the bytes of a token
// group in front of its first load.
func (l *lowering) load(op *ir.Operation, vars []*ir.Value) error {
	v, _ := async.AsAsyncLoad(op)
	barrier, index := v.Barrier(), v.BarrierIndex()
	if g := l.byLoad[op]; g != nil {
		if g.first == op {
			async.NewBarrierExpect(l.b, g.barrier, l.zero, async.BarrierExpectProps{Bytes: l.b.Context().I32Attr(g.bytes)})
		}
		barrier, index = g.barrier, l.zero
	} else if s := l.slots[v.Dst()]; s != nil {
		barrier, index = s.barrier, s.index
	}
	if barrier == nil {
		return op.OpError("fills a buffer whose completion nothing tells: it has neither token nor barrier, nor is the buffer a pipeline slot")
	}
	if v.Barrier() != nil {
		return nil
	}
	n := async.NewAsyncLoad(l.b, []ir.Type{}, v.Map(), v.Indices(), v.Dst(), barrier, index).Op()
	n.SetAttrs(op.Attrs())
	if g := l.byLoad[op]; g != nil {
		// The wait still names the token; it goes when the wait does.
		tok := op.Result(0)
		l.dropToken(g, tok)
	}
	op.Erase()
	return nil
}

// dropToken removes a token from the operands of its wait.
func (l *lowering) dropToken(g *group, tok *ir.Value) {
	var rest []*ir.Value
	for _, v := range g.wait.Operands() {
		if v != tok {
			rest = append(rest, v)
		}
	}
	g.wait.SetOperands(rest)
}

func (l *lowering) waitTokens(op *ir.Operation, g *group, vars []*ir.Value) error {
	parity := vars[g.parity]
	if parity == nil {
		return carry.Lost(op)
	}
	async.NewBarrierWait(l.b, g.barrier, l.zero, parity)
	vars[g.parity] = l.b.Op("arith.xori", []*ir.Value{parity, l.one}, []ir.Type{l.b.Context().I(32)}).Result(0)
	op.Erase()
	return nil
}
