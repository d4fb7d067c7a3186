package protocol

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// Exploration is what the exhaustive explorer found.
type Exploration struct {
	// Fault says what went wrong in some schedule, "" for nothing; Op is the
	// operation it happened at, Trace the schedule.
	Fault string
	Op    *ir.Operation
	Trace []Step
	// States is how many states were visited, Complete whether those are all.
	States   int
	Complete bool
	// Reads are what each read of shared memory saw, in the order of the warps
	// and their programs: which fill of its ring.
	Reads []int32
}

// Explore runs a kernel with the number size for all sizes and arguments, in
// all interleavings of its warps and of the copies under way, up to warps that
// do the same. It shares with Check how operations become the programs of
// roles, and none of its rules: a fault is an access while a conflicting one
// is under way, an arrival too many, a read of another fill than in another
// schedule, or that nothing can move. Fences are not seen. The error is that
// of the context; what cannot be explored has Complete unset.
func Explore(ctx context.Context, fn *ir.Operation, size int64, maxStates int) (*Exploration, error) {
	z := &sizes{other: size, names: make(map[int32]string)}
	k, f := build(fn, z)
	if f != nil {
		return &Exploration{Op: f.Op}, nil
	}
	k.noGroups()
	w := &world{k: k, saw: make(map[[2]int]int32)}
	first, f := w.start()
	if f != nil {
		if f.Verdict == Refuted {
			return &Exploration{Fault: f.Msg, Op: f.Op, Complete: true}, nil
		}
		return &Exploration{Op: f.Op}, nil
	}
	return w.explore(ctx, first, maxStates)
}

// world is a kernel as lists of deeds.
type world struct {
	k     *kernel
	deeds [][]deed
	names []string
	count []int32
	saw   map[[2]int]int32
}

// thing is an object in a schedule.
type thing struct {
	phase uint16
	pend  int32
	tx    int64
}

// shelf is a tile in a schedule.
type shelf struct {
	readers, writers uint8
	fill             int32
}

// moment is a state of the explorer.
type moment struct {
	at []uint16
	// since is the phase that a warp has counted in.
	since  []uint16
	things []thing
	shelf  []shelf
	// under are the copies under way: warp and deed.
	under [][2]uint16
}

func (m *moment) clone() *moment {
	return &moment{slices.Clone(m.at), slices.Clone(m.since), slices.Clone(m.things), slices.Clone(m.shelf), slices.Clone(m.under)}
}

func (m *moment) key(b []byte) []byte {
	b = b[:0]
	for i := range m.at {
		b = binary.LittleEndian.AppendUint16(b, m.at[i])
		b = binary.LittleEndian.AppendUint16(b, m.since[i])
	}
	for _, t := range m.things {
		b = binary.LittleEndian.AppendUint16(b, t.phase)
		b = binary.AppendVarint(b, int64(t.pend))
		b = binary.AppendVarint(b, t.tx)
	}
	for _, s := range m.shelf {
		b = append(b, s.readers, s.writers)
		b = binary.AppendVarint(b, int64(s.fill))
	}
	for _, u := range m.under {
		b = binary.LittleEndian.AppendUint16(b, u[0])
		b = binary.LittleEndian.AppendUint16(b, u[1])
	}
	return b
}

// start records the deeds and makes the first moment.
func (w *world) start() (*moment, *Finding) {
	k := w.k
	m := &moment{things: make([]thing, k.objects), shelf: make([]shelf, k.tiles)}
	for i := range m.shelf {
		m.shelf[i].fill = -1
	}
	w.count = make([]int32, k.objects)
	for op := range ir.Walk(k.fn) {
		if op.Is("tasync.barrier_init") {
			r := k.bars[op.Operand(0)]
			n, _ := ir.IntValue(op.Prop("count"))
			for i := range r.n {
				w.count[r.first+i] = int32(n)
			}
		}
	}
	for _, r := range k.barList {
		for i := range r.n {
			if r.implied {
				w.count[r.first+i] = r.count
			}
		}
	}
	for _, n := range k.namedList() {
		w.count[n.object] = n.warps
	}
	for _, r := range k.roles {
		sync := len(w.count)
		w.count = append(w.count, int32(len(r.agents)))
		m.things = append(m.things, thing{})
		for i := range r.agents {
			deeds, f := k.record(r, i, sync)
			if f != nil {
				return nil, f
			}
			w.deeds = append(w.deeds, deeds)
			w.names = append(w.names, fmt.Sprintf("%s, warp kind %d", r.name, i))
		}
	}
	for o, n := range w.count {
		if m.things[o].pend = n; n == 0 {
			m.things[o].pend = 1
		}
	}
	m.at, m.since = make([]uint16, len(w.deeds)), make([]uint16, len(w.deeds))
	return m, nil
}

// visit says how a moment was come to.
type visit struct {
	parent int
	move   [2]uint16
	land   bool
}

func (w *world) explore(ctx context.Context, first *moment, maxStates int) (*Exploration, error) {
	seen := map[string]bool{string(first.key(nil)): true}
	type entry struct {
		m  *moment
		id int
	}
	visits := []visit{{parent: -1}}
	stack := []entry{{first, 0}}
	var buf []byte
	out := func(f *Finding, from int, v visit) *Exploration {
		x := &Exploration{States: len(visits), Complete: true}
		if f != nil {
			x.Fault, x.Op = f.Msg, f.Op
			visits = append(visits, v)
			x.Trace = w.trace(visits, len(visits)-1)
		}
		return x
	}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if len(visits)%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		moved := false
		for _, v := range w.moves(e.m) {
			v.parent = e.id
			next := e.m.clone()
			if f := w.do(next, v); f != nil {
				return out(f, e.id, v), nil
			}
			moved = true
			buf = next.key(buf)
			if seen[string(buf)] {
				continue
			}
			if len(visits) >= maxStates {
				return &Exploration{States: len(visits)}, nil
			}
			seen[string(buf)] = true
			visits = append(visits, v)
			stack = append(stack, entry{next, len(visits) - 1})
		}
		if !moved {
			if f := w.stuck(e.m); f != nil {
				return out(f, e.id, visit{parent: e.id}), nil
			}
		}
	}
	x := out(nil, 0, visit{})
	x.Reads = w.reads()
	return x, nil
}

