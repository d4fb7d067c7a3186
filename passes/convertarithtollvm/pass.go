// Package convertarithtollvm is the pass convert-arith-to-llvm: arithmetic on
// scalars and vectors becomes that of the llvm dialect.
//
// It must not know where the operands come from; casts stand where a value of
// type index meets an operation that is converted later.
package convertarithtollvm

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

// Pass is convert-arith-to-llvm.
var Pass = &passes.Pass{
	Name:    "convert-arith-to-llvm",
	Class:   "ArithToLLVMConversionPass",
	Summary: "lower arith to the llvm dialect",
	Doc: `Replaces the operations of arith on scalars and on vectors of one dimension by those of the llvm
dialect with the same meaning, flags included. index becomes an integer (option index-bitwidth).

- arith.ceildivsi, ceildivui and floordivsi become a division that rounds towards zero and a correction; like it, they
  are undefined for a zero divisor.
- The extended products become one product of twice the width.
- What LLVM IR has no instruction for (a rounding mode of arith.truncf, vectors of several dimensions) stays.`,
	Options:  Options{},
	Dialects: []*ir.Dialect{llvm.Dialect},
	Partial:  true,
	Prepare: func(_ *ir.Context, o any) any {
		width := uint32(o.(Options).IndexBitwidth)
		if width == 0 {
			width = tollvm.DefaultIndexWidth
		}
		return convert.NewSet(tollvm.ArithPatterns(tollvm.Types(width))...)
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	t := convert.NewTarget().LegalDialect("llvm")
	return convert.ApplyPartial(r.Context(), root, t, passes.PreparedOf[*convert.Set](r), convert.Config{Tracer: r.Tracer()})
}
