package machine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ring is the full/empty protocol of section 2.4: one producer warp (index W) and W consumer warps.
type ring struct {
	S, T, L, W   int
	tiles        int
	policy       string // all, one, onesync
	reset        bool   // restart the index at each tile
	noDrain      bool
	skipRelease0 bool
	prearm       bool // convention B
	expect       uint32
	noFence      bool
}

const slotBytes = 16

func (r ring) launch() Launch {
	sw := DefaultSwitches()
	sw.Unobserved = Off
	return Launch{Block: Dim3{X: 32 * (r.W + 1)}, SharedBytes: 4096, Switches: &sw}
}

func (r ring) full(s int) *[32]uint32  { return all(uint32(1024 + 8*s)) }
func (r ring) empty(s int) *[32]uint32 { return all(uint32(2048 + 8*s)) }

// index of iteration k of a tile, as the program computes it, and as it should be.
func (r ring) index(o, k int) (prog, real int) {
	real = o*r.T + k
	if r.reset {
		return k, real
	}
	return real, real
}

func (r ring) program(src uint64) func(*Warp) error {
	tiles := max(r.tiles, 1)
	return func(w *Warp) error {
		w.SetRole("consumer")
		if w.Index() == r.W {
			w.SetRole("producer")
		}
		if w.Index() == 0 {
			count := uint32(r.W)
			if r.policy == "one" || r.policy == "onesync" {
				count = 1
			}
			for s := range r.S {
				w.MbarrierInit(1, 1024+uint32(8*s), 1)
				w.MbarrierInit(1, 2048+uint32(8*s), count)
			}
		}
		w.BarSync(FullMask, 0, 0, true)
		if w.Index() == r.W {
			r.produce(w, src, tiles)
			return nil
		}
		if r.prearm {
			for s := range r.S {
				r.release(w, s)
			}
		}
		r.consume(w, tiles)
		return nil
	}
}

func (r ring) produce(w *Warp, src uint64, tiles int) {
	for o := range tiles {
		for k := range r.T {
			i, real := r.index(o, k)
			s, round := i%r.S, i/r.S
			w.At(Site{At: "producer", Tag: int32(real)})
			wait := Wait{Parity: uint32(round+1) & 1, Intended: uint64(real / r.S)}
			if r.prearm {
				wait = Wait{Parity: uint32(round) & 1, Intended: Phase(uint64(real / r.S))}
			}
			w.WaitParity(FullMask, r.empty(s), wait)
			bytes := r.expect
			if bytes == 0 {
				bytes = slotBytes
			}
			w.MbarrierArrive(1, r.full(s), Arrive{ExpectTx: true, Bytes: bytes})
			w.BulkLoad(1, uint32(s*slotBytes), src, slotBytes, r.full(s)[0], 0)
		}
	}
}

func (r ring) consume(w *Warp, tiles int) {
	var b [32]byte
	for o := range tiles {
		for k := range r.T {
			i, real := r.index(o, k)
			s, round := i%r.S, i/r.S
			w.At(Site{At: "consumer", Tag: int32(real)})
			w.WaitParity(FullMask, r.full(s), Wait{Parity: uint32(round) & 1, Intended: Phase(uint64(real / r.S))})
			w.LoadShared(1, all(uint32(s*slotBytes)), 16, b[:])
			if k >= r.L && !(r.skipRelease0 && k == r.L) {
				i, _ := r.index(o, k-r.L)
				r.release(w, i%r.S)
			}
		}
		if !r.noDrain {
			for k := max(0, r.T-r.L); k < r.T; k++ {
				i, _ := r.index(o, k)
				r.release(w, i%r.S)
			}
		}
	}
}

func (r ring) release(w *Warp, s int) {
	if !r.noFence {
		w.FenceProxyAsync(SpaceShared)
	}
	if r.policy == "onesync" {
		w.BarSync(FullMask, 1, 32*r.W, true)
	}
	if r.policy == "" || r.policy == "all" || w.Index() == 0 {
		w.MbarrierArrive(1, r.empty(s), Arrive{})
	}
}

