package endtoend_test

import (
	"fmt"
	"testing"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/sim"
)

// few are the properties of a device with so few multiprocessors that a block of
// a persistent kernel does several tiles, and rings are used on.
func few(multiprocessors int64) launch.Properties {
	return launch.Properties{
		"compute_capability_major": 9, "compute_capability_minor": 0, "l2_cache_size": 60 << 20,
		"max_shared_memory_per_block_optin": 232448, "multiprocessor_count": multiprocessors,
	}
}

// config is one way to compile the product, with tiles of bm x bn x bk.
type config struct {
	stages, consumers, inFlight int64
	bm, bn, bk                  int64
}

func (c config) String() string {
	return fmt.Sprintf("stages=%d consumers=%d mma-in-flight=%d BM=%d BN=%d BK=%d", c.stages, c.consumers, c.inFlight, c.bm, c.bn, c.bk)
}

// configs are all stages with all consumers, on tiles that the simulator is quick
// with, and the default tile.
func configs() []config {
	// 48 columns are staged in three parts, an odd number for two buffers.
	tiles := [][2]int64{{8, 64}, {16, 32}, {32, 16}, {64, 64}, {48, 32}}
	var out []config
	for stages := int64(1); stages <= 4; stages++ {
		for consumers := int64(0); consumers <= 2; consumers++ {
			tile := tiles[(stages+3*consumers)%5]
			inFlight := (stages + consumers) % 2
			if stages == 1 || consumers == 0 && stages == 2 {
				inFlight = 0
			}
			out = append(out, config{stages, consumers, inFlight, 64 * max(consumers, 1), tile[0], tile[1]})
		}
	}
	return append(out, config{4, 2, 0, 128, 256, 64}, config{3, 2, 1, 128, 256, 64})
}

// problems are one tile of C, and two and a ragged edge each way, with every
// number of trips that a ring tells apart, the last one whole and ragged.
func (c config) problems() []shape {
	var out []shape
	for trips := range 2*c.stages + 2 {
		for _, k := range []int64{c.bk * trips, c.bk*trips - 8} {
			if k < 0 {
				continue
			}
			out = append(out, shape{c.bm, c.bn, k, 0}, shape{2*c.bm + 9, 2*c.bn + 8, k, 0}, shape{2*c.bm + 1, 2*c.bn + 3, k, 0})
		}
	}
	return out
}

// TestSchedules runs the product under many schedules: the result is the
// oracle's to the bit, and nothing races or waits forever. Each run says which
// seed it had; a failure is repeated by running its subtest.
func TestSchedules(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, "matmul")
	for n, c := range thin(configs(), 5) {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			low := k.lower(t, fmt.Sprintf("tile-to-llvm{%s}", c))
			problems, every, schedules := thin(c.problems(), 6), 1, 2
			if c.bn == 256 && !*long {
				every = len(problems)/2 - 1 // two, since each takes seconds
			}
			if *long {
				schedules = 12
			}
			total := 0
			for i, s := range problems {
				if i%every == every-1 || every == 1 {
					total += c.run(t, k, low, s, sim.Options{Seed: uint64(1000*n + i), Schedules: schedules})
				}
			}
			t.Logf("%d schedules, seeds %d to %d", total, 1000*n, 1000*n+len(problems)+schedules)
		})
	}
}

// run simulates one problem and returns the number of schedules.
func (c config) run(t *testing.T, k kernel, low *ir.Operation, s shape, o sim.Options) int {
	t.Helper()
	tile := fmt.Sprintf("BM=%d BN=%d BK=%d", c.bm, c.bn, c.bk)
	o.Properties = few(int64(1 + o.Seed%3)) // several tiles a block
	o.StrictX = true
	if err := k.expect(t, tile, s, inputs.Integers).simulate(t, low, o); err != nil {
		t.Errorf("%v, seed %d: %v", s, o.Seed, err)
	}
	return o.Schedules
}
