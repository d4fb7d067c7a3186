package machine

import (
	"context"
	"math"
	"math/bits"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEntryRegisters is the table of R3.
func TestEntryRegisters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ threads, blocks, inc, want int }{
		{128, 1, 0, 255}, {256, 1, 0, 255}, {288, 1, 0, 168}, {384, 1, 0, 168}, {512, 1, 0, 128}, {640, 1, 0, 96},
		{768, 1, 0, 80}, {1024, 1, 0, 64}, {256, 1, 240, 240}, {256, 1, 216, 216}, {256, 1, 256, 255}, {384, 1, 160, 160},
		{256, 2, 240, 128},
	} {
		if got := EntryRegisters(c.threads, c.blocks, c.inc); got != c.want {
			t.Errorf("EntryRegisters(%d, %d, %d) = %d, want %d", c.threads, c.blocks, c.inc, got, c.want)
		}
	}
}

// TestRegisterPool is what ran and what hung in R4 and R6: values per warpgroup, and the warps that execute the dec.
func TestRegisterPool(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		threads int
		blocks  int
		values  []int // per warpgroup; 0: no setmaxnreg
		decs    int   // warps of warpgroup 0 that execute it; 0: all
		hangs   bool
	}{
		{"40+232+232", 384, 1, []int{40, 232, 232}, 0, false},
		{"24+240+240", 384, 1, []int{24, 240, 240}, 0, false},
		{"24+248+232", 384, 1, []int{24, 248, 232}, 0, false},
		{"24+232+232", 384, 1, []int{24, 232, 232}, 0, false},
		{"24+168+232", 384, 1, []int{24, 168, 232}, 0, false},
		{"56+232+232", 384, 1, []int{56, 232, 232}, 0, true},
		{"24+240+248", 384, 1, []int{24, 240, 248}, 0, true},
		{"dec by three warps", 384, 1, []int{24, 232, 232}, 3, true},
		{"dec by one warp", 384, 1, []int{24, 232, 232}, 1, true},
		{"no dec", 384, 1, []int{0, 232, 232}, 0, true},
		{"32+3*160", 512, 1, []int{32, 160, 160, 160}, 0, false},
		{"40+3*160", 512, 1, []int{40, 160, 160, 160}, 0, true},
		{"two blocks", 256, 2, []int{24, 240}, 0, true},
		{"24+232 of two", 256, 2, []int{24, 232}, 0, false},
	} {
		for _, p := range policies(4) {
			l := threads(c.threads)
			l.MinBlocks = c.blocks
			l.Chooser = p.make()
			rep := exec(t, l, func(w *Warp) {
				v := c.values[w.Index()/4]
				if v == 0 || w.Index()/4 == 0 && c.decs > 0 && w.Index() >= c.decs {
					return
				}
				w.Setmaxnreg(FullMask, v >= w.Registers(), v)
			})
			if rep.Deadlock != c.hangs {
				t.Errorf("%s, %s: hangs %v, want %v", c.name, p.name, rep.Deadlock, c.hangs)
			}
		}
	}
}

// TestRegisterSlots: a dec by warp 0 alone lets exactly warps 4 and 8 through.
func TestRegisterSlots(t *testing.T) {
	t.Parallel()
	var through []int
	rep := exec(t, threads(384), func(w *Warp) {
		switch {
		case w.Index() == 0:
			w.Setmaxnreg(FullMask, false, 24)
		case w.Index() >= 4:
			w.Setmaxnreg(FullMask, true, 232)
			through = append(through, w.Index())
		}
	})
	if d := cmp.Diff([]int{4, 8}, through); d != "" || !rep.Deadlock {
		t.Errorf("warps through the inc: %s", d)
	}
	text := rep.Faults[len(rep.Faults)-1].Error()
	for _, want := range []string{
		"warp 5 waits in setmaxnreg.inc for 64 more registers: warp slot 1 has 0 free",
		"slot 1: warp 1 holds 168, exited (its registers do not return)",
		"slot 1: 504 held + 0 free of a pool of 504",
	} {
		found := false
		for _, f := range rep.Faults {
			found = found || strings.Contains(f.Error(), want)
		}
		if !found {
			t.Errorf("report lacks %q:\n%s", want, text)
		}
	}
}

