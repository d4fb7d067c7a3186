package tileopt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

func (t *tool) run(ctx context.Context) error {
	if err := t.o.check(); err != nil {
		return err
	}
	if err := t.o.checkNames(t.reg); err != nil {
		return err
	}
	if err := t.loadIRDL(); err != nil {
		return err
	}
	switch {
	case t.o.showDialects:
		return t.printDialects()
	case t.o.listPasses:
		return t.printPasses()
	}
	j := &job{tool: t, sources: &diag.Sources{}}
	j.report = &cli.Reporter{W: t.stderr, Sources: j.sources, JSON: t.o.json(), Remarks: t.o.remarks, NoNotes: t.o.noNotes}
	if err := j.parsePipeline(); err != nil {
		j.report.ReportError(err)
		return exitCode(cli.Mistake)
	}
	size := cli.InputSize(t.o.input)
	cli.DelayCollector(size)
	var err error
	if j.input, err = cli.OpenInput(t.o.input, t.stdin); err != nil {
		return err
	}
	defer j.input.Close()
	if n := int64(len(j.input.Text)); n > size {
		cli.DelayCollector(n)
	}
	return j.process(ctx, j.input.Text)
}

// job is the processing of one input.
type job struct {
	*tool
	input    *cli.Input
	sources  *diag.Sources
	report   *cli.Reporter
	pipeline *passes.Pipeline
	timing   *passes.Timing
	stats    *passes.Statistics
	out      *cli.Stream
	code     int
	dumped   bool
	last     bool // no part follows
}

// parsePipeline makes the pipeline of the command line.
func (j *job) parsePipeline() error {
	if len(j.o.steps) == 0 {
		if !j.o.pipelineGiven {
			j.pipeline = &passes.Pipeline{Anchor: moduleName}
			return nil
		}
		j.sources.Add(passes.PipelineSource, []byte(j.o.pipeline))
		p, err := j.reg.Parse(j.o.pipeline)
		j.pipeline = p
		return err
	}
	j.pipeline = &passes.Pipeline{Anchor: moduleName}
	for _, s := range j.o.steps {
		source := "--" + s.name
		j.sources.Add(source, []byte(s.options))
		if err := j.reg.AddImplicit(j.pipeline, s.name, s.options, source); err != nil {
			return err
		}
	}
	return j.reg.Check(j.pipeline)
}

const moduleName = "builtin.module"

