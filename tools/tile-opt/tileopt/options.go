package tileopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/passes"
)

// options are the command line.
type options struct {
	input  string
	output string

	pipeline       string
	pipelineGiven  bool
	steps          []stepFlag
	dumpPipeline   bool
	verifyEach     bool
	disableThreads bool

	splitMarker   string
	outputMarker  string
	noNotes       bool
	opInNotes     bool
	unverified    bool
	generate      string
	noImplicit    bool
	unregistered  bool
	irdlFiles     []string
	verifyDiags   string
	roundTrip     bool
	listPasses    bool
	showDialects  bool
	diagFormat    string
	remarks       string
	reproducer    string
	localRepro    bool
	runReproducer bool

	generic, debugInfo, pretty, localScope, uniqueIDs, users, skipRegions bool
	elideLarger, hexLarger                                                int

	timing       bool
	timingFormat string
	outputFormat string
	stats        bool
	statsFormat  string

	printBefore, printAfter                      []string
	beforeAll, afterAll, afterChange, afterFails bool
	moduleScope                                  bool
	treeDir                                      string
	diff                                         bool
	trace                                        bool
	bisect                                       int
	bisectGiven                                  bool
}

// json reports whether diagnostics are printed as JSON.
func (o *options) json() bool { return o.diagFormat == "json" }

// stepFlag is a pass given as an option of its own; their order counts.
type stepFlag struct{ name, options string }

// present is the value of an option given without one.
const present = "\x00"

// stepValue appends to the list of steps when its option is met.
type stepValue struct {
	name  string
	steps *[]stepFlag
}

// Set appends the step.
func (v *stepValue) Set(s string) error {
	if s == present {
		s = ""
	}
	*v.steps = append(*v.steps, stepFlag{v.name, s})
	return nil
}

// String returns "": a step has no default.
func (v *stepValue) String() string { return "" }

// Type names the value in help.
func (v *stepValue) Type() string { return "options" }

const defaultMarker = "// -----"

func (o *options) define(f *pflag.FlagSet, reg *passes.Registry) {
	f.SortFlags = false
	f.StringVarP(&o.output, "output", "o", "-", "output file")
	f.StringVar(&o.pipeline, "pass-pipeline", "", "passes to run, such as builtin.module(canonicalize,func.func(cse))")
	f.BoolVar(&o.dumpPipeline, "dump-pass-pipeline", false, "print the pipeline that runs on standard error")
	f.BoolVar(&o.verifyEach, "verify-each", true, "verify after each pass")
	f.BoolVar(&o.disableThreads, "mlir-disable-threading", false, "run on one goroutine")
	f.BoolVar(&o.unregistered, "allow-unregistered-dialect", false, "accept operations of unknown dialects")
	f.StringArrayVar(&o.irdlFiles, "irdl-file", nil, "IRDL file with dialects to register")
	f.StringVar(&o.splitMarker, "split-input-file", "", "process the parts between marker lines one by one")
	f.Lookup("split-input-file").NoOptDefVal = defaultMarker
	f.StringVar(&o.outputMarker, "output-split-marker", defaultMarker, "line between the parts in the output")
	f.BoolVar(&o.noImplicit, "no-implicit-module", false, "expect one top-level operation and add no module around it")
	f.StringVar(&o.verifyDiags, "verify-diagnostics", "", "check diagnostics against expected-* comments: all or only-expected")
	f.Lookup("verify-diagnostics").NoOptDefVal = "all"
	f.BoolVar(&o.roundTrip, "verify-roundtrip", false, "check that what is printed reads back equal")
	f.BoolVar(&o.listPasses, "list-passes", false, "list passes and pipelines with their options")
	f.BoolVar(&o.showDialects, "show-dialects", false, "list dialects")
	f.StringVar(&o.diagFormat, "diagnostics-format", "text", "form of diagnostics: text or json")
	f.BoolVar(&o.noNotes, "mlir-disable-diagnostic-notes", false, "print diagnostics without their notes")
	f.BoolVar(&o.opInNotes, "mlir-print-op-on-diagnostic", false, "may only be false, as some scripts for mlir-opt say")
	f.BoolVar(&o.unverified, "mlir-very-unsafe-disable-verifier-on-parsing", false, "do not verify what was read")
	f.StringVar(&o.remarks, "remarks", "text", "form of remarks: text, json or none")
	f.StringVar(&o.reproducer, "mlir-pass-pipeline-crash-reproducer", "", "write a reproducer to this file when a pass fails")
	f.BoolVar(&o.localRepro, "mlir-pass-pipeline-local-reproducer", false, "let the reproducer start at the pass that fails")
	f.StringVar(&o.generate, "mlir-generate-reproducer", "", "write a reproducer to this file whatever happens")
	f.BoolVar(&o.runReproducer, "run-reproducer", false, "run the pipeline that the input names")
	o.definePrinting(f)
	o.defineReports(f)
	for _, p := range reg.Passes() {
		o.step(f, p.Name, p.Summary)
	}
	for _, p := range reg.Pipelines() {
		o.step(f, p.Name, p.Summary)
	}
}

