package reduce

import (
	"context"
	"sync"

	"github.com/tile-opt/tile-opt/ir"
)

// Property reports whether a module still shows what is looked for. It must not
// change or keep the module; several may be asked at once, on modules of their
// own.
type Property func(ctx context.Context, m *ir.Operation) (bool, error)

// Options direct Module.
type Options struct {
	// Workers is how many candidates are tested at once; 0 means 1.
	Workers int
	// Progress, when not nil, is told of every step that succeeded.
	Progress func(reducer string, m *ir.Operation)
}

// Result is what Module made.
type Result struct {
	// Module is the smallest module found that has the property.
	Module *ir.Operation
	// Tests and Steps count the candidates tested and those that were taken.
	Tests, Steps int
	// Stopped is the context's error when the reduction did not come to its
	// end.
	Stopped error
}

// Module reduces m, which has the property and is left as it is. When ctx is done
// the result is what was found so far. The error is one of the property.
func Module(ctx context.Context, m *ir.Operation, holds Property, o Options) (*Result, error) {
	s := &search{ctx: ctx, holds: holds, o: o, res: &Result{Module: m}}
	s.o.Workers = max(s.o.Workers, 1)
	for progress := true; progress; {
		before := s.res.Steps
		for _, r := range reducers {
			if err := s.run(r); err != nil {
				if ctx.Err() != nil {
					s.res.Stopped = ctx.Err()
					return s.res, nil
				}
				return s.res, err
			}
		}
		progress = s.res.Steps > before
	}
	return s.res, nil
}

// reducer is one way to make a module smaller. count says how many things could
// go, and remove takes those numbered lo to hi-1 away, as far as it can. The
// numbers are the same in a copy.
type reducer struct {
	name   string
	count  func(m *ir.Operation) int
	remove func(m *ir.Operation, lo, hi int)
}

// search is one reduction.
type search struct {
	ctx   context.Context
	holds Property
	o     Options
	res   *Result
}

// run takes away what r finds: all of it, halves, quarters and so on down to one
// thing at a time. What remains after a success is tried again from where it was.
func (s *search) run(r *reducer) error {
	n := r.count(s.res.Module)
	for chunk := n; chunk > 0; chunk /= 2 {
		for at := 0; at < n; {
			if err := s.ctx.Err(); err != nil {
				return err
			}
			found, next, err := s.first(r, at, n, chunk)
			if err != nil {
				return err
			}
			if found == nil {
				at = next
				continue
			}
			s.res.Module = found
			s.res.Steps++
			if s.o.Progress != nil {
				s.o.Progress(r.name, found)
			}
			// What stood behind has moved to where the chunk was. Things that
			// could not go may be counted again: the step made the module smaller.
			at, n = next, r.count(found)
		}
	}
	return nil
}

// first tries as many chunks as there are workers, from at on, and returns the
// first candidate with the property and where its chunk was; nil and where to go
// on when there is none.
func (s *search) first(r *reducer, at, n, chunk int) (*ir.Operation, int, error) {
	type try struct {
		m  *ir.Operation
		at int
		ok bool
		e  error
	}
	var tries []*try
	for ; at < n && len(tries) < s.o.Workers; at += chunk {
		if m := s.candidate(r, at, min(at+chunk, n)); m != nil {
			tries = append(tries, &try{m: m, at: at})
		}
	}
	var wait sync.WaitGroup
	for _, t := range tries {
		wait.Go(func() { t.ok, t.e = s.holds(s.ctx, t.m) })
	}
	wait.Wait()
	for _, t := range tries {
		s.res.Tests++
		if t.e != nil {
			return nil, 0, t.e
		}
		if t.ok {
			return t.m, t.at, nil
		}
	}
	return nil, at, nil
}

// candidate returns a copy of the module without those things, nil when nothing
// went or what is left is not valid.
func (s *search) candidate(r *reducer, lo, hi int) *ir.Operation {
	m := ir.CloneDetached(s.res.Module, &ir.Mapping{})
	m.SetAttachment(s.res.Module.Attachment())
	r.remove(m, lo, hi)
	if !sizeOf(m).less(sizeOf(s.res.Module)) || ir.Verify(m) != nil {
		return nil
	}
	return m
}

// size orders modules: the operations that are no constants count first, for one
// may be replaced by a constant; then branches, for one may be replaced by a
// return with operands that must be made.
type size [6]int

func sizeOf(m *ir.Operation) size {
	var s size
	for op := range ir.Walk(m) {
		if !op.Has(ir.ConstantLike) {
			s[0]++
		}
		s[1] += op.NumSuccessors()
		s[2]++
		s[3] += op.NumOperands()
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				s[4] += 1 + b.NumArgs()
			}
		}
		s[5] += len(op.Attrs())
		for i := range op.NumProps() {
			if op.PropAt(i) != nil {
				s[5]++
			}
		}
	}
	return s
}

func (s size) less(t size) bool {
	for i := range s {
		if s[i] != t[i] {
			return s[i] < t[i]
		}
	}
	return false
}
