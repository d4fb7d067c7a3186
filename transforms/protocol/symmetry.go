package protocol

import (
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// Counters. A ring of S slots is used through pairs of a slot and a parity
// that advance together: the slot by one, modulo S, the parity where the slot
// starts over. A pair is a number modulo 2 S. If all that a program does with
// the pairs of some rings is to carry, advance and use them, then adding k to
// all of them, and moving the contents of the rings k slots on, gives a state
// with the same future. States are stored so that one pair is 0: where loops
// use several rings, the positions in each do not multiply.
//
// The rings that one number names, directly or through what is carried, are a
// group. A group that is used in another way is not turned, and its positions
// are followed one by one.

// sort is what a value is to the counters of its group.
type sort uint8

const (
	slotOfRing sort = iota
	parityOfRing
	nextSlot // before it starts over: 1 to S
	startsOver
)

// class is how a value of the environment turns with its group.
type class struct {
	group int
	sort  sort
	// with is the slot that a parity belongs to, -1 where S is 1; for
	// startsOver the next slot.
	with int
}

// group is a set of rings that turn together.
type group struct {
	slots int
	bufs  []*ring
	bars  []*ring
}

// counters finds the groups of a kernel.
type counters struct {
	k *kernel
	// parent and bad are a union-find over rings: their numbers in rings.
	rings  []*ring
	parent []int
	bad    []bool
	number map[*ring]int
	of     map[*ir.Value]counter
	loose  []looseUse
}

// counter is a value that takes part in counting.
type counter struct {
	ring int // any of the group
	sort sort
	with *ir.Value // nil for slots
}

// looseUse is a constant that names a slot or parity: it is in order only
// while the group has not turned.
type looseUse struct {
	op   *ir.Operation
	ring int
}

// findGroups fills k.groups and the classes of the roles. Groups in off are
// left out: their first ring by number.
func (k *kernel) findGroups(off map[*ring]bool) {
	c := &counters{k: k, number: make(map[*ring]int), of: make(map[*ir.Value]counter)}
	for _, list := range [][]*ring{k.bufList, k.barList} {
		for _, r := range list {
			r.group = -1
			c.number[r] = len(c.rings)
			c.rings, c.parent, c.bad = append(c.rings, r), append(c.parent, len(c.parent)), append(c.bad, off[r])
		}
	}
	for _, r := range k.roles {
		for i := range r.code {
			if r.code[i].code == perform || r.code[i].op.Is(async.SlotDef.Name) {
				c.operation(r.code[i].op)
			}
		}
	}
	c.turnPipes()
	c.check()
	c.collect()
}

// noGroups leaves all rings as they are.
func (k *kernel) noGroups() {
	for _, list := range [][]*ring{k.bufList, k.barList} {
		for _, r := range list {
			r.group = -1
		}
	}
	for _, r := range k.roles {
		r.classes = make([]*class, r.slots)
	}
}

func (c *counters) find(i int) int {
	for c.parent[i] != i {
		i = c.parent[i]
	}
	return i
}

func (c *counters) unite(i, j int) {
	a, b := c.find(i), c.find(j)
	if a == b {
		return
	}
	if b < a {
		a, b = b, a
	}
	c.bad[a] = c.bad[a] || c.bad[b] || c.rings[a].n != c.rings[b].n
	c.parent[b] = a
}

func (c *counters) spoil(i int) { c.bad[c.find(i)] = true }

// operation enters the slots and parities that an operation uses.
func (c *counters) operation(op *ir.Operation) {
	if op.Is(async.SlotDef.Name) {
		if r := c.k.buffers[op.Operand(0)]; r != nil && !isRows(op) {
			c.index(op, c.number[r], op.Operand(1), nil)
		}
		return
	}
	for i := range op.NumOperands() {
		r := c.k.bars[op.Operand(i)]
		if r == nil || i+1 >= op.NumOperands() || op.Operand(i+1).Type() != ir.Type(op.Context().I(32)) {
			continue
		}
		var parity *ir.Value
		if op.Is(async.BarrierWaitDef.Name) {
			parity = op.Operand(2)
		}
		c.index(op, c.number[r], op.Operand(i+1), parity)
	}
}

func isConstant(v *ir.Value) bool {
	return v.Def() != nil && v.Def().Is("arith.constant")
}

// constantOf returns the value of an arith.constant.
func constantOf(v *ir.Value) (int64, bool) {
	if !isConstant(v) {
		return 0, false
	}
	return ir.IntValue(v.Def().Prop("value"))
}

func (c *counters) index(op *ir.Operation, ring int, slot, parity *ir.Value) {
	n := c.rings[ring].n
	if isConstant(slot) && n > 1 || parity != nil && isConstant(parity) {
		c.loose = append(c.loose, looseUse{op, ring})
	}
	if parity == nil {
		c.slot(ring, slot)
		return
	}
	c.pair(ring, slot, parity)
}

// enter notes what a value is; it reports false when that was known.
func (c *counters) enter(v *ir.Value, n counter) bool {
	old, ok := c.of[v]
	if !ok {
		c.of[v] = n
		return true
	}
	c.unite(old.ring, n.ring)
	if old.sort != n.sort || old.with != n.with {
		c.spoil(n.ring)
	}
	return false
}

// slot follows a value that names a slot to where it comes from.
func (c *counters) slot(ring int, v *ir.Value) {
	if isConstant(v) || !c.enter(v, counter{ring: ring, sort: slotOfRing}) {
		return
	}
	if from, ok := merged(v); ok {
		for _, f := range from {
			c.slot(ring, f)
		}
		return
	}
	if before, ok := c.advanced(ring, v); ok && !isConstant(before) {
		c.slot(ring, before)
		return
	}
	c.spoil(ring)
}

// merged returns the values that a value is one of: what a loop starts with
// and goes on with, what the arms of a condition yield.
func merged(v *ir.Value) ([]*ir.Value, bool) {
	if v.IsBlockArg() {
		op := v.Block().Parent()
		switch {
		case op != nil && op.Is("scf.for") && v.Index() > 0:
			return []*ir.Value{op.Operand(2 + v.Index()), v.Block().Terminator().Operand(v.Index() - 1)}, true
		case op != nil && op.Is("scf.while") && v.Block() == op.RegionAt(0).Entry():
			return []*ir.Value{op.Operand(v.Index()), op.RegionAt(1).Entry().Terminator().Operand(v.Index())}, true
		case op != nil && op.Is("scf.while"):
			return []*ir.Value{op.RegionAt(0).Entry().Terminator().Operand(1 + v.Index())}, true
		}
		return nil, false
	}
	switch op := v.Def(); {
	case op.Is("scf.for"):
		return []*ir.Value{op.RegionAt(0).Entry().Arg(v.Index() + 1)}, true
	case op.Is("scf.while"):
		return []*ir.Value{op.RegionAt(0).Entry().Terminator().Operand(1 + v.Index())}, true
	case op.Is("scf.if") && !op.RegionAt(1).IsEmpty():
		return []*ir.Value{op.RegionAt(0).Entry().Terminator().Operand(v.Index()), op.RegionAt(1).Entry().Terminator().Operand(v.Index())}, true
	}
	return nil, false
}

// advanced matches select(t == S, 0, t) with t = before + 1.
func (c *counters) advanced(ring int, v *ir.Value) (before *ir.Value, ok bool) {
	op := v.Def()
	if op == nil || !op.Is("arith.select") {
		return nil, false
	}
	over, zero, next := op.Operand(0), op.Operand(1), op.Operand(2)
	if n, ok := constantOf(zero); !ok || n != 0 {
		return nil, false
	}
	cmp, add := over.Def(), next.Def()
	if cmp == nil || add == nil || !cmp.Is("arith.cmpi") || !add.Is("arith.addi") || cmp.Operand(0) != next {
		return nil, false
	}
	rel, _ := ir.IntValue(cmp.Prop("predicate"))
	one, ok1 := constantOf(add.Operand(1))
	most, ok2 := constantOf(cmp.Operand(1))
	if rel != relEq || !ok1 || !ok2 || one != 1 || most != int64(c.rings[ring].n) {
		return nil, false
	}
	c.enter(next, counter{ring: ring, sort: nextSlot})
	c.enter(over, counter{ring: ring, sort: startsOver, with: next})
	return add.Operand(0), true
}

// pair follows a slot and the parity that belongs to it.
func (c *counters) pair(ring int, slot, parity *ir.Value) {
	if c.rings[ring].n == 1 && isConstant(slot) {
		c.single(ring, parity)
		return
	}
	if isConstant(slot) || isConstant(parity) {
		if isConstant(slot) != isConstant(parity) {
			c.spoil(ring)
		}
		return
	}
	if !c.enter(parity, counter{ring: ring, sort: parityOfRing, with: slot}) {
		return
	}
	c.enter(slot, counter{ring: ring, sort: slotOfRing})
	slots, ok1 := merged(slot)
	parities, ok2 := merged(parity)
	if ok1 && ok2 && len(slots) == len(parities) && together(slot, parity) {
		for i := range slots {
			c.pair(ring, slots[i], parities[i])
		}
		return
	}
	before, ok := c.advanced(ring, slot)
	ok = ok && !isConstant(before)
	if flip := parity.Def(); ok && flip != nil && flip.Is("arith.xori") {
		if bit := flip.Operand(1).Def(); bit != nil && bit.Is("arith.extui") && bit.Operand(0) == slot.Def().Operand(0) {
			c.enter(bit.Result(0), counter{ring: ring, sort: startsOver, with: slot.Def().Operand(2)})
			c.pair(ring, before, flip.Operand(0))
			return
		}
	}
	c.spoil(ring)
}

// together reports whether two merges are of the same operation.
func together(a, b *ir.Value) bool {
	if a.IsBlockArg() || b.IsBlockArg() {
		return a.IsBlockArg() && b.IsBlockArg() && a.Block() == b.Block()
	}
	return a.Def() == b.Def()
}

// single follows the parity of a ring of one slot.
func (c *counters) single(ring int, parity *ir.Value) {
	if isConstant(parity) || !c.enter(parity, counter{ring: ring, sort: parityOfRing}) {
		return
	}
	if from, ok := merged(parity); ok {
		for _, f := range from {
			c.single(ring, f)
		}
		return
	}
	if flip := parity.Def(); flip != nil && flip.Is("arith.xori") {
		if n, ok := constantOf(flip.Operand(1)); ok && n == 1 {
			c.single(ring, flip.Operand(0))
			return
		}
	}
	c.spoil(ring)
}

// check spoils the groups whose counters are used in another way.
func (c *counters) check() {
	for _, r := range c.k.roles {
		for v := range r.slotOf {
			n, ok := c.of[v]
			if !ok {
				continue
			}
			if n.with != nil {
				if _, ok := r.slotOf[n.with]; !ok {
					c.spoil(n.ring)
				}
			}
			for u := range v.Uses() {
				if !c.harmless(r, u) {
					c.spoil(n.ring)
				}
			}
		}
	}
}

// harmless reports whether a use of a counter is one that turns with it, or
// one that the check does not follow.
func (c *counters) harmless(r *role, u *ir.Use) bool {
	op := u.Owner()
	switch {
	case matters(op), op.Is(async.SlotDef.Name):
		return true
	case op.Is("scf.yield"), op.Is("scf.condition") && u.Index() > 0, op.Is("scf.for") && u.Index() > 2, op.Is("scf.while"):
		// What receives it is a counter as well, or not followed.
		return c.received(r, op, u.Index())
	case op.Is("scf.if"), op.Is("scf.for"), op.Is("scf.condition"):
		return false
	}
	for _, v := range op.Results() {
		if _, tracked := r.slotOf[v]; tracked {
			if _, ok := c.of[v]; !ok {
				return false
			}
		}
	}
	return true
}

// received reports whether the values that a counter is handed to count too.
func (c *counters) received(r *role, op *ir.Operation, i int) bool {
	var to []*ir.Value
	parent := op.Parent()
	switch {
	case op.Is("scf.for"):
		to = []*ir.Value{op.RegionAt(0).Entry().Arg(i - 2), op.Result(i - 3)}
	case op.Is("scf.while"):
		to = []*ir.Value{op.RegionAt(0).Entry().Arg(i)}
	case op.Is("scf.condition"):
		to = []*ir.Value{parent.Result(i - 1), parent.RegionAt(1).Entry().Arg(i - 1)}
	case parent.Is("scf.for"):
		to = []*ir.Value{parent.RegionAt(0).Entry().Arg(i + 1), parent.Result(i)}
	case parent.Is("scf.while"):
		to = []*ir.Value{parent.RegionAt(0).Entry().Arg(i)}
	case parent.Is("scf.if"):
		to = []*ir.Value{parent.Result(i)}
	}
	for _, v := range to {
		if _, tracked := r.slotOf[v]; tracked {
			if _, ok := c.of[v]; !ok {
				return false
			}
		}
	}
	return true
}

// collect makes the groups and tells the roles.
func (c *counters) collect() {
	k := c.k
	k.groups = nil
	at := make(map[int]int)
	for i, r := range c.rings {
		root := c.find(i)
		if c.bad[root] {
			continue
		}
		g, ok := at[root]
		if !ok {
			if len(k.groups) == maxGroupsTurned {
				continue
			}
			g = len(k.groups)
			at[root] = g
			k.groups = append(k.groups, group{slots: r.n})
		}
		r.group = g
		if r.bar {
			k.groups[g].bars = append(k.groups[g].bars, r)
		} else {
			k.groups[g].bufs = append(k.groups[g].bufs, r)
		}
	}
	for _, r := range k.roles {
		r.classes = make([]*class, r.slots)
		for v, s := range r.slotOf {
			n, ok := c.of[v]
			if !ok || c.rings[n.ring].group < 0 {
				continue
			}
			cl := &class{group: c.rings[n.ring].group, sort: n.sort, with: -1}
			if n.with != nil {
				if w, ok := r.slotOf[n.with]; ok {
					cl.with = w
				}
			}
			r.classes[s] = cl
		}
		r.placesTurn()
		for i := range r.code {
			c.constants(r, &r.code[i])
		}
	}
}

// maxGroupsTurned is how many groups turn: they are bits of a word.
const maxGroupsTurned = 64

// constants notes the groups that an instruction gives a slot or parity to
// that does not turn.
func (c *counters) constants(r *role, in *instr) {
	in.absolute = 0
	for _, l := range c.loose {
		if l.op == in.op && (in.code == perform || in.code == compute) {
			if g := c.rings[l.ring].group; g >= 0 {
				in.absolute |= 1 << g
			}
		}
	}
	for _, x := range in.in {
		// A slot that was picked before the roles.
		if x.slot >= 0 || x.fixed.kind != location {
			continue
		}
		for _, r := range c.k.bufList {
			if t := int(x.fixed.a); r.group >= 0 && r.n > 1 && t >= r.first && t < r.first+r.n {
				in.absolute |= 1 << r.group
			}
		}
	}
	if in.code != move {
		return
	}
	for i, o := range in.out {
		if o < 0 || r.classes[o] == nil {
			continue
		}
		if x := in.in[i]; x.slot < 0 || r.classes[x.slot] == nil {
			in.absolute |= 1 << r.classes[o].group
		}
	}
}

// turn adds n, modulo 2 S, to all counters of a group and moves its slots on.
func (k *kernel) turn(s *state, gi, n int) {
	g := &k.groups[gi]
	size := g.slots
	n = (n%(2*size) + 2*size) % (2 * size)
	if n == 0 {
		return
	}
	to := func(i int) (int, bool) { return (i + n) % size, (i+n)/size&1 != 0 }
	s.known.rotate(k.lay, k.lay.groups[gi], n%size)
	k.turnObjects(s, g, n)
	moved := func(t int32) int32 {
		for _, r := range g.bufs {
			if int(t) >= r.first && int(t) < r.first+r.n {
				i, _ := to(int(t) - r.first)
				return int32(r.first + i)
			}
		}
		return t
	}
	for _, r := range g.bufs {
		old := slices.Clone(s.written[r.first : r.first+r.n])
		for i, w := range old {
			j, _ := to(i)
			s.written[r.first+j] = w
		}
	}
	for i, r := range k.roles {
		turnRole(r, &s.roles[i], gi, size, to, moved)
	}
	if len(s.flights) > 0 {
		k.turnFlights(s, gi, g, to)
	}
}

func (k *kernel) turnObjects(s *state, g *group, n int) {
	size, l := g.slots, k.lay
	for _, r := range g.bars {
		old := slices.Clone(s.objects[r.first : r.first+r.n])
		lags := slices.Clone(s.lags[r.first*k.agents : (r.first+r.n)*k.agents])
		for i := range old {
			j := (i + n) % size
			old[i].parity = old[i].parity != ((i+n)/size&1 != 0)
			s.objects[r.first+j] = old[i]
			copy(s.lags[(r.first+j)*k.agents:], lags[i*k.agents:(i+1)*k.agents])
		}
		if n%size == 0 {
			continue
		}
		width := 2 * l.words // the rows of an object
		for _, at := range []int{l.known(k.pending(r.first)), l.fenced(k.pending(r.first))} {
			rows := slices.Clone(s.known[at : at+r.n*width])
			for i := range r.n {
				copy(s.known[at+(i+n)%size*width:], rows[i*width:(i+1)*width])
			}
		}
	}
}

func turnRole(r *role, rs *roleState, gi, size int, to func(int) (int, bool), moved func(int32) int32) {
	old := slices.Clone(rs.env)
	for i := range rs.env {
		v := &rs.env[i]
		if v.kind == location {
			v.a = moved(v.a)
			continue
		}
		c := r.classes[i]
		if c == nil || c.group != gi || !v.isConst() {
			continue
		}
		switch c.sort {
		case slotOfRing:
			j, _ := to(int(v.n))
			v.n = int64(j)
		case nextSlot:
			j, _ := to(int(v.n) - 1)
			v.n = int64(j) + 1
		case parityOfRing:
			at := constant(0)
			if c.with >= 0 {
				at = old[c.with]
			}
			if _, flip := to(int(at.n)); !at.isConst() {
				*v = value{}
			} else if flip {
				v.n ^= 1
			}
		case startsOver:
			j, _ := to(int(old[c.with].n) - 1)
			if *v = truth(j+1 == size); !old[c.with].isConst() {
				*v = value{}
			}
		}
	}
	turned := func(list []int32) []int32 {
		out := slices.Clone(list)
		for i := range out {
			out[i] = moved(out[i])
		}
		return out
	}
	for i := range rs.groups {
		rs.groups[i].tiles = turned(rs.groups[i].tiles)
	}
	rs.open = turned(rs.open)
	for i := range rs.stores {
		rs.stores[i] = turned(rs.stores[i])
	}
}

func (k *kernel) turnFlights(s *state, gi int, g *group, to func(int) (int, bool)) {
	b := k.lay.groups[gi]
	for i := range s.flights {
		f := &s.flights[i]
		if w := int(f.col>>6) - b.first; w >= 0 && w < b.slots*b.words {
			slot, _ := to(w / b.words)
			f.col = int32(64*(b.first+slot*b.words+w%b.words)) + f.col&63
		}
		for _, r := range g.bars {
			if o := int(f.object); o >= r.first && o < r.first+r.n {
				j, _ := to(o - r.first)
				f.object = int16(r.first + j)
				break
			}
		}
	}
	slices.SortFunc(s.flights, func(a, b flight) int { return int(a.col) - int(b.col) })
}

// settle turns every group so that the first live counter is 0, which makes
// states equal that differ in where their rings stand. It returns a group
// whose counters have left their range, -1 for none.
func (k *kernel) settle(s *state) int {
	for gi := range k.groups {
		n, found, ok := k.position(s, gi)
		if !ok {
			return gi
		}
		if found {
			k.turn(s, gi, -n)
			s.turned |= 1 << gi
		}
	}
	return -1
}

// position returns the number that the first counter of a group has; ok is
// false when one is out of its range.
func (k *kernel) position(s *state, gi int) (n int, found, ok bool) {
	best := 0 // 2: a pair, 1: a slot without its parity
	size := k.groups[gi].slots
	for i, r := range k.roles {
		rs := &s.roles[i]
		for e, c := range r.classes {
			if c == nil || c.group != gi || !rs.env[e].isConst() {
				continue
			}
			v := int(rs.env[e].n)
			if !c.sort.inRange(v, size) {
				return 0, false, false
			}
			switch {
			case best == 2:
			case c.sort == parityOfRing && c.with < 0:
				n, best = v, 2
			case c.sort == parityOfRing && rs.env[c.with].isConst():
				n, best = v*size+int(rs.env[c.with].n), 2
			case c.sort == slotOfRing && best == 0:
				n, best = v, 1
			}
		}
	}
	return n, best > 0, true
}

func (s sort) inRange(v, size int) bool {
	switch s {
	case slotOfRing:
		return v >= 0 && v < size
	case nextSlot:
		return v >= 1 && v <= size
	}
	return v == 0 || v == 1
}
