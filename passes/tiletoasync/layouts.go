package tiletoasync

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// layouts is the choice of a layout for every tile that lies in registers.
// Tiles that operations want alike form a class; classes of wgmma accumulators
// have their layout from the start, the others get theirs from neighbours in
// relations (a reduction, a new dimension), or the default.
type layouts struct {
	p *plan
	// values holds the tiles in the order of the text; parent is the forest
	// of the classes over their numbers.
	values []*ir.Value
	number map[*ir.Value]int
	parent []int
	// chosen is the layout of a class, by the number of its root.
	chosen map[int]async.Layout
	// shapes and bits describe a class: the tiles in it, and the width of
	// what is loaded or stored in it (0 when nothing is).
	shapes map[int][][]int64
	bits   map[int]int
}

// relation ties the layout of a tile to that of one with a dimension more.
type relation struct {
	narrow, wide *ir.Value
	axis         int
}

// of returns the layout of a tile, nil when it lies in shared memory only.
func (l *layouts) of(v *ir.Value) async.Layout {
	n, ok := l.number[v]
	if !ok {
		return nil
	}
	return l.chosen[l.root(n)]
}

// typeOf returns the type of a tile with its layout.
func (l *layouts) typeOf(v *ir.Value) *ir.TensorType {
	return async.WithLayout(v.Type().(*ir.TensorType), l.of(v))
}

func (l *layouts) root(n int) int {
	for l.parent[n] != n {
		l.parent[n] = l.parent[l.parent[n]]
		n = l.parent[n]
	}
	return n
}

// join puts two tiles into one class; the root is the earlier one.
func (l *layouts) join(a, b *ir.Value) {
	x, okX := l.number[a]
	y, okY := l.number[b]
	if !okX || !okY {
		return
	}
	x, y = l.root(x), l.root(y)
	l.parent[max(x, y)] = min(x, y)
}

// assignLayouts chooses the layouts of all tiles in registers.
func assignLayouts(p *plan) (*layouts, error) {
	l := &layouts{p: p, number: make(map[*ir.Value]int), chosen: make(map[int]async.Layout), shapes: make(map[int][][]int64), bits: make(map[int]int)}
	l.collect()
	var relations []relation
	for op := range ir.Walk(p.fn) {
		relations = append(relations, l.relate(op)...)
	}
	l.describe()
	for _, pr := range p.products {
		r := l.root(l.number[pr.dot.ResultVal()])
		if l.chosen[r] == nil {
			l.chosen[r] = pr.layout
		}
		if l.chosen[r] != async.Layout(pr.layout) {
			return nil, pr.dot.OpError("cannot join accumulators of layouts %s and %s in one tile", l.chosen[r], pr.layout)
		}
	}
	l.propagate(relations)
	for {
		r := l.next()
		if r < 0 {
			return l, nil
		}
		if err := l.takeDefault(r); err != nil {
			return nil, err
		}
		l.propagate(relations)
	}
}

// collect numbers the tiles that lie in registers: all but those that only
// products read, directly or through transpositions.
func (l *layouts) collect() {
	add := func(v *ir.Value) {
		if _, ok := v.Type().(*ir.TensorType); ok && l.p.inRegisters(v) {
			l.number[v] = len(l.values)
			l.parent = append(l.parent, len(l.values))
			l.values = append(l.values, v)
		}
	}
	for op := range ir.Walk(l.p.fn) {
		for _, v := range op.Results() {
			add(v)
		}
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for _, v := range b.Args() {
					add(v)
				}
			}
		}
	}
}

// inRegisters reports whether some thread holds elements of v.
func (p *plan) inRegisters(v *ir.Value) bool {
	if s := p.byBase[v]; s != nil && s.via == "" {
		return true
	}
	for u := range v.Uses() {
		if p.registerUse(u) {
			return true
		}
	}
	// Unused tiles are made nevertheless.
	return !v.HasUses()
}

// registerUse reports whether the operand is read from registers: it is no
// factor of a product, and no transposition that only factors use.
func (p *plan) registerUse(u *ir.Use) bool {
	op := u.Owner()
	if _, ok := tile.AsDot(op); ok {
		return u.Index() == 2
	}
	if t, ok := tile.AsTranspose(op); ok {
		return p.inRegisters(t.ResultVal())
	}
	return true
}

// relate joins the tiles that an operation wants alike and returns the
// relations it puts between others.
func (l *layouts) relate(op *ir.Operation) []relation {
	switch kindOf(op) {
	case kindSame:
		l.joinAll(tiles(op))
	case kindDot:
		l.join(op.Operand(2), op.Result(0))
	case kindReduce:
		t, _ := tile.AsReduce(op)
		axis, _ := ir.IntValue(t.Axis())
		return []relation{{narrow: t.ResultVal(), wide: t.Source(), axis: int(axis)}}
	case kindExpand:
		t, _ := tile.AsExpandDims(op)
		axis, _ := ir.IntValue(t.Axis())
		return []relation{{narrow: t.Source(), wide: t.ResultVal(), axis: int(axis)}}
	case kindRegion, kindTerminator:
		l.joinFlow(op)
	}
	return nil
}

func tiles(op *ir.Operation) []*ir.Value {
	var out []*ir.Value
	for _, v := range append(op.Operands(), op.Results()...) {
		if _, ok := v.Type().(*ir.TensorType); ok {
			out = append(out, v)
		}
	}
	return out
}

