package tilec

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets/sim"
	"github.com/tile-opt/tile-opt/targets/sim/timeline"
	"github.com/tile-opt/tile-opt/tools/internal/cli"
)

// timelineFlags are those of tilec timeline.
type timelineFlags struct {
	runFlags
	output, title string
	block, sms    int
	from, to      int64
}

func (t *tool) timelineCommand() *cobra.Command {
	var f timelineFlags
	c := &cobra.Command{
		Use:   "timeline FILE",
		Short: "draw what the roles of a kernel do over time",
		Long: `Runs a kernel on the simulator and draws one block of it over time, as SVG or, where
OUT ends in .html, as a page: each role with its waits, the loads and stores in flight,
the tensor cores, and each slot of the rings as it is filled, full and in use. Times are
those of the simulator's cost model (docs/simulator.md), not of a GPU.`,
		Example: `  tilec timeline testdata/kernels/matmul.mlir --size=A=128x768,B=256x768,C=128x256 -o matmul.svg
  tilec timeline testdata/kernels/matmul.mlir --consumers=0 --stages=1 --size=A=128x768,B=256x768,C=128x256 -o stalled.html`,
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error { return t.timeline(c.Context(), &f, args[0]) },
	}
	s := c.Flags()
	s.SortFlags = false
	s.StringVarP(&f.output, "output", "o", "-", "output file: a picture, or a page where it ends in .html")
	s.StringVar(&f.title, "title", "", "title of the picture (default the kernel's name)")
	s.IntVar(&f.block, "block", 0, "block of the grid that is drawn")
	s.Int64Var(&f.from, "from", 0, "first cycle that is drawn")
	s.Int64Var(&f.to, "to", 0, "last cycle that is drawn; 0 is the end of the block")
	s.IntVar(&f.sms, "multiprocessors", 132, "multiprocessors of the device: with few of them a block has several tiles of a small problem")
	f.problemFlags.define(s)
	s.StringVar(&f.kernel, "kernel", "", "kernel to run (default the only one)")
	s.StringVar(&f.level, "level", "async", "level that a tile-level kernel is compiled to: async, nvvm or llvm")
	f.compileFlags.define(s)
	return c
}

// timeline simulates and draws.
func (t *tool) timeline(ctx context.Context, f *timelineFlags, path string) error {
	f.on = onSim
	if level, err := opt.ParseStage(f.level); err != nil || level == opt.Tile || level > opt.LLVM {
		return fmt.Errorf("invalid value '%s' for --level: expected async, nvvm or llvm", f.level)
	}
	if f.block < 0 {
		return fmt.Errorf("invalid value '%d' for --block: expected 0 or more", f.block)
	}
	if f.from < 0 {
		return fmt.Errorf("invalid value '%d' for --from: expected 0 or more", f.from)
	}
	if f.to < 0 || f.to > 0 && f.to <= f.from {
		return fmt.Errorf("invalid value '%d' for --to: expected more than --from=%d, or 0 for the end", f.to, f.from)
	}
	if f.sms < 1 {
		return fmt.Errorf("invalid value '%d' for --multiprocessors: expected 1 or more", f.sms)
	}
	text, err := cli.ReadInput(path, t.stdin)
	if err != nil {
		return err
	}
	r := &running{tool: t, f: &f.runFlags}
	if err := r.load(ctx, cli.InputName(path), text); err != nil {
		return err
	}
	device := sim.H200()
	device["multiprocessor_count"] = int64(f.sms)
	rep, _, err := r.simulated(ctx, sim.Options{Schedules: 1, Timeline: true, ByTime: true, Properties: device})
	if err != nil {
		return err
	}
	if len(rep.Schedules) == 0 {
		return errors.New("the grid is empty: expected sizes for which there is a block to draw")
	}
	if n := rep.Grid[0] * rep.Grid[1] * rep.Grid[2]; int64(f.block) >= int64(n) {
		return fmt.Errorf("invalid value '%d' for --block: expected less than %d, the blocks of the grid", f.block, n)
	}
	o := timeline.Options{Title: f.title, Block: f.block, From: f.from, To: f.to}
	if o.Title == "" {
		o.Title = r.p.sig.kernel
	}
	o.Subtitle = fmt.Sprintf("%s, block %d of %s, %d threads, %d bytes of shared memory: %d cycles, 1755 to a microsecond",
		rep.Entry, f.block, extents(rep.Grid[:]), rep.Block[0]*rep.Block[1]*rep.Block[2], rep.SharedBytes, rep.Schedules[0].Cycles)
	draw := timeline.SVG
	if filepath.Ext(f.output) == ".html" {
		draw = timeline.HTML
	}
	data, err := draw(rep.Schedules[0].Report, o)
	if err != nil {
		return err
	}
	if err := cli.WriteOutputs([]cli.Output{{Path: f.output, Data: data}}, t.stdout); err != nil {
		return err
	}
	if rep.Err() != nil {
		return errReported
	}
	return nil
}
