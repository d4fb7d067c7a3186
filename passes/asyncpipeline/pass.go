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
	Stages      int64  `opt:"stages" doc:"slots of each ring (1 to 8); a load with tasync.stages has its own number"`
	Prefetch    int64  `opt:"prefetch" doc:"iterations that loads run ahead in the same threads; negative counts back from stages; 0 leaves them in their iteration, for async-warp-specialize"`
	MMAInFlight int64  `opt:"mma-in-flight" doc:"iterations whose MMAs stay under way when the next iteration starts; their slots are released as much later; -1 is stages - prefetch - 1"`
	ReleaseLag  int64  `opt:"release-lag" doc:"iterations by which slots are released later at least; of stages slots, as many fewer are left to load into"`
	WAR         string `opt:"war" enum:"mbarrier,barrier" doc:"what orders the refill of a slot behind its reads: an mbarrier that is empty when all have read, or a barrier of the block"`
	Peel        string `opt:"peel" enum:"prologue,none,all" doc:"with a prefetch, what has copies of its own: the first loads, while loads in the loop are guarded by its bound (prologue); nothing, and the loop begins as many iterations early (none); also the last iterations, which load nothing (all)"`
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

All loads of an iteration share a slot. Loads with another number of stages (the attribute
tasync.stages, from tile.stages of a tile.load) get a ring of their own, and so do loads under a
condition, whose ring moves only when the condition holds; the condition must be known as early
as the positions.

With prefetch = d the loads of iteration i + d stand in iteration i, and the first d iterations'
loads in front of the loop (d < stages - mma-in-flight); one elected thread waits for the slot and
issues them. With peel=none the loop begins d iterations early instead, with loads alone, and what
uses them is guarded; with peel=all the loop ends d iterations early, so that its loads need no guard, and
a second loop makes the last iterations.

With mma-in-flight = n an iteration waits for the MMAs of n iterations before it, and a slot is
released n iterations after its use; the rest is waited for and released behind the loop. A ring
with fewer stages has as many fewer in flight and ahead.

A loop is declined, with a remark that names the operation, when its loads stand under other
control flow than scf.if, their positions or conditions depend on data that the loop computes, the
loop may write the memory they read, their buffers are used outside the loop or in front of the
wait, or an iteration ends without a wait for its MMAs. With a prefetch also when it is an
scf.while, or a position depends on a carried value. It then stays as it was. MMAs stay under way
only where their accumulators go from iteration to iteration untouched; a remark says where not.`,
	Anchor:     "func.func",
	Options:    Options{Stages: 4, WAR: async.WARMBarrier, Peel: peelPrologue},
	Statistics: []passes.Statistic{{Name: "pipelined", Desc: "loops pipelined"}, {Name: "declined", Desc: "loops with loads left alone"}},
	Run:        run,
}

// The values of peel.
const (
	peelPrologue = "prologue"
	peelNone     = "none"
	peelAll      = "all"
)

// Validate checks the ranges of the options.
func (o Options) Validate() error {
	d := o.distance(o.Stages)
	switch {
	case o.Stages < 1 || o.Stages > async.MaxStages:
		return optionError("stages must be 1 to %d, found %d", async.MaxStages, o.Stages)
	case o.MMAInFlight < -1 || o.MMAInFlight >= o.Stages:
		return optionError("mma-in-flight must be 0 to stages - 1 = %d, or -1, found %d", o.Stages-1, o.MMAInFlight)
	case o.ReleaseLag < 0 || o.ReleaseLag >= o.Stages:
		return optionError("release-lag must be 0 to stages - 1 = %d, found %d", o.Stages-1, o.ReleaseLag)
	}
	if d < 0 {
		return optionError("prefetch must be at least -stages = %d, found %d", -o.Stages, o.Prefetch)
	}
	if most := o.Stages - max(o.MMAInFlight, 0) - 1; d > most {
		return optionError("prefetch must be at most stages - mma-in-flight - 1 = %d, found %d", most, o.Prefetch)
	}
	if most := o.Stages - o.ReleaseLag - 1; d > most {
		return optionError("prefetch must be at most stages - release-lag - 1 = %d, found %d", most, o.Prefetch)
	}
	return nil
}

// distance returns how many iterations the loads of a ring run ahead, before
// slots of MMAs under way are taken off.
func (o Options) distance(stages int64) int64 {
	if o.Prefetch < 0 {
		return stages + o.Prefetch
	}
	return o.Prefetch
}

// inFlight returns the iterations whose MMAs shall stay under way.
func (o Options) inFlight() int64 {
	if o.MMAInFlight < 0 {
		return o.Stages - o.distance(o.Stages) - 1
	}
	return o.MMAInFlight
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
		l, why := analyze(fn, loop, opts)
		if why != nil {
			r.Emit(why)
			r.Count("declined", 1)
			continue
		}
		if err := l.tooLarge(); err != nil {
			return err
		}
		flight, why := l.plan(opts)
		if why != nil {
			r.Emit(why)
		}
		for _, g := range l.rings {
			r.Remark(l.loop, "%s", l.describe(g, opts, flight))
		}
		l.transform(opts, flight)
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
		if async.IsFill(op) && op.NumResults() > 0 && innermostLoop(op) == loop {
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
