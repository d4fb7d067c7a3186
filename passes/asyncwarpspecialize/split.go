package asyncwarpspecialize

import (
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// split replaces the body by the two roles.
func (s *splitter) split() error {
	c := s.fn.Context()
	entry := s.fn.RegionAt(0).Entry()
	ret := entry.Last()
	b := ir.NewBuilder(c)
	b.Before(ret).SetLoc(s.fn.Loc())
	consumers := s.consumers()
	// Roles of fewer warps than a group come behind those of whole groups.
	order := append([]string{"producer"}, consumers...)
	first, producer := 1, 0
	if s.opts.ProducerWarps%4 != 0 {
		order = append(slices.Clone(consumers), "producer")
		first, producer = 0, len(consumers)
	}
	if s.ownStorer() {
		order = append(order, "store")
	}
	names, warps := make([]ir.Attr, len(order)), make([]int64, len(order))
	for i, name := range order {
		names[i], warps[i] = c.Str(name), s.opts.ProducerWarps
	}
	for i := range consumers {
		warps[first+i] = 4 * s.opts.Consumers / int64(len(consumers))
	}
	ws := async.NewWarpSpecialize(b, len(names), async.WarpSpecializeProps{Names: c.ArrayOf(names...), Warps: c.I32Array(warps...)})
	roles := ws.Op().Regions()

	pb := roles[producer].AddBlock(s.fn.Loc())
	b.AtEnd(pb)
	p := &copier{s: s, live: s.producer, b: b, single: !s.copiesByThreads()}
	if err := p.role(entry); err != nil {
		return err
	}

	for i := range consumers {
		cb := roles[first+i].AddBlock(s.fn.Loc())
		k := &copier{s: s, live: s.consumer, b: b, groups: int(s.opts.Consumers) / len(consumers)}
		if s.turns != nil {
			k.turn = i
			k.ownBuffers(entry)
		}
		b.AtEnd(cb)
		if err := k.role(entry); err != nil {
			return err
		}
	}
	if s.ownStorer() {
		sb := roles[len(roles)-1].AddBlock(s.fn.Loc())
		b.AtEnd(sb)
		k := &copier{s: s, live: s.storer, b: b, single: true, storing: true}
		if err := k.role(entry); err != nil {
			return err
		}
	}
	s.eraseOld(entry, ws.Op())
	return nil
}

// role copies the body to the insertion point, the end of a role's block: for all
// threads of the role or, with k.single, for one.
func (k *copier) role(entry *ir.Block) error {
	b := k.b
	if k.single {
		one := async.NewSingleThread(b)
		async.NewYield(b)
		b.AtEnd(one.Op().RegionAt(0).AddBlock(b.Loc()))
	}
	end := b.Block()
	if err := k.block(entry); err != nil {
		return err
	}
	b.AtEnd(end)
	async.NewYield(b)
	return nil
}

// consumers names the computing roles.
func (s *splitter) consumers() []string {
	if s.turns == nil {
		return []string{"consumer"}
	}
	var out []string
	for i := range s.opts.Consumers {
		out = append(out, fmt.Sprintf("consumer_%d", i))
	}
	return out
}

// copiesByThreads reports whether the producer needs all its threads.
func (s *splitter) copiesByThreads() bool {
	for _, op := range s.producer.order {
		if f, ok := async.AsFill(op); ok && f.ByThreads() {
			return true
		}
	}
	return false
}

// eraseOld removes the original body: users come before what they use.
func (s *splitter) eraseOld(entry *ir.Block, ws *ir.Operation) {
	var old []*ir.Operation
	for op := range entry.Ops() {
		if op != ws && !s.setup[op] && !op.Has(ir.Terminator) {
			old = append(old, op)
		}
	}
	for i := len(old) - 1; i >= 0; i-- {
		old[i].Erase()
	}
	for op := range entry.Ops() {
		if op.Is(async.AllocDef.Name) && !op.Result(0).HasUses() {
			op.Erase()
		}
	}
}

// copier copies the live part of a block.
type copier struct {
	s    *splitter
	live *liveSet
	b    *ir.Builder
	m    ir.Mapping
	// groups is the number of warp groups that the layouts of copied tiles
	// spread over; 0 keeps them.
	groups int
	// single: the copy stands in tasync.single_thread as a whole.
	single bool
	// turn is the number of the role among those that take turns.
	turn int
	// skipping: the copy passes over the tiles of another role.
	skipping bool
	// storing: the copy is the role that copies results out.
	storing bool
	// last is the number of the turn that does not come, behind countTurns.
	last *ir.Value
}

// typ returns the type of a copied value.
func (k *copier) typ(op *ir.Operation, t ir.Type) (ir.Type, error) {
	l := async.LayoutOf(t)
	if k.groups == 0 || l == nil {
		return t, nil
	}
	n, err := l.WithWarpGroups(k.groups)
	if err != nil {
		return nil, op.OpError("cannot run on %d warp groups: %v", k.groups, err)
	}
	tt := async.WithLayout(t.(*ir.TensorType), n)
	if _, err := async.MapOf(tt); err != nil {
		return nil, op.OpError("cannot run on %d warp groups: %v", k.groups, err)
	}
	return tt, nil
}

func (k *copier) types(op *ir.Operation, vs []*ir.Value) ([]ir.Type, error) {
	out := make([]ir.Type, len(vs))
	for i, v := range vs {
		t, err := k.typ(op, v.Type())
		if err != nil {
			return nil, err
		}
		out[i] = t
	}
	return out, nil
}

func (k *copier) values(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		out[i] = k.m.Value(v)
	}
	return out
}

