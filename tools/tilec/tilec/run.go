package tilec

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/sim"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// The places where kernels run.
const (
	onInterp = "interp"
	onSim    = "sim"
	onGPU    = "gpu"
)

// The checks of results.
const (
	checkNone   = "none"
	checkInterp = "interp" // the interpreter, which rounds as the kernel says
	checkRef    = "ref"    // the interpreter in float64, whose results are not rounded
)

// runFlags are those of tilec run.
type runFlags struct {
	compileFlags
	problemFlags
	on, level, kernel, reference, recordDir string
	checks                                  []string
	schedules                               int
	timeLimit                               float64
	seeds                                   []uint
}

func (t *tool) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "run a kernel on the interpreter, the simulator or a GPU and check what it computes",
		Long: `Runs a kernel and compares its outputs. A module of the tile level is interpreted
(--on=interp, never compiled), or compiled and run on the simulator or, by tilec-gpu, on a
GPU; one of a lower level runs as it stands, and is compared with the tile-level kernel in
--reference. Checks are interp (the interpreter, rounding as the kernel says), ref (the
same in float64, without rounding) and none.`,
		Example: `  tilec run testdata/kernels/matmul.mlir --on=sim --size A=300x200,B=264x200,C=300x264 --seed 1
  tilec run saved.mlir --on=sim --reference=testdata/kernels/matmul.mlir --size A=64x64,B=256x64,C=64x256`,
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error { return t.run(c.Context(), &f, args[0]) },
	}
	s := c.Flags()
	s.SortFlags = false
	s.StringVar(&f.on, "on", onSim, "where to run: interp, sim or gpu")
	f.problemFlags.define(s)
	s.StringSliceVar(&f.checks, "check", nil, "what to compare with: interp, ref or none (default all that there is)")
	s.StringVar(&f.reference, "reference", "", "file with the tile-level kernel that a lower-level one is compared with")
	s.StringVar(&f.kernel, "kernel", "", "kernel to run (default the only one)")
	s.StringVar(&f.level, "level", "llvm", "level that a tile-level kernel is compiled to for the simulator: tile, async, nvvm or llvm")
	s.IntVar(&f.schedules, "schedules", 1, "schedules that the simulator tries")
	s.UintSliceVar(&f.seeds, perturbOption, nil, "seeds of delays at synchronising operations (--on=gpu: one launch for each), as 1,2,3; 0 delays nothing")
	s.Float64Var(&f.timeLimit, "time-limit", 20, "seconds that a launch on the GPU may take")
	s.StringVar(&f.recordDir, "record", "", "folder to which the launches are added instead of being run, for tilec-gpu run --jobs=FOLDER/jobs.jsonl on a machine with a GPU (--on=gpu)")
	f.compileFlags.define(s)
	return c
}

// running is one call of tilec run.
type running struct {
	*tool
	f     *runFlags
	m     *ir.Operation
	level opt.Stage
	p     *problem
	// oracle is the tile-level kernel to compare with, nil when there is none.
	oracle *ir.Operation
	checks []string
}

func (t *tool) run(ctx context.Context, f *runFlags, path string) error {
	r := &running{tool: t, f: f}
	if !slices.Contains([]string{onInterp, onSim, onGPU}, f.on) {
		return fmt.Errorf("invalid value '%s' for --on: expected interp, sim or gpu", f.on)
	}
	if f.schedules < 1 {
		return fmt.Errorf("invalid value '%d' for --schedules: expected at least 1", f.schedules)
	}
	if !(f.timeLimit > 0) {
		return fmt.Errorf("invalid value '%v' for --time-limit: expected more than 0 seconds", f.timeLimit)
	}
	if f.recordDir != "" && f.on != onGPU {
		return fmt.Errorf("--record needs --on=gpu: what is recorded are launches on a GPU")
	}
	if err := f.checkSeeds(); err != nil {
		return err
	}
	text, err := cli.ReadInput(path, t.stdin)
	if err != nil {
		return err
	}
	if err := r.load(ctx, cli.InputName(path), text); err != nil {
		return err
	}
	if err := r.chooseChecks(); err != nil {
		return err
	}
	if f.recordDir != "" {
		return r.record(ctx, f.recordDir, path)
	}
	expected, err := r.expected(ctx)
	if err != nil {
		return err
	}
	var out *outcome
	switch f.on {
	case onInterp:
		out, err = r.interpret(ctx)
	case onSim:
		out, err = r.simulate(ctx)
	case onGPU:
		return r.launch(ctx, expected)
	}
	if err != nil {
		return err
	}
	return r.compare(out, expected)
}

