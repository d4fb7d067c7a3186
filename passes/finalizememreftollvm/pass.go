// Package finalizememreftollvm is the pass finalize-memref-to-llvm: memrefs
// become descriptors, accesses become those of pointers.
//
// It must not know where memrefs come from; a cast stands where one meets an
// operation that is converted later.
package finalizememreftollvm

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

// Pass is finalize-memref-to-llvm.
var Pass = &passes.Pass{
	Name:    "finalize-memref-to-llvm",
	Class:   "FinalizeMemRefToLLVMConversionPass",
	Summary: "lower memref to the llvm dialect",
	Doc: `Replaces the operations of memref, on memrefs with a strided layout. A memref becomes MLIR's
descriptor, a struct of the pointer allocated, the aligned pointer, the offset, the sizes and the strides; what its type
says is a constant and not read. memref.alloc and memref.dealloc become calls of malloc and free, a memref.copy between
memories without gaps llvm.intr.memcpy and any other a nest of loops, memref.generic_atomic_rmw a loop around
llvm.cmpxchg.

- Unlike in MLIR, views (memref.subview, expand_shape, collapse_shape) need no pass before this one, and the memory
  spaces of gpu become the address spaces of NVPTX.
- A memref without a rank is its rank and a pointer to the descriptor, which memref.cast puts on the stack.
- memref.dma_start copies at once, and memref.dma_wait is nothing.
- Layouts without strides, and reshaping to a rank that is not known, are errors.`,
	Anchor:   "builtin.module",
	Options:  Options{},
	Dialects: []*ir.Dialect{llvm.Dialect},
	Partial:  true,
	Prepare: func(_ *ir.Context, o any) any {
		width := uint32(o.(Options).IndexBitwidth)
		if width == 0 {
			width = tollvm.DefaultIndexWidth
		}
		return convert.NewSet(tollvm.MemRefPatterns(tollvm.Types(width))...)
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	t := convert.NewTarget().IllegalDialect("memref")
	return convert.ApplyPartial(r.Context(), root, t, passes.PreparedOf[*convert.Set](r), convert.Config{})
}
