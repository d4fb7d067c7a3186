package asyncpipeline

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/carry"
)

// copied is what a load of the loop copied from.
type copied struct {
	async.Template
	indices []*ir.Value
	loc     ir.Loc
}

// byThreads reports whether some copy of the ring needs all threads.
func (g *ring) byThreads() bool {
	for _, c := range g.copies {
		if c.ByThreads() {
			return true
		}
	}
	return false
}

// prefetch puts the loads that run ahead in front of the loop and into it. When
// it peels, the loop ends as many iterations early, so that they need no
// guard, and a second loop makes the rest; when it peels nothing, the loop
// begins as many iterations early.
func (l *loopInfo) prefetch(b *ir.Builder, o Options) {
	most := l.mostAhead()
	if most == 0 {
		return
	}
	lb, ub, step := l.loop.Operand(0), l.loop.Operand(1), l.loop.Operand(2)
	if o.Peel == peelNone {
		l.beginEarly(b, most)
		l.fillAhead(b, l.body, step, func(g *ring, iv *ir.Value) {
			fill := func() { l.guarded(b, g, iv, ub) }
			if g.ahead == most {
				fill()
				return
			}
			// Rings that run less far ahead begin later.
			branch(b, compare(b, arith.CmpSGE, iv, lb), 0, fill)
		})
		return
	}
	guarded := func(g *ring, iv *ir.Value) { l.guarded(b, g, iv, ub) }
	var rest *ir.Block
	if l.peels(o) {
		rest = l.split(b, most)
	}
	for _, g := range l.rings {
		for i := range g.ahead {
			b.Before(l.loop)
			guarded(g, ahead(b, lb, step, i))
		}
	}
	if rest == nil {
		l.fillAhead(b, l.body, step, guarded)
		return
	}
	l.fillAhead(b, l.body, step, func(g *ring, iv *ir.Value) { l.fill(b, g, iv) })
	// Rings that run less far ahead still load in the last iterations.
	l.fillAhead(b, rest, step, guarded)
}

// fillAhead puts the loads for later iterations at the start of a body.
func (l *loopInfo) fillAhead(b *ir.Builder, body *ir.Block, step *ir.Value, fill func(*ring, *ir.Value)) {
	first := body.First()
	for _, g := range l.rings {
		if g.ahead == 0 || body != l.body && g.ahead == l.mostAhead() {
			continue
		}
		b.Before(first)
		fill(g, ahead(b, body.Arg(0), step, g.ahead))
	}
}

// beginEarly lets the loop begin n iterations early and puts its body under the
// condition that it would have begun.
func (l *loopInfo) beginEarly(b *ir.Builder, n int64) {
	lb, step := l.loop.Operand(0), l.loop.Operand(2)
	b.Before(l.loop)
	early := lb
	for range n {
		early = b.Op("arith.subi", []*ir.Value{early, step}, []ir.Type{early.Type()}).Result(0)
	}
	l.loop.SetOperand(0, early)
	end := l.body.Last()
	old := end.Operands()
	b.AtStart(l.body)
	begun := compare(b, arith.CmpSGE, l.body.Arg(0), lb)
	types := make([]ir.Type, len(old))
	for i, v := range old {
		types[i] = v.Type()
	}
	cond := b.Create(ir.OpState{Info: b.Context().OpInfo("scf.if"), Operands: []*ir.Value{begun}, Types: types, NumRegions: 2})
	b.AtEnd(cond.RegionAt(0).AddBlock(b.Loc()))
	yield := b.Op("scf.yield", old, nil)
	for op := cond.Next(); op != end; op = cond.Next() {
		op.MoveBefore(yield)
	}
	if len(old) > 0 {
		b.AtEnd(cond.RegionAt(1).AddBlock(b.Loc()))
		b.Op("scf.yield", l.body.Args()[1:], nil)
	}
	end.SetOperands(cond.Results())
}

// split ends the loop n iterations early and puts a copy behind it for the
// rest, whose body it returns. Where the rest begins is carried out of the loop.
func (l *loopInfo) split(b *ir.Builder, n int64) *ir.Block {
	loop := l.loop
	ub, step := loop.Operand(1), loop.Operand(2)
	b.After(loop)
	rest := b.Clone(loop, &ir.Mapping{})
	loop.ReplaceAllUsesWith(rest.Results())
	b.Before(loop)
	for range n {
		ub = b.Op("arith.subi", []*ir.Value{ub, step}, []ir.Type{ub.Type()}).Result(0)
	}
	loop.SetOperand(1, ub)
	results := loop.NumResults()
	loop = carry.ExtendFor(b, loop, []*ir.Value{loop.Operand(0)})
	b.Before(l.body.Last())
	next := b.Op("arith.addi", []*ir.Value{l.body.Arg(0), step}, []ir.Type{step.Type()}).Result(0)
	carry.AppendOperands(l.body.Last(), []*ir.Value{next})
	rest.SetOperand(0, loop.Result(results))
	for i := range results {
		rest.SetOperand(3+i, loop.Result(i))
	}
	l.loop, l.end = loop, rest
	return rest.RegionAt(0).Entry()
}

