package all_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	allpasses "github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// semanticsPipelines are run on every generated module.
var semanticsPipelines = []string{
	"canonicalize",
	"cse",
	"sccp",
	"loop-invariant-code-motion",
	"symbol-dce",
	"inline",
	"loop-unroll{unroll-factor=2}",
	"loop-unroll{unroll-factor=-1}",
	"mem2reg",
	"mem2reg,sccp,remove-dead-values",
	"inline{default-pipeline=''}",
	"remove-dead-values",
	"control-flow-sink",
	"int-range-optimizations",
	"sroa",
	"sroa,mem2reg",
	"convert-scf-to-cf",
	"canonicalize,cse,sccp,symbol-dce",
	"sccp,remove-dead-values,inline,control-flow-sink,cse",
}

// TestSemantics runs passes on random modules and compares what their public
// functions compute. TILE_SEMANTICS_SEED and TILE_SEMANTICS_MODULES choose
// other modules and more of them.
func TestSemantics(t *testing.T) {
	t.Parallel()
	seed, modules := sample(t, 100)
	counts := make(map[string]int)
	for i := range modules {
		text := generate(seed + i)
		want := compute(t, text, "", nil)
		for _, p := range semanticsPipelines {
			got := compute(t, text, p, counts)
			if d := cmp.Diff(want, got, cmp.Comparer(sameResult)); d != "" {
				t.Fatalf("TILE_SEMANTICS_SEED=%d TILE_SEMANTICS_MODULES=1: %s changes what the module computes (-before +after):\n%s\n%s", seed+i, p, d, text)
			}
		}
	}
	for _, p := range semanticsPipelines {
		if counts[p] == 0 && modules >= 100 {
			t.Errorf("%s changed no module of %d", p, modules)
		}
	}
}

// sample returns the first seed and the number of modules of a run: a new seed
// and so many modules unless the environment says otherwise.
func sample(t *testing.T, usual uint64) (seed, modules uint64) {
	t.Helper()
	seed, modules = uint64(time.Now().UnixNano()), usual
	if s := os.Getenv("TILE_SEMANTICS_SEED"); s != "" {
		seed = parseUint(t, s)
	}
	if s := os.Getenv("TILE_SEMANTICS_MODULES"); s != "" {
		modules = parseUint(t, s)
	}
	if testing.Short() {
		modules = min(modules, usual/5)
	}
	t.Logf("seed %d, %d modules", seed, modules)
	return seed, modules
}

func parseUint(t *testing.T, s string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// calls is how often each public function is called.
const calls = 3

// compute runs a pipeline on the module and then its public functions on a
// few arguments; the results are those and the memory left behind. counts
// says which pipelines changed something.
func compute(t *testing.T, text, pipeline string, counts map[string]int) []string {
	t.Helper()
	m, err := asm.Parse(ir.NewContext(all.Dialects()...), "m.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if pipeline != "" {
		p, err := allpasses.Registry().Parse("builtin.module(" + pipeline + ")")
		if err != nil {
			t.Fatal(err)
		}
		before := printed(t, m)
		if err := p.Run(t.Context(), m, passes.Config{Verify: true, Workers: 1}); err != nil {
			t.Fatalf("%s: %v\n%s", pipeline, err, text)
		}
		if printed(t, m) != before {
			counts[pipeline]++
		}
	}
	var out []string
	for f := range ir.Walk(m) {
		if !f.Is("func.func") || ir.IsPrivate(f) {
			continue
		}
		for k := range calls {
			out = append(out, call(t, f, k))
		}
	}
	return out
}

func printed(t *testing.T, m *ir.Operation) string {
	t.Helper()
	var b strings.Builder
	if err := asm.Print(&b, m, asm.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// stopped is the result of a run that met the bound of steps.
const stopped = "stopped"

// sameResult holds of equal results. Chains of calls may take more steps than
// a test is worth, and passes make them shorter, so a stopped run is equal to
// all.
func sameResult(a, b string) bool { return a == b || a == stopped || b == stopped }

// arguments are what a generated function is called with.
type arguments struct {
	a, b, n int
	memory  [8]int
}

// argumentsOf returns the arguments of call number k.
func argumentsOf(k int) arguments {
	in := arguments{a: 5 - 7*k, b: k, n: k + 1}
	for i := range in.memory {
		in.memory[i] = 3*i - k
	}
	return in
}

func call(t *testing.T, f *ir.Operation, k int) string {
	t.Helper()
	name, _ := ir.SymbolName(f)
	buf, err := hostdata.New(elem.I32, []int64{8}, []int64{1})
	if err != nil {
		t.Fatal(err)
	}
	in := argumentsOf(k)
	for i, v := range in.memory {
		buf.Set(int64(i), float64(v))
	}
	num := func(n int) interp.Value { return interp.Value{Scalar: interp.IntScalar(int64(n))} }
	args := []interp.Value{num(in.a), num(in.b), {Memory: interp.Buffer(buf)}, num(in.n)}
	got, err := interp.Call(t.Context(), f, args, interp.Options{MaxSteps: 20_000})
	if err != nil {
		if strings.Contains(err.Error(), "steps") {
			return stopped
		}
		return name + ": " + err.Error()
	}
	var b strings.Builder
	for _, v := range got {
		fmt.Fprintf(&b, " %d", v.Scalar.Int())
	}
	left := make([]int64, 8)
	for i, v := range buf.Float64s() {
		left[i] = int64(v)
	}
	return fmt.Sprintf("%s(%d):%s memory %v", name, k, b.String(), left)
}
