package mem2reg

import (
	"maps"
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// layout is what all slots of a region have in common: for the blocks that
// control reaches, their numbers, dominators first, and depths in the dominator
// tree.
type layout struct {
	dom    *ir.Dominance
	number map[*ir.Block]int
	depth  map[*ir.Block]int
}

func newLayout(dom *ir.Dominance, r *ir.Region) *layout {
	l := &layout{dom: dom, number: make(map[*ir.Block]int), depth: make(map[*ir.Block]int)}
	for i, b := range dom.ReversePostOrder(r) {
		l.number[b] = i
		if d := dom.IDom(b); d != nil {
			l.depth[b] = l.depth[d] + 1
		}
	}
	return l
}

// sorted returns the keys of a map, dominators first.
func sorted[T any](l *layout, m map[*ir.Block]T) []*ir.Block {
	return slices.SortedFunc(maps.Keys(m), func(a, b *ir.Block) int { return l.number[a] - l.number[b] })
}

// slot is memory for one value while it is promoted: to arguments where several
// writes meet and the value is live. The steps taken depend on the blocks where
// it is written, read or live, not on the others of the region, as there may be
// as many slots as blocks.
type slot struct {
	*layout
	op      *ir.Operation
	alloc   analysis.SlotAlloc
	pointer *ir.Value
	elem    ir.Type
	// uses has the reads and writes of each block, in order.
	uses map[*ir.Block][]*ir.Operation
	args map[*ir.Block]*ir.Value // nil until made
	ends map[*ir.Block]*ir.Value // what it holds at the end of blocks that were promoted
	// initial is what it holds before anything is written, nil until made.
	initial *ir.Value
}

// newSlot reads what is done with the memory of op; ok is false when that is
// more than reading and writing it in its own region.
func newSlot(op *ir.Operation, l *layout) (*slot, bool) {
	a, _ := ir.As[analysis.SlotAlloc](op)
	pointer, elem, ok := a.Slot()
	if !ok || !l.dom.IsReachable(op.Block()) {
		return nil, false
	}
	s := &slot{layout: l, op: op, alloc: a, pointer: pointer, elem: elem, uses: make(map[*ir.Block][]*ir.Operation)}
	marked := make(map[*ir.Operation]bool)
	for u := range pointer.Uses() {
		o := u.Owner()
		if o.Region() != op.Region() || marked[o] || !s.reads(o) && !s.writes(o) || !l.dom.IsReachable(o.Block()) {
			return nil, false
		}
		marked[o] = true
		s.uses[o.Block()] = append(s.uses[o.Block()], o)
	}
	for _, list := range s.uses {
		slices.SortFunc(list, func(a, b *ir.Operation) int {
			if a.IsBefore(b) {
				return -1
			}
			return 1
		})
	}
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
	kills := s.kills()
	s.joins(kills, s.liveIn(kills))
	for b := range s.args {
		for p := range b.PredUses() {
			if _, ok := ir.As[analysis.Branch](p); !ok {
				return false
			}
		}
	}
	return true
}

// kills returns the blocks behind which the memory holds what they wrote; the
// one that makes it is among them.
func (s *slot) kills() map[*ir.Block]bool {
	kills := map[*ir.Block]bool{s.op.Block(): true}
	for b, list := range s.uses {
		if slices.ContainsFunc(list, s.writes) {
			kills[b] = true
		}
	}
	return kills
}

// liveIn returns the blocks at whose start the memory holds a value that is
// read later.
func (s *slot) liveIn(kills map[*ir.Block]bool) map[*ir.Block]bool {
	live := make(map[*ir.Block]bool)
	var work []*ir.Block
	for b, list := range s.uses {
		if s.reads(list[0]) && b != s.op.Block() {
			live[b] = true
			work = append(work, b)
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

// joins enters the blocks into args at whose start several writes meet: the
// iterated dominance frontier of kills among the live blocks (Sreedhar and Gao,
// "A Linear Time Algorithm for Placing phi-Nodes", 1995, on the part of the
// dominator tree where the value is live).
func (s *slot) joins(kills, live map[*ir.Block]bool) {
	s.args = make(map[*ir.Block]*ir.Value)
	kids := make(map[*ir.Block][]*ir.Block)   // in the dominator tree, those that are live and keep the value
	across := make(map[*ir.Block][]*ir.Block) // live successors that are dominated by less
	deepest := 0
	roots := make(map[int][]*ir.Block) // by depth
	for b := range kills {
		deepest = max(deepest, s.depth[b])
		roots[s.depth[b]] = append(roots[s.depth[b]], b)
	}
	for b := range live {
		d := s.dom.IDom(b)
		if d == nil {
			continue // the entry, or not reached
		}
		if !kills[b] {
			kids[d] = append(kids[d], b)
		}
		for _, p := range b.Preds() {
			if p != d && s.dom.IsReachable(p) {
				across[p] = append(across[p], b)
			}
		}
	}
	visited := make(map[*ir.Block]bool)
	for depth := deepest; depth >= 0; depth-- {
		for len(roots[depth]) > 0 {
			n := len(roots[depth]) - 1
			work := []*ir.Block{roots[depth][n]}
			roots[depth] = roots[depth][:n]
			for len(work) > 0 {
				b := work[len(work)-1]
				work = work[:len(work)-1]
				for _, f := range across[b] {
					if _, has := s.args[f]; !has && s.depth[f] <= depth {
						s.args[f] = nil
						if !kills[f] {
							roots[s.depth[f]] = append(roots[s.depth[f]], f)
						}
					}
				}
				for _, k := range kids[b] {
					if !visited[k] {
						visited[k] = true
						work = append(work, k)
					}
				}
			}
		}
	}
}

// promote makes the arguments, replaces the reads, hands values on and erases
// every access and the memory itself.
func (s *slot) promote(b *ir.Builder) {
	joins := sorted(s.layout, s.args)
	for _, blk := range joins {
		s.args[blk] = blk.AddArg(s.elem, s.op.Loc())
	}
	s.ends = make(map[*ir.Block]*ir.Value)
	for _, blk := range sorted(s.layout, s.uses) {
		s.block(b, blk)
	}
	for _, blk := range joins {
		for t, i := range blk.PredUses() {
			br, _ := ir.As[analysis.Branch](t)
			lo, hi := br.SuccessorOperands(i)
			br.SetSuccessorOperands(i, append(t.Operands()[lo:hi:hi], s.orInitial(b, s.end(t.Block()))))
		}
	}
	s.op.Erase()
}

// block replaces the accesses of a block, those of its dominators being
// replaced.
func (s *slot) block(b *ir.Builder, blk *ir.Block) {
	value := s.args[blk]
	if value == nil && blk != s.op.Block() && s.reads(s.uses[blk][0]) {
		value = s.end(s.dom.IDom(blk))
	}
	for _, o := range s.uses[blk] {
		if w, ok := ir.As[analysis.SlotStore](o); ok && s.writes(o) {
			value, _ = w.StoredTo(s.pointer, s.elem)
		} else {
			o.Result(0).ReplaceAllUsesWith(s.orInitial(b, value))
		}
		o.Erase()
	}
	s.ends[blk] = value
}

// end returns what the memory holds at the end of a block once the accesses
// in those that dominate it are replaced; nil where nothing wrote it, and where
// it is not made yet.
func (s *slot) end(blk *ir.Block) *ir.Value {
	var value *ir.Value
	var way []*ir.Block
	for b := blk; b != nil; b = s.dom.IDom(b) {
		known, done := s.ends[b]
		if a := s.args[b]; !done && a != nil {
			known, done = a, true
		}
		if done || b == s.op.Block() {
			value = known
			break
		}
		way = append(way, b)
	}
	for _, b := range way {
		s.ends[b] = value
	}
	return value
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
