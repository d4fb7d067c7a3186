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
	var stores []*ir.Operation
	for op := range ir.Walk(rw.p.fn) {
		if dest := writtenBuffer(op); dest != nil {
			stores = append(stores, op)
			of(dest).stores = append(of(dest).stores, op)
		} else if src := readBuffer(op); src != nil {
			of(src).read = true
		}
	}
	unknown := uses[nil]
	for _, s := range stores {
		u := of(writtenBuffer(s))
		if !u.read && unknown == nil && !u.mayOverlap(rw.p.fn) {
			continue
		}
		rw.b.SetLoc(s.Loc())
		rw.b.Before(s)
		rw.syncOnce(s.Prev())
		rw.b.After(s)
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
	stores []*ir.Operation
}

// mayOverlap reports whether an element may be written twice by different
// threads. Tiles of one type at multiples of their size are equal or disjoint,
// and of equal ones each thread writes the same elements; scalars are all
// written by one thread.
func (u *bufferUse) mayOverlap(fn *ir.Operation) bool {
	first, isTile := tile.AsStore(u.stores[0])
	if len(u.stores) == 1 && (!isTile || !repeats(u.stores[0].Block(), fn)) {
		return false
	}
	for _, op := range u.stores {
		s, ok := tile.AsStore(op)
		if ok != isTile {
			return true
		}
		if !isTile {
			continue
		}
		t := s.Tile().Type().(*ir.TensorType)
		if t != first.Tile().Type() {
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

// writtenBuffer returns the global buffer that op writes, nil when it writes
// none.
func writtenBuffer(op *ir.Operation) *ir.Value {
	if s, ok := tile.AsStore(op); ok {
		return s.Dest()
	}
	if op.Is("memref.store") {
		return op.Operand(1)
	}
	return nil
}

// readBuffer returns the global buffer that op reads, nil when it reads none.
func readBuffer(op *ir.Operation) *ir.Value {
	if l, ok := tile.AsLoad(op); ok {
		return l.Source()
	}
	if c, ok := async.AsCopy(op); ok {
		return c.Source()
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
