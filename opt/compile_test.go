package opt_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	dialects "github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

func kernel(t testing.TB, name string) *ir.Operation {
	t.Helper()
	path := filepath.Join("..", "testdata", "kernels", name+".mlir")
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := opt.Parse(opt.NewContext(dialects.Dialects()...), path, src)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func options(emit opt.Stage) opt.CompileOptions {
	return opt.CompileOptions{Registry: allpasses.Registry(), Target: nvptx.Target(toolchain.Env{}), Emit: emit, Code: targets.Options{Assemble: targets.Off}}
}

// TestStages stops at every level, reads the text back and goes on from there: the
// PTX must be what it is in one go.
func TestStages(t *testing.T) {
	t.Parallel()
	whole, err := opt.Compile(t.Context(), kernel(t, "matmul"), options(opt.PTX))
	if err != nil {
		t.Fatal(err)
	}
	for _, stage := range []opt.Stage{opt.Async, opt.NVVM, opt.LLVM} {
		r, err := opt.Compile(t.Context(), kernel(t, "matmul"), options(stage))
		if err != nil {
			t.Fatal(err)
		}
		text, err := opt.Print(r.Module, opt.PrintOptions{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := opt.Parse(opt.NewContext(dialects.Dialects()...), "saved.mlir", text)
		if err != nil {
			t.Fatal(err)
		}
		if level, err := opt.LevelOf(m); level != stage || err != nil {
			t.Errorf("the module saved at %s is at %s (%v)", stage, level, err)
		}
		rest, err := opt.Compile(t.Context(), m, options(opt.PTX))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(rest.PTX, whole.PTX) {
			t.Errorf("the PTX by way of %s differs:\n%s", stage, cmp.Diff(string(whole.PTX), string(rest.PTX)))
		}
		if d := cmp.Diff(len(whole.Kernels[0].Entries), len(rest.Kernels[0].Entries)); d != "" {
			t.Errorf("entries by way of %s: %s", stage, d)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	t.Parallel()
	with := func(stage opt.Stage, change func(*opt.CompileOptions)) opt.CompileOptions {
		o := options(stage)
		change(&o)
		return o
	}
	for _, tt := range []struct {
		name string
		o    opt.CompileOptions
		want string
	}{
		{"no target", with(opt.PTX, func(o *opt.CompileOptions) { o.Target = nil }), "no target to make ptx with"},
		{"pipeline", with(opt.PTX, func(o *opt.CompileOptions) { o.Pipeline = "builtin.module(cs)" }), "pass-pipeline:1:16: error: 'cs' does not refer to a registered pass or pass pipeline; did you mean 'cse'?"},
		{"options", with(opt.PTX, func(o *opt.CompileOptions) { o.PipelineOptions = "stages=x" }), "options:1:8: error: option 'stages' expected an integer, found 'x'"},
		{"too little lowered", with(opt.LLVMIR, func(o *opt.CompileOptions) { o.Pipeline = "builtin.module(cse)" }), "../testdata/kernels/matmul.mlir:5:1: error: 'func.func' op has no translation to LLVM IR for NVPTX"},
		{"registers", with(opt.LLVM, func(o *opt.CompileOptions) { o.PipelineOptions = "consumer-registers=240" }), "../testdata/kernels/matmul.mlir:5:1: error: 'tasync.warp_specialize' op roles set 40 + 2 x 240 = 520 registers over the warp groups, but the pool holds 504 (3 warp groups x 168 at launch): give a role fewer, or 0 to have them computed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := opt.Compile(t.Context(), kernel(t, "matmul"), tt.o)
			if err == nil {
				t.Fatal("no error")
			}
			if d := cmp.Diff(tt.want, err.Error()); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestCompileBehind(t *testing.T) {
	t.Parallel()
	m := kernel(t, "matmul")
	if _, err := opt.Compile(t.Context(), m, options(opt.NVVM)); err != nil {
		t.Fatal(err)
	}
	_, err := opt.Compile(t.Context(), m, options(opt.Async))
	if err == nil || !strings.Contains(err.Error(), "the module is at the level nvvm, behind the stage async that was asked for") {
		t.Errorf("error %v", err)
	}
}

func TestCompileCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := opt.Compile(ctx, kernel(t, "matmul"), options(opt.PTX)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestRemarks finds each remark once, in the result and at the handler: where two
// entries are compiled, that on each, which it names.
func TestRemarks(t *testing.T) {
	t.Parallel()
	o := options(opt.LLVM)
	var heard diag.List
	o.Run.Diag = func(d *diag.Diagnostic) { heard = append(heard, d) }
	r, err := opt.Compile(t.Context(), kernel(t, "matmul"), o)
	if err != nil {
		t.Fatal(err)
	}
	var entries []string
	for _, d := range r.Remarks {
		if strings.HasPrefix(d.Msg, "registers: ") {
			entries = append(entries, d.Msg[strings.LastIndex(d.Msg, "("):])
		}
	}
	if d := cmp.Diff([]string{"(in @matmul)", "(in @matmul_direct)"}, entries); d != "" || len(heard) != len(r.Remarks) {
		t.Errorf("remarks on registers (-want +got):\n%s%d remarks, %d heard", d, len(r.Remarks), len(heard))
	}
}

func TestParseStage(t *testing.T) {
	t.Parallel()
	for i, n := range opt.StageNames() {
		if s, err := opt.ParseStage(n); err != nil || s != opt.Stage(i) || s.String() != n {
			t.Errorf("ParseStage(%q) = %v, %v", n, s, err)
		}
	}
	if _, err := opt.ParseStage("sass"); err == nil {
		t.Error("sass is no stage")
	}
}

// TestNothingGiven leaves out what is needed: an error, and no panic.
func TestNothingGiven(t *testing.T) {
	t.Parallel()
	const noRegistry, nothing = "no registry of passes: expected CompileOptions.Registry, such as that of package passes/all", "expected a module and a registry of passes, found nil"
	for _, c := range []struct {
		module *ir.Operation
		o      opt.CompileOptions
		want   string
	}{
		{kernel(t, "matmul"), opt.CompileOptions{}, noRegistry},
		{nil, options(opt.PTX), "no module to compile"},
		{kernel(t, "matmul"), opt.CompileOptions{Registry: allpasses.Registry(), Emit: opt.PTX}, "no target to make ptx with"},
	} {
		if _, err := opt.Compile(t.Context(), c.module, c.o); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	if err := opt.RunPipeline(t.Context(), kernel(t, "matmul"), nil, "builtin.module(cse)", opt.Options{}); err == nil || err.Error() != nothing {
		t.Errorf("error %v, want %s", err, nothing)
	}
}
