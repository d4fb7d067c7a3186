package mem2reg

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// slot is memory for one value while it is promoted (Cytron et al.,
// "Efficiently computing static single assignment form", 1991, with arguments
// only where the value is live).
type slot struct {
	op      *ir.Operation
	alloc   analysis.SlotAlloc
	pointer *ir.Value
	elem    ir.Type
	dom     *ir.Dominance
	// uses has the reads and writes of each block, in order.
	uses map[*ir.Block][]*ir.Operation
	args map[*ir.Block]*ir.Value // nil until made
	kids map[*ir.Block][]*ir.Block
	// order holds the blocks that control reaches, dominators first.
	order   []*ir.Block
	initial *ir.Value
}

// newSlot reads what is done with the memory of op; ok is false when that is
// more than reading and writing it in its own region.
func newSlot(op *ir.Operation, dom *ir.Dominance) (*slot, bool) {
	a, _ := ir.As[analysis.SlotAlloc](op)
	pointer, elem, ok := a.Slot()
	if !ok || !dom.IsReachable(op.Block()) {
		return nil, false
	}
	s := &slot{op: op, alloc: a, pointer: pointer, elem: elem, dom: dom, uses: make(map[*ir.Block][]*ir.Operation)}
	marked := make(map[*ir.Operation]bool)
	for u := range pointer.Uses() {
		o := u.Owner()
		if o.Region() != op.Region() || marked[o] || !s.reads(o) && !s.writes(o) || !dom.IsReachable(o.Block()) {
			return nil, false
		}
		marked[o] = true
		s.uses[o.Block()] = append(s.uses[o.Block()], nil)
	}
	for b, list := range s.uses {
		list = list[:0]
		for o := range b.Ops() {
			if marked[o] {
				list = append(list, o)
			}
		}
		s.uses[b] = list
	}
	s.order = dom.ReversePostOrder(op.Region())
	return s, true
}

func (s *slot) reads(op *ir.Operation) bool {
	l, ok := ir.As[analysis.SlotLoad](op)
	return ok && l.LoadedFrom(s.pointer, s.elem)
}

func (s *slot) writes(op *ir.Operation) bool {
	w, ok := ir.As[analysis.SlotStore](op)
	if !ok {
		return false
	}
	_, ok = w.StoredTo(s.pointer, s.elem)
	return ok
}

// plan finds the blocks that need an argument, and reports whether they can
// have one.
func (s *slot) plan() bool {
	if s.alloc.InitialValue(ir.NewBuilder(s.op.Context()), s.elem) == nil {
		return false
	}
	s.args = make(map[*ir.Block]*ir.Value)
	live := s.liveIn()
	frontier := s.frontiers()
	work := []*ir.Block{s.op.Block()}
	for _, b := range s.order {
		for _, o := range s.uses[b] {
			if s.writes(o) {
				work = append(work, b)
				break
			}
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, f := range frontier[b] {
			if _, has := s.args[f]; has || !live[f] || f.IsEntry() {
				continue
			}
			s.args[f] = nil
			work = append(work, f)
		}
	}
	for b := range s.args {
		for op := range b.PredUses() {
			if _, ok := ir.As[analysis.Branch](op); !ok {
				return false
			}
		}
	}
	return true
}

// liveIn returns the blocks at whose start the memory holds a value that is
// read later.
func (s *slot) liveIn() map[*ir.Block]bool {
	live := make(map[*ir.Block]bool)
	var work []*ir.Block
	kills := map[*ir.Block]bool{s.op.Block(): true}
	for b, list := range s.uses {
		if s.reads(list[0]) && b != s.op.Block() {
			live[b] = true
			work = append(work, b)
		}
		for _, o := range list {
			kills[b] = kills[b] || s.writes(o)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range b.Preds() {
			if !kills[p] && !live[p] {
				live[p] = true
				work = append(work, p)
			}
		}
	}
	return live
}

// frontiers returns the dominance frontier of each block, and fills kids.
func (s *slot) frontiers() map[*ir.Block][]*ir.Block {
	out := make(map[*ir.Block][]*ir.Block)
	s.kids = make(map[*ir.Block][]*ir.Block)
	for _, b := range s.order {
		idom := s.dom.IDom(b)
		if idom != nil {
			s.kids[idom] = append(s.kids[idom], b)
		}
		preds := b.Preds()
		if len(preds) < 2 {
			continue
		}
		for _, p := range preds {
			for r := p; r != nil && r != idom && s.dom.IsReachable(r); r = s.dom.IDom(r) {
				if list := out[r]; len(list) == 0 || list[len(list)-1] != b {
					out[r] = append(list, b)
				}
			}
		}
	}
	return out
}

// promote makes the arguments, hands values on, replaces the reads and erases
// every access and the memory itself.
func (s *slot) promote(b *ir.Builder) {
	for _, blk := range s.order {
		if _, ok := s.args[blk]; ok {
			s.args[blk] = blk.AddArg(s.elem, s.op.Loc())
		}
	}
	type frame struct {
		b     *ir.Block
		value *ir.Value
	}
	stack := []frame{{s.op.Block(), nil}}
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if a := s.args[f.b]; a != nil {
			f.value = a
		}
		value := s.block(b, f.b, f.value)
		for _, k := range s.kids[f.b] {
			stack = append(stack, frame{k, value})
		}
	}
	s.unreached(b)
	s.op.Erase()
}

// block replaces the accesses of a block that starts with that value, hands
// it to successors, and returns the value at the end.
func (s *slot) block(b *ir.Builder, blk *ir.Block, value *ir.Value) *ir.Value {
	for _, o := range s.uses[blk] {
		if w, ok := ir.As[analysis.SlotStore](o); ok && s.writes(o) {
			value, _ = w.StoredTo(s.pointer, s.elem)
		} else {
			o.Result(0).ReplaceAllUsesWith(s.orInitial(b, value))
		}
		o.Erase()
	}
	s.hand(b, blk, value)
	return value
}

func (s *slot) hand(b *ir.Builder, blk *ir.Block, value *ir.Value) {
	t := blk.Last()
	for i, to := range t.Successors() {
		if s.args[to] == nil {
			continue
		}
		br, _ := ir.As[analysis.Branch](t)
		lo, hi := br.SuccessorOperands(i)
		br.SetSuccessorOperands(i, append(t.Operands()[lo:hi:hi], s.orInitial(b, value)))
	}
}

// unreached hands something on from blocks that the memory does not dominate:
// what they lead to would read memory before it is made.
func (s *slot) unreached(b *ir.Builder) {
	for blk := range s.op.Region().Blocks() {
		if !s.dom.DominatesBlock(s.op.Block(), blk) || !s.dom.IsReachable(blk) {
			s.hand(b, blk, nil)
		}
	}
}

// orInitial returns value, or what memory holds that nothing wrote when it is
// nil.
func (s *slot) orInitial(b *ir.Builder, value *ir.Value) *ir.Value {
	if value != nil {
		return value
	}
	if s.initial == nil {
		b.AtStart(s.op.Region().Entry()).SetLoc(s.op.Loc())
		s.initial = s.alloc.InitialValue(b, s.elem)
	}
	return s.initial
}