// load reads the modules and makes the arguments.
func (r *running) load(ctx context.Context, name string, text []byte) error {
	r.sources.Add(name, text)
	var err error
	if r.m, err = r.parse(name, text); err != nil {
		return err
	}
	if r.level, err = opt.LevelOf(r.m); err != nil {
		return err
	}
	described := r.m
	var oracle *signature
	if r.level == opt.Tile {
		// Compiling changes a module, and the oracle must not be what was compiled.
		if described, err = r.parse(name, text); err != nil {
			return err
		}
		if err := r.bind(ctx, described); err != nil {
			return err
		}
	}
	sig, err := signatureOf(described, r.level, r.f.kernel)
	if err != nil {
		return err
	}
	switch {
	case r.f.on == onInterp && r.level != opt.Tile:
		return fmt.Errorf("the interpreter runs the tile level, and '%s' is at the level %s", name, r.level)
	case r.f.reference != "":
		if oracle, err = r.readReference(ctx, sig); err != nil {
			return err
		}
	case r.level == opt.Tile:
		oracle = sig
	}
	if oracle != nil {
		r.oracle = oracle.fn
	}
	if r.p, err = r.f.problem(sig); err != nil {
		return err
	}
	return r.perturb()
}

// bind gives the parameters of a tile-level module the values of the flags.
func (r *running) bind(ctx context.Context, m *ir.Operation) error {
	words, err := r.f.binding()
	if err != nil || len(words) == 0 {
		return err
	}
	return opt.RunPipeline(ctx, m, r.reg, "builtin.module(func.func(tile-bind{"+strings.Join(words, " ")+"}))", opt.Options{})
}

// readReference reads the tile-level kernel whose arguments must be those of sig.
func (r *running) readReference(ctx context.Context, sig *signature) (*signature, error) {
	m, err := r.read(r.f.reference)
	if err != nil {
		return nil, err
	}
	level, err := opt.LevelOf(m)
	if err != nil {
		return nil, err
	}
	if level != opt.Tile {
		return nil, fmt.Errorf("--reference expects a kernel of the tile level, and '%s' is at the level %s", r.f.reference, level)
	}
	if err := r.bind(ctx, m); err != nil {
		return nil, err
	}
	ref, err := signatureOf(m, level, "")
	if err != nil {
		if ref, err = signatureOf(m, level, sig.kernel); err != nil {
			return nil, err
		}
	}
	same := slices.EqualFunc(ref.args, sig.required(), func(a, b argument) bool { return a.Arg == b.Arg })
	if !same {
		return nil, fmt.Errorf("the kernel '%s' in --reference does not have the arguments of '%s': names, types, ranks and outputs must agree", ref.kernel, sig.kernel)
	}
	return ref, nil
}

// chooseChecks fills in the default checks.
func (r *running) chooseChecks() error {
	for _, c := range r.f.checks {
		switch {
		case !slices.Contains([]string{checkNone, checkInterp, checkRef}, c):
			return fmt.Errorf("invalid value '%s' for --check: expected interp, ref or none", c)
		case c == checkNone && len(r.f.checks) > 1:
			return fmt.Errorf("--check=none goes with no other check")
		case c != checkNone && r.oracle == nil:
			return fmt.Errorf("--check=%s needs the tile-level kernel to compare with: give it with --reference=FILE", c)
		case c != checkNone:
			r.checks = append(r.checks, c)
		}
	}
	if r.f.checks == nil && r.oracle != nil {
		r.checks = []string{checkInterp, checkRef}
		if r.f.on == onInterp {
			r.checks = []string{checkRef}
		}
	}
	return nil
}

