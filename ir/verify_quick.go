package ir

import (
	"sync"
	"sync/atomic"
)

// VerifyParallel is Verify on so many goroutines at most; 0 and 1 leave it to
// the caller's. The error does not depend on them.
//
// Valid IR is the rule, so that a quick check comes first: one walk that looks
// at everything at once, over the operations of the top-level region in no
// particular order. Only when it finds a fault is the IR verified in the order
// in which faults are reported.
func VerifyParallel(op *Operation, workers int) error {
	if quickVerify(op, workers) {
		return nil
	}
	return verifyInOrder(op)
}

// quick is what the walks of one quick check share.
type quick struct {
	root    *Operation
	symbols map[string]*Operation // of root, when it is a symbol table
	failed  atomic.Bool
}

// quickVerify reports whether everything is right; false may be wrong where
// a hook did not expect what verification in order would have refused before.
func quickVerify(root *Operation, workers int) bool {
	q := &quick{root: root}
	q.guard(func() {
		v := &verifier{}
		if v.self(root); len(v.errs) > 0 {
			q.failed.Store(true)
			return
		}
		if root.info.Has(SymbolTable) {
			q.symbols = symbolsOf(root)
		}
		q.children(workers)
		if !q.failed.Load() {
			v = q.verifier()
			v.operands(NewDominance(), root)
			for _, r := range root.Regions() {
				for b := r.first; b != nil; b = b.next {
					v.block(root, b)
				}
			}
			v.whole(root)
			q.note(v)
		}
	})
	return !q.failed.Load()
}

// guard runs f; a panic is a failure, for verification in order to explain.
func (q *quick) guard(f func()) {
	defer func() {
		if recover() != nil {
			q.failed.Store(true)
		}
	}()
	f()
}

func (q *quick) verifier() *verifier {
	v := &verifier{quick: q, index: make(map[*Operation]map[string]*Operation)}
	if q.symbols != nil {
		v.index[q.root] = q.symbols
	}
	return v
}

func (q *quick) note(v *verifier) {
	if len(v.errs) > 0 {
		q.failed.Store(true)
	}
}

// children checks the operations in the regions of root.
func (q *quick) children(workers int) {
	var ops []*Operation
	for _, r := range q.root.Regions() {
		for b := r.first; b != nil; b = b.next {
			if !b.ordered {
				// Here and not when it is first asked for, which may be in
				// several goroutines.
				b.renumber()
			}
			for c := b.first; c != nil; c = c.next {
				ops = append(ops, c)
			}
		}
	}
	workers = max(1, min(workers, len(ops)/2))
	batch := len(ops)/(16*workers) + 1
	var next atomic.Int64
	work := func() {
		v, d := q.verifier(), NewDominance()
		for !q.failed.Load() {
			lo := int(next.Add(int64(batch))) - batch
			if lo >= len(ops) {
				return
			}
			for _, op := range ops[lo:min(lo+batch, len(ops))] {
				v.fused(d, op)
			}
			q.note(v)
		}
	}
	var wait sync.WaitGroup
	for range workers - 1 {
		wait.Go(func() { q.guard(work) })
	}
	q.guard(work)
	wait.Wait()
}

// fused checks all of op and what is inside in one walk.
func (v *verifier) fused(d *Dominance, op *Operation) {
	if v.self(op); len(v.errs) > 0 {
		return
	}
	v.operands(d, op)
	for _, r := range op.Regions() {
		for b := r.first; b != nil; b = b.next {
			v.block(op, b)
			for c := b.first; c != nil; c = c.next {
				if v.fused(d, c); len(v.errs) > 0 {
					return
				}
			}
		}
	}
	if len(v.errs) > 0 {
		return
	}
	v.whole(op)
	if op.info.hooks&hookSymbolUser != 0 {
		v.symbolUse(v.quick.root, op)
	}
}
