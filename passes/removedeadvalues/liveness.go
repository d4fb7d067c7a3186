package removedeadvalues

import (
	"context"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/ir/analysis/dataflow"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/transforms/constprop"
)

// class is a set of places that go together or not at all: arguments and
// results (the targets), and the operands that become them.
type class struct {
	operands []*ir.Use
	targets  []*ir.Value
	live     bool
}

// liveness finds what observable effects depend on.
type liveness struct {
	ctx     context.Context
	root    *ir.Operation
	classes []*class
	of      map[*ir.Value]*class
	handed  map[*ir.Use]*class
	values  map[*ir.Value]bool
	ops     map[*ir.Operation]bool
	opWork  []*ir.Operation
	valWork []*ir.Value
	// calls has, for callables whose signature may change, all calls of them.
	calls map[*ir.Operation][]*ir.Operation
	// reached tells which blocks control reaches.
	reached  *dataflow.Result[constprop.Constant]
	hollowed hollow
	err      error
}

func analyse(ctx context.Context, root *ir.Operation) (*liveness, error) {
	l := &liveness{
		ctx:    ctx,
		root:   root,
		of:     make(map[*ir.Value]*class),
		handed: make(map[*ir.Use]*class),
		values: make(map[*ir.Value]bool),
		ops:    make(map[*ir.Operation]bool),
		calls:  make(map[*ir.Operation][]*ir.Operation),
	}
	if l.reached, l.err = dataflow.Solve(ctx, root, &constprop.Domain{}); l.err != nil {
		return nil, l.err
	}
	l.signatures()
	for op := range ir.Walk(root) {
		l.connect(op)
	}
	for op := range ir.Walk(root) {
		if l.needed(op) {
			l.markOp(op)
		}
	}
	l.run()
	return l, l.err
}

// hand puts operand k of op and target into one class.
func (l *liveness) hand(op *ir.Operation, k int, target *ir.Value) {
	u := op.OperandUse(k)
	a, b := l.handed[u], l.of[target]
	switch {
	case a == nil && b == nil:
		a = &class{operands: []*ir.Use{u}, targets: []*ir.Value{target}}
		l.classes = append(l.classes, a)
	case a == nil:
		a = b
		a.operands = append(a.operands, u)
	case b == nil:
		a.targets = append(a.targets, target)
	case a != b:
		if len(a.operands)+len(a.targets) < len(b.operands)+len(b.targets) {
			a, b = b, a
		}
		for _, o := range b.operands {
			l.handed[o] = a
		}
		for _, t := range b.targets {
			l.of[t] = a
		}
		a.operands, a.targets, a.live = append(a.operands, b.operands...), append(a.targets, b.targets...), a.live || b.live
		b.operands, b.targets = nil, nil
	}
	l.handed[u], l.of[target] = a, a
}

// connect finds the classes of the values that op hands over, of those that
// may be taken away.
func (l *liveness) connect(op *ir.Operation) {
	if op.NumSuccessors() > 0 {
		l.connectBranch(op)
	}
	br, ok := ir.As[analysis.RegionBranch](op)
	if !ok || op == l.root || !mayShrink(op) {
		return
	}
	l.connectEdges(op, op, br)
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			if t := b.Terminator(); t != nil && t.NumSuccessors() == 0 {
				l.connectEdges(op, t, br)
			}
		}
	}
}

// mayShrink reports whether operands and results of op can be taken away by
// their number alone.
func mayShrink(op *ir.Operation) bool {
	if k, ok := ir.As[analysis.RegionArgKeeper](op); ok && k.KeepsRegionArgs() {
		return false
	}
	if op.Has(ir.SegmentedOperands) || op.Prop("resultSegmentSizes") != nil {
		return false
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			if t := b.Terminator(); t == nil || !t.IsRegistered() || t.Has(ir.SegmentedOperands) && t.NumSuccessors() == 0 {
				return false
			}
		}
	}
	return true
}

func (l *liveness) connectBranch(op *ir.Operation) {
	br, ok := ir.As[analysis.Branch](op)
	for i, b := range op.Successors() {
		if !ok || !described(b) {
			continue
		}
		lo, _ := br.SuccessorOperands(i)
		for k, a := range b.Args() {
			l.hand(op, lo+k, a)
		}
	}
}

// described reports whether every branch to b says what it hands over.
func described(b *ir.Block) bool {
	if b.IsEntry() {
		return false
	}
	for op := range b.PredUses() {
		if _, ok := ir.As[analysis.Branch](op); !ok {
			return false
		}
	}
	return true
}

func (l *liveness) connectEdges(op, from *ir.Operation, br analysis.RegionBranch) {
	for _, e := range br.RegionEdges(from, nil) {
		for k := e.Lo; k < e.Hi; k++ {
			at := e.At + k - e.Lo
			switch {
			case e.To == nil && at < op.NumResults():
				l.hand(from, k, op.Result(at))
			case e.To != nil && !e.To.IsEmpty() && at < e.To.Entry().NumArgs():
				l.hand(from, k, e.To.Entry().Arg(at))
			}
		}
	}
}

