package machine

import (
	"context"
	"testing"
)

// scenario is a program that breaks a rule when bad is set and is clean otherwise.
type scenario struct {
	name    string
	rule    Rule
	sev     Severity
	l       Launch
	tune    func(*Switches)
	program func(w *Warp, d *device, bad bool)
	// mayWarn lets the corrected program have warnings.
	mayWarn bool
}

// device is the global memory of a scenario.
type device struct {
	m    *Machine
	a, b *Buffer
	tm   *TensorMap // a as 64 x 64 f16, box 64 x 8
	out  *TensorMap // b, the same
}

func newDevice() *device {
	d := &device{m: New()}
	d.a, _ = d.m.Alloc("a", 8192)
	d.b, _ = d.m.Alloc("b", 8192)
	tm := func(b *Buffer) *TensorMap {
		return &TensorMap{Type: ElemF16, Base: b.Addr, Dims: []uint64{64, 64}, Strides: []uint64{128}, Box: []uint32{64, 8}}
	}
	d.tm, d.out = tm(d.a), tm(d.b)
	return d
}

const bar0 = 4096

// initBar initialises barriers with the counts at bar0, bar0+8, … by warp 0 and publishes them in the block.
func initBar(w *Warp, counts ...uint32) {
	if w.Index() == 0 {
		for i, c := range counts {
			w.MbarrierInit(1, uint32(bar0+8*i), c)
		}
	}
	w.BarSync(FullMask, 0, 0, true)
}

func initCluster(w *Warp, counts ...uint32) {
	if w.Index() == 0 {
		for i, c := range counts {
			w.MbarrierInit(1, uint32(bar0+8*i), c)
		}
		w.FenceMbarrierInit()
	}
	w.ClusterArrive(FullMask, true, true)
	w.ClusterWait(FullMask, true)
}

func tmaIn(w *Warp, d *device, dst uint32, bar uint32) {
	w.MbarrierArrive(1, all(bar), Arrive{ExpectTx: true, Bytes: 1024})
	w.TMALoad(1, d.tm, []int32{0, 0}, dst, bar, 0)
}

func waitFull(w *Warp, bar uint32, phase uint64) {
	w.WaitParity(FullMask, all(bar), Wait{Parity: uint32(phase) & 1, Intended: Phase(phase)})
}

// mma is one m64n8k16 over A at 0 (2 KB) and B at 2048, without swizzle, both K-major.
func mma(w *Warp, acc [][32]uint32, id int) {
	w.Wgmma(FullMask, &Wgmma{N: 8, A: MMAF16, B: MMAF16, D: MMAF32, Acc: acc, AccID: id, ScaleD: true,
		DescA: Descriptor{Start: 0, LBO: 1024, SBO: 128}.Encode(), DescB: Descriptor{Start: 2048, LBO: 128, SBO: 128}.Encode()})
}

func fillOperands(w *Warp) {
	for i := w.Index(); i < 5; i += 4 {
		put(w, uint32(i*512))
	}
	w.FenceProxyAsync(SpaceShared)
	w.BarSync(FullMask, 1, 128, true)
}

func cluster2(threads int) Launch {
	return Launch{Grid: Dim3{X: 2}, Cluster: Dim3{X: 2}, Block: Dim3{X: threads}, SharedBytes: 16384, Resident: 1}
}

