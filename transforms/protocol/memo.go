package protocol

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"sync"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// Memo remembers which kernels of one ir.Context were proven, by what they
// hold, so that a kernel that is checked behind every pass is followed again
// only where a pass has changed it. It is safe for use by several goroutines;
// the zero value is empty.
type Memo struct {
	mu     sync.Mutex
	ids    map[any]uint64 // of what is unique in the context
	checks map[fingerprint]*check
}

// check is one that runs or has run; found is what a kernel that was proven is
// told.
type check struct {
	done   chan struct{}
	proven bool
	found  Finding
}

// fingerprint is a hash of all that a check reads of a kernel, save the
// registers of its roles: those are looked at each time. How many states a proof
// may take is no part of it, since a proof that was cheaper is one as well.
type fingerprint [sha256.Size]byte

// Check is the function Check, on what is not known to be proven. A kernel that
// is being checked already is waited for.
func (m *Memo) Check(ctx context.Context, fn *ir.Operation, o Options) (*Finding, error) {
	key := m.fingerprint(fn, o)
	m.mu.Lock()
	if m.checks == nil {
		m.checks = make(map[fingerprint]*check)
	}
	c, known := m.checks[key]
	if !known {
		c = &check{done: make(chan struct{})}
		m.checks[key] = c
	}
	m.mu.Unlock()
	if !known {
		defer close(c.done)
		f, err := Check(ctx, fn, o)
		c.proven = err == nil && f.Verdict == Proven
		if c.proven {
			c.found = Finding{Verdict: Proven, Assumptions: f.Assumptions, States: f.States}
		}
		return f, err
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if !c.proven {
		// What is not proven is told of this kernel, and with this many states.
		return Check(ctx, fn, o)
	}
	if f := registersOf(fn); f != nil {
		return f, nil
	}
	f := c.found
	f.Op = fn
	return &f, nil
}

func (m *Memo) fingerprint(fn *ir.Operation, o Options) fingerprint {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ids == nil {
		m.ids = make(map[any]uint64)
	}
	w := &contents{m: m, values: make(map[*ir.Value]uint64)}
	w.put(uint64(way(o.PTXOnly)), w.id(fn.Attr(async.WarpGroupsAttr)))
	w.regions(fn)
	return sha256.Sum256(w.b)
}

// contents writes what a kernel holds, with numbers for names.
type contents struct {
	m      *Memo
	b      []byte
	values map[*ir.Value]uint64
}

func (w *contents) put(ns ...uint64) {
	for _, n := range ns {
		w.b = binary.AppendUvarint(w.b, n)
	}
}

func (w *contents) id(x any) uint64 {
	n, ok := w.m.ids[x]
	if !ok {
		n = uint64(len(w.m.ids))
		w.m.ids[x] = n
	}
	return n
}

func (w *contents) define(vs []*ir.Value) {
	w.put(uint64(len(vs)))
	for _, v := range vs {
		w.values[v] = uint64(len(w.values))
		w.put(w.id(v.Type()))
	}
}

func (w *contents) regions(op *ir.Operation) {
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			w.define(b.Args())
			for o := range b.Ops() {
				w.operation(o)
			}
			w.put(0)
		}
		w.put(1)
	}
}

func (w *contents) operation(op *ir.Operation) {
	w.put(2+w.id(op.Name()), uint64(op.NumOperands()))
	for _, v := range op.Operands() {
		w.put(w.values[v])
	}
	for i := range op.NumProps() {
		if a := op.PropAt(i); a != nil && !w.registers(op, a) {
			w.put(uint64(i+1), w.id(a))
		}
	}
	w.put(0)
	w.define(op.Results())
	w.regions(op)
}

// registers reports whether a property is the registers of roles.
func (w *contents) registers(op *ir.Operation, a ir.Attr) bool {
	return op.Is(async.WarpSpecializeDef.Name) && op.Prop("registers") == a
}

// registersOf checks the registers of the roles of a kernel.
func registersOf(fn *ir.Operation) *Finding {
	for op := range fn.RegionAt(0).Entry().Ops() {
		if ws, ok := async.AsWarpSpecialize(op); ok {
			if f := registers(ws); f != nil {
				return f
			}
		}
	}
	return nil
}
