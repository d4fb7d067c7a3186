package asyncpipeline

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/transforms/access"
)

func optionError(format string, args ...any) error { return fmt.Errorf(format, args...) }

// loopInfo is a loop that can be pipelined.
type loopInfo struct {
	fn, loop *ir.Operation
	// body is the block of an scf.for; an scf.while has none.
	body  *ir.Block
	rings []*ring
	// mmas and mmaWaits are those directly in the body, nested is an MMA in
	// control flow inside it.
	mmas     []*ir.Operation
	mmaWaits []*ir.Operation
	nested   *ir.Operation
	// keepSyncs: barriers in the body order more than the refill of buffers.
	keepSyncs bool
	// carried is a carried value that the position of a load depends on.
	carried *ir.Value
	// end is the operation behind which the loop is over.
	end *ir.Operation
}

// ring is the loads of a loop that share slots: those of one block with one
// number of stages.
type ring struct {
	block *ir.Block
	loads []*ir.Operation
	// guards are the conditions between the loop and the block, outermost
	// first.
	guards []guard
	// firstWait is the first wait for one of the loads.
	firstWait *ir.Operation
	stages    int64
	// ahead is how many iterations the loads run ahead, lag how many slots
	// stay with the consumer when an iteration releases.
	ahead, lag int64
	// mma: MMAs of the body read the slots.
	mma bool

	pipe   *ir.Value
	bufs   []*ir.Value
	copies []copied
}

// guard is one branch of an scf.if.
type guard struct {
	cond   *ir.Value
	branch int
}

func (g *ring) slotBytes() int64 {
	n := int64(0)
	for _, ld := range g.loads {
		n += dst(ld).Type().(*async.BufferType).SlotStride()
	}
	return n
}

// tooLarge says that the rings cannot fit, with what each stage holds.
func (l *loopInfo) tooLarge() error {
	bytes, first := int64(0), l.rings[0]
	for _, g := range l.rings {
		bytes += g.stages * g.slotBytes()
	}
	if bytes <= async.MaxShared {
		return nil
	}
	hint := "use smaller tiles"
	if fit := async.MaxShared / first.slotBytes(); fit > 0 && len(l.rings) == 1 {
		hint = fmt.Sprintf("use at most %d stages or smaller tiles", fit)
	}
	d := l.loop.OpError("%d stages of %d bytes take %d bytes of shared memory, the most is %d: %s", first.stages, first.slotBytes(), bytes, async.MaxShared, hint)
	if len(l.rings) > 1 {
		d = l.loop.OpError("%d rings take %d bytes of shared memory, the most is %d: use fewer stages or smaller tiles", len(l.rings), bytes, async.MaxShared)
	}
	for _, g := range l.rings {
		for _, ld := range g.loads {
			t := dst(ld).Type().(*async.BufferType)
			d.WithNote(ld.Loc().Pos(), "%d bytes a stage are for %s, loaded here", t.SlotStride(), t)
		}
	}
	return d
}

func dst(load *ir.Operation) *ir.Value {
	f, _ := async.AsFill(load)
	return f.Dst()
}

// declined starts the remark for a loop left alone.
const declined = "loop not pipelined: "

// decline makes the remark for a loop left alone because of op.
func decline(loop, op *ir.Operation, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Severity: diag.Remark, Pos: loop.Loc().Pos(), Op: loop.Path(), Msg: declined + fmt.Sprintf(format, args...)}
	if op != nil && op != loop {
		d.WithNote(op.Loc().Pos(), "'%s' is here", op.Name())
	}
	return d
}

// analyze looks at one loop with loads. It returns what can be pipelined, or
// why nothing can.
func analyze(fn, loop *ir.Operation, o Options) (*loopInfo, *diag.Diagnostic) {
	l := &loopInfo{fn: fn, loop: loop, end: loop}
	if loop.Is("scf.for") {
		l.body = loop.RegionAt(0).Entry()
	}
	for op := range ir.Walk(loop) {
		if why := l.scan(op, o); why != nil {
			return nil, why
		}
	}
	for _, check := range []func(*ring, *ir.Operation) *diag.Diagnostic{l.checkLoad, l.checkUses} {
		for _, g := range l.rings {
			for _, ld := range g.loads {
				if why := check(g, ld); why != nil {
					return nil, why
				}
			}
		}
	}
	if why := l.checkMemory(); why != nil {
		return nil, why
	}
	return l, l.checkAhead(o)
}

func (l *loopInfo) scan(op *ir.Operation, o Options) *diag.Diagnostic {
	switch {
	case async.IsFill(op) && op.NumResults() > 0:
		if innermostLoop(op) != l.loop {
			return nil
		}
		return l.join(op, o)
	case op.Is(async.MMADef.Name) && op.Block() == l.body:
		l.mmas = append(l.mmas, op)
	case op.Is(async.MMADef.Name):
		l.nested = op
	case op.Is(async.MMAWaitDef.Name) && op.Block() == l.body:
		l.mmaWaits = append(l.mmaWaits, op)
	}
	return nil
}

