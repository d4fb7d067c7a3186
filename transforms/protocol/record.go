package protocol

import (
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// With numbers for all sizes a warp does the same things in every schedule:
// its program is a list of deeds. What the schedule decides is only when.

type deedKind uint8

const (
	// await needs a phase of an object to be over.
	await deedKind = iota
	// arriveAt counts at an object, and may announce bytes.
	arriveAt
	// meet counts at an object, met needs the phase counted in to be over.
	meet
	met
	// launchFill starts a copy that reports bytes to an object.
	launchFill
	// begin and finish are the ends of an access.
	begin
	finish
	// handOver leaves the writes that are under way to an arrival of their own.
	handOver
)

// deed is one visible step of a warp.
type deed struct {
	kind   deedKind
	op     *ir.Operation
	object int
	n      int32
	bytes  int64
	parity bool
	tile   int32
	write  bool
	// fill numbers the writes of a role to a ring of buffers, so that reads of
	// two kernels can be compared.
	fill int32
}

// recorder turns the program of a warp into deeds.
type recorder struct {
	k      *kernel
	r      *role
	agent  int // index into r.agents
	sync   int // the object of the role's own barrier
	deeds  []deed
	groups [][]int32
	open   []int32
	stores [][]int32
	pieces []int32
	fills  map[*ring]int32
	// mute is set where another warp acts: what it does is followed only for
	// where the role then stands.
	mute bool
}

// maxDeeds bounds the list of a warp.
const maxDeeds = 4000

// record lists the deeds of agent i of a role; syncs is the number of the
// object that stands for the role's own barrier.
func (k *kernel) record(r *role, i, sync int) ([]deed, *Finding) {
	c := &recorder{k: k, r: r, agent: i, sync: sync, fills: make(map[*ring]int32)}
	m := &machine{k: k, s: new(state)}
	rs := &roleState{env: make([]value, r.slots)}
	for steps := 0; r.code[rs.pc].code != stop; steps++ {
		in := &r.code[rs.pc]
		if steps > maxWitnessSteps || len(c.deeds) > maxDeeds {
			return nil, unsupported(in.op, "needs more steps than are explored")
		}
		c.mute = in.solo && i > 0
		switch {
		case in.code == test || in.code == branch:
			if f := c.decide(m, rs, in); f != nil {
				return nil, f
			}
		case in.code == perform:
			args := make([]value, len(in.in))
			for j, x := range in.in {
				args[j] = rs.value(x)
			}
			if f := c.perform(m, rs, in, args); f != nil {
				return nil, f
			}
			rs.pc++
		case in.code == use:
			rs.pc++
		default:
			if _, f := m.step(r, rs, nil); f != nil {
				return nil, f
			}
		}
	}
	for _, t := range append(slices.Concat(c.stores...), c.open...) {
		// A store that nothing waits for outlives its warp.
		c.add(deed{kind: begin, op: r.code[rs.pc].op, tile: t, write: true})
	}
	return c.deeds, nil
}

func (c *recorder) decide(m *machine, rs *roleState, in *instr) *Finding {
	cond := m.condition(rs, in)
	way := cond.n&1 != 0
	if cond.kind == relation {
		always, possible := rs.facts.truth(c.k.syms, c.k.syms.list[cond.a])
		if way = always; !always && possible {
			return unsupported(in.op, "decides by what is not a number")
		}
	} else if !cond.isConst() {
		return unsupported(in.op, "decides by what is not a number")
	}
	m.settle(rs, in, cond, way)
	return nil
}

func (c *recorder) add(d deed) {
	if !c.mute {
		c.deeds = append(c.deeds, d)
	}
}

func (c *recorder) elected() bool { return c.agent == 0 }

// fill is the number of a write to the ring of a tile.
func (c *recorder) fill(t int32) int32 {
	for _, r := range c.k.bufList {
		if int(t) >= r.first && int(t) < r.first+r.n {
			c.fills[r]++
			return int32(slices.Index(c.k.roles, c.r))<<20 | c.fills[r]
		}
	}
	return 0
}

// whole is an ordinary access, which is over when it is done.
func (c *recorder) whole(op *ir.Operation, t int32, write bool) {
	fill := int32(0)
	if write {
		fill = c.fill(t)
	}
	c.add(deed{kind: begin, op: op, tile: t, write: write, fill: fill})
	c.add(deed{kind: finish, op: op, tile: t, write: write})
}

func (c *recorder) synchronise(op *ir.Operation, object int, n int32) {
	c.add(deed{kind: meet, op: op, object: object, n: n})
	c.add(deed{kind: met, op: op, object: object})
}

// perform lists the deeds of an operation.
func (c *recorder) perform(m *machine, rs *roleState, in *instr, args []value) *Finding {
	op := in.op
	if in.part != nil && in.part.effect != whole {
		return c.carryOn(m, rs, in, args)
	}
	switch op.Name() {
	case async.BarrierWaitDef.Name, async.BarrierExpectDef.Name, async.BarrierArriveDef.Name, async.CopyArriveDef.Name, async.AsyncLoadDef.Name, async.CopyDef.Name:
		return c.atBarrier(m, in, args)
	case async.InitPublishDef.Name, async.SyncDef.Name:
		if !in.solo {
			c.synchronise(op, c.sync, 1)
		}
	case async.NamedSyncDef.Name, async.NamedArriveDef.Name:
		id, _ := ir.IntValue(op.Prop("id"))
		n := c.k.named[id]
		c.add(deed{kind: meet, op: op, object: n.object, n: c.r.weights[c.agent]})
		if op.Is(async.NamedSyncDef.Name) {
			c.add(deed{kind: met, op: op, object: n.object})
		}
	case async.CopyWaitDef.Name:
		c.finishAll(op, c.pieces, true)
		c.pieces = nil
	case async.StoreCommitDef.Name:
		c.stores, c.open = append(c.stores, c.open), nil
	case async.StoreWaitDef.Name:
		c.stores = c.waitGroups(op, c.stores)
	case async.MMAWaitDef.Name:
		c.groups = c.waitGroups(op, c.groups)
	case async.BarrierInitDef.Name, async.FenceAsyncDef.Name:
	default:
		return c.access(m, in, args)
	}
	return nil
}

func (c *recorder) finishAll(op *ir.Operation, tiles []int32, write bool) {
	for _, t := range tiles {
		c.add(deed{kind: finish, op: op, tile: t, write: write})
	}
}

func (c *recorder) waitGroups(op *ir.Operation, groups [][]int32) [][]int32 {
	pending, _ := ir.IntValue(op.Prop("pending"))
	over := max(0, len(groups)-int(pending))
	for _, g := range groups[:over] {
		c.finishAll(op, g, false)
	}
	return groups[over:]
}

// access lists the deeds of an operation on buffers.
func (c *recorder) access(m *machine, in *instr, args []value) *Finding {
	op := in.op
	var group []int32
	for _, x := range accessesOf(op) {
		t, f := m.tile(op, args[x.operand])
		if f != nil {
			return f
		}
		switch {
		case x.kind == storeRead:
			if c.elected() {
				c.add(deed{kind: begin, op: op, tile: t})
				c.open = append(c.open, t)
			}
		case x.kind == mmaRead:
			c.add(deed{kind: begin, op: op, tile: t})
			group = append(group, t)
		default:
			c.whole(op, t, x.kind.writes())
		}
		if op.Is(async.ReduceDef.Name) {
			c.synchronise(op, c.sync, 1)
		}
	}
	if op.Is(async.MMADef.Name) {
		c.groups = append(c.groups, group)
	}
	return nil
}

// atBarrier lists the deeds of an operation on an mbarrier, or of a fill.
func (c *recorder) atBarrier(m *machine, in *instr, args []value) *Finding {
	op := in.op
	object := func(bar *ir.Value, index value) (int, *Finding) {
		o, _, f := m.object(op, bar, index)
		return o, f
	}
	switch op.Name() {
	case async.AsyncLoadDef.Name:
		return c.load(m, in, args)
	case async.CopyDef.Name:
		return c.copy(m, in, args)
	}
	o, f := object(op.Operand(0), args[1])
	if f != nil {
		return f
	}
	switch op.Name() {
	case async.BarrierWaitDef.Name:
		if !args[2].isConst() {
			return unsupported(op, "waits for a parity that is not a number")
		}
		c.add(deed{kind: await, op: op, object: o, parity: args[2].n&1 != 0})
	case async.BarrierExpectDef.Name:
		if c.elected() {
			bytes, _ := ir.IntValue(op.Prop("bytes"))
			c.add(deed{kind: arriveAt, op: op, object: o, n: 1, bytes: bytes})
		}
	case async.BarrierArriveDef.Name:
		policy, _ := ir.StringValue(op.Prop("policy"))
		if n := c.r.arrivals(policy, c.agent, in.solo); n > 0 {
			c.add(deed{kind: arriveAt, op: op, object: o, n: n})
		}
	case async.CopyArriveDef.Name:
		c.handPieces(in, o)
	}
	return nil
}

func (c *recorder) handPieces(in *instr, o int) {
	n := 32 * c.r.weights[c.agent]
	if in.solo {
		n = 1
	}
	c.add(deed{kind: handOver, op: in.op, object: o, n: n})
	c.pieces = nil
}

// carryOn lists the deeds of a part of an operation on a pipeline or a token.
func (c *recorder) carryOn(m *machine, rs *roleState, in *instr, args []value) *Finding {
	x, op, o := in.part, in.op, 0
	if x.bar != nil && x.effect != advance && x.effect != giveBack {
		var ok bool
		if o, ok = x.index(args); !ok {
			return unsupported(op, "uses a pipeline whose position the check cannot follow")
		}
	}
	arrive := func(o int, policy string) {
		if n := c.r.arrivals(policy, c.agent, in.solo); n > 0 {
			c.add(deed{kind: arriveAt, op: op, object: o, n: n})
		}
	}
	switch x.effect {
	case awaitPhase:
		if !args[1].isConst() {
			return unsupported(op, "waits for a phase that is not a number")
		}
		c.add(deed{kind: await, op: op, object: o, parity: args[1].n&1 != 0})
	case announce:
		if c.elected() {
			c.add(deed{kind: arriveAt, op: op, object: o, n: 1, bytes: x.bytes})
		}
	case arriveAll:
		arrive(o, x.policy)
	case handPieces:
		c.handPieces(in, o)
	case ownPieces:
		c.finishAll(op, c.pieces, true)
		c.pieces = nil
	case meetRole:
		c.synchronise(op, c.sync, 1)
	case giveBack:
		at, held := args[0], args[1]
		if x.bar == nil && held.n > x.keep {
			c.synchronise(op, c.sync, 1)
		}
		for ; x.bar != nil && held.n > x.keep; held.n-- {
			arrive(x.bar.first+int(at.n), x.policy)
			at.n = (at.n + 1) % int64(x.bar.n)
		}
		rs.assign(in.out[0], at)
		rs.assign(in.out[1], constant(min(held.n, x.keep)))
	case locate, advance, hold, pass:
		_, f := m.carryOn(c.r, rs, in, args)
		return f
	}
	return nil
}

func (c *recorder) load(m *machine, in *instr, args []value) *Finding {
	if !c.elected() {
		return nil
	}
	v, _ := async.AsAsyncLoad(in.op)
	t, f := m.tile(in.op, args[slices.Index(in.op.Operands(), v.Dst())])
	if f != nil {
		return f
	}
	o, _, f := m.signal(in, v.Barrier(), t, args)
	if f != nil {
		return f
	}
	c.add(deed{kind: launchFill, op: in.op, tile: t, object: o, bytes: async.LoadBytes(v.Dst().Type().(*async.BufferType)), write: true, fill: c.fill(t)})
	return nil
}

func (c *recorder) copy(m *machine, in *instr, args []value) *Finding {
	v, _ := async.AsCopy(in.op)
	does := copyOf(in.op)
	t, f := m.tile(in.op, args[does[0].operand])
	if f != nil {
		return f
	}
	via, _ := ir.StringValue(v.Via())
	switch via {
	case async.ViaPlain:
		c.whole(in.op, t, true)
	case async.ViaBulk:
		if !c.elected() {
			return nil
		}
		o, _, f := m.signal(in, v.Barrier(), t, args)
		if f != nil {
			return f
		}
		c.add(deed{kind: arriveAt, op: in.op, object: o, bytes: 16})
		c.add(deed{kind: launchFill, op: in.op, tile: t, object: o, bytes: 16, write: true, fill: c.fill(t)})
	default:
		c.add(deed{kind: begin, op: in.op, tile: t, write: true, fill: c.fill(t)})
		c.pieces = append(c.pieces, t)
	}
	return nil
}
