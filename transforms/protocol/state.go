package protocol

import (
	"encoding/binary"
)

type accessKind uint8

// The kinds of accesses.
const (
	genericWrite accessKind = iota
	genericRead
	copyWrite // TMA load
	mmaRead
	storeRead  // TMA store
	pieceWrite // cp.async
	numKinds   = int(pieceWrite) + 1
)

// writes reports whether an access of the kind changes the tile.
func (k accessKind) writes() bool { return k == genericWrite || k == copyWrite || k == pieceWrite }

// isAsync reports whether it is of the async proxy.
func (k accessKind) isAsync() bool { return k == copyWrite || k == mmaRead || k == storeRead }

func (k accessKind) String() string {
	return [...]string{"ordinary write", "ordinary read", "fill", "MMA read", "asynchronous store's read", "copy by cp.async"}[k]
}

// object is one mbarrier.
type object struct {
	init, published bool
	// parity is that of the running phase.
	parity      bool
	count, pend int32
	// expected and got are the bytes of the running phase.
	expected, got int64
}

// flight is a copy that will complete with a phase of an object.
type flight struct {
	col    int32
	object int16
}

// mmaGroup is a group of MMAs under way and the tiles that it reads.
type mmaGroup struct {
	id    int64
	tiles []int32
}

// roleState is where a role is.
type roleState struct {
	pc   int
	done bool
	// arrived is set from the arrival at a named barrier to its end.
	arrived bool
	env     []value
	facts   facts
	groups  []mmaGroup
	next    int64
	open    []int32
	stores  [][]int32
}

// decision is the outcome of a shared decision; left are the roles that have
// yet to make it, as bits.
type decision struct {
	key  int32
	out  bool
	left uint64
}

// state is everything. What is known of sizes and what is known to be over
// can be joined with another state; the rest says which states can.
type state struct {
	roles   []roleState
	objects []object
	queue   []decision
	flights []flight
	known   matrix
	// written are the tiles that something was written to.
	written []bool
	// lags holds for each object and agent how many phases it has completed
	// that the agent did not wait for, as the set of what is possible: bit 0
	// to 3, where 3 stands for 3, 5, ... and 2 for 2, 4, ...
	lags []uint8
	// turned are the groups whose slots have been renumbered.
	turned uint64
}

// clone copies s over n, a state that nobody needs any more or a new one, and
// returns n. Lists in lists and facts are never changed in place, other than by
// turn, and are shared.
func (s *state) clone(n *state) *state {
	roles := n.roles
	*n = state{queue: append(n.queue[:0], s.queue...), objects: append(n.objects[:0], s.objects...), flights: append(n.flights[:0], s.flights...),
		known: append(n.known[:0], s.known...), written: append(n.written[:0], s.written...), lags: append(n.lags[:0], s.lags...), turned: s.turned}
	if len(roles) != len(s.roles) {
		roles = make([]roleState, len(s.roles))
	}
	for i, r := range s.roles {
		old := &roles[i]
		r.env, r.groups = append(old.env[:0], r.env...), append(old.groups[:0], r.groups...)
		r.open, r.stores = append(old.open[:0], r.open...), append(old.stores[:0], r.stores...)
		*old = r
	}
	n.roles = roles
	return n
}

type encoder struct{ b []byte }

func (e *encoder) int(n int64) { e.b = binary.AppendVarint(e.b, n) }

func (e *encoder) bools(bs ...bool) {
	n := byte(0)
	for i, b := range bs {
		if b {
			n |= 1 << i
		}
	}
	e.b = append(e.b, n)
}

func (e *encoder) list(l []int32) {
	e.int(int64(len(l)))
	for _, t := range l {
		e.int(int64(t))
	}
}

// key says which states can be joined: those that differ only in what is
// known to be over and in bounds of sizes. With exact it says which states have the same future.
func (s *state) key(syms *symbols, exact bool, buf []byte) []byte {
	e := &encoder{b: buf[:0]}
	for i := range s.roles {
		s.roles[i].encode(e, syms, exact)
	}
	for i := range s.objects {
		o := &s.objects[i]
		e.bools(o.init, o.published, o.parity)
		e.int(int64(o.count))
		e.int(int64(o.pend))
		e.int(o.expected)
		e.int(o.got)
	}
	for _, f := range s.flights {
		e.int(int64(f.col))
		e.int(int64(f.object))
	}
	e.int(int64(s.turned))
	for _, d := range s.queue {
		e.int(int64(d.key))
		e.bools(d.out)
		e.int(int64(d.left))
	}
	if exact {
		for _, w := range s.known {
			e.b = binary.LittleEndian.AppendUint64(e.b, w)
		}
		for _, w := range s.written {
			e.bools(w)
		}
		e.b = append(e.b, s.lags...)
	}
	return e.b
}

func (r *roleState) encode(e *encoder, syms *symbols, exact bool) {
	e.int(int64(r.pc))
	e.bools(r.done, r.arrived)
	for _, v := range r.env {
		e.b = append(e.b, byte(v.kind))
		n := v.n
		if v.kind == accumulator {
			n = r.age(v.n)
		}
		e.int(int64(v.a))
		e.int(n)
	}
	for _, f := range r.facts {
		// What memory holds for the iterations ahead says which of them have
		// loaded; joined it would say nothing.
		// So do the steps that a loop makes before its own start.
		if exact || syms.isMade(f.a) || syms.isMade(f.b) || f.lo == f.hi && (f.a == 0 && f.lo > 0 || syms.isBefore(f.a) || syms.isBefore(f.b)) {
			e.int(int64(f.a))
			e.int(int64(f.b))
			e.int(f.lo)
			e.int(f.hi)
		}
	}
	e.int(-1)
	e.int(int64(len(r.groups)))
	for _, g := range r.groups {
		e.list(g.tiles)
	}
	e.list(r.open)
	e.int(int64(len(r.stores)))
	for _, l := range r.stores {
		e.list(l)
	}
}

// age counts from the newest MMA group, 1 for it; 0 is a finished one.
func (r *roleState) age(id int64) int64 {
	for i, g := range r.groups {
		if g.id == id {
			return int64(len(r.groups) - i)
		}
	}
	return 0
}

// renumber gives the groups under way the numbers from 1, so that equal
// states are equal.
func (r *roleState) renumber() {
	for i := range r.env {
		if v := &r.env[i]; v.kind == accumulator {
			if age := r.age(v.n); age > 0 {
				v.n = int64(len(r.groups)) - age + 1
			} else {
				v.n = 0
			}
		}
	}
	for i := range r.groups {
		r.groups[i].id = int64(i + 1)
	}
	r.next = int64(len(r.groups))
}

// join takes what both states know, and reports whether that is less than s.
// With widen, bounds that differ are dropped.
func (s *state) join(k *kernel, o *state, widen bool) bool {
	changed := s.known.meet(k.lay, o.known)
	for i, w := range o.written {
		if s.written[i] && !w {
			s.written[i], changed = false, true
		}
	}
	for i, l := range o.lags {
		if s.lags[i]|l != s.lags[i] {
			s.lags[i], changed = s.lags[i]|l, true
		}
	}
	for i := range s.roles {
		if f, less := s.roles[i].facts.join(o.roles[i].facts, widen); less {
			s.roles[i].facts, changed = f, true
		}
	}
	return changed
}