func runScenario(t *testing.T, s scenario, bad bool, c Chooser) *Report {
	t.Helper()
	d := newDevice()
	l := s.l
	sw := DefaultSwitches()
	if s.tune != nil {
		s.tune(&sw)
	}
	l.Switches, l.Chooser = &sw, c
	rep, err := d.m.Run(context.Background(), l, func(w *Warp) error {
		w.At(Site{At: s.name})
		s.program(w, d, bad)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return rep
}

func TestRules(t *testing.T) {
	t.Parallel()
	var list []scenario
	list = append(list, orderScenarios()...)
	list = append(list, barrierScenarios()...)
	list = append(list, bulkScenarios()...)
	list = append(list, warpScenarios()...)
	list = append(list, clusterScenarios()...)
	list = append(list, wgmmaScenarios()...)
	for _, s := range list {
		t.Run(string(s.rule)+" "+s.name, func(t *testing.T) {
			t.Parallel()
			for _, p := range policies(3)[:8] {
				rep := runScenario(t, s, true, p.make())
				found := rep.Faults
				if s.sev == Warning {
					found = rep.Warnings
					if err := rep.Err(); err != nil {
						t.Errorf("%s: only a warning expected, got %v", p.name, err)
					}
				}
				ok := false
				for _, f := range found {
					ok = ok || f.Rule == s.rule
				}
				if !ok {
					t.Errorf("%s: not reported; faults %v, warnings %v", p.name, rep.Err(), rep.Warnings)
				}
				rep = runScenario(t, s, false, p.make())
				noFaults(t, rep)
				if len(rep.Warnings) > 0 && !s.mayWarn {
					t.Errorf("%s: corrected program warns: %v", p.name, rep.Warnings)
				}
			}
		})
	}
}

// orderScenarios is the table of the rules of accesses and proxies: one literal, and long for that.
func orderScenarios() []scenario {
	pair := threads(64)
	return []scenario{
		{name: "store and load of two warps", rule: RuleRace, sev: Error, l: pair, program: func(w *Warp, d *device, bad bool) {
			if w.Index() == 0 {
				put(w, 0)
			}
			if !bad {
				w.BarSync(FullMask, 1, 64, true)
			}
			if bad {
				put(w, 512+512*uint32(w.Index())) // initialise something else
			}
			if w.Index() == 1 {
				if bad {
					put(w, 0) // write after write
					return
				}
				get(w, 0)
			}
		}},
		{name: "generic write to TMA store", rule: RuleProxy, sev: Error, l: pair, program: func(w *Warp, d *device, bad bool) {
			put(w, 512*uint32(w.Index()))
			if !bad {
				w.FenceProxyAsync(SpaceShared)
			}
			w.BarSync(FullMask, 1, 64, true)
			if w.Index() == 0 {
				w.TMAStore(1, d.out, []int32{0, 0}, 0, nil)
				w.BulkCommit(1)
				w.BulkWait(1, 0, true)
			}
		}},
		{name: "fence by the storing thread only", rule: RuleWriter, sev: Error, l: pair, program: writerFence},
		{name: "fence by the storing thread only, accepted", rule: RuleWriter, sev: Warning, l: pair, program: writerFence,
			tune: func(s *Switches) { s.FenceByWriter = false }, mayWarn: true},
		{name: "generic read before refill", rule: RuleProxy, sev: Error, l: pair, program: func(w *Warp, d *device, bad bool) {
			warRefill(w, d, !bad, false, false)
		}},
		{name: "generic write before TMA load", rule: RuleProxy, sev: Error, l: pair, program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			if w.Index() == 0 {
				put(w, 0)
				put(w, 512)
				if !bad {
					w.FenceProxyAsync(SpaceAll)
				}
			}
			w.BarSync(FullMask, 1, 64, true)
			if w.Index() == 1 {
				tmaIn(w, d, 0, bar0)
				waitFull(w, bar0, 0)
			}
		}},
		{name: "consumed loads", rule: RuleProxy, sev: Warning, l: pair, mayWarn: true, tune: func(s *Switches) { s.WARProxy = WARConsumed },
			program: func(w *Warp, d *device, bad bool) { warRefill(w, d, !bad, false, bad) }},
		{name: "cp.async read by a bulk store", rule: RuleCpAsync, sev: Warning, l: threads(32), program: func(w *Warp, d *device, bad bool) {
			w.CpAsync(FullMask, all(0, 16), allG(d.a.Addr, 16), 16, nil)
			w.CpAsyncCommit(FullMask)
			w.CpAsyncWait(FullMask, 0)
			if !bad {
				w.FenceProxyAsync(SpaceShared)
			}
			w.BulkStore(1, d.b.Addr, 0, 512, nil)
			w.BulkCommit(1)
			w.BulkWait(1, 0, true)
		}},
		{name: "cp.async read before its wait", rule: RuleRace, sev: Error, l: threads(32), program: func(w *Warp, d *device, bad bool) {
			w.CpAsync(FullMask, all(0, 16), allG(d.a.Addr, 16), 16, nil)
			w.CpAsyncCommit(FullMask)
			if !bad {
				w.CpAsyncWait(FullMask, 0)
			}
			get(w, 0)
			w.CpAsyncWait(FullMask, 0)
		}},
		{name: "TMA data read by a warp that did not wait", rule: RuleRace, sev: Error, l: pair, program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			if w.Index() == 0 {
				tmaIn(w, d, 0, bar0)
				waitFull(w, bar0, 0)
			}
			w.BarSync(FullMask, 1, 64, true)
			if w.Index() == 1 {
				get(w, 0)
			}
			if bad {
				w.BarSync(FullMask, 1, 64, true)
				if w.Index() == 0 {
					w.FenceProxyAsync(SpaceShared)
					tmaIn(w, d, 2048, bar0)
					waitFull(w, bar0, 1)
				} else {
					put(w, 2048)
				}
			}
		}},
		{name: "global write then TMA load", rule: RuleProxy, sev: Error, l: threads(32), program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			var b [512]byte
			w.StoreGlobal(FullMask, allG(d.a.Addr, 16), 16, b[:])
			if !bad {
				w.FenceProxyAsync(SpaceGlobal)
			}
			tmaIn(w, d, 0, bar0)
			waitFull(w, bar0, 0)
		}},
		{name: "read of unwritten shared memory", rule: RuleUninit, sev: Error, l: threads(32), program: func(w *Warp, d *device, bad bool) {
			if !bad {
				put(w, 0)
			}
			get(w, 0)
		}},
		{name: "shared address", rule: RuleBounds, sev: Error, l: threads(32), program: func(w *Warp, d *device, bad bool) {
			if bad {
				put(w, 65536-256)
			}
		}},
		{name: "global address", rule: RuleBounds, sev: Error, l: threads(32), program: func(w *Warp, d *device, bad bool) {
			var b [512]byte
			if bad {
				w.LoadGlobal(FullMask, allG(d.a.Addr+8192-256, 16), 16, b[:])
			}
		}},
		{name: "misaligned load", rule: RuleMisaligned, sev: Error, l: threads(32), program: func(w *Warp, d *device, bad bool) {
			var b [512]byte
			put(w, 0)
			if bad {
				w.LoadShared(1, all(4), 16, b[:])
			}
		}},
	}
}

