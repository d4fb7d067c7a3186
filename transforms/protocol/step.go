package protocol

import (
	"math/bits"
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

func (rs *roleState) value(x ref) value {
	if x.slot < 0 {
		return x.fixed
	}
	return rs.env[x.slot]
}

func (rs *roleState) assign(slot int, v value) {
	if slot >= 0 {
		rs.env[slot] = v
	}
}

// step executes the next instruction of a role. With choose set, an open
// decision takes that way.
func (m *machine) step(r *role, rs *roleState, choose *bool) (outcome, *Finding) {
	in := &r.code[rs.pc]
	if both := in.absolute & m.s.turned; both != 0 {
		return failed, m.k.retry(bits.TrailingZeros64(both))
	}
	switch in.code {
	case perform:
		out, f := m.perform(r, rs, in)
		// What arrives and then waits moves on by itself.
		if out == went && !in.op.Is(async.NamedSyncDef.Name) {
			rs.pc++
		}
		return out, f
	case compute:
		m.compute(rs, in)
	case move:
		vals := make([]value, len(in.in))
		for i, x := range in.in {
			vals[i] = rs.value(x)
		}
		for i, o := range in.out {
			rs.assign(o, vals[i])
		}
		rs.clear(in.kill)
		m.retireAll(rs, in.stale)
	case use:
		for _, x := range in.in {
			if f := m.finished(rs, in.op, rs.value(x)); f != nil {
				return failed, f
			}
		}
	case enter:
		if f := rs.unfollowed(in); f != nil {
			return failed, f
		}
		m.enter(rs, in)
		rs.begin(in)
	case step:
		m.advance(rs, in)
		rs.follow(in)
	case test, branch:
		return m.decide(r, rs, in, choose)
	case jump:
		rs.pc = in.target
		return went, nil
	case stop:
		return m.stop(r, rs, in)
	}
	rs.pc++
	return went, nil
}

func (rs *roleState) clear(slots []int) {
	for _, s := range slots {
		rs.env[s] = value{}
	}
}

func (m *machine) compute(rs *roleState, in *instr) {
	if in.op.Is("tasync.slot") {
		if isRows(in.op) {
			rs.assign(in.out[0], rs.value(in.in[0]))
			return
		}
		v := value{}
		ring := m.k.buffers[in.op.Operand(0)]
		if i := rs.value(in.in[1]); ring != nil && i.isConst() && i.n >= 0 && i.n < int64(ring.n) {
			v = value{kind: location, a: int32(ring.first) + int32(i.n)}
		}
		rs.assign(in.out[0], v)
		return
	}
	args := make([]value, len(in.in))
	for i, x := range in.in {
		args[i] = rs.value(x)
	}
	if in.scalar {
		v := evaluate(m.k.syms, in.op, args, in.sym)
		if in.head != 0 && m.k.syms.given == nil {
			v = m.k.syms.reading(in, args)
		}
		rs.assign(in.out[0], v)
		m.spread(rs, v)
		return
	}
	for i, o := range in.out {
		v := value{kind: number, a: m.k.syms.of(in.op.Result(i))}
		if z := m.k.syms.given; z != nil {
			n, ok := z.number(m.k.syms, in.op.Result(i))
			if v = constant(n); !ok {
				v = value{}
			}
		}
		rs.assign(o, v)
	}
}

// spread says that steps are positive: what has more of them is greater.
func (m *machine) spread(rs *roleState, v value) {
	x, ok := m.k.syms.multiple(v)
	for ; ok && x.n > 0; x.n-- {
		rs.facts = rs.facts.narrow(m.k.syms.add(x.base, x.step, x.n), m.k.syms.add(x.base, x.step, x.n-1), 1, unbounded)
	}
	for ; ok && x.n < 0; x.n++ {
		rs.facts = rs.facts.narrow(m.k.syms.add(x.base, x.step, x.n+1), m.k.syms.add(x.base, x.step, x.n), 1, unbounded)
	}
}

// reading is what a load of memory that stays returns.
func (s *symbols) reading(in *instr, args []value) value {
	f := fun{head: in.head}
	for i, v := range args[1:] {
		if v.kind != number {
			return value{kind: number, a: in.sym}
		}
		f.args[i] = v
	}
	return value{kind: number, a: s.read(f)}
}

// widest is the largest constant trip count that is followed exactly.
const widest = 64

// enter relates a loop's induction variable to what was known of its lower
// bound.
func (m *machine) enter(rs *roleState, in *instr) {
	lb := rs.value(in.in[0])
	m.retire(rs, in.iv)
	rs.assign(slotOf(in.out), value{kind: number, a: in.iv})
	if m.k.syms.given != nil {
		rs.assign(slotOf(in.out), lb)
	}
	if lb.kind != number {
		return
	}
	// What is known of the lower bound, and of it plus some steps, is known of
	// the induction variable.
	syms, started := m.k.syms, m.started(rs, in)
	for _, x := range slices.Clone(rs.facts) {
		a, ca, _ := syms.rename(x.a, started)
		b, cb, _ := syms.rename(x.b, started)
		// A zero beside what memory holds is no place where the loop starts.
		ca, cb = ca && !(x.a == 0 && syms.isMade(x.b)), cb && !(x.b == 0 && syms.isMade(x.a))
		if ca && a.a != x.b {
			rs.facts = rs.facts.narrow(a.a, x.b, shift(x.lo, -a.n), shift(x.hi, -a.n))
		}
		if cb && b.a != x.a {
			rs.facts = rs.facts.narrow(x.a, b.a, shift(x.lo, b.n), shift(x.hi, b.n))
		}
		if ca && cb && a.a != b.a {
			rs.facts = rs.facts.narrow(a.a, b.a, shift(x.lo, b.n-a.n), shift(x.hi, b.n-a.n))
		}
	}
	if lb.a != in.iv {
		rs.facts = rs.facts.narrow(in.iv, lb.a, lb.n, lb.n)
		m.spread(rs, lb)
	}
}

// unfollowed says that the numbers that a loop starts with are none that the
// check counts with.
func (rs *roleState) unfollowed(in *instr) *Finding {
	for _, x := range in.in[:3] {
		if v := rs.value(x); v.kind == number && isHuge(v.n) {
			return unsupported(in.op, "has a bound or step of %d, more than the check counts to", v.n)
		}
	}
	from, to := rs.value(in.in[0]), rs.value(in.in[1])
	empty := from.isConst() && to.isConst() && from.n >= to.n // as where there are no tiles, and a step for as many
	if step := rs.value(in.in[2]); !empty && step.isConst() && step.n <= 0 {
		return unsupported(in.op, "steps by %d, and the check follows loops whose steps are positive", step.n)
	}
	return nil
}

// started expresses a loop's lower bound by its induction variable.
func (m *machine) started(rs *roleState, in *instr) renaming {
	lb, step, syms := rs.value(in.in[0]), rs.value(in.in[2]), m.k.syms
	return func(id int32) (value, bool, bool) {
		if id == lb.a {
			return value{kind: number, a: in.iv, n: -lb.n}, true, true
		}
		if step.kind == number && step.a != 0 && step.n == 0 {
			if x := syms.split(id, step.a); x.base == lb.a && x.n >= 1 {
				return value{kind: number, a: syms.add(in.iv, step.a, x.n), n: -lb.n}, true, true
			}
		}
		return value{kind: number, a: id}, false, true
	}
}

// counted reports whether a loop has few trips, all known: each is followed.
func counted(lb, ub, step value) bool {
	return lb.isConst() && ub.isConst() && step.isConst() && step.n > 0 && ub.n-lb.n <= widest*step.n
}

func slotOf(out []int) int {
	if len(out) == 0 {
		return -1
	}
	return out[0]
}

// shift adds to a bound that may be missing.
func shift(bound, n int64) int64 {
	if bound <= -unbounded || bound >= unbounded {
		return bound
	}
	return bound + n
}

// advance moves the induction variable on: what was computed from it is of
// the iteration before, so as many steps less are to be added to it.
func (m *machine) advance(rs *roleState, in *instr) {
	step := rs.value(in.in[2])
	if rs.value(in.in[0]).kind == number {
		// What memory held for the first iterations has been taken over.
		started := m.started(rs, in)
		rs.facts = slices.DeleteFunc(rs.facts, func(x fact) bool {
			_, a, _ := m.k.syms.rename(x.a, started)
			_, b, _ := m.k.syms.rename(x.b, started)
			return a && m.k.syms.isMade(x.a) || b && m.k.syms.isMade(x.b)
		})
	}
	m.erase(rs, func(v value) (value, bool) {
		switch x := m.k.syms.split(v.a, step.a); {
		case step.kind != number:
		case step.a == 0 && v.a == in.iv:
			v.n -= step.n
			return v, true
		case step.a != 0 && step.n == 0 && x.base == in.iv && x.n > 0:
			v.a = m.k.syms.add(x.base, x.step, x.n-1)
			return v, true
		}
		return value{}, false
	}, in.iv)
	if i := slotOf(in.out); i >= 0 && m.k.syms.given == nil {
		rs.env[i] = value{kind: number, a: in.iv}
	} else if i >= 0 && rs.env[i].isConst() && step.isConst() {
		rs.env[i].n += step.n
	}
	early := m.early(rs, in.iv, step)
	rs.facts = rs.facts.rename(m.k.syms, func(id int32) (value, bool, bool) {
		x := m.k.syms.split(id, step.a)
		switch {
		case step.isConst() && id == in.iv:
			return value{kind: number, a: id, n: -step.n}, true, true
		case step.kind == number && step.a != 0 && step.n == 0 && x.base == in.iv && x.n >= 1:
			return value{kind: number, a: m.k.syms.add(in.iv, step.a, x.n-1)}, true, true
		case x.base == in.iv && step.a != 0, id == in.iv:
			return value{}, true, false
		}
		return value{kind: number, a: id}, false, true
	})
	for _, x := range early {
		rs.facts = rs.facts.narrow(x.a, x.b, x.lo, x.hi)
	}
	if lb := rs.value(in.in[0]); step.isConst() && lb.kind == number && lb.a != in.iv && !counted(lb, rs.value(in.in[1]), step) {
		// The distance from the start is followed while the loop is before what
		// its start is counted from: loops that begin some steps early.
		if lo, _ := rs.facts.direct(in.iv, lb.a); lo-step.n >= 0 {
			rs.facts = rs.facts.set(in.iv, lb.a, lo-step.n, unbounded)
		}
	}
}

// early lists what is known, once a step is made, of an induction variable
// against a symbol less some steps: it is against that with one step less.
func (m *machine) early(rs *roleState, iv int32, step value) []fact {
	if step.kind != number || step.a == 0 || step.n != 0 {
		return nil
	}
	var out []fact
	for _, x := range rs.facts {
		a, b, lo, hi := x.a, x.b, x.lo, x.hi
		if b == iv {
			a, b, lo, hi = b, a, -hi, -lo
		}
		if a != iv || m.k.syms.dependsOn(b, iv) {
			continue
		}
		if s := m.k.syms.split(b, step.a); s.n < 0 {
			out = append(out, fact{iv, m.k.syms.add(s.base, s.step, s.n+1), lo, hi})
		} else if lo > -unbounded {
			out = append(out, fact{iv, b, lo, unbounded}) // it grows
		}
	}
	return out
}

// retire forgets symbols, a sorted list, whose values are going to be others.
func (m *machine) retire(rs *roleState, syms ...int32) {
	m.erase(rs, nil, syms...)
	rs.facts = rs.facts.forget(m.k.syms, syms...)
}

// retireAll forgets what a loop computes anew, where something is known of it.
func (m *machine) retireAll(rs *roleState, syms []int32) {
	symbolic := len(rs.facts) > 0
	for _, v := range rs.env {
		symbolic = symbolic || v.kind == relation || v.kind == number && v.a != 0
	}
	if !symbolic {
		return
	}
	m.retire(rs, syms...)
}

// erase clears what is expressed by symbols, a sorted list, save numbers that
// instead expresses otherwise.
func (m *machine) erase(rs *roleState, instead func(value) (value, bool), syms ...int32) {
	for i := range rs.env {
		v := rs.env[i]
		switch {
		case v.kind == number && v.a != 0 && m.k.syms.dependsOn(v.a, syms...):
			rs.env[i] = value{}
			if instead == nil {
				continue
			}
			if n, ok := instead(v); ok {
				rs.env[i] = n
			}
		case v.kind == relation && m.mentions(v.a, syms...):
			rs.env[i] = value{}
		}
	}
}

func (m *machine) mentions(pred int32, syms ...int32) bool {
	p := m.k.syms.list[pred]
	return m.k.syms.dependsOn(p.a, syms...) || m.k.syms.dependsOn(p.b, syms...)
}

// condition returns what a test or branch depends on.
func (m *machine) condition(rs *roleState, in *instr) value {
	if in.code == branch {
		return rs.value(in.in[0])
	}
	iv := value{kind: number, a: in.iv}
	v, _ := compare(m.k.syms, relSlt, width(in.op.Operand(0).Type()), iv, rs.value(in.in[1]))
	return v
}

// decide takes one way of a test or branch: the known one, the one that
// another role has taken, or the one that is chosen.
func (m *machine) decide(r *role, rs *roleState, in *instr, choose *bool) (outcome, *Finding) {
	cond := m.condition(rs, in)
	if in.code == branch && cond.isConst() {
		m.take(rs, in, cond.n&1 != 0)
		return went, nil
	}
	always, possible := false, true
	if cond.isConst() {
		always, possible = cond.n != 0, cond.n != 0
	} else if cond.kind == relation {
		p := m.k.syms.list[cond.a]
		m.spread(rs, value{kind: number, a: p.a})
		m.spread(rs, value{kind: number, a: p.b})
		always, possible = rs.facts.truth(m.k.syms, p)
	}
	key := in.key
	if in.code == branch && cond.kind == relation {
		p := m.k.syms.list[cond.a]
		key = m.k.key(predicateKey(p))
	}
	if in.settled {
		always, possible = in.way, in.way
	}
	way, known := always, always || !possible
	if i := m.next(r); in.with != 0 && i < len(m.s.queue) {
		d := m.s.queue[i]
		if d.key != key {
			return failed, differs(in.op)
		}
		if known && d.out != way {
			return failed, infeasible
		}
		m.made(r, i)
		m.settle(rs, in, cond, d.out)
		return went, nil
	}
	if !known {
		if choose == nil {
			return undecided, nil
		}
		way = *choose
	}
	if in.with != 0 {
		m.s.queue = append(m.s.queue, decision{key, way, in.with &^ (1 << r.index)})
		if len(m.s.queue) > maxQueue {
			return failed, unsupported(in.op, "lets its role run ahead of the others without bound")
		}
	}
	m.noteDecision(r, in, way)
	m.settle(rs, in, cond, way)
	return went, nil
}

// maxQueue bounds how many decisions a role may be ahead.
const maxQueue = 256

// infeasible marks a path that cannot happen: two roles know different things
// about the same size.
var infeasible = &Finding{Verdict: Proven}

func (m *machine) noteDecision(r *role, in *instr, way bool) {
	switch {
	case in.code == test && way:
		m.note(r, in.op, "starts an iteration")
	case in.code == test:
		m.note(r, in.op, "leaves the loop")
	case in.loop && way:
		m.note(r, in.op, "goes on")
	case in.loop:
		m.note(r, in.op, "leaves the loop")
	case way:
		m.note(r, in.op, "takes the condition as true")
	default:
		m.note(r, in.op, "takes the condition as false")
	}
}

// settle takes a way and remembers what it says.
func (m *machine) settle(rs *roleState, in *instr, cond value, way bool) {
	if cond.kind == relation {
		p := m.k.syms.list[cond.a]
		rs.facts = rs.facts.assume(m.k.syms, p, way)
		if in.code == test {
			m.settleStart(rs, in, p, way)
		}
	}
	m.take(rs, in, way)
}

// settleStart says of the lower bound what is decided of the induction variable
// while the two are equal: it is what is left of a loop without trips.
func (m *machine) settleStart(rs *roleState, in *instr, p predicate, way bool) {
	lb := rs.value(in.in[0])
	if lb.kind != number || lb.a == in.iv {
		return
	}
	if lo, hi := rs.facts.direct(in.iv, lb.a); lo != lb.n || hi != lb.n {
		return
	}
	start := func(id int32) (value, bool, bool) {
		if id == in.iv {
			return lb, true, true
		}
		return value{kind: number, a: id}, false, true
	}
	a, ca, _ := m.k.syms.rename(p.a, start)
	b, cb, _ := m.k.syms.rename(p.b, start)
	if (ca || cb) && a.a != b.a {
		m.spread(rs, value{kind: number, a: a.a})
		m.spread(rs, value{kind: number, a: b.a})
		rs.facts = rs.facts.assume(m.k.syms, predicate{rel: p.rel, a: a.a, b: b.a, off: p.off + a.n - b.n}, way)
	}
}

func (m *machine) take(rs *roleState, in *instr, way bool) {
	switch in.code {
	case test:
		rs.clear(in.kill)
		m.retireAll(rs, in.stale)
	case branch:
		rs.assign(slotOf(in.out), truth(way))
	}
	if way {
		rs.pc++
		return
	}
	rs.pc = in.target
}

// differs says that the decisions of roles do not agree.
func differs(op *ir.Operation) *Finding {
	return &Finding{Verdict: Unknown, Op: op, Rule: "V4", Msg: "decides by another expression than the roles that it shares barriers with: their iterations cannot be shown to be the same"}
}

// next finds the first decision of the queue that a role has yet to make.
func (m *machine) next(r *role) int {
	for i, d := range m.s.queue {
		if d.left>>r.index&1 != 0 {
			return i
		}
	}
	return len(m.s.queue)
}

// made drops a decision from those that a role has yet to make.
func (m *machine) made(r *role, i int) {
	q := slices.Clone(m.s.queue)
	if q[i].left &^= 1 << r.index; q[i].left == 0 {
		q = slices.Delete(q, i, i+1)
	}
	m.s.queue = q
}

func (m *machine) stop(r *role, rs *roleState, in *instr) (outcome, *Finding) {
	var left []int32
	for _, g := range append([][]int32{rs.open}, rs.stores...) {
		left = append(left, g...)
	}
	l := m.k.lay
	for _, t := range left {
		for _, x := range l.accesses[t] {
			if x.kind == storeRead && int(x.agent) == r.agents[0] && !m.s.known.has(l.known(r.agents[0]), x.col) {
				return failed, fault(m.lastStore(r, in.op), "V16", "may still read %s when role %q ends: a tasync.store_wait must come last", m.tileName(t), r.name)
			}
		}
	}
	if len(rs.groups) > 0 {
		return failed, fault(in.op, "V12", "ends role %q with MMAs under way", r.name)
	}
	m.note(r, in.op, "ends")
	rs.done = true
	return went, nil
}

// lastStore finds the store to name when one is left over.
func (m *machine) lastStore(r *role, otherwise *ir.Operation) *ir.Operation {
	for i := len(r.code) - 1; i >= 0; i-- {
		if r.code[i].code == perform && r.code[i].op.Is("tasync.async_store") {
			return r.code[i].op
		}
	}
	return otherwise
}
