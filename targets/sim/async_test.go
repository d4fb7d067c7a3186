package sim

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// TestGEMMAsync runs the two async forms of the GEMM with every number of trips that its ring tells apart, and a ragged
// problem over several blocks.
func TestGEMMAsync(t *testing.T) {
	t.Parallel()
	type problem struct{ m, n, k int64 }
	problems := []problem{{136, 72, 72}, {8, 8, 8}, {120, 56, 200}}
	for trips := range int64(8) {
		problems = append(problems, problem{128, 64, 64 * trips})
	}
	for _, file := range []string{"gemm_pipeline.mlir", "gemm_barriers.mlir"} {
		text := readTestdata(t, "sim", file)
		for _, p := range problems {
			t.Run(fmt.Sprintf("%s/%dx%dx%d", file, p.m, p.n, p.k), func(t *testing.T) {
				t.Parallel()
				g := newGEMM(t, p.m, p.n, p.k)
				rep := simulate(t, parseText(t, text), "matmul", g.args(), Options{Schedules: 6, StrictX: true})
				if err := rep.Err(); err != nil {
					t.Fatal(err)
				}
				if len(rep.Schedules) != 6 {
					t.Errorf("ran %d schedules, expected 6", len(rep.Schedules))
				}
				for _, w := range rep.Warnings() {
					t.Errorf("unexpected warning: %v", w)
				}
				g.check(t)
			})
		}
	}
}

// copyArgs are the arguments of the ring copy; check compares them afterwards.
func copyArgs(t testing.TB, m, n int64) (args []hostdata.Arg, check func() error) {
	a, b := randomBuffer(t, 3, elem.F16, m, n), newBuffer(t, elem.F16, m, n)
	b.FillBytes(0x55)
	return []hostdata.Arg{hostdata.Of(a), hostdata.Of(b)}, func() error {
		for i := range a.Len() {
			if a.At(i) != b.At(i) {
				return fmt.Errorf("element %d is %v, expected %v", i, b.At(i), a.At(i))
			}
		}
		return nil
	}
}

func TestRingCopy(t *testing.T) {
	t.Parallel()
	text := readTestdata(t, "sim", "ring_copy.mlir")
	for _, n := range []int64{0, 8, 64, 128, 200, 320} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			args, check := copyArgs(t, 72, n)
			if err := simulate(t, parseText(t, text), "copy", args, Options{Schedules: 8, StrictX: true}).Err(); err != nil {
				t.Fatal(err)
			}
			if err := check(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestTokensAndReductions(t *testing.T) {
	t.Parallel()
	const m, n = 96, 136
	a := randomBuffer(t, 5, elem.F16, m, n)
	s, sums := newBuffer(t, elem.F32, m), newBuffer(t, elem.F32, 128)
	rep := simulate(t, parseText(t, readTestdata(t, "sim", "tokens.mlir")), "rowmax",
		[]hostdata.Arg{hostdata.Of(a), hostdata.Of(s), hostdata.Of(sums)}, Options{Schedules: 5, StrictX: true})
	if err := rep.Err(); err != nil {
		t.Fatal(err)
	}
	total := [2]float64{}
	for i := range int64(m) {
		want := math.Inf(-1)
		for j := range int64(n) {
			want = max(want, 2*a.At(i*n+j))
		}
		if got := s.At(i); got != want {
			t.Errorf("S[%d] = %v, expected %v", i, got, want)
		}
		total[i/64] += want
	}
	// Rows outside A are zero, and count.
	for j := range int64(128) {
		if got, want := sums.At(j), total[j/64]; got != want {
			t.Errorf("T[%d] = %v, expected %v", j, got, want)
		}
	}
}

// TestSeeds shows that a seed gives one schedule, and different seeds different ones.
func TestSeeds(t *testing.T) {
	t.Parallel()
	m := parseText(t, readTestdata(t, "sim", "ring_copy.mlir"))
	schedule := func(seed uint64) string {
		args, _ := copyArgs(t, 64, 192)
		return fmt.Sprint(simulate(t, m, "copy", args, Options{Seed: seed}).Schedules[0].Schedule)
	}
	if schedule(7) != schedule(7) {
		t.Error("one seed gave two schedules")
	}
	if schedule(7) == schedule(8) {
		t.Error("two seeds gave one schedule")
	}
}

// TestDeadlockReport reads what a deadlock report says of who waits for what.
func TestDeadlockReport(t *testing.T) {
	t.Parallel()
	text := replaceTimes(t, readTestdata(t, "sim", "ring_copy.mlir"), "tasync.barrier_arrive %empty[%s] warp", "tasync.barrier_arrive %empty[%i0] warp", 1)
	args, _ := copyArgs(t, 64, 320)
	rep := simulate(t, parseText(t, text), "copy", args, Options{})
	if !rep.Schedules[0].Deadlock || !rep.Has(machine.RuleDeadlock) && rep.Err() == nil {
		t.Fatalf("expected a deadlock, found %v", rep.Err())
	}
	got := rep.Err().Error()
	for _, want := range []string{"loader", "storer", "waits for parity", "pending", "tasync.barrier_wait", "test.mlir:"} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q:\n%s", want, got)
		}
	}
}

// TestTimeline passes the machine's events through.
func TestTimeline(t *testing.T) {
	t.Parallel()
	g := newGEMM(t, 128, 64, 256)
	rep := simulate(t, parseText(t, readTestdata(t, "sim", "gemm_barriers.mlir")), "matmul", g.args(), Options{Timeline: true, ByTime: true})
	s := rep.Schedules[0]
	kinds, mma := map[string]int{}, int64(0)
	for _, e := range s.Timeline {
		kinds[e.Kind]++
		if e.Kind == machine.EventMMA {
			if e.Start < mma {
				t.Errorf("a product starts at %d, issued behind one that ends at %d", e.Start, mma)
			}
			mma = e.End
		}
	}
	if kinds[machine.EventCopy] != 8 || kinds[machine.EventMMA] != 4*4*2 {
		t.Errorf("events: %v, expected 8 copies and 32 products", kinds)
	}
	if s.Name != "by time" || len(s.Warps) != rep.Block[0]/32 || s.Cycles < mma {
		t.Errorf("schedule %q of %d cycles with %d warps", s.Name, s.Cycles, len(s.Warps))
	}
	// Without a timeline nothing is kept, and the first schedule is round robin.
	rep = simulate(t, parseText(t, readTestdata(t, "sim", "gemm_barriers.mlir")), "matmul", g.args(), Options{})
	if s := rep.Schedules[0]; s.Name != "round robin" || s.Timeline != nil || s.Warps != nil {
		t.Errorf("schedule %q with %d events", s.Name, len(s.Timeline))
	}
}
