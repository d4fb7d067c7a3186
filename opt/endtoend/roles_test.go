package endtoend_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/targets"

	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
	"github.com/tile-opt/tile-opt/targets/sim"
	"github.com/tile-opt/tile-opt/transforms/pressure"
)

// roleForms are ways to divide a block into roles, as options of tile-to-llvm,
// each on a kernel with tiles that it is legal for.
var roleForms = []struct{ kernel, options string }{
	{"matmul", "stages=2 consumers=2 dim=y BN=32 BK=32"},
	{"matmul", "stages=2 consumers=1 dim=z producer-warps=1 BM=64 BN=32 BK=32"},
	{"matmul", "stages=2 consumers=3 BM=192 BN=32 BK=32"},
	{"matmul", "stages=3 consumers=2 schedule=pingpong BM=64 BN=32 BK=32"},
	{"matmul", "stages=2 consumers=3 schedule=pingpong mma-in-flight=1 dim=y BM=64 BN=32 BK=32"},
	{"matmul", "stages=4 consumers=4 schedule=pingpong producer-warps=1 via=direct BM=64 BN=32 BK=32"},
	{"relu_bias_matmul", "stages=2 consumers=2 schedule=pingpong via=stmatrix BM=64 BN=32"},
	{"matmul", "stages=2 consumers=2 store-role=own columns=16 BN=64 BK=32"},
	{"matmul", "stages=2 consumers=1 store-role=producer columns=16 dim=y BM=64 BN=64 BK=32"},
	{"matmul", "stages=2 consumers=2 schedule=pingpong store-role=own columns=16 buffers=3 producer-warps=1 BM=64 BN=64 BK=32"},
	{"two_dots", "stages=2 consumers=2 store-role=own via=tma-store BM=128 BN=32"},
	{"matmul", "stages=3 consumers=2 accumulate=f16 mma-in-flight=1 BN=32 BK=32"},
	{"relu_bias_matmul", "stages=2 consumers=1 accumulate=f16 BM=128 BN=32"},
	{"two_dots", "stages=2 consumers=2 schedule=pingpong BM=64 BN=32"},
	{"matmul", "stages=2 consumers=2 threads=taken dim=y BN=32 BK=32"},
}

// TestRoles: however the block is divided, every module from the roles on
// computes what the kernel says.
func TestRoles(t *testing.T) {
	t.Parallel()
	for _, f := range thin(roleForms, 4) {
		t.Run(f.kernel+"/"+f.options, func(t *testing.T) {
			t.Parallel()
			k := kernelOf(t, f.kernel)
			// One multiprocessor: a persistent block has several tiles.
			want := k.expect(t, params(f.options), shape{136, 72, 72, 0}, inputs.Integers)
			last, split := "", false
			for _, l := range k.levels(t, "tile-to-llvm{"+f.options+"}") {
				split = split || strings.Contains(l.pass, "async-warp-specialize")
				if l.text == last || !split {
					continue
				}
				last = l.text
				if err := want.simulate(t, parse(t, "level.mlir", l.text), sim.Options{Seed: 7, StrictX: true, Properties: few(1)}); err != nil {
					t.Fatalf("after %s: %v", l.pass, err)
				}
			}
			if !strings.Contains(last, "llvm.func") {
				t.Error("the last module has no kernel")
			}
		})
	}
}

// params are the options that are parameters of the kernel.
func params(options string) string {
	var out []string
	for _, o := range strings.Fields(options) {
		if o[0] >= 'A' && o[0] <= 'Z' {
			out = append(out, o)
		}
	}
	return strings.Join(out, " ")
}

// TestRegisterEstimate: what async-reallocate-registers takes a consumer to need is
// no further from what the machine code names than it says.
func TestRegisterEstimate(t *testing.T) {
	t.Parallel()
	for _, f := range thin([]struct{ kernel, options string }{{"relu_bias_matmul", "consumers=1"}, {"more/flash_attention", "consumers=1"}, {"matmul", "consumers=2 via=direct BN=64"}}, 3) {
		t.Run(f.kernel, func(t *testing.T) {
			t.Parallel()
			k := kernel{file: f.kernel}
			var need []int
			levels := k.levels(t, "tile-to-llvm{persist=false "+f.options+"}")
			for _, l := range levels {
				if !strings.Contains(l.pass, "async-reallocate-registers") {
					continue
				}
				fn := parse(t, "level.mlir", l.text).RegionAt(0).Entry().First()
				ws, _ := async.RolesOf(fn)
				for _, r := range ws.Roles() {
					if r.Name == "consumer" {
						need = append(need, pressure.Of(r.Region).Total)
					}
				}
			}
			last := parse(t, "level.mlir", levels[len(levels)-1].text)
			code, err := nvptx.Target(toolchain.Env{}).Compile(t.Context(), last, targets.Options{Form: targets.Binary, Parts: true})
			if err != nil {
				t.Fatal(err)
			}
			parts := code.Usage[slices.IndexFunc(code.Usage, func(u targets.Usage) bool { return u.Function == code.Entries[0] })].Parts
			if len(need) != 1 || len(parts) != 2 {
				t.Fatalf("estimates %v, parts of the machine code %v", need, parts)
			}
			used := max(parts[0].Used, parts[1].Used)
			if math.Abs(float64(need[0]-used)) > pressure.Error*float64(used) {
				t.Errorf("estimated %d registers, the machine code names %d", need[0], used)
			}
			t.Logf("estimated %d registers, the machine code names %d", need[0], used)
		})
	}
}