// join adds a load to its ring.
func (l *loopInfo) join(load *ir.Operation, o Options) *diag.Diagnostic {
	stages := o.Stages
	if n, ok := ir.IntValue(load.Attr(async.StagesAttr)); ok {
		stages = n
	}
	var guards []guard
	for b := load.Block(); b.Parent() != l.loop; b = b.Parent().Block() {
		p := b.Parent()
		if !p.Is("scf.if") {
			return decline(l.loop, load, "a load stands under '%s', so not every iteration fills a slot", p.Name())
		}
		if op := l.computed(p.Operand(0), make(map[*ir.Value]bool)); op != nil {
			return decline(l.loop, op, "the condition of a load depends on '%s', which the loop computes", op.Name())
		}
		guards = append([]guard{{p.Operand(0), b.Region().Index()}}, guards...)
	}
	for _, g := range l.rings {
		if g.block == load.Block() && g.stages == stages {
			g.loads = append(g.loads, load)
			return nil
		}
	}
	l.rings = append(l.rings, &ring{block: load.Block(), loads: []*ir.Operation{load}, guards: guards, stages: stages})
	return nil
}

// checkLoad checks where a load's position comes from and that its block waits
// for it.
func (l *loopInfo) checkLoad(g *ring, ld *ir.Operation) *diag.Diagnostic {
	if !ld.Result(0).HasUses() {
		return decline(l.loop, ld, "nothing waits for a load")
	}
	for u := range ld.Result(0).Uses() {
		w := u.Owner()
		if !w.Is(async.WaitDef.Name) || w.Block() != g.block {
			return decline(l.loop, w, "the token of a load is not simply waited for in the loop")
		}
		if g.firstWait == nil || w.IsBefore(g.firstWait) {
			g.firstWait = w
		}
	}
	f, _ := async.AsFill(ld)
	for _, i := range f.Indices() {
		if op := l.computed(i, make(map[*ir.Value]bool)); op != nil {
			return decline(l.loop, op, "the position of a load depends on '%s', which the loop computes", op.Name())
		}
	}
	return nil
}

// checkUses checks that the buffer of a load is private to the block of the
// load, used behind the wait only, and that the block sees the end of each use.
func (l *loopInfo) checkUses(g *ring, ld *ir.Operation) *diag.Diagnostic {
	buf := dst(ld)
	if buf.Def() == nil || !buf.Def().Is(async.AllocDef.Name) {
		return decline(l.loop, ld, "a load fills a buffer that is not one allocation")
	}
	for u := range buf.Uses() {
		o := u.Owner()
		switch {
		case o == ld:
			continue
		case !l.loop.IsAncestorOf(o):
			return decline(l.loop, o, "a loaded buffer is also used outside the loop")
		case async.IsFill(o):
			return decline(l.loop, o, "two loads fill one buffer")
		case g.inBlock(o) == nil:
			return decline(l.loop, o, "a loaded buffer is also used outside the condition of its load")
		case g.inBlock(o).IsBefore(g.firstWait):
			return decline(l.loop, o, "a loaded buffer is used in front of the wait for it")
		case o.Is(async.MMADef.Name):
			if g.finished(o) == nil {
				return decline(l.loop, o, "the iteration does not wait for an MMA on a loaded buffer")
			}
			g.mma = g.mma || o.Block() == l.body
		case !o.Is(async.LocalLoadDef.Name) && !o.Is(async.LocalStoreDef.Name):
			return decline(l.loop, o, "'%s' uses a loaded buffer, and when it is done with it is not known", o.Name())
		}
	}
	return nil
}

// inBlock returns the operation of the ring's block that holds op, nil when
// none does.
func (g *ring) inBlock(op *ir.Operation) *ir.Operation {
	for op != nil && op.Block() != g.block {
		op = op.Parent()
	}
	return op
}

// finished returns the operation of the ring's block that waits for an MMA:
// one with at most as many groups pending as are certainly newer. It is nil
// when the block does not wait for it.
func (g *ring) finished(mma *ir.Operation) *ir.Operation {
	newer := int64(0)
	for op := mma; ; op = op.Parent() {
		for n := op.Next(); n != nil; n = n.Next() {
			if n.Is(async.MMADef.Name) {
				newer++
			}
			w, ok := async.AsMMAWait(n)
			if !ok {
				continue
			}
			if p, _ := ir.IntValue(w.Pending()); p <= newer {
				return g.inBlock(n)
			}
		}
		if op.Block() == g.block {
			return nil
		}
	}
}

// readsConstant reports whether an operation only reads memory that the kernel
// never writes.
func (l *loopInfo) readsConstant(op *ir.Operation) bool {
	if !effects.OnlyReads(op) {
		return false
	}
	for _, a := range access.Of(op) {
		if writtenIn(l.fn, a) {
			return false
		}
	}
	return true
}

