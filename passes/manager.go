package passes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// Config directs how a pipeline runs. The zero value runs it without
// verification, silently, on as many goroutines as GOMAXPROCS allows.
type Config struct {
	// Verify verifies the operation after every pass that changed it.
	Verify bool
	// Diag receives remarks and warnings, in an order that does not depend on
	// Workers; nil drops them.
	Diag diag.Handler
	// Workers bounds the goroutines that run passes of nested pipelines; 0
	// means GOMAXPROCS. Printing and tracing run on one.
	Workers int
	// Print prints IR around passes; nil prints nothing.
	Print *Printing
	// Timing collects durations; nil collects nothing.
	Timing *Timing
	// Statistics collects what passes count; nil collects nothing.
	Statistics *Statistics
	// Output receives what passes print for the user; nil drops it.
	Output io.Writer
	// TraceRewrites receives what rewriting drivers tell; nil for nobody.
	TraceRewrites io.Writer
	// BeforePass is called with the operation and the rest of the pipeline
	// before each pass on the goroutine that runs it; a local reproducer keeps
	// the text. Nil is not called.
	BeforePass func(p *Pass, options any, op *ir.Operation)
	// Bisect leaves out passes from a number on; nil runs all.
	Bisect *Bisect
}

// Bisect finds the pass that does harm: passes are counted from 1 as they are
// about to run on an operation, in the order of one goroutine, and only the
// first Limit of them run. A negative Limit runs all.
type Bisect struct {
	Limit int
	// W receives one line for each pass: its number, and whether it ran.
	W io.Writer
}

// InternalError is a bug in a pass: it panicked, or left IR that the verifier
// refuses.
type InternalError struct {
	// Pass is the pass, Options its options as text.
	Pass    string
	Options string
	// Op is the path of the operation that it ran on.
	Op string
	// Value is what the pass panicked with, nil when the verifier complained.
	Value any
	// Stack is the stack of the panic.
	Stack []byte
	// Verify holds what the verifier found.
	Verify error
}

// Error says which pass failed on what, and how.
func (e *InternalError) Error() string {
	if e.Verify != nil {
		return fmt.Sprintf("internal error: pass '%s' on %s left invalid IR: %s", e.Pass, e.Op, e.Verify)
	}
	return fmt.Sprintf("internal error: pass '%s' on %s: %v", e.Pass, e.Op, e.Value)
}

// Unwrap returns what the verifier found.
func (e *InternalError) Unwrap() error { return e.Verify }

// Run runs the pipeline on op, whose name must be the anchor (or the anchor
// AnyOp). The error is a diag.List of the user's mistakes in the order of the
// text, an *InternalError, or that of ctx. After an error op is in an
// unspecified state, but can be printed.
func (p *Pipeline) Run(ctx context.Context, op *ir.Operation, cfg Config) error {
	if p.Anchor != AnyOp && !op.Is(p.Anchor) {
		return diag.Errorf(op.Loc().Pos(), "can't run '%s' pass manager on '%s' op", p.Anchor, op.Name())
	}
	if cfg.Workers == 0 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	x := &executor{cfg: cfg, root: op, shared: newShared(), beside: newBeside(cfg.Workers)}
	if cfg.Print.any() || cfg.TraceRewrites != nil || cfg.BeforePass != nil || cfg.Bisect != nil || cfg.Output != nil && p.prints() {
		x.cfg.Workers = 1
	}
	if cfg.TraceRewrites != nil {
		x.trace = &rewriteTrace{w: cfg.TraceRewrites}
	}
	plan := x.prepare(p, op.Context())
	emit := cfg.Diag
	if emit == nil {
		emit = func(*diag.Diagnostic) {}
	}
	err := x.pipeline(ctx, plan, op, nil, newAnalysisCache(), emit)
	if late := x.beside.wait(emit); late != nil && ctx.Err() == nil {
		// What a pass has left that something reads beside the others comes
		// before what others have made of it.
		err = late
	}
	x.collect(plan, cfg)
	return err
}

// prints reports whether a pass of the pipeline writes to Run.Output.
func (p *Pipeline) prints() bool {
	for _, s := range p.Steps {
		if s.Nested != nil && s.Nested.prints() || s.Nested == nil && s.Pass.Prints {
			return true
		}
	}
	return false
}

