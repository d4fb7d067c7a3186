package protocol

import (
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// happening is one step of a schedule, for counterexamples.
type happening struct {
	role string
	op   *ir.Operation
	text string
}

// machine executes roles on a state.
type machine struct {
	k *kernel
	s *state
	// rendezvous: the warps of a group meet at their MMAs, so the leader's
	// wait covers the reads of all four.
	rendezvous bool
	// lent is whether a refill relied on the fence of another thread than the
	// reader, and whether an access behind a cp.async on that of another one
	// than the writer.
	lent [2]bool
	// log collects what happened, when set.
	log *[]happening
}

func (m *machine) note(r *role, op *ir.Operation, format string, args ...any) {
	if m.log != nil {
		*m.log = append(*m.log, happening{r.name, op, fmt.Sprintf(format, args...)})
	}
}

// outcome is how the execution of an instruction ended.
type outcome uint8

const (
	went outcome = iota
	blocked
	undecided
	failed
)

func fault(op *ir.Operation, rule, format string, args ...any) *Finding {
	return &Finding{Verdict: Refuted, Op: op, Rule: rule, Msg: fmt.Sprintf(format, args...)}
}

// team lists the agents that execute an instruction.
func (r *role) team(solo bool) []int {
	if solo {
		return r.agents[:1]
	}
	return r.agents
}

// at returns the number of the tile or barrier object that an operand names.
func (m *machine) tile(op *ir.Operation, v value) (int32, *Finding) {
	if v.kind != location {
		return 0, unsupported(op, "uses a buffer whose slot the check cannot follow")
	}
	return v.a, nil
}

func (m *machine) object(op *ir.Operation, bar *ir.Value, index value) (int, label, *Finding) {
	r := m.k.bars[bar]
	if r == nil {
		return 0, label{}, unsupported(op, "uses a barrier that does not come from tasync.barrier_alloc")
	}
	if !index.isConst() {
		return 0, label{}, unsupported(op, "uses a barrier whose index the check cannot follow: it is not made of constants and carried counters")
	}
	if index.n < 0 || index.n >= int64(r.n) {
		return 0, label{}, fault(op, "V3", "expected a barrier index below %d, found %d", r.n, index.n)
	}
	o := r.first + int(index.n)
	return o, m.objectName(o), nil
}

// label names a tile, or a barrier object, when it is asked to: steps are noted
// far more often than they are shown.
type label struct {
	k    *kernel
	at   int
	tile bool
}

func (m *machine) tileName(t int32) label { return label{m.k, int(t), true} }

func (m *machine) objectName(o int) label { return label{m.k, o, false} }

// String returns the name.
func (l label) String() string {
	if l.tile {
		return l.k.tileName(int32(l.at))
	}
	return l.k.objectName(l.at)
}

func (k *kernel) tileName(t int32) string {
	for _, r := range k.bufList {
		if int(t) >= r.first && int(t) < r.first+r.n {
			if r.n == 1 {
				return r.name
			}
			return fmt.Sprintf("slot %d of %s", int(t)-r.first, r.name)
		}
	}
	return "shared memory"
}

func (k *kernel) objectName(o int) string {
	for _, r := range k.barList {
		if o >= r.first && o < r.first+r.n {
			return fmt.Sprintf("%s[%d]", r.name, o-r.first)
		}
	}
	for _, n := range k.namedList() {
		if n.object == o {
			return fmt.Sprintf("named barrier %d", n.id)
		}
	}
	return "barrier"
}

// perform executes an operation of the async level.
func (m *machine) perform(r *role, rs *roleState, in *instr) (outcome, *Finding) {
	op := in.op
	args := make([]value, len(in.in))
	for i, x := range in.in {
		args[i] = rs.value(x)
	}
	if in.part != nil && in.part.effect != whole {
		return m.carryOn(r, rs, in, args)
	}
	switch op.Name() {
	case "tasync.barrier_init":
		return m.initBarrier(r, op)
	case "tasync.init_publish":
		m.note(r, op, "publishes the barriers")
		for i := range m.s.objects {
			m.s.objects[i].published = m.s.objects[i].init
		}
		m.sync(r.agents)
	case "tasync.barrier_wait":
		return m.wait(r, in, args)
	case "tasync.named_sync":
		return m.namedSync(r, rs, in)
	case "tasync.named_arrive":
		return m.result(m.namedArrive(r, in))
	case "tasync.barrier_expect":
		o, name, f := m.object(op, op.Operand(0), args[1])
		if f != nil {
			return failed, f
		}
		bytes, _ := ir.IntValue(op.Prop("bytes"))
		m.note(r, op, "arrives at %s and expects %d bytes", name, bytes)
		m.s.objects[o].expected += bytes
		return m.result(m.arrive(r, op, o, r.agents[0], 1))
	case "tasync.barrier_arrive":
		return m.arrivals(r, in, args)
	case "tasync.async_load":
		return m.load(r, in, args)
	case "tasync.copy":
		return m.copy(r, in, args)
	case "tasync.copy_arrive":
		return m.copyArrive(r, in, args)
	case "tasync.copy_wait":
		m.copyWait(r, in)
	case "tasync.async_store":
		return m.store(r, rs, in, args)
	case "tasync.store_commit":
		m.note(r, op, "closes a group of stores")
		if len(rs.stores) > maxGroups {
			return failed, unsupported(op, "closes ever more groups of stores that nothing waits for")
		}
		rs.stores, rs.open = append(rs.stores, rs.open), nil
	case "tasync.store_wait":
		m.storeWait(r, rs, op)
	case "tasync.local_load":
		return m.result(m.generic(r, in, args[0], genericRead))
	case "tasync.local_store":
		return m.result(m.generic(r, in, args[1], genericWrite))
	case "tasync.reduce":
		for _, k := range []accessKind{genericWrite, genericRead} {
			if f := m.generic(r, in, args[1], k); f != nil {
				return failed, f
			}
			m.sync(r.team(in.solo))
		}
	case "tasync.mma":
		return m.mma(r, rs, in, args)
	case "tasync.mma_wait":
		m.mmaWait(r, rs, in, args)
	case "tasync.fence_async":
		m.note(r, op, "fences")
		m.fence(r.team(in.solo), nil)
	case "tasync.sync":
		m.note(r, op, "synchronises its warps")
		m.sync(r.team(in.solo))
	}
	return went, nil
}

// maxGroups bounds how many groups may be under way.
const maxGroups = 32

func (m *machine) result(f *Finding) (outcome, *Finding) {
	if f != nil {
		return failed, f
	}
	return went, nil
}

func (m *machine) initBarrier(r *role, op *ir.Operation) (outcome, *Finding) {
	ring := m.k.bars[op.Operand(0)]
	if ring == nil {
		return failed, unsupported(op, "initialises a barrier that does not come from tasync.barrier_alloc")
	}
	n, _ := ir.IntValue(op.Prop("count"))
	m.note(r, op, "initialises %s for %d arrivals", ring.name, n)
	for i := range ring.n {
		o := &m.s.objects[ring.first+i]
		if o.init {
			return failed, fault(op, "B1", "initialises %s a second time", ring.name)
		}
		o.init, o.count, o.pend = true, int32(n), int32(n)
	}
	return went, nil
}

// sync is a barrier among agents: what one knows all know.
func (m *machine) sync(team []int) {
	l, b := m.k.lay, m.s.known
	for _, a := range team[1:] {
		b.learn(l, team[0], a)
	}
	for _, a := range team[1:] {
		b.learn(l, a, team[0])
	}
}

// fence is fence.proxy.async: writes count for their writer only, reads for
// everybody who knows of them (assumptions writer-fence and war-proxy). With a
// mask it is of the accesses in that alone.
func (m *machine) fence(team []int, mask []uint64) {
	l, b := m.k.lay, m.s.known
	only := func(i int) uint64 {
		if mask == nil {
			return ^uint64(0)
		}
		return mask[i]
	}
	for _, a := range team {
		for i := range l.words {
			b[l.fenced(a)+i] |= (l.generic[a][i] | l.pieces[a][i]&b[l.known(a)+i]) & only(i)
		}
	}
	for _, a := range team {
		for other := range m.k.agents {
			if other == a {
				continue
			}
			for i := range l.words {
				reads := b[l.known(a)+i] & (l.reads[other][i] | l.pieces[other][i]) &^ b[l.none()+i] & only(i)
				b[l.lent()+i] |= reads &^ b[l.fenced(other)+i]
				b[l.fenced(a)+i] |= reads
			}
		}
	}
}

func (m *machine) ready(op *ir.Operation, o int) *Finding {
	switch obj := &m.s.objects[o]; {
	case !obj.init:
		return fault(op, "V1", "uses %s, which nothing has initialised", m.objectName(o))
	case !obj.published:
		return fault(op, "V1", "uses %s before tasync.init_publish has published its initialisation", m.objectName(o))
	}
	return nil
}

// wait executes barrier_wait for all its agents, which stay together.
func (m *machine) wait(r *role, in *instr, args []value) (outcome, *Finding) {
	op := in.op
	o, _, f := m.object(op, op.Operand(0), args[1])
	if f == nil {
		f = m.ready(op, o)
	}
	if f != nil {
		return failed, f
	}
	return m.await(r, in, o, args[2])
}

// await waits for a phase of an object.
func (m *machine) await(r *role, in *instr, o int, phase value) (outcome, *Finding) {
	op, name := in.op, m.objectName(o)
	if !phase.isConst() {
		return failed, unsupported(op, "waits for a parity that the check cannot follow: it is not made of constants and carried counters")
	}
	parity := phase.n&1 != 0
	team := r.team(in.solo)
	for _, a := range team {
		switch m.awaits(o, a, parity) {
		case waitBlocks:
			return blocked, nil
		case waitUnsure:
			return failed, unsupported(op, "waits on %s for a parity that may be that of the running phase or of the one before", name)
		case waitWrong:
			return failed, fault(op, "V3", "waits on %s for parity %d while a later phase is already over: it can return for the wrong phase or never (the barrier has completed phases that this role did not wait for)", name, phase.n&1)
		}
	}
	l, b := m.k.lay, m.s.known
	for _, a := range team {
		m.s.lags[o*m.k.agents+a] = 1
		col := l.waited[o*m.k.agents+a]
		b.happen(l, col)
		b.put(l.known(a), col)
		b.learn(l, a, m.k.completed(o))
	}
	m.note(r, op, "waits on %s for parity %d: over", name, phase.n&1)
	return went, nil
}

// waiting is what a wait does.
type waiting uint8

const (
	waitReturns waiting = iota
	waitBlocks
	waitWrong
	waitUnsure
)

// awaits tells what a wait by an agent does. It knows all phases to be over
// but the last ones, its lag; what it can mean is the first of those or the
// phase before it.
func (m *machine) awaits(o, agent int, parity bool) waiting {
	lags := m.s.lags[o*m.k.agents+agent]
	switch l := m.k.lay; {
	case m.knowsLast(o, agent):
		lags = 1
	case m.s.known.has(l.known(agent), l.prior[o]):
		lags = 2
	}
	out, any := waitReturns, false
	for lag := range 4 {
		if lags>>lag&1 == 0 {
			continue
		}
		next := parity == (m.s.objects[o].parity != (lag&1 != 0))
		is := waitReturns
		switch {
		case next && lag == 0:
			is = waitBlocks
		case next && lag > 1, !next && lag > 0:
			is = waitWrong
		}
		if any && is != out {
			return waitUnsure
		}
		out, any = is, true
	}
	return out
}

func (m *machine) arrivals(r *role, in *instr, args []value) (outcome, *Finding) {
	op := in.op
	o, _, f := m.object(op, op.Operand(0), args[1])
	if f != nil {
		return failed, f
	}
	policy, _ := ir.StringValue(op.Prop("policy"))
	return m.arriveBy(r, in, o, policy)
}

// arriveBy arrives at an object for the warps of a role.
func (m *machine) arriveBy(r *role, in *instr, o int, policy string) (outcome, *Finding) {
	op, name := in.op, m.objectName(o)
	m.note(r, op, "arrives at %s (%s)", name, policy)
	team := r.team(in.solo)
	counts := make([]int32, len(team))
	total := int32(0)
	for i := range team {
		counts[i] = r.arrivals(policy, i, in.solo)
		total += counts[i]
	}
	if obj := &m.s.objects[o]; obj.init && total > obj.pend {
		return failed, overrun(op, name, obj, total)
	}
	for i, a := range team {
		if counts[i] == 0 {
			continue
		}
		if f := m.arrive(r, op, o, a, counts[i]); f != nil {
			return failed, f
		}
	}
	return went, nil
}

// arrivals returns how often the warps that agent i stands for arrive.
func (r *role) arrivals(policy string, i int, solo bool) int32 {
	switch {
	case solo, policy == "role" && i == 0:
		return 1
	case policy == "warp":
		return r.weights[i]
	case policy == "thread":
		return 32 * r.weights[i]
	case policy == "warpgroup" && r.leaders[i]:
		return r.weights[i]
	}
	return 0
}

func overrun(op *ir.Operation, name label, obj *object, n int32) *Finding {
	return fault(op, "V5", "arrives too often at %s: of the %d arrivals that the phase expects %d are left, and %d come", name, obj.count, obj.pend, n)
}

// current checks that an agent that arrives or copies knows that the phases
// before are over, so that it counts in this phase in every schedule.
func (m *machine) current(op *ir.Operation, o, agent int) *Finding {
	if f := m.ready(op, o); f != nil {
		return f
	}
	if l := m.k.lay; !m.s.known.has(l.known(agent), l.over[o]) {
		return fault(op, "V7", "reaches %s without knowing that its phase before is over: in another schedule it counts in that phase", m.objectName(o))
	}
	return nil
}

func (m *machine) arrive(r *role, op *ir.Operation, o, agent int, n int32) *Finding {
	if f := m.current(op, o, agent); f != nil {
		return f
	}
	obj := &m.s.objects[o]
	if n > obj.pend {
		return overrun(op, m.objectName(o), obj, n)
	}
	obj.pend -= n
	m.s.known.learn(m.k.lay, m.k.pending(o), agent)
	return m.complete(r, op, o)
}

// complete ends the phase when all has come.
func (m *machine) complete(r *role, op *ir.Operation, o int) *Finding {
	obj := &m.s.objects[o]
	if obj.pend > 0 || obj.got < obj.expected {
		return nil
	}
	if obj.got > obj.expected {
		return fault(op, "V6", "brings more bytes to %s than its phase expects: %d expected, %d copied", m.objectName(o), obj.expected, obj.got)
	}
	l, b := m.k.lay, m.s.known
	pend, done := m.k.pending(o), m.k.completed(o)
	for a := range m.k.agents {
		col := l.waited[o*m.k.agents+a]
		if col < 0 {
			continue
		}
		if !b.has(l.known(pend), col) {
			return fault(op, "V7", "can complete a phase of %s while a warp of role %q has not left the wait for the phase before, which would then never return",
				m.objectName(o), m.roleOf(a).name)
		}
		b.vanish(l, col)
	}
	m.catchUp(o)
	for i := range l.words {
		b[l.known(done)+i], b[l.fenced(done)+i] = b[l.known(pend)+i], b[l.fenced(pend)+i]
		b[l.known(pend)+i], b[l.fenced(pend)+i] = b[l.none()+i], b[l.none()+i]
	}
	m.s.flights = slices.DeleteFunc(m.s.flights, func(f flight) bool {
		if int(f.object) != o {
			return false
		}
		b.put(l.known(done), f.col)
		b.put(l.fenced(done), f.col)
		return true
	})
	b.become(l, l.over[o], l.prior[o])
	b.happen(l, l.over[o])
	b.put(l.known(done), l.over[o])
	obj.parity = !obj.parity
	obj.pend, obj.expected, obj.got = obj.count, 0, 0
	for a := range m.k.agents {
		if lags := &m.s.lags[o*m.k.agents+a]; *lags != 0 {
			*lags = *lags<<1&0b1110 | *lags>>3&1<<2
		}
	}
	m.note(r, op, "completes a phase of %s", m.objectName(o))
	return nil
}

func (m *machine) roleOf(agent int) *role {
	for _, r := range m.k.roles {
		for _, a := range r.agents {
			if a == agent {
				return r
			}
		}
	}
	return m.k.setup
}
