package tilec

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/sim"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// TestEveryStepRuns runs the module after each pass of tile-to-llvm, read back from its
// text, on the simulator and compares it with the interpreter. Problems are ragged, with
// rows that TMA can store and without.
func TestEveryStepRuns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kernel, options string
		sizes           []string
		scalars, fills  []string
	}{
		{kernel: "matmul", options: "stages=2 consumers=1 BM=64 BN=128", sizes: []string{"A=70x136", "B=136x136", "C=70x136"}},
		{kernel: "matmul", options: "stages=3 consumers=0 warp-groups=2 prefetch=1 mma-in-flight=1 BN=64", sizes: []string{"A=70x200", "B=72x200", "C=70x72"}},
		{kernel: "matmul_bf16", options: "stages=4 consumers=2 BN=64", sizes: []string{"A=130x72", "B=72x72", "C=130x72"}},
		{kernel: "relu_bias_matmul", options: "stages=4 consumers=2", sizes: []string{"A=70x72", "B=136x72", "bias=136", "C=70x136"}},
		{kernel: "two_dots", options: "stages=4 consumers=2", sizes: []string{"A=70x72", "B=136x72", "E=136x72", "C=70x136", "D=70x136"}},
		{kernel: "guarded_dot", options: "stages=4 consumers=2", sizes: []string{"A=70x72", "B=136x72", "mask=2", "C=70x136"}, fills: []string{"mask=one"}},
		{kernel: "copy", options: "stages=4 consumers=2", sizes: []string{"A=70x50", "B=70x50"}},
		{kernel: "gelu_bias", options: "stages=4 consumers=2", sizes: []string{"A=70x56", "bias=56", "R=70x56", "C=70x56"}, scalars: []string{"scale=0.5"}},
		{kernel: "rowsum", options: "stages=4 consumers=2", sizes: []string{"A=70x200", "S=70"}},
		{kernel: "softmax", options: "stages=4 consumers=2", sizes: []string{"A=33x200", "B=33x200"}},
	} {
		t.Run(tt.kernel+"/"+tt.options, func(t *testing.T) {
			t.Parallel()
			s := newSteps(t, tt.kernel)
			s.f.sizes, s.f.scalars, s.f.fills, s.f.seed = tt.sizes, tt.scalars, tt.fills, 7
			s.run(tt.options)
		})
	}
}

// steps is one kernel on its way down.
type steps struct {
	running
	t    *testing.T
	text []byte
	want []expectation
}

func newSteps(t *testing.T, kernel string) *steps {
	text, err := os.ReadFile("../../../testdata/kernels/" + kernel + ".mlir")
	if err != nil {
		t.Fatal(err)
	}
	tl := &tool{reg: all.Registry(), stdin: strings.NewReader(""), stdout: io.Discard, sources: &diag.Sources{}}
	tl.report = &cli.Reporter{W: io.Discard, Sources: tl.sources, Remarks: "none"}
	f := &runFlags{on: onSim}
	f.compileFlags.define(pflag.NewFlagSet("run", pflag.ContinueOnError))
	return &steps{running: running{tool: tl, f: f}, t: t, text: text}
}

func (s *steps) run(options string) {
	t, ctx := s.t, s.t.Context()
	if err := s.load(ctx, "kernel.mlir", s.text); err != nil {
		t.Fatal(err)
	}
	s.checks = []string{checkInterp}
	var err error
	if s.want, err = s.expected(ctx); err != nil {
		t.Fatal(err)
	}
	p, err := s.reg.Parse("builtin.module(tile-to-llvm{" + options + "})")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range oneByOne(p) {
		m, err := s.parse("kernel.mlir", s.text)
		if err != nil {
			t.Fatalf("before %s: %v", step, err)
		}
		if err := opt.RunPipeline(ctx, m, s.reg, step, opt.Options{}); err != nil {
			t.Fatalf("%s: %v", step, err)
		}
		text, err := opt.Print(m, opt.PrintOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != string(s.text) {
			s.text = text
			s.simulate(step)
		}
	}
}

// simulate runs the text as it stands.
func (s *steps) simulate(step string) {
	s.t.Helper()
	m, err := s.parse("kernel.mlir", s.text)
	if err != nil {
		s.t.Fatalf("after %s: %v", step, err)
	}
	args := s.p.clone()
	rep, err := sim.Run(s.t.Context(), m, s.p.sig.kernel, args, sim.Options{Seed: 3})
	if err == nil {
		err = rep.Err()
	}
	if err != nil {
		s.t.Fatalf("after %s: %v", step, err)
	}
	var said strings.Builder
	s.report.W = &said
	if err := s.compare(&outcome{args: args}, s.want); err != nil {
		s.t.Fatalf("after %s: %s", step, said.String())
	}
}

// oneByOne lists a pipeline as pipelines of one pass.
func oneByOne(p *passes.Pipeline) []string {
	var out []string
	for _, s := range p.Steps {
		if s.Nested == nil {
			out = append(out, (&passes.Pipeline{Anchor: p.Anchor, Steps: []passes.Step{s}}).String())
			continue
		}
		for _, inner := range oneByOne(s.Nested) {
			out = append(out, p.Anchor+"("+inner+")")
		}
	}
	return out
}