// moves lists what can happen next.
func (w *world) moves(m *moment) []visit {
	var out []visit
	for i, at := range m.at {
		if int(at) >= len(w.deeds[i]) {
			continue
		}
		d := &w.deeds[i][at]
		t := m.things[d.object]
		if d.kind == await && d.parity == (t.phase&1 != 0) || d.kind == met && t.phase == m.since[i] {
			continue
		}
		out = append(out, visit{move: [2]uint16{uint16(i), at}})
	}
	for _, u := range m.under {
		out = append(out, visit{move: u, land: true})
	}
	return out
}

// do makes a move.
func (w *world) do(m *moment, v visit) *Finding {
	i := int(v.move[0])
	d := &w.deeds[i][v.move[1]]
	if v.land {
		m.under = slices.DeleteFunc(m.under, func(u [2]uint16) bool { return u == v.move })
		if d.kind == handOver {
			for _, t := range w.handed(i, int(v.move[1])) {
				m.shelf[t].writers--
			}
			return w.arrive(m, d, d.n, 0)
		}
		m.shelf[d.tile].writers--
		return w.arrive(m, d, 0, -d.bytes)
	}
	m.at[i]++
	switch d.kind {
	case arriveAt:
		return w.arrive(m, d, d.n, d.bytes)
	case meet:
		m.since[i] = m.things[d.object].phase
		return w.arrive(m, d, d.n, 0)
	case launchFill:
		m.under = append(m.under, v.move)
		slices.SortFunc(m.under, func(a, b [2]uint16) int { return slices.Compare(a[:], b[:]) })
		return w.begin(m, i, d)
	case handOver:
		m.under = append(m.under, v.move)
		slices.SortFunc(m.under, func(a, b [2]uint16) int { return slices.Compare(a[:], b[:]) })
	case begin:
		return w.begin(m, i, d)
	case finish:
		if d.write {
			m.shelf[d.tile].writers--
		} else {
			m.shelf[d.tile].readers--
		}
	}
	return nil
}

// handed lists the tiles whose writes deed at of a warp takes over.
func (w *world) handed(warp, at int) []int32 {
	var out []int32
	for j := at - 1; j >= 0; j-- {
		d := &w.deeds[warp][j]
		if d.kind == handOver {
			break
		}
		if d.kind == begin && d.write && !w.finished(warp, j, at) {
			out = append(out, d.tile)
		}
	}
	return out
}

func (w *world) finished(warp, from, to int) bool {
	for _, d := range w.deeds[warp][from:to] {
		if d.kind == finish && d.write && d.tile == w.deeds[warp][from].tile {
			return true
		}
	}
	return false
}

func (w *world) arrive(m *moment, d *deed, n int32, bytes int64) *Finding {
	t := &m.things[d.object]
	if n > t.pend {
		return fault(d.op, "", "arrives too often: of %d arrivals %d are left", w.count[d.object], t.pend)
	}
	t.pend -= n
	t.tx += bytes
	if t.pend == 0 && t.tx == 0 {
		t.phase++
		t.pend = max(1, w.count[d.object])
	}
	return nil
}

func (w *world) begin(m *moment, warp int, d *deed) *Finding {
	s := &m.shelf[d.tile]
	// Warps of one role write their parts of a tile at once.
	if s.writers > 0 && !d.write || d.write && s.readers > 0 || d.write && s.writers > 0 && s.fill != d.fill {
		return fault(d.op, "", "accesses a tile while another access is under way")
	}
	if d.write {
		s.writers++
		s.fill = d.fill
		return nil
	}
	if s.fill < 0 {
		return fault(d.op, "", "reads what nothing has written")
	}
	s.readers++
	at := [2]int{warp, int(m.at[warp])}
	if was, ok := w.saw[at]; ok && was != s.fill {
		return fault(d.op, "", "reads another fill than in another schedule")
	}
	w.saw[at] = s.fill
	return nil
}

// stuck tells an end from a deadlock.
func (w *world) stuck(m *moment) *Finding {
	for i, at := range m.at {
		if int(at) < len(w.deeds[i]) {
			return fault(w.deeds[i][at].op, "", "never goes on, nor does anything else")
		}
	}
	return nil
}

func (w *world) reads() []int32 {
	at := make([][2]int, 0, len(w.saw))
	for k := range w.saw {
		at = append(at, k)
	}
	slices.SortFunc(at, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	var out []int32
	for _, k := range at {
		out = append(out, w.saw[k])
	}
	return out
}

func (w *world) trace(visits []visit, at int) []Step {
	var out []Step
	for ; at > 0; at = visits[at].parent {
		v := visits[at]
		i := v.move[0]
		if int(v.move[1]) >= len(w.deeds[i]) {
			continue
		}
		d := w.deeds[i][v.move[1]]
		text := d.op.Name()
		if v.land {
			text += " lands"
		}
		out = append(out, Step{Role: w.names[i], Op: d.op, Text: text})
	}
	slices.Reverse(out)
	return out
}
