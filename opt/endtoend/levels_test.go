package endtoend_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/sim"
)

// level is a module on its way down.
type level struct {
	pass string // the pass that made it, as a pipeline
	text string
}

// steps cuts a pipeline into pipelines of one pass each.
func steps(p *passes.Pipeline) []*passes.Pipeline {
	var out []*passes.Pipeline
	for _, s := range p.Steps {
		if s.Nested == nil {
			out = append(out, &passes.Pipeline{Anchor: p.Anchor, Steps: []passes.Step{s}})
			continue
		}
		for _, inner := range steps(s.Nested) {
			out = append(out, &passes.Pipeline{Anchor: p.Anchor, Steps: []passes.Step{{Nested: inner}}})
		}
	}
	return out
}

// levels runs a pipeline pass by pass, each from the text of the one before.
func (k kernel) levels(t testing.TB, pipeline string) []level {
	t.Helper()
	p, err := allpasses.Registry().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	var out []level
	text := k.text(t)
	for _, s := range steps(p) {
		if strings.Contains(s.String(), "async-verify-protocol") {
			// It changes nothing, and has tests of its own.
			continue
		}
		m := parse(t, k.file+".mlir", text)
		run(t, m, s.String())
		text = print(t, m, opt.PrintOptions{})
		out = append(out, level{s.String(), text})
	}
	return out
}

// pipelines are a producer and consumers, products in flight, and one role.
var pipelines = []string{
	"tile-to-nvvm{stages=4 consumers=2}",
	"tile-to-llvm{stages=3 consumers=1 mma-in-flight=1 group=1 persist=false}",
	"tile-to-llvm{stages=2 consumers=0}",
}

// withOptions adds options to a named pipeline.
func withOptions(pipeline, options string) string {
	if options == "" {
		return pipeline
	}
	return strings.TrimSuffix(pipeline, "}") + " " + options + "}"
}

// TestLevels: whatever the pass after which one looks, the module computes what
// the kernel says, and the passes one by one, through text, come to the same
// bytes as the pipeline in one go.
func TestLevels(t *testing.T) {
	t.Parallel()
	for _, k := range thin(kernels(), 3) {
		for n, pipeline := range thin(pipelines, 3) {
			t.Run(k.file+"/"+pipeline, func(t *testing.T) {
				t.Parallel()
				k.checkLevels(t, withOptions(pipeline, k.tile), n)
			})
		}
	}
	for _, pipeline := range []string{pipelines[0], "tile-to-llvm{stages=3 consumers=2 mma-in-flight=1}"} {
		if testing.Short() {
			break
		}
		t.Run("default tile/"+pipeline, func(t *testing.T) {
			t.Parallel()
			k := kernelOf(t, "matmul")
			k.tile = "BN=256"
			k.checkLevels(t, pipeline, 0)
		})
	}
}

func (k kernel) checkLevels(t *testing.T, pipeline string, n int) {
	levels := k.levels(t, pipeline)
	if got, want := levels[len(levels)-1].text, print(t, k.lower(t, pipeline), opt.PrintOptions{}); got != want {
		t.Errorf("the passes one by one end with another module:\n%s", passes.UnifiedDiff(want, got, false))
	}
	// The first shape takes the entry with tensor stores, the second the other.
	n2 := int64(75)
	if k.aligned {
		n2 = 80
	}
	runs := []struct {
		oracle *oracle
		o      sim.Options
	}{
		{k.expect(t, k.tile, shape{136, 72, 136, 8}, inputs.Integers), sim.Options{Seed: uint64(n), Schedules: 2}},
		{k.expect(t, k.tile, shape{137, n2, 72, 1}, inputs.Integers), sim.Options{Seed: uint64(n + 1), Properties: few(1)}},
		{k.expect(t, k.tile, shape{72, 80, 200, 0}, inputs.Normal), sim.Options{Seed: uint64(n + 2)}},
	}
	last := ""
	for _, l := range levels {
		if l.text == last {
			continue
		}
		last = l.text
		m := parse(t, "level.mlir", l.text)
		for _, r := range runs {
			if err := r.oracle.simulate(t, m, r.o); err != nil {
				t.Errorf("after %s, %v, %s: %v", l.pass, r.oracle.shape, r.oracle.dist, err)
			}
		}
	}
}

// meaning reports whether a discardable attribute is a part of what a kernel
// does: that it is one and how it is launched, and what MLIR's dialects define.
func meaning(name string) bool {
	switch name {
	case "tile.kernel", "tile.launch", "tile.entry_of", "tasync.warp_groups", "tasync.fallback_of":
		return true
	}
	return strings.HasPrefix(name, "nvvm.") || strings.HasPrefix(name, "llvm.")
}

// strip removes all attributes that are hints, those of arguments too, and
// returns how many there were.
func strip(m *ir.Operation) int {
	n := 0
	for op := range ir.Walk(m) {
		for _, a := range slices.Clone(op.Attrs()) {
			if !meaning(a.Name) {
				op.RemoveAttr(a.Name)
				n++
			}
		}
		list, ok := op.Prop("arg_attrs").(*ir.ArrayAttr)
		if !ok {
			continue
		}
		var args []ir.Attr
		for _, d := range list.Elems {
			var kept []ir.NamedAttr
			for _, a := range d.(*ir.DictAttr).Entries {
				if meaning(a.Name) {
					kept = append(kept, a)
				} else {
					n++
				}
			}
			args = append(args, ir.DictOf(m.Context(), kept...))
		}
		op.SetProp("arg_attrs", m.Context().ArrayOf(args...))
	}
	return n
}

// TestNoHints: what a module does in the simulator does not depend on what
// passes and authors noted down in attributes.
func TestNoHints(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, "relu_bias_matmul")
	s := shape{137, 72, 136, 0}
	stripped, last := 0, ""
	for _, l := range k.levels(t, withOptions("tile-to-llvm{stages=3 consumers=2}", k.tile)) {
		if l.text == last {
			continue
		}
		last = l.text
		var reports []string
		for _, hints := range []bool{true, false} {
			m := parse(t, "level.mlir", l.text)
			if !hints {
				stripped += strip(m)
			}
			args := k.arguments(t, s, inputs.Integers)
			rep, err := sim.Run(context.Background(), m, k.entry, args, sim.Options{Seed: 5, Schedules: 2, Timeline: true})
			if err == nil {
				err = rep.Err()
			}
			if err != nil {
				t.Fatalf("after %s: %v", l.pass, err)
			}
			report := fmt.Sprintln(rep.Entry, rep.Grid, rep.Block, rep.LaneOps)
			for _, s := range rep.Schedules {
				report += fmt.Sprintln(s.Name, s.Stats, s.Timeline, s.Report.Schedule)
			}
			reports = append(reports, report+fmt.Sprint(args[3].Buffer.Bytes))
		}
		if reports[0] != reports[1] {
			t.Errorf("after %s: another run without hints", l.pass)
		}
	}
	if stripped == 0 {
		t.Error("there was no hint")
	}
}
