package tileopt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
	"github.com/tile-opt/tile-opt/transforms/reduce"
)

// reduceCommand makes a failing file smaller.
func (t *tool) reduceCommand() *cobra.Command {
	r := &reduction{tool: t}
	cmd := &cobra.Command{
		Use:   "reduce FILE --test=SCRIPT",
		Short: "make a module smaller while a script says the same of it",
		Long: `The script is run with the path of a module as its last argument. Its exit code for FILE is
the property to keep, whether 0 or not: a candidate on which it exits with the same code takes
the place of what it was made from. Candidates are valid: the verifier accepts each one.`,
		Example: `  printf '#!/bin/sh\ntile-opt --canonicalize "$1" >/dev/null 2>&1; test $? = 3\n' > crashes.sh; chmod +x crashes.sh
  tile-opt reduce big.mlir --test=./crashes.sh -o small.mlir`,
		Args:                  oneFile,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			t.o.input = args[0]
			return r.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&r.script, "test", "", "the script, an executable file")
	f.StringArrayVar(&r.args, "test-arg", nil, "an argument of the script in front of the path; may be repeated")
	f.StringVarP(&t.o.output, "output", "o", "-", "output file")
	f.IntVar(&r.workers, "workers", 1, "candidates tested at once; the result does not depend on it")
	f.DurationVar(&r.limit, "time-limit", 0, "stop after this time with what was found, such as 5m; 0 for never")
	f.DurationVar(&r.testLimit, "test-time-limit", time.Minute, "a test that takes longer does not have the property")
	f.BoolVar(&t.o.unregistered, "allow-unregistered-dialect", true, "accept operations of unknown dialects")
	f.StringArrayVar(&t.o.irdlFiles, "irdl-file", nil, "IRDL file with dialects to register")
	return cmd
}

// oneFile is the argument of the commands that read one file.
func oneFile(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("expected one input file, found %d", len(args))
	}
	return nil
}

// reduction is one call of the command.
type reduction struct {
	*tool
	script           string
	args             []string
	workers          int
	limit, testLimit time.Duration

	dir    string
	print  asm.PrintOptions
	status int // of the script on the input
}

func (r *reduction) run(ctx context.Context) error {
	script, err := r.check()
	if err != nil {
		return err
	}
	r.script = script
	text, m, err := r.tool.read()
	if err != nil {
		return err
	}
	if r.dir, err = os.MkdirTemp("", "tile-opt-reduce-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.dir)
	if r.limit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, r.limit)
		defer stop()
	}
	if r.status, err = r.exit(ctx, text); err != nil {
		return err
	}
	if err := r.choosePrint(ctx, m); err != nil {
		return err
	}
	if err := r.warnOfEmpty(ctx, m); err != nil {
		return err
	}
	res, err := reduce.Module(ctx, m, r.holds, reduce.Options{Workers: r.workers, Progress: r.progress})
	if err != nil {
		return err
	}
	if res.Stopped != nil {
		fmt.Fprintf(r.stderr, "warning: stopped before the end: %s\n", res.Stopped)
	}
	fmt.Fprintf(r.stderr, "reduced %d operations to %d: %d tests, %d steps\n", countOps(m), countOps(res.Module), res.Tests, res.Steps)
	out, err := opt.Print(res.Module, r.print)
	if err != nil {
		return err
	}
	return cli.WriteOutput(r.o.output, out, r.stdout)
}

func (r *reduction) check() (string, error) {
	if r.script == "" {
		return "", errors.New("expected --test=SCRIPT, an executable that is run on candidates")
	}
	if r.workers < 1 {
		return "", fmt.Errorf("invalid value '%d' for --workers: expected 1 or more", r.workers)
	}
	if r.testLimit <= 0 {
		return "", fmt.Errorf("invalid value '%s' for --test-time-limit: expected more than 0", r.testLimit)
	}
	if cli.Replaces(r.o.output, r.o.input) {
		return "", fmt.Errorf("the output would replace the input %s: give it another name (-o)", r.o.input)
	}
	path, err := exec.LookPath(r.script)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		var path *os.PathError
		if err = errors.Unwrap(err); errors.As(err, &path) {
			err = path.Err // the path is told already
		}
		return "", fmt.Errorf("cannot run the script '%s': %w", r.script, err)
	}
	return filepath.Abs(path)
}

