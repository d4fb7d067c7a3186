package tilec

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// tuneFlags are those of tilec tune.
type tuneFlags struct {
	problemFlags
	// fixed holds the flags that are the same for all forms, and tried what to try for each option of the pipeline.
	fixed     compileFlags
	tried     map[string]*[]string
	params    []string
	checkSize []string

	limit, rounds              int
	timeLimit                  float64
	recordDir, results, format string
}

// tunedByDefault is what is tried of options that no flag names: tiles where the kernel has the three sizes, and what
// depends on them.
var tunedByDefault = map[string][]string{
	"tile":      {"64x128x64", "64x256x64", "128x128x64", "128x256x64", "256x128x64"},
	"consumers": {"1", "2", "4"},
	"stages":    {"3", "4"},
}

func (t *tool) tuneCommand() *cobra.Command {
	f := tuneFlags{tried: make(map[string]*[]string)}
	c := &cobra.Command{
		Use:   "tune (FILE | --results=FOLDER)",
		Short: "time the forms of a kernel on a GPU beside each other",
		Long: `Compiles a kernel of the tile level in every combination of the options that are given as
lists (--stages=2,3,4), and times the forms in turn, in one process, by tilec-gpu. Each is
checked: on small sizes against the interpreter in float64, and on those that are timed
against the form of the defaults. Forms that the compiler refuses are listed with the
reason. Where no option is given, tiles, consumers and stages are tried.

--record writes the launches to a folder for a machine with a GPU, and --results prints the
table from that folder once tilec-gpu has put its reports there (docs/howto/tune.md).`,
		Example: `  tilec tune testdata/kernels/matmul.mlir --size=A=8192x8192,B=8192x8192,C=8192x8192
  tilec tune testdata/kernels/matmul.mlir --size=A=512x4096,B=14336x4096,C=512x14336 --tile=64x128x64,128x128x64 --consumers=1,2 --group=1,4,8 --order=m,n
  tilec tune testdata/kernels/softmax.mlir --size=A=16384x256,B=16384x256 --stage=all --param=BM=1,4,16 --consumers=2,4`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return t.tune(c.Context(), &f, args) },
	}
	s := c.Flags()
	s.SortFlags = false
	f.problemFlags.define(s)
	s.StringSliceVar(&f.checkSize, "check-size", nil, "sizes for the comparison with the interpreter (default those of --size, with 256 and the remainder of 256 for what is over 512)")
	s.StringVar(&f.recordDir, "record", "", "new folder to which the launches are written instead of being run")
	s.StringVar(&f.results, "results", "", "folder of --record with reports.jsonl in it, whose table to print")
	s.StringVar(&f.format, "format", "text", "how to print the table: text or json")
	s.IntVar(&f.limit, "limit", 100, "combinations to try at most")
	s.IntVar(&f.rounds, "rounds", 3, "rounds of timed launches")
	s.Float64Var(&f.timeLimit, "time-limit", 20, "seconds that a launch may take")
	s.StringArrayVar(&f.params, "param", nil, "another parameter of the kernel, as NAME=VALUE, or NAME=V1,V2 to try several")
	f.defineLists(s)
	return c
}

// defineLists defines the flags of a compilation: those that are tried take lists.
func (f *tuneFlags) defineLists(s *pflag.FlagSet) {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	own.SortFlags = false
	f.fixed.define(own)
	own.VisitAll(func(flag *pflag.Flag) {
		switch {
		case flag.Name == "tile" || slices.Contains(handedOn, flag.Name):
			f.tried[flag.Name] = s.StringSlice(flag.Name, nil, "to try: "+flag.Usage)
		case slices.Contains([]string{"type", "ptxas", "allow", "llc-flag"}, flag.Name):
			s.AddFlag(flag)
		}
	})
}

// tuning is one call of tilec tune.
type tuning struct {
	*running
	t     *tuneFlags
	name  string
	text  []byte
	forms []*form
	// small is the problem that is compared with the interpreter.
	small *problem
}

// form is a combination of options, and what became of it.
type form struct {
	// Options are NAME=VALUE, none for the defaults.
	Options []string `json:"options"`
	// Status is formTimed, formWrong, formRefused or formSame, and empty until it is known. Reason says why it was not timed.
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"`
	// Microseconds is the median of the timed launches.
	Microseconds float64 `json:"microseconds,omitempty"`
	Registers    int     `json:"registers,omitempty"`

	code, metadata []byte
	flags          compileFlags
}

