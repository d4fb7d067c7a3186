package async

import "github.com/tile-opt/tile-opt/ir"

//go:generate go run ../../tools/opgen

// Constraints of this dialect.
var (
	bufferC    = &ir.Constraint{Desc: "shared-memory buffer", Type: isType[*BufferType]}
	barrierC   = &ir.Constraint{Desc: "mbarrier array", Type: isType[*BarrierType]}
	tokenC     = &ir.Constraint{Desc: "token", Type: isType[*TokenType], Build: func(c *ir.Context) ir.Type { return TokenOf(c) }}
	mapC       = &ir.Constraint{Desc: "tensor map", Type: isType[*TensorMapType]}
	pipelineC  = &ir.Constraint{Desc: "pipeline", Type: isType[*PipelineType]}
	tileC      = &ir.Constraint{Desc: "tile with a layout", Type: func(t ir.Type) bool { return LayoutOf(t) != nil }}
	bufOrTileC = &ir.Constraint{Desc: "shared-memory buffer or tile with a layout", Type: func(t ir.Type) bool {
		return isType[*BufferType](t) || LayoutOf(t) != nil
	}}
)

func isType[T ir.Type](t ir.Type) bool { _, ok := t.(T); return ok }

func segmentSizes() ir.PropSlot { return ir.PropSlot{Name: "operandSegmentSizes", C: ir.I32ArrayC} }

func i32Default(v int64) func(*ir.Context) ir.Attr {
	return func(c *ir.Context) ir.Attr { return c.I32Attr(v) }
}

// ArrivalPolicies are the values of barrier_arrive's policy: how many threads
// of the role arrive.
var ArrivalPolicies = []string{"warpgroup", "warp", "thread", "role"}

var policyC = &ir.Constraint{Desc: "arrival policy (warpgroup, warp, thread or role)", Attr: func(a ir.Attr) bool {
	s, ok := ir.StringValue(a)
	for _, p := range ArrivalPolicies {
		if ok && s == p {
			return true
		}
	}
	return false
}}

// The values of pipeline_create's war: what a slot's refill waits for.
const (
	WARMBarrier = "mbarrier"
	WARBarrier  = "barrier"
)

var warC = &ir.Constraint{Desc: "what orders a refill (mbarrier or barrier)", Attr: func(a ir.Attr) bool {
	s, ok := ir.StringValue(a)
	return ok && (s == WARMBarrier || s == WARBarrier)
}}

// Memory.

// TensorMapDef makes a TMA descriptor.
var TensorMapDef = &ir.OpDef{
	Name:    "tasync.tensor_map",
	Summary: "TMA descriptor of a global tensor",
	Doc: `Describes a kernel argument to the tensor memory accelerator: the type says box, element
type and swizzle, the memref says sizes and strides. The host encodes the descriptor at
launch (cuTensorMapEncodeTiled), so the memref must be an argument of the kernel with inner
stride 1; base address and outer strides must be multiples of 16 bytes, which becomes a
precondition of the kernel's entry.`,
	Example: `func.func @example(%a: memref<?x?xf16, strided<[?, 1]>>) {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<128x64xf16, swizzle = 128>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: ir.AnyMemRef}},
	Out:    []ir.Slot{{Name: "map", C: mapC}},
	Format: "$source attr-dict `:` type($source) `->` type($map)",
}

// StorableDef tells whether tensor stores through a map are allowed.
var StorableDef = &ir.OpDef{
	Name:    "tasync.storable",
	Summary: "whether tensor stores through a map are allowed",
	Doc: `Is true when the map's argument has at launch what tensor stores need: no empty dimension,
outer strides in multiples of 16 bytes, and rows of whole pieces of 16 bytes. A map that is
asked about asks nothing of these of the argument: where the answer is no, the kernel must store in
another way. (An address in a multiple of 16 stays a precondition of the entry, since the host
encodes the map in any case.) All threads get the same answer.`,
	Example: `func.func @example(%a: memref<?x?xf16, strided<[?, 1]>>) {
  %m = tasync.tensor_map %a : memref<?x?xf16, strided<[?, 1]>> -> !tasync.tensor_map<128x64xf16, swizzle = 128>
  %ok = tasync.storable %m : !tasync.tensor_map<128x64xf16, swizzle = 128>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "map", C: mapC}},
	Out:    []ir.Slot{{Name: "allowed", C: ir.I1}},
	Format: "$map attr-dict `:` type($map)",
}

