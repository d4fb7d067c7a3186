package tileopt_test

import (
	"io"
	"testing"

	dialects "github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/irtest"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/tools/filecheck/lit"
	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

// testPasses are known to the tests only: passes that fail in each way.
func testPasses() []*passes.Pass {
	return []*passes.Pass{
		{Name: "test-panic", Summary: "panics", Run: func(*passes.Run, *ir.Operation) error { panic("internal: on purpose") }},
		{Name: "test-fail", Summary: "fails", Run: func(_ *passes.Run, op *ir.Operation) error { return op.OpError("fails on purpose") }},
		{Name: "test-break", Summary: "leaves invalid IR", Run: func(_ *passes.Run, op *ir.Operation) error {
			for o := range ir.Walk(op) {
				if o.Has(ir.Terminator) {
					o.Erase()
				}
			}
			return nil
		}},
		{Name: "test-remark", Summary: "remarks and warns", Run: func(r *passes.Run, op *ir.Operation) error {
			for o := range ir.Walk(op) {
				if o.Is("test.use") {
					r.Remark(o, "used with %d operands", o.NumOperands())
				}
				if o.Is("test.barrier") {
					r.Warn(o, "a barrier")
				}
			}
			r.Unchanged()
			return nil
		}},
	}
}

// tileOpt is the command with the test dialect and the test passes.
func tileOpt(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ds := append(dialects.Dialects(), irtest.Dialect())
	reg := passes.NewRegistry(append(all.Passes(), testPasses()...), all.Pipelines(), all.Orders())
	return tileopt.MainWith(ds, reg, args, stdin, stdout, stderr)
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"canonicalize", "cse", "loop-invariant-code-motion", "symbol-dce"} {
		t.Run(dir, func(t *testing.T) {
			t.Parallel()
			lit.RunTree(t, "../../../testdata/passes/"+dir, ".mlir", lit.Commands{"tile-opt": tileOpt})
		})
	}
	t.Run("tile-opt", func(t *testing.T) {
		t.Parallel()
		lit.RunTree(t, "../../../testdata/tile-opt", ".mlir", lit.Commands{"tile-opt": tileOpt})
	})
}
