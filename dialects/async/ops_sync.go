package async

import "github.com/tile-opt/tile-opt/ir"

// Roles that take turns.

// NamedSyncDef waits at a barrier that several roles share.
var NamedSyncDef = &ir.OpDef{
	Name:    "tasync.named_sync",
	Summary: "wait at a barrier that several roles share",
	Doc: `All threads of the role arrive at the barrier of that number and wait until warps warps in
all have arrived there, by this operation or by tasync.named_arrive; the accesses of all of them
before are then visible. Numbers count from 0 over the kernel, and are apart from the barrier
that each role has for tasync.sync. (PTX ISA, "bar", "barrier": named barriers.)`,
	Example: `func.func @example() attributes {tasync.warp_groups = 2 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    tasync.named_sync 0 warps 8
  } role "b" warps 4 {
    tasync.named_arrive 0 warps 8
  }
  return
}`,
	Since:  "0.2",
	Traits: ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "id", C: ir.I32AttrC, Doc: "number of the barrier"},
		{Name: "warps", C: ir.I32AttrC, Doc: "warps that arrive in all"},
	},
	Format: "$id `warps` $warps attr-dict",
}

// NamedArriveDef arrives at a barrier that several roles share.
var NamedArriveDef = &ir.OpDef{
	Name:    "tasync.named_arrive",
	Summary: "arrive at a barrier that several roles share, without waiting",
	Doc: `All threads of the role arrive at the barrier of that number; see tasync.named_sync. What
they accessed before is visible to those who wait there. (PTX ISA, "bar.arrive".)`,
	Example: `func.func @example() attributes {tasync.warp_groups = 2 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    tasync.named_sync 0 warps 8
  } role "b" warps 4 {
    tasync.named_arrive 0 warps 8
  }
  return
}`,
	Since:  "0.2",
	Traits: ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "id", C: ir.I32AttrC, Doc: "number of the barrier"},
		{Name: "warps", C: ir.I32AttrC, Doc: "warps that arrive in all"},
	},
	Format: "$id `warps` $warps attr-dict",
}

// PipelineSkipDef passes over a slot that another role reads.
var PipelineSkipDef = &ir.OpDef{
	Name:    "tasync.pipeline_skip",
	Summary: "pass over the next full slot, which another role waits for",
	Doc: `Moves the position at which the role waits by one slot, without waiting. Roles that skip take
turns at a ring: each slot is waited for and released by one of them and skipped by the others,
so a slot is free when that one role has released it; all of them have as many warps. A role
may skip only while it holds no slot, and its next wait must come behind the waits of the others
for the slots that it skipped (by tasync.named_sync, for one): a barrier tells apart only the
phase it is in and the one before.`,
	Example: `!ring = !tasync.pipeline<stages = 4, [!tasync.buffer<128x64xf16, swizzle = 128>]>
func.func @example(%p: !ring) {
  %a = tasync.pipeline_wait %p : !ring
  tasync.pipeline_release %p : !ring
  tasync.pipeline_skip %p : !ring
  return
}`,
	Since:  "0.2",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "pipeline", C: pipelineC}},
	Format: "$pipeline attr-dict `:` type($pipeline)",
}
