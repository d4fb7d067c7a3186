package opt

import (
	"bytes"
	"context"
	"errors"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
)

// Options direct RunPipeline; see passes.Config. Without Unverified the module
// is verified after every pass that changed it.
type Options struct {
	passes.Config
	// Unverified leaves out the verification between passes.
	Unverified bool
}

// PrintOptions change how Print writes; the zero value writes custom syntax.
type PrintOptions = asm.PrintOptions

// NewContext returns a context that knows the given dialects. Contexts are
// independent of each other and may be used by different goroutines at once.
func NewContext(dialects ...*ir.Dialect) *ir.Context { return ir.NewContext(dialects...) }

// Parse reads and verifies a module; file names the text in positions. The
// error is a diag.List.
func Parse(c *ir.Context, file string, text []byte) (*ir.Operation, error) {
	m, err := asm.Parse(c, file, text, asm.ParseOptions{})
	if err != nil {
		return nil, err
	}
	if err := ir.Verify(m); err != nil {
		return nil, err
	}
	return m, nil
}

// RunPipeline runs a pipeline in MLIR's textual form over module, in place.
// The error is a *diag.Diagnostic that points into the pipeline, a diag.List
// that points into the module, a *passes.InternalError, or that of ctx.
func RunPipeline(ctx context.Context, module *ir.Operation, reg *passes.Registry, pipeline string, o Options) error {
	if module == nil || reg == nil {
		return errors.New("expected a module and a registry of passes, found nil")
	}
	p, err := reg.Parse(pipeline)
	if err != nil {
		return err
	}
	cfg := o.Config
	cfg.Verify = !o.Unverified
	return p.Run(ctx, module, cfg)
}

// Print returns the text of op.
func Print(op *ir.Operation, o PrintOptions) ([]byte, error) {
	var b bytes.Buffer
	if err := asm.Print(&b, op, o); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