// What becomes of a form: refused by the compiler, the same code as another, wrong or failed on the GPU, and timed.
const (
	formRefused = "refused"
	formSame    = "same"
	formWrong   = "wrong"
	formTimed   = "timed"
)

// label names a form in tables and jobs.
func (f *form) label() string {
	if len(f.Options) == 0 {
		return "defaults"
	}
	return strings.Join(f.Options, " ")
}

func (t *tool) tune(ctx context.Context, f *tuneFlags, args []string) error {
	if f.format != "text" && f.format != "json" {
		return fmt.Errorf("invalid value '%s' for --format: expected text or json", f.format)
	}
	if f.results != "" {
		if len(args) > 0 || f.recordDir != "" {
			return fmt.Errorf("--results goes with no input file and no --record: the folder has all that is needed")
		}
		return t.printResults(f)
	}
	if len(args) != 1 {
		return fmt.Errorf("expected one input file, found %d", len(args))
	}
	u, err := t.startTuning(ctx, f, args[0])
	if err != nil {
		return err
	}
	program := ""
	if f.recordDir == "" {
		if program, err = findLauncher(); err != nil {
			return err
		}
	} else if _, err := os.Stat(f.recordDir); err == nil {
		return fmt.Errorf("--record=%s is there already: expected a new folder", f.recordDir)
	}
	for _, form := range u.forms {
		if err := u.build(ctx, form); err != nil {
			return err
		}
	}
	if u.forms[0].Status != "" {
		return fmt.Errorf("the defaults, which other forms are compared with, do not compile: %s", u.forms[0].Reason)
	}
	if f.recordDir != "" {
		return u.recordForms()
	}
	return u.launchForms(ctx, program)
}

// startTuning reads the kernel and lists the forms, the defaults first.
func (t *tool) startTuning(ctx context.Context, f *tuneFlags, path string) (*tuning, error) {
	text, err := cli.ReadInput(path, t.stdin)
	if err != nil {
		return nil, err
	}
	run := &runFlags{on: onGPU, compileFlags: f.fixed, problemFlags: f.problemFlags}
	u := &tuning{running: &running{tool: t, f: run}, t: f, name: cli.InputName(path), text: text}
	if err := u.load(ctx, u.name, text); err != nil {
		return nil, err
	}
	if u.level != opt.Tile {
		return nil, fmt.Errorf("tune takes a kernel of the tile level, and '%s' is at the level %s", u.name, u.level)
	}
	small := f.problemFlags
	if small.sizes = f.checkSize; small.sizes == nil {
		if small.sizes, err = f.smaller(); err != nil {
			return nil, err
		}
	}
	small.strides = nil
	if u.small, err = small.problem(u.p.sig); err != nil {
		return nil, err
	}
	axes, err := f.axes(u.m)
	if err != nil {
		return nil, err
	}
	combinations := combine(axes)
	if n := len(combinations); n > f.limit {
		return nil, fmt.Errorf("there are %d combinations to try, at most %d by --limit: give fewer values, or raise it", n, f.limit)
	}
	u.forms = []*form{{Options: []string{}}}
	for _, c := range combinations {
		if len(c) > 0 {
			u.forms = append(u.forms, &form{Options: c})
		}
	}
	return u, nil
}

// smaller are the sizes of --size, with those over 512 brought down to 256 and the remainder: equal sizes stay equal, and
// what TMA asks of rows stays as it is.
func (f *tuneFlags) smaller() ([]string, error) {
	given, err := f.perArgument()
	if err != nil {
		return nil, err
	}
	var out []string
	for _, size := range f.sizes {
		name, _, _ := strings.Cut(size, "=")
		var dims []string
		for _, d := range given[name].dims {
			if d > 512 {
				d = 256 + d%256
			}
			dims = append(dims, fmt.Sprint(d))
		}
		out = append(out, name+"="+strings.Join(dims, "x"))
	}
	return out, nil
}

// axis is an option and its values.
type axis struct {
	name   string
	values []string
}

// axes are what to try: what the flags name, or the defaults.
func (f *tuneFlags) axes(m *ir.Operation) ([]axis, error) {
	var out []axis
	for _, p := range f.params {
		name, values, ok := strings.Cut(p, "=")
		if !ok || name == "" || values == "" {
			return nil, fmt.Errorf("invalid value '%s' for --param: expected NAME=VALUE or NAME=V1,V2", p)
		}
		out = append(out, axis{name, strings.Split(values, ",")})
	}
	names := append([]string{"tile"}, handedOn...)
	for _, name := range names {
		if values := *f.tried[name]; len(values) > 0 {
			out = append(out, axis{name, values})
		}
	}
	if out != nil {
		return out, nil
	}
	for _, name := range names {
		if values := tunedByDefault[name]; values != nil && (name != "tile" || hasTile(m)) {
			out = append(out, axis{name, values})
		}
	}
	return out, nil
}

