package async

import "github.com/tile-opt/tile-opt/ir"

// Pipelines: rings of slots with implicit positions.

// PipelineCreateDef makes a ring.
var PipelineCreateDef = &ir.OpDef{
	Name:    "tasync.pipeline_create",
	Summary: "ring of shared-memory slots",
	Doc: `All slots start empty. The ring has three positions, each starting at slot 0 and moving
by one with every operation, over all loops: where the producer acquires, where the consumer
waits, and what the consumer releases next.

What orders the refill of a slot behind its reads (write after read) is war: with "mbarrier" the
producer waits until the slot is released; with "barrier" every release is a barrier of all threads
of the block, and an acquire waits for nothing. The ring is then filled and read by the same threads,
which never acquire a slot that is not released.`,
	Example: `func.func @example() {
  %p = tasync.pipeline_create : !tasync.pipeline<stages = 4, [!tasync.buffer<128x64xf16, swizzle = 128>]>
  return
}`,
	Since: "0.1",
	Out:   []ir.Slot{{Name: "pipeline", C: pipelineC}},
	Props: []ir.PropSlot{{Name: "war", C: warC, Type: noType, Default: func(c *ir.Context) ir.Attr { return c.Str(WARMBarrier) },
		Doc: "what orders a refill behind the reads: mbarrier or barrier"}},
	Format: "(`war` $war^)? attr-dict `:` type($pipeline)",
}

// PipelineAcquireDef is the producer's wait for an empty slot.
var PipelineAcquireDef = &ir.OpDef{
	Name:    "tasync.pipeline_acquire",
	Summary: "wait for the next empty slot",
	Doc:     `The producer waits until the next slot of the ring was released, and gets its buffers to fill.`,
	Example: `!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 4, [!tasync.buffer<128x64xf16, swizzle = 128>]>
func.func @example(%p: !ring, %m: !map, %i: index) {
  %a = tasync.pipeline_acquire %p : !ring
  tasync.async_load %m[%i, %i] to %a : !map, !tasync.buffer<128x64xf16, swizzle = 128>
  tasync.pipeline_commit %p : !ring
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "pipeline", C: pipelineC}},
	Out:    []ir.Slot{{Name: "buffers", C: bufferC, Arity: ir.Variadic}},
	Format: "$pipeline attr-dict `:` type($pipeline)",
}

// PipelineCommitDef hands a filled slot over.
var PipelineCommitDef = &ir.OpDef{
	Name:    "tasync.pipeline_commit",
	Summary: "hand the acquired slot over once its copies have landed",
	Doc:     `The slot acquired last becomes full when every asynchronous load issued into it has completed, and what the threads of the role stored to it (tasync.local_store) is there. Each acquire has exactly one commit, in the same block.`,
	Example: `!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
!ring = !tasync.pipeline<stages = 4, [!tasync.buffer<128x64xf16, swizzle = 128>]>
func.func @example(%p: !ring, %m: !map, %i: index) {
  %a = tasync.pipeline_acquire %p : !ring
  tasync.async_load %m[%i, %i] to %a : !map, !tasync.buffer<128x64xf16, swizzle = 128>
  tasync.pipeline_commit %p : !ring
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "pipeline", C: pipelineC}},
	Format: "$pipeline attr-dict `:` type($pipeline)",
}

// PipelineWaitDef is the consumer's wait for a full slot.
var PipelineWaitDef = &ir.OpDef{
	Name:    "tasync.pipeline_wait",
	Summary: "wait for the next full slot",
	Doc:     `Every thread of the consumer waits until the next slot of the ring is full, and gets its buffers to read.`,
	Example: `!ring = !tasync.pipeline<stages = 4, [!tasync.buffer<128x64xf16, swizzle = 128>]>
func.func @example(%p: !ring) {
  %a = tasync.pipeline_wait %p : !ring
  tasync.pipeline_release %p : !ring
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "pipeline", C: pipelineC}},
	Out:    []ir.Slot{{Name: "buffers", C: bufferC, Arity: ir.Variadic}},
	Format: "$pipeline attr-dict `:` type($pipeline)",
}

// PipelineReleaseDef gives slots back.
var PipelineReleaseDef = &ir.OpDef{
	Name:    "tasync.pipeline_release",
	Summary: "give waited slots back, all but the newest keep",
	Doc: `Releases the slots that the consumer waited for and has not released, oldest first, until
keep are left. Reads of a released slot must be finished: MMAs on it by a tasync.mma_wait.
With keep = n in a loop the slot of n iterations ago goes back, and a release with keep = 0
behind the loop returns the rest. keep must be below the number of stages.`,
	Example: `!ring = !tasync.pipeline<stages = 4, [!tasync.buffer<128x64xf16, swizzle = 128>]>
func.func @example(%p: !ring) {
  %a = tasync.pipeline_wait %p : !ring
  tasync.pipeline_release %p keep 1 : !ring
  tasync.pipeline_release %p : !ring
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "pipeline", C: pipelineC}},
	Props:  []ir.PropSlot{{Name: "keep", C: ir.I32AttrC, Default: i32Default(0), Doc: "slots that stay with the consumer"}},
	Format: "$pipeline (`keep` $keep^)? attr-dict `:` type($pipeline)",
}

