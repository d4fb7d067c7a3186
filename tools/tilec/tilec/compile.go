package tilec

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/pipelines"
	"github.com/tile-opt/tile-opt/targets"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch/job"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

// compileFlags are the options of a compilation. Those that the pipeline has are only
// handed on when they are given, so that the pipeline's defaults hold.
type compileFlags struct {
	flags *pflag.FlagSet

	tile, typ, pipeline string
	params              []string
	ptxas               string
	allow               []string
	llcFlags            []string
	remarks             string
	verify, dump        bool
	// perturb is the option of the pipeline that tilec build and tilec run give each in its own way.
	perturb bool
	// parts asks what the roles use of registers.
	parts bool
}

// handedOn are the flags whose name and value are options of the pipeline.
var handedOn = []string{
	"stages", "prefetch", "mma-in-flight", "war", "peel", "unroll", "empty", "arrive", "barrier-per",
	"consumers", "warp-groups", "producer-warps", "copy", "stage", "accumulate", "threads", "schedule", "store-role", "dim", "pad-warps",
	"producer-registers", "consumer-registers", "min-blocks", "group", "order", "persist", "via", "buffers", "columns", "fallback",
}

// perturbOption is the option of the pipeline that runs nvvm-perturb.
const perturbOption = "perturb"

func (c *compileFlags) define(f *pflag.FlagSet) {
	c.flags = f
	d := pipelines.Defaults()
	f.StringVar(&c.tile, "tile", "", "tile sizes BM, BN and BK, as 128x256x64 (default the kernel's)")
	f.StringVar(&c.typ, "type", "", "element type, as bf16 (default the kernel's)")
	f.StringSliceVar(&c.params, "param", nil, "another parameter of the kernel, as NAME=VALUE")
	f.Int("stages", int(d.Stages), "slots of each ring of buffers, 1 to 8")
	f.Int("consumers", int(d.Consumers), "warp groups that compute beside a loading role; 0 for one role")
	f.Int("warp-groups", int(d.WarpGroups), "warp groups that compute when --consumers=0")
	f.Int("prefetch", int(d.Prefetch), "iterations that loads run ahead; negative counts back from the stages, and -1 leaves the slots of --mma-in-flight out")
	f.Int("mma-in-flight", int(d.MMAInFlight), "iterations whose MMAs stay under way when the next starts; -1 is what stages and prefetch leave")
	f.String("war", d.WAR, "what orders the refill of a slot when --consumers=0: mbarrier or barrier")
	f.String("peel", d.Peel, "what of a loop has copies of its own when --consumers=0: prologue, none, or all (also the last iterations)")
	f.Bool("unroll", d.Unroll, "loops make one turn of their ring at once, so that slots are constants")
	f.String("empty", d.Empty, "how a slot is found free the first time: inverted or pre-armed")
	f.String("arrive", d.Arrive, "who releases a slot: auto, elected, warp or thread")
	f.String("barrier-per", d.BarrierPer, "full barriers: one for a slot or one for each copy")
	f.Int("producer-warps", int(d.ProducerWarps), "warps of the loading role")
	f.String("copy", d.Copy, "how loaded tiles get to shared memory, where it is possible: auto, tma, bulk, cp-async or plain")
	f.String("stage", d.Stage, "which loaded tiles go through shared memory: those that products read, also those of loops, or all")
	f.String("accumulate", d.Accumulate, "type in which products of f16 factors are summed up: f32 or f16")
	f.String("threads", d.Threads, "whether the loading role comes on top of the consumers (added) or is one of them (taken)")
	f.String("schedule", d.Schedule, "whether consumers share each tile (cooperative) or take turns at the tiles (pingpong)")
	f.String("store-role", d.StoreRole, "who copies results out: consumer, own (a role of its own) or producer")
	f.String("dim", d.Dim, "dimension of the block along which the roles lie: x, y or z")
	f.Bool("pad-warps", d.PadWarps, "give a loading role of fewer than 4 warps a whole warp group, so that registers can move")
	f.Int("producer-registers", int(d.ProducerRegisters), "registers a thread of the loading role; 0 computes them")
	f.Int("consumer-registers", int(d.ConsumerRegisters), "registers a thread of the computing roles; 0 computes them")
	f.Int("min-blocks", int(d.MinBlocks), "blocks that a multiprocessor must have registers for, where roles move none")
	f.Int("group", int(d.Group), "tiles that the raster order groups; 1 keeps the grid")
	f.String("order", d.Order, "dimension that is grouped, m or n")
	f.Bool("persist", d.Persist, "one block a multiprocessor, which loops over tiles")
	f.String("via", d.Via, "how results are stored: auto, direct, stmatrix or tma-store")
	f.Int("buffers", int(d.Buffers), "staging buffers of the epilogue")
	f.Int("columns", int(d.Columns), "columns staged at once")
	f.Bool("fallback", d.Fallback, "a second entry, where copies need aligned arguments, for those that are not")
	f.StringVar(&c.pipeline, "pipeline", "", "pipeline that replaces the default, as builtin.module(tile-to-llvm{stages=2})")
	f.StringVar(&c.ptxas, "ptxas", "auto", "check with ptxas: on, off, or auto where it is found")
	f.StringSliceVar(&c.allow, "allow", nil, "fault of ptxas that is no error: a code as C7519, spill, or a part of the message")
	f.StringArrayVar(&c.llcFlags, "llc-flag", nil, "further option of llc")
	f.StringVar(&c.remarks, "remarks", "none", "what passes say: text, json or none")
	f.BoolVar(&c.verify, "verify-each", false, "verify after each pass, and not only behind the last")
	f.BoolVar(&c.dump, "dump-pass-pipeline", false, "print the pipeline that runs on standard error")
}

