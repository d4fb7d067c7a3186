package passes

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// beside runs passes on copies while those that follow go on, and keeps what
// they say until the pipeline has come to its end. How many run at once is
// bounded, so that no more copies are alive than goroutines at work on them.
type beside struct {
	free  chan struct{}
	wg    sync.WaitGroup
	mu    sync.Mutex
	found []findings
}

// findings are what one step says of one operation; at is the place of the
// operation among those that the step runs on, from the outermost on.
type findings struct {
	step int
	at   []int
	said diag.List
	err  error
}

func newBeside(workers int) *beside {
	b := &beside{free: make(chan struct{}, workers-1)}
	for range workers - 1 {
		b.free <- struct{}{}
	}
	return b
}

// start runs f on a copy of op on another goroutine, if one is free.
func (b *beside) start(op *ir.Operation, f func(*ir.Operation)) bool {
	select {
	case <-b.free:
	default:
		return false
	}
	c := ir.CloneDetached(op, new(ir.Mapping))
	b.wg.Go(func() {
		defer func() { b.free <- struct{}{} }()
		f(c)
	})
	return true
}

func (b *beside) add(f findings) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.found = append(b.found, f)
}

// wait waits for all, says what they have to say up to the first step that
// failed, and returns the errors of that step.
func (b *beside) wait(emit diag.Handler) error {
	b.wg.Wait()
	slices.SortFunc(b.found, func(x, y findings) int { return cmp.Or(cmp.Compare(x.step, y.step), slices.Compare(x.at, y.at)) })
	var errs []error
	step := 0
	for _, f := range b.found {
		if len(errs) > 0 && f.step != step {
			break
		}
		for _, d := range f.said {
			emit(d)
		}
		if f.err != nil {
			errs, step = append(errs, f.err), f.step
		}
	}
	return join(errs)
}

// aside runs a pass that only reads: on a copy where a goroutine is free, else
// here. What it says waits for the end of the pipeline in both cases, and so
// does not depend on the number of goroutines.
func (x *executor) aside(ctx context.Context, s *stepPlan, op *ir.Operation, at []int, cache *analysisCache) {
	path, within := op.Path(), ""
	if p := op.Parent(); p != nil {
		within = p.Path() + " > "
	}
	look := func(op *ir.Operation, cache *analysisCache) {
		f := findings{step: s.order, at: at}
		_, f.err = x.call(ctx, s, op, path, cache, func(d *diag.Diagnostic) { f.said = append(f.said, d) })
		f.inside(within)
		x.beside.add(f)
	}
	if !x.beside.start(op, func(c *ir.Operation) { look(c, newAnalysisCache()) }) {
		look(op, cache)
	}
}

// inside gives the operations that are named as parts of a copy the path of the
// original.
func (f *findings) inside(within string) {
	var move func(d *diag.Diagnostic)
	move = func(d *diag.Diagnostic) {
		if d.Op != "" && !strings.HasPrefix(d.Op, within) {
			d.Op = within + d.Op
		}
		for i := range d.Notes {
			move(&d.Notes[i])
		}
	}
	for _, d := range f.said {
		move(d)
	}
	var bug *InternalError
	if f.err == nil || errors.As(f.err, &bug) || errors.Is(f.err, context.Canceled) || errors.Is(f.err, context.DeadlineExceeded) {
		return
	}
	list := diag.All(f.err)
	for _, d := range list {
		move(d)
	}
	f.err = list
}