// Barriers: slots and phases explicit.

// BarrierAllocDef reserves mbarriers.
var BarrierAllocDef = &ir.OpDef{
	Name:    "tasync.barrier_alloc",
	Summary: "mbarrier objects in shared memory",
	Doc:     `Reserves 8 bytes for each object. The byte offset is filled in by async-allocate-shared. (PTX ISA, "Size and alignment of mbarrier object".)`,
	Example: `func.func @example() {
  %b = tasync.barrier_alloc : !tasync.barrier<4>
  return
}`,
	Since:  "0.1",
	Out:    []ir.Slot{{Name: "barrier", C: barrierC}},
	Props:  []ir.PropSlot{{Name: "offset", C: ir.I64AttrC, Optional: true, Doc: "bytes from the start of dynamic shared memory"}},
	Format: "(`at` $offset^)? attr-dict `:` type($barrier)",
}

// BarrierInitDef initialises mbarriers.
var BarrierInitDef = &ir.OpDef{
	Name:    "tasync.barrier_init",
	Summary: "initialise all objects of a barrier array",
	Doc:     `One thread of the block sets the arrivals that a phase expects, for every object of the array. tasync.init_publish must follow before any use. (PTX ISA, "mbarrier.init".)`,
	Example: `func.func @example() {
  %b = tasync.barrier_alloc : !tasync.barrier<4>
  tasync.barrier_init %b, 1 : !tasync.barrier<4>
  tasync.init_publish
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "barrier", C: barrierC}},
	Props:  []ir.PropSlot{{Name: "count", C: ir.I32AttrC, Doc: "arrivals a phase"}},
	Format: "$barrier `,` $count attr-dict `:` type($barrier)",
}

// InitPublishDef makes initialised barriers visible.
var InitPublishDef = &ir.OpDef{
	Name:    "tasync.init_publish",
	Summary: "make initialised barriers visible to the block and to the async proxy",
	Doc:     `The initialising thread fences (PTX ISA, "fence.mbarrier_init"), then the block synchronises.`,
	Example: `func.func @example() {
  %b = tasync.barrier_alloc : !tasync.barrier<4>
  tasync.barrier_init %b, 1 : !tasync.barrier<4>
  tasync.init_publish
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	Format: "attr-dict",
}

// BarrierWaitDef waits for a phase.
var BarrierWaitDef = &ir.OpDef{
	Name:    "tasync.barrier_wait",
	Summary: "wait until the phase of this parity has completed",
	Doc: `Every executing thread waits on object %index. A fresh object is in phase 0: a wait for
parity 1 returns at once. (PTX ISA, "mbarrier.try_wait".)`,
	Example: `func.func @example(%b: !tasync.barrier<4>, %i: i32, %phase: i32) {
  tasync.barrier_wait %b[%i], %phase : !tasync.barrier<4>
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "barrier", C: barrierC}, {Name: "index", C: ir.I32}, {Name: "parity", C: ir.I32}},
	Format: "$barrier `[` $index `]` `,` $parity attr-dict `:` type($barrier)",
}

// BarrierExpectDef announces bytes and arrives.
var BarrierExpectDef = &ir.OpDef{
	Name:    "tasync.barrier_expect",
	Summary: "arrive and announce the bytes that copies will bring in this phase",
	Doc:     `One elected thread performs mbarrier.arrive.expect_tx on object %index. bytes counts whole boxes, also where they reach outside the tensor.`,
	Example: `func.func @example(%b: !tasync.barrier<4>, %i: i32) {
  tasync.barrier_expect %b[%i], 49152 : !tasync.barrier<4>
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "barrier", C: barrierC}, {Name: "index", C: ir.I32}},
	Props:  []ir.PropSlot{{Name: "bytes", C: ir.I32AttrC, Doc: "bytes that the copies of this phase bring"}},
	Format: "$barrier `[` $index `]` `,` $bytes attr-dict `:` type($barrier)",
}

// BarrierArriveDef arrives.
var BarrierArriveDef = &ir.OpDef{
	Name:    "tasync.barrier_arrive",
	Summary: "arrive at a barrier",
	Doc: `Arrives on object %index: one elected thread of each warp group, of each warp, of the
role, or every thread, by policy. One per warp group without a tasync.sync before it is sound
only where all reads of the slot are MMAs. (PTX ISA, "mbarrier.arrive".)`,
	Example: `func.func @example(%b: !tasync.barrier<4>, %i: i32) {
  tasync.barrier_arrive %b[%i] warpgroup : !tasync.barrier<4>
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "barrier", C: barrierC}, {Name: "index", C: ir.I32}},
	Props:  []ir.PropSlot{{Name: "policy", C: policyC, Doc: "who arrives: warpgroup, warp, thread or role"}},
}