// executor is one run of a pipeline.
type executor struct {
	cfg   Config
	root  *ir.Operation
	trace *rewriteTrace
	count int // passes met while bisecting
	// shared is what the passes of this execution share.
	shared *shared
	beside *beside
	steps  int // steps prepared
}

// skips counts a pass that is about to run and reports whether it is left out.
func (x *executor) skips(p *Pass, op *ir.Operation) bool {
	if x.cfg.Bisect == nil {
		return false
	}
	x.count++
	b := x.cfg.Bisect
	skip, what := b.Limit >= 0 && x.count > b.Limit, "running"
	if skip {
		what = "NOT running"
	}
	if b.W != nil {
		fmt.Fprintf(b.W, "BISECT: %s pass (%d) %s on %s\n", what, x.count, p.Name, op.Path())
	}
	return skip
}

// plan is a pipeline with what its passes prepared and count.
type plan struct {
	anchor string
	steps  []*stepPlan
}

type stepPlan struct {
	order    int // among all steps of the pipeline
	pass     *Pass
	options  any
	prepared any
	nested   *plan
	counts   []atomic.Int64
	nanos    atomic.Int64
	verify   atomic.Int64 // part of nanos spent verifying
}

func (x *executor) prepare(p *Pipeline, c *ir.Context) *plan {
	out := &plan{anchor: p.Anchor}
	for _, s := range p.Steps {
		sp := &stepPlan{order: x.steps, pass: s.Pass, options: s.Options}
		x.steps++
		out.steps = append(out.steps, sp)
		if s.Nested != nil {
			sp.nested = x.prepare(s.Nested, c)
			continue
		}
		for _, d := range s.Pass.Dialects {
			c.Load(d)
		}
		sp.counts = make([]atomic.Int64, len(s.Pass.Statistics))
		if s.Pass.Prepare != nil {
			sp.prepared = s.Pass.Prepare(c, s.Options)
		}
	}
	return out
}

// pipeline runs the steps of p on op in order, up to the first that fails; at
// is the place of op among those that p runs on, from the outermost on.
func (x *executor) pipeline(ctx context.Context, p *plan, op *ir.Operation, at []int, cache *analysisCache, emit diag.Handler) error {
	for _, s := range p.steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if s.nested != nil {
			err = x.children(ctx, s, op, at, emit)
			cache.clear()
		} else {
			err = x.pass(ctx, s, op, at, cache, emit)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// children runs a nested pipeline on the operations directly inside op that
// it is for. All of them run, whatever fails, so that the errors do not
// depend on the number of workers.
func (x *executor) children(ctx context.Context, s *stepPlan, op *ir.Operation, at []int, emit diag.Handler) error {
	start := time.Now()
	defer func() { s.nanos.Add(int64(time.Since(start))) }()
	targets, err := targetsOf(s.nested.anchor, op)
	if err != nil {
		return err
	}
	n := min(x.cfg.Workers, len(targets))
	if n <= 1 {
		return x.inSequence(ctx, s.nested, targets, at, emit)
	}
	return x.inParallel(ctx, s.nested, targets, at, n, emit)
}

func (x *executor) inSequence(ctx context.Context, p *plan, targets []*ir.Operation, at []int, emit diag.Handler) error {
	errs := make([]error, 0, 1)
	for i, t := range targets {
		if err := x.pipeline(ctx, p, t, append(slices.Clip(at), i), newAnalysisCache(), emit); err != nil {
			errs = append(errs, err)
		}
	}
	return join(errs)
}

// inParallel runs n workers and delivers diagnostics in the order of the
// targets once all have ended.
func (x *executor) inParallel(ctx context.Context, p *plan, targets []*ir.Operation, at []int, n int, emit diag.Handler) error {
	errs := make([]error, len(targets))
	said := make([]diag.List, len(targets))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(targets) {
					return
				}
				errs[i] = x.pipeline(ctx, p, targets[i], append(slices.Clip(at), i), newAnalysisCache(), func(d *diag.Diagnostic) { said[i] = append(said[i], d) })
			}
		})
	}
	wg.Wait()
	for _, l := range said {
		for _, d := range l {
			emit(d)
		}
	}
	return join(errs)
}

