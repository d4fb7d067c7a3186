package opt

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/targets"
	"github.com/tile-opt/tile-opt/targets/launch"
)

// CompileOptions direct Compile. Registry is always needed, Target for every stage
// behind LLVM.
type CompileOptions struct {
	// Registry has the passes, Target makes the code.
	Registry *passes.Registry
	Target   targets.Target
	// Emit is the stage to stop at.
	Emit Stage
	// Pipeline is a pipeline in MLIR's textual form that replaces the default one,
	// which is tile-to-llvm with PipelineOptions, such as "stages=3 BM=64". Either is
	// run as far as Emit needs it.
	Pipeline, PipelineOptions string
	// Code says how the target compiles; its Form follows from Emit.
	Code targets.Options
	// Run directs how passes run. Its Diag gets remarks and warnings as they come;
	// with Unverified the module is verified once, behind the last pass.
	Run Options
}

// Timing is how long one step of Compile took.
type Timing struct {
	Step string
	Time time.Duration
}

// Result is what Compile made. After an error it holds what was made before.
type Result struct {
	// Module is the module at the last level reached: the one given, lowered.
	Module *ir.Operation
	// LLVMIR, PTX and Cubin are as far as asked for.
	LLVMIR, PTX, Cubin []byte
	// Kernels is the launch metadata, one for each kernel that the host knows; it is
	// there from stage NVVM on.
	Kernels []*launch.Module
	// Assembled is true when the target's assembler ran. Usage is then what each
	// function uses, and Messages what the tools said.
	Assembled bool
	Usage     []targets.Usage
	Messages  []string
	// Remarks are the remarks and warnings of the passes, each once; one that speaks of
	// an entry among several names it.
	Remarks diag.List
	// Timings are the steps in order.
	Timings []Timing
}

// Compile takes a module to a stage, in place: one at the tile level runs the whole
// pipeline, one at a lower level the part that it needs. The error is one of
// RunPipeline's or the target's; mistakes that several entries of one kernel share
// are reported once.
func Compile(ctx context.Context, module *ir.Operation, o CompileOptions) (*Result, error) {
	r := &Result{Module: module}
	p, err := Plan(module, o)
	if err != nil {
		return r, err
	}
	if o.Emit > LLVM && o.Target == nil {
		return r, fmt.Errorf("no target to make %s with", o.Emit)
	}
	if o.Emit > LLVM {
		o.Code.Form = formOf[o.Emit]
		if s, ok := o.Target.(targets.Starter); ok {
			t, stop := s.Start(ctx, o.Code)
			defer stop()
			o.Target = t
		}
	}
	start := time.Now()
	if err = r.lower(ctx, p, o.Run); err == nil && o.Run.Unverified {
		err = verifyEnd(module)
	}
	r.Timings = append(r.Timings, Timing{"passes", time.Since(start)})
	if err != nil {
		return r, err
	}
	if r.Kernels, err = targets.Metadata(module); err != nil || o.Emit <= LLVM {
		return r, err
	}
	return r, r.generate(ctx, o)
}

// Plan returns the pipeline that Compile runs on a module.
func Plan(module *ir.Operation, o CompileOptions) (*passes.Pipeline, error) {
	if module == nil {
		return nil, errors.New("no module to compile")
	}
	if o.Registry == nil {
		return nil, errors.New("no registry of passes: expected CompileOptions.Registry, such as that of package passes/all")
	}
	level, err := LevelOf(module)
	if err != nil {
		return nil, err
	}
	if o.Emit < level {
		return nil, diag.Errorf(module.Loc().Pos(), "the module is at the level %s, behind the stage %s that was asked for", level, o.Emit)
	}
	p, err := pipeline(module, o)
	if err != nil {
		return nil, err
	}
	if o.Pipeline == "" {
		switch {
		case hasGPUModule(module) && level == NVVM:
		case level == LLVM:
			p = &passes.Pipeline{Anchor: p.Anchor}
		case level > Tile:
			rest, ok := from(p, enters[level])
			if !ok {
				return nil, fmt.Errorf("the pipeline has no pass %s, where a module of the level %s starts", enters[level], level)
			}
			p = rest
		}
	}
	if o.Emit < LLVM {
		p, _ = before(p, leaves[o.Emit])
	}
	return p, nil
}

// DefaultPipeline is the named pipeline that Compile runs, and GPUPipeline the
// one for modules with gpu.modules.
const (
	DefaultPipeline = "tile-to-llvm"
	GPUPipeline     = "gpu-kernels-to-llvm"
)

// OptionsSource is the file name in positions of errors in PipelineOptions.
const OptionsSource = "options"

func pipeline(module *ir.Operation, o CompileOptions) (*passes.Pipeline, error) {
	if o.Pipeline != "" {
		return o.Registry.Parse(o.Pipeline)
	}
	name := DefaultPipeline
	if hasGPUModule(module) {
		name = GPUPipeline
	}
	p := &passes.Pipeline{Anchor: "builtin.module"}
	if err := o.Registry.AddImplicit(p, name, o.PipelineOptions, OptionsSource); err != nil {
		return nil, err
	}
	return p, o.Registry.Check(p)
}

// verifyEnd verifies what the passes made, whose faults are bugs of theirs.
func verifyEnd(module *ir.Operation) error {
	if err := ir.Verify(module); err != nil {
		return &passes.InternalError{Pass: DefaultPipeline, Op: module.Path(), Verify: err}
	}
	return nil
}

// lower runs the pipeline.
func (r *Result) lower(ctx context.Context, p *passes.Pipeline, o Options) error {
	cfg := o.Config
	cfg.Verify = !o.Unverified
	var mu sync.Mutex
	seen := make(map[string]bool)
	cfg.Diag = func(d *diag.Diagnostic) {
		mu.Lock()
		defer mu.Unlock()
		if key := d.Error(); !seen[key] {
			seen[key] = true
			r.Remarks = append(r.Remarks, d)
			if o.Diag != nil {
				o.Diag(d)
			}
		}
	}
	return once(p.Run(ctx, r.Module, cfg))
}

// once drops diagnostics that repeat.
func once(err error) error {
	var list diag.List
	if !errors.As(err, &list) {
		return err
	}
	seen := make(map[string]bool)
	var out diag.List
	for _, d := range list {
		if key := d.Error(); !seen[key] {
			seen[key] = true
			out = append(out, d)
		}
	}
	return out
}

// formOf is what the target makes for a stage behind LLVM.
var formOf = map[Stage]targets.Form{LLVMIR: targets.LLVMIR, PTX: targets.Assembly, Cubin: targets.Binary}

// generate calls the target.
func (r *Result) generate(ctx context.Context, o CompileOptions) error {
	out, err := o.Target.Compile(ctx, r.Module, o.Code)
	if out != nil {
		r.LLVMIR, r.PTX, r.Cubin = out.LLVMIR, out.Assembly, out.Binary
		r.Assembled, r.Usage, r.Messages = out.Assembled, out.Usage, out.Messages
		for _, s := range out.Steps {
			r.Timings = append(r.Timings, Timing{s.Name, s.Time})
		}
	}
	return err
}
