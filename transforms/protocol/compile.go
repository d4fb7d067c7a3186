package protocol

import (
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

func (c *compiler) block(b *ir.Block) *Finding {
	for op := range b.Ops() {
		if op == c.end {
			return nil
		}
		if f := c.operation(op); f != nil {
			return f
		}
	}
	return nil
}

func (c *compiler) operation(op *ir.Operation) *Finding {
	switch {
	case op.Is("scf.yield"), op.Is("scf.condition"), op.Is("tasync.yield"), op.Is("func.return"):
		return nil
	case op.Is("tasync.single_thread"):
		was := c.solo
		c.solo = true
		f := c.block(op.RegionAt(0).Entry())
		c.solo = was
		return f
	case op.NumRegions() > 0:
		return c.nested(op)
	case op.Is("tasync.alloc"), op.Is("tasync.barrier_alloc"), op.Is("tasync.tensor_map"):
		return nil
	case matters(op):
		return c.async(op)
	}
	c.uses(op)
	tracked := false
	for _, s := range c.slots(op.Results()) {
		tracked = tracked || s >= 0
	}
	if !tracked {
		return nil
	}
	if at, ok := c.residues[op]; ok {
		c.emit(instr{code: move, op: op, in: []ref{{slot: at}}, out: c.slots(op.Results())})
		return nil
	}
	c.choose(op)
	in := instr{code: compute, op: op, in: c.refs(op.Operands()), out: c.slots(op.Results())}
	if op.NumResults() == 1 {
		in.sym, in.scalar = c.k.syms.of(op.Result(0)), isScalar(op)
		if op.Is("memref.load") && in.scalar && op.NumOperands() <= 1+maxArgs {
			in.head = c.k.syms.of(op.Operand(0))
		}
	}
	c.emit(in)
	return nil
}

// choose makes a decision where a slot or parity depends on a condition: where
// a counter starts may be written as a number that a comparison is turned into.
func (c *compiler) choose(op *ir.Operation) {
	if op.NumResults() != 1 || !c.counts[op.Result(0)] || !op.Is("arith.select") && !op.Is("arith.extui") {
		return
	}
	cond := op.Operand(0)
	if w, ok := ir.BitWidth(cond.Type()); !ok || w != 1 {
		return
	}
	if cmp := cond.Def(); cmp != nil && cmp.Is("arith.cmpi") && cmp.Operand(0).Def() != nil && cmp.Operand(0).Def().Is("arith.addi") && isConstant(cmp.Operand(1)) {
		return // a counter that starts over
	}
	shared := false
	for u := range cond.Uses() {
		shared = shared || u.Owner().Is("scf.if") && c.isShared(u.Owner())
	}
	at := c.emit(instr{code: branch, op: op, in: []ref{c.ref(cond)}, out: c.slots([]*ir.Value{cond}), shared: shared,
		key: c.k.key(fmt.Sprintf("if %d", c.k.syms.of(cond)))})
	c.r.code[at].target = at + 1
}

// uses checks that the tiles that an operation reads are finished.
func (c *compiler) uses(op *ir.Operation) {
	var in []ref
	for o := range ir.Walk(op) {
		for _, v := range o.Operands() {
			if c.acc[v] {
				in = append(in, c.ref(v))
			}
		}
	}
	if len(in) > 0 {
		c.emit(instr{code: use, op: op, in: in})
	}
}

// async emits an operation of the async level.
func (c *compiler) async(op *ir.Operation) *Finding {
	switch op.Name() {
	case "tasync.async_load", "tasync.copy", "tasync.wait", "tasync.pipeline_acquire", "tasync.pipeline_commit", "tasync.pipeline_wait", "tasync.pipeline_release",
		"tasync.pipeline_skip":
	case "tasync.barrier_init", "tasync.init_publish":
	case "tasync.async_store", "tasync.store_commit", "tasync.store_wait", "tasync.local_load", "tasync.local_store", "tasync.reduce",
		"tasync.mma", "tasync.mma_wait", "tasync.copy_arrive", "tasync.copy_wait", "tasync.named_sync", "tasync.named_arrive", "tasync.fence_async", "tasync.sync", "tasync.barrier_wait", "tasync.barrier_expect", "tasync.barrier_arrive":
	default:
		return unsupported(op, "is not known to the check")
	}
	if c.end != nil && !op.Is("tasync.barrier_init") && !op.Is("tasync.init_publish") {
		return unsupported(op, "stands before the roles, where the check expects only the initialisation of barriers")
	}
	if !op.Is("tasync.mma") && !op.Is("tasync.mma_wait") {
		c.uses(op)
	}
	switch op.Name() {
	case async.AsyncLoadDef.Name, async.CopyDef.Name:
		return c.fill(op)
	case async.WaitDef.Name:
		c.await(op)
		return nil
	case async.PipelineAcquireDef.Name, async.PipelineCommitDef.Name, async.PipelineWaitDef.Name, async.PipelineReleaseDef.Name, async.PipelineSkipDef.Name:
		return c.pipeline(op)
	}
	c.emit(instr{code: perform, op: op, in: c.refs(op.Operands()), out: c.slots(op.Results())})
	return nil
}

func (c *compiler) nested(op *ir.Operation) *Finding {
	if !mattersInside(op) && !c.advances(op) {
		c.uses(op)
		if kill := c.tracked(op.Results()); len(kill) > 0 {
			c.emit(instr{code: move, op: op, kill: kill})
		}
		return nil
	}
	switch {
	case op.Is("scf.for"):
		return c.loop(op)
	case op.Is("scf.if"):
		return c.condition(op)
	case op.Is("scf.while"):
		return c.while(op)
	}
	return unsupported(op, "has synchronisation in it, and is none of scf.for, scf.while and scf.if")
}

func (c *compiler) tracked(vs []*ir.Value) []int {
	var out []int
	for _, s := range c.slots(vs) {
		if s >= 0 {
			out = append(out, s)
		}
	}
	return out
}

// isShared reports whether other roles must decide alike: op surrounds
// operations on barriers between roles, or moves a position in a ring.
func (c *compiler) isShared(op *ir.Operation) bool {
	if c.advances(op) {
		c.r.shares = true
		return true
	}
	for o := range ir.Walk(op) {
		if o == op {
			continue
		}
		if o.Is(async.NamedSyncDef.Name) || o.Is(async.NamedArriveDef.Name) {
			c.r.shares = true
			return true
		}
		for _, v := range o.Operands() {
			if c.k.crossing[v] {
				c.r.shares = true
				return true
			}
		}
	}
	return false
}

// assignment makes a move of the tracked ones of dst.
func (c *compiler) assignment(op *ir.Operation, dst, src []*ir.Value, kill []int) {
	in := instr{code: move, op: op, kill: kill}
	for i, d := range dst {
		if s, ok := c.slot[d]; ok {
			in.out = append(in.out, s)
			in.in = append(in.in, c.ref(src[i]))
		}
	}
	c.emit(in)
}

func (c *compiler) loop(op *ir.Operation) *Finding {
	if op.RegionAt(0).IsEmpty() || !op.RegionAt(0).HasOneBlock() {
		return unsupported(op, "has a body that the check cannot follow")
	}
	if w := width(op.Operand(0).Type()); unsignedLoop(op) || w < 32 {
		return unsupported(op, "counts by numbers that are unsigned or of less than 32 bits, whose order the check does not follow")
	}
	body := op.RegionAt(0).Entry()
	args := body.Args()
	if readsOnly(op) {
		// Once is as good as often: the same tiles are read again.
		f := c.block(body)
		c.emit(instr{code: move, op: op, kill: c.within(op)})
		return f
	}
	iv := c.k.syms.of(args[0])
	bounds := c.refs(op.Operands()[:3])
	if step := c.k.syms.of(op.Operand(2)); !isConstant(op.Operand(2)) {
		c.k.syms.steps[step] = true
	}
	ivSlot := c.slots(args[:1])
	var mods []int64
	var places []ref
	for _, x := range c.residuesOf(op) {
		mods, places, ivSlot = append(mods, x.mod), append(places, ref{slot: x.slot}), append(ivSlot, x.slot)
	}
	c.assignment(op, args[1:], op.Operands()[3:], nil)
	c.emit(instr{code: enter, op: op, in: bounds, out: ivSlot, iv: iv, mods: mods})
	head := c.emit(instr{code: test, op: op, in: bounds, iv: iv, kill: c.within(op), shared: c.isShared(op), key: c.k.key("loop " + c.k.syms.loop(op))})
	if f := c.block(body); f != nil {
		return f
	}
	c.assignment(op, args[1:], body.Terminator().Operands(), nil)
	c.emit(instr{code: step, op: op, in: slices.Concat(bounds, places), iv: iv, out: ivSlot, mods: mods})
	c.emit(instr{code: jump, op: op, target: head})
	c.r.code[head].target = len(c.r.code)
	c.assignment(op, op.Results(), args[1:], nil)
	c.emit(instr{code: move, op: op, kill: c.tracked(args)})
	c.r.code[head].stale = c.changing(op)
	return nil
}

// readsOnly reports whether a loop carries nothing, runs at least once, and
// touches shared memory by ordinary reads only, of buffers that do not change
// from one iteration to the next.
func readsOnly(loop *ir.Operation) bool {
	lower, low := constantOf(loop.Operand(0))
	upper, up := constantOf(loop.Operand(1))
	if loop.NumResults() > 0 || !low || !up || lower >= upper {
		return false
	}
	for op := range ir.Walk(loop) {
		if op != loop && (op.NumRegions() > 0 || matters(op) && !op.Is(async.LocalLoadDef.Name)) {
			return false
		}
		if op.Is(async.LocalLoadDef.Name) && rowsOf(op.Operand(0)).Block() == loop.RegionAt(0).Entry() {
			return false
		}
	}
	return true
}

// rowsOf is the buffer that a value is rows of.
func rowsOf(buf *ir.Value) *ir.Value {
	for isRows(buf.Def()) {
		buf = buf.Def().Operand(0)
	}
	return buf
}

// isRows reports whether an operation, if any, names some rows of a tile. They
// count as the whole tile.
func isRows(op *ir.Operation) bool {
	return op != nil && op.Is(async.SlotDef.Name) && op.Prop("rows") != nil
}

// changing lists the symbols of what a loop computes anew in each iteration.
func (c *compiler) changing(loop *ir.Operation) []int32 {
	var out []int32
	for _, in := range c.r.code {
		if in.code != compute || in.op.Is("tasync.slot") || !loop.IsAncestorOf(in.op) {
			continue
		}
		for i, o := range in.out {
			if id := c.k.syms.of(in.op.Result(i)); o >= 0 && !c.k.syms.stable[id] {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (c *compiler) condition(op *ir.Operation) *Finding {
	cond := op.Operand(0)
	head := c.emit(instr{code: branch, op: op, in: []ref{c.ref(cond)}, out: c.slots([]*ir.Value{cond}), shared: c.isShared(op),
		key: c.k.key(fmt.Sprintf("if %d", c.k.syms.of(cond)))})
	c.r.code[head].way, c.r.code[head].settled = decidedAround(op)
	kill := c.within(op)
	arm := func(r *ir.Region) *Finding {
		if r.IsEmpty() {
			return nil
		}
		if f := c.block(r.Entry()); f != nil {
			return f
		}
		c.assignment(op, op.Results(), r.Entry().Terminator().Operands(), nil)
		return nil
	}
	if f := arm(op.RegionAt(0)); f != nil {
		return f
	}
	over := c.emit(instr{code: jump, op: op})
	c.r.code[head].target = len(c.r.code)
	if f := arm(op.RegionAt(1)); f != nil {
		return f
	}
	c.r.code[over].target = len(c.r.code)
	c.emit(instr{code: move, op: op, kill: kill})
	return nil
}

// while compiles both regions of an scf.while: the first runs up to the
// condition, which leaves the loop or goes on to the second.
func (c *compiler) while(op *ir.Operation) *Finding {
	if !op.RegionAt(0).HasOneBlock() || !op.RegionAt(1).HasOneBlock() {
		return unsupported(op, "has a body that the check cannot follow")
	}
	before, after := op.RegionAt(0).Entry(), op.RegionAt(1).Entry()
	cond := before.Terminator()
	c.assignment(op, before.Args(), op.Operands(), nil)
	start := len(c.r.code)
	if f := c.block(before); f != nil {
		return f
	}
	value := cond.Operand(0)
	head := c.emit(instr{code: branch, op: op, in: []ref{c.ref(value)}, out: c.slots([]*ir.Value{value}), loop: true, shared: c.isShared(op),
		key: c.k.key(fmt.Sprintf("while %d", c.k.syms.of(value)))})
	c.assignment(op, after.Args(), cond.Operands()[1:], nil)
	if f := c.block(after); f != nil {
		return f
	}
	c.assignment(op, before.Args(), after.Terminator().Operands(), nil)
	c.emit(instr{code: move, op: op, kill: c.within(op), stale: c.changing(op)})
	c.emit(instr{code: jump, op: op, target: start})
	c.r.code[head].target = len(c.r.code)
	c.assignment(op, op.Results(), cond.Operands()[1:], nil)
	c.emit(instr{code: move, op: op, kill: append(c.within(op), append(c.tracked(before.Args()), c.tracked(after.Args())...)...)})
	return nil
}
