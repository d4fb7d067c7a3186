package async

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// WarpGroupThreads is the size of a warp group: four warps of 32 threads
// (PTX ISA, "Warpgroup").
const WarpGroupThreads = 128

// Layout says which elements of a tile each thread of a role holds in which
// register. Layouts are attributes and stand as the encoding of a tensor.
type Layout interface {
	ir.DialectAttr
	// Threads returns the number of threads the layout spreads over.
	Threads() int
	// Map returns the element map for a tile of this shape, or an error
	// saying why the shape does not fit.
	Map(shape []int64) (*Map, error)
	// WithWarpGroups returns the same kind of layout for n warp groups.
	WithWarpGroups(n int) (Layout, error)
}

// Term is one digit of a thread number with its weight: ((tid/Div)%Mod)*Mul.
type Term struct{ Div, Mod, Mul int64 }

// Value returns the term for a thread.
func (t Term) Value(tid int64) int64 { return tid / t.Div % t.Mod * t.Mul }

// Map is a layout applied to a shape. The coordinate of register r of thread
// t in dimension d is the sum of the Terms of d for t, plus Regs[r][d].
type Map struct {
	Shape   []int64
	Threads int
	Terms   [][]Term
	Regs    [][]int64
	// Replicas are the digits of the thread number that no coordinate
	// depends on: threads that differ only there hold the same elements, and
	// the one with all of them zero owns them.
	Replicas []Term
}

// NumRegs returns the number of elements a thread holds.
func (m *Map) NumRegs() int { return len(m.Regs) }

// Base returns the part of the coordinate that depends on the thread.
func (m *Map) Base(tid int64) []int64 {
	c := make([]int64, len(m.Terms))
	for d, terms := range m.Terms {
		for _, t := range terms {
			c[d] += t.Value(tid)
		}
	}
	return c
}

// Coord returns the coordinate of a register of a thread.
func (m *Map) Coord(tid int64, reg int) []int64 {
	c := m.Base(tid)
	for d := range c {
		c[d] += m.Regs[reg][d]
	}
	return c
}

// Owns reports whether the thread is the one, among those that hold the same
// elements, that stores them.
func (m *Map) Owns(tid int64) bool {
	for _, r := range m.Replicas {
		if r.Value(tid) != 0 {
			return false
		}
	}
	return true
}

// RegOf returns the register that holds the constant offset, or -1.
func (m *Map) RegOf(offset []int64) int {
	for r, o := range m.Regs {
		if equalInts(o, offset) {
			return r
		}
	}
	return -1
}

// SameThreads reports whether both maps spread over the threads alike, so
// that values can be exchanged register by register.
func (m *Map) SameThreads(o *Map) bool {
	if m.Threads != o.Threads || len(m.Terms) != len(o.Terms) {
		return false
	}
	for d := range m.Terms {
		if len(m.Terms[d]) != len(o.Terms[d]) {
			return false
		}
		for i, t := range m.Terms[d] {
			if t != o.Terms[d][i] {
				return false
			}
		}
	}
	return true
}

