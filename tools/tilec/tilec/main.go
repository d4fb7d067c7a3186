package tilec

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	dialects "github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// Main runs the command and returns its exit code: 0 when all went well, 1 when the
// input or the command line is wrong or a check failed, 3 for a bug of ours.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out := &cli.Stdout{W: stdout}
	t := &tool{reg: all.Registry(), stdin: stdin, stdout: out, sources: &diag.Sources{}}
	t.report = &cli.Reporter{W: stderr, Sources: t.sources, Remarks: "none"}
	cmd := t.command()
	cmd.SetArgs(args)
	cmd.SetIn(stdin)
	cmd.SetOut(out)
	cmd.SetErr(stderr)
	return t.exit(out.Finish(cmd.ExecuteContext(ctx)))
}

// Command returns the command line, for its manual.
func Command() *cobra.Command { return (&tool{reg: all.Registry()}).command() }

// tool is one call of the command.
type tool struct {
	reg     *passes.Registry
	stdin   io.Reader
	stdout  io.Writer
	sources *diag.Sources
	report  *cli.Reporter
}

// errReported says that what went wrong was said already.
var errReported = errors.New("failed")

// exit reports an error and returns the exit code for it.
func (t *tool) exit(err error) int {
	switch {
	case err == nil:
		return cli.OK
	case errors.Is(err, errReported):
		return cli.Mistake
	}
	var bug *passes.InternalError
	isBug := errors.As(err, &bug)
	if isBug {
		t.report.Report(&diag.Diagnostic{Severity: diag.Error, Msg: bug.Error()})
		fmt.Fprintf(t.report.W, "%s", bug.Stack)
	} else {
		t.report.ReportError(err)
	}
	if isBug || nvptx.IsBug(err) {
		return cli.Bug
	}
	return cli.Mistake
}

func (t *tool) command() *cobra.Command {
	root := &cobra.Command{
		Use:           "tilec",
		Short:         "compile, run and check tile kernels",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cli.NoArgs,
		Version:       cli.Version(),
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(t.buildCommand(), t.runCommand(), t.tuneCommand(), t.timelineCommand())
	if t.reg.Pass(protocolPass) != nil {
		root.AddCommand(t.checkCommand())
	}
	root.SetFlagErrorFunc(cli.FlagError)
	return root
}

// oneFile refuses anything but one argument.
func oneFile(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("expected one input file, found %d", len(args))
	}
	return nil
}

// read parses and verifies a module in a context of its own.
func (t *tool) read(path string) (*ir.Operation, error) {
	text, err := cli.ReadInput(path, t.stdin)
	if err != nil {
		return nil, err
	}
	name := cli.InputName(path)
	t.sources.Add(name, text)
	return t.parse(name, text)
}

func (t *tool) parse(name string, text []byte) (*ir.Operation, error) {
	return opt.Parse(opt.NewContext(dialects.Dialects()...), name, text)
}