// computed returns an operation of the loop that keeps v from being known
// ahead of time: anything but pure scalar arithmetic, and reads of what stays
// as it is.
func (l *loopInfo) computed(v *ir.Value, seen map[*ir.Value]bool) *ir.Operation {
	if seen[v] || !l.loop.IsAncestorOf(owner(v)) || owner(v) == l.loop && v.Def() != nil {
		return nil
	}
	seen[v] = true
	def := v.Def()
	if def == nil {
		from, ok := l.comesFrom(v)
		if !ok {
			return owner(v)
		}
		for _, o := range from {
			l.carried = v
			if op := l.computed(o, seen); op != nil {
				return op
			}
		}
		return nil
	}
	if def.NumRegions() > 0 || !scalar(def) || !effects.IsPure(def) && !l.readsConstant(def) {
		return def
	}
	for _, o := range def.Operands() {
		if op := l.computed(o, seen); op != nil {
			return op
		}
	}
	return nil
}

// comesFrom returns the values of the loop that an argument of its blocks
// takes; ok is false for arguments of other blocks.
func (l *loopInfo) comesFrom(arg *ir.Value) (from []*ir.Value, ok bool) {
	blk, i := arg.Block(), arg.Index()
	switch {
	case blk.Parent() != l.loop:
		return nil, false
	case blk == l.body && i == 0:
		return nil, true
	case blk == l.body:
		return []*ir.Value{l.body.Last().Operand(i - 1)}, true
	case blk.Region().Index() == 0:
		return []*ir.Value{l.loop.RegionAt(1).Entry().Last().Operand(i)}, true
	}
	// The first operand of scf.condition is the condition.
	return []*ir.Value{l.loop.RegionAt(0).Entry().Last().Operand(1 + i)}, true
}

// owner returns the operation that defines v, or whose region's argument it
// is.
func owner(v *ir.Value) *ir.Operation {
	if d := v.Def(); d != nil {
		return d
	}
	return v.Block().Parent()
}

func scalar(op *ir.Operation) bool {
	for _, t := range op.ResultTypes() {
		switch t.(type) {
		case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
		default:
			return false
		}
	}
	return true
}

// checkMemory declines a loop that writes the memory its loads read: running
// ahead would read the old contents. It also finds out whether the barriers
// of the body are there for the loaded buffers only.
func (l *loopInfo) checkMemory() *diag.Diagnostic {
	loaded := make(map[*ir.Operation][]access.Access)
	slots := make(map[*ir.Value]bool)
	for _, g := range l.rings {
		for _, ld := range g.loads {
			loaded[ld] = access.Of(ld)
			slots[dst(ld)] = true
		}
	}
	for op := range ir.Walk(l.loop) {
		if touchesShared(op, slots) {
			l.keepSyncs = true
		}
		for _, a := range access.Of(op) {
			if a.Write || writtenIn(l.fn, a) {
				l.keepSyncs = true
			}
			for _, g := range l.rings {
				for _, ld := range g.loads {
					for _, b := range loaded[ld] {
						if access.Conflict(a, b) {
							return decline(l.loop, op, "'%s' may write the memory that a load reads", op.Name())
						}
					}
				}
			}
		}
	}
	return nil
}

// touchesShared reports whether an operation is an access to shared memory,
// or a synchronisation, that the rings do not take care of.
func touchesShared(op *ir.Operation, slots map[*ir.Value]bool) bool {
	switch {
	case op.Is(async.LocalLoadDef.Name):
		return !slots[op.Operand(0)]
	case op.Is(async.LocalStoreDef.Name), op.Is(async.ReduceDef.Name), op.Is(async.AsyncStoreDef.Name),
		op.Is(async.BarrierWaitDef.Name), op.Is(async.BarrierArriveDef.Name), op.Is(async.BarrierExpectDef.Name):
		return true
	}
	return false
}

// writtenIn reports whether the kernel writes what an access reads.
func writtenIn(fn *ir.Operation, read access.Access) bool {
	for op := range ir.Walk(fn) {
		for _, a := range access.Of(op) {
			if a.Write && access.Conflict(a, read) {
				return true
			}
		}
	}
	return false
}

func isUnsigned(loop *ir.Operation) bool {
	f, ok := scf.AsFor(loop)
	return ok && f.IsUnsigned()
}

// checkAhead declines what only a prefetch cannot do: the positions of later
// iterations must follow from the induction variable, and computing them may
// not overflow.
func (l *loopInfo) checkAhead(o Options) *diag.Diagnostic {
	switch {
	case o.distance(o.Stages) == 0:
	case l.body == nil:
		return decline(l.loop, nil, "with a prefetch, an scf.while has no trip count to run ahead of")
	case l.carried != nil:
		return decline(l.loop, nil, "with a prefetch, the positions of loads must follow from the induction variable, found a carried value")
	case isUnsigned(l.loop):
		return decline(l.loop, nil, "with a prefetch, bounds must be compared as signed numbers")
	case !ir.IsIndex(l.body.Arg(0).Type()):
		return decline(l.loop, nil, "with a prefetch, the induction variable must be an index, found %s", l.body.Arg(0).Type())
	}
	return nil
}