func equalInts(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// mapBuilder collects a Map and clips it to the shape.
type mapBuilder struct {
	m *Map
	// extent is how much of each dimension the threads cover.
	extent []int64
	seen   map[string]bool
}

func newMapBuilder(shape []int64, threads int) *mapBuilder {
	return &mapBuilder{
		m:      &Map{Shape: shape, Threads: threads, Terms: make([][]Term, len(shape))},
		extent: shape,
		seen:   make(map[string]bool),
	}
}

// term adds a thread digit of dimension d. Where the digit would leave the
// extent, its upper part becomes a replica, that of a power of two in full.
func (b *mapBuilder) term(d int, t Term) {
	if t.Mod <= 1 {
		return
	}
	fit := t.Mod
	if (fit-1)*t.Mul >= b.extent[d] {
		// An odd number of warp groups does not share what is a power of two.
		fit = largestPow2(fit)
	}
	for fit > 1 && (fit-1)*t.Mul >= b.extent[d] {
		fit /= 2
	}
	if fit > 1 {
		b.m.Terms[d] = append(b.m.Terms[d], Term{t.Div, fit, t.Mul})
	}
	if fit < t.Mod {
		b.m.Replicas = append(b.m.Replicas, Term{t.Div * fit, t.Mod / fit, 1})
	}
}

// reg adds a register unless its offset leaves the shape (the dimension is
// smaller than what a thread would hold) or another register has it.
func (b *mapBuilder) reg(offset ...int64) {
	key := make([]byte, 0, 16)
	for d, o := range offset {
		if o >= b.m.Shape[d] {
			return
		}
		key = fmt.Appendf(key, "%d,", o)
	}
	if b.seen[string(key)] {
		return
	}
	b.seen[string(key)] = true
	b.m.Regs = append(b.m.Regs, offset)
}

// MMALayout is the layout of wgmma accumulators (PTX ISA, "Register Fragments
// and Shared Memory Matrix Layouts" of wgmma.mma_async): the rows are split
// evenly over the warp groups, each share in blocks of 64 rows; the columns
// in blocks of N. Registers run over row blocks, then column blocks, then the
// fragment.
type MMALayout struct {
	ir.AttrBase
	WarpGroups int
	N          int
}

// MMALayoutOf returns #tasync.mma<wgs = wgs, n = n>; n is the N of one instruction.
func MMALayoutOf(c *ir.Context, wgs, n int) *MMALayout {
	return ir.InternAttr(c, fmt.Sprintf("tasync.mma%d,%d", wgs, n), func() *MMALayout {
		return &MMALayout{WarpGroups: wgs, N: n}
	})
}

// DialectName returns the prefix of the attribute.
func (l *MMALayout) DialectName() string { return "tasync" }

// PrintBody writes mma<...>.
func (l *MMALayout) PrintBody(p *ir.Printer) {
	p.Str(fmt.Sprintf("mma<wgs = %d, n = %d>", l.WarpGroups, l.N))
}

// String returns the attribute as text.
func (l *MMALayout) String() string { return ir.AttrText(l) }

// Threads returns 128 for each warp group.
func (l *MMALayout) Threads() int { return l.WarpGroups * WarpGroupThreads }

// WithWarpGroups returns the layout split over n warp groups.
func (l *MMALayout) WithWarpGroups(n int) (Layout, error) {
	return MMALayoutOf(l.Context(), n, l.N), nil
}

// Map returns the element map. Rows must be a multiple of 64 for every warp
// group, or 1 (a row vector); columns a multiple of N, or 1.
func (l *MMALayout) Map(shape []int64) (*Map, error) {
	if len(shape) != 2 {
		return nil, fmt.Errorf("layout %s needs a 2-D tile, found %d dimensions", l, len(shape))
	}
	rows, cols := shape[0], shape[1]
	wgs, n := int64(l.WarpGroups), int64(l.N)
	if rows != 1 && rows%(64*wgs) != 0 {
		return nil, fmt.Errorf("layout %s needs rows in multiples of 64 x %d warp groups, found %d", l, wgs, rows)
	}
	if cols != 1 && cols%n != 0 {
		return nil, fmt.Errorf("layout %s needs columns in multiples of %d, found %d", l, n, cols)
	}
	b := newMapBuilder(shape, l.Threads())
	share := max(rows/wgs, 64)
	b.term(0, Term{WarpGroupThreads, wgs, share})
	b.term(0, Term{32, 4, 16})
	b.term(0, Term{4, 8, 1})
	b.term(1, Term{1, 4, 2})
	for mb := int64(0); mb < share; mb += 64 {
		for nb := int64(0); nb < max(cols, n); nb += n {
			for i := int64(0); i < n/2; i++ {
				b.reg(mb+8*(i>>1&1), nb+(i&1)+8*(i>>2))
			}
		}
	}
	return b.m, nil
}

// BlockedLayout spreads a tile in row-major order: a thread holds PerThread
// consecutive elements in each dimension, Lanes threads of a warp and Warps
// warps tile each dimension, and the pattern repeats over the tile. The last
// dimension varies fastest, in lanes as in warps.
type BlockedLayout struct {
	ir.AttrBase
	PerThread, Lanes, Warps []int64
}

// BlockedOf returns #tasync.blocked<...>. The product of lanes must be 32, and
// every entry a power of two but the first of warps, which varies slowest.
func BlockedOf(c *ir.Context, perThread, lanes, warps []int64) *BlockedLayout {
	key := fmt.Sprint("tasync.blocked", perThread, lanes, warps)
	return ir.InternAttr(c, key, func() *BlockedLayout {
		return &BlockedLayout{PerThread: perThread, Lanes: lanes, Warps: warps}
	})
}

// DialectName returns the prefix of the attribute.
func (l *BlockedLayout) DialectName() string { return "tasync" }

// PrintBody writes blocked<...>.
func (l *BlockedLayout) PrintBody(p *ir.Printer) {
	p.Str("blocked<per_thread = ")
	printInts(p, l.PerThread)
	p.Str(", lanes = ")
	printInts(p, l.Lanes)
	p.Str(", warps = ")
	printInts(p, l.Warps)
	p.Byte('>')
}

// String returns the attribute as text.
func (l *BlockedLayout) String() string { return ir.AttrText(l) }

// Threads returns the number of threads.
func (l *BlockedLayout) Threads() int { return int(product(l.Lanes) * product(l.Warps)) }

// WithWarpGroups returns the layout over n warp groups: the first dimension
// takes the new warps.
func (l *BlockedLayout) WithWarpGroups(n int) (Layout, error) {
	warps := append([]int64(nil), l.Warps...)
	rest := product(warps[1:])
	want := int64(4 * n)
	if want%rest != 0 {
		return nil, fmt.Errorf("layout %s cannot spread over %d warp groups: %d warps do not divide by %d", l, n, want, rest)
	}
	warps[0] = want / rest
	return BlockedOf(l.Context(), l.PerThread, l.Lanes, warps), nil
}

// Map returns the element map. Where what the threads cover of a dimension
// does not divide it, only as many threads as the largest power of two in it
// has room for take part; the others hold the same elements.
func (l *BlockedLayout) Map(shape []int64) (*Map, error) {
	if len(shape) != len(l.PerThread) {
		return nil, fmt.Errorf("layout %s needs %d dimensions, found %d", l, len(l.PerThread), len(shape))
	}
	b := newMapBuilder(shape, l.Threads())
	b.extent = make([]int64, len(shape))
	reps, per := make([]int64, len(shape)), make([]int64, len(shape))
	regs := int64(1)
	for d, n := range shape {
		b.extent[d] = l.PerThread[d] * l.Lanes[d] * l.Warps[d]
		if n%b.extent[d] != 0 {
			b.extent[d] = min(largestPow2(b.extent[d]), largestPow2(n))
		}
		reps[d] = n / b.extent[d]
		per[d] = min(l.PerThread[d], b.extent[d])
		regs *= reps[d] * per[d]
	}
	if regs > maxTileRegs {
		return nil, fmt.Errorf("layout %s puts %d elements of a tile of %v into each thread, the most is %d: threads share a dimension by the largest power of two that divides it", l, regs, shape, maxTileRegs)
	}
	lane, warp := int64(1), int64(32)
	for d := len(shape) - 1; d >= 0; d-- {
		b.term(d, Term{lane, l.Lanes[d], l.PerThread[d]})
		b.term(d, Term{warp, l.Warps[d], l.PerThread[d] * l.Lanes[d]})
		lane *= l.Lanes[d]
		warp *= l.Warps[d]
	}
	eachIndex(reps, func(rep []int64) {
		eachIndex(per, func(e []int64) {
			off := make([]int64, len(shape))
			for d := range off {
				off[d] = rep[d]*b.extent[d] + e[d]
			}
			b.reg(off...)
		})
	})
	return b.m, nil
}

// maxTileRegs bounds what a thread may hold of one tile, far above the 255
// registers that it has: a larger map is a mistake, and each of its elements
// would become code.
const maxTileRegs = 1 << 10

// DefaultBlocked returns the layout for direct loads and stores of a tile of
// this shape by the warp groups (1 to 8): 16 bytes a thread along the last
// dimension, neighbouring lanes side by side, warps one below the other. What is
// odd of the warps lies along the first dimension.
func DefaultBlocked(c *ir.Context, shape []int64, elemBits int, warpGroups int) Layout {
	return BlockedOfWidth(c, shape, int64(max(1, 128/elemBits)), warpGroups)
}

// BlockedOfWidth is DefaultBlocked with width elements a thread, a power of two.
func BlockedOfWidth(c *ir.Context, shape []int64, width int64, warpGroups int) Layout {
	rank := len(shape)
	if rank == 0 {
		return SliceOf(0, BlockedOfWidth(c, []int64{1}, width, warpGroups))
	}
	per, lanes, warps := ones(rank), ones(rank), ones(rank)
	last := rank - 1
	per[last] = min(width, largestPow2(shape[last]))
	left := int64(32)
	for d := last; d >= 0; d-- {
		n := min(left, max(1, largestPow2(shape[d])/per[d]))
		lanes[d] *= n
		left /= n
	}
	lanes[0] *= left
	left = largestPow2(int64(4 * warpGroups))
	warps[0] = int64(4*warpGroups) / left
	for d := range rank {
		n := min(left, max(1, largestPow2(shape[d])/(per[d]*lanes[d])))
		warps[d] *= n
		left /= n
	}
	warps[0] *= left
	return BlockedOf(c, per, lanes, warps)
}

// largestPow2 returns the largest power of two that divides n.
func largestPow2(n int64) int64 { return n & -n }

// SliceLayout is the layout of a tile with one dimension fewer: Parent with
// dimension Axis collapsed. Threads that differ only along Axis hold the same
// elements.
type SliceLayout struct {
	ir.AttrBase
	Axis   int
	Parent Layout
}

// SliceOf returns #tasync.slice<axis = axis, parent = parent>. A row of a
// wgmma layout does not depend on the n of its instruction, so slices of such
// layouts along the columns all have n = 8: tiles that agree have one type.
func SliceOf(axis int, parent Layout) *SliceLayout {
	if m, ok := parent.(*MMALayout); ok && axis == 1 {
		parent = MMALayoutOf(m.Context(), m.WarpGroups, 8)
	}
	key := fmt.Sprintf("tasync.slice%d,%s", axis, parent)
	return ir.InternAttr(parent.Context(), key, func() *SliceLayout { return &SliceLayout{Axis: axis, Parent: parent} })
}

// DialectName returns the prefix of the attribute.
func (l *SliceLayout) DialectName() string { return "tasync" }

// PrintBody writes slice<...>.
func (l *SliceLayout) PrintBody(p *ir.Printer) {
	p.Str(fmt.Sprintf("slice<axis = %d, parent = ", l.Axis))
	p.Attr(l.Parent)
	p.Byte('>')
}

// String returns the attribute as text.
func (l *SliceLayout) String() string { return ir.AttrText(l) }

// Threads returns the number of threads of the parent.
func (l *SliceLayout) Threads() int { return l.Parent.Threads() }

// WithWarpGroups changes the parent.
func (l *SliceLayout) WithWarpGroups(n int) (Layout, error) {
	p, err := l.Parent.WithWarpGroups(n)
	if err != nil {
		return nil, err
	}
	return SliceOf(l.Axis, p), nil
}

// Map returns the parent's map over the shape with a dimension of size 1 at
// Axis, without that dimension.
func (l *SliceLayout) Map(shape []int64) (*Map, error) {
	if l.Axis > len(shape) {
		return nil, fmt.Errorf("layout %s needs at least %d dimensions, found %d", l, l.Axis, len(shape))
	}
	full := make([]int64, 0, len(shape)+1)
	full = append(full, shape[:l.Axis]...)
	full = append(full, 1)
	full = append(full, shape[l.Axis:]...)
	p, err := l.Parent.Map(full)
	if err != nil {
		return nil, err
	}
	m := &Map{Shape: shape, Threads: p.Threads, Replicas: p.Replicas}
	m.Terms = append(m.Terms, p.Terms[:l.Axis]...)
	m.Terms = append(m.Terms, p.Terms[l.Axis+1:]...)
	for _, r := range p.Regs {
		off := make([]int64, 0, len(shape))
		off = append(off, r[:l.Axis]...)
		off = append(off, r[l.Axis+1:]...)
		m.Regs = append(m.Regs, off)
	}
	return m, nil
}

// LayoutOf returns the layout of a tensor type, or nil.
func LayoutOf(t ir.Type) Layout {
	tt, ok := t.(*ir.TensorType)
	if !ok {
		return nil
	}
	l, _ := tt.Encoding.(Layout)
	return l
}

// MapOf returns the element map of an encoded tensor type.
func MapOf(t *ir.TensorType) (*Map, error) {
	l := LayoutOf(t)
	if l == nil {
		return nil, fmt.Errorf("%s has no layout", t)
	}
	return l.Map(t.Shape)
}

// WithLayout returns the tensor type with another layout.
func WithLayout(t *ir.TensorType, l Layout) *ir.TensorType { return ir.TensorOf(t.Shape, t.Elem, l) }

func printInts(p *ir.Printer, v []int64) {
	p.Byte('[')
	for i, x := range v {
		if i > 0 {
			p.Str(", ")
		}
		p.Int(x)
	}
	p.Byte(']')
}

func product(v []int64) int64 {
	n := int64(1)
	for _, x := range v {
		n *= x
	}
	return n
}

func ones(n int) []int64 {
	v := make([]int64, n)
	for i := range v {
		v[i] = 1
	}
	return v
}

func isPow2(n int64) bool { return n > 0 && n&(n-1) == 0 }

// eachIndex calls f for every index below bounds, the last fastest.
func eachIndex(bounds []int64, f func(idx []int64)) {
	idx := make([]int64, len(bounds))
	for {
		f(idx)
		d := len(bounds) - 1
		for ; d >= 0; d-- {
			idx[d]++
			if idx[d] < bounds[d] {
				break
			}
			idx[d] = 0
		}
		if d < 0 {
			return
		}
	}
}
