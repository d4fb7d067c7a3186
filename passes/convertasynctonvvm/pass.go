package convertasynctonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

// Options of the pass.
type Options struct {
	MinBlocks int64 `opt:"min-blocks" doc:"blocks that a multiprocessor must have registers for (.minnctapersm), 1 to 32"`
}

// Validate checks the options.
func (o Options) Validate() error {
	if o.MinBlocks < 1 || o.MinBlocks > 32 {
		return fmt.Errorf("min-blocks must be 1 to 32, found %d", o.MinBlocks)
	}
	return nil
}

// Pass is convert-async-to-nvvm.
var Pass = &passes.Pass{
	Name:    "convert-async-to-nvvm",
	Summary: "lower kernels of the async level to nvvm, llvm, arith and scf operations",
	Doc: `Turns every kernel (a func.func with tasync.warp_groups) into an llvm.func that says what each
thread does. Everything else in the module stays.

    tasync.barrier_wait %full[%s], %p    ->    scf.while { nvvm.mbarrier.try_wait ... }
    tasync.mma %a, %b, %acc              ->    nvvm.wgmma.fence.aligned
                                               nvvm.wgmma.mma_async ... (one a 64-row block, column block and 32 bytes of depth)
                                               nvvm.wgmma.commit.group.sync.aligned
    tasync.mma_wait 1 %acc               ->    llvm.inline_asm "wgmma.wait_group.sync.aligned 1;" with the accumulators tied

- Arguments become tensor maps, global pointers, sizes (i32), strides (i64) and magic numbers, each only where it is
  used; how the host makes them, the grid, the block, the shared memory and the preconditions are recorded as JSON in
  tile.launch (docs/launch-metadata.md).
- A tile is held as scalars; wgmma accumulators, and whatever crosses a region, are structs, which cost no moves.
- Roles branch on a warp number made uniform by a shuffle; setmaxnreg comes first in each.
- Registers are those of one block a multiprocessor. min-blocks asks for room for more, for kernels that wait for memory
  and not for registers; a kernel whose roles move registers has those of one block all the same, with a remark.
- Values of type index stay index: convert-arith-to-llvm gives them a width.
- Coordinates of tensor copies are signed 32-bit numbers: a constant beyond them becomes the nearest one, which no
  argument reaches, and one that is computed must fit (its upper half is dropped).

Needs: explicit barriers (async-insert-mbarriers) and offsets in shared memory (async-allocate-shared).`,
	Anchor:     "builtin.module",
	Options:    Options{MinBlocks: 1},
	Dialects:   []*ir.Dialect{llvm.Dialect, nvvm.Dialect},
	Statistics: []passes.Statistic{{Name: "kernels", Desc: "kernels lowered"}, {Name: "wgmmas", Desc: "wgmma instructions made"}},
	Run:        run,
}

func run(r *passes.Run, module *ir.Operation) error {
	var kernels []*ir.Operation
	for op := range module.RegionAt(0).Entry().Ops() {
		if op.Is("func.func") && op.Attr(async.WarpGroupsAttr) != nil && !op.RegionAt(0).IsEmpty() {
			kernels = append(kernels, op)
		}
	}
	if len(kernels) == 0 {
		r.Unchanged()
		return nil
	}
	shared := findShared(module)
	covered := standIns(kernels)
	for _, fn := range kernels {
		if err := r.Context().Err(); err != nil {
			return err
		}
		l := newLowering(r, fn, shared.name)
		name, _ := ir.SymbolName(fn)
		l.covered = covered[name]
		l.minBlocks = passes.OptionsOf[Options](r).MinBlocks
		if err := l.run(); err != nil {
			return err
		}
		shared.used = shared.used || l.usesShared
		r.Count("kernels", 1)
	}
	shared.declare(module)
	return nil
}

// standIns tells the kernels that have an entry without tensor maps to take
// their place.
func standIns(kernels []*ir.Operation) map[string]bool {
	out := make(map[string]bool)
	for _, fn := range kernels {
		of, ok := fn.Attr(async.FallbackOfAttr).(*ir.SymbolRefAttr)
		if !ok {
			continue
		}
		maps := false
		for op := range ir.Walk(fn) {
			maps = maps || op.Is(async.TensorMapDef.Name)
		}
		if !maps {
			out[of.Root] = true
		}
	}
	return out
}

// sharedGlobal is the symbol of dynamic shared memory, one for a module.
type sharedGlobal struct {
	name  string
	found bool
	used  bool
}

// sharedAlign is the alignment of dynamic shared memory: the longest repeat of
// a swizzle pattern.
const sharedAlign = 1024

// findShared returns the module's symbol of dynamic shared memory, or a free
// name for one.
func findShared(module *ir.Operation) *sharedGlobal {
	names := make(map[string]bool)
	for op := range module.RegionAt(0).Entry().Ops() {
		name, ok := ir.SymbolName(op)
		if !ok {
			continue
		}
		if g, ok := llvm.AsGlobal(op); ok && isDynamicShared(g) {
			return &sharedGlobal{name: name, found: true}
		}
		names[name] = true
	}
	name := "smem"
	for names[name] {
		name += "_"
	}
	return &sharedGlobal{name: name}
}

func isDynamicShared(g llvm.Global) bool {
	space, _ := ir.IntValue(g.AddrSpace())
	align, _ := ir.IntValue(g.Alignment())
	t, ok := g.GlobalType().(*ir.TypeAttr)
	if !ok {
		return false
	}
	a, ok := t.Value.(*llvm.ArrayType)
	return ok && a.N == 0 && space == spaceShared && align >= sharedAlign
}

// declare puts the symbol at the start of the module when a kernel uses it.
func (s *sharedGlobal) declare(module *ir.Operation) {
	if s.found || !s.used {
		return
	}
	c := module.Context()
	b := ir.NewBuilder(c).AtStart(module.RegionAt(0).Entry())
	b.SetLoc(module.Loc())
	llvm.NewGlobal(b, llvm.GlobalProps{
		GlobalType: ir.TypeAttrOf(llvm.ArrayOf(0, c.I(8))),
		SymName:    c.Str(s.name),
		Linkage:    llvm.LinkageEnum.Attr(c, 0),
		Alignment:  c.I64Attr(sharedAlign),
		AddrSpace:  c.I32Attr(spaceShared),
	})
}