// AllocDef reserves shared memory.
var AllocDef = &ir.OpDef{
	Name:    "tasync.alloc",
	Summary: "shared-memory buffer of the block",
	Doc: `Reserves shared memory for the whole run of the block. The byte offset in the block's
dynamic shared memory is filled in by async-allocate-shared.`,
	Example: `func.func @example() {
  %b = tasync.alloc : !tasync.buffer<128x64xf16, swizzle = 128, stages = 4>
  return
}`,
	Since:  "0.1",
	Out:    []ir.Slot{{Name: "buffer", C: bufferC}},
	Props:  []ir.PropSlot{{Name: "offset", C: ir.I64AttrC, Optional: true, Doc: "bytes from the start of dynamic shared memory"}},
	Format: "(`at` $offset^)? attr-dict `:` type($buffer)",
}

// SlotDef picks one tile of a ring.
var SlotDef = &ir.OpDef{
	Name:    "tasync.slot",
	Summary: "one tile of a staged buffer, or some rows of a tile",
	Doc: `Names tile %index of a ring; the index must be below the number of stages. With rows, of a
buffer with one stage, it names the rows from index * rows on. They must divide the buffer's
rows and lie together: the last dimension is in one slab, and the part starts where the
swizzle's pattern does.`,
	Example: `func.func @example(%i: i32) {
  %b = tasync.alloc : !tasync.buffer<128x64xf16, swizzle = 128, stages = 4>
  %s = tasync.slot %b[%i] : !tasync.buffer<128x64xf16, swizzle = 128, stages = 4>
  %r = tasync.slot %s[%i] rows 32 : !tasync.buffer<128x64xf16, swizzle = 128>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "ring", C: bufferC}, {Name: "index", C: ir.I32}},
	Out:    []ir.Slot{{Name: "buffer", C: bufferC}},
	Props:  []ir.PropSlot{{Name: "rows", C: ir.I64AttrC, Optional: true, Doc: "rows of the part; a whole tile without"}},
	Format: "$ring `[` $index `]` (`rows` $rows^)? attr-dict `:` type($ring)",
}

// AsyncLoadDef copies a tile from global to shared memory.
var AsyncLoadDef = &ir.OpDef{
	Name:    "tasync.async_load",
	Summary: "TMA copy of a tile into shared memory",
	Doc: `Starts the copy of the tile at the given element offsets (outermost dimension first) into
a buffer; elements outside the tensor read as zero. One elected thread issues it, in as many
boxes as the buffer needs. Its completion is known through exactly one of: the token result;
the barrier operand, whose phase receives the bytes; or, without either, the commit of the
pipeline slot that holds the buffer. (PTX ISA, "cp.async.bulk.tensor".)`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
func.func @example(%m: !map, %b: !tile, %bar: !tasync.barrier<4>, %i: index, %k: index, %slot: i32) {
  %t = tasync.async_load %m[%i, %k] to %b : !map, !tile -> !tasync.token
  tasync.wait %t
  tasync.async_load %m[%i, %k] to %b signal %bar[%slot] : !map, !tile, !tasync.barrier<4>
  return
}`,
	Since:  "0.1",
	Traits: ir.SegmentedOperands | ir.Convergent,
	In: []ir.Slot{
		{Name: "map", C: mapC},
		{Name: "indices", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "dst", C: bufferC},
		{Name: "barrier", C: barrierC, Arity: ir.Optional},
		{Name: "barrierIndex", C: ir.I32, Arity: ir.Optional},
	},
	Out:    []ir.Slot{{Name: "token", C: tokenC, Arity: ir.Optional}},
	Props:  []ir.PropSlot{segmentSizes()},
	Format: "$map `[` $indices `]` `to` $dst (`signal` $barrier^ `[` $barrierIndex `]`)? attr-dict `:` type($map) `,` type($dst) (`,` type($barrier)^)? (`->` type($token)^)?",
}

