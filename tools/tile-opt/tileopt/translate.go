package tileopt

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// translateCommand writes a module in another language than MLIR's.
func (t *tool) translateCommand() *cobra.Command {
	var toLLVMIR bool
	cmd := &cobra.Command{
		Use:   "translate --mlir-to-llvmir [FILE]",
		Short: "write a module of the llvm and nvvm dialects as LLVM IR",
		Long: `As mlir-translate does. The module holds operations of these dialects only: passes such as
convert-func-to-llvm lower the others. An operation that has no translation is an error.`,
		Example:               "  tile-opt kernel.mlir --pass-pipeline='builtin.module(tile-to-llvm)' | tile-opt translate --mlir-to-llvmir",
		Args:                  atMostOneFile,
		DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if !toLLVMIR {
				return errors.New("expected what to translate to: --mlir-to-llvmir")
			}
			if len(args) == 1 {
				t.o.input = args[0]
			}
			return t.translate()
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&toLLVMIR, "mlir-to-llvmir", false, "write LLVM IR")
	f.StringVarP(&t.o.output, "output", "o", "-", "output file")
	return cmd
}

func (t *tool) translate() error {
	text, m, err := t.read()
	if err != nil {
		return err
	}
	out, err := nvptx.Translate(m)
	if err != nil {
		sources := &diag.Sources{}
		sources.Add(cli.InputName(t.o.input), text)
		(&cli.Reporter{W: t.stderr, Sources: sources}).ReportError(err)
		return exitCode(cli.Mistake)
	}
	return cli.WriteOutput(t.o.output, out.LLVMIR, t.stdout)
}
