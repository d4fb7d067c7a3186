package asyncinsertmbarriers

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/carry"
)

// Options of the pass.
type Options struct {
	Empty      string `opt:"empty" enum:"inverted,pre-armed" doc:"how the first acquire of a slot finds it free: it waits for the phase before the first (inverted), or consumers release every slot once before they begin (pre-armed)"`
	Arrive     string `opt:"arrive" enum:"auto,elected,warp,thread" doc:"who releases a slot: one thread of each warp group, one of each warp, or every thread; auto chooses by how slots are read"`
	BarrierPer string `opt:"barrier-per" enum:"slot,copy" doc:"full barriers: one for all copies of a slot, or one for each, which is waited for where that copy is first used"`
}

// The values of the options.
const (
	emptyInverted = "inverted"
	emptyPreArmed = "pre-armed"
	arriveAuto    = "auto"
	arriveElected = "elected"
	perSlot       = "slot"
	perCopy       = "copy"
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
  copies of the slot at once; copies count whole boxes. With barrier-per=copy each copy has its
  own, and is waited for in front of its first use.
- Where threads copy (tasync.copy), the full barrier also counts each thread of the role for its
  pieces by cp.async (tasync.copy_arrive), and each warp for what its threads stored or announced,
  behind a proxy fence where the async proxy reads it. What cp.async wrote is fenced by who waits.
  A wait for tokens of such copies is a wait of each thread, a fence and a barrier of the role.
- An empty barrier expects the arrivals of all consumers, by arrive: one thread of each warp group
  (elected), one of each warp, or every thread. One thread may speak for its warp group only where
  the other warps have certainly read: behind a tasync.sync, or where every use of a slot is an MMA
  and there is one on every way from the wait to the release. PTX does not promise the latter
  (assumption wgmma-rendezvous), so auto takes elected behind a tasync.sync and warp elsewhere, and
  elected must be asked for. Where neither holds elected is an error at the operation that reads.
  A remark says what was chosen and why. Where slots are read by ordinary loads and filled by the async proxy, a
  proxy fence precedes the arrival: such a read may still be outstanding when the refill starts.
- With empty=inverted the producer's first wait is for parity 1, the phase before the first, which
  holds at once. With pre-armed consumers arrive once for every slot before they begin, and the
  first wait is for parity 0.
- A pipeline with war "barrier" has no empty barriers: a release is a fence, where ordinary loads
  read, and a tasync.sync.
- Slot numbers and parities are i32 values carried through scf.for, scf.if and scf.while. They
  continue over loop nests.
- A slot that a role skips moves its positions only; an empty barrier then counts the warps of one
  of the roles that take turns.
- A release that keeps n slots arrives only when more are held; where that is known at compile
  time no test is left.

Needs: pipelines made in the entry block of the kernel; each filled by one role, with one commit
for each acquire in its block and only tasync.async_load, tasync.copy and tasync.local_store
filling the slot; each
role that waits releases. Afterwards no pipeline or token is left.`,
	Anchor:     "func.func",
	Options:    Options{Empty: emptyInverted, Arrive: arriveAuto, BarrierPer: perSlot},
	Statistics: []passes.Statistic{{Name: "barriers", Desc: "mbarrier objects"}, {Name: "rings", Desc: "pipelines lowered"}},
	Run:        run,
}

func run(r *passes.Run, fn *ir.Operation) error {
	if fn.Attr("tasync.warp_groups") == nil || fn.RegionAt(0).IsEmpty() {
		r.Unchanged()
		return nil
	}
	l := &lowering{fn: fn, opts: passes.OptionsOf[Options](r), b: ir.NewBuilder(fn.Context()), slots: make(map[*ir.Value]*slotUse)}
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
		r.Remark(ring.create, "%s", ring.describe())
		ring.create.Erase()
		r.Count("barriers", ring.stages()*ring.arrays())
	}
	for _, g := range l.groups {
		if g.arrivals > 0 {
			r.Count("barriers", 1)
		}
	}
	r.Count("rings", len(l.rings))
	return nil
}

// ring is one pipeline on its way to barriers.
type ring struct {
	create *ir.Operation
	typ    *async.PipelineType
	first  int // number of its first variable
	// reader is an operation that reads a slot and is no MMA, nil when there
	// is none; unread is a wait that no MMA in its block follows.
	reader, unread *ir.Operation
	// asyncReads: the async proxy reads slots. filled is an acquire, and kinds
	// says for each buffer what fills it.
	asyncReads bool
	filled     *ir.Operation
	kinds      []kinds
	// consumers are the roles that wait, in order, oneRole is true when the
	// role that fills the slots is the only one of them.
	consumers []consumer
	oneRole   bool
	// behindSync: a barrier of the role precedes every release.
	behindSync bool
	// turns: each slot is released by one of the consumers.
	turns bool
	// policy is who arrives at an empty barrier, arrivals its count.
	policy   string
	arrivals int64
	// counted: the number of held slots is not known at some release, so it
	// is carried.
	counted bool
	// paired: see lowering.paired. waited is then the slot waited for last.
	paired bool
	waited *ir.Value

	// full has one array, or with barrier-per=copy one for each buffer.
	buffers, full []*ir.Value
	empty         *ir.Value
}

// consumer is a role that waits for slots.
type consumer struct {
	region *ir.Region
	warps  int64
	// single: one thread of the role waits and releases.
	single bool
}

// blockWAR: a release is a barrier of the block, and there are no empty
// barriers.
func (r *ring) blockWAR() bool {
	s, _ := ir.StringValue(r.create.Prop("war"))
	return s == async.WARBarrier
}

// arrays is the number of mbarrier arrays.
func (r *ring) arrays() int {
	if r.empty == nil {
		return len(r.full)
	}
	return len(r.full) + 1
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
	wait  *ir.Operation
	loads []*ir.Operation
	bytes int64
	// kinds says what fills the buffers, arrivals how many of them the
	// barrier counts; there is none where threads wait for themselves only.
	kinds    kinds
	arrivals int64
	// own: threads wait for copies that they did themselves. fence: the async
	// proxy touches one of the buffers.
	own, fence bool
	parity     int // number of its variable
	barrier    *ir.Value
	// announced: the bytes of its tensor copies are.
	announced bool
}

// slotUse says which full barrier fills a buffer value.
type slotUse struct {
	barrier, index *ir.Value
}

// groupThreads and warpThreads are the threads that one arrival may speak for.
const (
	groupThreads = async.WarpGroupThreads
	warpThreads  = 32
)

type lowering struct {
	fn     *ir.Operation
	opts   Options
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
