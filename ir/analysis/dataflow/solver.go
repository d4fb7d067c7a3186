package dataflow

import (
	"context"
	"math"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// Domain is what is known of values, of type L, and how operations make it.
type Domain[L comparable] interface {
	// Unknown is what holds of v when nothing can be said.
	Unknown(v *ir.Value) L
	// Join returns what holds of v when a held so far and b may hold too.
	// times counts the changes of v before; a domain in which things could
	// get weaker very often goes to Unknown when it grows.
	Join(v *ir.Value, a, b L, times int) L
	// Constant returns the constant that v is when l holds, nil when it is
	// not one.
	Constant(v *ir.Value, l L) ir.Attr
	// Transfer sets out, one for each result of op (Unknown before), from what
	// holds of its operands. It is called for operations without regions,
	// successors and callee, again whenever in changes.
	Transfer(op *ir.Operation, in, out []L)
	// Argument returns what holds of an argument of a region's entry block
	// that op makes itself, such as a counter, when in holds of its operands.
	Argument(op *ir.Operation, arg *ir.Value, in []L) L
}

// Result is what a Solve found.
type Result[L comparable] struct {
	values table[L]
	live   map[*ir.Block]state
}

// Value returns what holds of v; ok is false when control never reaches v.
func (r *Result[L]) Value(v *ir.Value) (l L, ok bool) {
	c := r.values.get(v)
	return c.l, c.known
}

// IsLive reports whether control may reach b.
func (r *Result[L]) IsLive(b *ir.Block) bool { return r.live[b] != dead }

// state is how far the analysis is with a block.
type state uint8

const (
	dead    state = iota
	reached       // its operations are still to be visited
	visited       // its operations were visited, or are being visited up to the cursor
)

// Solve analyses everything inside root, which must be isolated from above.
// The error is that of ctx.
func Solve[L comparable](ctx context.Context, root *ir.Operation, d Domain[L]) (*Result[L], error) {
	s := &solver[L]{
		Result:  &Result[L]{live: make(map[*ir.Block]state)},
		ctx:     ctx,
		d:       d,
		root:    root,
		tables:  analysis.NewSymbolTables(),
		callee:  make(map[*ir.Operation]*ir.Operation),
		sites:   make(map[*ir.Operation][]*ir.Operation),
		returns: make(map[*ir.Operation][]cell[L]),
	}
	s.hidden = analysis.HiddenCallables(root, s.tables)
	for _, r := range root.Regions() {
		s.enterUnknown(r)
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	return s.Result, nil
}

type solver[L comparable] struct {
	*Result[L]
	ctx    context.Context
	d      Domain[L]
	root   *ir.Operation
	tables *analysis.SymbolTables
	hidden map[*ir.Operation]bool // callables all of whose calls are seen

	blocks []*ir.Block     // live, to be visited
	ops    []*ir.Operation // to be visited again
	next   int
	cursor *ir.Operation // the operation visited in a block for the first time

	callee  map[*ir.Operation]*ir.Operation   // of calls that control reached
	sites   map[*ir.Operation][]*ir.Operation // calls of a callable that control reached
	returns map[*ir.Operation][]cell[L]       // what the terminators of a callable that control reached return

	in, out []L
	consts  []ir.Attr
}

// pollEvery is how many steps are made between looks at the context.
const pollEvery = 4096

func (s *solver[L]) run() error {
	defer s.release()
	for steps := 1; ; steps++ {
		if steps%pollEvery == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if n := len(s.blocks); n > 0 {
			b := s.blocks[n-1]
			s.blocks = s.blocks[:n-1]
			s.block(b)
			continue
		}
		if s.next == len(s.ops) {
			return nil
		}
		op := s.ops[s.next]
		s.next++
		if s.next > len(s.ops)/2 && s.next > pollEvery {
			s.ops = append(s.ops[:0], s.ops[s.next:]...)
			s.next = 0
		}
		op.SetScratch(0)
		s.visit(op)
	}
}

func (s *solver[L]) release() {
	for _, op := range s.ops[s.next:] {
		op.SetScratch(0)
	}
}

func (s *solver[L]) block(b *ir.Block) {
	if !ir.HasSSADominance(b.Region()) {
		// Operations may use each other in a circle, which nothing would enter.
		for op := range b.Ops() {
			s.unknownResults(op)
		}
	}
	s.live[b] = visited
	for op := range b.Ops() {
		s.cursor = op
		s.visit(op)
	}
	s.cursor = nil
}

// set lets l hold of v beside what held before.
func (s *solver[L]) set(v *ir.Value, l L) {
	c := s.values.get(v)
	if c.known {
		l = s.d.Join(v, c.l, l, int(c.times))
		if l == c.l {
			return
		}
		if c.times < math.MaxUint8 {
			c.times++
		}
	}
	c.l, c.known = l, true
	for u := range v.Uses() {
		s.again(u.Owner())
	}
}

// again queues op to be visited once more, unless that will happen anyway.
func (s *solver[L]) again(op *ir.Operation) {
	b := op.Block()
	if op.Scratch() != 0 || s.live[b] != visited {
		return
	}
	if s.cursor != nil && s.cursor.Block() == b && s.cursor.IsBefore(op) {
		return
	}
	op.SetScratch(1)
	s.ops = append(s.ops, op)
}

func (s *solver[L]) unknownResults(op *ir.Operation) {
	for i := range op.NumResults() {
		v := op.Result(i)
		s.set(v, s.d.Unknown(v))
	}
}

// reach makes b live.
func (s *solver[L]) reach(b *ir.Block) {
	if s.live[b] == dead {
		s.live[b] = reached
		s.blocks = append(s.blocks, b)
	}
}

func (s *solver[L]) enterUnknown(r *ir.Region) {
	if r.IsEmpty() {
		return
	}
	for _, a := range r.Entry().Args() {
		s.set(a, s.d.Unknown(a))
	}
	s.reach(r.Entry())
}

// visit works out what op does, once something holds of all its operands:
// before that, control did not get there.
func (s *solver[L]) visit(op *ir.Operation) {
	n := op.NumOperands()
	s.in = s.in[:0]
	for i := range n {
		c := s.values.get(op.Operand(i))
		if !c.known {
			return
		}
		s.in = append(s.in, c.l)
	}
	if op.NumSuccessors() > 0 {
		s.branch(op)
		return
	}
	if op.Next() == nil && op.Block().Terminator() == op {
		s.leave(op)
	}
	switch {
	case op.NumRegions() > 0:
		s.enter(op)
	case op.NumResults() == 0 && !isCall(op):
	default:
		s.compute(op)
	}
}

func isCall(op *ir.Operation) bool {
	_, ok := ir.As[analysis.Call](op)
	return ok
}

// known returns the constants of the operands of op.
func (s *solver[L]) known(op *ir.Operation) []ir.Attr {
	s.consts = s.consts[:0]
	for i, l := range s.in {
		s.consts = append(s.consts, s.d.Constant(op.Operand(i), l))
	}
	return s.consts
}

func (s *solver[L]) branch(op *ir.Operation) {
	s.unknownResults(op)
	br, described := ir.As[analysis.Branch](op)
	only := -1
	if c, ok := ir.As[analysis.ConstantBranch](op); ok && described {
		only = c.SuccessorFor(s.known(op))
	}
	for i, b := range op.Successors() {
		if only >= 0 && i != only {
			continue
		}
		lo, hi := 0, 0
		if described {
			lo, hi = br.SuccessorOperands(i)
		}
		for k, a := range b.Args() {
			if lo+k < hi {
				s.set(a, s.in[lo+k])
			} else {
				s.set(a, s.d.Unknown(a))
			}
		}
		s.reach(b)
	}
}

// leave follows control out of a region at its terminator.
func (s *solver[L]) leave(op *ir.Operation) {
	parent := op.Parent()
	if parent == s.root {
		return
	}
	if br, ok := ir.As[analysis.RegionBranch](parent); ok {
		if !op.IsRegistered() {
			s.anything(parent)
			return
		}
		s.follow(parent, br.RegionEdges(op, s.known(op)), s.in, nil)
		return
	}
	if _, ok := ir.As[analysis.Callable](parent); ok && op.Has(ir.ReturnLike) {
		s.returned(parent, op)
	}
}

// returned hands what a terminator of a callable returns to the calls, if it is
// more than what others did.
func (s *solver[L]) returned(callable, op *ir.Operation) {
	all, seen := s.returns[callable]
	changed := !seen || len(all) != len(s.in)
	if changed {
		all = make([]cell[L], len(s.in))
		s.returns[callable] = all
	}
	for i, l := range s.in {
		c := &all[i]
		if c.known {
			if l = s.d.Join(op.Operand(i), c.l, l, int(c.times)); l == c.l {
				continue
			}
			if c.times < math.MaxUint8 {
				c.times++
			}
		}
		c.l, c.known, changed = l, true, true
	}
	if changed {
		for _, call := range s.sites[callable] {
			s.results(call, all)
		}
	}
}

// results hands values returned to a call.
func (s *solver[L]) results(call *ir.Operation, values []cell[L]) {
	for i := range call.NumResults() {
		v := call.Result(i)
		if i < len(values) && len(values) == call.NumResults() {
			s.set(v, values[i].l)
		} else {
			s.set(v, s.d.Unknown(v))
		}
	}
}

// anything assumes that every region of op may run with any values.
func (s *solver[L]) anything(op *ir.Operation) {
	for _, r := range op.Regions() {
		s.enterUnknown(r)
	}
	s.unknownResults(op)
}

// enter follows control into the regions of op.
func (s *solver[L]) enter(op *ir.Operation) {
	if br, ok := ir.As[analysis.RegionBranch](op); ok {
		s.follow(op, br.RegionEdges(op, s.known(op)), s.in, s.in)
		return
	}
	if s.hidden[op] {
		return // its calls enter it
	}
	s.anything(op)
}

// follow hands values over on edges of op. entry is what holds of the
// operands of op itself, nil when control comes from a region.
func (s *solver[L]) follow(op *ir.Operation, edges []analysis.RegionEdge, from, entry []L) {
	for _, e := range edges {
		if e.To == nil {
			for k := e.Lo; k < e.Hi && e.At+k-e.Lo < op.NumResults(); k++ {
				s.set(op.Result(e.At+k-e.Lo), from[k])
			}
			continue
		}
		if e.To.IsEmpty() {
			continue
		}
		for i, a := range e.To.Entry().Args() {
			k := e.Lo + i - e.At
			switch {
			case i >= e.At && k < e.Hi:
				s.set(a, from[k])
			case entry != nil:
				s.set(a, s.d.Argument(op, a, entry))
			case !s.values.get(a).known:
				s.set(a, s.d.Unknown(a))
			}
		}
		s.reach(e.To.Entry())
	}
}

// compute works out the results of an operation without regions.
func (s *solver[L]) compute(op *ir.Operation) {
	if c, ok := ir.As[analysis.Call](op); ok {
		s.call(op, c)
		return
	}
	s.out = s.out[:0]
	for i := range op.NumResults() {
		s.out = append(s.out, s.d.Unknown(op.Result(i)))
	}
	if op.IsRegistered() {
		s.d.Transfer(op, s.in, s.out)
	}
	for i := range op.NumResults() {
		s.set(op.Result(i), s.out[i])
	}
}

// call hands the arguments to the callee and what that returns to the call.
func (s *solver[L]) call(op *ir.Operation, c analysis.Call) {
	callee, seen := s.callee[op]
	if !seen {
		callee = s.resolve(op)
		s.callee[op] = callee
	}
	if callee == nil {
		s.unknownResults(op)
		return
	}
	if s.hidden[callee] {
		s.arguments(op, c, callee)
	}
	if seen {
		return
	}
	s.sites[callee] = append(s.sites[callee], op)
	if all, ok := s.returns[callee]; ok {
		s.results(op, all)
	}
}

// resolve finds the callee of a call if its body is analysed.
func (s *solver[L]) resolve(op *ir.Operation) *ir.Operation {
	if !s.root.Has(ir.SymbolTable) {
		return nil
	}
	callee := s.tables.CalleeOf(op)
	if callee == nil || !s.root.IsAncestorOf(callee) || callee == s.root {
		return nil
	}
	f, _ := ir.As[analysis.Callable](callee)
	if r := f.CallableRegion(); r == nil || r.IsEmpty() {
		return nil
	}
	return callee
}

func (s *solver[L]) arguments(op *ir.Operation, c analysis.Call, callee *ir.Operation) {
	f, _ := ir.As[analysis.Callable](callee)
	entry := f.CallableRegion().Entry()
	lo, hi := c.ArgOperands()
	for i, a := range entry.Args() {
		if lo+i < hi && hi-lo == entry.NumArgs() {
			s.set(a, s.in[lo+i])
		} else {
			s.set(a, s.d.Unknown(a))
		}
	}
	s.reach(entry)
}