func writerFence(w *Warp, d *device, bad bool) {
	put(w, 512*uint32(w.Index()))
	if !bad {
		w.FenceProxyAsync(SpaceShared)
	}
	w.BarSync(FullMask, 1, 64, true)
	if w.Index() == 0 {
		w.FenceProxyAsync(SpaceShared)
		w.TMAStore(1, d.out, []int32{0, 0}, 0, nil)
		w.BulkCommit(1)
		w.BulkWait(1, 0, true)
	}
}

// warRefill has warp 1 read TMA data and warp 0 refill it; the fence stands with the reader, with the producer, or
// nowhere.
func warRefill(w *Warp, d *device, reader, producer, consume bool) {
	initBar(w, 1, 1)
	if w.Index() == 0 {
		tmaIn(w, d, 0, bar0)
		waitFull(w, bar0+8, 0)
		if producer {
			w.FenceProxyAsync(SpaceShared)
		}
		tmaIn(w, d, 0, bar0)
		return
	}
	waitFull(w, bar0, 0)
	get(w, 0)
	if consume {
		w.ConsumeLoads()
	}
	if reader {
		w.FenceProxyAsync(SpaceShared)
	}
	w.MbarrierArrive(1, all(bar0+8), Arrive{})
	waitFull(w, bar0, 1)
}

// TestWARFencePlaces: 4.2 accepts the fence with the reader and with the producer between its wait and the copy.
func TestWARFencePlaces(t *testing.T) {
	t.Parallel()
	s := scenario{name: "WAR", l: threads(64), program: func(w *Warp, d *device, bad bool) { warRefill(w, d, false, !bad, false) }}
	noFaults(t, runScenario(t, s, false, RoundRobin()))
	s.tune = func(s *Switches) { s.WARProxy = WAROff }
	noFaults(t, runScenario(t, s, true, RoundRobin()))
}

