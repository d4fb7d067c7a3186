// Package convertfunctollvm is the pass convert-func-to-llvm: functions, calls
// and returns become those of the llvm dialect.
package convertfunctollvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/tollvm"
)

// Options are the options of the pass.
type Options struct {
	IndexBitwidth int64 `opt:"index-bitwidth" doc:"bits of an index; 0 stands for 64"`
	Bare          bool  `opt:"use-bare-ptr-memref-call-conv" doc:"hand memrefs of static shape over as pointers to their first element"`
}

// Validate checks the width.
func (o Options) Validate() error {
	switch o.IndexBitwidth {
	case 0, 32, 64:
		return nil
	}
	return fmt.Errorf("expected an index-bitwidth of 32 or 64, found %d", o.IndexBitwidth)
}

// Pass is convert-func-to-llvm.
var Pass = &passes.Pass{
	Name:    "convert-func-to-llvm",
	Class:   "ConvertFuncToLLVMPass",
	Summary: "lower functions to the llvm dialect",
	Doc: `Replaces func.func, func.return, func.call, func.call_indirect and func.constant. Several results
become the fields of one struct. Argument, result and discardable attributes stay. A memref argument becomes the
fields of its descriptor, a memref result the descriptor, as in MLIR. Functions with arguments of a type that LLVM has
not (tensors, memrefs without a rank) are errors.`,
	Anchor:   "builtin.module",
	Options:  Options{},
	Dialects: []*ir.Dialect{llvm.Dialect},
	Partial:  true,
	Prepare: func(_ *ir.Context, o any) any {
		width := uint32(o.(Options).IndexBitwidth)
		if width == 0 {
			width = tollvm.DefaultIndexWidth
		}
		return convert.NewSet(tollvm.FuncPatterns(tollvm.Types(width), o.(Options).Bare)...)
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	t := convert.NewTarget().IllegalDialect("func")
	return convert.ApplyPartial(r.Context(), root, t, passes.PreparedOf[*convert.Set](r), convert.Config{Tracer: r.Tracer()})
}
