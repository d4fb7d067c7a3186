package opt

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
)

// Stage is a form that a kernel takes on its way to machine code.
type Stage int

// The stages, from first to last. Up to LLVM they are levels of the module.
const (
	// Tile is a kernel on tiles, without threads.
	Tile Stage = iota
	// Async has roles, pipelines and barriers.
	Async
	// NVVM says what each thread does, with structured control flow.
	NVVM
	// LLVM is the dialects llvm and nvvm only, which is what targets take.
	LLVM
	// LLVMIR is LLVM IR text.
	LLVMIR
	// PTX is the text that the driver takes.
	PTX
	// Cubin is machine code.
	Cubin
)

var stageNames = [...]string{"tile", "async", "nvvm", "llvm", "llvm-ir", "ptx", "cubin"}

// String returns the stage's name, as ParseStage takes it.
func (s Stage) String() string { return stageNames[s] }

// StageNames lists the names of all stages, first to last.
func StageNames() []string { return append([]string(nil), stageNames[:]...) }

// ParseStage returns the stage of that name.
func ParseStage(name string) (Stage, error) {
	for i, n := range stageNames {
		if n == name {
			return Stage(i), nil
		}
	}
	return 0, fmt.Errorf("unknown stage '%s': expected one of %s", name, strings.Join(stageNames[:], ", "))
}

// leaves names the pass that takes a module out of a level, and enters the first
// pass that a module written at the level needs. They are data: a pipeline is cut at
// these names, whatever else it holds.
var (
	leaves = map[Stage]string{Tile: "tile-to-async", Async: "convert-async-to-nvvm", NVVM: "convert-scf-to-cf"}
	enters = map[Stage]string{Async: "async-insert-mbarriers", NVVM: "convert-scf-to-cf"}
)

// LevelOf returns the level that a module is at: the first level of those of its
// kernels. A module without a kernel is an error.
func LevelOf(module *ir.Operation) (Stage, error) {
	level, found := LLVM, false
	for _, fn := range topLevel(module) {
		if l, ok := levelOfFunc(fn); ok {
			level, found = min(level, l), true
		}
	}
	if !found {
		return 0, diag.Errorf(module.Loc().Pos(), "the module has no kernel: expected a func.func with the attribute 'tile.kernel' or 'tasync.warp_groups', a function with 'nvvm.kernel', or a gpu.module with a kernel")
	}
	return level, nil
}

// topLevel lists what a module holds, and what the gpu.modules in it hold.
func topLevel(module *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	if module.NumRegions() != 1 || module.RegionAt(0).IsEmpty() {
		return nil
	}
	for op := range module.RegionAt(0).Entry().Ops() {
		out = append(out, op)
		if op.Is(gpuModule) {
			out = append(out, topLevel(op)...)
		}
	}
	return out
}

// gpuModule is the operation that holds ordinary device code.
const gpuModule = "gpu.module"

// hasGPUModule reports whether kernels of a module stand in gpu.modules.
func hasGPUModule(module *ir.Operation) bool {
	for _, op := range topLevel(module) {
		if op.Is(gpuModule) {
			return true
		}
	}
	return false
}

func levelOfFunc(fn *ir.Operation) (Stage, bool) {
	switch {
	case fn.Attr("nvvm.kernel") != nil, fn.Attr("gpu.kernel") != nil:
		return levelOfLowered(fn), true
	case fn.Attr("tasync.warp_groups") != nil:
		return Async, true
	case fn.Attr("tile.kernel") != nil:
		return Tile, true
	}
	return 0, false
}

// levelOfLowered tells a function of llvm and nvvm only from one that is yet to be
// lowered to them.
func levelOfLowered(fn *ir.Operation) Stage {
	for op := range ir.Walk(fn) {
		dialect, _, _ := strings.Cut(op.Name(), ".")
		if dialect != "llvm" && dialect != "nvvm" {
			return NVVM
		}
	}
	return LLVM
}

// before returns p without the pass of that name and all that follows, and whether
// the pass was there.
func before(p *passes.Pipeline, name string) (*passes.Pipeline, bool) {
	out := &passes.Pipeline{Anchor: p.Anchor}
	for _, s := range p.Steps {
		if s.Nested != nil {
			inner, cut := before(s.Nested, name)
			if len(inner.Steps) > 0 {
				out.Steps = append(out.Steps, passes.Step{Nested: inner})
			}
			if cut {
				return out, true
			}
			continue
		}
		if s.Pass.Name == name {
			return out, true
		}
		out.Steps = append(out.Steps, s)
	}
	return out, false
}

// from returns p without what comes before the pass of that name, and whether the
// pass was there.
func from(p *passes.Pipeline, name string) (*passes.Pipeline, bool) {
	for i, s := range p.Steps {
		if s.Nested != nil {
			if inner, ok := from(s.Nested, name); ok {
				rest := append([]passes.Step{{Nested: inner}}, p.Steps[i+1:]...)
				return &passes.Pipeline{Anchor: p.Anchor, Steps: rest}, true
			}
		} else if s.Pass.Name == name {
			return &passes.Pipeline{Anchor: p.Anchor, Steps: p.Steps[i:]}, true
		}
	}
	return nil, false
}
