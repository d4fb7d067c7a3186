package passes

import (
	"context"
	"fmt"
	"io"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// Pass is a named transformation of one operation. It is a value: listing it
// in a Registry is all that makes it known.
type Pass struct {
	// Name is the name on the command line and in pipelines, in kebab case.
	Name string
	// Class is the name in headers of printed IR and in reports, where MLIR has
	// the pass under another than Name in camel case; else empty.
	Class string
	// Summary is one line for --help and --list-passes.
	Summary string
	// Doc is the manual in Markdown: what the pass does with IR before and
	// after, what it needs and what it guarantees.
	Doc string
	// Anchor is the name of the operations the pass runs on, such as
	// "builtin.module"; empty when it runs on any.
	Anchor string
	// Options holds the defaults of the options: a struct whose fields are
	// described in OptionsOf, or nil when the pass takes none.
	Options any
	// Statistics lists what the pass counts.
	Statistics []Statistic
	// Dialects lists the dialects whose operations the pass creates; they
	// are loaded before it runs.
	Dialects []*ir.Dialect
	// Prepare, when not nil, is called once for each place of the pass in a
	// pipeline, before it runs; what it returns is shared by all runs and must
	// not change. Pattern sets are built here.
	Prepare func(c *ir.Context, options any) any
	// Prints says that the pass writes to Run.Output: pipelines with it run on
	// one goroutine, so that the order of what is written is that of the text.
	Prints bool
	// Reads says that the pass changes nothing and looks at nothing outside the
	// operation. The manager may run it on a copy while the passes that follow go
	// on. What it says, and its error, come at the end of the pipeline.
	Reads bool
	// Partial says that the pass converts operations of some dialects to those
	// of Dialects and leaves others beside them. Where the verifier then refuses
	// an operation of another dialect, the module is at fault: that operation
	// had to be lowered before.
	Partial bool
	// Run transforms op. A mistake of the user is returned as an error (a
	// *diag.Diagnostic or diag.List has its own position); a broken
	// assumption of the pass panics.
	Run func(r *Run, op *ir.Operation) error
}

// Statistic describes one counter of a pass.
type Statistic struct {
	// Name is the counter's name, in kebab case.
	Name string
	// Desc says what is counted.
	Desc string
}

// NamedPipeline is a name that stands for a pipeline, with options.
type NamedPipeline struct {
	// Name is the name on the command line and in pipelines.
	Name string
	// Summary is one line for --help and --list-passes.
	Summary string
	// Doc is the manual in Markdown.
	Doc string
	// Options holds the defaults, as in Pass.
	Options any
	// Expand returns the pipeline as text without an anchor, such as
	// "a,func.func(b{x=1})", for an option struct of the type of Options.
	Expand func(options any) (string, error)
}

// Order says that First must not come after Then in one pipeline. It only
// speaks about pipelines that hold both.
type Order struct {
	First, Then string
	// Reason is shown to the user.
	Reason string
}

// Run is what a pass gets besides the operation: the context, its options,
// and where remarks, statistics and cached analyses go.
type Run struct {
	ctx       context.Context
	pass      *Pass
	options   any
	prepared  any
	emit      diag.Handler
	counts    []int64
	analyses  *analysisCache
	shared    *shared
	trace     *rewriteTrace
	output    io.Writer
	unchanged bool
}

// NewRun returns a Run for calling the Run function of p on operations of c
// outside a pipeline, as tests do; options is nil for the defaults, and emit
// may be nil.
func NewRun(ctx context.Context, c *ir.Context, p *Pass, options any, emit diag.Handler) *Run {
	if options == nil {
		options = p.Options
	}
	if emit == nil {
		emit = func(*diag.Diagnostic) {}
	}
	r := &Run{ctx: ctx, pass: p, options: options, emit: emit, counts: make([]int64, len(p.Statistics)), analyses: newAnalysisCache(), shared: newShared()}
	if p.Prepare != nil {
		r.prepared = p.Prepare(c, options)
	}
	return r
}

// Context returns the context; a pass with long loops checks it and returns
// its error.
func (r *Run) Context() context.Context { return r.ctx }

// Pass returns the pass that runs.
func (r *Run) Pass() *Pass { return r.pass }

// OptionsOf returns the options of the running pass, which must be declared
// with the type O. Every exported field of an option struct has the tags
//
//	opt:"name"        the name on the command line
//	doc:"words"       what it means
//	enum:"a,b"        for strings: the values allowed (optional)
//
// and one of the types bool, int, int64, uint, uint64, float64, string,
// slices of these, and pointers to these (nil when not given). A field of type
// map[string]string with the name * takes the options that no other field is
// for. A type with a
// method Validate() error is checked when the pipeline is parsed; its message names
// the option that it is about, and is shown at the value of that.
func OptionsOf[O any](r *Run) O {
	o, ok := r.options.(O)
	if !ok {
		panic(fmt.Sprintf("internal: pass %s has options of type %T", r.pass.Name, r.options))
	}
	return o
}

// PreparedOf returns what the Prepare function of the running pass returned.
func PreparedOf[T any](r *Run) T {
	p, ok := r.prepared.(T)
	if !ok {
		panic(fmt.Sprintf("internal: pass %s prepared a %T", r.pass.Name, r.prepared))
	}
	return p
}

// Remark reports to the user what the pass did or declined to do at op.
func (r *Run) Remark(op *ir.Operation, format string, args ...any) {
	r.Emit(&diag.Diagnostic{Severity: diag.Remark, Pos: op.Pos(), Op: op.Path(), Msg: fmt.Sprintf(format, args...) + twinName(op)})
}

// twinName tells functions apart that came from one place in the text, such as
// the entries of a kernel: it names the one that op stands in, and is empty where
// the position says enough. It reads no more of a function beside the one that
// is being changed than its name and location.
func twinName(op *ir.Operation) string {
	top := op
	for p := op.Parent(); p != nil && p.Parent() != nil; p = p.Parent() {
		top = p
	}
	name, ok := ir.SymbolName(top)
	pos := top.Loc().Pos()
	if !ok || !pos.IsValid() || top.Block() == nil {
		return ""
	}
	for o := range top.Block().Ops() {
		if o != top && o.Loc().Pos() == pos {
			return fmt.Sprintf(" (in @%s)", name)
		}
	}
	return ""
}

// Warn reports something at op that is probably not meant.
func (r *Run) Warn(op *ir.Operation, format string, args ...any) {
	r.Emit(&diag.Diagnostic{Severity: diag.Warning, Pos: op.Loc().Pos(), Op: op.Path(), Msg: fmt.Sprintf(format, args...) + twinName(op)})
}

// Emit reports a diagnostic that does not end the pass.
func (r *Run) Emit(d *diag.Diagnostic) { r.emit(d) }

// Count adds n to the statistic of that name, which the pass must declare.
func (r *Run) Count(name string, n int) {
	for i, s := range r.pass.Statistics {
		if s.Name == name {
			r.counts[i] += int64(n)
			return
		}
	}
	panic("internal: pass " + r.pass.Name + " does not declare the statistic " + name)
}

// Counted returns what was counted under that name so far.
func (r *Run) Counted(name string) int64 {
	for i, s := range r.pass.Statistics {
		if s.Name == name {
			return r.counts[i]
		}
	}
	return 0
}

// Dominance returns the dominance of the regions under the operation that the
// pass runs on. A pass that changes blocks must not use what it got before.
func (r *Run) Dominance() *ir.Dominance {
	return AnalysisOf(r, dominanceKey, ir.NewDominance)
}

// Output returns where a pass with Prints writes text for the user; it is
// never nil.
func (r *Run) Output() io.Writer {
	if r.output == nil {
		return io.Discard
	}
	return r.output
}

// Unchanged says that the pass changed nothing: analyses stay cached and the
// printing of IR after changes stays silent.
func (r *Run) Unchanged() { r.unchanged = true }