// block copies the live operations of a block, without its terminator, to the
// insertion point.
func (k *copier) block(blk *ir.Block) error {
	for op := range blk.Ops() {
		if k.s.setup[op] || !k.live.ops[op] || op.Has(ir.Terminator) {
			continue
		}
		if err := k.op(op); err != nil {
			return err
		}
	}
	return nil
}

func (k *copier) op(op *ir.Operation) error {
	switch {
	case k.storing && k.s.turns != nil && op == k.s.turns.loop:
		return k.storeTurns(op)
	case k.storing && k.s.turns != nil && op.NumOperands() > 0 && k.s.storeRings[op.Operand(0)] && !k.s.turns.loop.IsAncestorOf(op):
		k.forEachRing(op)
		return nil
	case k.groups > 0 && k.s.turns != nil && op == k.s.turns.loop:
		return k.takeTurns(op)
	case k.skipping && op.Is(async.PipelineWaitDef.Name):
		k.b.SetLoc(op.Loc())
		async.NewPipelineSkip(k.b, k.m.Value(op.Operand(0)))
		return nil
	case k.single && op.Is(async.SingleThreadDef.Name):
		return k.block(op.RegionAt(0).Entry())
	case op.Is("scf.for"):
		return k.forOp(op)
	case op.Is("scf.while"):
		return k.whileOp(op)
	case structured(op):
		return k.nested(op)
	}
	// An error names the original, whose users are there.
	if _, err := k.types(op, op.Results()); err != nil {
		return err
	}
	n := k.b.Clone(op, &k.m)
	for o := range ir.Walk(n) {
		if err := k.retype(o); err != nil {
			return err
		}
	}
	return nil
}

// retype gives the values that a copied operation makes their new types.
func (k *copier) retype(op *ir.Operation) error {
	set := func(v *ir.Value) error {
		t, err := k.typ(op, v.Type())
		if err == nil && t != v.Type() {
			v.SetType(t)
		}
		return err
	}
	for _, v := range op.Results() {
		if err := set(v); err != nil {
			return err
		}
	}
	for _, r := range op.Regions() {
		for blk := range r.Blocks() {
			for _, v := range blk.Args() {
				if err := set(v); err != nil {
					return err
				}
			}
		}
	}
	k.retypeConstant(op)
	return k.resizeScratch(op)
}

