package tiletoasync

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
)

// Options are the options of the pass.
type Options struct {
	Accumulate string `opt:"accumulate" enum:"f32,f16" doc:"type in which products of f16 factors are summed up; f16 takes half the registers and rounds after every instruction"`
	WarpGroups int    `opt:"warp-groups" doc:"warp groups of 128 threads that compute: 1 to 8"`
	Copy       string `opt:"copy" enum:"auto,tma,bulk,cp-async,plain" doc:"how loaded tiles get to shared memory, where it is possible; an attribute tile.copy on a load goes before"`
	Stage      string `opt:"stage" enum:"products,loops,all" doc:"which loaded tiles go through shared memory: those that products read, also those of loops, or all"`
}

// Validate checks the number of warp groups.
func (o Options) Validate() error {
	if o.WarpGroups < 1 || o.WarpGroups > async.MaxThreads/async.WarpGroupThreads {
		return fmt.Errorf("expected warp-groups to be 1 to %d, found %d", async.MaxThreads/async.WarpGroupThreads, o.WarpGroups)
	}
	return nil
}

const doc = `Brings kernels (functions with tile.kernel) whose tiles are static, as after tile-bind, to
the async level.

- The operands of tile.dot are read from shared memory by tasync.mma. One that was loaded from
  an argument that the kernel does not write is copied there asynchronously. A transposition in
  between becomes a transposed operand. Other operands are computed in registers and stored to
  shared memory. A tile that is read twice is copied once.
- How a tile is copied is chosen for each by itself: by the attribute tile.copy of its load, else
  by copy. auto takes TMA where that is possible (inner stride 1, strides in multiples of 16
  bytes, an innermost index that is known to be one, at most 5 dimensions), bulk copies of rows
where these are fewer instructions than boxes of TMA (few rows, too long for a box) and no
product reads the tile, else cp.async of the
  threads (inner stride 1, rows of the tile in pieces of 4, 8 or 16 bytes), else loads and stores
  of the threads. bulk copies rows to a buffer without swizzle. What is asked for and impossible
  gives the next choice, with a remark that says why.
- Tiles that no product reads go to registers, or with stage, or an attribute, through shared
  memory, so that async-pipeline can load them ahead.
- Every other tile gets a layout: accumulators that of wgmma, what is combined with them the
  same or a slice of it, the rest rows of 16 bytes a thread. Where two layouts meet, and for
  transpositions, the tile goes through shared memory.
- Waits stand in front of the first use, and where a buffer is filled again by a loop, a
  barrier stands at the end of the body.

Before:

` + "```mlir" + `
%a = tile.load %A[%m, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<128x64xf16>
%b = tile.load %B[%n, %k] : memref<?x?xf16, strided<[?, 1]>> -> tensor<128x64xf16>
%t = tile.transpose %b [1, 0] : tensor<128x64xf16> -> tensor<64x128xf16>
%d = tile.dot %a, %t, %c : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
` + "```" + `

After, with warp-groups=2:

` + "```mlir" + `
%t0 = tasync.async_load %map[%m, %k] to %buf : ... -> !tasync.token
%t1 = tasync.async_load %map_0[%n, %k] to %buf_1 : ... -> !tasync.token
tasync.wait %t0, %t1
%p = tasync.mma %buf, %buf_1, %c transpose_b : ..., tensor<128x128xf32, #tasync.mma<wgs = 2, n = 128>>
%d = tasync.mma_wait 0 %p : tensor<128x128xf32, #tasync.mma<wgs = 2, n = 128>>
tasync.sync
` + "```" + `

- With accumulate=f16, or the attribute tile.accumulate of a tile.dot, products of f16 factors are
  summed up in f16; an accumulator that a loop carries is then f16.

- A scf.index_switch becomes conditionals, a scf.execute_region what stands in it; a branch
  between blocks is an error.

A shape that wgmma cannot do, or an accumulator that needs more than 255 registers a thread,
is an error.`

// Pass is the pass tile-to-async.
var Pass = &passes.Pass{
	Name:    "tile-to-async",
	Summary: "layouts, shared memory, TMA and wgmma for tiles",
	Doc:     doc,
	Anchor:  "func.func",
	Options: Options{Accumulate: "f32", WarpGroups: 1, Copy: "auto", Stage: "products"},
	Statistics: []passes.Statistic{
		{Name: "num-tma-loads", Desc: "tiles copied by TMA"},
		{Name: "num-copies", Desc: "tiles copied by threads"},
		{Name: "num-mma", Desc: "products on the tensor cores"},
		{Name: "num-conversions", Desc: "tiles that change their layout through shared memory"},
	},
	Dialects: []*ir.Dialect{async.Dialect, tile.Dialect},
	Run:      run,
}

func run(r *passes.Run, fn *ir.Operation) error {
	if !tile.IsKernel(fn) || tile.Body(fn) == nil || fn.Attr(async.WarpGroupsAttr) != nil {
		r.Unchanged()
		return nil
	}
	if err := checkTiles(fn); err != nil {
		return err
	}
	o := passes.OptionsOf[Options](r)
	simplifyControl(fn)
	p := &plan{run: r, fn: fn, wgs: o.WarpGroups, opts: o, byBase: make(map[*ir.Value]*staged)}
	p.accumulateHalf()
	splitFree(fn)
	if err := p.dots(); err != nil {
		return err
	}
	p.stageLoads()
	l, err := assignLayouts(p)
	if err != nil {
		return err
	}
	fn.SetAttr(async.WarpGroupsAttr, fn.Context().I32Attr(int64(p.wgs)))
	return apply(r, p, l)
}

