package tileopt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	dialects "github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// Main runs the command and returns its exit code: 0 when all went well, 1
// when the input or the command line is wrong, 3 for a bug of ours.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return MainWith(dialects.Dialects(), all.Registry(), args, stdin, stdout, stderr)
}

// MainWith is Main for a program with dialects and passes of its own.
func MainWith(ds []*ir.Dialect, reg *passes.Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out := &cli.Stdout{W: stdout}
	t := &tool{dialects: ds, reg: reg, stdin: stdin, stdout: out, stderr: stderr}
	cmd := t.command()
	if len(args) == 2 && args[0] == completeLineCommand {
		t.completeLine(cmd, args[1])
		return cli.OK
	}
	if len(args) > 1 && args[0] == cobra.ShellCompRequestCmd {
		t.completeWords(cmd, args[1:])
		return cli.OK
	}
	cmd.SetArgs(longOptions(cmd.Flags(), args))
	cmd.SetIn(stdin)
	cmd.SetOut(out)
	cmd.SetErr(stderr)
	err := out.Finish(cmd.ExecuteContext(ctx))
	var code exitCode
	switch {
	case err == nil:
		return cli.OK
	case errors.As(err, &code):
		return int(code)
	}
	(&cli.Reporter{W: stderr, Sources: &diag.Sources{}, JSON: t.o.json()}).ReportError(err)
	return cli.Mistake
}

// Command returns the command line, for its manual.
func Command() *cobra.Command {
	return (&tool{dialects: dialects.Dialects(), reg: all.Registry()}).command()
}

// exitCode is an error that was reported already.
type exitCode int

// Error returns the code as text.
func (e exitCode) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// tool is one call of the command.
type tool struct {
	dialects []*ir.Dialect
	reg      *passes.Registry
	stdin    io.Reader
	stdout   io.Writer
	stderr   io.Writer
	o        options
}

// longOptions turns -name into --name where name is a long option, as mlir-opt
// accepts both.
func longOptions(flags *pflag.FlagSet, args []string) []string {
	out := append([]string(nil), args...)
	for i, a := range out {
		if a == "--" {
			break
		}
		if len(a) < 3 || a[0] != '-' || a[1] == '-' {
			continue
		}
		name, _, _ := strings.Cut(a[1:], "=")
		if flags.Lookup(name) != nil {
			out[i] = "-" + a
		}
	}
	return out
}

func atMostOneFile(c *cobra.Command, args []string) error {
	if len(args) > 0 && args[0] != "-" && c.HasSubCommands() {
		// A command that is misspelt is taken for a file.
		if near := cli.NearCommand(c, args[0]); near != "" {
			if _, err := os.Stat(args[0]); errors.Is(err, os.ErrNotExist) {
				return fmt.Errorf("there is neither a file nor a command '%s'; did you mean the command '%s'?", args[0], near)
			}
		}
	}
	if len(args) > 1 {
		return fmt.Errorf("expected at most one input file, found %d: %s", len(args), strings.Join(args, " "))
	}
	return nil
}

func (t *tool) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:           "tile-opt [options] [file]",
		Short:         "read MLIR, run passes over it and print it",
		SilenceUsage:  true,
		SilenceErrors: true,

		DisableFlagsInUseLine: true,
		Args:                  atMostOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				t.o.input = args[0]
			}
			t.o.pipelineGiven = cmd.Flags().Changed("pass-pipeline")
			t.o.bisectGiven = cmd.Flags().Changed("pass-bisect")
			return t.run(cmd.Context())
		},
	}
	cmd.SetFlagErrorFunc(cli.FlagError)
	cmd.Version = cli.Version()
	cmd.CompletionOptions.DisableDefaultCmd = true
	t.o.define(cmd.Flags(), t.reg)
	for _, c := range []*cobra.Command{t.docsCommand(), t.reduceCommand(), t.translateCommand(), t.lspCommand(), t.completionCommand()} {
		c.SetHelpFunc(func(c *cobra.Command, _ []string) {
			fmt.Fprintf(t.stdout, "%s\n\n%s\n\n%s", c.Short, c.Long, c.UsageString())
		})
		cmd.AddCommand(c)
	}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) { t.help(cmd) })
	return cmd
}
