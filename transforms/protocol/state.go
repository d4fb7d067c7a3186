package protocol

import "encoding/binary"

// maxHolders is the number of holders that a set can have.
const maxHolders = 256

// set is a set of holders of knowledge.
type set [maxHolders / 64]uint64

func (s *set) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

func (s *set) add(i int) { s[i>>6] |= 1 << (i & 63) }

func (s *set) remove(i int) { s[i>>6] &^= 1 << (i & 63) }

func (s *set) put(i int, in bool) {
	if in {
		s.add(i)
	} else {
		s.remove(i)
	}
}

// token is an event with those who know that it is over; fenced are those who
// know it across the proxies.
type token struct{ known, fenced set }

// access is the last access of a kind to a tile by an agent.
type access struct {
	token
	kind  accessKind
	agent int16
	// flight is the barrier object that an asynchronous write will complete
	// on, -1 once it has.
	flight int16
	// lent says that another thread than the reader has fenced a read.
	lent bool
}

type accessKind uint8

// The kinds of accesses.
const (
	genericWrite accessKind = iota
	genericRead
	copyWrite // TMA load
	mmaRead
	storeRead // TMA store
)

func (k accessKind) String() string {
	return [...]string{"ordinary write", "ordinary read", "fill", "MMA read", "asynchronous store's read"}[k]
}

// tile is one tile of shared memory: its last accesses, and whether what was
// written last has not been read yet.
type tile struct {
	accesses []access
	unread   bool
}

// object is one mbarrier.
type object struct {
	init, published bool
	// parity is that of the running phase; ever is set once a phase was over.
	parity, ever bool
	count, pend  int32
	// expected and got are the bytes of the running phase.
	expected, got int64
	// over is the completion of the phase before.
	over token
	// waited holds the last wait of each agent since then, lag how many
	// phases it has not waited for (3 stands for 3, 5, ...).
	waited []*token
	lag    []uint8
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
	// fresh is set from the entry of a loop to its first test.
	fresh  bool
	env    []value
	facts  facts
	groups []mmaGroup
	next   int64
	open   []int32
	stores [][]int32
	// taken is the number of shared decisions of the queue that it has made.
	taken int
}

// decision is the outcome of a shared decision.
type decision struct {
	key int32
	out bool
}

// state is everything.
type state struct {
	roles   []roleState
	tiles   []tile
	objects []object
	queue   []decision
}

func (s *state) clone() *state {
	n := &state{queue: append([]decision(nil), s.queue...)}
	n.roles = append([]roleState(nil), s.roles...)
	for i := range n.roles {
		r := &n.roles[i]
		r.env = append([]value(nil), r.env...)
		r.groups = append([]mmaGroup(nil), r.groups...)
		r.open = append([]int32(nil), r.open...)
		r.stores = append([][]int32(nil), r.stores...)
	}
	n.tiles = append([]tile(nil), s.tiles...)
	for i := range n.tiles {
		n.tiles[i].accesses = append([]access(nil), n.tiles[i].accesses...)
	}
	n.objects = append([]object(nil), s.objects...)
	for i := range n.objects {
		o := &n.objects[i]
		o.lag = append([]uint8(nil), o.lag...)
		o.waited = append([]*token(nil), o.waited...)
		for j, t := range o.waited {
			if t != nil {
				c := *t
				o.waited[j] = &c
			}
		}
	}
	return n
}

// tokens calls f for everything that can be known.
func (s *state) tokens(f func(*token)) {
	for i := range s.tiles {
		for j := range s.tiles[i].accesses {
			f(&s.tiles[i].accesses[j].token)
		}
	}
	for i := range s.objects {
		o := &s.objects[i]
		f(&o.over)
		for _, t := range o.waited {
			if t != nil {
				f(t)
			}
		}
	}
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

func (e *encoder) set(s *set) {
	for _, w := range s {
		e.b = binary.AppendUvarint(e.b, w)
	}
}

func (e *encoder) token(t *token) {
	e.set(&t.known)
	e.set(&t.fenced)
}

// key returns the state as text: equal for states with the same future.
func (s *state) key() string {
	e := &encoder{b: make([]byte, 0, 1024)}
	for i := range s.roles {
		s.roles[i].encode(e)
	}
	for i := range s.tiles {
		t := &s.tiles[i]
		e.bools(t.unread)
		e.int(int64(len(t.accesses)))
		for j := range t.accesses {
			a := &t.accesses[j]
			e.int(int64(a.kind))
			e.int(int64(a.agent))
			e.int(int64(a.flight))
			e.bools(a.lent)
			e.token(&a.token)
		}
	}
	for i := range s.objects {
		o := &s.objects[i]
		e.bools(o.init, o.published, o.parity, o.ever)
		e.int(int64(o.count))
		e.int(int64(o.pend))
		e.int(o.expected)
		e.int(o.got)
		e.token(&o.over)
		e.b = append(e.b, o.lag...)
		for _, t := range o.waited {
			e.bools(t != nil)
			if t != nil {
				e.token(t)
			}
		}
	}
	for _, d := range s.queue {
		e.int(int64(d.key))
		e.bools(d.out)
	}
	return string(e.b)
}

func (r *roleState) encode(e *encoder) {
	e.int(int64(r.pc))
	e.bools(r.done, r.fresh)
	e.int(int64(r.taken))
	for _, v := range r.env {
		e.b = append(e.b, byte(v.kind))
		n := v.n
		if v.kind == accumulator {
			n = r.age(v.n)
		}
		e.int(int64(v.a))
		e.int(n)
	}
	e.int(int64(len(r.facts)))
	for _, f := range r.facts {
		e.int(int64(f.a))
		e.int(int64(f.b))
		e.int(f.lo)
		e.int(f.hi)
	}
	lists := func(l []int32) {
		e.int(int64(len(l)))
		for _, t := range l {
			e.int(int64(t))
		}
	}
	e.int(int64(len(r.groups)))
	for _, g := range r.groups {
		lists(g.tiles)
	}
	lists(r.open)
	e.int(int64(len(r.stores)))
	for _, l := range r.stores {
		lists(l)
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
