package asyncwarpspecialize

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// Consumers that take turns. Role g of G runs the whole persistent loop with the
// number of the turn, which counts up to G and starts anew. In its own turns it
// does the tile; in the others it passes over the slots that the tile takes, so
// that its position in the ring goes on.
//
// Own turns are ordered by named barriers: role g waits at barrier g in front of
// the first slot, and arrives at the next role's behind the last product. Without
// this order a role might wait for a phase of a slot two phases ahead, which an
// mbarrier cannot tell from the one that was. Whose turn comes first is said by
// one arrival in front of the loops, and the arrival of the last turn is waited
// for behind them, so that every barrier ends as it began.
type turns struct {
	loop *ir.Operation
	// skip is what a role needs to pass over a tile.
	skip *liveSet
	// first and last bound, in the loop's body, what one role at a time does.
	first, last *ir.Operation
	// rings has, for each ring that results go out by, that of each consumer.
	rings map[*ir.Value][]*ir.Value
}

// noTurns is the remark that consumers cannot take turns.
func noTurns(fn, op *ir.Operation, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Severity: diag.Remark, Pos: fn.Loc().Pos(), Op: fn.Path(), Msg: "consumers share each tile, and do not take turns: " + fmt.Sprintf(format, args...)}
	if op != nil {
		d.WithNote(op.Loc().Pos(), "'%s' is here", op.Name())
	}
	return d
}

// planTurns sets s.turns, or says why the consumers cannot take turns.
func (s *splitter) planTurns() *diag.Diagnostic {
	if s.opts.Consumers < 2 {
		return noTurns(s.fn, nil, "there is one consumer")
	}
	t := &turns{rings: make(map[*ir.Value][]*ir.Value)}
	for op := range s.fn.RegionAt(0).Entry().Ops() {
		if op.Attr(tile.PersistentAttr) == nil || !s.consumer.ops[op] {
			continue
		}
		if t.loop != nil {
			return noTurns(s.fn, op, "the kernel has two persistent loops")
		}
		t.loop = op
	}
	if t.loop == nil {
		return noTurns(s.fn, nil, "the kernel has no persistent loop (tile-persist)")
	}
	body := t.loop.RegionAt(0).Entry()
	for i := range t.loop.NumResults() {
		if s.consumer.values[t.loop.Result(i)] || s.consumer.values[body.Arg(1+i)] {
			return noTurns(s.fn, t.loop, "the loop hands a value from tile to tile")
		}
	}
	for _, op := range s.consumer.order {
		if d := t.checkOp(s, op); d != nil {
			return d
		}
	}
	t.skip = newLiveSet(s)
	for op := range ir.Walk(t.loop) {
		if s.waitsForLoads(op) {
			t.skip.markOp(op)
		}
	}
	for _, op := range t.skip.order {
		if !op.Is(async.PipelineWaitDef.Name) && !structured(op) && !s.setup[op] && (isRoot(op) || touchesTiles(op)) {
			return noTurns(s.fn, op, "how many slots a tile takes depends on '%s'", op.Name())
		}
	}
	for op := range body.Ops() {
		if !s.exclusive(op) {
			continue
		}
		if t.first == nil {
			t.first = op
		}
		t.last = op
	}
	s.turns = t
	return nil
}

// checkOp looks for what ties the consumer's rounds together.
func (t *turns) checkOp(s *splitter, op *ir.Operation) *diag.Diagnostic {
	inside := t.loop.IsAncestorOf(op)
	switch {
	case s.setup[op] || op == t.loop:
		return nil
	case !inside && (isRoot(op) || op.NumRegions() > 0):
		return noTurns(s.fn, op, "'%s' stands outside the persistent loop", op.Name())
	case op.NumOperands() > 0 && isBarrier(op.Operand(0)):
		return noTurns(s.fn, op, "'%s' uses a barrier of the kernel's own", op.Name())
	}
	return nil
}

func isBarrier(v *ir.Value) bool { _, ok := v.Type().(*async.BarrierType); return ok }

