package all_test

import (
	"context"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/transforms/reduce"
)

// fuzzSteps are the steps of random pipelines: what keeps the module one that the
// interpreter runs.
var fuzzSteps = []string{
	"canonicalize", "canonicalize{top-down=false}", "canonicalize{region-simplify=aggressive}", "cse", "sccp",
	"loop-invariant-code-motion", "symbol-dce", "inline", "loop-unroll{unroll-factor=2}", "mem2reg", "remove-dead-values",
	"control-flow-sink", "strip-debuginfo", "func.func(canonicalize,cse)", "func.func(loop-unroll{unroll-factor=3},sccp)",
	"any(cse)", "convert-scf-to-cf",
}

// lowering takes the module where the interpreter does not follow.
const lowering = "convert-scf-to-cf,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts,canonicalize,cse"

// randomPipeline makes a pipeline of at most eight steps; computes says whether its
// result can be run.
func randomPipeline(choice []byte) (text string, computes bool) {
	var steps []string
	computes = true
	unrolled := 0
	for _, c := range choice[:min(len(choice), 8)] {
		if c == 255 {
			steps = append(steps, lowering)
			computes = false
			break
		}
		step := fuzzSteps[int(c)%len(fuzzSteps)]
		if strings.Contains(step, "unroll") {
			if unrolled++; unrolled > 2 {
				continue // each doubles every nest of loops
			}
		}
		steps = append(steps, step)
	}
	return strings.Join(steps, ","), computes
}

// FuzzPasses runs random pipelines on random valid modules: the verifier accepts
// what every pass leaves, what is printed reads back equal, and the module computes
// what it did.
func FuzzPasses(f *testing.F) {
	for i := range uint64(len(fuzzSteps)) {
		f.Add(i, []byte{byte(i), byte(3 * i), byte(5*i + 1)})
	}
	f.Add(uint64(100), []byte{0, 7, 255})
	f.Fuzz(func(t *testing.T, seed uint64, choice []byte) {
		text := generate(seed)
		pipeline, computes := randomPipeline(choice)
		if pipeline == "" {
			return
		}
		if computes {
			want := compute(t, text, "", nil)
			got := compute(t, text, pipeline, map[string]int{})
			if d := cmp.Diff(want, got, cmp.Comparer(sameResult)); d != "" {
				t.Fatalf("%s changes what the module computes (-before +after):\n%s\n%s", pipeline, d, text)
			}
		}
		c := ir.NewContext(all.Dialects()...)
		m, err := asm.Parse(c, "m.mlir", []byte(text), asm.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := allpasses.Registry().Parse("builtin.module(" + pipeline + ")")
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Run(t.Context(), m, passes.Config{Verify: true, Workers: 2}); err != nil {
			t.Fatalf("%s: %v\n%s", pipeline, err, text)
		}
		for _, print := range []func(*ir.Operation) string{asm.String, asm.GenericString} {
			text := print(m)
			back, err := asm.Parse(c, "printed", []byte(text), asm.ParseOptions{})
			if err == nil {
				err = ir.Verify(back)
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", pipeline, err, text)
			}
			if d := cmp.Diff(text, print(back)); d != "" {
				t.Fatalf("%s: does not read back equal:\n%s", pipeline, d)
			}
		}
	})
}

// FuzzReduce reduces random modules under properties that mean nothing: every
// candidate is valid, and the reduction ends.
func FuzzReduce(f *testing.F) {
	for i := range uint64(4) {
		f.Add(i, uint32(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64, salt uint32) {
		m, err := asm.Parse(ir.NewContext(all.Dialects()...), "m.mlir", []byte(generate(seed)), asm.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		left := 500
		_, err = reduce.Module(ctx, m, func(_ context.Context, m *ir.Operation) (bool, error) {
			if left--; left == 0 {
				stop()
			}
			text := asm.String(m)
			c := ir.NewContext(all.Dialects()...)
			back, err := asm.Parse(c, "candidate", []byte(text), asm.ParseOptions{})
			if err == nil {
				err = ir.Verify(back)
			}
			if err != nil {
				t.Errorf("%v\n%s", err, text)
			}
			h := fnv.New32()
			h.Write([]byte(text))
			return (h.Sum32()^salt)%3 != 0, nil
		}, reduce.Options{})
		if err != nil {
			t.Fatal(err)
		}
	})
}