// TestPingPong is the example of 1.3: mutual exclusion of two warpgroups, with a start token; without it, a deadlock.
func TestPingPong(t *testing.T) {
	t.Parallel()
	for _, token := range []bool{true, false} {
		for _, p := range policies(8) {
			var inside, most int
			l := threads(256)
			l.Chooser = p.make()
			rep := exec(t, l, func(w *Warp) {
				k := w.Index() / 4
				if k == 1 && token {
					w.BarArrive(FullMask, 1, 256, true)
				}
				for range 3 {
					w.BarSync(FullMask, 1+k, 256, true)
					inside |= 1 << k
					most = max(most, bits.OnesCount(uint(inside)))
					w.SyncWarp(FullMask, FullMask)
					w.BarSync(FullMask, 3+k, 128, true)
					inside &^= 1 << k
					if k == 1 {
						w.BarArrive(FullMask, 1, 256, true)
					} else {
						w.BarArrive(FullMask, 2, 256, true)
					}
				}
			})
			if rep.Deadlock == token {
				t.Errorf("token %v, %s: deadlock %v", token, p.name, rep.Deadlock)
			}
			if token {
				noFaults(t, rep)
			}
			if most > 1 {
				t.Errorf("%s: both warpgroups inside", p.name)
			}
		}
	}
}

func TestNamedBarrierOverArrival(t *testing.T) {
	t.Parallel()
	rep := exec(t, threads(64), func(w *Warp) { // arrive; arrive on 1,96 and one sync: released early, as measured
		if w.Index() == 0 {
			w.BarArrive(FullMask, 1, 96, true)
			w.BarArrive(FullMask, 1, 96, true)
			return
		}
		w.BarSync(FullMask, 1, 96, true)
	})
	if rep.Deadlock || !rep.Has(RuleBarTwice) {
		t.Errorf("deadlock %v, faults %v", rep.Deadlock, rep.Err())
	}
}

// TestParityTable: True iff parity differs from c&1, for c = 0..5 completions (B7, B8), and test_wait on tokens.
func TestParityTable(t *testing.T) {
	t.Parallel()
	rep := exec(t, threads(32), func(w *Warp) {
		w.MbarrierInit(1, bar0, 1)
		for c := range uint32(6) {
			for p := range uint32(2) {
				if got := w.TestWaitParity(1, all(bar0), Wait{Parity: p}) == 1; got != (p != c&1) {
					t.Errorf("c=%d parity %d: %v", c, p, got)
				}
			}
			tok := w.MbarrierArrive(1, all(bar0), Arrive{})[0]
			if tok != Token(c) || !w.TestWait(1, bar0, tok, SemDefault, ScopeCTA) {
				t.Errorf("c=%d: token %d", c, tok)
			}
		}
	})
	noFaults(t, rep)
}

func TestArriveDrop(t *testing.T) {
	t.Parallel()
	rep := exec(t, threads(32), func(w *Warp) {
		w.MbarrierInit(1, bar0, 2)
		w.MbarrierArrive(1, all(bar0), Arrive{Drop: true})
		w.MbarrierArrive(1, all(bar0), Arrive{})
		waitFull(w, bar0, 0)
		w.MbarrierArrive(1, all(bar0), Arrive{}) // one is enough now
		waitFull(w, bar0, 1)
	})
	noFaults(t, rep)
	want := []BarrierHistory{{Addr: bar0, Phases: 2, Pending: 1, Expected: 1}}
	if d := cmp.Diff(want, rep.Barriers); d != "" {
		t.Error(d)
	}
}