// verdicts lists the outcomes of a report.
func verdicts(rep *Report) []string {
	var out []string
	for _, f := range rep.Faults {
		switch f.Rule {
		case RuleDeadlock:
			out = append(out, "deadlock")
		case RulePremature:
			out = append(out, "early")
		case RuleMissed:
			out = append(out, "missed")
		case RuleMbarRange:
			out = append(out, "overflow")
		case RuleBytes:
			out = append(out, "bytes")
		case RuleRace, RuleProxy:
			out = append(out, "race")
		default:
			out = append(out, string(f.Rule))
		}
	}
	if len(out) == 0 {
		out = append(out, "ok")
	}
	return out
}

// explore returns the outcomes of all schedules.
func (r ring) explore(t *testing.T) []string {
	t.Helper()
	var got []string
	x, err := Explore(context.Background(), 400000, func() (*Machine, Launch, func(*Warp) error) {
		m := New()
		buf, _ := m.Alloc("src", slotBytes)
		return m, r.launch(), r.program(buf.Addr)
	}, func(rep *Report) bool {
		got = append(got, verdicts(rep)...)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if !x.Complete {
		t.Errorf("%+v: exploration incomplete after %d runs", r, x.Runs)
	}
	slices.Sort(got)
	return slices.Compact(got)
}

func okUpTo(bad string, first int) func(T int) string {
	return func(T int) string {
		if T >= first {
			return bad
		}
		return "ok"
	}
}

// TestRingExhaustive compares all schedules with the tables of B19 to B21 and B24.
func TestRingExhaustive(t *testing.T) {
	t.Parallel()
	type row struct {
		name string
		r    ring
		maxT int
		want func(T int) string
	}
	var rows []row
	for S := 1; S <= 3; S++ {
		for L := 0; L <= S; L++ {
			want := okUpTo("", 1000)
			if L == S {
				want = okUpTo("deadlock", S+1) // B20
			}
			rows = append(rows, row{fmt.Sprintf("lag S=%d L=%d", S, L), ring{S: S, L: L, W: 1}, 2*S + 1, want})
		}
	}
	rows = append(rows,
		row{"convention B", ring{S: 2, W: 1, prearm: true}, 5, okUpTo("", 1000)},
		row{"missing release of iteration 0 (B21)", ring{S: 3, W: 1, skipRelease0: true}, 7, okUpTo("deadlock", 4)},
		row{"no drain (B20)", ring{S: 3, L: 1, W: 1, tiles: 2, noDrain: true}, 7, okUpTo("deadlock", 3)},
		row{"two tiles, continued index", ring{S: 2, L: 1, W: 1, tiles: 2}, 5, okUpTo("", 1000)},
		row{"expect more than copied", ring{S: 2, W: 1, expect: 32}, 3, okUpTo("bytes deadlock", 1)},
		row{"two waiters, all arrive", ring{S: 1, W: 2, policy: "all"}, 3, okUpTo("", 1000)},
		row{"two waiters, one arrives after a barrier", ring{S: 1, W: 2, policy: "onesync"}, 3, okUpTo("", 1000)},
		row{"two slots, all arrive", ring{S: 2, W: 2, policy: "all"}, 3, okUpTo("", 1000)},
	)
	for _, tc := range rows {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			for T := 0; T <= tc.maxT; T++ {
				r := tc.r
				r.T = T
				if got := strings.Join(r.explore(t), " "); got != tc.want(T) {
					t.Errorf("T=%d: %s, want %s", T, got, tc.want(T))
				}
			}
		})
	}
}

// TestRingReset is B19: restarting the index at each tile is right only when T is a multiple of 2S, and T=3 and 7 never
// hang.
func TestRingReset(t *testing.T) {
	t.Parallel()
	for T := range 9 {
		got := ring{S: 2, T: T, W: 1, tiles: 2, reset: true}.explore(t)
		ok := slices.Equal(got, []string{"ok"})
		if want := T%4 == 0; ok != want {
			t.Errorf("T=%d: outcomes %v, want ok only: %v", T, got, want)
		}
		if hangs := slices.Contains(got, "deadlock"); hangs != (T%4 == 1 || T%4 == 2) {
			t.Errorf("T=%d: outcomes %v", T, got)
		}
	}
}