// resizeScratch gives a reduction over other warps the scratch that it needs:
// one partial result for each warp along the axis.
func (k *copier) resizeScratch(op *ir.Operation) error {
	r, ok := async.AsReduce(op)
	if !ok || k.groups == 0 {
		return nil
	}
	src := r.Source().Type().(*ir.TensorType)
	axis, _ := ir.IntValue(r.Axis())
	m, err := async.MapOf(src)
	if err != nil {
		return op.OpError("%v", err)
	}
	old := op.Operand(1).Type().(*async.BufferType)
	shape := append([]int64{async.ReduceWarps(m, int(axis))}, old.Shape[1:]...)
	if shape[0] == old.Shape[0] {
		return nil
	}
	at := k.b.Save()
	k.b.AtStart(k.s.fn.RegionAt(0).Entry())
	a := async.NewAlloc(k.b, []ir.Type{async.BufferOf(shape, old.Elem, old.Swizzle, 1)}, async.AllocProps{})
	k.b.Restore(at)
	k.s.setup[a.Op()] = true
	op.SetOperand(1, a.Op().Result(0))
	return nil
}

// retypeConstant gives the value of a dense constant the new type of its
// result.
func (k *copier) retypeConstant(op *ir.Operation) {
	d, ok := op.Prop("value").(*ir.DenseAttr)
	if !ok || op.NumResults() != 1 || d.Type() == op.Result(0).Type() {
		return
	}
	op.SetProp("value", ir.DenseOf(op.Result(0).Type().(ir.ShapedType), d.Splat, []byte(d.Data)))
}

// kept returns the numbers of the values that the role needs.
func (k *copier) kept(vs []*ir.Value) []int {
	var out []int
	for i, v := range vs {
		if k.live.values[v] {
			out = append(out, i)
		}
	}
	return out
}

func choose(vs []*ir.Value, which []int) []*ir.Value {
	out := make([]*ir.Value, len(which))
	for i, n := range which {
		out[i] = vs[n]
	}
	return out
}

func (k *copier) forOp(op *ir.Operation) error {
	keep := k.kept(op.Results())
	results := choose(op.Results(), keep)
	types, err := k.types(op, results)
	if err != nil {
		return err
	}
	operands := append(op.Operands()[:3:3], choose(op.Operands()[3:], keep)...)
	n := k.create(op, k.values(operands), types)
	body := op.RegionAt(0).Entry()
	nb := n.RegionAt(0).AddBlock(op.Loc(), body.Arg(0).Type())
	k.m.Map(body.Arg(0), nb.Arg(0))
	for i, j := range keep {
		k.m.Map(body.Arg(1+j), nb.AddArg(types[i], op.Loc()))
		k.m.Map(op.Result(j), n.Result(i))
	}
	k.b.AtEnd(nb)
	if err := k.block(body); err != nil {
		return err
	}
	k.yield(body.Last(), keep)
	k.b.After(n)
	return nil
}

// create makes a copy of op with other operands and results and empty
// regions.
func (k *copier) create(op *ir.Operation, operands []*ir.Value, types []ir.Type) *ir.Operation {
	st := ir.OpState{Loc: op.Loc(), Info: op.Info(), Operands: operands, Types: types, Attrs: op.Attrs(), NumRegions: op.NumRegions()}
	for i := range op.NumProps() {
		st.Props = append(st.Props, op.PropAt(i))
	}
	return k.b.Create(st)
}

// yield copies a terminator with the operands chosen.
func (k *copier) yield(term *ir.Operation, which []int) {
	k.create(term, k.values(choose(term.Operands(), which)), []ir.Type{})
}

// nested copies an operation with regions that take no arguments.
func (k *copier) nested(op *ir.Operation) error {
	keep := k.kept(op.Results())
	results := choose(op.Results(), keep)
	types, err := k.types(op, results)
	if err != nil {
		return err
	}
	n := k.create(op, k.values(op.Operands()), types)
	for i, j := range keep {
		k.m.Map(op.Result(j), n.Result(i))
	}
	for i, r := range op.Regions() {
		if r.IsEmpty() {
			continue
		}
		if err := k.region(op, r, n.RegionAt(i), keep); err != nil {
			return err
		}
	}
	k.b.After(n)
	return nil
}

func (k *copier) region(op *ir.Operation, from, to *ir.Region, keep []int) error {
	src := from.Entry()
	nb := to.AddBlock(op.Loc())
	for _, a := range src.Args() {
		t, err := k.typ(op, a.Type())
		if err != nil {
			return err
		}
		k.m.Map(a, nb.AddArg(t, a.Loc()))
	}
	k.b.AtEnd(nb)
	if err := k.block(src); err != nil {
		return err
	}
	k.yield(src.Last(), keep)
	return nil
}
