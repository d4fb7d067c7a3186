package asyncinsertmbarriers

import (
	"slices"

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
		l.makeBarriers(r)
	}
	for _, g := range l.groups {
		if g.arrivals == 0 {
			continue
		}
		b.SetLoc(g.wait.Loc())
		g.barrier = async.NewBarrierAlloc(b, []ir.Type{async.BarrierOf(c, 1)}, async.BarrierAllocProps{}).Op().Result(0)
		async.NewBarrierInit(b, g.barrier, async.BarrierInitProps{Count: c.I32Attr(g.arrivals)})
	}
	b.SetLoc(l.fn.Loc())
	publish := async.NewInitPublish(b).Op()
	l.zero, l.one = l.i32(0), l.i32(1)
	for _, r := range l.rings {
		for v := range ringVars {
			l.vars[r.first+v] = l.zero
		}
		if !l.preArmed(r) {
			// A fresh empty barrier counts as released once.
			l.vars[r.first+producerParity] = l.one
		}
	}
	for _, g := range l.groups {
		l.vars[g.parity] = l.zero
	}
	l.arm(publish)
}

// makeBarriers makes the barriers of a ring and sets their counts.
func (l *lowering) makeBarriers(r *ring) {
	c, b := l.b.Context(), l.b
	bt := []ir.Type{async.BarrierOf(c, r.stages())}
	n := 1
	if l.opts.BarrierPer == perCopy {
		n = len(r.buffers)
	}
	all := make([]*ir.Value, n)
	for i := range all {
		all[i] = async.NewBarrierAlloc(b, bt, async.BarrierAllocProps{}).Op().Result(0)
	}
	r.full = all
	if !r.blockWAR() {
		r.empty = async.NewBarrierAlloc(b, bt, async.BarrierAllocProps{}).Op().Result(0)
	}
	for i, full := range r.full {
		async.NewBarrierInit(b, full, async.BarrierInitProps{Count: c.I32Attr(l.fills(r, i))})
	}
	if r.empty != nil {
		async.NewBarrierInit(b, r.empty, async.BarrierInitProps{Count: c.I32Attr(r.arrivals)})
	}
}

// preArmed reports whether the consumers of a ring release its slots once
// before they begin. A ring that nobody reads has nobody to do it.
func (l *lowering) preArmed(r *ring) bool {
	return l.opts.Empty == emptyPreArmed && r.empty != nil && len(r.consumers) > 0
}

// arm releases every slot once in each consumer, where it begins.
func (l *lowering) arm(publish *ir.Operation) {
	for _, r := range l.rings {
		if !l.preArmed(r) {
			continue
		}
		l.b.SetLoc(r.create.Loc())
		arming := r.consumers
		if r.turns {
			// One of them releases each slot, so one arms it.
			arming = arming[:1]
		}
		for _, k := range arming {
			if l.b.AtStart(k.region.Entry()); k.region == l.fn.RegionAt(0) {
				l.b.After(publish)
			}
			for s := range r.stages() {
				policy := r.policy
				if k.single {
					policy = "role"
				}
				async.NewBarrierArrive(l.b, r.empty, l.i32(int64(s)), async.BarrierArriveProps{Policy: l.b.Context().Str(policy)})
			}
		}
	}
}

