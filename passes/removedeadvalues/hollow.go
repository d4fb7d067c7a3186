package removedeadvalues

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// hollow is what was taken out of callables that are never called.
type hollow struct {
	ops    int
	values int
}

// hollow takes everything out of the hidden callables that no call from
// elsewhere names: the body but for a return, arguments and results. They
// stay themselves, since whether a symbol is wanted is another question.
func (l *liveness) hollow(hidden map[*ir.Operation]bool, tables *analysis.SymbolTables) (h hollow) {
	returns := make(map[*ir.Operation]*ir.Operation)
	var order []*ir.Operation
	for op := range ir.Walk(l.root) {
		if !hidden[op] {
			continue
		}
		if ret := hollowReturn(op); ret != nil {
			returns[op] = ret
			order = append(order, op)
		}
	}
	called := l.calledFromElsewhere(returns, tables)
	for _, op := range order {
		if !called[op] {
			h.empty(op, returns[op])
		}
	}
	return h
}

// calledFromElsewhere returns those of the callables that are called, through
// others of them as well, from something that is none of them.
func (l *liveness) calledFromElsewhere(callables map[*ir.Operation]*ir.Operation, tables *analysis.SymbolTables) map[*ir.Operation]bool {
	called := make(map[*ir.Operation]bool)
	inside := make(map[*ir.Operation][]*ir.Operation) // callees by caller
	var work []*ir.Operation
	for op := range ir.Walk(l.root) {
		callee := tables.CalleeOf(op)
		if callables[callee] == nil {
			continue
		}
		caller := op.Parent()
		for caller != nil && callables[caller] == nil {
			caller = caller.Parent()
		}
		if caller == nil {
			work = append(work, callee)
		} else {
			inside[caller] = append(inside[caller], callee)
		}
	}
	for len(work) > 0 {
		op := work[len(work)-1]
		work = work[:len(work)-1]
		if !called[op] {
			called[op] = true
			work = append(work, inside[op]...)
		}
	}
	return called
}

// hollowReturn returns the terminator that may be all there is of a callable,
// nil when its body must stay.
func hollowReturn(op *ir.Operation) *ir.Operation {
	f, _ := ir.As[analysis.Callable](op)
	body := f.CallableRegion()
	_, ok := ir.As[analysis.Signature](op)
	if !ok || body == nil || body.IsEmpty() || op.NumRegions() != 1 || !op.Has(ir.IsolatedFromAbove) {
		return nil
	}
	for b := range body.Blocks() {
		if t := b.Terminator(); t != nil && t.NumSuccessors()+t.NumRegions() == 0 && t.Has(ir.ReturnLike) && !t.Has(ir.SegmentedOperands) {
			return t
		}
	}
	return nil
}

// empty leaves of a callable an entry block with the terminator ret.
func (h *hollow) empty(op, ret *ir.Operation) {
	body := ret.Region()
	ops := -2 // op and ret
	for range ir.Walk(op) {
		ops++
	}
	args, results := make([]bool, body.Entry().NumArgs()), make([]bool, ret.NumOperands())
	for _, gone := range [][]bool{args, results} {
		for i := range gone {
			gone[i] = true
		}
	}
	s, _ := ir.As[analysis.Signature](op)
	if ops+len(args)+len(results) == 0 || !s.EraseSignature(args, results) {
		return
	}
	h.ops += ops
	h.values += len(args) + len(results)
	ret.Remove()
	ret.SetOperands(nil)
	body.Clear()
	b := ir.NewBlock()
	b.Append(ret)
	body.Append(b)
}
