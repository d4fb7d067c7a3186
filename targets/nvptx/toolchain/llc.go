package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// LLC is LLVM's code generator, version 22 or newer.
type LLC struct {
	*tool

	mu      sync.Mutex
	waiting []*waiting // started before their input was there
}

// FindLLC finds llc; its version is checked when it is first used.
func FindLLC(e Env) (*LLC, error) {
	t, err := newTool(e, llcProgram)
	if err != nil {
		return nil, err
	}
	return &LLC{tool: t}, nil
}

// CompileOptions says what llc compiles for.
type CompileOptions struct {
	// CPU is the processor; empty is sm_90a.
	CPU string
	// PTX is the PTX version to print, 80 for 8.0, which is also what 0 means.
	PTX int
	// Opt is the level; empty is -O3. Never use -O0: it copies accumulators, and
	// ptxas then serializes every wgmma.
	Opt string
	// Flags are further options of llc, such as -nvptx-short-ptr.
	Flags []string
}

// Compiled is llc's result.
type Compiled struct {
	// PTX is the whole text.
	PTX []byte
	// Warnings is what llc wrote to its error stream, normally nothing.
	Warnings string
}

// UnknownIntrinsicError says that PTX calls functions named llvm.*: llc did not
// know an intrinsic and made it an external function. It is a bug of whoever
// made the LLVM IR, never of a user's program.
type UnknownIntrinsicError struct {
	// Names are the intrinsics, in order of appearance.
	Names []string
}

// Error names the intrinsics.
func (e *UnknownIntrinsicError) Error() string {
	return "llc does not know " + strings.Join(e.Names, ", ") + " and left external calls in the PTX"
}

// Compile turns LLVM IR text into PTX. A [ToolError] means that llc refused the
// text; since the text is a compiler's, that is a bug of the compiler.
func (l *LLC) Compile(ctx context.Context, ir []byte, o CompileOptions) (Compiled, error) {
	out, err := l.CompileAll(ctx, [][]byte{ir}, o)
	if err != nil {
		return Compiled{}, err
	}
	return out[0], nil
}

// CompileAll is Compile for several modules, each in a process of its own, all
// at once. The error is that of the first module that has one.
func (l *LLC) CompileAll(ctx context.Context, irs [][]byte, o CompileOptions) ([]Compiled, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// Starting llc costs more than most kernels take to compile, so the question
	// for its version runs beside it.
	asked := make(chan error, 1)
	go func() {
		_, err := l.Version(ctx)
		asked <- err
	}()
	type result struct {
		out Compiled
		err error
	}
	results := make([]chan result, len(irs))
	for i, ir := range irs {
		c := make(chan result, 1)
		results[i] = c
		go func() {
			out, err := l.compile(ctx, ir, o)
			c <- result{out, err}
		}()
	}
	outs := make([]Compiled, len(irs))
	var failed error
	for i, c := range results {
		r := <-c
		outs[i] = r.out
		if failed == nil && r.err != nil {
			failed = r.err
		}
	}
	if err := <-asked; err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, failed
	}
	return outs, nil
}

func (l *LLC) compile(ctx context.Context, ir []byte, o CompileOptions) (Compiled, error) {
	out, err := l.runOn(ctx, bytes.NewReader(ir), o.args())
	if err != nil {
		return Compiled{}, err
	}
	if err := CheckExternals(out.stdout); err != nil {
		return Compiled{}, err
	}
	return Compiled{PTX: out.stdout, Warnings: string(out.stderr)}, nil
}

func (o CompileOptions) args() []string {
	cpu, ptx, opt := o.CPU, o.PTX, o.Opt
	if cpu == "" {
		cpu = "sm_90a"
	}
	if ptx == 0 {
		ptx = 80
	}
	if opt == "" {
		opt = "-O3"
	}
	args := []string{opt, "-march=nvptx64", "-mcpu=" + cpu, fmt.Sprintf("-mattr=+ptx%d", ptx), "-o", "-"}
	if !slices.ContainsFunc(o.Flags, func(f string) bool { return strings.Contains(f, "disable-lsr") }) {
		// Loop strength reduction rewrites addresses for machines with few address
		// modes. On kernels it changes next to nothing and takes a quarter of llc's time.
		args = append(args, "-disable-lsr")
	}
	return append(args, o.Flags...)
}

// CheckExternals returns an [UnknownIntrinsicError] when PTX declares external
// functions whose names begin with llvm.
func CheckExternals(ptx []byte) error {
	var names []string
	for line := range bytes.Lines(ptx) {
		rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte(".extern .func "))
		if !ok {
			continue
		}
		// Between .func and the name there may be the result in parentheses.
		if after, ok := bytes.CutPrefix(bytes.TrimSpace(rest), []byte("(")); ok {
			_, rest, _ = bytes.Cut(after, []byte(")"))
		}
		name := string(bytes.TrimRight(bytes.TrimSpace(rest), "();\r\n\t "))
		if strings.HasPrefix(name, "llvm.") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if names != nil {
		return &UnknownIntrinsicError{names}
	}
	return nil
}

// RefusesFlags reports whether err says that llc did not take its command line, so that
// the IR was not looked at: an option that it does not have, or a value of one.
func RefusesFlags(err error) bool {
	te, ok := errors.AsType[*ToolError](err)
	if !ok || te.Tool != llcProgram.name {
		return false
	}
	// LLVM's CommandLine library writes these; there is no exit code of its own.
	for _, said := range []string{"Unknown command line argument", ": for the -", "Too many positional arguments", "invalid optimization level"} {
		if strings.Contains(te.Output, said) {
			return true
		}
	}
	return false
}

// IsBug reports whether an error of this package blames the compiler that made
// the input rather than the user or the machine: llc refused the IR, or did not
// know an intrinsic.
func IsBug(err error) bool {
	if _, ok := errors.AsType[*UnknownIntrinsicError](err); ok {
		return true
	}
	te, ok := errors.AsType[*ToolError](err)
	return ok && te.Tool == llcProgram.name
}