// signatures connects calls with the hidden callables that they call: operands
// with arguments, what is returned with results.
func (l *liveness) signatures() {
	tables := analysis.NewSymbolTables()
	hidden := analysis.HiddenCallables(l.root, tables)
	l.hollowed = l.hollow(hidden, tables)
	for op := range ir.Walk(l.root) {
		callee := tables.CalleeOf(op)
		if callee == nil || !hidden[callee] {
			continue
		}
		if fits(op, callee) {
			l.calls[callee] = append(l.calls[callee], op)
		} else {
			delete(hidden, callee)
			delete(l.calls, callee)
		}
	}
	for op := range ir.Walk(l.root) {
		if hidden[op] && len(l.calls[op]) > 0 {
			l.connectCalls(op, l.calls[op])
		}
	}
}

// fits reports whether the signatures of a call and its callee can both be
// changed, and agree.
func fits(call, callee *ir.Operation) bool {
	_, ok := ir.As[analysis.Signature](call)
	_, ok2 := ir.As[analysis.Signature](callee)
	f, _ := ir.As[analysis.Callable](callee)
	c, _ := ir.As[analysis.Call](call)
	body := f.CallableRegion()
	if !ok || !ok2 || body == nil || body.IsEmpty() || call.NumRegions()+call.NumSuccessors() > 0 || call.Has(ir.SegmentedOperands) {
		return false
	}
	if lo, hi := c.ArgOperands(); hi-lo != body.Entry().NumArgs() {
		return false
	}
	for b := range body.Blocks() {
		t := b.Terminator()
		if t == nil || t.NumSuccessors() == 0 && t.Has(ir.ReturnLike) && t.NumOperands() != call.NumResults() || !t.IsRegistered() {
			return false
		}
	}
	return true
}

func (l *liveness) connectCalls(callee *ir.Operation, calls []*ir.Operation) {
	f, _ := ir.As[analysis.Callable](callee)
	body := f.CallableRegion()
	for _, call := range calls {
		c, _ := ir.As[analysis.Call](call)
		lo, _ := c.ArgOperands()
		for i, a := range body.Entry().Args() {
			l.hand(call, lo+i, a)
		}
		for b := range body.Blocks() {
			if t := b.Terminator(); t.NumSuccessors() == 0 && t.Has(ir.ReturnLike) {
				for i := range t.NumOperands() {
					l.hand(t, i, call.Result(i))
				}
			}
		}
	}
}

// needed reports whether op must stay whatever becomes of its results.
func (l *liveness) needed(op *ir.Operation) bool {
	if op == l.root || !op.IsRegistered() {
		return true
	}
	if _, call := ir.As[analysis.Call](op); !call && !l.reached.IsLive(op.Block()) {
		// It is never executed. Calls stay, as the signature of the callee
		// must fit all of them.
		return false
	}
	if op.Has(ir.Terminator) {
		return !effects.IsFree(op) // else with what it ends
	}
	if _, own := ir.As[effects.Interface](op); op.Has(ir.RecursiveEffects) && !own && !op.Has(ir.Symbol) {
		return false // what is inside says it
	}
	return !effects.WouldBeDead(op)
}

func (l *liveness) markOp(op *ir.Operation) {
	if op != nil && !l.ops[op] {
		l.ops[op] = true
		l.opWork = append(l.opWork, op)
	}
}

func (l *liveness) markValue(v *ir.Value) {
	if !l.values[v] {
		l.values[v] = true
		l.valWork = append(l.valWork, v)
	}
}

// pollEvery is how many steps are made between looks at the context.
const pollEvery = 4096

func (l *liveness) run() {
	for steps := 1; len(l.opWork)+len(l.valWork) > 0; steps++ {
		if steps%pollEvery == 0 {
			if l.err = l.ctx.Err(); l.err != nil {
				return
			}
		}
		if n := len(l.opWork); n > 0 {
			op := l.opWork[n-1]
			l.opWork = l.opWork[:n-1]
			l.operation(op)
			continue
		}
		n := len(l.valWork)
		v := l.valWork[n-1]
		l.valWork = l.valWork[:n-1]
		l.value(v)
	}
}

// operation marks what a needed operation needs: operands that are not handed
// over, what it lies in, and the ends of its blocks.
func (l *liveness) operation(op *ir.Operation) {
	for i := range op.NumOperands() {
		if u := op.OperandUse(i); l.handed[u] == nil || l.handed[u].live {
			l.markValue(u.Value())
		}
	}
	if op != l.root {
		l.markOp(op.Parent())
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			l.markOp(b.Terminator())
		}
	}
}

func (l *liveness) value(v *ir.Value) {
	if d := v.Def(); d != nil {
		l.markOp(d)
	}
	c := l.of[v]
	if c == nil || c.live {
		return
	}
	c.live = true
	for _, t := range c.targets {
		if d := t.Def(); d != nil {
			l.markOp(d)
		}
	}
	for _, u := range c.operands {
		// An owner that is not needed yet marks its operands when it is.
		if l.ops[u.Owner()] {
			l.markValue(u.Value())
		}
	}
}
