package protocol

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// Barriers that roles share by number: objects whose arrivals are warps, and
// whose waiters cannot be passed by a phase that needs them.

// namedList lists the barriers by object.
func (k *kernel) namedList() []*named {
	out := make([]*named, 0, len(k.named))
	for _, n := range k.named {
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b *named) int { return a.object - b.object })
	return out
}

// knowsLast reports whether an agent knows the last phase of an object to be
// over, by a wait of its own or from another one.
func (m *machine) knowsLast(o, agent int) bool {
	return m.s.known.has(m.k.lay.known(agent), m.k.lay.over[o])
}

// catchUp sets the lags of those that know the last phase or the one before.
func (m *machine) catchUp(o int) {
	for a := range m.k.agents {
		at := o*m.k.agents + a
		switch l := m.k.lay; {
		case m.s.lags[at] == 0:
		case m.knowsLast(o, a):
			m.s.lags[at] = 1
		case m.s.known.has(l.known(a), l.prior[o]):
			m.s.lags[at] = 2
		}
	}
}

// namedArrive is the arrival of all warps of a role.
func (m *machine) namedArrive(r *role, in *instr) *Finding {
	id, _ := ir.IntValue(in.op.Prop("id"))
	n := m.k.named[id]
	if in.solo {
		return fault(in.op, "T2", "stands where one thread executes it, and all warps of its role have to")
	}
	m.note(r, in.op, "arrives at named barrier %d", id)
	obj := &m.s.objects[n.object]
	if total := int32(r.warps); total > obj.pend {
		return overrun(in.op, m.objectName(n.object), obj, total)
	}
	for i, a := range r.agents {
		if f := m.arrive(r, in.op, n.object, a, r.weights[i]); f != nil {
			return f
		}
	}
	return nil
}

// namedSync arrives, and goes on when the phase is over.
func (m *machine) namedSync(r *role, rs *roleState, in *instr) (outcome, *Finding) {
	if !rs.arrived {
		if f := m.namedArrive(r, in); f != nil {
			return failed, f
		}
		rs.arrived = true
		return went, nil
	}
	id, _ := ir.IntValue(in.op.Prop("id"))
	n := m.k.named[id]
	for _, a := range r.agents {
		switch lags := m.s.lags[n.object*m.k.agents+a]; {
		case lags == 1:
			return blocked, nil
		case lags != 2:
			return failed, unsupported(in.op, "waits at a barrier that other roles can pass meanwhile")
		}
	}
	for _, a := range r.agents {
		m.s.lags[n.object*m.k.agents+a] = 1
		m.s.known.learn(m.k.lay, a, m.k.completed(n.object))
	}
	rs.arrived = false
	m.note(r, in.op, "waits at named barrier %d: over", id)
	rs.pc++
	return went, nil
}