// join makes one error of those of several operations: the first bug, else
// the context's error, else every mistake.
func join(errs []error) error {
	var list diag.List
	var stopped error
	for _, err := range errs {
		var bug *InternalError
		switch {
		case err == nil:
		case errors.As(err, &bug):
			return bug
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
			stopped = err
		default:
			list = append(list, diag.All(err)...)
		}
	}
	if stopped != nil {
		return stopped
	}
	return list.Err()
}

// targetsOf returns the operations directly inside op that a pipeline with
// this anchor runs on.
func targetsOf(anchor string, op *ir.Operation) ([]*ir.Operation, error) {
	var out []*ir.Operation
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for c := range b.Ops() {
				if anchor == AnyOp && c.Has(ir.IsolatedFromAbove) {
					out = append(out, c)
				}
				if anchor == AnyOp || !c.Is(anchor) {
					continue
				}
				if !c.IsRegistered() {
					return nil, c.OpError("trying to schedule a pass on an unregistered operation")
				}
				if !c.Has(ir.IsolatedFromAbove) {
					return nil, c.OpError("trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'")
				}
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// pass runs one pass on one operation.
func (x *executor) pass(ctx context.Context, s *stepPlan, op *ir.Operation, at []int, cache *analysisCache, emit diag.Handler) error {
	if x.skips(s.pass, op) {
		return nil
	}
	if x.cfg.BeforePass != nil {
		x.cfg.BeforePass(s.pass, s.options, op)
	}
	var frame *printFrame
	if x.cfg.Print.any() {
		frame = x.cfg.Print.before(s.pass, op)
	}
	if s.pass.Reads {
		x.aside(ctx, s, op, at, cache)
		if frame != nil {
			frame.after(op, nil)
		}
		return nil
	}
	path := op.Path()
	r, err := x.call(ctx, s, op, path, cache, emit)
	if !r.unchanged {
		cache.clear()
	}
	if err == nil && x.cfg.Verify && !r.unchanged {
		start := time.Now()
		if v := ir.VerifyParallel(op, x.verifiers(op)); v != nil && s.pass.Partial && s.pass.leftBehind(v) {
			err = s.pass.tooEarly(v)
		} else if v != nil {
			err = &InternalError{Pass: s.pass.Name, Options: formatOptions(s.options), Op: path, Verify: v}
		}
		took := int64(time.Since(start))
		s.nanos.Add(took)
		s.verify.Add(took)
	}
	if frame != nil {
		frame.after(op, err)
	}
	return err
}

// call runs the pass of a step, and adds up its time and what it counts.
func (x *executor) call(ctx context.Context, s *stepPlan, op *ir.Operation, path string, cache *analysisCache, emit diag.Handler) (*Run, error) {
	start := time.Now()
	r := &Run{ctx: ctx, pass: s.pass, options: s.options, prepared: s.prepared, emit: emit, counts: make([]int64, len(s.pass.Statistics)), analyses: cache, shared: x.shared, trace: x.trace, output: x.cfg.Output}
	err := guarded(r, op, path, s)
	s.nanos.Add(int64(time.Since(start)))
	for i, n := range r.counts {
		s.counts[i].Add(n)
	}
	return r, err
}

// verifiers is how many goroutines may verify op: where it lies inside another,
// the others beside it are being worked on.
func (x *executor) verifiers(op *ir.Operation) int {
	if op.Parent() != nil {
		return 1
	}
	return x.cfg.Workers
}

// guarded calls the pass and turns a panic into an InternalError.
func guarded(r *Run, op *ir.Operation, path string, s *stepPlan) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &InternalError{Pass: s.pass.Name, Options: formatOptions(s.options), Op: path, Value: v, Stack: debug.Stack()}
		}
	}()
	return positioned(r.pass.Run(r, op), op)
}

// positioned gives errors of a pass that have no position that of op.
func positioned(err error, op *ir.Operation) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var bug *InternalError
	if errors.As(err, &bug) {
		return err
	}
	list := diag.All(err)
	for _, d := range list {
		if !d.Pos.IsValid() && d.Op == "" && !op.IsErased() {
			d.Pos, d.Op = op.Loc().Pos(), op.Path()
		}
	}
	return list
}
