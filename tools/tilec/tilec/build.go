package tilec

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes/nvvmperturb"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// buildFlags are those of tilec build.
type buildFlags struct {
	compileFlags
	emit, output, metadata string
	summary                bool
}

func (t *tool) buildCommand() *cobra.Command {
	var f buildFlags
	c := &cobra.Command{
		Use:   "build FILE",
		Short: "compile a kernel to PTX and launch metadata",
		Long: `Compiles a module of any level. PTX and cubins come with launch metadata
(docs/launch-metadata.md): OUT.json beside OUT, or OUT.KERNEL.json for each kernel where
there are several. ptxas is run wherever it is found, and what costs speed is an error.`,
		Example: `  tilec build testdata/kernels/matmul.mlir -o matmul.ptx
  tilec build testdata/kernels/matmul.mlir --emit=async --stages=3 --tile=128x128x64
  tilec build kernel.mlir --type=bf16 --emit=cubin --summary -o kernel.cubin`,
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error { return t.build(c.Context(), &f, args[0]) },
	}
	s := c.Flags()
	s.SortFlags = false
	s.StringVar(&f.emit, "emit", "ptx", "what to make: "+strings.Join(opt.StageNames(), ", "))
	s.StringVarP(&f.output, "output", "o", "-", "output file")
	s.StringVar(&f.metadata, "metadata", "", "file for the launch metadata (default OUT with .json)")
	s.BoolVar(&f.summary, "summary", false, "print what each entry takes, and times, on standard error")
	s.BoolVar(&f.perturb, perturbOption, false, "delays at synchronising operations, drawn from the argument "+nvvmperturb.SeedArg+" of a launch")
	f.define(s)
	return c
}

// build compiles a file and writes what was asked for once all of it is there.
func (t *tool) build(ctx context.Context, f *buildFlags, path string) error {
	emit, err := opt.ParseStage(f.emit)
	if err != nil {
		return fmt.Errorf("--emit: %w", err)
	}
	if f.metadata != "" && emit < opt.NVVM {
		return fmt.Errorf("--metadata needs --emit=nvvm or further: a kernel has no launch metadata before")
	}
	f.parts = f.summary
	if cli.Replaces(f.output, path) {
		return fmt.Errorf("the output would replace the input %s: give it another name (-o)", path)
	}
	m, err := t.read(path)
	if err != nil {
		return err
	}
	r, err := t.compile(ctx, m, &f.compileFlags, emit)
	if err != nil {
		return err
	}
	for _, msg := range r.Messages {
		fmt.Fprintln(t.report.W, msg)
	}
	files, err := f.files(r, emit, cli.InputName(path))
	if err != nil {
		return err
	}
	if err := cli.WriteOutputs(files, t.stdout); err != nil {
		return err
	}
	if unassembled(emit, f.ptxas, r) {
		t.report.Report(&diag.Diagnostic{Severity: diag.Note, Msg: notAssembled})
	}
	if f.summary {
		summary(t.report.W, r)
	}
	return nil
}

// files lists the outputs.
func (f *buildFlags) files(r *opt.Result, emit opt.Stage, source string) ([]cli.Output, error) {
	var data []byte
	var err error
	switch emit {
	case opt.LLVMIR:
		data = r.LLVMIR
	case opt.PTX:
		data = r.PTX
	case opt.Cubin:
		data = r.Cubin
	default:
		data, err = opt.Print(r.Module, opt.PrintOptions{})
	}
	if err != nil {
		return nil, err
	}
	metadata, err := f.metadataFiles(r.Kernels, emit, source)
	for _, m := range metadata {
		if f.output != "-" && filepath.Clean(m.Path) == filepath.Clean(f.output) && replaceable(f.output) {
			return nil, fmt.Errorf("output and launch metadata would both go to %s: give one of them another name (-o, --metadata)", f.output)
		}
	}
	return append([]cli.Output{{Path: f.output, Data: data}}, metadata...), err
}

func (f *buildFlags) metadataFiles(kernels []*launch.Module, emit opt.Stage, source string) ([]cli.Output, error) {
	base := f.metadata
	switch {
	case base != "" && len(kernels) > 1:
		return nil, fmt.Errorf("--metadata names one file, and the module has %d kernels", len(kernels))
	case base != "" && len(kernels) == 0:
		return nil, fmt.Errorf("the module has no launch metadata: its kernels were not made by convert-async-to-nvvm")
	case base == "" && (emit < opt.PTX || f.output == "" || f.output == "-" || !replaceable(f.output)):
		return nil, nil
	}
	stem := strings.TrimSuffix(f.output, filepath.Ext(f.output))
	var out []cli.Output
	for _, k := range kernels {
		if k.Source == "" {
			k.Source = filepath.Base(source)
		}
		text, err := launch.Marshal(k)
		if err != nil {
			return nil, err
		}
		path := base
		switch {
		case path != "":
		case len(kernels) == 1:
			path = stem + ".json"
		default:
			path = stem + "." + k.Kernel + ".json"
		}
		out = append(out, cli.Output{Path: path, Data: text})
	}
	return out, nil
}
