package tilebind_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/tilebind"
	"github.com/tile-opt/tile-opt/passes/tilepersist"
	"github.com/tile-opt/tile-opt/passes/tilerasterize"
	"github.com/tile-opt/tile-opt/targets/interp"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
)

// kernels lists the sizes of each kernel's arguments: letters for m, n and k,
// t for the trips of the loop over k, and a dash for a scalar.
var kernels = map[string]string{
	"matmul":           "mk nk mn",
	"relu_bias_matmul": "mk nk n mn",
	"two_dots":         "mk nk nk mn mn",
	"copy":             "mn mn",
	"guarded_dot":      "mk nk t mn",
	"gelu_bias":        "mn n mn - mn",
	"rowsum":           "mk m",
	"softmax":          "mk mk",
}

// arguments makes the arguments of a kernel, all of them filled.
func arguments(t *testing.T, fn *ir.Operation, spec string, size map[rune]int64) []hostdata.Arg {
	t.Helper()
	var args []hostdata.Arg
	for i, dims := range strings.Fields(spec) {
		m, ok := fn.RegionAt(0).Entry().Arg(i).Type().(*ir.MemRefType)
		if !ok {
			args = append(args, hostdata.Arg{Float: 0.75})
			continue
		}
		var d []int64
		for _, letter := range dims {
			d = append(d, size[letter])
		}
		b, err := hostdata.New(elem.Type(m.Elem.String()), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Fill(inputs.Source{Seed: 3, Arg: i, Distribution: inputs.Integers}); err != nil {
			t.Fatal(err)
		}
		args = append(args, hostdata.Of(b))
	}
	return args
}

// TestKernelsKeepTheirMeaning interprets every kernel as it is written and
// after the passes of the tile level: not a byte of any argument may differ.
// The inputs are small integers, so that sums are exact in any order.
func TestKernelsKeepTheirMeaning(t *testing.T) {
	t.Parallel()
	for name, spec := range kernels {
		for _, params := range []map[string]string{nil, {"BM": "32"}, {"BM": "16", "BN": "256"}} {
			t.Run(fmt.Sprint(name, params), func(t *testing.T) {
				t.Parallel()
				path := "../../testdata/kernels/" + name + ".mlir"
				src, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				m, err := asm.Parse(ir.NewContext(all.Dialects()...), path, src, asm.ParseOptions{})
				if err != nil {
					t.Fatal(err)
				}
				fn := m.RegionAt(0).Entry().First()
				size := map[rune]int64{'m': 70, 'n': 133, 'k': 150, 't': 3}
				want := interpret(t, fn, spec, size)
				for _, s := range []struct {
					pass    *passes.Pass
					options any
				}{
					{tilebind.Pass, tilebind.Options{Params: params}},
					{tilerasterize.Pass, tilerasterize.Options{Group: 2, Order: "m"}},
					{tilepersist.Pass, nil},
				} {
					if err := s.pass.Run(passes.NewRun(t.Context(), m.Context(), s.pass, s.options, nil), fn); err != nil {
						t.Fatal(err)
					}
					if err := ir.Verify(m); err != nil {
						t.Fatal(err)
					}
					for i, got := range interpret(t, fn, spec, size) {
						if !bytes.Equal(got, want[i]) {
							t.Errorf("after %s, argument %d differs", s.pass.Name, i)
						}
					}
				}
			})
		}
	}
}

// interpret returns the bytes of all buffers after a run.
func interpret(t *testing.T, fn *ir.Operation, spec string, size map[rune]int64) [][]byte {
	t.Helper()
	args := arguments(t, fn, spec, size)
	opts := interp.Options{Properties: launch.Properties{"multiprocessor_count": 3}}
	if err := interp.Run(t.Context(), fn, args, opts); err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for _, a := range args {
		if a.Buffer != nil {
			out = append(out, a.Buffer.Bytes)
		}
	}
	return out
}