// AsyncStoreDef copies a tile from shared to global memory.
var AsyncStoreDef = &ir.OpDef{
	Name:    "tasync.async_store",
	Summary: "TMA copy of a buffer to global memory",
	Doc: `Starts the copy of a buffer to the tile at the given element offsets; elements outside
the tensor are not written, offsets may not be negative. It belongs to the bulk group that
the same thread commits next. Generic writes to the buffer must have been fenced
(tasync.fence_async) by their threads before the barrier that orders them.
(PTX ISA, "cp.async.bulk.tensor".)`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
func.func @example(%m: !map, %b: !tile, %i: index, %j: index) {
  tasync.single_thread {
    tasync.async_store %b to %m[%i, %j] : !tile, !map
    tasync.store_commit
    tasync.store_wait 0
  }
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In: []ir.Slot{
		{Name: "src", C: bufferC},
		{Name: "map", C: mapC},
		{Name: "indices", C: ir.IndexC, Arity: ir.Variadic},
	},
	Format: "$src `to` $map `[` $indices `]` attr-dict `:` type($src) `,` type($map)",
}

// StoreCommitDef closes a bulk group.
var StoreCommitDef = &ir.OpDef{
	Name:    "tasync.store_commit",
	Summary: "close the bulk group of the thread's stores",
	Doc:     `PTX ISA, "cp.async.bulk.commit_group": the asynchronous stores that the executing thread issued since its last commit become one group.`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
func.func @example(%m: !map, %b: !tile, %i: index) {
  tasync.single_thread {
    tasync.async_store %b to %m[%i, %i] : !tile, !map
    tasync.store_commit
  }
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	Format: "attr-dict",
}

// StoreWaitDef waits for bulk groups.
var StoreWaitDef = &ir.OpDef{
	Name:    "tasync.store_wait",
	Summary: "wait until at most pending store groups are under way",
	Doc: `PTX ISA, "cp.async.bulk.wait_group": waits in the thread that issued and committed the
stores. With read, only until the shared memory was read, so that it may be written again.`,
	Example: `func.func @example() {
  tasync.single_thread {
    tasync.store_wait 1 read
    tasync.store_wait 0
  }
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	Props: []ir.PropSlot{
		{Name: "pending", C: ir.I32AttrC, Doc: "groups that may still be under way"},
		{Name: "read", C: ir.UnitAttrC, Optional: true, Doc: "wait only until shared memory was read"},
	},
	Format: "$pending (`read` $read^)? attr-dict",
}

// WaitDef waits for tokens.
var WaitDef = &ir.OpDef{
	Name:    "tasync.wait",
	Summary: "wait for asynchronous copies",
	Doc:     `Every thread of the role waits until the copies behind the tokens have landed; their data is then visible to it.`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
func.func @example(%m: !map, %b: !tile, %i: index) {
  %t = tasync.async_load %m[%i, %i] to %b : !map, !tile -> !tasync.token
  tasync.wait %t
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "tokens", C: tokenC, Arity: ir.Variadic}},
	Format: "$tokens attr-dict",
}

// LocalLoadDef reads a buffer into registers.
var LocalLoadDef = &ir.OpDef{
	Name:    "tasync.local_load",
	Summary: "read a buffer into a tile",
	Doc: `Every thread reads its elements. With transpose the two dimensions of the buffer are
swapped. The data must be visible to the thread.`,
	Example: `func.func @example(%b: !tasync.buffer<128x64xf16>) {
  %x = tasync.local_load %b : !tasync.buffer<128x64xf16> -> tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>
  return
}`,
	Since:  "0.1",
	In:     []ir.Slot{{Name: "src", C: bufferC}},
	Out:    []ir.Slot{{Name: "tile", C: tileC}},
	Props:  []ir.PropSlot{{Name: "transpose", C: ir.UnitAttrC, Optional: true, Doc: "swap the two dimensions of the buffer"}},
	Format: "$src (`transpose` $transpose^)? attr-dict `:` type($src) `->` type($tile)",
}

// LocalStoreDef writes a tile to a buffer.
var LocalStoreDef = &ir.OpDef{
	Name:    "tasync.local_store",
	Summary: "write a tile to a buffer",
	Doc: `Every thread writes the elements it owns, through the generic proxy; with stmatrix,
which needs a 16-bit tile of wgmma layout, by that instruction (PTX ISA, "stmatrix").`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
func.func @example(%x: tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>, %b: !tile) {
  tasync.local_store %x, %b stmatrix : tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>, !tile
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "tile", C: tileC}, {Name: "dst", C: bufferC}},
	Props:  []ir.PropSlot{{Name: "stmatrix", C: ir.UnitAttrC, Optional: true, Doc: "store by stmatrix"}},
	Format: "$tile `,` $dst (`stmatrix` $stmatrix^)? attr-dict `:` type($tile) `,` type($dst)",
}

// ExtractSliceDef takes some registers of a tile.
var ExtractSliceDef = &ir.OpDef{
	Name:    "tasync.extract_slice",
	Summary: "part of a tile that every thread has in its registers",
	Doc: `The result holds the elements from the static offsets on. Both layouts must spread over
the threads alike, so that no data moves between threads.`,
	Example: `func.func @example(%x: tensor<128x256xf16, #tasync.mma<wgs = 2, n = 256>>) {
  %y = tasync.extract_slice %x[0, 64] : tensor<128x256xf16, #tasync.mma<wgs = 2, n = 256>> -> tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "source", C: tileC}},
	Out:    []ir.Slot{{Name: "result", C: tileC}},
	Props:  []ir.PropSlot{{Name: "offsets", C: ir.I64ArrayC, Doc: "first element of the slice, one number a dimension"}},
	Format: "$source $offsets attr-dict `:` type($source) `->` type($result)",
}

// ReduceDef reduces along an axis.
var ReduceDef = &ir.OpDef{
	Name:    "tasync.reduce",
	Summary: "reduction whose threads exchange partial results through shared memory",
	Doc: `As tile.reduce, for layouts in which the axis is spread over several warps: the scratch
buffer holds one partial result per warp. It ends with a barrier of the role, so the scratch
may be used again.`,
	Example: `#mma = #tasync.mma<wgs = 1, n = 64>
func.func @example(%x: tensor<64x64xf32, #mma>, %s: !tasync.buffer<4x64xf32>) {
  %m = tasync.reduce %x, %s {axis = 0 : i64, kind = "max"}
      : tensor<64x64xf32, #mma>, !tasync.buffer<4x64xf32> -> tensor<64xf32, #tasync.slice<axis = 0, parent = #mma>>
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "source", C: tileC}, {Name: "scratch", C: bufferC}},
	Out:    []ir.Slot{{Name: "result", C: tileC}},
	Props:  []ir.PropSlot{{Name: "axis", C: ir.I64AttrC, Doc: "dimension, the outermost is 0"}, {Name: "kind", C: ir.StrAttrC, Doc: "add, mul, max or min"}},
	Format: "$source `,` $scratch attr-dict `:` type($source) `,` type($scratch) `->` type($result)",
}

// Tensor cores.

// MMADef is a group of wgmma instructions.
var MMADef = &ir.OpDef{
	Name:    "tasync.mma",
	Summary: "asynchronous matrix multiply-accumulate of a warp group",
	Doc: `Computes acc + A B with the tensor cores and closes the instructions as one commit group.
A is [M, K], or [K, M] with transpose_a; B is [K, N], or [N, K] with transpose_b; a buffer, or
for A a tile in the layout of A fragments. The result is under way: nothing but a further
tasync.mma on it may use it before tasync.mma_wait. (PTX ISA, "wgmma.mma_async".)`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
!acc = tensor<128x256xf32, #tasync.mma<wgs = 2, n = 256>>
func.func @example(%a: !tile, %b: !tasync.buffer<256x64xf16, swizzle = 128>, %acc: !acc) {
  %c = tasync.mma %a, %b, %acc transpose_b : !tile, !tasync.buffer<256x64xf16, swizzle = 128>, !acc
  %d = tasync.mma_wait 0 %c : !acc
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "a", C: bufOrTileC}, {Name: "b", C: bufferC}, {Name: "acc", C: tileC}},
	Out:    []ir.Slot{{Name: "result", C: tileC}},
	Props: []ir.PropSlot{
		{Name: "transpose_a", C: ir.UnitAttrC, Optional: true, Doc: "A is [K, M]"},
		{Name: "transpose_b", C: ir.UnitAttrC, Optional: true, Doc: "B is [N, K]"},
	},
	Same:   [][]string{{"acc", "result"}},
	Format: "$a `,` $b `,` $acc (`transpose_a` $transpose_a^)? (`transpose_b` $transpose_b^)? attr-dict `:` type($a) `,` type($b) `,` type($acc)",
}

// MMAWaitDef waits for wgmma groups.
var MMAWaitDef = &ir.OpDef{
	Name:    "tasync.mma_wait",
	Summary: "wait until at most pending MMA groups of the warp group are under way",
	Doc: `PTX ISA, "wgmma.wait_group". The accumulators pass through, so that their users stay
behind the wait: a result is finished when its group is no longer among the pending ones.`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
!acc = tensor<128x256xf32, #tasync.mma<wgs = 2, n = 256>>
func.func @example(%a: !tile, %b: !tasync.buffer<256x64xf16, swizzle = 128>, %acc: !acc) {
  %c = tasync.mma %a, %b, %acc transpose_b : !tile, !tasync.buffer<256x64xf16, swizzle = 128>, !acc
  %d = tasync.mma_wait 0 %c : !acc
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	In:     []ir.Slot{{Name: "accs", C: tileC, Arity: ir.Variadic}},
	Out:    []ir.Slot{{Name: "results", C: tileC, Arity: ir.Variadic}},
	Props:  []ir.PropSlot{{Name: "pending", C: ir.I32AttrC, Doc: "groups that may still be under way"}},
	Format: "$pending ($accs^ `:` type($accs))? attr-dict",
}

// Order among the threads of a role.

// FenceAsyncDef orders generic before asynchronous accesses.
var FenceAsyncDef = &ir.OpDef{
	Name:    "tasync.fence_async",
	Summary: "proxy fence between generic and asynchronous shared-memory accesses",
	Doc:     `PTX ISA, "fence.proxy.async": every thread orders its earlier accesses to shared memory before later accesses of the async proxy. It is no thread barrier.`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
func.func @example(%x: tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>, %b: !tile) {
  tasync.local_store %x, %b : tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>, !tile
  tasync.fence_async
  tasync.sync
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	Format: "attr-dict",
}

// SyncDef is the barrier of a role.
var SyncDef = &ir.OpDef{
	Name:    "tasync.sync",
	Summary: "barrier of all threads of the role",
	Doc:     `PTX ISA, "bar": the threads of the executing role wait for each other, and their earlier accesses are visible to all of them. Outside roles it is the barrier of the block.`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
func.func @example(%x: tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>, %b: !tile) {
  tasync.local_store %x, %b : tensor<128x64xf16, #tasync.mma<wgs = 2, n = 64>>, !tile
  tasync.fence_async
  tasync.sync
  return
}`,
	Since:  "0.1",
	Traits: ir.Convergent,
	Format: "attr-dict",
}

// SingleThreadDef runs its body in one thread.
var SingleThreadDef = &ir.OpDef{
	Name:    "tasync.single_thread",
	Summary: "body executed by one elected thread of the role's first warp",
	Doc:     `The same thread is elected every time (PTX ISA, "elect.sync"), so groups committed in one body can be waited for in a later one. Nothing in the body may need more than one thread.`,
	Example: `!tile = !tasync.buffer<128x64xf16, swizzle = 128>
!map = !tasync.tensor_map<128x64xf16, swizzle = 128>
func.func @example(%m: !map, %b: !tile, %i: index) {
  tasync.single_thread {
    tasync.async_store %b to %m[%i, %i] : !tile, !map
    tasync.store_commit
  }
  return
}`,
	Since:              "0.1",
	Traits:             ir.SingleBlock | ir.NoRegionArguments | ir.Convergent | ir.RecursiveEffects,
	Regions:            []ir.RegionSlot{{Name: "body", Sized: true}},
	ImplicitTerminator: "tasync.yield",
	Format:             "$body attr-dict",
}

// WarpSpecializeDef splits the block into roles.
var WarpSpecializeDef = &ir.OpDef{
	Name:    "tasync.warp_specialize",
	Summary: "roles of the block's warps",
	Doc: `Each region is the program of one role; the roles take consecutive warps in the order of
the regions. warps has the number of warps of each role, names their names; registers, when
present, the register count each role sets with setmaxnreg (24 to 256 in steps of 8). Values
from outside are uniform or shared by the block. It is the last operation of the kernel but
the return: after it the block ends.`,
	Example: `func.func @example() {
  tasync.warp_specialize role "producer" warps 4 registers 40 {
  } role "consumer" warps 8 registers 232 {
  }
  return
}`,
	Since:   "0.1",
	Traits:  ir.SingleBlock | ir.NoRegionArguments | ir.Convergent | ir.RecursiveEffects,
	Regions: []ir.RegionSlot{{Name: "bodies", Variadic: true}},
	Props: []ir.PropSlot{
		{Name: "names", C: ir.ArrayAttrC, Doc: "names of the roles, strings"},
		{Name: "warps", C: ir.I32ArrayC, Doc: "warps of each role"},
		{Name: "registers", C: ir.I32ArrayC, Optional: true, Doc: "registers a thread of each role (setmaxnreg)"},
	},
	ImplicitTerminator: "tasync.yield",
}

// YieldDef ends the regions of this dialect.
var YieldDef = &ir.OpDef{
	Name:    "tasync.yield",
	Summary: "end of a role or single-thread body",
	Doc:     `Ends the region; it hands nothing on.`,
	Example: `func.func @example() {
  "tasync.single_thread"() ({
    tasync.yield
  }) : () -> ()
  return
}`,
	Since:     "0.1",
	Traits:    ir.Terminator | ir.Pure,
	HasParent: []string{"tasync.single_thread", "tasync.warp_specialize"},
	Format:    "attr-dict",
}
