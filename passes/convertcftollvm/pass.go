// Package convertcftollvm is the pass convert-cf-to-llvm: branches between
// blocks become those of the llvm dialect, and the arguments of blocks get its
// types.
package convertcftollvm

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
}

// Validate checks the width.
func (o Options) Validate() error {
	switch o.IndexBitwidth {
	case 0, 32, 64:
		return nil
	}
	return fmt.Errorf("expected an index-bitwidth of 32 or 64, found %d", o.IndexBitwidth)
}

// Pass is convert-cf-to-llvm.
var Pass = &passes.Pass{
	Name:    "convert-cf-to-llvm",
	Class:   "ConvertControlFlowToLLVMPass",
	Summary: "lower branches between blocks to the llvm dialect",
	Doc: `Replaces cf.br, cf.cond_br and cf.switch by llvm.br, llvm.cond_br and llvm.switch, and gives
block arguments of type index an integer type. Discardable attributes stay; llvm.loop_annotation becomes the branch's
own property. cf.assert stays: it has no lowering here.`,
	Options:  Options{},
	Dialects: []*ir.Dialect{llvm.Dialect},
	Partial:  true,
	Prepare: func(_ *ir.Context, o any) any {
		width := uint32(o.(Options).IndexBitwidth)
		if width == 0 {
			width = tollvm.DefaultIndexWidth
		}
		return convert.NewSet(tollvm.CFPatterns(tollvm.Types(width))...)
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	t := convert.NewTarget().Illegal("cf.br", "cf.cond_br", "cf.switch")
	return convert.ApplyPartial(r.Context(), root, t, passes.PreparedOf[*convert.Set](r), convert.Config{Tracer: r.Tracer()})
}