// sums says, for the title of a run beside whose errors it is read, that products are
// summed up in another type than f32; it is empty where they are not.
func (c *compileFlags) sums() string {
	if t := c.flags.Lookup("accumulate").Value.String(); t != "f32" {
		return ", products summed up in " + t
	}
	return ""
}

// noise is the relative error to be expected of a kernel's sums. An instruction
// that sums up in f16 rounds once for the terms that it adds (PTX ISA, "Asynchronous
// Warpgroup Level Matrix Instructions": matrix shape).
func (c *compileFlags) noise(sums interp.Sums) float64 {
	how := c.sumsIn()
	return sums.Noise(how.Unit, how.Together)
}

// sumsIn is in what products are summed up where that is not what a kernel says.
func (c *compileFlags) sumsIn() job.Sums {
	how := job.Sums{Together: 16}
	if c.flags.Lookup("accumulate").Value.String() == "f16" {
		how.Unit = 0x1p-11
	}
	return how
}

// binding is what the flags say about the kernel's parameters, as options of tile-bind.
func (c *compileFlags) binding() ([]string, error) {
	var out []string
	given := make(map[string]string) // the flag that gives a parameter
	if c.tile != "" {
		sizes := strings.Split(c.tile, "x")
		if len(sizes) != 3 || slices.ContainsFunc(sizes, func(s string) bool { n, err := strconv.Atoi(s); return err != nil || n < 1 }) {
			return nil, fmt.Errorf("invalid value '%s' for --tile: expected three sizes of 1 or more, as 128x256x64", c.tile)
		}
		out = append(out, "BM="+sizes[0], "BN="+sizes[1], "BK="+sizes[2])
		given["BM"], given["BN"], given["BK"] = "--tile", "--tile", "--tile"
	}
	if c.typ != "" {
		out = append(out, "type="+c.typ)
		given["type"] = "--type"
	}
	for _, p := range c.params {
		name, _, ok := strings.Cut(p, "=")
		if !ok || name == "" || strings.ContainsAny(p, " \t\n{}") {
			return nil, fmt.Errorf("invalid value '%s' for --param: expected NAME=VALUE", p)
		}
		if slices.Contains(handedOn, name) || name == perturbOption {
			return nil, fmt.Errorf("invalid value '%s' for --param: '%s' is the option --%s and no parameter", p, name, name)
		}
		switch before := given[name]; before {
		case "":
			given[name] = "--param"
		case "--param":
			return nil, fmt.Errorf("--param gives '%s' twice: expected one value for each parameter", name)
		default:
			return nil, fmt.Errorf("both %s and --param give '%s': expected one value for each parameter", before, name)
		}
		out = append(out, p)
	}
	return out, nil
}

// options makes the options of a compilation that stops at a stage.
func (c *compileFlags) options(t *tool, emit opt.Stage) (opt.CompileOptions, error) {
	o := opt.CompileOptions{
		Registry: t.reg, Target: nvptx.Target(toolchain.Env{}), Emit: emit, Pipeline: c.pipeline,
		Code: targets.Options{Allow: c.allow, BackendFlags: c.llcFlags},
	}
	o.Code.Parts = c.parts
	o.Run.Unverified = !c.verify
	o.Run.Diag = t.report.Report
	switch c.remarks {
	case "text", "json", "none":
		t.report.Remarks = c.remarks
	default:
		return o, fmt.Errorf("invalid value '%s' for --remarks: expected text, json or none", c.remarks)
	}
	switches := map[string]targets.Switch{"auto": targets.Auto, "on": targets.On, "off": targets.Off}
	s, ok := switches[c.ptxas]
	if !ok {
		return o, fmt.Errorf("invalid value '%s' for --ptxas: expected on, off or auto", c.ptxas)
	}
	o.Code.Assemble = s
	words, err := c.binding()
	if err != nil {
		return o, err
	}
	for _, name := range handedOn {
		if f := c.flags.Lookup(name); f.Changed {
			words = append(words, name+"="+f.Value.String())
		}
	}
	if c.perturb {
		words = append(words, perturbOption+"=true")
	}
	o.PipelineOptions = strings.Join(words, " ")
	if o.Pipeline != "" && o.PipelineOptions != "" {
		return o, fmt.Errorf("--pipeline cannot be used with options of the default pipeline: %s", o.PipelineOptions)
	}
	return o, nil
}

