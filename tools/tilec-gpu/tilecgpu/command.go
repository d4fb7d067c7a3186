package tilecgpu

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/cuda"
	"github.com/tile-opt/tile-opt/targets/launch/job"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// errReported says that what went wrong is in the reports already.
var errReported = errors.New("a job failed")

// Main runs the command and returns its exit code: 0, or 1 where the input is wrong, there is no GPU or a job failed.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := Command()
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &cli.Stdout{W: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := out.Finish(root.ExecuteContext(ctx))
	if err == nil {
		return 0
	}
	if !errors.Is(err, errReported) {
		fmt.Fprintf(stderr, "tilec-gpu: %v\n", err)
	}
	return 1
}

// Command returns the command line, for its manual.
func Command() *cobra.Command {
	root := &cobra.Command{
		Use:           "tilec-gpu",
		Short:         "launch compiled kernels on a GPU and check what they compute",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.AddCommand(runCommand(), infoCommand())
	return root
}

func infoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "info",
		Short: "print the device and the properties that launch metadata can name",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			d, err := cuda.Open()
			if err != nil {
				return err
			}
			name, properties, err := d.Properties()
			if err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), name)
			for _, p := range launch.PropertyNames() {
				fmt.Fprintf(c.OutOrStdout(), "%s %d\n", p, properties[p])
			}
			return nil
		},
	}
}

// flags are those of tilec-gpu run.
type flags struct {
	jobs, dump, output string
	one                oneJob
}

func runCommand() *cobra.Command {
	var f flags
	c := &cobra.Command{
		Use:   "run (FILE.ptx | --jobs=FILE)",
		Short: "run one kernel, or the jobs of a file with one JSON object a line",
		Example: `  tilec-gpu run matmul.ptx --size=A=300x200,B=512x200,C=300x512 --reference=matmul_nt:A,B,C
  tilec-gpu run --jobs=cases.jsonl -o report.jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	s := c.Flags()
	s.StringVar(&f.jobs, "jobs", "", "file of jobs, - for standard input")
	s.StringVar(&f.dump, "dump-dir", "", "folder for the outputs, each as JOB.ARG.raw")
	s.StringVarP(&f.output, "output", "o", "-", "file for the reports, one JSON object a line")
	s.StringVar(&f.one.metadata, "metadata", "", "launch metadata (default FILE.json)")
	s.StringVar(&f.one.entry, "entry", "", "entry to launch (default the first whose preconditions hold)")
	s.StringSliceVar(&f.one.sizes, "size", nil, "sizes of a buffer, as A=300x200")
	s.StringSliceVar(&f.one.strides, "stride", nil, "strides of a buffer in elements, as A=208x1 (default row-major)")
	s.StringSliceVar(&f.one.offsets, "offset", nil, "bytes by which a buffer is off a 256-byte boundary, as A=2")
	s.StringSliceVar(&f.one.scalars, "scalar", nil, "value of a scalar, as alpha=0.5")
	s.StringSliceVar(&f.one.fills, "fill", nil, "distribution of a buffer, as A=int (normal, uniform, int, zero, one)")
	s.StringSliceVar(&f.one.expect, "expect", nil, "file with the expected float64 of an output, as C=want.raw")
	s.StringVar(&f.one.reference, "reference", "", "reference on the GPU, as matmul_nt:A,B,C")
	s.Uint64Var(&f.one.seed, "seed", 0, "seed of the inputs")
	s.Float64Var(&f.one.timeLimit, "time-limit", 20, "seconds that a launch may take")
	s.BoolVar(&f.one.timing, "time", false, "time it in bursts")
	return c
}

func (f *flags) run(c *cobra.Command, args []string) error {
	jobs, err := f.read(c.InOrStdin(), args)
	if err != nil {
		return err
	}
	d, err := cuda.Open()
	if err != nil {
		return err
	}
	return f.execute(c, d, jobs)
}

// read gets the jobs from the file or from the flags.
func (f *flags) read(stdin io.Reader, args []string) ([]job.Job, error) {
	switch {
	case f.jobs == "" && len(args) == 1:
		return f.one.jobs(args[0])
	case f.jobs == "" || len(args) > 0:
		return nil, errors.New("expected one of FILE.ptx and --jobs=FILE")
	case f.jobs == "-":
		return job.Read(stdin, "")
	}
	file, err := os.Open(f.jobs)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	jobs, err := job.Read(file, filepath.Dir(f.jobs))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.jobs, err)
	}
	return jobs, nil
}

// execute runs the jobs and writes a report for each as it comes, since a run may be killed from outside.
func (f *flags) execute(c *cobra.Command, d cuda.Driver, jobs []job.Job) (err error) {
	out := c.OutOrStdout()
	if f.output != "-" {
		file, err := os.Create(f.output)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out = file
	}
	table := tabwriter.NewWriter(c.ErrOrStderr(), 0, 0, 2, ' ', 0)
	defer table.Flush()
	enc := json.NewEncoder(out)
	var writeErr error
	i := interpreter{modules: make(map[string]*ir.Operation)}
	reports, err := cuda.Run(c.Context(), d, jobs, cuda.Options{DumpDir: f.dump, Interpret: i.outputs, Progress: func(r job.Report) {
		writeErr = errors.Join(writeErr, enc.Encode(r))
		line(table, &r)
	}})
	if err = errors.Join(err, writeErr); err != nil {
		return err
	}
	for _, r := range reports {
		if !r.OK {
			return errReported
		}
	}
	return nil
}

// line prints a report for people.
func line(w io.Writer, r *job.Report) {
	state := "ok"
	if !r.OK {
		state = "FAILED " + strings.ReplaceAll(r.Error, "\n", " ")
	}
	fmt.Fprintf(w, "%s\t%s", r.Name, r.Entry)
	for _, res := range r.Results {
		if res.Compared {
			fmt.Fprintf(w, "\t%s rel %.2e abs %.2e", res.Arg, res.Relative, res.Absolute)
		}
	}
	if r.Time != nil {
		fmt.Fprintf(w, "\t%.2f us", r.Time.Median)
	}
	fmt.Fprintf(w, "\t%s\n", state)
}
