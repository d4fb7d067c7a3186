package asyncpipeline

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/effects"
)

func optionError(format string, args ...any) error { return fmt.Errorf(format, args...) }

// loop is an scf.for that can be pipelined.
type loopInfo struct {
	fn, loop *ir.Operation
	body     *ir.Block
	loads    []*ir.Operation
	waits    []*ir.Operation
	// mmas are the MMAs of the body that read a loaded buffer; waitsOf are
	// the waits on them.
	mmas     []*ir.Operation
	mmaWaits []*ir.Operation
	// generic: something reads or writes shared memory by ordinary accesses,
	// so the body's barriers have a meaning of their own.
	generic bool
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

// decline makes the remark for a loop left alone because of op.
func decline(loop, op *ir.Operation, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Severity: diag.Remark, Pos: loop.Loc().Pos(), Op: loop.Path(), Msg: "loop not pipelined: " + fmt.Sprintf(format, args...)}
	if op != nil && op != loop {
		d.WithNote(op.Loc().Pos(), "'%s' is here", op.Name())
	}
	return d
}

// analyze looks at one loop. It returns nil, nil when there is nothing to do.
func analyze(fn, loop *ir.Operation) (*loopInfo, *diag.Diagnostic) {
	if loop.Is("scf.while") {
		return nil, decline(loop, nil, "an scf.while has no trip count to run ahead of")
	}
	l := &loopInfo{fn: fn, loop: loop, body: loop.RegionAt(0).Entry()}
	for op := range ir.Walk(loop) {
		if why := l.scan(op); why != nil {
			return nil, why
		}
	}
	if len(l.loads) == 0 {
		return nil, nil
	}
	for _, ld := range l.loads {
		if why := l.checkLoad(ld); why != nil {
			return nil, why
		}
	}
	return l, l.checkStores()
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
	case op.Is(async.MMAWaitDef.Name) && op.Block() == l.body:
		l.mmaWaits = append(l.mmaWaits, op)
	case op.Is(async.LocalLoadDef.Name), op.Is(async.LocalStoreDef.Name), op.Is(async.ReduceDef.Name), op.Is(async.AsyncStoreDef.Name):
		l.generic = true
	}
	return nil
}

// checkLoad checks where a load's position comes from and who uses its
// buffer and token.
func (l *loopInfo) checkLoad(ld *ir.Operation) *diag.Diagnostic {
	for u := range ld.Result(0).Uses() {
		w := u.Owner()
		if !w.Is(async.WaitDef.Name) || w.Block() != l.body {
			return decline(l.loop, w, "the token of a load is not simply waited for in the loop")
		}
	}
	buf := dst(ld)
	if buf.Def() == nil || !buf.Def().Is(async.AllocDef.Name) {
		return decline(l.loop, ld, "a load fills a buffer that is not one allocation")
	}
	for u := range buf.Uses() {
		o := u.Owner()
		if o != ld && !l.loop.IsAncestorOf(o) {
			return decline(l.loop, o, "a loaded buffer is also used outside the loop")
		}
		if o != ld && o.Is(async.AsyncLoadDef.Name) {
			return decline(l.loop, o, "two loads fill one buffer")
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

// computed returns an operation of the loop that keeps v from being known
// ahead of time: anything but pure scalar arithmetic.
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
		return l.computed(l.body.Last().Operand(v.Index()-1), seen)
	}
	if def.NumRegions() > 0 || !scalar(def) || !effects.IsPure(def) {
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

// checkStores declines a loop that writes the memory its loads read: running
// ahead would read the old contents.
func (l *loopInfo) checkStores() *diag.Diagnostic {
	loaded := make(map[*ir.Value]bool)
	for _, ld := range l.loads {
		v, _ := async.AsAsyncLoad(ld)
		loaded[source(v.Map())] = true
	}
	for op := range ir.Walk(l.loop) {
		list, known := effects.Of(op)
		if !known || op.NumRegions() > 0 {
			continue
		}
		for _, e := range list {
			if e.Kind == effects.Write && e.Value != nil && loaded[source(e.Value)] {
				return decline(l.loop, op, "the loop writes the memory that a load reads")
			}
		}
	}
	return nil
}

// source returns the memref behind a tensor map, v itself otherwise.
func source(v *ir.Value) *ir.Value {
	if d := v.Def(); d != nil && d.Is(async.TensorMapDef.Name) {
		return d.Operand(0)
	}
	return v
}
