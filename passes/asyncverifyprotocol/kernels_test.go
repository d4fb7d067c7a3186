package asyncverifyprotocol_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/transforms/protocol"
)

// config is a way to compile the subject of the mutations.
type config struct{ stages, consumers, inFlight int }

func (c config) String() string {
	return fmt.Sprintf("stages=%d consumers=%d mma-in-flight=%d", c.stages, c.consumers, c.inFlight)
}

// steps are the passes from the tile level to explicit barriers.
func (c config) steps(tile, via string) string {
	if c.consumers == 0 {
		prefetch := -1 - c.inFlight
		return fmt.Sprintf("builtin.module(func.func(tile-bind{%s},canonicalize,cse),func.func(tile-rasterize),func.func(tile-persist),"+
			"func.func(canonicalize,cse,loop-invariant-code-motion,tile-to-async{warp-groups=1}),func.func(async-pipeline{stages=%d prefetch=%d mma-in-flight=%d}),"+
			"async-epilogue{via=%s},func.func(async-insert-mbarriers,canonicalize,cse))", tile, c.stages, prefetch, c.inFlight, via)
	}
	return fmt.Sprintf("builtin.module(func.func(tile-bind{%s},canonicalize,cse),func.func(tile-rasterize),func.func(tile-persist),"+
		"func.func(canonicalize,cse,loop-invariant-code-motion,tile-to-async{warp-groups=%d}),func.func(async-pipeline{stages=%d mma-in-flight=%d}),"+
		"func.func(async-warp-specialize{producer-warps=4}),async-epilogue{via=%s},func.func(async-insert-mbarriers,async-reallocate-registers,canonicalize,cse))",
		tile, c.consumers, c.stages, c.inFlight, via)
}

func parse(t testing.TB, name string, text []byte) *ir.Operation {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), name, text, asm.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// lower returns the text of a kernel of testdata/kernels with explicit
// barriers.
func lower(t testing.TB, name, pipeline string) string {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "kernels", name+".mlir")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, path, text)
	p, err := allpasses.Registry().Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(context.Background(), m, passes.Config{Verify: true}); err != nil {
		t.Fatal(err)
	}
	return asm.String(m)
}

// judge checks every kernel of a module: the first that is not proven, nil
// when all are, assuming no more than that their arguments do not overlap.
func judge(t testing.TB, m *ir.Operation) *protocol.Finding {
	t.Helper()
	for op := range ir.Walk(m) {
		if !op.Is("func.func") || !protocol.Applies(op) {
			continue
		}
		f, err := protocol.Check(context.Background(), op, protocol.Options{})
		if err != nil {
			t.Fatal(err)
		}
		beyond := slices.DeleteFunc(f.Assumptions, func(id string) bool { return id == "separate-arguments" })
		if f.Verdict != protocol.Proven || len(beyond) > 0 {
			return f
		}
	}
	return nil
}

// TestKernels proves every kernel as the pipelines compile it.
func TestKernels(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"matmul", "matmul_bf16", "relu_bias_matmul", "two_dots", "guarded_dot"} {
		for _, c := range []config{{4, 2, 0}, {2, 1, 1}, {1, 1, 0}, {3, 0, 0}, {8, 1, 1}} {
			if name == "guarded_dot" && c.consumers == 0 {
				// Loads that run ahead decide by the condition of a later
				// iteration, which the check does not relate to that iteration.
				continue
			}
			t.Run(name+" "+c.String(), func(t *testing.T) {
				t.Parallel()
				m := parse(t, name+".mlir", []byte(lower(t, name, c.steps("BM=64 BN=64 BK=32", "auto"))))
				if f := judge(t, m); f != nil {
					t.Errorf("%v: '%s' %s", f.Verdict, f.Op.Name(), f.Msg)
				}
			})
		}
	}
}