func (l *layouts) joinAll(vs []*ir.Value) {
	for i := 1; i < len(vs); i++ {
		l.join(vs[0], vs[i])
	}
}

func (l *layouts) joinLists(a, b []*ir.Value) {
	for i := range min(len(a), len(b)) {
		l.join(a[i], b[i])
	}
}

// joinFlow joins what control flow hands on with where it arrives.
func (l *layouts) joinFlow(op *ir.Operation) {
	parent := op.Parent()
	switch {
	case op.Is("scf.for"):
		args := op.RegionAt(0).Entry().Args()
		l.joinLists(op.Operands()[3:], args[1:])
		l.joinLists(op.Operands()[3:], op.Results())
	case op.Is("scf.while"):
		l.joinLists(op.Operands(), op.RegionAt(0).Entry().Args())
	case op.Is("scf.condition"):
		l.joinLists(op.Operands()[1:], parent.Results())
		l.joinLists(op.Operands()[1:], parent.RegionAt(1).Entry().Args())
	case op.Is("scf.yield") && parent.Is("scf.while"):
		l.joinLists(op.Operands(), parent.Operands())
	case op.Is("scf.yield"):
		l.joinLists(op.Operands(), parent.Results())
	}
}

// describe collects the shapes of each class and the width of its accesses.
func (l *layouts) describe() {
	for n, v := range l.values {
		r := l.root(n)
		t := v.Type().(*ir.TensorType)
		l.shapes[r] = append(l.shapes[r], t.Shape)
		w, _ := ir.BitWidth(t.Elem)
		if _, ok := tile.AsLoad(v.Def()); ok {
			l.narrow(r, int(w))
		}
		for u := range v.Uses() {
			if _, ok := tile.AsStore(u.Owner()); ok {
				l.narrow(r, int(w))
			}
		}
	}
}

// narrow records an access; the narrowest elements decide, so that a thread
// has 16 bytes of them.
func (l *layouts) narrow(r, bits int) {
	if old := l.bits[r]; old == 0 || bits < old {
		l.bits[r] = max(8, bits)
	}
}

// propagate hands layouts over relations until nothing changes.
func (l *layouts) propagate(relations []relation) {
	for changed := true; changed; {
		changed = false
		for _, rel := range relations {
			changed = l.apply(rel) || changed
		}
	}
}

func (l *layouts) apply(rel relation) bool {
	n, okN := l.number[rel.narrow]
	w, okW := l.number[rel.wide]
	if !okN || !okW {
		return false
	}
	n, w = l.root(n), l.root(w)
	switch {
	case l.chosen[w] != nil && l.chosen[n] == nil:
		return l.choose(n, async.SliceOf(rel.axis, l.chosen[w]))
	case l.chosen[n] != nil && l.chosen[w] == nil:
		if s, ok := l.chosen[n].(*async.SliceLayout); ok && s.Axis == rel.axis {
			return l.choose(w, s.Parent)
		}
	}
	return false
}

// choose gives a class a layout if all its tiles can have it. The n of a
// wgmma layout means nothing to tiles that no product makes, so it adapts.
func (l *layouts) choose(r int, layout async.Layout) bool {
	if m, ok := layout.(*async.MMALayout); ok {
		n := int64(256)
		for _, s := range l.shapes[r] {
			if len(s) == 2 && s[1] > 1 {
				if s[1]%8 != 0 {
					return false
				}
				n = min(n, instructionN(s[1]))
			}
		}
		layout = async.MMALayoutOf(m.Context(), m.WarpGroups, int(n))
	}
	for _, s := range l.shapes[r] {
		if _, err := layout.Map(s); err != nil {
			return false
		}
	}
	l.chosen[r] = layout
	return true
}

// next returns the class to give a default: of those without a layout the one
// with the most dimensions, since others may be slices of it, then the first
// in the text; -1 when all have one.
func (l *layouts) next() int {
	best, rank := -1, -1
	for n := range l.values {
		if l.root(n) != n || l.chosen[n] != nil {
			continue
		}
		if k := len(l.shapes[n][0]); k > rank {
			best, rank = n, k
		}
	}
	return best
}

// takeDefault gives a class the default layout, or says which of its tiles
// cannot have it.
func (l *layouts) takeDefault(r int) error {
	layout := l.defaultLayout(r)
	l.chosen[r] = layout
	for n, v := range l.values {
		if l.root(n) != r {
			continue
		}
		if _, err := layout.Map(v.Type().(*ir.TensorType).Shape); err != nil {
			return diag.Errorf(v.Loc().Pos(), "%s has no layout for %d warp groups: %s", v.Type(), l.p.wgs, err)
		}
	}
	return nil
}

// defaultLayout spreads the largest tile of the class in rows.
func (l *layouts) defaultLayout(r int) async.Layout {
	var largest []int64
	most := int64(-1)
	for _, s := range l.shapes[r] {
		size := int64(1)
		for _, d := range s {
			size *= d
		}
		if size > most {
			largest, most = s, size
		}
	}
	bits := l.bits[r]
	if bits == 0 {
		bits = 32
	}
	return async.DefaultBlocked(l.p.fn.Context(), largest, bits, l.p.wgs)
}
