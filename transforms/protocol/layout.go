package protocol

import (
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// An event is something that can be over: the last access of a kind that an
// agent made to a tile, the last completion of a barrier, an agent's last wait
// on it. Each has a column. A holder is who can know that an event is over: an
// agent, the running phase of a barrier (what its arrivals know) and its last
// completed phase. Each has a row. What is known is a matrix of bits; the
// columns of events that have not happened are all ones, so that the matrix
// of less knowledge is the bitwise and.

// event describes the column of an access.
type event struct {
	col   int32
	kind  accessKind
	agent int16
}

// layout says where the bits of the matrix are.
type layout struct {
	rows, words int
	// accesses lists the columns of a tile.
	accesses [][]event
	// over is the column of the last completion of an object, prior that of
	// the one before, waited those of the last waits by agents (-1: it never
	// waits), object * agents + agent.
	over   []int32
	prior  []int32
	waited []int32
	// generic and reads are the columns of ordinary accesses, and of ordinary
	// reads among them, by agent.
	generic, reads [][]uint64
	// pieces are the columns of copies by cp.async, by agent, control those
	// of waits and completions.
	pieces  [][]uint64
	control []uint64
	// groups are the rings that rotate together.
	groups []blocks
}

// blocks are the words of a group of rings: words for each slot.
type blocks struct{ first, words, slots int }

// pending and completed are the rows of a barrier object.
func (k *kernel) pending(o int) int { return k.agents + 2*o }

func (k *kernel) completed(o int) int { return k.agents + 2*o + 1 }

// touched lists the rings that a buffer operand can name.
func (k *kernel) touched(v *ir.Value) []*ring {
	for d := v.Def(); d != nil && d.Is(async.SlotDef.Name); d = v.Def() {
		v = d.Operand(0)
	}
	if r := k.buffers[v]; r != nil {
		return []*ring{r}
	}
	if d := v.Def(); d != nil {
		if p := k.pipeOf(v); p != nil {
			return []*ring{p.bufs[v.Index()]}
		}
	}
	return k.bufList
}

// access is what an operation does to a buffer.
type accessOf struct {
	operand int
	kind    accessKind
	// elected: one thread of the role does it, whoever executes the operation.
	elected bool
}

// accessesOf lists what an operation does to buffers.
func accessesOf(op *ir.Operation) []accessOf {
	switch op.Name() {
	case async.AsyncLoadDef.Name:
		v, _ := async.AsAsyncLoad(op)
		for i, o := range op.Operands() {
			if o == v.Dst() {
				return []accessOf{{i, copyWrite, true}}
			}
		}
	case async.CopyDef.Name:
		return copyOf(op)
	case async.AsyncStoreDef.Name:
		return []accessOf{{0, storeRead, true}}
	case async.LocalLoadDef.Name:
		return []accessOf{{0, genericRead, false}}
	case async.LocalStoreDef.Name:
		return []accessOf{{1, genericWrite, false}}
	case async.ReduceDef.Name:
		return []accessOf{{1, genericWrite, false}, {1, genericRead, false}}
	case async.MMADef.Name:
		var out []accessOf
		for i := range 2 {
			if _, buffer := op.Operand(i).Type().(*async.BufferType); buffer {
				out = append(out, accessOf{i, mmaRead, false})
			}
		}
		return out
	}
	return nil
}

// copyOf lists what a copy by threads does to its buffer. Rows by bulk copy
// leave zeros beside them to ordinary stores.
func copyOf(op *ir.Operation) []accessOf {
	v, _ := async.AsCopy(op)
	at := slices.Index(op.Operands(), v.Dst())
	via, _ := ir.StringValue(v.Via())
	switch via {
	case async.ViaPlain:
		return []accessOf{{at, genericWrite, false}}
	case async.ViaCpAsync:
		return []accessOf{{at, pieceWrite, false}}
	case async.ViaBulk:
		return []accessOf{{at, copyWrite, true}, {at, genericWrite, false}}
	}
	return []accessOf{{at, pieceWrite, false}, {at, genericWrite, false}}
}

// slotColumns numbers the events of one slot of a ring, or of one object.
type slotColumns struct {
	k *kernel
	// kinds are the agents that access a ring of buffers, by kind.
	kinds map[*ring]*[numKinds][]bool
	// waits are the agents that wait on a ring of barriers.
	waits map[*ring][]bool
}

func (k *kernel) survey() *slotColumns {
	c := &slotColumns{k: k, kinds: make(map[*ring]*[numKinds][]bool), waits: make(map[*ring][]bool)}
	for _, r := range k.bufList {
		c.kinds[r] = &[numKinds][]bool{}
		for i := range c.kinds[r] {
			c.kinds[r][i] = make([]bool, k.agents)
		}
	}
	for _, r := range k.barList {
		c.waits[r] = make([]bool, k.agents)
	}
	for _, r := range k.roles {
		for i := range r.code {
			if in := &r.code[i]; in.code == perform {
				c.note(r, in)
			}
		}
	}
	return c
}

func (c *slotColumns) note(r *role, in *instr) {
	if in.part != nil && in.part.effect != whole {
		if in.part.effect == awaitPhase {
			for _, agent := range r.team(in.solo) {
				c.waits[in.part.bar][agent] = true
			}
		}
		return
	}
	for _, a := range accessesOf(in.op) {
		team := r.team(in.solo || a.elected)
		for _, ring := range c.k.touched(in.op.Operand(a.operand)) {
			for _, agent := range team {
				c.kinds[ring][a.kind][agent] = true
			}
		}
	}
	if in.op.Is(async.BarrierWaitDef.Name) {
		if ring := c.k.bars[in.op.Operand(0)]; ring != nil {
			for _, agent := range r.team(in.solo) {
				c.waits[ring][agent] = true
			}
		}
	}
	// Who announces bytes of its own has to arrive behind that: as with a
	// wait, the phase must not complete before.
	if v, ok := async.AsCopy(in.op); ok {
		switch ring := c.k.bars[v.Barrier()]; {
		case ring != nil:
			c.waits[ring][r.agents[0]] = true
		case in.part != nil:
			c.waits[in.part.bar][r.agents[0]] = true
		}
	}
}

// arrange lays the matrix out: the slots of a group in words of their own, so
// that a rotation moves whole words.
func (k *kernel) arrange() {
	l := &layout{rows: k.agents + 2*k.objects, accesses: make([][]event, k.tiles),
		over: make([]int32, k.objects), prior: make([]int32, k.objects), waited: make([]int32, k.objects*k.agents)}
	c := k.survey()
	next := int32(0)
	place := func(bufs, bars []*ring, slot int) {
		for _, r := range bufs {
			t := r.first + slot
			for kind := range numKinds {
				for a, has := range c.kinds[r][kind] {
					if has {
						l.accesses[t] = append(l.accesses[t], event{next, accessKind(kind), int16(a)})
						next++
					}
				}
			}
		}
		for _, r := range bars {
			o := r.first + slot
			l.over[o], l.prior[o] = next, next+1
			next += 2
			for a, has := range c.waits[r] {
				l.waited[o*k.agents+a] = -1
				if has {
					l.waited[o*k.agents+a] = next
					next++
				}
			}
		}
	}
	word := func() int { return int(next+63) / 64 }
	for gi := range k.groups {
		g := &k.groups[gi]
		b := blocks{first: word(), slots: g.slots}
		for s := range g.slots {
			next = int32(64 * word())
			place(g.bufs, g.bars, s)
			if s == 0 {
				b.words = word() - b.first
			}
		}
		next = int32(64 * word())
		l.groups = append(l.groups, b)
	}
	for _, r := range k.bufList {
		for s := 0; r.group < 0 && s < r.n; s++ {
			place([]*ring{r}, nil, s)
		}
	}
	for _, r := range k.barList {
		for s := 0; r.group < 0 && s < r.n; s++ {
			place(nil, []*ring{r}, s)
		}
	}
	for _, n := range k.namedList() {
		l.over[n.object], l.prior[n.object] = next, next+1
		next += 2
		for a := range k.agents {
			l.waited[n.object*k.agents+a] = -1
		}
	}
	l.words = max(1, word())
	l.masks(k.agents)
	k.lay = l
	for _, p := range k.pipeList {
		p.mask = make([]uint64, l.words)
		for _, r := range p.bufs {
			for _, list := range l.accesses[r.first : r.first+r.n] {
				for _, e := range list {
					p.mask[e.col>>6] |= 1 << (e.col & 63)
				}
			}
		}
	}
}

func (l *layout) masks(agents int) {
	set := func(mask []uint64, col int32) { mask[col>>6] |= 1 << (col & 63) }
	l.control = make([]uint64, l.words)
	for range agents {
		l.generic = append(l.generic, make([]uint64, l.words))
		l.reads = append(l.reads, make([]uint64, l.words))
		l.pieces = append(l.pieces, make([]uint64, l.words))
	}
	for _, list := range l.accesses {
		for _, e := range list {
			switch e.kind {
			case genericWrite:
				set(l.generic[e.agent], e.col)
			case genericRead:
				set(l.generic[e.agent], e.col)
				set(l.reads[e.agent], e.col)
			case pieceWrite:
				set(l.pieces[e.agent], e.col)
			}
		}
	}
	for _, cols := range [][]int32{l.over, l.prior, l.waited} {
		for _, col := range cols {
			if col >= 0 {
				set(l.control, col)
			}
		}
	}
}

// matrix is what is known: the rows of what holders know to be over, those of
// what they know across the proxies, and behind these two rows: the events
// that have not happened, and those reads that another thread than the reader
// has fenced.
type matrix []uint64

func (l *layout) known(row int) int { return row * l.words }

func (l *layout) fenced(row int) int { return (l.rows + row) * l.words }

func (l *layout) none() int { return 2 * l.rows * l.words }

func (l *layout) lent() int { return (2*l.rows + 1) * l.words }

func (l *layout) fresh() matrix {
	m := make(matrix, (2*l.rows+2)*l.words)
	for i := range m[:l.lent()] {
		m[i] = ^uint64(0)
	}
	return m
}

func (m matrix) has(at int, col int32) bool { return m[at+int(col>>6)]>>(col&63)&1 != 0 }

func (m matrix) put(at int, col int32) { m[at+int(col>>6)] |= 1 << (col & 63) }

// learn makes row dst know what src knows.
func (m matrix) learn(l *layout, dst, src int) {
	for i := range l.words {
		m[l.known(dst)+i] |= m[l.known(src)+i]
		m[l.fenced(dst)+i] |= m[l.fenced(src)+i]
	}
}

// happen enters an event that nobody knows to be over.
func (m matrix) happen(l *layout, col int32) {
	bit := uint64(1) << (col & 63)
	for i := int(col >> 6); i < len(m); i += l.words {
		m[i] &^= bit
	}
}

// become makes an event stand for another one, which is the older.
func (m matrix) become(l *layout, from, to int32) {
	for row := 0; row < l.lent(); row += l.words {
		bit := m[row+int(from>>6)] >> (from & 63) & 1
		at := row + int(to>>6)
		m[at] = m[at]&^(1<<(to&63)) | bit<<(to&63)
	}
}

// vanish makes an event one that has not happened.
func (m matrix) vanish(l *layout, col int32) {
	bit := uint64(1) << (col & 63)
	for i := int(col >> 6); i < l.lent(); i += l.words {
		m[i] |= bit
	}
	m[l.lent()+int(col>>6)] &^= bit
}

// rotate moves the slots of a group k places on; rows are moved by the caller.
func (m matrix) rotate(l *layout, b blocks, k int) {
	if k == 0 || b.words == 0 {
		return
	}
	width := b.slots * b.words
	old := make([]uint64, width)
	for at := b.first; at < len(m); at += l.words {
		copy(old, m[at:at+width])
		for s := range b.slots {
			to := (s + k) % b.slots * b.words
			copy(m[at+to:at+to+b.words], old[s*b.words:(s+1)*b.words])
		}
	}
}

// meet keeps what both know, and reports whether that is less than m.
func (m matrix) meet(l *layout, o matrix) bool {
	changed := false
	for i := range m {
		v := m[i] & o[i]
		if i >= l.lent() {
			v = m[i] | o[i]
		}
		changed = changed || v != m[i]
		m[i] = v
	}
	return changed
}