// checkTiles refuses tiles that the pass cannot place, before it changes
// anything.
func checkTiles(fn *ir.Operation) error {
	var errs diag.List
	said := make(map[ir.Type]bool) // one error for a type is enough
	for op := range ir.Walk(fn) {
		if t := narrowTile(op); t != nil {
			if !said[t.Elem] {
				errs = append(errs, op.OpError("expected tiles of f16, bf16, f32, f64 or integers, found %s: no instruction computes on %s", t, t.Elem))
			}
			said[t.Elem] = true
			continue
		}
		if err := checkOp(op); err != nil {
			errs = append(errs, err)
		}
	}
	return errs.Err()
}

// narrowTile returns the type of a tile that an operation has, of elements that
// no instruction computes on; nil when there is none.
func narrowTile(op *ir.Operation) *ir.TensorType {
	for _, vs := range [][]*ir.Value{op.Operands(), op.Results()} {
		for _, v := range vs {
			if t, ok := v.Type().(*ir.TensorType); ok && async.IsNarrowFloat(t.Elem) {
				return t
			}
		}
	}
	return nil
}

func checkOp(op *ir.Operation) *diag.Diagnostic {
	if _, ok := tile.AsParam(op); ok {
		return op.OpError("expected a bound parameter: run tile-bind before tile-to-async")
	}
	if _, ok := ir.As[analysis.Branch](op); ok {
		return op.OpError("expected structured control flow (scf.for, scf.while, scf.if), found a branch between blocks")
	}
	touches := false
	for _, vs := range [][]*ir.Value{op.Operands(), op.Results()} {
		for _, v := range vs {
			t, ok := v.Type().(*ir.TensorType)
			if !ok {
				continue
			}
			touches = true
			if !ir.HasStaticShape(t) {
				return op.OpError("expected tiles of static size, found %s: run tile-bind before tile-to-async", t)
			}
			if t.Encoding != nil {
				return op.OpError("expected tiles without a layout, found %s", t)
			}
		}
	}
	if !touches {
		return nil
	}
	return checkKind(op)
}

// checkKind refuses operations on tiles for which no layout rule exists.
func checkKind(op *ir.Operation) *diag.Diagnostic {
	switch kindOf(op) {
	case kindUnknown:
		return op.OpError("cannot be given a layout: expected operations of tile, arith, math or scf on tiles")
	case kindTranspose:
		t, _ := tile.AsTranspose(op)
		if len(t.Perm()) != 2 {
			return op.OpError("expected a transposition of 2 dimensions, found %d", len(t.Perm()))
		}
	case kindConstant:
		if d, ok := op.Prop("value").(*ir.DenseAttr); !ok || !d.Splat {
			return op.OpError("expected a constant tile of equal elements, found %s", op.Prop("value"))
		}
	}
	return nil
}

// kind says how an operation relates the layouts of its tiles.
type kind int

const (
	kindUnknown kind = iota
	// kindSame: all tiles have one layout.
	kindSame
	// kindFree: the result may have any layout.
	kindFree
	kindConstant
	kindStore
	kindDot
	kindTranspose
	kindReduce
	kindExpand
	// kindRegion: tiles pass through regions.
	kindRegion
	// kindTerminator: tiles are handed on; the parent's rule covers them.
	kindTerminator
)

func kindOf(op *ir.Operation) kind {
	switch op.Info().Def {
	case tile.LoadDef, tile.SplatDef, tile.IotaDef:
		return kindFree
	case tile.StoreDef:
		return kindStore
	case tile.DotDef:
		return kindDot
	case tile.TransposeDef:
		return kindTranspose
	case tile.ReduceDef:
		return kindReduce
	case tile.ExpandDimsDef:
		return kindExpand
	case tile.BroadcastDef:
		return kindSame
	}
	switch {
	case op.Is("arith.constant"):
		return kindConstant
	case op.Is("scf.yield"), op.Is("scf.condition"):
		return kindTerminator
	case op.Is("scf.for"), op.Is("scf.if"), op.Is("scf.while"), op.Is("scf.execute_region"), op.Is("scf.index_switch"):
		return kindRegion
	case op.Has(ir.Elementwise):
		return kindSame
	}
	return kindUnknown
}

// splitFree gives every use of a tile that costs nothing to make its own, so
// that it does not tie the layouts of its users together.
func splitFree(fn *ir.Operation) {
	var free []*ir.Operation
	for op := range ir.Walk(fn) {
		switch op.Info().Def {
		case tile.SplatDef, tile.IotaDef:
			free = append(free, op)
		default:
			if _, ok := resultTile(op); ok && op.Is("arith.constant") {
				free = append(free, op)
			}
		}
	}
	b := ir.NewBuilder(fn.Context())
	for _, op := range free {
		for _, u := range usesInOrder(op.Result(0))[min(1, op.Result(0).NumUses()):] {
			b.After(op)
			u.Set(b.Clone(op, &ir.Mapping{}).Result(0))
		}
	}
}

func resultTile(op *ir.Operation) (*ir.TensorType, bool) {
	if op.NumResults() != 1 {
		return nil, false
	}
	t, ok := op.Result(0).Type().(*ir.TensorType)
	return t, ok
}
