package machine

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// exec runs program on a fresh machine and fails the test when Run itself fails.
func exec(t *testing.T, l Launch, program func(*Warp)) *Report {
	t.Helper()
	rep, err := New().Run(context.Background(), l, func(w *Warp) error { program(w); return nil })
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return rep
}

// all returns an address vector with every lane at a, or at a + lane*step.
func all(a uint32, step ...uint32) *[32]uint32 {
	var v [32]uint32
	for l := range v {
		v[l] = a
		if len(step) > 0 {
			v[l] += uint32(l) * step[0]
		}
	}
	return &v
}

func allG(a uint64, step uint64) *[32]uint64 {
	var v [32]uint64
	for l := range v {
		v[l] = a + uint64(l)*step
	}
	return &v
}

func threads(n int) Launch { return Launch{Block: Dim3{X: n}, SharedBytes: 65536} }

func put(w *Warp, base uint32) {
	var b [32 * 16]byte
	w.StoreShared(FullMask, all(base, 16), 16, b[:])
}

func get(w *Warp, base uint32) {
	var b [32 * 16]byte
	w.LoadShared(FullMask, all(base, 16), 16, b[:])
}

func noFaults(t *testing.T, rep *Report) {
	t.Helper()
	if err := rep.Err(); err != nil {
		t.Errorf("unexpected faults:\n%v", err)
	}
}