// process runs over the parts of the input and writes the output if all went
// well.
func (j *job) process(ctx context.Context, text []byte) error {
	if j.o.timing {
		j.timing = &passes.Timing{}
		j.timing.Begin()
	}
	if j.o.stats {
		j.stats = &passes.Statistics{}
	}
	name := cli.InputName(j.o.input)
	j.sources.Add(name, text)
	j.out = cli.NewStream(j.o.output, j.stdout)
	defer j.out.Discard()
	parts := j.parts(text)
	for i, part := range parts {
		if i > 0 {
			io.WriteString(j.out, j.o.outputMarker+"\n")
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		j.last = i == len(parts)-1
		j.part(ctx, name, part)
	}
	j.finish()
	if j.code == cli.OK {
		return j.out.Commit()
	}
	if len(parts) > 1 && cli.IsStdout(j.o.output) {
		// As with mlir-opt: the parts that went well are shown, a file is not
		// replaced by a part of what it should hold.
		if err := j.out.Commit(); err != nil {
			return err
		}
	}
	return exitCode(j.code)
}

// finish writes the reports.
func (j *job) finish() {
	if j.timing != nil {
		j.timing.End()
		display := j.o.timingFormat
		if j.o.outputFormat == "json" {
			display = "json"
		}
		if err := j.timing.Write(j.stderr, display); err != nil {
			j.fail(err)
		}
	}
	if j.stats != nil {
		j.stats.Write(j.stderr, j.o.statsFormat)
	}
}

func (j *job) fail(err error) {
	j.report.ReportError(err)
	j.code = max(j.code, cli.Mistake)
}

// parts splits the input at marker lines. Each part is padded with empty
// lines so that its positions are those of the whole file.
func (j *job) parts(text []byte) [][]byte {
	if j.o.splitMarker == "" {
		return [][]byte{text}
	}
	var out [][]byte
	start, startLine, line := 0, 0, 0
	for at := 0; at < len(text); {
		end := at + bytes.IndexByte(text[at:], '\n') + 1
		if end == at {
			end = len(text)
		}
		if strings.TrimRight(string(text[at:end]), " \t\r\n") == j.o.splitMarker {
			out = append(out, padded(text[start:at], startLine))
			start, startLine = end, line+1
		}
		at = end
		line++
	}
	return append(out, padded(text[start:], startLine))
}

func padded(text []byte, lines int) []byte {
	if lines == 0 {
		return text
	}
	return append(bytes.Repeat([]byte{'\n'}, lines), text...)
}

// part processes one module.
func (j *job) part(ctx context.Context, name string, text []byte) {
	if j.o.verifyDiags != "" {
		e := newExpectations(name, text, j.o.verifyDiags == "only-expected")
		j.module(ctx, name, text, e.receive)
		for _, d := range e.finish() {
			j.fail(d)
		}
		return
	}
	if err := j.module(ctx, name, text, j.report.Report); err != nil {
		j.failed(ctx, err, name, text)
	}
}

// module reads, transforms and prints one module. Diagnostics, errors
// included, go to emit; the error says that the module failed.
func (j *job) module(ctx context.Context, name string, text []byte, emit diag.Handler) error {
	c := ir.NewContext(j.dialects...)
	c.AllowUnregistered = j.o.unregistered
	options := asm.ParseOptions{NoImplicitModule: j.o.noImplicit, Workers: j.workers()}
	if len(text) == len(j.input.Text) {
		options.Progress = j.input.Release
	}
	fail := func(err error) error {
		var bug *passes.InternalError
		if !errors.As(err, &bug) {
			for _, d := range diag.All(err) {
				emit(d)
			}
		}
		return err
	}
	var m *ir.Operation
	var err error
	j.timing.Phase("Parser", func() {
		m, err = asm.Parse(c, name, text, options)
		if err == nil {
			j.input.Release(len(j.input.Text))
			if !j.o.unverified {
				err = ir.VerifyParallel(m, j.workers())
			}
		}
	})
	if err != nil {
		return fail(err)
	}
	pipeline, verify, err := j.pipelineFor(m)
	if err != nil {
		return fail(err)
	}
	if j.o.dumpPipeline && !j.dumped {
		j.dumped = true
		fmt.Fprintf(j.stderr, "Pass Manager with %d passes:\n%s\n\n", pipeline.NumPasses(), pipeline.Pretty())
	}
	if j.o.generate != "" {
		if err := j.generate(m, pipeline, verify); err != nil {
			return fail(err)
		}
	}
	if j.o.roundTrip {
		if err := j.roundTrip(m); err != nil {
			return fail(err)
		}
	}
	if err := j.transform(ctx, m, pipeline, verify, emit); err != nil {
		return fail(err)
	}
	if j.last && j.code == cli.OK && j.o.verifyDiags == "" && j.timing == nil && j.stats == nil {
		// Nothing but the reports, which come first, could follow.
		j.out.Certain()
	}
	j.timing.Phase("Output", func() { err = asm.Print(j.out, m, j.printOptions()) })
	if err != nil {
		return fail(err)
	}
	if !j.o.localScope {
		// mlir-opt ends its output with an empty line, and whoever compares
		// the two byte by byte shall find no difference.
		io.WriteString(j.out, "\n")
	}
	return nil
}

// failed reports what module did not: bugs, for which it leaves a reproducer.
func (j *job) failed(ctx context.Context, err error, name string, text []byte) {
	j.code = max(j.code, cli.Mistake)
	var bug *passes.InternalError
	if !errors.As(err, &bug) {
		return
	}
	j.code = cli.Bug
	j.report.Report(&diag.Diagnostic{Severity: diag.Error, Pos: diag.Pos{File: name}, Msg: bug.Error()})
	if len(bug.Stack) > 0 {
		fmt.Fprintf(j.stderr, "%s\n", bug.Stack)
	}
	if j.o.reproducer == "" {
		j.saveCrash(name, text)
	}
}

// workers is how many goroutines reading, verifying and printing may use.
func (j *job) workers() int {
	if j.o.disableThreads {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// transform runs the pipeline.
func (j *job) transform(ctx context.Context, m *ir.Operation, p *passes.Pipeline, verify bool, emit diag.Handler) error {
	if len(p.Steps) == 0 {
		return nil
	}
	cfg := passes.Config{Verify: verify, Diag: emit, Timing: j.timing, Statistics: j.stats, Print: j.printing(), Output: j.stderr}
	if j.o.disableThreads {
		cfg.Workers = 1
	}
	if j.o.trace {
		cfg.TraceRewrites = j.stderr
	}
	if j.o.bisectGiven {
		cfg.Bisect = &passes.Bisect{Limit: j.o.bisect, W: j.stderr}
	}
	var rec *recorder
	if j.o.reproducer != "" {
		var err error
		if rec, err = newRecorder(j.o.localRepro, verify, m, p); err != nil {
			return err
		}
		if j.o.localRepro {
			cfg.BeforePass = rec.beforePass
		}
	}
	err := p.Run(ctx, m, cfg)
	if cfg.Print != nil && cfg.Print.Err() != nil && err == nil {
		err = fmt.Errorf("cannot print IR: %w", cfg.Print.Err())
	}
	if err != nil && rec != nil {
		if werr := rec.write(j.o.reproducer); werr != nil {
			return errors.Join(err, werr)
		}
		fmt.Fprintf(j.stderr, "reproducer generated at `%s`\n", j.o.reproducer)
	}
	return err
}

func (j *job) printOptions() asm.PrintOptions {
	return asm.PrintOptions{
		PrintOptions: ir.PrintOptions{HexLarger: j.o.hexLarger, ElideLarger: j.o.elideLarger},
		Generic:      j.o.generic,
		DebugInfo:    j.o.debugInfo,
		Pretty:       j.o.pretty,
		LocalScope:   j.o.localScope,
		UniqueIDs:    j.o.uniqueIDs,
		ValueUsers:   j.o.users,
		SkipRegions:  j.o.skipRegions,
		Workers:      j.workers(),
	}
}

// printAround prints an operation between passes; as in the output, and as mlir-opt
// does, an empty line ends what nothing stands around.
func (j *job) printAround(w io.Writer, op *ir.Operation) error {
	err := asm.Print(w, op, j.printOptions())
	if err == nil && op.Parent() == nil && !j.o.localScope {
		_, err = io.WriteString(w, "\n")
	}
	return err
}

func (j *job) printing() *passes.Printing {
	return &passes.Printing{
		W:            j.stderr,
		IR:           j.printAround,
		Before:       j.o.printBefore,
		After:        j.o.printAfter,
		BeforeAll:    j.o.beforeAll,
		AfterAll:     j.o.afterAll,
		AfterChange:  j.o.afterChange,
		AfterFailure: j.o.afterFails,
		ModuleScope:  j.o.moduleScope,
		TreeDir:      j.o.treeDir,
		Diff:         j.o.diff,
		Color:        cli.IsTerminal(j.stderr),
	}
}
