package async

import "github.com/tile-opt/tile-opt/ir"

// Copies by the threads of a role, where the tensor memory accelerator is not
// used or cannot be.

// The values of via in tasync.copy: by what instructions a copy is done.
const (
	// ViaCpAsync: cp.async in pieces of 4, 8 or 16 bytes.
	ViaCpAsync = "cp-async"
	// ViaAny: as ViaCpAsync where address and strides allow the pieces at run
	// time, else as ViaPlain.
	ViaAny = "any"
	// ViaPlain: ordinary loads and stores.
	ViaPlain = "plain"
	// ViaBulk: one bulk copy a row.
	ViaBulk = "bulk"
)

// CopyKinds are the values of via in tasync.copy.
var CopyKinds = []string{ViaCpAsync, ViaAny, ViaPlain, ViaBulk}

var viaC = &ir.Constraint{Desc: "kind of copy (cp-async, any, plain or bulk)", Attr: func(a ir.Attr) bool {
	s, ok := ir.StringValue(a)
	return ok && contains(CopyKinds, s)
}}

// noType is the type of a string that a type follows in the text.
func noType(c *ir.Context) ir.Type { return c.None() }

// CopyDef copies a tile to shared memory by the threads of the role.
var CopyDef = &ir.OpDef{
	Name:    "tasync.copy",
	Summary: "copy of a tile into shared memory by all threads of the role",
	Doc: `Starts the copy of the tile at the given element offsets (outermost dimension first) into
a buffer, swizzled as the buffer is; elements outside the memref read as zero. Every thread of
the role copies its part; via says how:

- "cp-async": in pieces of bytes (4, 8 or 16), which end as zeros where the memref ends. The
  memref has inner stride 1; its address and outer strides must be multiples of bytes, which
  becomes a precondition of the kernel's entry. (PTX ISA, "cp.async".)
- "any": in such pieces where address and strides are multiples of bytes at run time, else
  "plain". It has no precondition.
- "plain": by ordinary loads and stores, for any element type and strides.
- "bulk": by one bulk copy for the part of each row that is inside, in multiples of 16 bytes,
  by one thread, which announces the bytes, and writes the zeros behind it. The buffer has no
  swizzle and rows of whole 16 bytes, the memref inner stride 1; address, outer strides and
  inner size must be multiples of 16 bytes: a precondition. (PTX ISA, "cp.async.bulk".)

Its completion is known through the token result, or the commit of the pipeline slot that holds
the buffer. With barriers explicit it is known through what the role does next: for pieces by
cp.async a tasync.copy_arrive or tasync.copy_wait, for rows by bulk copy the barrier operand,
whose phase receives the bytes, and for everything that a thread wrote itself ("any", "plain",
"bulk") a tasync.barrier_arrive or tasync.sync. What is written by cp.async and by ordinary
stores needs a tasync.fence_async before the async proxy may read it or write over it: behind
its completion.`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
!rows = !tasync.buffer<16x64xf16>
!mem = memref<?x?xf16, strided<[?, 1]>>
func.func @example(%a: !mem, %b: !tile, %r: !rows, %bar: !tasync.barrier<4>, %i: index, %slot: i32) {
  %t = tasync.copy %a[%i, %i] to %b via "plain" : !mem, !tile -> !tasync.token
  tasync.wait %t
  tasync.copy %a[%i, %i] to %b via "cp-async" bytes 16 : !mem, !tile
  tasync.copy_arrive %bar[%slot] : !tasync.barrier<4>
  tasync.copy %a[%i, %i] to %r via "bulk" signal %bar[%slot] : !mem, !rows, !tasync.barrier<4>
  tasync.barrier_arrive %bar[%slot] warp : !tasync.barrier<4>
  return
}`,
	Since:  "0.1",
	Traits: ir.SegmentedOperands | ir.Convergent,
	In: []ir.Slot{
		{Name: "source", C: ir.AnyMemRef},
		{Name: "indices", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "dst", C: bufferC},
		{Name: "barrier", C: barrierC, Arity: ir.Optional},
		{Name: "barrierIndex", C: ir.I32, Arity: ir.Optional},
	},
	Out: []ir.Slot{{Name: "token", C: tokenC, Arity: ir.Optional}},
	Props: []ir.PropSlot{
		{Name: "via", C: viaC, Type: noType, Doc: "cp-async, any, plain or bulk"},
		{Name: "bytes", C: ir.I32AttrC, Optional: true, Doc: "bytes that one cp.async moves: 4, 8 or 16"},
		segmentSizes(),
	},
	Format: "$source `[` $indices `]` `to` $dst `via` $via (`bytes` $bytes^)? (`signal` $barrier^ `[` $barrierIndex `]`)? attr-dict `:` type($source) `,` type($dst) (`,` type($barrier)^)? (`->` type($token)^)?",
}

// CopyArriveDef lets cp.async arrive.
var CopyArriveDef = &ir.OpDef{
	Name:    "tasync.copy_arrive",
	Summary: "arrive when the thread's pieces by cp.async have landed",
	Doc: `Every thread of the role arrives once on object %index, as soon as all cp.async that it
issued before have completed; it does not wait for that. The barrier counts one arrival for each
thread. What the thread wrote by ordinary stores is not covered. (PTX ISA,
"cp.async.mbarrier.arrive", with .noinc.)`,
	Example: `func.func @example(%b: !tasync.barrier<4>, %i: i32) {
  tasync.copy_arrive %b[%i] : !tasync.barrier<4>
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "barrier", C: barrierC}, {Name: "index", C: ir.I32}},
	Format: "$barrier `[` $index `]` attr-dict `:` type($barrier)",
}

// CopyWaitDef waits for cp.async.
var CopyWaitDef = &ir.OpDef{
	Name:    "tasync.copy_wait",
	Summary: "wait for the thread's own pieces by cp.async",
	Doc: `Every thread waits until all cp.async that it issued have completed; what they wrote is
then visible to it, and to others behind a barrier. (PTX ISA, "cp.async.wait_all".)`,
	Example: `func.func @example() {
  tasync.copy_wait
  tasync.fence_async
  tasync.sync
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	Format: "attr-dict",
}