// TestExpectWithoutCheck is the text of PTX: expect_tx alone never completes a phase.
func TestExpectWithoutCheck(t *testing.T) {
	t.Parallel()
	for _, on := range []bool{true, false} {
		sw := DefaultSwitches()
		sw.ExpectCompletes = on
		l := threads(32)
		l.Switches, l.Chooser = &sw, AsyncFirst()
		m := New()
		src, _ := m.Alloc("src", 16)
		rep, err := m.Run(context.Background(), l, func(w *Warp) error {
			w.MbarrierInit(1, bar0, 1)
			w.BulkLoad(1, 0, src.Addr, 16, bar0, 0)
			w.MbarrierArrive(1, all(bar0), Arrive{})
			w.MbarrierExpectTx(1, all(bar0), 16)
			waitFull(w, bar0, 0)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Deadlock == on || !rep.Has(RuleExpect) {
			t.Errorf("switch %v: deadlock %v", on, rep.Deadlock)
		}
	}
}

// TestTryWaitLoops: loops around try_wait and test_wait that can never end are deadlocks, and those that can, end.
func TestTryWaitLoops(t *testing.T) {
	t.Parallel()
	for _, arrives := range []bool{true, false} {
		for _, try := range []bool{true, false} {
			for _, p := range policies(2) {
				l := threads(64)
				l.Chooser = p.make()
				rep := exec(t, l, func(w *Warp) {
					initBar(w, 1)
					if w.Index() == 0 {
						if arrives {
							w.MbarrierArrive(1, all(bar0), Arrive{})
						}
						return
					}
					for {
						op := Wait{Parity: 0}
						if try && w.TryWaitParity(1, all(bar0), op) == 1 || !try && w.TestWaitParity(1, all(bar0), op) == 1 {
							return
						}
						w.Nanosleep(20)
					}
				})
				if rep.Deadlock == arrives {
					t.Errorf("arrives %v, try %v, %s: deadlock %v", arrives, try, p.name, rep.Deadlock)
				}
			}
		}
	}
}

// TestBoundedPoll: a program that gives up polling is no deadlock.
func TestBoundedPoll(t *testing.T) {
	t.Parallel()
	rep := exec(t, threads(32), func(w *Warp) {
		w.MbarrierInit(1, bar0, 1)
		for range 100 {
			if w.TryWaitParity(1, all(bar0), Wait{}) != 0 {
				t.Error("wait returned True")
			}
		}
	})
	noFaults(t, rep)
}

func TestMbarrierCpAsync(t *testing.T) {
	t.Parallel()
	for _, noinc := range []bool{true, false} {
		m := New()
		src, _ := m.Alloc("src", 512)
		for i := range src.Data {
			src.Data[i] = byte(i)
		}
		rep, err := m.Run(context.Background(), threads(64), func(w *Warp) error {
			if noinc {
				initBar(w, 32)
			} else {
				initBar(w, 1)
			}
			if w.Index() == 0 {
				var n [32]int
				for l := range n {
					n[l] = min(16, max(0, 500-16*l))
				}
				w.CpAsync(FullMask, all(0, 16), allG(src.Addr, 16), 16, &n)
				w.CpAsyncMbarrierArrive(FullMask, all(bar0), noinc)
				if !noinc {
					w.MbarrierArrive(1, all(bar0), Arrive{})
				}
			}
			waitFull(w, bar0, 0)
			var b [512]byte
			w.LoadShared(FullMask, all(0, 16), 16, b[:])
			for i, v := range b {
				if want := byte(i); i < 500 && v != want || i >= 500 && v != 0 {
					t.Errorf("byte %d is %d", i, v)
					break
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		noFaults(t, rep)
	}
}

func TestLaneOps(t *testing.T) {
	t.Parallel()
	rep := exec(t, threads(32), func(w *Warp) {
		var v, b [32]uint32
		for l := range v {
			v[l] = uint32(100 + l)
			b[l] = 1
		}
		check := func(name string, mode ShflMode, c uint32, want func(l int) int) {
			got, _ := w.Shfl(FullMask, FullMask, mode, &v, &b, c)
			for l := range 32 {
				if got[l] != uint32(100+want(l)) {
					t.Errorf("%s lane %d: %d, want %d", name, l, got[l], 100+want(l))
				}
			}
		}
		check("up", ShflUp, 0, func(l int) int { return max(l-1, 0) })
		check("down", ShflDown, 31, func(l int) int { return min(l+1, 31) })
		check("bfly", ShflBfly, 31, func(l int) int { return l ^ 1 })
		check("idx", ShflIdx, 31, func(int) int { return 1 })
		check("idx in segments of 8", ShflIdx, 24<<8|31, func(l int) int { return l&^7 + 1 })
		check("down in segments of 8", ShflDown, 24<<8|31, func(l int) int { return min(l+1, l|7) })
		if got := w.Redux(FullMask, FullMask, AtomAdd, AtomU32, &v); got != 100*32+31*16 {
			t.Errorf("redux.add %d", got)
		}
		if got := w.Redux(FullMask, FullMask, AtomMin, AtomS32, &v); got != 100 {
			t.Errorf("redux.min %d", got)
		}
		for mode, want := range []uint32{0, 1, 0, 0xf0} {
			if got := w.Vote(FullMask, FullMask, VoteMode(mode), 0xf0); got != want {
				t.Errorf("vote %d: %x, want %x", mode, got, want)
			}
		}
		if got := w.ElectSync(FullMask, FullMask); got != 0 {
			t.Errorf("elected lane %d", got)
		}
	})
	noFaults(t, rep)
}

func TestAtomics(t *testing.T) {
	t.Parallel()
	f := func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	pair := func(a, b float32) uint64 { return uint64(F16FromFloat32(a)) | uint64(F16FromFloat32(b))<<16 }
	bpair := func(a, b float32) uint64 { return uint64(BF16FromFloat32(a)) | uint64(BF16FromFloat32(b))<<16 }
	neg := func(x int32) uint64 { return uint64(uint32(x)) }
	for _, c := range []struct {
		op           AtomicOp
		t            AtomicType
		old, a, b, w uint64
	}{
		{AtomAdd, AtomU32, 0xffffffff, 2, 0, 1},
		{AtomMin, AtomS32, neg(-5), 3, 0, neg(-5)},
		{AtomMin, AtomU32, neg(-5), 3, 0, 3},
		{AtomMax, AtomS64, 7, math.MaxUint64, 0, 7},
		{AtomAnd, AtomU32, 0xff, 0x0f, 0, 0x0f},
		{AtomOr, AtomU32, 0xf0, 0x0f, 0, 0xff},
		{AtomXor, AtomU64, 0xff, 0x0f, 0, 0xf0},
		{AtomExch, AtomU32, 1, 2, 0, 2},
		{AtomCAS, AtomU32, 1, 1, 9, 9},
		{AtomCAS, AtomU32, 2, 1, 9, 2},
		{AtomInc, AtomU32, 3, 3, 0, 0},
		{AtomDec, AtomU32, 0, 7, 0, 7},
		{AtomAdd, AtomF32, f(1.5), f(2.25), 0, f(3.75)},
		{AtomAdd, AtomF64, math.Float64bits(1), math.Float64bits(0.5), 0, math.Float64bits(1.5)},
		{AtomAdd, AtomF16x2, pair(1, 2), pair(0.5, -4), 0, pair(1.5, -2)},
		{AtomAdd, AtomBF16x2, bpair(1, 2), bpair(0.5, -4), 0, bpair(1.5, -2)},
	} {
		rep := exec(t, threads(32), func(w *Warp) {
			var buf [32 * 8]byte
			n := c.t.Bytes()
			storeBits(buf[:n], c.old)
			w.StoreShared(1, all(0), n, buf[:])
			a, b := [32]uint64{c.a}, [32]uint64{c.b}
			if old := w.AtomicShared(1, all(0), c.op, c.t, &a, &b); old[0] != c.old {
				t.Errorf("%v: old value %x", c, old[0])
			}
			w.LoadShared(1, all(0), n, buf[:])
			if got := loadBits(buf[:n]); got != c.w {
				t.Errorf("%v: %x", c, got)
			}
		})
		noFaults(t, rep)
	}
}

// TestOverlappingOutputs: two blocks that write the same bytes race, and two that share a granule do not.
func TestOverlappingOutputs(t *testing.T) {
	t.Parallel()
	for _, step := range []uint64{2, 4} {
		m := New()
		out, _ := m.Alloc("c", 64)
		rep, err := m.Run(context.Background(), Launch{Grid: Dim3{X: 2}, Block: Dim3{X: 32}}, func(w *Warp) error {
			var b [128]byte
			x := uint64(w.Block().X) // block 0 writes four bytes, block 1 two bytes from step on
			w.StoreGlobal(1, allG(out.Addr+x*step, 0), 4-2*int(x), b[:])
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Has(RuleRace) != (step == 2) {
			t.Errorf("step %d: %v", step, rep.Err())
		}
	}
}

// TestReductionShared: four warps write one granule each a word, then all read it.
func TestReductionShared(t *testing.T) {
	t.Parallel()
	for _, sync := range []bool{true, false} {
		rep := exec(t, threads(128), func(w *Warp) {
			var b [128]byte
			for range 2 {
				w.StoreShared(1, all(uint32(4*w.Index())), 4, b[:])
				if sync {
					w.BarSync(FullMask, 0, 0, true)
				}
				w.LoadShared(1, all(0), 16, b[:])
				w.BarSync(FullMask, 0, 0, true)
			}
		})
		if (rep.Err() == nil) != sync {
			t.Errorf("sync %v: %v", sync, rep.Err())
		}
	}
}

// TestFrozenPhase: who waits for phase 0 does not inherit from an arrival in phase 1, even if that came first.
func TestFrozenPhase(t *testing.T) {
	t.Parallel()
	for _, p := range policies(3) {
		l := threads(96)
		l.Chooser = p.make()
		rep := exec(t, l, func(w *Warp) {
			var flag [32]byte
			if w.Index() == 1 {
				w.StoreShared(1, all(2048), 4, flag[:])
			}
			initBar(w, 2)
			switch w.Index() {
			case 0:
				w.MbarrierArrive(1, all(bar0), Arrive{Count: 2})
			case 1:
				waitFull(w, bar0, 0)
				put(w, 0)
				w.MbarrierArrive(1, all(bar0), Arrive{})
				flag[0] = 1
				w.StoreShared(1, all(2048), 4, flag[:])
			case 2:
				for flag[0] == 0 { // an order, but no happens-before
					w.LoadSharedStrong(1, all(2048), 4, flag[:])
				}
				waitFull(w, bar0, 0)
				get(w, 0)
			}
		})
		if !rep.Has(RuleRace) {
			t.Errorf("%s: race not reported: %v", p.name, rep.Err())
		}
	}
}

// TestUnqualifiedRelease is B15: a remote arrive at cta scope covers completed asynchronous reads of a slot that a peer
// refills by multicast, and does not cover generic ones.
func TestUnqualifiedRelease(t *testing.T) {
	t.Parallel()
	for _, generic := range []bool{false, true} {
		d := newDevice()
		rep, err := d.m.Run(context.Background(), cluster2(32), func(w *Warp) error {
			initCluster(w, 1, 2)
			for r := range uint64(2) {
				w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 1024})
				if w.Rank() == 0 {
					if r > 0 {
						waitFull(w, bar0+8, 0)
					}
					w.TMALoad(1, d.tm, []int32{0, 0}, 0, bar0, 3)
				}
				waitFull(w, bar0, r)
				if generic && w.Rank() == 1 {
					get(w, 0)
					w.FenceProxyAsync(SpaceShared)
				} else {
					w.TMAStore(1, d.out, []int32{0, int32(32*w.Rank() + 8*int(r))}, 0, nil)
					w.BulkCommit(1)
					w.BulkWait(1, 0, true)
				}
				if r == 0 {
					w.MbarrierArrive(1, all(MapA(bar0+8, 0)), Arrive{})
				}
			}
			w.ClusterArrive(FullMask, true, false)
			w.ClusterWait(FullMask, true)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Has(RuleRace) != generic {
			t.Errorf("generic %v: %v", generic, rep.Err())
		}
	}
}

// TestBulkCopyBetweenBlocks moves shared memory to a peer, which reads it after its own barrier.
func TestBulkCopyBetweenBlocks(t *testing.T) {
	t.Parallel()
	rep := exec(t, cluster2(32), func(w *Warp) {
		initCluster(w, 1)
		w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 512})
		peer := 1 - w.Rank()
		var b [512]byte
		for i := range b {
			b[i] = byte(w.Rank() + 1)
		}
		w.StoreShared(FullMask, all(0, 16), 16, b[:])
		w.FenceProxyAsync(SpaceShared)
		w.BulkCopyShared(1, MapA(512, peer), 0, 512, MapA(bar0, peer))
		waitFull(w, bar0, 0)
		w.LoadShared(FullMask, all(512, 16), 16, b[:])
		for _, v := range b {
			if v != byte(peer+1) {
				t.Errorf("rank %d got %d", w.Rank(), v)
				break
			}
		}
		w.ClusterArrive(FullMask, true, false)
		w.ClusterWait(FullMask, true)
	})
	noFaults(t, rep)
}

// TestShadowIsBounded: reads that nothing overwrites do not pile up, whatever bytes they touch.
func TestShadowIsBounded(t *testing.T) {
	t.Parallel()
	rep := exec(t, threads(64), func(w *Warp) {
		put(w, uint32(512*w.Index()))
		w.BarSync(FullMask, 0, 0, true)
		var b [128]byte
		for i := range 200 {
			w.LoadShared(FullMask, all(uint32(4*(i%4)), 0), 4, b[:])
			w.LoadShared(FullMask, all(uint32(2*(i%8)), 0), 2, b[:])
			w.BarSync(FullMask, 0, 0, true)
		}
		for _, list := range w.cta.extra {
			if len(list) > 2*maxReads {
				t.Fatalf("%d events in one granule", len(list))
			}
		}
	})
	noFaults(t, rep)
}

// BenchmarkSharedAccess measures warp-level shared loads and stores of 4 bytes a lane.
func BenchmarkSharedAccess(b *testing.B) {
	const n = 1000
	ops := 0
	for b.Loop() {
		_, err := New().Run(context.Background(), threads(128), func(w *Warp) error {
			var buf [128]byte
			addr := all(uint32(w.Index()*128), 4)
			for range n {
				w.StoreShared(FullMask, addr, 4, buf[:])
				w.LoadShared(FullMask, addr, 4, buf[:])
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		ops += n * 2 * 128
	}
	b.ReportMetric(float64(ops)/b.Elapsed().Seconds()/1e6, "Mthread-ops/s")
}

// BenchmarkRing measures scheduling: a ring of barriers with two consumers.
func BenchmarkRing(b *testing.B) {
	r := ring{S: 4, T: 1000, W: 2}
	for b.Loop() {
		m := New()
		buf, _ := m.Alloc("src", slotBytes)
		rep, err := m.Run(context.Background(), r.launch(), r.program(buf.Addr))
		if err != nil || rep.Err() != nil {
			b.Fatal(err, rep.Err())
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N*1000), "ns/iteration")
}
