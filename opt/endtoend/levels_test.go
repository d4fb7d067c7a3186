package endtoend_test

import (
	"fmt"
	"strings"
	"testing"

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
		m := parse(t, k.file+".mlir", text)
		run(t, m, s.String())
		text = print(t, m, opt.PrintOptions{})
		out = append(out, level{s.String(), text})
	}
	return out
}

// TestLevels: whatever the pass after which one looks, the module computes what
// the kernel says, and the passes one by one, through text, come to the same
// bytes as the pipeline in one go.
func TestLevels(t *testing.T) {
	t.Parallel()
	ragged := shape{136, 72, 136, 8}
	for _, k := range kernels() {
		for _, pipeline := range []string{"tile-to-nvvm{stages=4 consumers=2 %s}", "tile-to-llvm{stages=3 consumers=1 mma-in-flight=1 group=1 persist=false %s}", "tile-to-llvm{stages=2 consumers=0 %s}"} {
			pipeline = strings.TrimSuffix(fmt.Sprintf(pipeline, k.tile), " }")
			if !strings.HasSuffix(pipeline, "}") {
				pipeline += "}"
			}
			t.Run(k.file+"/"+pipeline, func(t *testing.T) {
				t.Parallel()
				levels := k.levels(t, pipeline)
				if got, want := levels[len(levels)-1].text, print(t, k.lower(t, pipeline), opt.PrintOptions{}); got != want {
					t.Errorf("the passes one by one end with another module:\n%s", passes.UnifiedDiff(want, got, false))
				}
				ints := k.expect(t, k.tile, ragged, inputs.Integers)
				last := ""
				for i, l := range levels {
					if l.text == last {
						continue
					}
					last = l.text
					if err := ints.simulate(t, parse(t, "level.mlir", l.text), sim.Options{Seed: uint64(i), Schedules: 1}); err != nil {
						t.Errorf("after %s: %v", l.pass, err)
					}
				}
			})
		}
	}
}
