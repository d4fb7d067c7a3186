package nvptx

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

// Options says how far and how to compile.
type Options struct {
	// Env is where the programs are looked for; the zero value is the process's
	// environment.
	Env toolchain.Env
	// Program is the llc to run; nil for the one that Env has.
	Program *toolchain.LLC
	// PTX is the PTX version to print at least, 80 for 8.0; 0 is the lowest that
	// the module needs.
	PTX int
	// LLC are further options of llc.
	LLC toolchain.CompileOptions
	// Cubin asks for machine code and ptxas's report too.
	Cubin bool
	// Ptxas says what ptxas assembles for and which faults are allowed.
	Ptxas toolchain.AssembleOptions
}

// Timings is how long each step took.
type Timings struct {
	// Translate is from the module to LLVM IR, LLC to PTX, Ptxas to the cubin.
	Translate, LLC, Ptxas time.Duration
}

// Result is what Compile made. After an error it holds what was made before.
type Result struct {
	// LLVMIR and PTX are texts.
	LLVMIR, PTX []byte
	// PTXVersion is the version of the PTX, 80 for 8.0.
	PTXVersion int
	// Kernels are the names of the entries, in order.
	Kernels []string
	// Warnings is what llc wrote beside the PTX, normally nothing.
	Warnings string
	// Assembly is the cubin and ptxas's report, nil unless asked for.
	Assembly *toolchain.Assembly
	// Timings is how long each step took.
	Timings Timings
}

// Compile turns a module of the llvm and nvvm dialects into PTX, and into
// machine code when asked. When llc refuses the LLVM IR, the compiler that made
// it is at fault, and the error says so; a [toolchain.FaultError] means that
// ptxas made code that is slower than it looks.
func Compile(ctx context.Context, mod *ir.Operation, o Options) (*Result, error) {
	r := &Result{}
	if err := r.translate(mod, o); err != nil {
		return r, err
	}
	if err := r.llc(ctx, o); err != nil {
		return r, err
	}
	if !o.Cubin {
		return r, nil
	}
	ptxas, err := toolchain.FindPtxas(o.Env)
	if err != nil {
		return r, err
	}
	start := time.Now()
	r.Assembly, err = ptxas.Assemble(ctx, r.PTX, o.Ptxas)
	r.Timings.Ptxas = time.Since(start)
	return r, err
}

// translate makes the LLVM IR.
func (r *Result) translate(mod *ir.Operation, o Options) error {
	start := time.Now()
	t, err := Translate(mod)
	r.Timings.Translate = time.Since(start)
	if err != nil {
		return err
	}
	r.LLVMIR, r.Kernels, r.PTXVersion = t.LLVMIR, t.Kernels, max(t.PTX, o.PTX)
	return nil
}

// llc makes the PTX.
func (r *Result) llc(ctx context.Context, o Options) error {
	llc := o.Program
	if llc == nil {
		var err error
		if llc, err = toolchain.FindLLC(o.Env); err != nil {
			return err
		}
	}
	opts := o.LLC
	if opts.PTX == 0 {
		opts.PTX = r.PTXVersion
	}
	start := time.Now()
	texts := splitKernels(r.LLVMIR)
	if texts == nil {
		texts = [][]byte{r.LLVMIR}
	}
	parts, err := llc.CompileAll(ctx, texts, opts)
	r.Timings.LLC = time.Since(start)
	if err != nil {
		if len(opts.Flags) > 0 && toolchain.RefusesFlags(err) {
			return fmt.Errorf("llc refuses the given options (%s): %w", strings.Join(opts.Flags, " "), err)
		}
		if toolchain.IsBug(err) {
			return &BugError{err}
		}
		return err
	}
	out := joinPTX(parts)
	r.PTX, r.Warnings = out.PTX, strings.TrimSpace(out.Warnings)
	return nil
}

// BugError says that the back end refused what the compiler made, which is
// never the user's fault.
type BugError struct{ Err error }

// Error says whose fault it is.
func (e *BugError) Error() string {
	return fmt.Sprintf("internal error of the compiler: %v", e.Err)
}

// Unwrap returns the back end's error.
func (e *BugError) Unwrap() error { return e.Err }

// IsBug reports whether err blames the compiler.
func IsBug(err error) bool {
	_, ok := errors.AsType[*BugError](err)
	return ok
}
