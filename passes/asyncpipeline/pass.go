// Package asyncpipeline is the pass async-pipeline: loops that load tiles and
// use them get a ring of buffers, so that loads run ahead of their use.
//
// It knows the async dialect and scf.for, no particular kernel; how a ring is
// synchronised is the business of later passes.
package asyncpipeline

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// Options of the pass.
type Options struct {
	Stages      int64 `opt:"stages" doc:"slots of each ring (1 to 8); 1 leaves the loops alone"`
	Prefetch    int64 `opt:"prefetch" doc:"iterations that loads run ahead in the same threads; negative counts back from stages; 0 leaves them in their iteration, for async-warp-specialize"`
	MMAInFlight int64 `opt:"mma-in-flight" doc:"iterations whose MMAs stay under way when the next iteration starts; their slots are released as much later"`
}

// Pass is async-pipeline.
var Pass = &passes.Pass{
	Name:    "async-pipeline",
	Summary: "give loops over loaded tiles a ring of buffers",
	Doc: `Turns the asynchronous loads of a loop into a pipeline:

    scf.for %k = ... {                          %p = tasync.pipeline_create
      %t = tasync.async_load %m[%i, %k] to %b   scf.for %k = ... {
      tasync.wait %t                              %s = tasync.pipeline_acquire %p
      ... %b ...                           ->     tasync.async_load %m[%i, %k] to %s
      tasync.sync                                 tasync.pipeline_commit %p
    }                                             %c = tasync.pipeline_wait %p
                                                  ... %c ...
                                                  tasync.pipeline_release %p
                                                }

All loads of an iteration share a slot. With prefetch = d the loads of iteration i + d stand in
iteration i, and the first d iterations' loads in front of the loop (d < stages - mma-in-flight).
With mma-in-flight = n an iteration waits for the MMAs of n iterations before it, and a slot is
released n iterations after its use; the rest is waited for and released behind the loop.

A loop is declined, with a remark that names the operation, when its loads stand under control
flow, their positions depend on data that the loop computes, the loop may write the memory they
read, their buffers are used outside the loop or in front of the wait, or an iteration ends
without a wait for its MMAs. It then stays as it was. MMAs stay under way only where their
accumulators go from iteration to iteration untouched; a remark says where not.`,
	Anchor:     "func.func",
	Options:    Options{Stages: 4},
	Statistics: []passes.Statistic{{Name: "pipelined", Desc: "loops pipelined"}, {Name: "declined", Desc: "loops with loads left alone"}},
	Run:        run,
}

// Validate checks the ranges of the options.
func (o Options) Validate() error {
	switch {
	case o.Stages < 1 || o.Stages > 8:
		return optionError("stages must be 1 to 8, found %d", o.Stages)
	case o.MMAInFlight < 0 || o.MMAInFlight >= o.Stages:
		return optionError("mma-in-flight must be 0 to stages - 1 = %d, found %d", o.Stages-1, o.MMAInFlight)
	}
	d := o.distance()
	if d < 0 || d > o.Stages-o.MMAInFlight-1 {
		return optionError("prefetch must be at most stages - mma-in-flight - 1 = %d, found %d", o.Stages-o.MMAInFlight-1, o.Prefetch)
	}
	return nil
}

// distance returns how many iterations loads run ahead.
func (o Options) distance() int64 {
	if o.Prefetch < 0 {
		return o.Stages + o.Prefetch
	}
	return o.Prefetch
}

func run(r *passes.Run, fn *ir.Operation) error {
	if fn.Attr("tasync.warp_groups") == nil || fn.RegionAt(0).IsEmpty() {
		r.Unchanged()
		return nil
	}
	opts := passes.OptionsOf[Options](r)
	var loops []*ir.Operation
	for op := range ir.WalkPost(fn) {
		if op.Is("scf.for") || op.Is("scf.while") {
			loops = append(loops, op)
		}
	}
	changed := false
	for _, loop := range loops {
		if !hasLoads(loop) {
			continue
		}
		if opts.Stages == 1 {
			r.Remark(loop, "loop not pipelined: stages = 1 leaves loads and their uses in turn")
			continue
		}
		l, why := analyze(fn, loop, opts)
		if why != nil {
			r.Emit(why)
			r.Count("declined", 1)
			continue
		}
		bytes := l.slotBytes()
		if bytes*opts.Stages > async.MaxShared {
			return l.tooLarge(opts.Stages)
		}
		flight, why := l.inFlight(opts.MMAInFlight)
		if why != nil {
			r.Emit(why)
		}
		l.transform(opts, flight)
		r.Remark(l.loop, "loop pipelined: %d stages of %d bytes, %d loads a stage, prefetch %d, %d MMA groups in flight",
			opts.Stages, bytes, len(l.loads), opts.distance(), flight.groups())
		r.Count("pipelined", 1)
		changed = true
	}
	if !changed {
		r.Unchanged()
	}
	return nil
}

// hasLoads reports whether a loop holds token loads whose innermost loop it
// is.
func hasLoads(loop *ir.Operation) bool {
	for op := range ir.Walk(loop) {
		if op.Is(async.AsyncLoadDef.Name) && op.NumResults() > 0 && innermostLoop(op) == loop {
			return true
		}
	}
	return false
}

func innermostLoop(op *ir.Operation) *ir.Operation {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Is("scf.for") || p.Is("scf.while") {
			return p
		}
	}
	return nil
}
