package tilec

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/transforms/protocol"
)

// protocolPass is the pass that verifies the protocol of barriers. The command exists
// where it does.
const protocolPass = "async-verify-protocol"

func (t *tool) checkCommand() *cobra.Command {
	var f compileFlags
	var strict bool
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "verify the barrier protocol of a kernel",
		Long: `Verifies the protocol of barriers of a module of the async level as it stands, and of
one of the tile level after it was lowered there with the given options, each pass on the way
included. Pipelines and tokens are checked by what they mean. Of a kernel that is broken it prints
a schedule that shows how, with a column for each role.`,
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error { return t.check(c.Context(), &f, strict, args[0]) },
	}
	c.Flags().SortFlags = false
	c.Flags().BoolVar(&strict, "strict", false, "take what can't be proven for an error")
	f.define(c.Flags())
	if err := c.Flags().Set("remarks", "text"); err != nil {
		panic("internal: " + err.Error())
	}
	return c
}

// check lowers a tile-level module and runs the pass.
func (t *tool) check(ctx context.Context, f *compileFlags, strict bool, path string) error {
	m, err := t.read(path)
	if err != nil {
		return err
	}
	level, err := opt.LevelOf(m)
	if err != nil {
		return err
	}
	if level > opt.Async {
		return fmt.Errorf("%s is at the level %s: the protocol is verified at the async level", path, level)
	}
	remarks := f.remarks
	if level == opt.Tile {
		f.remarks = "none"
		// As in the pipeline, where the check stands in front of async-unroll.
		if err := f.flags.Set("unroll", "false"); err != nil {
			return err
		}
		if _, err := t.compile(ctx, m, f, opt.Async); err != nil {
			return err
		}
	}
	t.report.Remarks = remarks
	steps := protocolPass
	if strict {
		steps += "{strict=true}"
	}
	pipeline := "builtin.module(func.func(" + steps + "))"
	o := opt.Options{}
	seen := make(map[string]bool)
	o.Diag = func(d *diag.Diagnostic) {
		// Entries of one kernel say the same of what they share.
		if !seen[d.Error()] {
			seen[d.Error()] = true
			t.report.Report(d)
		}
	}
	o.Workers = 1
	err = opt.RunPipeline(ctx, m, t.reg, pipeline, o)
	if err == nil && len(seen) == 0 {
		t.report.Report(&diag.Diagnostic{Severity: diag.Remark, Pos: m.Loc().Pos(), Msg: "nothing to prove: no kernel synchronises or touches shared memory"})
	}
	if err != nil {
		if err := t.counterexamples(ctx, m); err != nil {
			return err
		}
	}
	if list := (diag.List)(nil); errors.As(err, &list) && t.report.Errors() > 0 {
		return errReported
	}
	return err
}

// counterexamples prints how the kernels that are broken fail, role by role.
func (t *tool) counterexamples(ctx context.Context, m *ir.Operation) error {
	for fn := range ir.Walk(m) {
		if !fn.Is("func.func") || !protocol.Applies(fn) {
			continue
		}
		f, err := protocol.Check(ctx, fn, protocol.Options{})
		if err != nil {
			return err
		}
		if f.Verdict != protocol.Refuted {
			continue
		}
		name, _ := ir.SymbolName(fn)
		where := ""
		if f.Where != "" {
			where = ", where " + f.Where
		}
		fmt.Fprintf(t.stdout, "how @%s fails%s:\n%s", name, where, protocol.Table(f.Trace))
	}
	return nil
}
