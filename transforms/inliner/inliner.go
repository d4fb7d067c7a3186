// Package inliner replaces a call by the body of its callee. Callables take
// part through analysis.InlinableCallable; the package knows no dialect, and
// does not decide which calls are worth it.
package inliner

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// CanInline reports whether call, a Call, may be replaced by the body of
// callee: that may be copied, everything in it is known, and the place of the
// call can hold as many blocks as it has.
func CanInline(call, callee *ir.Operation) bool {
	f, ok := ir.As[analysis.InlinableCallable](callee)
	if !ok || call.Has(ir.Terminator) || callee.IsAncestorOf(call) || !f.IsInlinable(call) {
		return false
	}
	body := f.CallableRegion()
	if body == nil || body.IsEmpty() || !matches(call, body.Entry()) {
		return false
	}
	if !body.HasOneBlock() && !holdsBlocks(call.Parent()) {
		return false
	}
	return copies(f, call, body)
}

// matches reports whether the operands handed over are as many and of the
// types as the arguments.
func matches(call *ir.Operation, entry *ir.Block) bool {
	c, ok := ir.As[analysis.Call](call)
	if !ok {
		return false
	}
	lo, hi := c.ArgOperands()
	if hi-lo != entry.NumArgs() {
		return false
	}
	for i, a := range entry.Args() {
		if call.Operand(lo+i).Type() != a.Type() {
			return false
		}
	}
	return true
}

func holdsBlocks(parent *ir.Operation) bool {
	return parent != nil && parent.IsRegistered() && !parent.Has(ir.SingleBlock)
}

// copies reports whether everything in body may be copied: symbols may not,
// and what is not registered could be anything.
func copies(f analysis.InlinableCallable, call *ir.Operation, body *ir.Region) bool {
	for b := range body.Blocks() {
		t := b.Terminator()
		if t == nil {
			return false
		}
		if t.NumSuccessors() == 0 {
			values, ends := f.InlineReturn(t)
			if ends && len(values) != call.NumResults() || !ends && body.HasOneBlock() {
				return false
			}
		}
		for op := range b.Ops() {
			for inner := range ir.Walk(op) {
				if !inner.IsRegistered() || inner.Has(ir.Symbol) {
					return false
				}
			}
		}
	}
	return true
}

// Inline replaces call by a copy of the body of callee, of which CanInline
// holds, and returns how many operations it made.
func Inline(b *ir.Builder, call, callee *ir.Operation) int {
	f, _ := ir.As[analysis.InlinableCallable](callee)
	c, _ := ir.As[analysis.Call](call)
	body := f.CallableRegion()
	var m ir.Mapping
	lo, _ := c.ArgOperands()
	for i, a := range body.Entry().Args() {
		m.Map(a, call.Operand(lo+i))
	}
	l := &locations{at: call.Loc().Attr(call.Context()), to: make(map[ir.Loc]ir.Loc)}
	if body.HasOneBlock() {
		return oneBlock(b, f, call, body.Entry(), &m, l)
	}
	return manyBlocks(b, f, call, body, &m, l)
}

// locations makes the locations of copies: the callee's, called from the
// call's.
type locations struct {
	at ir.LocAttr
	to map[ir.Loc]ir.Loc
}

func (l *locations) of(c *ir.Context, loc ir.Loc) ir.Loc {
	n, ok := l.to[loc]
	if !ok {
		n = ir.LocOf(ir.CallSiteLocOf(loc.Attr(c), l.at))
		l.to[loc] = n
	}
	return n
}

// relocate gives op and what it holds their locations and counts them.
func (l *locations) relocate(op *ir.Operation) int {
	n := 0
	for inner := range ir.Walk(op) {
		inner.SetLoc(l.of(op.Context(), inner.Loc()))
		n++
	}
	return n
}

func oneBlock(b *ir.Builder, f analysis.InlinableCallable, call *ir.Operation, body *ir.Block, m *ir.Mapping, l *locations) int {
	n := 0
	b.Before(call)
	last := body.Last()
	for op := range body.Ops() {
		if op != last {
			n += l.relocate(b.Clone(op, m))
		}
	}
	values, _ := f.InlineReturn(last)
	for i, v := range values {
		call.Result(i).ReplaceAllUsesWith(m.Value(v))
	}
	call.Erase()
	return n
}

func manyBlocks(b *ir.Builder, f analysis.InlinableCallable, call *ir.Operation, body *ir.Region, m *ir.Mapping, l *locations) int {
	head := call.Block()
	tail := head.SplitBefore(call)
	for i := range call.NumResults() {
		call.Result(i).ReplaceAllUsesWith(tail.AddArg(call.Result(i).Type(), call.Loc()))
	}
	from := head
	var copies []*ir.Block
	for src := range body.Blocks() {
		to := head
		if src != body.Entry() {
			to = ir.NewBlock()
			head.Region().InsertAfter(to, from)
			for _, a := range src.Args() {
				m.Map(a, to.AddArg(a.Type(), l.of(call.Context(), a.Loc())))
			}
			from = to
		}
		m.MapBlock(src, to)
		copies = append(copies, to)
	}
	i, n := 0, 0
	var made []*ir.Operation
	for src := range body.Blocks() {
		b.AtEnd(copies[i])
		i++
		for op := range src.Ops() {
			made = append(made, b.Clone(op, m))
			n += l.relocate(made[len(made)-1])
		}
	}
	// A block may stand in front of those whose values it uses.
	for _, top := range made {
		for op := range ir.Walk(top) {
			for k := range op.NumOperands() {
				if v := op.Operand(k); m.Has(v) {
					op.SetOperand(k, m.Value(v))
				}
			}
		}
	}
	for _, to := range copies {
		t := to.Last()
		values, ends := f.InlineReturn(t)
		if t.NumSuccessors() > 0 || !ends {
			continue
		}
		t.Remove()
		b.AtEnd(to).SetLoc(t.Loc())
		f.InlineBranch(b, tail, values)
		t.Erase()
	}
	b.SetLoc(ir.UnknownLoc())
	call.Erase()
	return n
}