func (o *options) step(f *pflag.FlagSet, name, summary string) {
	fl := f.VarPF(&stepValue{name, &o.steps}, name, "", summary)
	fl.NoOptDefVal = present
}

func (o *options) definePrinting(f *pflag.FlagSet) {
	f.BoolVar(&o.generic, "mlir-print-op-generic", false, "print the generic form")
	f.BoolVar(&o.debugInfo, "mlir-print-debuginfo", false, "print locations")
	f.BoolVar(&o.pretty, "mlir-pretty-debuginfo", false, "with --mlir-print-debuginfo, print locations for reading")
	f.BoolVar(&o.localScope, "mlir-print-local-scope", false, "print without aliases")
	f.BoolVar(&o.uniqueIDs, "mlir-print-unique-ssa-ids", false, "number values uniquely")
	f.BoolVar(&o.users, "mlir-print-value-users", false, "print the users of values as comments")
	f.BoolVar(&o.skipRegions, "mlir-print-skip-regions", false, "leave out regions")
	f.IntVar(&o.elideLarger, "mlir-elide-elementsattrs-if-larger", 0, "elide dense elements above this many; 0 for never")
	f.IntVar(&o.hexLarger, "mlir-print-elementsattrs-with-hex-if-larger", 0, "print dense elements in hex above this many; -1 for never")
}

func (o *options) defineReports(f *pflag.FlagSet) {
	f.BoolVar(&o.timing, "mlir-timing", false, "report the time of each pass")
	f.StringVar(&o.timingFormat, "mlir-timing-display", "tree", "form of the timing report: tree or list")
	f.StringVar(&o.outputFormat, "mlir-output-format", "text", "form of the timing report: text or json")
	f.BoolVar(&o.stats, "mlir-pass-statistics", false, "report what each pass counted")
	f.StringVar(&o.statsFormat, "mlir-pass-statistics-display", "pipeline", "form of the statistics report: pipeline or list")
	f.StringSliceVar(&o.printBefore, "mlir-print-ir-before", nil, "print IR before these passes")
	f.StringSliceVar(&o.printAfter, "mlir-print-ir-after", nil, "print IR after these passes")
	f.BoolVar(&o.beforeAll, "mlir-print-ir-before-all", false, "print IR before every pass")
	f.BoolVar(&o.afterAll, "mlir-print-ir-after-all", false, "print IR after every pass")
	f.BoolVar(&o.afterChange, "mlir-print-ir-after-change", false, "print IR only after passes that changed it")
	f.BoolVar(&o.afterFails, "mlir-print-ir-after-failure", false, "print IR only after passes that failed")
	f.BoolVar(&o.moduleScope, "mlir-print-ir-module-scope", false, "print the whole module around passes")
	f.StringVar(&o.treeDir, "mlir-print-ir-tree-dir", "", "print IR into files under this directory")
	f.BoolVar(&o.diff, "print-ir-diff", false, "print what every pass changed as a unified diff")
	f.BoolVar(&o.trace, "trace-rewrites", false, "print every rewrite that is tried")
	f.IntVar(&o.bisect, "pass-bisect", -1, "run only the first so many passes, and number them; -1 runs all")
}

// checkNames reports passes to print around that there are not, in mlir-opt's words.
func (o *options) checkNames(reg *passes.Registry) error {
	for _, c := range []struct {
		option string
		names  []string
	}{{"mlir-print-ir-before", o.printBefore}, {"mlir-print-ir-after", o.printAfter}} {
		for _, name := range c.names {
			if reg.Pass(name) == nil {
				return fmt.Errorf("for the --%s option: Cannot find option named '%s'!", c.option, name)
			}
		}
	}
	return nil
}

// enum is an option with the values that it takes.
type enum struct {
	name, value string
	allowed     []string
}

func (o *options) enums() []enum {
	return []enum{
		{"verify-diagnostics", o.verifyDiags, []string{"all", "only-expected"}},
		{"diagnostics-format", o.diagFormat, []string{"text", "json"}},
		{"remarks", o.remarks, []string{"text", "json", "none"}},
		{"mlir-timing-display", o.timingFormat, []string{"tree", "list"}},
		{"mlir-output-format", o.outputFormat, []string{"text", "json"}},
		{"mlir-pass-statistics-display", o.statsFormat, []string{"pipeline", "list"}},
	}
}

// check reports values that no option of that name takes.
func (o *options) check() error {
	for _, c := range o.enums() {
		if !slices.Contains(c.allowed, c.value) && !(c.value == "" && c.name == "verify-diagnostics") {
			return fmt.Errorf("invalid value '%s' for --%s: expected %s", c.value, c.name, strings.Join(c.allowed, ", "))
		}
	}
	if o.pipelineGiven && len(o.steps) > 0 {
		return fmt.Errorf("'--pass-pipeline' cannot be used with the pass option '--%s'", o.steps[0].name)
	}
	if o.opInNotes {
		return fmt.Errorf("--mlir-print-op-on-diagnostic=true is not supported: diagnostics name the operation by its place and path")
	}
	if o.localRepro && o.reproducer == "" {
		return fmt.Errorf("--mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer=FILE")
	}
	return nil
}