// exclusive reports whether an operation is, or holds, what only the role whose
// turn it is may do: wait for slots, and multiply.
func (s *splitter) exclusive(op *ir.Operation) bool {
	for o := range ir.Walk(op) {
		if s.waitsForLoads(o) || o.Is(async.MMADef.Name) || o.Is(async.MMAWaitDef.Name) {
			return true
		}
	}
	return false
}

// waitsForLoads reports whether an operation waits for a slot that the producer
// fills.
func (s *splitter) waitsForLoads(op *ir.Operation) bool {
	return op.Is(async.PipelineWaitDef.Name) && !s.storeRings[op.Operand(0)]
}

// cooperate falls back to consumers that share each tile: the number asked for
// where the tiles can be shared by so many, else that of the kernel.
func (s *splitter) cooperate(groups int64) {
	k := &copier{s: s, groups: int(s.opts.Consumers)}
	for _, op := range s.consumer.order {
		if _, err := k.types(op, op.Results()); err != nil {
			s.opts.Consumers = groups
			return
		}
	}
}

// ownBuffers gives a role copies of the buffers, and of what is made of them in
// front of the roles; the first role keeps the originals.
func (k *copier) ownBuffers(entry *ir.Block) {
	var copies []*ir.Operation
	mine := make(map[*ir.Operation]bool)
	for op := range entry.Ops() {
		if !k.s.setup[op] {
			continue
		}
		if op.Is(async.PipelineCreateDef.Name) && k.s.storeRings[op.Result(0)] && k.turn == 0 {
			k.s.turns.rings[op.Result(0)] = []*ir.Value{op.Result(0)}
		}
		own := op.Is(async.AllocDef.Name) || op.Is(async.PipelineCreateDef.Name) && k.s.storeRings[op.Result(0)]
		for _, v := range op.Operands() {
			own = own || mine[v.Def()]
		}
		if own && k.used(op) {
			mine[op] = true
			copies = append(copies, op)
		}
	}
	if k.turn == 0 {
		return
	}
	for _, op := range copies {
		k.b.After(op)
		n := k.b.Clone(op, &k.m)
		k.s.setup[n] = true
		if rings := k.s.turns.rings; rings[op.Result(0)] != nil {
			rings[op.Result(0)] = append(rings[op.Result(0)], n.Result(0))
		}
	}
}

// used reports whether the consumer needs a result of op.
func (k *copier) used(op *ir.Operation) bool {
	for _, v := range op.Results() {
		if k.live.values[v] {
			return true
		}
	}
	return false
}

// takeTurns copies the persistent loop for one of the roles that take turns.
func (k *copier) takeTurns(loop *ir.Operation) error {
	b, t := k.b, k.s.turns
	b.SetLoc(loop.Loc())
	if k.turn == int(k.s.opts.Consumers)-1 {
		k.arrive(0)
	}
	mine := k.constant(k.turn)
	err := k.countTurns(loop, func(turn *ir.Value, body *ir.Block) error {
		branch := b.Create(ir.OpState{Info: b.Context().OpInfo("scf.if"), Loc: loop.Loc(), Operands: []*ir.Value{k.equal(turn, mine)}, Types: []ir.Type{}, NumRegions: 2})
		b.AtEnd(branch.RegionAt(0).AddBlock(loop.Loc()))
		if err := k.ownTurn(body); err != nil {
			return err
		}
		b.Op("scf.yield", nil, []ir.Type{})
		b.AtEnd(branch.RegionAt(1).AddBlock(loop.Loc()))
		// What stands in front of the loop is mapped already; what the own turn
		// made is made again.
		over := &copier{s: k.s, live: t.skip, b: b, m: k.m, skipping: true}
		if err := over.block(body); err != nil {
			return err
		}
		b.Op("scf.yield", nil, []ir.Type{})
		b.After(branch)
		return nil
	})
	if err != nil {
		return err
	}
	// The last turn made an arrival for a turn that does not come.
	return k.branch(loop, k.equal(k.last, mine), func() error { k.await(k.turn); return nil })
}