// ahead returns iv + n * step.
func ahead(b *ir.Builder, iv, step *ir.Value, n int64) *ir.Value {
	t := []ir.Type{iv.Type()}
	for range n {
		iv = b.Op("arith.addi", []*ir.Value{iv, step}, t).Result(0)
	}
	return iv
}

// guarded fills a slot for iteration iv unless the loop ends before it.
func (l *loopInfo) guarded(b *ir.Builder, g *ring, iv, ub *ir.Value) {
	branch(b, compare(b, arith.CmpSLT, iv, ub), 0, func() { l.fill(b, g, iv) })
}

func compare(b *ir.Builder, predicate int64, x, y *ir.Value) *ir.Value {
	c := b.Context()
	return b.Op("arith.cmpi", []*ir.Value{x, y}, []ir.Type{c.I(1)},
		ir.NamedAttr{Name: "predicate", Attr: arith.CmpIPredicate.Attr(c, predicate)}).Result(0)
}

// branch builds an scf.if that executes f in one of its branches.
func branch(b *ir.Builder, cond *ir.Value, which int, f func()) {
	op := b.Create(ir.OpState{Info: b.Context().OpInfo("scf.if"), Operands: []*ir.Value{cond}, Types: []ir.Type{}, NumRegions: 2})
	at := b.Save()
	for i := range which + 1 {
		b.AtEnd(op.RegionAt(i).AddBlock(b.Loc()))
		if i == which {
			f()
		}
		b.Op("scf.yield", nil, nil)
	}
	b.Restore(at)
}

// fill emits acquire, the loads with their index arithmetic, and commit at the
// insertion point: for the iteration that the point is in when iv is nil, else
// for iteration iv, under the conditions of the ring, by one thread where
// no copy needs them all.
func (l *loopInfo) fill(b *ir.Builder, g *ring, iv *ir.Value) {
	m := &ir.Mapping{}
	if iv == nil {
		l.copies(b, g, iv, m)
		return
	}
	m.Map(l.body.Arg(0), iv)
	var nest func(i int)
	nest = func(i int) {
		if i < len(g.guards) {
			cond := l.copySlice(b, g, iv, g.guards[i].cond, m)
			branch(b, cond, g.guards[i].branch, func() { nest(i + 1) })
			return
		}
		if g.byThreads() {
			l.copies(b, g, iv, m)
			return
		}
		one := async.NewSingleThread(b)
		at := b.Save()
		b.AtEnd(one.Op().RegionAt(0).AddBlock(b.Loc()))
		l.copies(b, g, iv, m)
		async.NewYield(b)
		b.Restore(at)
	}
	nest(0)
}

// copies emits acquire, loads and commit.
func (l *loopInfo) copies(b *ir.Builder, g *ring, iv *ir.Value, m *ir.Mapping) {
	slots := async.NewPipelineAcquire(b, bufferTypes(g.bufs), g.pipe).Op()
	loc := b.Loc()
	for i, from := range g.copies {
		var idx []*ir.Value
		for _, x := range from.indices {
			idx = append(idx, l.copySlice(b, g, iv, x, m))
		}
		b.SetLoc(from.loc)
		from.Build(b, []ir.Type{}, idx, slots.Result(i), nil, nil)
		b.SetLoc(loc)
	}
	async.NewPipelineCommit(b, g.pipe)
}

// copySlice copies the arithmetic behind v that stands in the loop or, for the
// iteration itself, in the block of the ring.
func (l *loopInfo) copySlice(b *ir.Builder, g *ring, iv, v *ir.Value, m *ir.Mapping) *ir.Value {
	if m.Has(v) {
		return m.Value(v)
	}
	def := v.Def()
	if def == nil || !l.loop.IsAncestorOf(def) || iv == nil && g.inBlock(def) == nil {
		return v
	}
	for _, o := range def.Operands() {
		if w := l.copySlice(b, g, iv, o, m); w != o {
			m.Map(o, w)
		}
	}
	b.Clone(def, m)
	return m.Value(v)
}
