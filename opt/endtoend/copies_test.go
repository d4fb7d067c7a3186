package endtoend_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/sim"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// copyForms are ways to bring tiles to shared memory, as options of tile-to-llvm,
// each with problems. All but the first need the entry that asks nothing: rows
// are not multiples of 16 bytes apart, or there are none.
var copyForms = []struct {
	kernel, options string
	shapes          []shape
}{
	{"matmul", "copy=cp-async stages=2 consumers=2 BN=32 BK=32", []shape{{136, 40, 72, 0}}},
	{"matmul", "copy=cp-async stages=1 consumers=0 BM=64 BN=32 BK=32", []shape{{72, 40, 72, 0}}},
	{"matmul", "copy=cp-async stages=3 consumers=1 barrier-per=copy mma-in-flight=1 BM=64 BN=32 BK=64", []shape{{72, 40, 200, 0}}},
	{"matmul", "copy=plain stages=2 consumers=1 producer-warps=1 BM=64 BN=32 BK=32", []shape{{65, 33, 75, 1}}},
	{"matmul", "copy=plain stages=3 consumers=0 war=barrier BM=64 BN=32 BK=32", []shape{{65, 40, 72, 0}}},
	{"mixed_copies", "stages=2 consumers=1 BN=32 BK=32", []shape{{72, 40, 72, 0}}},
	{"mixed_copies", "stages=3 consumers=0 BN=32 BK=32 fallback=true", []shape{{72, 40, 72, 0}, {66, 34, 70, 0}}},
	{"matmul", "stages=2 consumers=2 BN=32 BK=32 fallback=true", []shape{{136, 40, 72, 0}, {137, 35, 75, 1}, {130, 34, 70, 0}, {64, 32, 0, 0}}},
	{"matmul", "stages=3 consumers=0 BM=64 BN=32 BK=32 fallback=true via=direct", []shape{{64, 40, 72, 0}, {64, 35, 75, 1}}},
	{"copy", "copy=bulk stage=loops stages=2 consumers=1", []shape{{72, 136, 0, 0}}},
	{"rowsum", "copy=tma stage=loops stages=3 consumers=1", []shape{{72, 200, 0, 0}}},
	{"softmax", "copy=cp-async stage=all stages=2 consumers=1", []shape{{40, 200, 0, 0}}},
	{"gelu_bias", "copy=bulk stage=all stages=2 consumers=0", []shape{{40, 136, 0, 8}}},
}

// copyPasses are the passes that change what a copy is.
var copyPasses = []string{"tile-to-async", "async-pipeline", "async-warp-specialize", "async-fallback", "async-insert-mbarriers", "convert-async-to-nvvm"}

// TestCopies: however tiles are copied, the module behind every pass that knows
// copies, and the last one, computes what the kernel says, and what cp.async
// wrote is fenced before the async proxy reads it.
func TestCopies(t *testing.T) {
	t.Parallel()
	for n, f := range thin(copyForms, 5) {
		t.Run(f.kernel+"/"+f.options, func(t *testing.T) {
			t.Parallel()
			k := kernelOf(t, f.kernel)
			var oracles []*oracle
			for _, s := range f.shapes {
				oracles = append(oracles, k.expect(t, params(f.options), s, inputs.Integers))
			}
			strict := machine.DefaultSwitches()
			strict.CpAsyncFence = machine.Fail
			covered := false
			levels := k.levels(t, "tile-to-llvm{"+f.options+"}")
			for at, l := range levels {
				covered = covered || strings.Contains(l.pass, "async-fallback")
				knows := slices.ContainsFunc(copyPasses, func(name string) bool { return strings.Contains(l.pass, name) })
				if !knows && at < len(levels)-1 {
					continue
				}
				for i, want := range oracles {
					if i > 0 && !covered {
						continue
					}
					o := sim.Options{Seed: uint64(10*n + i), Schedules: 2, StrictX: true, Properties: few(1), Switches: &strict}
					if err := want.simulate(t, parse(t, "level.mlir", l.text), o); err != nil {
						t.Fatalf("after %s, %v: %v", l.pass, want.shape, err)
					}
				}
			}
		})
	}
}

// copyNeeded are the operations of copies by threads that are missed wherever
// one stands. Not every fence is: another on the way may do, too.
var copyNeeded = []string{"tasync.copy", "tasync.copy_arrive", "tasync.barrier_arrive", "tasync.barrier_expect"}

// TestCopyFaults: what threads that copy have to do for others is found missing
// where it is left out.
func TestCopyFaults(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, "mixed_copies")
	text := ""
	for _, l := range k.levels(t, "tile-to-nvvm{via=direct BN=32 BK=32 stages=2 consumers=1 fallback=false}") {
		if strings.Contains(l.pass, "async-insert-mbarriers") {
			text = l.text
		}
	}
	faults := append(leftOut(text, copyNeeded),
		fault{"cp.async not fenced by who waits for it", swap(`(tasync\.barrier_wait [^\n]*\n *)tasync\.fence_async`, 0, "${1}"), rule},
		fault{"pieces that are said to be smaller", swap(`"cp-async" bytes 16`, 0, `"cp-async" bytes 8`), ""},
		fault{"the zeros of bulk copies not fenced", swap(`("bulk" [^\n]*\n *)tasync\.fence_async`, 0, "${1}"), rule},
		fault{"bulk copies that complete elsewhere", swap(`("bulk" signal %\w+\[)%\w+`, 0, "${1}%c0_i32"), rule},
		fault{name: "no fault"})
	o := k.expect(t, "BN=32 BK=32", shape{136, 40, 104, 0}, inputs.Integers)
	strict := machine.DefaultSwitches()
	strict.CpAsyncFence = machine.Fail
	for _, f := range thin(faults, 4) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			err := o.simulate(t, parse(t, "edited.mlir", f.apply(t, text)), sim.Options{Schedules: 3, Properties: few(1), StrictX: true, Switches: &strict})
			if (err == nil) != (f.caught == "") {
				t.Errorf("expected a fault to be found: %v, found %v", f.caught != "", err)
			}
		})
	}
}
