// Package all lists the passes, the named pipelines and the constraints on
// their order. It is the only place that names all of them; adding a pass is
// one line here.
package all

import (
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/asyncallocateshared"
	"github.com/tile-opt/tile-opt/passes/asyncepilogue"
	"github.com/tile-opt/tile-opt/passes/asyncfallback"
	"github.com/tile-opt/tile-opt/passes/asyncinsertmbarriers"
	"github.com/tile-opt/tile-opt/passes/asyncpipeline"
	"github.com/tile-opt/tile-opt/passes/asyncreallocateregisters"
	"github.com/tile-opt/tile-opt/passes/asyncreport"
	"github.com/tile-opt/tile-opt/passes/asyncunroll"
	"github.com/tile-opt/tile-opt/passes/asyncverifyprotocol"
	"github.com/tile-opt/tile-opt/passes/asyncwarpspecialize"
	"github.com/tile-opt/tile-opt/passes/canonicalize"
	"github.com/tile-opt/tile-opt/passes/controlflowsink"
	"github.com/tile-opt/tile-opt/passes/convertarithtollvm"
	"github.com/tile-opt/tile-opt/passes/convertasynctonvvm"
	"github.com/tile-opt/tile-opt/passes/convertcftollvm"
	"github.com/tile-opt/tile-opt/passes/convertfunctollvm"
	"github.com/tile-opt/tile-opt/passes/convertgputonvvm"
	"github.com/tile-opt/tile-opt/passes/convertmathtonvvm"
	"github.com/tile-opt/tile-opt/passes/convertscftocf"
	"github.com/tile-opt/tile-opt/passes/cse"
	"github.com/tile-opt/tile-opt/passes/finalizememreftollvm"
	"github.com/tile-opt/tile-opt/passes/inline"
	"github.com/tile-opt/tile-opt/passes/intrangeoptimizations"
	"github.com/tile-opt/tile-opt/passes/licm"
	"github.com/tile-opt/tile-opt/passes/loopunroll"
	"github.com/tile-opt/tile-opt/passes/mem2reg"
	"github.com/tile-opt/tile-opt/passes/nvvmperturb"
	"github.com/tile-opt/tile-opt/passes/pipelines"
	"github.com/tile-opt/tile-opt/passes/printopstats"
	"github.com/tile-opt/tile-opt/passes/reconcilecasts"
	"github.com/tile-opt/tile-opt/passes/removedeadvalues"
	"github.com/tile-opt/tile-opt/passes/sccp"
	"github.com/tile-opt/tile-opt/passes/snapshotoplocations"
	"github.com/tile-opt/tile-opt/passes/sroa"
	"github.com/tile-opt/tile-opt/passes/stripdebuginfo"
	"github.com/tile-opt/tile-opt/passes/symboldce"
	"github.com/tile-opt/tile-opt/passes/tilebind"
	"github.com/tile-opt/tile-opt/passes/tilepersist"
	"github.com/tile-opt/tile-opt/passes/tilerasterize"
	"github.com/tile-opt/tile-opt/passes/tiletoasync"
	"github.com/tile-opt/tile-opt/passes/viewopgraph"
)

// Passes returns every pass, in alphabetical order of the names.
func Passes() []*passes.Pass {
	return []*passes.Pass{
		asyncallocateshared.Pass,
		asyncepilogue.Pass,
		asyncfallback.Pass,
		asyncinsertmbarriers.Pass,
		asyncpipeline.Pass,
		asyncreallocateregisters.Pass,
		asyncreport.Pass,
		asyncunroll.Pass,
		asyncverifyprotocol.Pass,
		asyncwarpspecialize.Pass,
		canonicalize.Pass,
		controlflowsink.Pass,
		convertarithtollvm.Pass,
		convertasynctonvvm.Pass,
		convertcftollvm.Pass,
		convertfunctollvm.Pass,
		convertgputonvvm.Pass,
		convertmathtonvvm.Pass,
		convertscftocf.Pass,
		cse.Pass,
		finalizememreftollvm.Pass,
		inline.Pass,
		intrangeoptimizations.Pass,
		licm.Pass,
		loopunroll.Pass,
		mem2reg.Pass,
		nvvmperturb.Pass,
		printopstats.Pass,
		reconcilecasts.Pass,
		removedeadvalues.Pass,
		sccp.Pass,
		snapshotoplocations.Pass,
		sroa.Pass,
		stripdebuginfo.Pass,
		symboldce.Pass,
		tilebind.Pass,
		tilepersist.Pass,
		tilerasterize.Pass,
		tiletoasync.Pass,
		viewopgraph.Pass,
	}
}

// Pipelines returns every named pipeline, in alphabetical order.
func Pipelines() []*passes.NamedPipeline {
	return []*passes.NamedPipeline{pipelines.GPUToLLVM, pipelines.ToLLVM, pipelines.ToNVVM}
}

// Orders returns the constraints on the order of passes in one pipeline, each
// with its reason.
func Orders() []passes.Order {
	return []passes.Order{}
}

// Registry returns the registry of everything in this package.
func Registry() *passes.Registry {
	return passes.NewRegistry(Passes(), Pipelines(), Orders())
}