// choosePrint finds the form in which the input, printed, has the property: as
// short as can be.
func (r *reduction) choosePrint(ctx context.Context, m *ir.Operation) error {
	for _, o := range []asm.PrintOptions{{}, {Generic: true}, {DebugInfo: true}, {Generic: true, DebugInfo: true}} {
		r.print = o
		ok, err := r.holds(ctx, m)
		if err != nil || ok {
			return err
		}
	}
	return fmt.Errorf("the script %s for '%s', but not once the module is read and printed", ending(r.status), r.o.input)
}

// warnOfEmpty says so when the script cannot tell the input from nothing.
func (r *reduction) warnOfEmpty(ctx context.Context, m *ir.Operation) error {
	empty, err := asm.Parse(m.Context(), "empty", nil, asm.ParseOptions{})
	if err != nil {
		return err
	}
	same, err := r.holds(ctx, empty)
	if same {
		fmt.Fprintf(r.stderr, "warning: the script %s for an empty module as well\n", ending(r.status))
	}
	return err
}

// holds is the property: the script exits as it did for the input.
func (r *reduction) holds(ctx context.Context, m *ir.Operation) (bool, error) {
	text, err := opt.Print(m, r.print)
	if err != nil {
		return false, nil // what cannot be printed is no candidate
	}
	status, err := r.exit(ctx, text)
	return err == nil && status == r.status, err
}

// timedOut is the exit code of a script that took too long.
const timedOut = -2

// bySignal is the exit code of a script that did not end by itself.
const bySignal = -1

// ending tells in words how a script ended.
func ending(status int) string {
	switch status {
	case timedOut:
		return "takes too long"
	case bySignal:
		return "is ended by a signal"
	}
	return fmt.Sprintf("exits with %d", status)
}

// exit runs the script on a text.
func (r *reduction) exit(ctx context.Context, text []byte) (int, error) {
	f, err := os.CreateTemp(r.dir, "*.mlir")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return 0, err
	}
	limited, stop := context.WithTimeout(ctx, r.testLimit)
	defer stop()
	cmd := exec.CommandContext(limited, r.script, append(append([]string(nil), r.args...), f.Name())...)
	cmd.WaitDelay = time.Second // for what the script started and left behind
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case limited.Err() != nil:
		return timedOut, nil
	case errors.As(err, &exit):
		return exit.ExitCode(), nil
	case err != nil:
		return 0, fmt.Errorf("cannot run the script '%s': %w", r.script, err)
	}
	return 0, nil
}

func (r *reduction) progress(reducer string, m *ir.Operation) {
	fmt.Fprintf(r.stderr, "%d operations (%s)\n", countOps(m), reducer)
}

func countOps(m *ir.Operation) int {
	n := 0
	for range ir.Walk(m) {
		n++
	}
	return n
}

// read reads and verifies the input; mistakes are reported.
func (t *tool) read() ([]byte, *ir.Operation, error) {
	if err := t.loadIRDL(); err != nil {
		return nil, nil, err
	}
	text, err := cli.ReadInput(t.o.input, t.stdin)
	if err != nil {
		return nil, nil, err
	}
	c := ir.NewContext(t.dialects...)
	c.AllowUnregistered = t.o.unregistered
	sources := &diag.Sources{}
	m, err := asm.Parse(c, cli.InputName(t.o.input), text, asm.ParseOptions{Sources: sources})
	if err == nil {
		err = ir.Verify(m)
	}
	if err != nil {
		(&cli.Reporter{W: t.stderr, Sources: sources}).ReportError(err)
		return nil, nil, exitCode(cli.Mistake)
	}
	return text, m, nil
}
