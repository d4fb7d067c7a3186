package asyncpipeline

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/transforms/access"
)

func optionError(format string, args ...any) error { return fmt.Errorf(format, args...) }

// loopInfo is an scf.for that can be pipelined.
type loopInfo struct {
	fn, loop *ir.Operation
	body     *ir.Block
	loads    []*ir.Operation
	// firstWait is the first wait for one of the loads.
	firstWait *ir.Operation
	// mmas and mmaWaits are those directly in the body, nested is an MMA in
	// control flow inside it.
	mmas     []*ir.Operation
	mmaWaits []*ir.Operation
	nested   *ir.Operation
	// keepSyncs: barriers in the body order more than the refill of buffers.
	keepSyncs bool
	// carried is a carried value that the position of a load depends on.
	carried *ir.Value
}

func (l *loopInfo) slotBytes() int64 {
	n := int64(0)
	for _, ld := range l.loads {
		n += dst(ld).Type().(*async.BufferType).SlotStride()
	}
	return n
}

// tooLarge says that the ring cannot fit, with what each stage holds.
func (l *loopInfo) tooLarge(stages int64) error {
	bytes := l.slotBytes()
	hint := "use smaller tiles"
	if fit := async.MaxShared / bytes; fit > 0 {
		hint = fmt.Sprintf("use at most %d stages or smaller tiles", fit)
	}
	d := l.loop.OpError("%d stages of %d bytes take %d bytes of shared memory, the most is %d: %s", stages, bytes, stages*bytes, async.MaxShared, hint)
	for _, ld := range l.loads {
		t := dst(ld).Type().(*async.BufferType)
		d.WithNote(ld.Loc().Pos(), "%d bytes a stage are for %s, loaded here", t.SlotStride(), t)
	}
	return d
}

func dst(load *ir.Operation) *ir.Value {
	v, _ := async.AsAsyncLoad(load)
	return v.Dst()
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
	if loop.Is("scf.while") {
		return nil, decline(loop, nil, "an scf.while has no trip count to run ahead of")
	}
	l := &loopInfo{fn: fn, loop: loop, body: loop.RegionAt(0).Entry()}
	for op := range ir.Walk(loop) {
		if why := l.scan(op); why != nil {
			return nil, why
		}
	}
	for _, ld := range l.loads {
		if why := l.checkLoad(ld); why != nil {
			return nil, why
		}
	}
	for _, ld := range l.loads {
		if why := l.checkUses(ld); why != nil {
			return nil, why
		}
	}
	if why := l.checkMemory(); why != nil {
		return nil, why
	}
	return l, l.checkAhead(o)
}

func (l *loopInfo) scan(op *ir.Operation) *diag.Diagnostic {
	switch {
	case op.Is(async.AsyncLoadDef.Name) && op.NumResults() > 0:
		if innermostLoop(op) != l.loop {
			return nil
		}
		if op.Block() != l.body {
			return decline(l.loop, op, "a load stands under '%s', so not every iteration fills a slot", op.Parent().Name())
		}
		l.loads = append(l.loads, op)
	case op.Is(async.MMADef.Name) && op.Block() == l.body:
		l.mmas = append(l.mmas, op)
	case op.Is(async.MMADef.Name):
		l.nested = op
	case op.Is(async.MMAWaitDef.Name) && op.Block() == l.body:
		l.mmaWaits = append(l.mmaWaits, op)
	}
	return nil
}

// checkLoad checks where a load's position comes from and that the body waits
// for it.
func (l *loopInfo) checkLoad(ld *ir.Operation) *diag.Diagnostic {
	if !ld.Result(0).HasUses() {
		return decline(l.loop, ld, "nothing waits for a load")
	}
	for u := range ld.Result(0).Uses() {
		w := u.Owner()
		if !w.Is(async.WaitDef.Name) || w.Block() != l.body {
			return decline(l.loop, w, "the token of a load is not simply waited for in the loop")
		}
		if l.firstWait == nil || w.IsBefore(l.firstWait) {
			l.firstWait = w
		}
	}
	v, _ := async.AsAsyncLoad(ld)
	for _, i := range v.Indices() {
		if op := l.computed(i, make(map[*ir.Value]bool)); op != nil {
			return decline(l.loop, op, "the position of a load depends on '%s', which the loop computes", op.Name())
		}
	}
	return nil
}

