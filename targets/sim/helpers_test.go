package sim

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// parseText parses and verifies a module.
func parseText(t testing.TB, text string) *ir.Operation {
	t.Helper()
	c := ir.NewContext(all.Dialects()...)
	m, err := asm.Parse(c, "test.mlir", []byte(text), asm.ParseOptions{})
	if err != nil {
		t.Fatalf("parsing: %v", err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("verifying: %v", err)
	}
	return m
}

// readTestdata returns a file of the test data.
func readTestdata(t testing.TB, path ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(append([]string{"..", "..", "testdata"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// replaceTimes edits a text where old stands exactly n times.
func replaceTimes(t testing.TB, text, old, new string, n int) string {
	t.Helper()
	if got := strings.Count(text, old); got != n {
		t.Fatalf("%q stands %d times, expected %d", old, got, n)
	}
	return strings.ReplaceAll(text, old, new)
}

func newBuffer(t testing.TB, e elem.Type, dims ...int64) *hostdata.Buffer {
	t.Helper()
	b, err := hostdata.New(e, dims, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// randomBuffer returns a buffer of small integers, so that products are exact.
func randomBuffer(t testing.TB, seed uint64, e elem.Type, dims ...int64) *hostdata.Buffer {
	t.Helper()
	b := newBuffer(t, e, dims...)
	g := rand.New(rand.NewPCG(seed, 1))
	for i := range b.Len() {
		b.Set(i, float64(g.IntN(9)-4))
	}
	return b
}

// gemm is the problem C[M,N] = A[M,K] B[N,K]^T.
type gemm struct{ a, b, c *hostdata.Buffer }

func newGEMM(t testing.TB, m, n, k int64) *gemm {
	t.Helper()
	g := &gemm{randomBuffer(t, 1, elem.F16, m, k), randomBuffer(t, 2, elem.F16, n, k), newBuffer(t, elem.F16, m, n)}
	for i := range g.c.Len() {
		g.c.Set(i, -77)
	}
	return g
}

func (g *gemm) args() []hostdata.Arg {
	return []hostdata.Arg{hostdata.Of(g.a), hostdata.Of(g.b), hostdata.Of(g.c)}
}

// check compares C with a float64 reference rounded to f16.
func (g *gemm) check(t testing.TB) {
	t.Helper()
	m, n, k := g.c.Dims[0], g.c.Dims[1], g.a.Dims[1]
	a, b := g.a.Float64s(), g.b.Float64s()
	bad := 0
	for i := range m {
		for j := range n {
			sum := 0.0
			for x := range k {
				sum += a[i*k+x] * b[j*k+x]
			}
			want := elem.F16.Decode(elem.F16.Encode(sum))
			if got := g.c.At(i*n + j); got != want {
				if bad++; bad <= 3 {
					t.Errorf("C[%d,%d] = %v, expected %v", i, j, got, want)
				}
			}
		}
	}
	if bad > 3 {
		t.Errorf("%d elements of C are wrong", bad)
	}
}

func simulate(t testing.TB, m *ir.Operation, entry string, args []hostdata.Arg, opts Options) *Report {
	t.Helper()
	rep, err := Run(context.Background(), m, entry, args, opts)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// plainLaunch is the launch of a kernel without arguments.
func plainLaunch(name string, threads int) *launch.Module {
	one := launch.Const(1)
	return &launch.Module{Version: launch.Version, Target: "sm_90a", Kernel: name, Entries: []launch.Entry{{
		Name: name, Grid: [3]launch.Expr{one, one, one}, Block: [3]int{threads, 1, 1}, Cluster: [3]int{1, 1, 1},
	}}}
}