// hasTile reports whether a kernel has the parameters that --tile gives.
func hasTile(m *ir.Operation) bool {
	found := 0
	for o := range ir.Walk(m) {
		if name, _ := ir.StringValue(o.AnyAttr("name")); o.Is("tile.param") && slices.Contains([]string{"BM", "BN", "BK"}, name) {
			found++
		}
	}
	return found >= 3
}

// combine lists the combinations of the values, the last axis fastest.
func combine(axes []axis) [][]string {
	out := [][]string{nil}
	for _, a := range axes {
		var next [][]string
		for _, c := range out {
			for _, v := range a.values {
				next = append(next, append(slices.Clone(c), a.name+"="+v))
			}
		}
		out = next
	}
	return out
}

// build compiles a form. What the compiler refuses is written down and no error.
func (u *tuning) build(ctx context.Context, f *form) error {
	code, metadata, err := u.compileForm(ctx, f)
	if bug := (*passes.InternalError)(nil); errors.As(err, &bug) || ctx.Err() != nil {
		return err
	}
	if err != nil {
		f.Status = formRefused
		f.Reason, _, _ = strings.Cut(err.Error(), "\n")
		return nil
	}
	for _, g := range u.forms {
		if g != f && bytes.Equal(g.code, code) && bytes.Equal(g.metadata, metadata) {
			f.Status, f.Reason = formSame, "as "+g.label()
			return nil
		}
	}
	f.code, f.metadata = code, metadata
	return nil
}

func (u *tuning) compileForm(ctx context.Context, f *form) (code, metadata []byte, err error) {
	c := &f.flags
	s := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.define(s)
	u.t.fixed.flags.VisitAll(func(flag *pflag.Flag) {
		if flag.Changed {
			err = errors.Join(err, copyFlag(s, flag))
		}
	})
	for _, o := range f.Options {
		name, value, _ := strings.Cut(o, "=")
		if name == "tile" || slices.Contains(handedOn, name) {
			err = errors.Join(err, s.Set(name, value))
		} else {
			err = errors.Join(err, s.Set("param", o))
		}
	}
	if err != nil {
		return nil, nil, err
	}
	m, err := u.parse(u.name, u.text)
	if err != nil {
		return nil, nil, err
	}
	res, err := u.compile(ctx, m, c, opt.PTX)
	if err != nil {
		return nil, nil, err
	}
	for _, k := range res.Kernels {
		if k.Kernel == u.p.sig.kernel {
			metadata, err = launch.Marshal(k)
			return res.PTX, metadata, err
		}
	}
	return nil, nil, fmt.Errorf("the compiled module has no launch metadata of the kernel '%s'", u.p.sig.kernel)
}

// copyFlag gives a flag of another set the same value.
func copyFlag(s *pflag.FlagSet, flag *pflag.Flag) error {
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		return s.Lookup(flag.Name).Value.(pflag.SliceValue).Replace(list.GetSlice())
	}
	return s.Set(flag.Name, flag.Value.String())
}

// recordForms writes the launches to the folder.
func (u *tuning) recordForms() error {
	if err := os.MkdirAll(u.t.recordDir, 0o777); err != nil {
		return err
	}
	n, err := u.writeForms(u.t.recordDir)
	if err != nil {
		return err
	}
	fmt.Fprintf(u.stdout, "kernel %s: %d forms in %s, %d of them to be timed\n", u.p.sig.kernel, len(u.forms), filepath.Join(u.t.recordDir, recorded), n)
	return nil
}

// launchForms runs the launches and prints the table.
func (u *tuning) launchForms(ctx context.Context, program string) error {
	dir, err := os.MkdirTemp("", "tilec")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := u.writeForms(dir); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, program, "run", "--jobs="+filepath.Join(dir, recorded), "-o", filepath.Join(dir, reportsFile))
	var said bytes.Buffer
	cmd.Stderr = &said
	if failure := cmd.Run(); failure != nil {
		if info, err := os.Stat(filepath.Join(dir, reportsFile)); err != nil || info.Size() == 0 {
			return fmt.Errorf("%s: %s", launcher, strings.TrimPrefix(strings.TrimSpace(said.String()), launcher+": "))
		}
	}
	f := *u.t
	f.results = dir
	return u.printResults(&f)
}
