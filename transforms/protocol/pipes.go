package protocol

import (
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// Pipelines and tokens are checked by what they mean, without the barriers that
// a pass will make of them. A pipeline is a ring of buffers and two of
// barriers: a slot is full when all that its producer does for it has come, and
// free when all its consumers have given it back. Where a role stands in it is
// part of the role: it starts at the first slot and moves with each operation,
// over all loops. The operations order their accesses in all proxies, but only
// those to their own slots.

// pipe is a pipeline.
type pipe struct {
	op   *ir.Operation
	bufs []*ring
	full *ring
	free *ring // nil where releases are barriers of the role
	// fills says by what slots are filled.
	fills fills
	// readers are the regions of the roles that wait for slots.
	readers []*ir.Region
	// mask are the columns of the accesses to its slots.
	mask []uint64
}

// fills says by what buffers are filled: by tensor copies of one thread, by
// pieces of cp.async, by ordinary stores.
type fills struct{ tensor, pieces, stores bool }

func (f *fills) add(x async.Fill) {
	f.tensor = f.tensor || !x.ByThreads()
	f.pieces = f.pieces || x.UsesCpAsync()
	f.stores = f.stores || x.UsesStores()
}

// arrivals is how often a role of some warps arrives when it has filled a slot.
func (f fills) arrivals(warps int) int32 {
	n := 0
	if f.tensor {
		n++
	}
	if f.pieces {
		n += 32 * warps
	}
	if f.stores {
		n += warps
	}
	return int32(max(n, 1))
}

// awaited are the loads that a tasync.wait waits for.
type awaited struct {
	op    *ir.Operation
	bar   *ring // nil where threads wait for their own copies only
	fills fills
	bytes int64
	// first announces the bytes of all.
	first *ir.Operation
}

// places are where a role stands in a pipeline: in its environment.
type places struct{ fill, fillParity, read, readParity, give, held int }

// newRing adds a ring that no operation allocates.
func (k *kernel) newRing(op *ir.Operation, n int, bar bool, name string) *ring {
	r := &ring{op: op, n: n, name: name, bar: bar, implied: true}
	if bar {
		r.first, k.barList = k.objects, append(k.barList, r)
		k.objects += n
	} else {
		r.first, k.bufList = k.tiles, append(k.bufList, r)
		k.tiles += n
	}
	return r
}

// findPipes makes the rings of pipelines and tokens.
func (k *kernel) findPipes() *Finding {
	for op := range ir.Walk(k.fn) {
		var f *Finding
		switch {
		case op.Is(async.PipelineCreateDef.Name):
			f = k.addPipe(op)
		case op.Is(async.WaitDef.Name):
			f = k.addWait(op)
		}
		if f != nil {
			return f
		}
	}
	return nil
}

func (k *kernel) addPipe(op *ir.Operation) *Finding {
	t := op.Result(0).Type().(*async.PipelineType)
	p := &pipe{op: op}
	i := len(k.pipeList)
	k.pipes[op.Result(0)], k.pipeList = p, append(k.pipeList, p)
	for j := range t.Buffers {
		p.bufs = append(p.bufs, k.newRing(op, t.Stages, false, fmt.Sprintf("buffer %d of pipeline %d", j, i)))
	}
	p.full = k.newRing(op, t.Stages, true, fmt.Sprintf("pipeline %d full", i))
	if war, _ := ir.StringValue(op.Prop("war")); war != async.WARBarrier {
		p.free = k.newRing(op, t.Stages, true, fmt.Sprintf("pipeline %d free", i))
	}
	warps := 0
	for _, u := range op.Result(0).Users() {
		region, n := k.executes(u)
		switch {
		case u.Is(async.PipelineAcquireDef.Name):
			warps = n
			p.filled(u)
		case u.Is(async.PipelineWaitDef.Name) && !slices.Contains(p.readers, region):
			p.readers = append(p.readers, region)
		}
	}
	p.full.count = p.fills.arrivals(warps)
	if p.free != nil {
		n, threads, err := async.Releasers(op.Result(0))
		if err != nil {
			return unsupported(op, "is read in a way that the check cannot follow: %v", err)
		}
		p.free.count = int32(max(n+threads, 1))
	}
	return nil
}

// filled notes what fills the slots of an acquire.
func (p *pipe) filled(acquire *ir.Operation) {
	for _, slot := range acquire.Results() {
		for u := range slot.Uses() {
			if f, ok := async.AsFill(u.Owner()); ok {
				p.fills.add(f)
			} else if u.Owner().Is(async.LocalStoreDef.Name) {
				p.fills.stores = true
			}
		}
	}
}

// executes returns the region of the role that executes op and its warps.
func (k *kernel) executes(op *ir.Operation) (*ir.Region, int) {
	for _, r := range k.roles {
		if r.region == k.regionOf(op) {
			return r.region, r.warps
		}
	}
	return nil, 0
}

func (k *kernel) addWait(op *ir.Operation) *Finding {
	w := &awaited{op: op}
	arrivals := int32(0)
	for _, tok := range op.Operands() {
		load := tok.Def()
		f, ok := async.AsFill(load)
		if !ok || k.tokens[load] != nil {
			return unsupported(op, "waits for a token that the check cannot follow: it is not that of a load that this alone waits for")
		}
		k.tokens[load] = w
		w.fills.add(f)
		w.bytes += f.Bytes()
		if f.Via() == async.ViaBulk {
			_, warps := k.executes(load)
			arrivals += int32(warps)
		}
		if f.Bytes() > 0 && (w.first == nil || load.IsBefore(w.first)) {
			w.first = load
		}
	}
	if w.bytes > 0 {
		arrivals++
	}
	if arrivals > 0 {
		w.bar = k.newRing(op, 1, true, fmt.Sprintf("tokens %d", len(k.waits)))
		w.bar.count = arrivals
	}
	k.waits[op] = w
	return nil
}

// effect is what an instruction does that stands for a part of an operation on
// a pipeline or a token.
type effect uint8

const (
	// whole is the operation itself.
	whole effect = iota
	// awaitPhase waits at slot in[0] of a ring for the parity in[1].
	awaitPhase
	// announce arrives once for the bytes that come.
	announce
	// arriveAll arrives for the role, each warp or one thread, by policy.
	arriveAll
	// handPieces arrives when the copies by cp.async are over.
	handPieces
	// ownPieces waits for the copies by cp.async of the threads themselves.
	ownPieces
	// meetRole is a barrier of the role.
	meetRole
	// fenceOwn orders the accesses to the slots of a pipeline across proxies.
	fenceOwn
	// fenceAll orders all.
	fenceAll
	// locate gives the results their buffers at slot in[0].
	locate
	// advance moves a slot and its parity on.
	advance
	// hold counts a slot that is held, pass moves the slot to release to the
	// one that is read next.
	hold
	pass
	// giveBack releases slots until few enough are held.
	giveBack
)

// part is what such an instruction works on.
type part struct {
	effect effect
	bar    *ring
	pipe   *pipe
	bytes  int64
	policy string
	keep   int64
}

// starts puts a role at the first slots of the pipelines and tokens that it uses.
func (c *compiler) starts() {
	in := instr{code: move, op: c.r.region.Owner()}
	place := func(n int64) int {
		at := len(c.slot) + c.extra
		c.extra++
		in.in, in.out = append(in.in, ref{slot: -1, fixed: constant(n)}), append(in.out, at)
		return at
	}
	for _, p := range c.k.pipeList {
		if !slices.ContainsFunc(p.op.Result(0).Users(), func(u *ir.Operation) bool { return c.k.regionOf(u) == c.r.region }) {
			continue
		}
		// A slot that nobody has filled is free: the phase before the first.
		c.r.places[p] = places{place(0), place(1), place(0), place(0), place(0), place(0)}
	}
	for op := range ir.Walk(c.k.fn) {
		if w := c.k.waits[op]; w != nil && w.bar != nil && c.k.regionOf(op) == c.r.region {
			c.r.parities[w] = place(0)
		}
	}
	if len(in.out) > 0 {
		c.emit(in)
	}
}

// part emits one of the instructions that an operation stands for.
func (c *compiler) part(op *ir.Operation, x part, in []int, out []int) *instr {
	i := instr{code: perform, op: op, part: &x, out: out}
	for _, s := range in {
		i.in = append(i.in, ref{slot: s})
	}
	return &c.r.code[c.emit(i)]
}

// pipeline emits an operation on a pipeline.
func (c *compiler) pipeline(op *ir.Operation) *Finding {
	p := c.k.pipes[op.Operand(0)]
	if p == nil {
		return unsupported(op, "uses a pipeline that no tasync.pipeline_create of this kernel makes")
	}
	at := c.r.places[p]
	fill, read := []int{at.fill, at.fillParity}, []int{at.read, at.readParity}
	switch op.Name() {
	case async.PipelineAcquireDef.Name:
		return c.acquire(op, p, fill)
	case async.PipelineCommitDef.Name:
		if p.fills.stores {
			c.part(op, part{effect: fenceOwn, pipe: p}, nil, nil)
		}
		if p.fills.pieces {
			c.part(op, part{effect: handPieces, bar: p.full}, fill, nil)
		}
		if p.fills.stores {
			c.part(op, part{effect: arriveAll, bar: p.full, policy: "warp"}, fill, nil)
		}
		c.part(op, part{effect: advance, bar: p.full}, fill, fill)
	case async.PipelineWaitDef.Name:
		c.part(op, part{effect: awaitPhase, bar: p.full}, read, nil)
		if p.fills.pieces {
			c.part(op, part{effect: fenceOwn, pipe: p}, nil, nil)
		}
		c.part(op, part{effect: locate, pipe: p}, read, c.slots(op.Results()))
		c.part(op, part{effect: hold}, []int{at.held}, []int{at.held})
		c.part(op, part{effect: advance, bar: p.full}, read, read)
	case async.PipelineSkipDef.Name:
		c.part(op, part{effect: advance, bar: p.full}, read, read)
		c.part(op, part{effect: pass}, []int{at.read}, []int{at.give})
	case async.PipelineReleaseDef.Name:
		v, _ := async.AsPipelineRelease(op)
		keep, _ := ir.IntValue(v.Keep())
		c.part(op, part{effect: fenceOwn, pipe: p}, nil, nil)
		c.part(op, part{effect: giveBack, bar: p.free, pipe: p, policy: "warp", keep: keep}, []int{at.give, at.held}, []int{at.give, at.held})
	}
	return nil
}

func (c *compiler) acquire(op *ir.Operation, p *pipe, fill []int) *Finding {
	commit := op.Next()
	for commit != nil && !(commit.Is(async.PipelineCommitDef.Name) && commit.Operand(0) == op.Operand(0)) {
		commit = commit.Next()
	}
	for _, slot := range op.Results() {
		for u := range slot.Uses() {
			if by := u.Owner(); commit == nil || by.Block() != op.Block() || !by.IsBefore(commit) {
				return unsupported(by, "fills a slot apart from its acquire and commit: what a slot is full of must be the same every time")
			}
		}
	}
	if p.free != nil {
		in := c.part(op, part{effect: awaitPhase, bar: p.free}, fill, nil)
		if p.fills == (fills{tensor: true}) && !slices.Contains(p.readers, c.r.region) {
			in.solo = true // one thread fills the slot, and waits for it
		}
	}
	bytes := int64(0)
	for _, slot := range op.Results() {
		for u := range slot.Uses() {
			if f, ok := async.AsFill(u.Owner()); ok {
				bytes += f.Bytes()
			}
		}
	}
	switch {
	case bytes > 0:
		c.part(op, part{effect: announce, bar: p.full, bytes: bytes}, fill, nil)
	case p.fills.tensor, p.fills == fills{}:
		c.part(op, part{effect: arriveAll, bar: p.full, policy: "role"}, fill, nil)
	}
	c.part(op, part{effect: locate, pipe: p}, fill, c.slots(op.Results()))
	return nil
}

// fill emits what copies to a buffer.
func (c *compiler) fill(op *ir.Operation) *Finding {
	f, _ := async.AsFill(op)
	w := c.k.tokens[op]
	in := instr{code: perform, op: op, in: c.refs(op.Operands()), out: c.slots(op.Results())}
	switch {
	case f.Barrier() != nil, f.ByThreads() && f.Via() != async.ViaBulk:
	case w != nil:
		in.part = &part{bar: w.bar}
	case f.Token() != nil:
		return unsupported(op, "has a token that nothing waits for")
	default:
		p := c.k.pipeOf(f.Dst())
		if p == nil {
			return unsupported(op, "fills a buffer whose completion nothing tells: it has neither token nor barrier, nor is the buffer a slot of a pipeline")
		}
		in.part = &part{bar: p.full, pipe: p}
	}
	if w != nil && w.first == op {
		c.part(op, part{effect: announce, bar: w.bar, bytes: w.bytes}, nil, nil)
	}
	c.emit(in)
	if w != nil && f.Via() == async.ViaBulk {
		c.part(op, part{effect: fenceAll}, nil, nil)
		c.part(op, part{effect: arriveAll, bar: w.bar, policy: "warp"}, nil, nil)
	}
	return nil
}

// await emits a wait for tokens.
func (c *compiler) await(op *ir.Operation) {
	w := c.k.waits[op]
	if w.fills.pieces {
		c.part(op, part{effect: ownPieces}, nil, nil)
	}
	if w.fills.pieces || w.fills.stores {
		c.part(op, part{effect: fenceAll}, nil, nil)
		c.part(op, part{effect: meetRole}, nil, nil)
	}
	if w.bar != nil {
		parity := []int{c.r.parities[w]}
		in := c.part(op, part{effect: awaitPhase, bar: w.bar}, nil, nil)
		in.in = []ref{{slot: -1, fixed: constant(0)}, {slot: parity[0]}}
		c.part(op, part{effect: advance, bar: w.bar}, parity, parity)
	}
}

// pipeOf returns the pipeline that a buffer is a slot of, nil for none.
func (k *kernel) pipeOf(v *ir.Value) *pipe {
	for d := v.Def(); d != nil; d = v.Def() {
		switch {
		case d.Is(async.SlotDef.Name):
			v = d.Operand(0)
		case d.Is(async.PipelineAcquireDef.Name), d.Is(async.PipelineWaitDef.Name):
			return k.pipes[d.Operand(0)]
		default:
			return nil
		}
	}
	return nil
}

// index returns the object that a part of an operation works on.
func (x *part) index(args []value) (int, bool) {
	if len(args) == 0 {
		return x.bar.first, true
	}
	if !args[0].isConst() || args[0].n < 0 || args[0].n >= int64(x.bar.n) {
		return 0, false
	}
	return x.bar.first + int(args[0].n), true
}

// carryOn executes a part of an operation on a pipeline or a token.
func (m *machine) carryOn(r *role, rs *roleState, in *instr, args []value) (outcome, *Finding) {
	x, op, o := in.part, in.op, 0
	if x.bar != nil && x.effect != advance && x.effect != giveBack {
		var ok bool
		if o, ok = x.index(args); !ok {
			return failed, unsupported(op, "uses a pipeline whose position the check cannot follow")
		}
	}
	team := r.team(in.solo)
	switch x.effect {
	case awaitPhase:
		return m.await(r, in, o, args[1])
	case announce:
		m.note(r, op, "arrives at %s and expects %d bytes", m.objectName(o), x.bytes)
		m.s.objects[o].expected += x.bytes
		return m.result(m.arrive(r, op, o, r.agents[0], 1))
	case arriveAll:
		return m.arriveBy(r, in, o, x.policy)
	case handPieces:
		return m.handPieces(r, in, o)
	case ownPieces:
		m.copyWait(r, in)
	case meetRole:
		m.note(r, op, "synchronises its warps")
		m.sync(team)
	case fenceOwn:
		m.fence(team, x.pipe.mask)
	case fenceAll:
		m.fence(team, nil)
	case locate:
		rs.locate(x.pipe, in, args[0])
	case advance:
		rs.moveOn(x.bar.n, in, args)
	case hold:
		v := args[0]
		if v.isConst() {
			v.n = min(v.n+1, 1<<10)
		}
		rs.assign(in.out[0], v)
	case pass:
		rs.assign(in.out[0], args[0])
	case giveBack:
		return m.giveBack(r, rs, in, args)
	}
	return went, nil
}

// locate gives the results of an acquire or a wait their buffers.
func (rs *roleState) locate(p *pipe, in *instr, slot value) {
	for i, s := range in.out {
		v := value{}
		if slot.isConst() {
			v = value{kind: location, a: int32(p.bufs[i].first) + int32(slot.n)}
		}
		rs.assign(s, v)
	}
}

// moveOn moves a slot and its parity, or a parity alone, by one.
func (rs *roleState) moveOn(n int, in *instr, args []value) {
	slot, parity := constant(0), args[len(args)-1]
	if len(args) > 1 {
		slot = args[0]
	}
	if !slot.isConst() || !parity.isConst() {
		for _, s := range in.out {
			rs.assign(s, value{})
		}
		return
	}
	if slot.n++; slot.n == int64(n) {
		slot.n = 0
		parity.n ^= 1
	}
	if len(args) > 1 {
		rs.assign(in.out[0], slot)
	}
	rs.assign(in.out[len(in.out)-1], parity)
}

// giveBack releases the slots that a role holds, all but some.
func (m *machine) giveBack(r *role, rs *roleState, in *instr, args []value) (outcome, *Finding) {
	x, at, held := in.part, args[0], args[1]
	if !at.isConst() || !held.isConst() {
		return failed, unsupported(in.op, "releases slots whose number the check cannot follow")
	}
	if x.bar == nil && held.n > x.keep {
		m.note(r, in.op, "synchronises its warps")
		m.sync(r.team(in.solo))
	}
	for ; held.n > x.keep; held.n-- {
		if x.bar != nil {
			if out, f := m.arriveBy(r, in, x.bar.first+int(at.n), x.policy); f != nil {
				return out, f
			}
		}
		at.n = (at.n + 1) % int64(x.pipe.full.n)
	}
	rs.assign(in.out[0], at)
	rs.assign(in.out[1], held)
	return went, nil
}

// turnPipes makes one group of the rings of a pipeline and says how the places
// of roles turn with it.
func (c *counters) turnPipes() {
	for _, p := range c.k.pipeList {
		first := c.number[p.full]
		for _, b := range p.bufs {
			c.unite(first, c.number[b])
		}
		if p.free != nil {
			c.unite(first, c.number[p.free])
		}
	}
}

// placesTurn gives the places of a role their classes.
func (r *role) placesTurn() {
	for p, at := range r.places {
		if g := p.full.group; g >= 0 {
			for _, s := range []int{at.fill, at.read, at.give} {
				r.classes[s] = &class{group: g, sort: slotOfRing, with: -1}
			}
			r.classes[at.fillParity] = &class{group: g, sort: parityOfRing, with: at.fill}
			r.classes[at.readParity] = &class{group: g, sort: parityOfRing, with: at.read}
		}
	}
	for w, s := range r.parities {
		if g := w.bar.group; g >= 0 {
			r.classes[s] = &class{group: g, sort: parityOfRing, with: -1}
		}
	}
}
