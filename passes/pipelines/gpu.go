package pipelines

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/passes"
)

// GPUOptions are the choices for ordinary device code.
type GPUOptions struct {
	IndexBitwidth int64 `opt:"index-bitwidth" doc:"bits of an index; 0 stands for 64"`
	Bare          bool  `opt:"use-bare-ptr-memref-call-conv" doc:"hand memrefs of static shape over as pointers to their first element"`
	Redux         bool  `opt:"has-redux" doc:"reduce 32-bit integers over a warp by one instruction"`
}

// GPUToLLVM is gpu-kernels-to-llvm.
var GPUToLLVM = &passes.NamedPipeline{
	Name:    "gpu-kernels-to-llvm",
	Summary: "gpu.modules to llvm and nvvm only",
	Doc: `Lowers what gpu.modules hold, with memrefs, loops and arithmetic, to the dialects that the NVPTX
target translates. The functions of the host stay as they are.`,
	Options: GPUOptions{Redux: true},
	Expand: func(o any) (string, error) {
		opts := o.(GPUOptions)
		return strings.Join([]string{
			"gpu.module(convert-scf-to-cf",
			fmt.Sprintf("convert-gpu-to-nvvm{index-bitwidth=%d use-bare-ptr-memref-call-conv=%t has-redux=%t full=true}", opts.IndexBitwidth, opts.Bare, opts.Redux),
			"reconcile-unrealized-casts", "canonicalize", "cse)",
		}, ","), nil
	},
}