// countTurns copies the persistent loop with the number of the turn as carried
// value, which k.last is behind it; round emits a round's body.
func (k *copier) countTurns(loop *ir.Operation, round func(turn *ir.Value, body *ir.Block) error) error {
	b, c := k.b, k.b.Context()
	i32 := []ir.Type{c.I(32)}
	b.SetLoc(loop.Loc())
	zero := k.constant(0)
	n := scf.NewFor(b, i32, k.m.Value(loop.Operand(0)), k.m.Value(loop.Operand(1)), k.m.Value(loop.Operand(2)), []*ir.Value{zero}, scf.ForProps{UnsignedCmp: loop.Prop("unsignedCmp")}).Op()
	n.SetAttrs(loop.Attrs())
	body := loop.RegionAt(0).Entry()
	nb := n.RegionAt(0).AddBlock(loop.Loc(), body.Arg(0).Type(), c.I(32))
	b.AtEnd(nb)
	k.m.Map(body.Arg(0), nb.Arg(0))
	turn := nb.Arg(1)
	if err := round(turn, body); err != nil {
		return err
	}
	b.SetLoc(loop.Loc())
	next := b.Op("arith.addi", []*ir.Value{turn, k.constant(1)}, i32).Result(0)
	again := b.Op("arith.select", []*ir.Value{k.equal(next, k.constant(int(k.s.opts.Consumers))), zero, next}, i32).Result(0)
	b.Op("scf.yield", []*ir.Value{again}, []ir.Type{})
	b.After(n)
	k.last = n.Result(0)
	return nil
}

// constant and equal make i32 values and compare them.
func (k *copier) constant(n int) *ir.Value {
	c := k.b.Context()
	return k.b.Op("arith.constant", nil, []ir.Type{c.I(32)}, ir.NamedAttr{Name: "value", Attr: c.I32Attr(int64(n))}).Result(0)
}

func (k *copier) equal(x, y *ir.Value) *ir.Value {
	c := k.b.Context()
	return k.b.Op("arith.cmpi", []*ir.Value{x, y}, []ir.Type{c.I(1)}, ir.NamedAttr{Name: "predicate", Attr: c.I64Attr(arith.CmpEQ)}).Result(0)
}

// branch emits what body emits under a condition.
func (k *copier) branch(at *ir.Operation, cond *ir.Value, body func() error) error {
	b := k.b
	n := b.Create(ir.OpState{Info: b.Context().OpInfo("scf.if"), Loc: at.Loc(), Operands: []*ir.Value{cond}, Types: []ir.Type{}, NumRegions: 2})
	b.AtEnd(n.RegionAt(0).AddBlock(at.Loc()))
	if err := body(); err != nil {
		return err
	}
	b.Op("scf.yield", nil, []ir.Type{})
	b.After(n)
	return nil
}

// ownTurn copies the loop's body between the barriers of the turn.
func (k *copier) ownTurn(body *ir.Block) error {
	t := k.s.turns
	for op := range body.Ops() {
		if op == t.first {
			k.await(k.turn)
		}
		if !k.s.setup[op] && k.live.ops[op] && !op.Has(ir.Terminator) {
			if err := k.op(op); err != nil {
				return err
			}
		}
		if op == t.last {
			k.arrive((k.turn + 1) % int(k.s.opts.Consumers))
		}
	}
	return nil
}

// turnWarps is how many warps arrive at the barrier of a turn: those of the role
// before, and those that wait.
func (k *copier) turnWarps() ir.Attr { return k.b.Context().I32Attr(8 * int64(k.groups)) }

func (k *copier) await(n int) {
	async.NewNamedSync(k.b, async.NamedSyncProps{Id: k.b.Context().I32Attr(int64(n)), Warps: k.turnWarps()})
}

func (k *copier) arrive(n int) {
	async.NewNamedArrive(k.b, async.NamedArriveProps{Id: k.b.Context().I32Attr(int64(n)), Warps: k.turnWarps()})
}
