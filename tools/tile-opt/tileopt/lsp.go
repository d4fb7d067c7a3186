package tileopt

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
	"github.com/tile-opt/tile-opt/tools/internal/lsp"
)

// lspCommand serves editors.
func (t *tool) lspCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "serve editors: the Language Server Protocol",
		Long: `On standard input and output: hover, definition, references, completion, and diagnostics while
a text is written. An editor starts it; docs/howto/lsp.md has the configuration of one.`,
		Args:                  cobra.NoArgs,
		DisableFlagsInUseLine: true,
		RunE:                  func(cmd *cobra.Command, _ []string) error { return t.lsp(cmd.Context(), cmd.Root().Flags()) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&t.o.unregistered, "allow-unregistered-dialect", false, "accept operations of unknown dialects")
	f.StringArrayVar(&t.o.irdlFiles, "irdl-file", nil, "IRDL file with dialects to register")
	// Editors pass it, and it is what happens anyway.
	f.Bool("stdio", true, "speak on standard input and output")
	return cmd
}

func (t *tool) lsp(ctx context.Context, flags *pflag.FlagSet) error {
	if err := t.loadIRDL(); err != nil {
		return err
	}
	cfg := lsp.Config{Dialects: t.dialects, Registry: t.reg, AllowUnregistered: t.o.unregistered, Log: t.stderr}
	flags.VisitAll(func(f *pflag.Flag) {
		if t.reg.Pass(f.Name) == nil && t.reg.Pipeline(f.Name) == nil {
			cfg.Flags = append(cfg.Flags, passes.Completion{Text: f.Name, Doc: f.Usage})
		}
	})
	orderly, err := lsp.Serve(ctx, cfg, t.stdin, t.stdout)
	switch {
	case errors.Is(err, context.Canceled):
		return exitCode(cli.Mistake)
	case err != nil:
		return fmt.Errorf("language server: %w", err)
	case !orderly:
		return exitCode(cli.Mistake) // as the protocol has it: exit without shutdown
	}
	return nil
}
