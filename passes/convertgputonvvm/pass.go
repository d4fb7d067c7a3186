// Package convertgputonvvm is the pass convert-gpu-to-nvvm: device code in a
// gpu.module becomes code of the nvvm and llvm dialects.
//
// It must not know what launches the code; operations of the host stay.
package convertgputonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/gpu"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/mathnvvm"
	"github.com/tile-opt/tile-opt/transforms/tollvm"
)

// Options are the options of the pass.
type Options struct {
	IndexBitwidth int64 `opt:"index-bitwidth" doc:"bits of an index; 0 stands for 64"`
	Bare          bool  `opt:"use-bare-ptr-memref-call-conv" doc:"hand memrefs of static shape over as pointers to their first element"`
	Redux         bool  `opt:"has-redux" doc:"reduce 32-bit integers over a warp by one instruction"`
	Full          bool  `opt:"full" doc:"what is not lowered is an error, whatever its dialect"`
}

// Validate checks the width.
func (o Options) Validate() error {
	switch o.IndexBitwidth {
	case 0, 32, 64:
		return nil
	}
	return fmt.Errorf("expected an index-bitwidth of 32 or 64, found %d", o.IndexBitwidth)
}

// Pass is convert-gpu-to-nvvm.
var Pass = &passes.Pass{
	Name:    "convert-gpu-to-nvvm",
	Class:   "ConvertGpuOpsToNVVMOps",
	Summary: "lower device code to nvvm and llvm",
	Doc: `Converts what a gpu.module holds: functions of gpu and func, the operations of gpu that a thread
executes, and arith, cf, math and memref by the rules of convert-arith-to-llvm, convert-cf-to-llvm,
convert-math-to-nvvm, convert-func-to-llvm and finalize-memref-to-llvm. scf must be lowered before, by
convert-scf-to-cf.

| gpu | becomes |
|---|---|
| func with kernel | llvm.func with nvvm.kernel; known_block_size is nvvm.maxntid, known_cluster_size nvvm.cluster_dim |
| workgroup memory of a function | a global in address space 3 |
| private memory of a function | llvm.alloca |
| thread_id, block_id, block_dim, grid_dim, cluster_* | a special register, sign-extended to an index |
| global_id, subgroup_id, num_subgroups | computed from those |
| barrier | nvvm.barrier0 |
| shuffle | nvvm.shfl.sync; two for 64 bits |
| subgroup_reduce | shuffles, or nvvm.redux.sync with has-redux |
| all_reduce | a reduction over each warp, one over the warps' results in shared memory, and two barriers |
| subgroup_broadcast specific_lane, rotate | nvvm.shfl.sync idx |
| dynamic_shared_memory | an external global of no size in address space 3 |
| printf | a call of vprintf |
| subgroup_mma_load_matrix, _store_matrix, _compute | nvvm.wmma.load, .store, .mma of the registers of a thread |
| subgroup_mma_constant_matrix, _elementwise | operations on the registers |
| cf.assert | a branch to a call of __assertfail, with the place in the source |

What the host executes is an error inside a gpu.module.`,
	Anchor:   "gpu.module",
	Options:  Options{},
	Dialects: []*ir.Dialect{llvm.Dialect, nvvm.Dialect, gpu.Dialect},
	Partial:  true,
	Prepare: func(_ *ir.Context, o any) any {
		opts := o.(Options)
		width := uint32(opts.IndexBitwidth)
		if width == 0 {
			width = tollvm.DefaultIndexWidth
		}
		types := addMatrices(tollvm.Types(width))
		ps := tollvm.FuncPatterns(types, opts.Bare)
		ps = append(ps, tollvm.ArithPatterns(types)...)
		ps = append(ps, tollvm.CFPatterns(types)...)
		ps = append(ps, tollvm.MemRefPatterns(types)...)
		ps = append(ps, mathnvvm.Patterns(types)...)
		l := &lowering{types: types, bare: opts.Bare, redux: opts.Redux}
		return convert.NewSet(append(ps, l.patterns()...)...)
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	t := convert.NewTarget().LegalDialect("llvm", "nvvm").IllegalDialect("gpu").Legal("gpu.module")
	apply := convert.ApplyPartial
	if passes.OptionsOf[Options](r).Full {
		apply = convert.ApplyFull
	}
	return apply(r.Context(), root, t, passes.PreparedOf[*convert.Set](r), convert.Config{})
}

// lowering is the options, and what builtin types become.
type lowering struct {
	types       *convert.TypeConverter
	bare, redux bool
}

type rewriteFunc = func(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error

func (l *lowering) patterns() []convert.Pattern {
	ps := []convert.Pattern{
		{Root: "gpu.lane_id", Rewrite: l.laneID},
		{Root: "gpu.subgroup_size", Rewrite: l.constantIndex(warpSize)},
		{Root: "gpu.subgroup_id", Rewrite: l.subgroupID},
		{Root: "gpu.num_subgroups", Rewrite: l.numSubgroups},
		{Root: "gpu.global_id", Rewrite: l.globalID},
		{Root: "gpu.barrier", Rewrite: barrier},
		{Root: "gpu.shuffle", Rewrite: l.shuffle},
		{Root: "gpu.rotate", Rewrite: l.rotate},
		{Root: "cf.assert", Rewrite: l.assert},
		{Root: "gpu.subgroup_broadcast", Rewrite: l.broadcast},
		{Root: "gpu.subgroup_reduce", Rewrite: l.subgroupReduce},
		{Root: "gpu.all_reduce", Rewrite: l.allReduce},
		{Root: "gpu.printf", Rewrite: l.printf},
		{Root: "gpu.dynamic_shared_memory", Rewrite: l.dynamicShared},
		{Root: "gpu.return", Rewrite: ret},
	}
	for name, s := range registers {
		ps = append(ps, convert.Pattern{Root: name, Rewrite: l.register(s)})
	}
	ps = append(ps, l.matrixPatterns()...)
	for i := range ps {
		ps[i].Name = ps[i].Root + "-to-nvvm"
		ps[i].Converter = l.types
	}
	return append(ps, convert.Pattern{Name: "gpu.func-to-llvm", Root: "gpu.func", Rewrite: l.function})
}
