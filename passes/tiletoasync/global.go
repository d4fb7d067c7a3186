package tiletoasync

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

// orderGlobal keeps stores to buffers that the kernel also reads in their
// order: the thread that writes an element need not be the one that reads it,
// so a barrier stands on both sides of such a store. Buffers that are
// different arguments do not overlap.
func (rw *rewriter) orderGlobal() {
	read := make(map[*ir.Value]bool)
	unknown := false
	var stores []tile.Store
	for op := range ir.Walk(rw.p.fn) {
		if s, ok := tile.AsStore(op); ok {
			stores = append(stores, s)
			continue
		}
		src := readBuffer(op)
		if src == nil {
			continue
		}
		src = root(src)
		read[src] = true
		unknown = unknown || !src.IsBlockArg()
	}
	for _, s := range stores {
		dest := root(s.Dest())
		if !read[dest] && !unknown && (dest.IsBlockArg() || len(read) == 0) {
			continue
		}
		rw.b.SetLoc(s.Loc())
		rw.b.Before(s.Operation)
		async.NewSync(rw.b)
		rw.b.After(s.Operation)
		async.NewSync(rw.b)
	}
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
