// Package asyncwarpspecialize is the pass async-warp-specialize: a pipelined
// kernel is split into a role that loads and a role that computes.
//
// It knows the async dialect, structured control flow and effects, no
// particular kernel: a role is what remains of the whole body when only its
// own effects and what they need are kept.
package asyncwarpspecialize

import (
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/access"
)

// Options of the pass.
type Options struct {
	Consumers     int64  `opt:"consumers" doc:"warp groups of the computing role (1 to 4); 0 keeps those of the kernel"`
	ProducerWarps int64  `opt:"producer-warps" doc:"warps of the loading role; one thread of them works, and fewer than 4 cannot give registers away"`
	Threads       string `opt:"threads" enum:"added,taken" doc:"whether the producer's threads come on top of the kernel's warp groups, or are one of them"`
	Schedule      string `opt:"schedule" enum:"cooperative,pingpong" doc:"whether the consumers share each tile, or take turns at the tiles of a persistent loop"`
	StoreRole     string `opt:"store-role" enum:"consumer,own,producer" doc:"who copies out what the consumers hand over through a ring (async-epilogue{channel}): they themselves, a role of its own, or the producer"`
	Dim           string `opt:"dim" enum:"x,y,z" doc:"dimension of the block along which the roles lie"`
}

// Validate checks the ranges of the options.
func (o Options) Validate() error {
	if o.Consumers < 0 || o.Consumers > 4 {
		return fmt.Errorf("consumers must be 1 to 4 warp groups, found %d", o.Consumers)
	}
	if o.ProducerWarps != 1 && o.ProducerWarps != 2 && o.ProducerWarps != 4 {
		return fmt.Errorf("producer-warps must be 1, 2 or 4, found %d", o.ProducerWarps)
	}
	return nil
}

// Pass is async-warp-specialize.
var Pass = &passes.Pass{
	Name:    "async-warp-specialize",
	Summary: "split a pipelined kernel into a producer and a consumer role",
	Doc: `Moves the kernel's body into tasync.warp_specialize with two roles. The body is copied
twice, with all its loops. The producer keeps the acquires, loads and commits and what they
need, in one thread, or in all of its warps where threads copy (tasync.copy); the consumer keeps everything else. Carried values and operations that a
role does not need are not copied. Allocations, tensor maps, pipelines and scalars that depend
on nothing else stay in front of the roles.

The consumer runs on the given number of warp groups: the layouts of its tiles are derived
anew. With threads=taken the block keeps its size: the producer is one of the kernel's warp groups,
and the consumer has one fewer. With dim=y or z the block is two-dimensional, x as long as the
roles have common measure, and roles are told apart by the thread's number along that dimension.

With schedule=pingpong each consumer warp group is a role of its own, and they take turns at the
tiles of the persistent loop (tile.persistent, as tile-persist makes it): while one multiplies,
the other stores. They read one ring, each slot by one of them, and pass over the slots of the
others (tasync.pipeline_skip); which one reads is a matter of named barriers. Buffers that are no
ring exist once for each. Without such a loop, or where its rounds need each other, the schedule
is cooperative, with a remark.

With store-role=own a further role, of as many warps as the producer, waits for what the consumers
write to a ring, issues the tensor stores and gives slots back; with store-role=producer the
producer does so, each store in its place among the loads. It is what remains of the kernel for
the rings whose slots only tasync.async_store reads (async-epilogue{channel}). Where there is no
such ring, the kernel stores in another way besides, or what the stores need belongs to the
consumers, these keep the stores, with a remark.

The producer's warps come first in the block; fewer than 4 come last, so that the
consumer's are whole warp groups.

A kernel is declined, with a remark that names the operation, when it has no pipeline, when its
loads need something that the consumer computes, or when the consumer may write what the
producer reads.`,
	Anchor:  "func.func",
	Options: Options{ProducerWarps: 4, Threads: "added", Schedule: "cooperative", StoreRole: "consumer", Dim: "x"},
	Run:     run,
}

func run(r *passes.Run, fn *ir.Operation) error {
	groups, isKernel := ir.IntValue(fn.Attr("tasync.warp_groups"))
	if !isKernel || fn.RegionAt(0).IsEmpty() {
		r.Unchanged()
		return nil
	}
	o := passes.OptionsOf[Options](r)
	s := &splitter{fn: fn, opts: o}
	if why := s.analyze(); why != nil {
		r.Emit(why)
		r.Unchanged()
		return nil
	}
	if err := s.takeGroups(groups); err != nil {
		return err
	}
	if d := s.planStores(); d != nil {
		r.Emit(d)
	}
	if o.Schedule == "pingpong" {
		if d := s.planTurns(); d != nil {
			r.Emit(d)
			s.cooperate(groups)
		}
	}
	o = s.opts
	if err := s.checkThreads(); err != nil {
		return err
	}
	if err := s.split(); err != nil {
		return err
	}
	fn.SetAttr("tasync.warp_groups", fn.Context().I32Attr(o.Consumers))
	async.ShapeBlock(fn, slices.Index([]string{"x", "y", "z"}, o.Dim))
	how := ""
	if s.turns != nil {
		how = " that take turns at the tiles"
	}
	if s.storer != nil {
		how += map[bool]string{true: fmt.Sprintf(", %d warps that store", o.ProducerWarps), false: ", the producer stores"}[s.ownStorer()]
	}
	r.Remark(fn, "kernel specialised: %d producer warps, %d consumer warp groups%s", o.ProducerWarps, o.Consumers, how)
	return nil
}