// TestRingOneArrival is B24: one arrival for two waiters without a barrier lets the producer overtake.
func TestRingOneArrival(t *testing.T) {
	t.Parallel()
	var got []string
	for T := range 4 {
		got = append(got, ring{S: 1, T: T, W: 2, policy: "one"}.explore(t)...)
	}
	slices.Sort(got)
	got = slices.Compact(got)
	for _, want := range []string{"ok", "deadlock", "race", "missed"} {
		if !slices.Contains(got, want) {
			t.Errorf("outcomes %v lack %q", got, want)
		}
	}
}

// TestRingPolicies runs longer rings under every scheduling policy of S3.
func TestRingPolicies(t *testing.T) {
	t.Parallel()
	for _, c := range policies(3) {
		for _, r := range []ring{
			{S: 3, T: 20, L: 1, W: 2},
			{S: 4, T: 17, L: 3, W: 2, policy: "onesync"},
			{S: 2, T: 5, W: 2, tiles: 3},
		} {
			m := New()
			buf, _ := m.Alloc("src", slotBytes)
			l := r.launch()
			l.Chooser = c.make()
			rep, err := m.Run(context.Background(), l, r.program(buf.Addr))
			if err != nil {
				t.Fatal(err)
			}
			if got := verdicts(rep); !slices.Equal(got, []string{"ok"}) {
				t.Errorf("%s %+v: %v\n%v", c.name, r, got, rep.Err())
			}
		}
	}
}

type policy struct {
	name string
	make func() Chooser
}

func policies(warps int) []policy {
	out := []policy{{"round robin", RoundRobin}, {"latency 0", AsyncFirst}, {"latency inf", AsyncLast}}
	for i := range warps {
		out = append(out, policy{fmt.Sprintf("starve %d", i), func() Chooser {
			return Starve(func(w int) bool { return w == i })
		}})
	}
	for seed := range uint64(20) {
		out = append(out, policy{fmt.Sprintf("seed %d", seed), func() Chooser { return Random(seed) }})
	}
	return out
}

// TestRingWAR is rule 4.2: generic reads of a slot need a proxy fence before the refill, in every schedule.
func TestRingWAR(t *testing.T) {
	t.Parallel()
	for _, c := range policies(2) {
		m := New()
		buf, _ := m.Alloc("src", slotBytes)
		r := ring{S: 2, T: 5, W: 1, noFence: true}
		l := r.launch()
		l.Chooser = c.make()
		rep, err := m.Run(context.Background(), l, r.program(buf.Addr))
		if err != nil {
			t.Fatal(err)
		}
		if !rep.Has(RuleProxy) {
			t.Errorf("%s: missing fence not reported: %v", c.name, rep.Err())
		}
	}
}

// TestDeadlockReport is the example of 8.5: the release of iteration 0 is missing.
func TestDeadlockReport(t *testing.T) {
	t.Parallel()
	m := New()
	buf, _ := m.Alloc("src", slotBytes)
	r := ring{S: 3, T: 4, W: 1, skipRelease0: true}
	rep, err := m.Run(context.Background(), r.launch(), r.program(buf.Addr))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"consumer [i=3]: error [8.5]: deadlock: 2 warps wait and nothing can move: nobody arrives on mbarrier 0x800 (consumer warp 0)",
		"    consumer warp 0 at consumer [i=3] waits for parity 1 intending phase 1: mbarrier 0x400: phase 1, pending 1 of 1, tx 0",
		"      producer warp 1 arrives at producer (1 times, last i=0): blocked in mbarrier wait at producer [i=3]",
		"      producer warp 1 copies at producer (1 times, last i=0): blocked in mbarrier wait at producer [i=3]",
		"      producer warp 1 at producer [i=3] waits for parity 0 intending phase 0: mbarrier 0x800: phase 0, pending 1 of 1, tx 0",
		"        nobody has ever arrived on it",
	}
	if !rep.Deadlock || len(rep.Faults) != 1 {
		t.Fatalf("deadlock %v, faults %v", rep.Deadlock, rep.Err())
	}
	if d := cmp.Diff(strings.Join(want, "\n"), rep.Faults[0].Error()); d != "" {
		t.Error(d)
	}
}