// changes lists the variables that an operation moves.
func (l *lowering) changes(op *ir.Operation) []int {
	if g := l.byWait[op]; g != nil {
		if g.arrivals == 0 {
			return nil
		}
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
	case op.Is(async.PipelineSkipDef.Name):
		out = []int{r.first + consumerSlot, r.first + consumerParity}
		if !r.paired {
			out = append(out, r.first+releaseSlot)
		}
		return out
	case op.Is(async.PipelineReleaseDef.Name):
		if l.excess[op].hi == 0 || r.paired || r.blockWAR() {
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
	case async.IsFill(op):
		return l.load(op)
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
		l.commit(r, mine[producerSlot])
		mine[producerSlot], mine[producerParity] = l.advance(mine[producerSlot], mine[producerParity], r)
	case op.Is(async.PipelineWaitDef.Name):
		l.wait(op, r, mine)
	case op.Is(async.PipelineSkipDef.Name):
		mine[consumerSlot], mine[consumerParity] = l.advance(mine[consumerSlot], mine[consumerParity], r)
		if !r.paired {
			// No slot is held, so what is released next is what is waited for next.
			mine[releaseSlot] = mine[consumerSlot]
		}
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
	case op.Is(async.PipelineReleaseDef.Name) && (r.paired || r.blockWAR() || l.excess[op].hi == 0):
		return nil
	case op.Is(async.PipelineWaitDef.Name), op.Is(async.PipelineSkipDef.Name):
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
	bytes := make([]int64, len(r.full))
	for i := range op.NumResults() {
		for u := range op.Result(i).Uses() {
			if f, ok := async.AsFill(u.Owner()); ok {
				bytes[i%len(bytes)] += f.Bytes()
			}
		}
	}
	slot := vars[producerSlot]
	if r.empty != nil {
		l.waitEmpty(op, r, slot, vars[producerParity])
	}
	for i, n := range bytes {
		l.announce(r, i, n, slot)
	}
	for i, s := range l.slotsOf(op, r, slot) {
		l.slots[s] = &slotUse{barrier: r.full[i%len(r.full)], index: slot}
	}
}

// waitEmpty waits until a slot is free. Where the elected thread alone fills it,
// that thread alone waits: nothing holds the slot back for another warp of the
// role, which could find its phase gone, and wait for ever.
func (l *lowering) waitEmpty(op *ir.Operation, r *ring, slot, parity *ir.Value) {
	if !l.filledAlone(op, r) {
		async.NewBarrierWait(l.b, r.empty, slot, parity)
		return
	}
	one := async.NewSingleThread(l.b)
	at := l.b.Save()
	l.b.AtEnd(one.Op().RegionAt(0).AddBlock(op.Loc()))
	async.NewBarrierWait(l.b, r.empty, slot, parity)
	async.NewYield(l.b)
	l.b.Restore(at)
}

// filledAlone reports whether one thread fills the slots of a ring in a role of
// several warps that does not read them.
func (l *lowering) filledAlone(op *ir.Operation, r *ring) bool {
	role, warps := l.roleOf(op)
	reads := slices.ContainsFunc(r.consumers, func(c consumer) bool { return c.region == role })
	return r.all() == (kinds{tensor: true}) && warps > 1 && !reads && !l.inSingle()
}

func (l *lowering) wait(op *ir.Operation, r *ring, vars []*ir.Value) {
	slot := vars[consumerSlot]
	for i, full := range r.full {
		if at := firstUse(op, i); at != nil && len(r.full) > 1 && !r.turns {
			// Where roles take turns, all waits belong to the turn.
			l.b.Before(at)
		}
		async.NewBarrierWait(l.b, full, slot, vars[consumerParity])
		if r.behind(i).pieces && r.asyncReads {
			// Who issued a cp.async arrives before it has completed, and
			// cannot fence what it writes.
			async.NewFenceAsync(l.b)
		}
		l.b.Before(op)
	}
	l.slotsOf(op, r, slot)
	r.waited = slot
	vars[consumerSlot], vars[consumerParity] = l.advance(slot, vars[consumerParity], r)
	if r.counted {
		vars[held] = l.b.Op("arith.addi", []*ir.Value{vars[held], l.one}, []ir.Type{l.b.Context().I(32)}).Result(0)
	}
}

// firstUse returns the first operation of the wait's block that holds a use of
// one of its results, nil when nothing uses it.
func firstUse(wait *ir.Operation, result int) *ir.Operation {
	var first *ir.Operation
	for u := range wait.Result(result).Uses() {
		at := u.Owner()
		for at.Block() != wait.Block() {
			at = at.Parent()
		}
		if first == nil || at.IsBefore(first) {
			first = at
		}
	}
	return first
}

// release gives back as many slots as the bounds allow; each beyond what is
// certain stands under a test of the number held.
func (l *lowering) release(op *ir.Operation, r *ring, vars []*ir.Value) {
	e := l.excess[op]
	v, _ := async.AsPipelineRelease(op)
	keep, _ := ir.IntValue(v.Keep())
	if e.hi > 0 && r.reader != nil && r.all().asyncProxy() {
		async.NewFenceAsync(l.b)
	}
	if r.blockWAR() {
		if e.hi > 0 {
			async.NewSync(l.b)
		}
		return
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
	policy := r.policy
	if l.inSingle() {
		policy = "role"
	}
	async.NewBarrierArrive(l.b, r.empty, slot, async.BarrierArriveProps{Policy: l.b.Context().Str(policy)})
}

// inSingle reports whether what is built now is executed by one thread.
func (l *lowering) inSingle() bool {
	p := l.b.Block().Parent()
	return p.Is(async.SingleThreadDef.Name) || async.InSingleThread(p)
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
	l.waitThreads(g)
	if g.arrivals == 0 {
		op.Erase()
		return nil
	}
	parity := vars[g.parity]
	if parity == nil {
		return carry.Lost(op)
	}
	async.NewBarrierWait(l.b, g.barrier, l.zero, parity)
	vars[g.parity] = l.b.Op("arith.xori", []*ir.Value{parity, l.one}, []ir.Type{l.b.Context().I(32)}).Result(0)
	op.Erase()
	return nil
}