// checkUses checks that the buffer of a load is private to the loop, used
// behind the wait only, and that an iteration sees the end of each use.
func (l *loopInfo) checkUses(ld *ir.Operation) *diag.Diagnostic {
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
		case o.Is(async.AsyncLoadDef.Name):
			return decline(l.loop, o, "two loads fill one buffer")
		case l.inBody(o).IsBefore(l.firstWait):
			return decline(l.loop, o, "a loaded buffer is used in front of the wait for it")
		case o.Is(async.MMADef.Name):
			if l.finished(o) == nil {
				return decline(l.loop, o, "the iteration does not wait for an MMA on a loaded buffer")
			}
		case !o.Is(async.LocalLoadDef.Name) && !o.Is(async.LocalStoreDef.Name):
			return decline(l.loop, o, "'%s' uses a loaded buffer, and when it is done with it is not known", o.Name())
		}
	}
	return nil
}

// finished returns the operation of the body that waits for an MMA: one with
// at most as many groups pending as are certainly newer. It is nil when the
// iteration does not wait for it.
func (l *loopInfo) finished(mma *ir.Operation) *ir.Operation {
	newer := int64(0)
	for op := mma; op != l.loop; op = op.Parent() {
		for n := op.Next(); n != nil; n = n.Next() {
			if n.Is(async.MMADef.Name) {
				newer++
			}
			w, ok := async.AsMMAWait(n)
			if !ok {
				continue
			}
			if p, _ := ir.IntValue(w.Pending()); p <= newer {
				return l.inBody(n)
			}
		}
	}
	return nil
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
		if v == l.body.Arg(0) {
			return nil
		}
		if v.Block() != l.body {
			return owner(v)
		}
		l.carried = v
		return l.computed(l.body.Last().Operand(v.Index()-1), seen)
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
	for _, ld := range l.loads {
		loaded[ld] = access.Of(ld)
	}
	for op := range ir.Walk(l.loop) {
		if l.touchesShared(op) {
			l.keepSyncs = true
		}
		for _, a := range access.Of(op) {
			if a.Write || writtenIn(l.fn, a) {
				l.keepSyncs = true
			}
			for _, ld := range l.loads {
				for _, b := range loaded[ld] {
					if access.Conflict(a, b) {
						return decline(l.loop, op, "'%s' may write the memory that a load reads", op.Name())
					}
				}
			}
		}
	}
	return nil
}

// touchesShared reports whether an operation is an access to shared memory,
// or a synchronisation, that a ring does not take care of.
func (l *loopInfo) touchesShared(op *ir.Operation) bool {
	switch {
	case op.Is(async.LocalLoadDef.Name), op.Is(async.LocalStoreDef.Name), op.Is(async.ReduceDef.Name), op.Is(async.AsyncStoreDef.Name),
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

// checkAhead declines what only a prefetch cannot do: the positions of later
// iterations must follow from the induction variable, and computing them may
// not overflow.
func (l *loopInfo) checkAhead(o Options) *diag.Diagnostic {
	if o.distance() == 0 {
		return nil
	}
	if l.carried != nil {
		return decline(l.loop, nil, "with a prefetch, the positions of loads must follow from the induction variable, found a carried value")
	}
	if _, ok := l.body.Arg(0).Type().(*ir.IndexType); !ok {
		return decline(l.loop, nil, "with a prefetch, the induction variable must be an index, found %s", l.body.Arg(0).Type())
	}
	return nil
}