// warpScenarios is the table of the rules of warps, named barriers and registers: one literal, and long for that.
func warpScenarios() []scenario {
	one := threads(32)
	return []scenario{
		{name: "split warp at an aligned barrier", rule: RuleAligned, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			mask := FullMask
			if bad {
				mask = 0xffff
			}
			w.BarSync(mask, 0, 32, true)
		}},
		{name: "stmatrix with exited lanes", rule: RuleExited, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			if bad {
				w.Exit(0xf0000000)
			}
			w.Stmatrix(w.Live(), 1, false, all(0, 16), &[4][32]uint32{})
		}},
		{name: "lane missing at elect", rule: RuleElect, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			mask := FullMask
			if bad {
				mask = 0xff
			}
			w.ElectSync(mask, FullMask)
		}},
		{name: "exited lanes at elect", rule: RuleElect, sev: Warning, l: one, program: exitedElect},
		{name: "exited lanes at elect, strict", rule: RuleElect, sev: Error, l: one, program: exitedElect,
			tune: func(s *Switches) { s.ElectExited = Fail }},
		{name: "lane outside the membermask", rule: RuleMember, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			mask := uint32(0xff)
			if bad {
				mask = 0x1ff
			}
			w.Vote(mask, 0xff, VoteAny, 0)
		}},
		{name: "barrier id", rule: RuleBarrierID, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			id := 15
			if bad {
				id = 16
			}
			w.BarSync(FullMask, id, 32, true)
		}},
		{name: "barrier count", rule: RuleBarrierID, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			n := 32
			if bad {
				n = 31
			}
			w.BarSync(FullMask, 1, n, true)
		}},
		{name: "two counts", rule: RuleBarMixed, sev: Error, l: threads(96), program: func(w *Warp, d *device, bad bool) {
			n := 96
			if bad && w.Index() == 1 {
				n = 64
			}
			w.BarSync(FullMask, 1, n, true)
		}},
		{name: "red mixed with sync", rule: RuleBarMixed, sev: Error, l: threads(64), program: func(w *Warp, d *device, bad bool) {
			if bad && w.Index() == 1 {
				w.BarSync(FullMask, 1, 64, true)
				return
			}
			n, and, or := w.BarRed(FullMask, 1, 64, true, 1)
			if !bad && (n != 2 || and || !or) {
				panic("wrong reduction")
			}
		}},
		{name: "arrive twice", rule: RuleBarTwice, sev: Error, l: threads(64), program: func(w *Warp, d *device, bad bool) {
			if w.Index() == 0 {
				w.BarArrive(FullMask, 1, 96, true)
				if bad {
					w.BarArrive(FullMask, 1, 96, true)
				}
				return
			}
			if bad {
				w.BarSync(FullMask, 1, 96, true)
			}
		}},
		{name: "counted warp exited (N7)", rule: RuleDeadlock, sev: Error, l: threads(64), program: func(w *Warp, d *device, bad bool) {
			if w.Index() == 0 {
				n := 64
				if !bad {
					n = 0
				}
				w.BarSync(FullMask, 1, n, true)
			}
		}},
		{name: "value", rule: RuleSetReg, sev: Error, l: threads(128), program: func(w *Warp, d *device, bad bool) {
			n := 40
			if bad {
				n = 20
			}
			w.Setmaxnreg(FullMask, false, n)
		}},
		{name: "direction", rule: RuleSetReg, sev: Error, l: threads(128), program: func(w *Warp, d *device, bad bool) {
			w.Setmaxnreg(FullMask, false, 40)
			w.BarSync(FullMask, 1, 128, true)
			w.Setmaxnreg(FullMask, !bad, 48)
		}},
		{name: "by three of four warps", rule: RuleSetReg, sev: Error, l: threads(128), program: func(w *Warp, d *device, bad bool) {
			if !bad || w.Index() < 3 {
				w.Setmaxnreg(FullMask, false, 40)
			}
		}},
	}
}

func exitedElect(w *Warp, d *device, bad bool) {
	if bad {
		w.Exit(1)
		if got := w.ElectSync(w.Live(), FullMask); got != 1 {
			panic("leader is not the lowest live lane")
		}
		return
	}
	w.ElectSync(FullMask, FullMask)
}