// checkThreads refuses a block that is too large, with the sum.
func (s *splitter) checkThreads() error {
	o := s.opts
	sum := 32*o.ProducerWarps + 128*o.Consumers
	terms := fmt.Sprintf("%d for the producer + %d for %d consumer warp groups", 32*o.ProducerWarps, 128*o.Consumers, o.Consumers)
	if s.ownStorer() {
		sum += 32 * o.ProducerWarps
		terms += fmt.Sprintf(" + %d for the stores", 32*o.ProducerWarps)
	}
	if sum > async.MaxThreads {
		return s.fn.OpError("would need %d threads (%s), but a block has at most %d", sum, terms, async.MaxThreads)
	}
	return nil
}

// takeGroups settles how many warp groups compute.
func (s *splitter) takeGroups(groups int64) error {
	o := &s.opts
	if o.Threads != "taken" {
		if o.Consumers == 0 {
			o.Consumers = groups
		}
		return nil
	}
	switch left := groups - 1; {
	case o.StoreRole == "own":
		return s.fn.OpError("cannot take the threads of a role that stores from the kernel's warp groups: use threads=added")
	case o.ProducerWarps != 4:
		return s.fn.OpError("cannot take %d producer warps from %d warp groups: what is left must be whole warp groups, as producer-warps=4 leaves", o.ProducerWarps, groups)
	case left == 0:
		return s.fn.OpError("has one warp group, so that none would be left to compute: use threads=added")
	case o.Consumers != 0 && o.Consumers != left:
		return s.fn.OpError("has %d warp groups, of which the producer takes one and leaves %d, found consumers=%d", groups, left, o.Consumers)
	default:
		o.Consumers = left
	}
	return nil
}

// splitter holds the analysis of one kernel.
type splitter struct {
	fn   *ir.Operation
	opts Options
	// setup are the operations of the entry block that stay in front.
	setup    map[*ir.Operation]bool
	producer *liveSet
	consumer *liveSet
	// turns is set where consumers take turns.
	turns *turns
	// storeRings are the rings that results go out by; storer is what remains
	// of the kernel for them, nil where the consumers keep it.
	storeRings map[*ir.Value]bool
	storer     *liveSet
}

func decline(fn, op *ir.Operation, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Severity: diag.Remark, Pos: fn.Loc().Pos(), Op: fn.Path(), Msg: "kernel not specialised: " + fmt.Sprintf(format, args...)}
	if op != nil && op != fn {
		d.WithNote(op.Loc().Pos(), "'%s' is here", op.Name())
	}
	return d
}

// isProducerRoot reports whether an operation belongs to the loading role.
func (s *splitter) isProducerRoot(op *ir.Operation) bool {
	switch {
	case op.Is(async.PipelineAcquireDef.Name), op.Is(async.PipelineCommitDef.Name):
		return !s.storeRings[op.Operand(0)]
	case async.IsFill(op):
		// A load with a token is waited for where it is used.
		return op.NumResults() == 0
	}
	return false
}

// refilledBehindBarrier reports whether an operation belongs to a ring without
// empty barriers, which two roles cannot share.
func refilledBehindBarrier(op *ir.Operation) bool {
	if !op.Is(async.PipelineAcquireDef.Name) || op.Operand(0).Def() == nil {
		return false
	}
	p, ok := async.AsPipelineCreate(op.Operand(0).Def())
	if !ok {
		return false
	}
	war, _ := ir.StringValue(p.War())
	return war == async.WARBarrier
}

// isRoot reports whether an operation has an effect of its own that must be
// kept: control flow lives by what it holds.
func isRoot(op *ir.Operation) bool {
	if op.Has(ir.Terminator) || op.NumRegions() > 0 && structured(op) {
		return false
	}
	if op.NumRegions() > 0 {
		return true
	}
	return !effects.WouldBeDead(op)
}

// structured reports whether copying knows how to take such an operation
// apart.
func structured(op *ir.Operation) bool {
	return op.Is("scf.for") || op.Is("scf.if") || op.Is("scf.while") || op.Is(async.SingleThreadDef.Name)
}

