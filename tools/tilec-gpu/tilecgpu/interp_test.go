package tilecgpu

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/launch/job"
)

// TestInterpreter computes row sums, in float64 and rounded as the kernel says.
func TestInterpreter(t *testing.T) {
	t.Parallel()
	p := interpreter{modules: make(map[string]*ir.Operation)}
	a, err := hostdata.New("f16", []int64{3, 40}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Fill(inputs.Source{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	s, err := hostdata.New("f32", []int64{3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]float64, 3)
	for i := range int64(120) {
		want[i/40] += a.At(i)
	}
	args := []hostdata.Arg{hostdata.Of(a), hostdata.Of(s)}
	for _, exact := range []bool{false, true} {
		ref := &job.Reference{Kind: job.Interp, Kernel: "../../../testdata/kernels/rowsum.mlir", Exact: exact}
		got, noise, err := p.outputs(context.Background(), ref, "rowsum", args, []int{1})
		if err != nil {
			t.Fatal(err)
		}
		// A tile of 128 terms, added to the sum so far, in f32.
		if want := math.Ldexp(math.Sqrt(129), -24); math.Abs(noise-want) > want/10 {
			t.Errorf("exact %v: noise %v, want about %v", exact, noise, want)
		}
		for i, x := range want {
			y, limit := got[1][i], 1e-10
			if exact {
				limit = 1e-4
			}
			if math.Abs(y-x) > limit || exact && y != float64(float32(y)) {
				t.Errorf("exact %v: row %d is %v, want %v", exact, i, y, x)
			}
		}
	}
	if len(p.modules) != 1 || s.At(0) != 0 {
		t.Errorf("%d modules parsed, and the argument holds %v: expected 1 and 0", len(p.modules), s.At(0))
	}
}

func TestInterpreterErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"two.mlir": "func.func @a() attributes {tile.kernel} { return }\nfunc.func @b() attributes {tile.kernel} { return }",
		"bad.mlir": "func.func",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := interpreter{modules: make(map[string]*ir.Operation)}
	for name, want := range map[string]string{
		"none.mlir": "open " + dir + "/none.mlir: no such file or directory",
		"bad.mlir":  dir + "/bad.mlir:1:10: error: expected valid '@'-identifier for symbol name",
		"two.mlir":  dir + "/two.mlir: expected one kernel, or one called 'c'",
	} {
		_, _, err := p.outputs(context.Background(), &job.Reference{Kernel: filepath.Join(dir, name)}, "c", nil, nil)
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}
