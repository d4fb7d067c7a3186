package protocol

import (
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// conflict checks that an agent may make an access: that it knows the ones
// before that conflict with it, across the proxies where they differ.
func (m *machine) conflict(op *ir.Operation, t int32, agent int, kind accessKind) *Finding {
	l, b := m.k.lay, m.s.known
	for _, x := range l.accesses[t] {
		if !kind.writes() && !x.kind.writes() {
			continue
		}
		if !b.has(l.known(agent), x.col) {
			return m.race(op, t, agent, kind, x)
		}
		if !kind.isAsync() || x.kind.isAsync() {
			continue
		}
		if !b.has(l.fenced(agent), x.col) {
			return fault(op, "V11", "makes its %s of %s behind the %s by role %q without a tasync.fence_async that counts: after a write, by the threads that wrote, before the barrier that orders the two; after a read, anywhere between",
				kind, m.tileName(t), x.kind, m.roleOf(int(x.agent)).name)
		}
		if b.has(l.lent(), x.col) {
			m.lent[way(x.kind == pieceWrite)] = true
		}
	}
	if !kind.writes() && !m.s.written[t] {
		return fault(op, "V2", "makes its %s of %s, which nothing has written yet", kind, m.tileName(t))
	}
	return nil
}

func (m *machine) race(op *ir.Operation, t int32, agent int, kind accessKind, x event) *Finding {
	who := m.roleOf(int(x.agent))
	flight := slices.IndexFunc(m.s.flights, func(f flight) bool { return f.col == x.col })
	state := "and nothing orders the two"
	switch {
	case x.kind == copyWrite && flight >= 0:
		state = "which may still be under way: nothing waits for its phase of " + m.objectName(int(m.s.flights[flight].object)).String()
	case x.kind == pieceWrite:
		state = "which may still be under way: a tasync.copy_wait, or a tasync.copy_arrive and a wait for its phase, must stand between"
	case x.kind == copyWrite:
		state = "whose phase this warp did not wait for"
	case x.kind == mmaRead:
		state = "which may still be under way, or another warp's: a tasync.mma_wait that covers it and a barrier must stand between"
	case x.kind == storeRead:
		state = "which may still be under way: a tasync.store_wait that covers it and a barrier must stand between"
	}
	rule := "V10"
	if kind == mmaRead || kind == genericRead || kind == storeRead {
		rule = "V2"
	}
	return fault(op, rule, "races in its %s of %s with the %s by role %q, %s", kind, m.tileName(t), x.kind, who.name, state)
}

// record enters an access that its agent knows to be over when done is set.
func (m *machine) record(t int32, kind accessKind, agent int, done bool) int32 {
	l := m.k.lay
	for _, x := range l.accesses[t] {
		if x.kind == kind && int(x.agent) == agent {
			m.s.known.happen(l, x.col)
			if done {
				m.s.known.put(l.known(agent), x.col)
			}
			return x.col
		}
	}
	return -1
}

// overwrite forgets the accesses to a tile: who writes it knows them to be
// over, so who knows of the write knows of them.
func (m *machine) overwrite(t int32) {
	for _, x := range m.k.lay.accesses[t] {
		m.s.known.vanish(m.k.lay, x.col)
	}
	m.s.written[t] = true
}

// generic is an access by ordinary loads or stores of all threads.
func (m *machine) generic(r *role, in *instr, v value, kind accessKind) *Finding {
	t, f := m.tile(in.op, v)
	if f != nil {
		return f
	}
	m.note(r, in.op, "makes its %s of %s", kind, m.tileName(t))
	team := r.team(in.solo)
	for _, a := range team {
		if f := m.conflict(in.op, t, a, kind); f != nil {
			return f
		}
	}
	if kind == genericWrite {
		m.overwrite(t)
	}
	for _, a := range team {
		m.record(t, kind, a, true)
	}
	return nil
}

func (m *machine) load(r *role, in *instr, args []value) (outcome, *Finding) {
	op := in.op
	v, _ := async.AsAsyncLoad(op)
	t, f := m.tile(op, args[slices.Index(op.Operands(), v.Dst())])
	if f != nil {
		return failed, f
	}
	o, name, f := m.signal(in, v.Barrier(), t, args)
	if f != nil {
		return failed, f
	}
	agent := r.agents[0]
	m.note(r, op, "copies into %s, completing on %s", m.tileName(t), name)
	if f := m.conflict(op, t, agent, copyWrite); f != nil {
		return failed, f
	}
	if f := m.current(op, o, agent); f != nil {
		return failed, f
	}
	m.overwrite(t)
	m.s.fly(flight{m.record(t, copyWrite, agent, false), int16(o)})
	obj := &m.s.objects[o]
	obj.got += async.LoadBytes(v.Dst().Type().(*async.BufferType))
	if obj.pend == 0 && obj.got > obj.expected {
		return failed, fault(op, "V6", "brings more bytes to %s than its phase expects: %d expected, %d copied", name, obj.expected, obj.got)
	}
	return m.result(m.complete(r, op, o))
}

// signal is the object that a copy to a tile completes on.
func (m *machine) signal(in *instr, bar *ir.Value, t int32, args []value) (int, label, *Finding) {
	if bar != nil {
		return m.object(in.op, bar, args[len(args)-1])
	}
	o := in.part.bar.first
	if p := in.part.pipe; p != nil {
		o += (int(t) - p.bufs[0].first) % p.full.n
	}
	return o, m.objectName(o), nil
}

// copy is a copy by the threads of the role.
func (m *machine) copy(r *role, in *instr, args []value) (outcome, *Finding) {
	op := in.op
	does := copyOf(op)
	t, f := m.tile(op, args[does[0].operand])
	if f != nil {
		return failed, f
	}
	m.note(r, op, "copies into %s", m.tileName(t))
	for _, x := range does {
		for _, a := range r.team(in.solo || x.elected) {
			if f := m.conflict(op, t, a, x.kind); f != nil {
				return failed, f
			}
		}
	}
	m.overwrite(t)
	for _, x := range does {
		for _, a := range r.team(in.solo || x.elected) {
			col := m.record(t, x.kind, a, x.kind == genericWrite)
			if x.kind == copyWrite {
				if f := m.announced(r, in, a, col, t, args); f != nil {
					return failed, f
				}
			}
		}
	}
	return went, nil
}

// announced is a bulk copy whose bytes its own thread has announced; that
// thread has yet to arrive.
func (m *machine) announced(r *role, in *instr, agent int, col, t int32, args []value) *Finding {
	op := in.op
	v, _ := async.AsCopy(op)
	o, name, f := m.signal(in, v.Barrier(), t, args)
	if f == nil {
		f = m.current(op, o, agent)
	}
	if f != nil {
		return f
	}
	m.note(r, op, "announces its bytes to %s", name)
	l := m.k.lay
	left := l.waited[o*m.k.agents+agent]
	m.s.known.happen(l, left)
	m.s.known.put(l.known(agent), left)
	m.s.fly(flight{col, int16(o)})
	return nil
}

// copyArrive arrives for every thread once its cp.async are over. Of what the
// threads did otherwise it orders nothing.
func (m *machine) copyArrive(r *role, in *instr, args []value) (outcome, *Finding) {
	op := in.op
	o, _, f := m.object(op, op.Operand(0), args[1])
	if f != nil {
		return failed, f
	}
	return m.handPieces(r, in, o)
}

func (m *machine) handPieces(r *role, in *instr, o int) (outcome, *Finding) {
	op, name := in.op, m.objectName(o)
	m.note(r, op, "arrives at %s when the copies by cp.async are over", name)
	l, b := m.k.lay, m.s.known
	pend := m.k.pending(o)
	team, total := r.team(in.solo), int32(0)
	for i, a := range team {
		n := 32 * r.weights[i]
		if in.solo {
			n = 1
		}
		if f := m.current(op, o, a); f != nil {
			return failed, f
		}
		for w := range l.words {
			b[l.known(pend)+w] |= b[l.known(a)+w]&l.control[w] | l.pieces[a][w]
		}
		total += n
	}
	obj := &m.s.objects[o]
	if total > obj.pend {
		return failed, overrun(op, name, obj, total)
	}
	obj.pend -= total
	return m.result(m.complete(r, op, o))
}

// copyWait lets threads know that their own cp.async are over.
func (m *machine) copyWait(r *role, in *instr) {
	m.note(r, in.op, "waits for its copies by cp.async")
	l := m.k.lay
	for _, a := range r.team(in.solo) {
		for w := range l.words {
			m.s.known[l.known(a)+w] |= l.pieces[a][w]
		}
	}
}

func (m *machine) store(r *role, rs *roleState, in *instr, args []value) (outcome, *Finding) {
	t, f := m.tile(in.op, args[0])
	if f != nil {
		return failed, f
	}
	agent := r.agents[0]
	m.note(r, in.op, "stores from %s", m.tileName(t))
	if f := m.conflict(in.op, t, agent, storeRead); f != nil {
		return failed, f
	}
	m.record(t, storeRead, agent, false)
	rs.open = append(rs.open, t)
	if len(rs.open) > maxGroups {
		return failed, unsupported(in.op, "issues ever more stores that nothing commits")
	}
	return went, nil
}

func (m *machine) storeWait(r *role, rs *roleState, op *ir.Operation) {
	pending, _ := ir.IntValue(op.Prop("pending"))
	m.note(r, op, "waits until %d groups of stores are left", pending)
	over := len(rs.stores) - int(pending)
	if over <= 0 {
		return
	}
	var done []int32
	for _, g := range rs.stores[:over] {
		done = append(done, g...)
	}
	rs.stores = append([][]int32(nil), rs.stores[over:]...)
	left := append([][]int32{rs.open}, rs.stores...)
	m.finish(done, left, storeRead, r.agents[:1])
}

// finish lets agents know that their asynchronous reads of tiles are over,
// save those that a group still under way makes again.
func (m *machine) finish(done []int32, left [][]int32, kind accessKind, team []int) {
	for _, t := range done {
		if holdsTile(left, t) {
			continue
		}
		for _, x := range m.k.lay.accesses[t] {
			for _, a := range team {
				if x.kind == kind && int(x.agent) == a {
					m.s.known.put(m.k.lay.known(a), x.col)
				}
			}
		}
	}
}

// fly enters a copy under way.
func (s *state) fly(f flight) {
	at, found := slices.BinarySearchFunc(s.flights, f, func(a, b flight) int { return int(a.col) - int(b.col) })
	if found {
		s.flights[at] = f
		return
	}
	s.flights = slices.Insert(s.flights, at, f)
}

func holdsTile(groups [][]int32, t int32) bool {
	for _, g := range groups {
		for _, x := range g {
			if x == t {
				return true
			}
		}
	}
	return false
}

func (m *machine) mma(r *role, rs *roleState, in *instr, args []value) (outcome, *Finding) {
	op := in.op
	var tiles []int32
	for i, v := range op.Operands()[:2] {
		if _, buffer := v.Type().(*async.BufferType); !buffer {
			if f := m.finished(rs, op, args[i]); f != nil {
				return failed, f
			}
			continue
		}
		t, f := m.tile(op, args[i])
		if f != nil {
			return failed, f
		}
		m.note(r, op, "starts MMAs on %s", m.tileName(t))
		for _, a := range r.agents {
			if f := m.conflict(op, t, a, mmaRead); f != nil {
				return failed, f
			}
			m.record(t, mmaRead, a, false)
		}
		tiles = append(tiles, t)
	}
	if len(rs.groups) >= maxGroups {
		return failed, unsupported(op, "starts ever more groups of MMAs that nothing waits for")
	}
	rs.next++
	rs.groups = append(rs.groups, mmaGroup{rs.next, tiles})
	rs.assign(in.out[0], value{kind: accumulator, n: rs.next})
	return went, nil
}

// finished checks that a tile is not the result of an MMA under way.
func (m *machine) finished(rs *roleState, op *ir.Operation, v value) *Finding {
	if v.kind == accumulator && rs.age(v.n) > 0 {
		return fault(op, "V12", "uses the result of an MMA that may be under way: a tasync.mma_wait that covers it must stand between")
	}
	return nil
}

func (m *machine) mmaWait(r *role, rs *roleState, in *instr, args []value) {
	pending, _ := ir.IntValue(in.op.Prop("pending"))
	m.note(r, in.op, "waits until %d groups of MMAs are left", pending)
	for i, o := range in.out {
		rs.assign(o, args[i])
	}
	over := len(rs.groups) - int(pending)
	if over <= 0 {
		return
	}
	var done []int32
	var left [][]int32
	for i, g := range rs.groups {
		if i < over {
			done = append(done, g.tiles...)
		} else {
			left = append(left, g.tiles)
		}
	}
	rs.groups = append([]mmaGroup(nil), rs.groups[over:]...)
	m.finish(done, left, mmaRead, r.agents)
	if m.rendezvous {
		m.meet(r, done, left)
	}
}

// meet lets the leaders know what the wgmma rendezvous implies: that the
// other warps of their groups have left their waits and that the operands of
// the group were read.
func (m *machine) meet(r *role, done []int32, left [][]int32) {
	last := len(r.agents) - 1
	if r.leaders[last] {
		return
	}
	follower := r.agents[last]
	l, b := m.k.lay, m.s.known
	for i, a := range r.agents[:last] {
		if !r.leaders[i] {
			continue
		}
		for o := range m.s.objects {
			if col := l.waited[o*m.k.agents+follower]; col >= 0 {
				b.put(l.known(a), col)
			}
		}
		for _, t := range done {
			if holdsTile(left, t) {
				continue
			}
			for _, x := range l.accesses[t] {
				if x.kind == mmaRead && int(x.agent) == follower {
					b.put(l.known(a), x.col)
				}
			}
		}
	}
}