func (s *splitter) analyze() *diag.Diagnostic {
	s.setup = make(map[*ir.Operation]bool)
	entry := s.fn.RegionAt(0).Entry()
	if entry.Next() != nil {
		return decline(s.fn, nil, "its control flow is not structured")
	}
	for op := range entry.Ops() {
		if isSetup(op, s.setup, entry) {
			s.setup[op] = true
		}
	}
	s.producer, s.consumer = newLiveSet(s), newLiveSet(s)
	s.findStoreRings()
	found := false
	for op := range ir.Walk(s.fn) {
		switch {
		case op == s.fn || s.setup[op]:
		case op.Is(async.WarpSpecializeDef.Name):
			return decline(s.fn, op, "it has roles already")
		case refilledBehindBarrier(op):
			return decline(s.fn, op, "a pipeline is refilled behind barriers of the block, where roles need war = mbarrier")
		case s.isProducerRoot(op):
			found = true
			s.producer.markOp(op)
		case isRoot(op):
			s.consumer.markOp(op)
		}
	}
	if !found {
		return decline(s.fn, nil, "it has no pipeline to split at")
	}
	return s.checkSplit()
}

// checkSplit looks for what the roles would need from each other.
func (s *splitter) checkSplit() *diag.Diagnostic {
	for _, op := range s.producer.order {
		if s.isProducerRoot(op) && !async.IsFill(op) {
			if ring := op.Operand(0).Def(); ring == nil || !s.setup[ring] {
				return decline(s.fn, op, "a pipeline is not made at the start of the kernel")
			}
		}
		if s.setup[op] || s.isProducerRoot(op) || structured(op) {
			continue
		}
		if isRoot(op) || touchesTiles(op) {
			return decline(s.fn, op, "a load needs '%s', which belongs to the consumer", op.Name())
		}
	}
	for _, op := range s.consumer.order {
		if s.isProducerRoot(op) {
			return decline(s.fn, op, "the computation uses a slot by its acquire, not by a wait")
		}
	}
	return s.checkMemory()
}

// checkMemory looks for memory that the consumer writes before the producer
// reads it: the roles do not wait for each other's accesses to global memory.
// A store behind the last load is fine, since it comes after everything that
// the consumer waited for, unless a loop holds both.
func (s *splitter) checkMemory() *diag.Diagnostic {
	for _, w := range s.consumer.order {
		for _, write := range access.Of(w) {
			if !write.Write {
				continue
			}
			for _, r := range s.producer.order {
				for _, read := range access.Of(r) {
					if access.Conflict(write, read) && !s.runsBefore(r, w) {
						return decline(s.fn, w, "'%s' may write what the producer reads", w.Name()).
							WithNote(r.Loc().Pos(), "'%s' reads it here", r.Name())
					}
				}
			}
		}
	}
	return nil
}

// runsBefore reports whether every execution of a comes before every one of b.
func (s *splitter) runsBefore(a, b *ir.Operation) bool {
	above := make(map[*ir.Block]*ir.Operation)
	for op := a; op != s.fn; op = op.Parent() {
		above[op.Block()] = op
	}
	for op := b; op != s.fn; op = op.Parent() {
		x := above[op.Block()]
		if x == nil {
			continue
		}
		for p := op.Parent(); p != s.fn; p = p.Parent() {
			if !p.Is("scf.if") && !p.Is(async.SingleThreadDef.Name) {
				return false
			}
		}
		return x != op && x.IsBefore(op)
	}
	return false
}

// touchesTiles reports whether an operation works on distributed tiles.
func touchesTiles(op *ir.Operation) bool {
	for _, t := range op.ResultTypes() {
		if async.LayoutOf(t) != nil {
			return true
		}
	}
	for _, v := range op.Operands() {
		if async.LayoutOf(v.Type()) != nil {
			return true
		}
	}
	return false
}

// isSetup reports whether an operation of the entry block can stay in front
// of the roles: an allocation or description, or pure scalar arithmetic on
// such values.
func isSetup(op *ir.Operation, setup map[*ir.Operation]bool, entry *ir.Block) bool {
	if op.Has(ir.Terminator) || op.NumRegions() > 0 || touchesTiles(op) {
		return false
	}
	switch {
	case op.Is(async.AllocDef.Name), op.Is(async.PipelineCreateDef.Name), op.Is(async.BarrierAllocDef.Name),
		op.Is(async.BarrierInitDef.Name), op.Is(async.InitPublishDef.Name):
		return true
	}
	if !effects.IsPure(op) {
		return false
	}
	for _, v := range op.Operands() {
		if d := v.Def(); d != nil && !setup[d] {
			return false
		}
		if v.Def() == nil && v.Block() != entry {
			return false
		}
	}
	return true
}