// compile takes a module to a stage.
func (t *tool) compile(ctx context.Context, m *ir.Operation, c *compileFlags, emit opt.Stage) (*opt.Result, error) {
	o, err := c.options(t, emit)
	if err != nil {
		return nil, err
	}
	t.sources.Add(passes.PipelineSource, []byte(o.Pipeline))
	p, err := opt.Plan(m, o)
	if err != nil {
		return nil, flagError(err, o.PipelineOptions)
	}
	if err := t.effective(m, o); err != nil {
		return nil, err
	}
	if c.dump {
		fmt.Fprintf(t.report.W, "%s\n", p.Pretty())
	}
	r, err := opt.Compile(ctx, m, o)
	if f, ok := errors.AsType[*toolchain.FaultError](err); ok {
		err = faults(m, f)
	}
	return r, err
}

// faults says at the functions what ptxas found in them. m is the module as it
// was compiled last.
func faults(m *ir.Operation, f *toolchain.FaultError) error {
	var out diag.List
	for _, msg := range f.Faults {
		var pos diag.Pos
		for op := range ir.Walk(m) {
			if name, ok := ir.SymbolName(op); ok && name == msg.Function {
				pos = op.Loc().Pos()
				break
			}
		}
		d := diag.Errorf(pos, "ptxas reports what costs speed or correctness: %s", msg.Text)
		code := msg.Code
		if code == toolchain.SpillCode {
			d.WithNote(diag.Pos{}, "a thread holds more values than it has registers: smaller tiles (--tile), more threads that share them (--consumers) "+
				"or fewer products under way (--mma-in-flight) take less")
		}
		if code == "" {
			code = "TEXT"
		}
		d.WithNote(diag.Pos{}, "--allow=%s accepts it, --ptxas=off does not look", code)
		out = append(out, d)
	}
	return out
}

// flagError says of which flag an error in the pipeline's options speaks; other
// errors stay as they are.
func flagError(err error, options string) error {
	d, ok := errors.AsType[*diag.Diagnostic](err)
	if !ok || d.Pos.File != opt.OptionsSource || d.Pos.Col < 1 || d.Pos.Col > len(options) {
		return err
	}
	start := strings.LastIndexByte(options[:d.Pos.Col-1], ' ') + 1
	word, _, _ := strings.Cut(options[start:], " ")
	name, value, _ := strings.Cut(word, "=")
	msg := d.Msg
	// Which pass of the pipeline an option is for is no concern of who gives a flag.
	if at := strings.LastIndex(msg, ": "); strings.HasPrefix(msg, "pipeline '") && at >= 0 {
		msg = msg[at+2:]
	}
	if first, _, _ := strings.Cut(msg, " "); first != name && slices.Contains(handedOn, first) {
		// A rule about several options stands at the first of them that was given.
		return fmt.Errorf("invalid value for --%s: %s", first, msg)
	}
	return fmt.Errorf("invalid value '%s' for --%s: %s", value, flagOf(name), msg)
}

// flagOf is the flag that gives an option of the pipeline.
func flagOf(option string) string {
	switch {
	case slices.Contains(handedOn, option), option == perturbOption:
		return option
	case option == "BM" || option == "BN" || option == "BK":
		return "tile"
	case option == "type":
		return "type"
	}
	return "param"
}

// effective refuses flags for passes that a module of a lower level does not run.
func (t *tool) effective(m *ir.Operation, o opt.CompileOptions) error {
	level, err := opt.LevelOf(m)
	if err != nil || level == opt.Tile {
		return err
	}
	var idle []string
	for word := range strings.FieldsSeq(o.PipelineOptions) {
		with, without := o, o
		with.PipelineOptions, without.PipelineOptions = word, ""
		whole, err := t.differ(with, without, t.wholePipeline)
		if err != nil {
			return err
		}
		run, err := t.differ(with, without, func(o opt.CompileOptions) (*passes.Pipeline, error) { return opt.Plan(m, o) })
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(word, "=")
		if flag := "--" + flagOf(name); whole && !run && !slices.Contains(idle, flag) {
			idle = append(idle, flag)
		}
	}
	if idle == nil {
		return nil
	}
	verb, them := "has", "it"
	if len(idle) > 1 {
		verb, them = "have", "them"
	}
	return fmt.Errorf("%s %s no effect: '%s' is at the level %s, behind the passes that take %s", strings.Join(idle, ", "), verb, filepath.Base(m.Loc().Pos().File), level, them)
}

// differ reports whether two sets of options make different pipelines.
func (t *tool) differ(a, b opt.CompileOptions, plan func(opt.CompileOptions) (*passes.Pipeline, error)) (bool, error) {
	pa, err := plan(a)
	if err != nil {
		return false, err
	}
	pb, err := plan(b)
	if err != nil {
		return false, err
	}
	return pa.String() != pb.String(), nil
}

// wholePipeline is what a module of the tile level runs.
func (t *tool) wholePipeline(o opt.CompileOptions) (*passes.Pipeline, error) {
	p := &passes.Pipeline{Anchor: "builtin.module"}
	return p, t.reg.AddImplicit(p, opt.DefaultPipeline, o.PipelineOptions, opt.OptionsSource)
}
