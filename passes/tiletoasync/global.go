package tiletoasync

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/divisor"
)

// orderGlobal keeps accesses to global buffers in their order where different
// threads may reach one element: a barrier stands on both sides of a store to
// a buffer that the kernel also reads, or writes in tiles that can overlap.
// Buffers that are different arguments do not overlap.
func (rw *rewriter) orderGlobal() {
	uses := make(map[*ir.Value]*bufferUse)
	of := func(v *ir.Value) *bufferUse {
		if v = root(v); !v.IsBlockArg() {
			// One entry for all buffers of unknown origin.
			v = nil
		}
		if uses[v] == nil {
			uses[v] = &bufferUse{}
		}
		return uses[v]
	}
	var stores []tile.Store
	for op := range ir.Walk(rw.p.fn) {
		if s, ok := tile.AsStore(op); ok {
			stores = append(stores, s)
			of(s.Dest()).stores = append(of(s.Dest()).stores, s)
		} else if src := readBuffer(op); src != nil {
			of(src).read = true
		}
	}
	unknown := uses[nil]
	for _, s := range stores {
		u := of(s.Dest())
		if !u.read && unknown == nil && !u.mayOverlap(rw.p.fn) {
			continue
		}
		rw.b.SetLoc(s.Op().Loc())
		rw.b.Before(s.Op())
		rw.syncOnce(s.Op().Prev())
		rw.b.After(s.Op())
		async.NewSync(rw.b)
	}
}

// syncOnce makes a barrier unless prev, which stands before the insertion
// point, is one.
func (rw *rewriter) syncOnce(prev *ir.Operation) {
	if prev == nil || !prev.Is("tasync.sync") {
		async.NewSync(rw.b)
	}
}

// bufferUse is what the kernel does with a global buffer.
type bufferUse struct {
	read   bool
	stores []tile.Store
}

// mayOverlap reports whether an element may be written twice by different
// threads. Tiles of one type at multiples of their size are equal or disjoint,
// and of equal ones each thread writes the same elements.
func (u *bufferUse) mayOverlap(fn *ir.Operation) bool {
	if len(u.stores) == 1 && !repeats(u.stores[0].Op().Block(), fn) {
		return false
	}
	t := u.stores[0].Tile().Type().(*ir.TensorType)
	for _, s := range u.stores {
		if s.Tile().Type() != ir.Type(t) {
			return true
		}
		idx := s.Indices()
		for d, n := range t.Shape {
			if !divisor.Multiple(idx[len(idx)-len(t.Shape)+d], n) {
				return true
			}
		}
	}
	return false
}

// readBuffer returns the global buffer that op reads, nil when it reads none.
func readBuffer(op *ir.Operation) *ir.Value {
	if l, ok := tile.AsLoad(op); ok {
		return l.Source()
	}
	if m, ok := async.AsTensorMap(op); ok {
		return m.Source()
	}
	if op.Is("memref.load") {
		return op.Operand(0)
	}
	return nil
}

// root looks through casts of a buffer.
func root(v *ir.Value) *ir.Value {
	for v.Def() != nil && v.Def().Is("memref.cast") {
		v = v.Def().Operand(0)
	}
	return v
}