// expectation is what a check expects of each output, by argument, in row-major order.
type expectation struct {
	check  string
	values map[int][]float64
	// noise is the relative error that sums may add to the rounding of results.
	noise float64
}

// expected runs the oracle for each check.
func (r *running) expected(ctx context.Context) ([]expectation, error) {
	var out []expectation
	for _, check := range r.checks {
		mode := interp.Exact
		if check == checkRef {
			mode = interp.Float64
		}
		var sums interp.Sums
		values, err := interp.Outputs(ctx, r.oracle, r.p.args[:len(r.p.sig.required())], r.p.sig.outputs(), interp.Options{Mode: mode, Sums: &sums})
		if err != nil {
			return nil, err
		}
		out = append(out, expectation{check: check, values: values, noise: r.f.noise(sums)})
	}
	return out, nil
}

// outcome is what a kernel did.
type outcome struct {
	// title says where and how it ran.
	title string
	args  []hostdata.Arg
	// failed is set when the run broke a rule; what was said already.
	failed bool
}

// interpret runs the tile-level kernel.
func (r *running) interpret(ctx context.Context) (*outcome, error) {
	args := r.p.clone()
	grid, err := interp.Grid(ctx, r.oracle, args, interp.Options{})
	if err != nil {
		return nil, err
	}
	title := fmt.Sprintf("kernel %s on the interpreter: grid %s", r.p.sig.kernel, extents(grid))
	return &outcome{title: title, args: args}, interp.Run(ctx, r.oracle, args, interp.Options{})
}

// simulate runs the module on the simulator, a tile-level one after compiling it.
func (r *running) simulate(ctx context.Context) (*outcome, error) {
	rep, args, err := r.simulated(ctx, sim.Options{Seed: r.f.seed, Schedules: r.f.schedules})
	if err != nil {
		return nil, err
	}
	out := &outcome{args: args, failed: rep.Err() != nil}
	schedules := "1 schedule"
	if n := len(rep.Schedules); n != 1 {
		schedules = fmt.Sprintf("%d schedules", n)
	}
	// At the tile level a block is no threads yet.
	block := ""
	if n := rep.Block[0] * rep.Block[1] * rep.Block[2]; n > 0 {
		block = fmt.Sprintf("%d threads, %d bytes of shared memory, ", n, rep.SharedBytes)
	}
	out.title = fmt.Sprintf("kernel %s on the simulator: entry %s, grid %s, %s%s", r.p.sig.kernel, rep.Entry, extents(rep.Grid[:]), block, schedules) + r.f.sums()
	return out, nil
}

// simulated compiles a tile-level module to the level asked for and runs it. Warnings and faults are printed.
func (r *running) simulated(ctx context.Context, opts sim.Options) (*sim.Report, []hostdata.Arg, error) {
	if r.level == opt.Tile {
		level, err := opt.ParseStage(r.f.level)
		if err != nil || level > opt.LLVM {
			return nil, nil, fmt.Errorf("invalid value '%s' for --level: expected tile, async, nvvm or llvm", r.f.level)
		}
		if _, err := r.compile(ctx, r.m, &r.f.compileFlags, level); err != nil {
			return nil, nil, err
		}
	}
	args := r.seeded(r.p.clone())
	rep, err := sim.Run(ctx, r.m, r.p.sig.kernel, args, opts)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range append(rep.WarningDiagnostics(), rep.Diagnostics()...) {
		r.report.Report(d)
	}
	return rep, args, nil
}

// extents prints 3x2x1, without ones at the end.
func extents[N int | int64](grid []N) string {
	for len(grid) > 1 && grid[len(grid)-1] == 1 {
		grid = grid[:len(grid)-1]
	}
	if len(grid) == 0 {
		return "1"
	}
	text := make([]string, len(grid))
	for i, n := range grid {
		text[i] = fmt.Sprint(n)
	}
	return strings.Join(text, "x")
}