func TestDeterminism(t *testing.T) {
	t.Parallel()
	run := func(c Chooser) (*Report, string) {
		l := threads(128)
		l.Chooser = c
		var log strings.Builder
		rep := exec(t, l, func(w *Warp) {
			for range 5 {
				w.BarSync(FullMask, 1, 128, true)
				log.WriteByte(byte('0' + w.Index()))
			}
		})
		return rep, log.String()
	}
	a, logA := run(Random(7))
	b, logB := run(Random(7))
	if d := cmp.Diff(a.Schedule, b.Schedule); d != "" || logA != logB {
		t.Errorf("same seed, different schedules:\n%s", d)
	}
	_, logC := run(Random(8))
	if logA == logC {
		t.Errorf("seeds 7 and 8 gave the same order")
	}
	_, logD := run(Replay(a.Schedule))
	if logD != logA {
		t.Errorf("replay gave %s, want %s", logD, logA)
	}
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	_, err := New().Run(ctx, threads(64), func(w *Warp) error {
		for i := 0; ; i++ {
			if i == 5000 {
				cancel()
			}
			w.Tick()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want context.Canceled", err)
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	l := threads(32)
	l.MaxSteps = 1000
	_, err := New().Run(context.Background(), l, func(w *Warp) error {
		for {
			w.BarSync(FullMask, 0, 32, true)
		}
	})
	if !errors.Is(err, ErrBudget) {
		t.Errorf("err = %v, want ErrBudget", err)
	}
	l = threads(32)
	l.MaxMemory = 1000
	if _, err = New().Run(context.Background(), l, func(*Warp) error { return nil }); !errors.Is(err, ErrBudget) {
		t.Errorf("err = %v, want ErrBudget", err)
	}
}

func TestProgramError(t *testing.T) {
	t.Parallel()
	boom := errors.New("unknown op")
	_, err := New().Run(context.Background(), threads(64), func(w *Warp) error {
		if w.Index() == 1 {
			return boom
		}
		w.BarSync(FullMask, 0, 0, true)
		return nil
	})
	if !errors.Is(err, boom) {
		t.Errorf("err = %v, want %v", err, boom)
	}
}

func TestLaunchErrors(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		l    Launch
		want string
	}{
		{Launch{Block: Dim3{X: 2048}}, "block of 2048 threads: at most 1024 are possible"},
		{Launch{SharedBytes: 300000}, "300000 bytes of shared memory: a block has 0 to 232448"},
		{Launch{Grid: Dim3{X: 3}, Cluster: Dim3{X: 2}}, "grid {3 1 1} is no multiple of cluster {2 1 1}"},
		{Launch{Cluster: Dim3{X: 32}, Grid: Dim3{X: 32}}, "cluster of 32 blocks: at most 16 are possible"},
		{Launch{EntryRegisters: 300}, "300 registers per thread at entry: expected 24 to 256"},
	} {
		_, err := New().Run(context.Background(), tc.l, func(*Warp) error { return nil })
		if err == nil || err.Error() != tc.want {
			t.Errorf("error %v, want %s", err, tc.want)
		}
	}
}

// TestNoGoroutineLeft does not run in parallel: it counts goroutines.
func TestNoGoroutineLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		exec(t, threads(256), func(w *Warp) { w.BarSync(FullMask, 1, 512, true) }) // deadlock
		_, err := New().Run(context.Background(), threads(256), func(w *Warp) error {
			w.BarSync(FullMask, 1, 256, true)
			return errors.New("stop")
		})
		if err == nil {
			t.Fatal("no error")
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestProgramPanicEndsOthers(t *testing.T) {
	t.Parallel()
	ended := 0
	func() {
		defer func() {
			if p := recover(); p != "bug" {
				t.Errorf("recovered %v", p)
			}
		}()
		_, _ = New().Run(context.Background(), threads(64), func(w *Warp) error {
			defer func() { ended++ }()
			if w.Index() == 1 {
				panic("bug")
			}
			w.BarSync(FullMask, 0, 0, true)
			return nil
		})
	}()
	if ended != 2 {
		t.Errorf("%d programs ended, want 2", ended)
	}
}

func TestGridAndPartialWarps(t *testing.T) {
	t.Parallel()
	m := New()
	out, err := m.Alloc("out", 4*2*3*2)
	if err != nil {
		t.Fatal(err)
	}
	l := Launch{Grid: Dim3{X: 2, Y: 3, Z: 2}, Block: Dim3{X: 40}, Resident: 3}
	rep, err := m.Run(context.Background(), l, func(w *Warp) error {
		b := w.Block()
		i := (b.Z*3+b.Y)*2 + b.X
		if w.Index() == 1 {
			if w.Live() != 0xff {
				t.Errorf("live lanes %x, want ff", w.Live())
			}
			w.AtomicGlobal(1, allG(out.Addr+uint64(4*i), 0), AtomAdd, AtomU32, &[32]uint64{uint64(i)}, nil, SemRelaxed, ScopeGPU)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	noFaults(t, rep)
	for i := range 12 {
		if out.Data[4*i] != byte(i) {
			t.Errorf("out[%d] = %d", i, out.Data[4*i])
		}
	}
}

func TestGlobalSyncBetweenBlocks(t *testing.T) {
	t.Parallel()
	for _, ordered := range []bool{true, false} {
		m := New()
		buf, _ := m.Alloc("data", 64)
		flag, _ := m.Alloc("flag", 4)
		sem := SemRelease
		if !ordered {
			sem = SemRelaxed
		}
		rep, err := m.Run(context.Background(), Launch{Grid: Dim3{X: 2}, Block: Dim3{X: 32}, Resident: 2}, func(w *Warp) error {
			var b [128]byte
			if w.Block().X == 0 {
				w.StoreGlobal(1, allG(buf.Addr, 0), 4, b[:])
				one := [32]uint64{1}
				w.AtomicGlobal(1, allG(flag.Addr, 0), AtomAdd, AtomU32, &one, nil, sem, ScopeGPU)
				return nil
			}
			for {
				w.LoadGlobalStrong(1, allG(flag.Addr, 0), 4, b[:], SemAcquire, ScopeGPU)
				if b[0] == 1 {
					break
				}
			}
			w.LoadGlobal(1, allG(buf.Addr, 0), 4, b[:])
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Has(RuleRace) == ordered {
			t.Errorf("ordered %v: race reported %v", ordered, !ordered)
		}
	}
}
