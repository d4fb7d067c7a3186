package asm

import (
	"sync"
	"sync/atomic"

	"github.com/tile-opt/tile-opt/ir"
)

// relay lets several goroutines print the operations of a block. Each prints a
// run of them into a buffer of its own and writes it when its turn comes, so
// that the text is that of one goroutine and little of it is ever held.
type relay struct {
	p    *irPrinter // of which nothing is written while workers run
	ops  []*ir.Operation
	next atomic.Int64

	mu      sync.Mutex
	changed sync.Cond
	turn    int // the run that is written next
	failed  int // the first run that ended in a panic
	panicky any
}

const (
	// runLength is how many operations a goroutine prints at a time.
	runLength = 8
	// maxHeld is the length of text that waits for its turn at most.
	maxHeld = 4 << 20
)

// inParallel prints ops, each on its own lines, as fullOp would.
func (p *irPrinter) inParallel(ops []*ir.Operation, workers int) {
	p.flush()
	r := &relay{p: p, ops: ops, failed: len(ops)}
	r.changed.L = &r.mu
	var wait sync.WaitGroup
	for range min(workers, len(ops)/runLength) {
		wait.Go(r.work)
	}
	wait.Wait()
	if r.panicky != nil {
		panic(r.panicky)
	}
}

// isTurn reports whether run i is written next.
func (r *relay) isTurn(i int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.turn == i
}

func (r *relay) await(i int) {
	r.mu.Lock()
	for r.turn != i {
		r.changed.Wait()
	}
	r.mu.Unlock()
}

func (r *relay) work() {
	w := r.p.fork()
	for {
		i := int(r.next.Add(1)) - 1
		lo := i * runLength
		if lo >= len(r.ops) {
			return
		}
		w.held = func() bool { return len(w.Buf) < maxHeld && !r.isTurn(i) }
		w.ready = func() { r.await(i) }
		if !r.run(w, i, r.ops[lo:min(lo+runLength, len(r.ops))]) {
			w = r.p.fork()
		}
	}
}

// run prints run i and passes the turn on, whatever happens; it reports
// whether w can go on.
func (r *relay) run(w *irPrinter, i int, ops []*ir.Operation) (ok bool) {
	defer func() {
		v := recover()
		r.await(i)
		r.mu.Lock()
		if v != nil && i < r.failed {
			r.failed, r.panicky = i, v
		}
		r.turn++
		r.mu.Unlock()
		r.changed.Broadcast()
		ok = v == nil
	}()
	for _, op := range ops {
		w.margin()
		w.fullOp(op)
		w.Byte('\n')
	}
	w.ready()
	w.flushNow()
	return true
}

// fork returns a printer that stands where p stands.
func (p *irPrinter) fork() *irPrinter {
	w := &irPrinter{w: sharedWriter{p}, ctx: p.ctx, opts: p.opts, doc: p.doc, names: p.names, aliases: p.aliases, indent: p.indent}
	w.Printer = ir.Printer{Opts: p.Opts, TypeAlias: p.TypeAlias, AttrAlias: p.AttrAlias, DistinctID: p.DistinctID}
	w.op = OpPrinter{Printer: &w.Printer, p: w}
	w.defaults = append([]string(nil), p.defaults...)
	w.sorted = make(map[*ir.OpInfo][]int)
	w.Buf = make([]byte, 0, 4*flushSize)
	return w
}

// sharedWriter hands text to the writer of a printer, until its first error.
type sharedWriter struct{ p *irPrinter }

// Write is called by whoever has the turn.
func (s sharedWriter) Write(b []byte) (int, error) {
	if s.p.err == nil {
		_, s.p.err = s.p.w.Write(b)
	}
	return len(b), nil
}
