package asyncinsertmbarriers

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/carry"
)

// Pass is async-insert-mbarriers.
var Pass = &passes.Pass{
	Name:    "async-insert-mbarriers",
	Summary: "make pipelines and tokens mbarriers with explicit slots, phases and bytes",
	Doc: `Replaces every pipeline by shared-memory rings and two mbarrier arrays, and every group of
tokens by one mbarrier.

    %s = tasync.pipeline_acquire %p            tasync.barrier_wait %empty[%i], %phase
    tasync.async_load %m[%x, %y] to %s   ->    tasync.barrier_expect %full[%i], BYTES
    tasync.pipeline_commit %p                  tasync.async_load %m[%x, %y] to %slot signal %full[%i]

    %s = tasync.pipeline_wait %p               tasync.barrier_wait %full[%j], %parity
    tasync.pipeline_release %p           ->    tasync.barrier_arrive %empty[%k] warp

- A full barrier expects one arrival, the producer's expect, which announces the bytes of all
  copies of the slot at once; copies count whole boxes.
- An empty barrier expects one arrival a consumer warp: each warp arrives behind its own wait for
  the reads, so nothing is assumed about the other warps of its group. (One arrival a warp group
  measured the same speed.) Where slots are read by ordinary loads, a proxy fence precedes the
  arrival: such a read may still be outstanding when the refill starts.
- Slot numbers and parities are i32 values carried through scf.for, scf.if and scf.while. They
  continue over loop nests.
- A release that keeps n slots arrives only when more are held; where that is known at compile
  time no test is left.

Needs: pipelines made in the entry block of the kernel; each filled by one role, with one commit
for each acquire in its block and only tasync.async_load filling the slot; each role that waits
releases. Afterwards no pipeline or token is left.`,
	Anchor:     "func.func",
	Statistics: []passes.Statistic{{Name: "barriers", Desc: "mbarrier objects"}, {Name: "rings", Desc: "pipelines lowered"}},
	Run:        run,
}

func run(r *passes.Run, fn *ir.Operation) error {
	if fn.Attr("tasync.warp_groups") == nil || fn.RegionAt(0).IsEmpty() {
		r.Unchanged()
		return nil
	}
	l := &lowering{fn: fn, b: ir.NewBuilder(fn.Context()), slots: make(map[*ir.Value]*slotUse)}
	if err := l.collect(); err != nil {
		return err
	}
	if len(l.rings) == 0 && len(l.groups) == 0 {
		r.Unchanged()
		return nil
	}
	if b := fn.RegionAt(0).Entry().Next(); b != nil {
		return fn.OpError("has several blocks, but positions in pipelines are carried through structured control flow only")
	}
	if err := l.bounds(); err != nil {
		return err
	}
	l.setup()
	t := &carry.Threader{Changes: l.changes, Visit: l.visit, Leave: l.leave}
	if err := t.Block(l.b, fn.RegionAt(0).Entry(), l.vars); err != nil {
		return err
	}
	for _, ring := range l.rings {
		ring.create.Erase()
		r.Count("barriers", 2*ring.stages())
	}
	r.Count("barriers", len(l.groups))
	r.Count("rings", len(l.rings))
	return nil
}

// ring is one pipeline on its way to barriers.
type ring struct {
	create *ir.Operation
	typ    *async.PipelineType
	first  int // number of its first variable
	// mmaOnly: every read of a slot is an MMA.
	mmaOnly bool
	// arrivals is the count of an empty barrier.
	arrivals int64
	// counted: the number of held slots is not known at some release, so it
	// is carried.
	counted bool
	// paired: see lowering.paired. waited is then the slot waited for last.
	paired bool
	waited *ir.Value

	buffers     []*ir.Value
	full, empty *ir.Value
}

func (r *ring) stages() int { return r.typ.Stages }

// The variables of a ring.
const (
	producerSlot = iota
	producerParity
	consumerSlot
	consumerParity
	releaseSlot
	held
	ringVars
)

// group is a tasync.wait with the loads it waits for: one barrier.
type group struct {
	wait    *ir.Operation
	loads   []*ir.Operation
	first   *ir.Operation // the load that stands first
	bytes   int64
	parity  int // number of its variable
	barrier *ir.Value
}

// slotUse says which full barrier fills a buffer value.
type slotUse struct {
	barrier, index *ir.Value
}

type lowering struct {
	fn     *ir.Operation
	b      *ir.Builder
	rings  []*ring
	byPipe map[*ir.Value]*ring
	groups []*group
	byWait map[*ir.Operation]*group
	byLoad map[*ir.Operation]*group
	vars   []*ir.Value
	slots  map[*ir.Value]*slotUse
	// excess is how many slots a release gives back; multiple holds the waits
	// that may happen while a slot is held.
	excess   map[*ir.Operation]interval
	multiple map[*ir.Operation]bool

	zero *ir.Value
	one  *ir.Value
}
