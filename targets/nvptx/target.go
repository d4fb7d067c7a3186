package nvptx

import (
	"context"
	"errors"
	"time"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets"
	"github.com/tile-opt/tile-opt/targets/nvptx/sass"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

// target is the interface to this package that embedders use.
type target struct {
	env toolchain.Env
	// llc is what Start has found, nil before.
	llc *toolchain.LLC
}

// Target returns the target for sm_90a; env is where llc and ptxas are looked for,
// the zero value being the process's environment.
func Target(env toolchain.Env) targets.Target { return target{env: env} }

// expected is how many entries a kernel has at most, each compiled by an llc of
// its own.
const expected = 2

// Start starts llc for what the passes are going to make: that takes as long as
// they do. What goes wrong is said by Compile.
func (t target) Start(ctx context.Context, o targets.Options) (targets.Target, func()) {
	if o.Form == targets.LLVMIR {
		return t, func() {}
	}
	llc, err := toolchain.FindLLC(t.env)
	if err != nil {
		return t, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := llc.Expect(ctx, expected, toolchain.CompileOptions{Flags: o.BackendFlags, PTX: basePTX})
	t.llc = llc
	return t, func() { cancel(); stop() }
}

// Name returns nvptx.
func (target) Name() string { return "nvptx" }

// Compile makes LLVM IR, PTX and a cubin; see [Compile] for the errors.
func (t target) Compile(ctx context.Context, module *ir.Operation, o targets.Options) (*targets.Code, error) {
	r := &Result{}
	if o.Form == targets.LLVMIR {
		err := r.translate(module, Options{})
		return r.code(), err
	}
	cubin, err := t.assembles(o)
	if err != nil {
		return nil, err
	}
	r, err = Compile(ctx, module, Options{
		Env: t.env, Program: t.llc, Cubin: cubin,
		LLC:   toolchain.CompileOptions{Flags: o.BackendFlags},
		Ptxas: toolchain.AssembleOptions{Allow: o.Allow, Flags: o.AssemblerFlags},
	})
	code := r.code()
	if o.Parts && len(code.Binary) > 0 && err == nil {
		err = t.parts(ctx, code)
	}
	if o.Form != targets.Binary {
		code.Binary = nil
	}
	return code, err
}

// parts notes which registers the parts of each kernel name. A missing disassembler
// leaves them out.
func (t target) parts(ctx context.Context, code *targets.Code) error {
	n, err := toolchain.FindNvdisasm(t.env)
	if missing, ok := errors.AsType[*toolchain.NotFoundError](err); ok && missing.Value == "" {
		return nil
	}
	if err != nil {
		return err
	}
	start := time.Now()
	text, err := n.Disassemble(ctx, code.Binary)
	if err != nil {
		return err
	}
	code.Steps = append(code.Steps, targets.Step{Name: "nvdisasm", Time: time.Since(start)})
	for _, k := range sass.Read(text) {
		for i := range code.Usage {
			if u := &code.Usage[i]; u.Entry && u.Function == k.Name {
				for _, p := range k.Parts {
					u.Parts = append(u.Parts, targets.Part{Set: p.Set, Used: p.Used})
				}
			}
		}
	}
	return nil
}

// assembles decides whether ptxas runs.
func (t target) assembles(o targets.Options) (bool, error) {
	if o.Form == targets.Binary {
		return true, nil
	}
	if o.Assemble != targets.Auto {
		return o.Assemble == targets.On, nil
	}
	_, err := toolchain.FindPtxas(t.env)
	if missing, ok := errors.AsType[*toolchain.NotFoundError](err); ok && missing.Value == "" {
		return false, nil
	}
	return err == nil, err
}

// code returns the result in the terms of the interface.
func (r *Result) code() *targets.Code {
	c := &targets.Code{LLVMIR: r.LLVMIR, Assembly: r.PTX, Entries: r.Kernels}
	if r.Warnings != "" {
		c.Messages = append(c.Messages, r.Warnings)
	}
	for _, s := range []targets.Step{{Name: "translate", Time: r.Timings.Translate}, {Name: "llc", Time: r.Timings.LLC}, {Name: "ptxas", Time: r.Timings.Ptxas}} {
		if s.Time > 0 {
			c.Steps = append(c.Steps, s)
		}
	}
	if r.Assembly == nil {
		return c
	}
	c.Assembled, c.Binary = true, r.Assembly.Cubin
	for _, m := range r.Assembly.Messages {
		c.Messages = append(c.Messages, "ptxas: "+m.String())
	}
	for _, u := range r.Assembly.Usage {
		c.Usage = append(c.Usage, targets.Usage{
			Function: u.Function, Entry: u.Entry, Registers: u.Registers, Barriers: u.Barriers,
			SpillStores: u.SpillStores, SpillLoads: u.SpillLoads, Stack: u.Stack, Shared: u.Shared,
		})
	}
	return c
}
