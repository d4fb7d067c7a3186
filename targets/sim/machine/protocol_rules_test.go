package machine

// barrierScenarios is the table of the rules of mbarriers: one literal, and long for that.
func barrierScenarios() []scenario {
	one, pair := threads(32), threads(64)
	return []scenario{
		{name: "init twice", rule: RuleMbarUse, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			w.MbarrierInit(1, bar0, 1)
			if !bad {
				w.MbarrierInval(1, bar0)
			}
			w.MbarrierInit(1, bar0, 1)
		}},
		{name: "data over a barrier", rule: RuleMbarUse, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			w.MbarrierInit(1, bar0, 1)
			if !bad {
				w.MbarrierInval(1, bar0)
			}
			put(w, bar0)
		}},
		{name: "arrive on no barrier", rule: RuleMbarUse, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			if !bad {
				w.MbarrierInit(1, bar0, 1)
			}
			w.MbarrierArrive(1, all(bar0), Arrive{})
		}},
		{name: "init by many lanes", rule: RuleMbarUse, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			mask := uint32(1)
			if bad {
				mask = 3
			}
			w.MbarrierInit(mask, bar0, 1)
		}},
		{name: "over-arrival", rule: RuleMbarRange, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			w.MbarrierInit(1, bar0, 2)
			n := uint32(2)
			if bad {
				n = 3
			}
			w.MbarrierArrive(1, all(bar0), Arrive{Count: n})
		}},
		{name: "transaction count", rule: RuleMbarRange, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			w.MbarrierInit(1, bar0, 2)
			w.MbarrierExpectTx(1, all(bar0), 1<<19)
			if bad {
				w.MbarrierExpectTx(1, all(bar0), 1<<19)
			}
			w.MbarrierCompleteTx(1, all(bar0), 1<<19)
		}},
		{name: "last expected arrival dropped", rule: RuleMbarRange, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			n := uint32(2)
			if bad {
				n = 1
			}
			w.MbarrierInit(1, bar0, n)
			w.MbarrierArrive(1, all(bar0), Arrive{Drop: true})
		}},
		{name: "init count", rule: RuleMbarRange, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			n := uint32(1<<20 - 1)
			if bad {
				n++
			}
			w.MbarrierInit(1, bar0, n)
		}},
		{name: "cycled without a wait", rule: RuleUnobserved, sev: Warning, l: one, program: func(w *Warp, d *device, bad bool) {
			w.MbarrierInit(1, bar0, 1)
			w.MbarrierArrive(1, all(bar0), Arrive{})
			if !bad {
				waitFull(w, bar0, 0)
			}
			w.MbarrierArrive(1, all(bar0), Arrive{})
		}},
		{name: "waiter ahead by two", rule: RulePremature, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			w.MbarrierInit(1, bar0, 1)
			if bad {
				waitFull(w, bar0, 1)
			}
			w.MbarrierArrive(1, all(bar0), Arrive{})
			waitFull(w, bar0, 0)
		}},
		{name: "waiter late by two", rule: RuleMissed, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			w.MbarrierInit(1, bar0, 1)
			for i := range uint64(3) {
				w.MbarrierArrive(1, all(bar0), Arrive{})
				waitFull(w, bar0, i)
			}
			if bad {
				waitFull(w, bar0, 0)
			}
		}, mayWarn: true},
		{name: "init not published", rule: RulePublish, sev: Error, l: pair, program: func(w *Warp, d *device, bad bool) {
			if w.Index() == 0 {
				put(w, 0)
				w.MbarrierInit(1, bar0, 1)
				var one [32]byte
				one[0] = 1
				w.StoreShared(1, all(0), 4, one[:])
			}
			if !bad {
				w.BarSync(FullMask, 0, 0, true)
			}
			for bad && w.Index() == 1 { // a volatile flag gives an order, but not a happens-before one
				var b [4]byte
				if w.LoadSharedStrong(1, all(0), 4, b[:]); b[0] == 1 {
					break
				}
			}
			if w.Index() == 1 {
				w.MbarrierArrive(1, all(bar0), Arrive{})
			}
		}},
		{name: "expect after the last arrival", rule: RuleExpect, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			w.MbarrierInit(1, bar0, 1)
			w.TMALoad(1, d.tm, []int32{0, 0}, 0, bar0, 0)
			if bad {
				w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 512})
				w.MbarrierExpectTx(1, all(bar0), 512)
			} else {
				w.MbarrierExpectTx(1, all(bar0), 512)
				w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 512})
			}
			waitFull(w, bar0, 0)
		}},
	}
}

// bulkScenarios is the table of the rules of bulk and tensor copies: one literal, and long for that.
func bulkScenarios() []scenario {
	one := threads(32)
	return []scenario{
		{name: "source rewritten before wait_group.read", rule: RuleInFlight, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			put(w, 0)
			w.FenceProxyAsync(SpaceShared)
			w.BulkStore(1, d.b.Addr, 0, 512, nil)
			w.BulkCommit(1)
			if !bad {
				w.BulkWait(1, 0, true)
			}
			put(w, 0)
			w.BulkWait(1, 0, true)
		}},
		{name: "global data read after wait_group.read only", rule: RuleRace, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			put(w, 0)
			w.FenceProxyAsync(SpaceShared)
			w.BulkStore(1, d.b.Addr, 0, 512, nil)
			w.BulkCommit(1)
			w.BulkWait(1, 0, bad)
			var b [512]byte
			w.LoadGlobal(FullMask, allG(d.b.Addr, 16), 16, b[:])
		}},
		{name: "commit by another lane", rule: RuleGroup, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			put(w, 0)
			w.FenceProxyAsync(SpaceShared)
			w.BulkStore(1, d.b.Addr, 0, 512, nil)
			lane := uint32(1)
			if bad {
				lane = 2
			}
			w.BulkCommit(lane)
			w.BulkWait(lane, 0, true)
		}},
		{name: "exit without wait_group.read", rule: RuleExitStore, sev: Error, l: one, program: exitUnread},
		{name: "exit without wait_group.read, accepted", rule: RuleExitStore, sev: Warning, l: one, program: exitUnread,
			tune: func(s *Switches) { s.ExitUnread = Warn }},
		{name: "expect less than copied, two copies", rule: RuleBytes, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			n := uint32(1536)
			if bad {
				n = 1024
			}
			w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: n})
			w.TMALoad(1, d.tm, []int32{0, 0}, 0, bar0, 0)
			w.BulkLoad(1, 1024, d.a.Addr, 512, bar0, 0)
			waitFull(w, bar0, 0)
		}},
		{name: "expect more than copied", rule: RuleDeadlock, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			n := uint32(512)
			if bad {
				n = 528
			}
			w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: n})
			w.BulkLoad(1, 1024, d.a.Addr, 512, bar0, 0)
			waitFull(w, bar0, 0)
		}},
		{name: "innermost coordinate", rule: RuleTensor, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			c := int32(-8)
			if bad {
				c = -1
			}
			w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 1024})
			w.TMALoad(1, d.tm, []int32{c, -3}, 0, bar0, 0)
			waitFull(w, bar0, 0)
		}},
		{name: "negative store coordinate", rule: RuleTensor, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			for i := range uint32(2) {
				put(w, 512*i)
			}
			w.FenceProxyAsync(SpaceShared)
			y := int32(60) // runs past the end: clipped
			if bad {
				y = -4
			}
			w.TMAStore(1, d.out, []int32{0, y}, 0, nil)
			w.BulkCommit(1)
			w.BulkWait(1, 0, true)
		}},
		{name: "size of a bulk copy", rule: RuleTensor, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			n := 32
			if bad {
				n = 24
			}
			w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: uint32(n)})
			w.BulkLoad(1, 0, d.a.Addr, n, bar0, 0)
			waitFull(w, bar0, 0)
		}},
		{name: "tensor destination alignment", rule: RuleMisaligned, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			dst := uint32(128)
			if bad {
				dst = 64
			}
			tmaIn(w, d, dst, bar0)
			waitFull(w, bar0, 0)
		}},
		{name: "load in flight at exit", rule: RuleExitStore, sev: Error, l: one, program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			tmaIn(w, d, 0, bar0)
			if !bad {
				waitFull(w, bar0, 0)
			}
		}},
	}
}

func exitUnread(w *Warp, d *device, bad bool) {
	put(w, 0)
	w.FenceProxyAsync(SpaceShared)
	w.BulkStore(1, d.b.Addr, 0, 512, nil)
	w.BulkCommit(1)
	if !bad {
		w.BulkWait(1, 0, true)
	}
}

// clusterScenarios is the table of the rules of clusters: one literal, and long for that.
func clusterScenarios() []scenario {
	return []scenario{
		{name: "remote wait", rule: RuleMbarRemote, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			initCluster(w, 2)
			w.MbarrierArrive(1, all(bar0), Arrive{})
			w.MbarrierArrive(1, all(MapA(bar0, 1-w.Rank())), Arrive{})
			if bad {
				w.WaitParity(FullMask, all(MapA(bar0, 1-w.Rank())), Wait{})
			}
			waitFull(w, bar0, 0)
			w.ClusterArrive(FullMask, true, false)
			w.ClusterWait(FullMask, true)
		}},
		{name: "stale DSMEM words under an unqualified arrive", rule: RuleRace, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			initCluster(w, 1)
			scope := ScopeCluster
			if bad {
				scope = ScopeCTA
			}
			if w.Rank() == 0 {
				put(w, MapA(0, 1))
				w.MbarrierArrive(1, all(MapA(bar0, 1)), Arrive{Scope: scope})
			} else {
				w.WaitParity(FullMask, all(bar0), Wait{Scope: ScopeCluster})
				get(w, 0)
			}
			w.ClusterArrive(FullMask, true, false)
			w.ClusterWait(FullMask, true)
		}},
		{name: "cta wait on a peer", rule: RuleScope, sev: Error, l: cluster2(32), tune: func(s *Switches) { s.PeerScope = Fail },
			program: func(w *Warp, d *device, bad bool) {
				initCluster(w, 1)
				scope := ScopeCluster
				if bad {
					scope = ScopeCTA
				}
				w.MbarrierArrive(1, all(MapA(bar0, 1-w.Rank())), Arrive{Scope: ScopeCluster})
				w.WaitParity(FullMask, all(bar0), Wait{Scope: scope})
				w.ClusterArrive(FullMask, true, false)
				w.ClusterWait(FullMask, true)
			}},
		{name: "remote arrive without fence.mbarrier_init", rule: RulePublish, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			w.MbarrierInit(1, bar0, 1)
			if !bad {
				w.FenceMbarrierInit()
			}
			w.ClusterArrive(FullMask, true, !bad)
			w.ClusterWait(FullMask, true)
			w.MbarrierArrive(1, all(MapA(bar0, 1-w.Rank())), Arrive{})
			waitFull(w, bar0, 0)
			w.ClusterArrive(FullMask, true, false)
			w.ClusterWait(FullMask, true)
		}},
		{name: "remote store before the cluster barrier", rule: RuleRemote, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			if !bad {
				w.ClusterArrive(FullMask, true, false)
				w.ClusterWait(FullMask, true)
			}
			if w.Rank() == 0 {
				put(w, MapA(0, 1))
			}
			w.ClusterArrive(FullMask, true, false)
			w.ClusterWait(FullMask, true)
		}},
		{name: "DSMEM words under a relaxed cluster arrive", rule: RuleRace, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			w.ClusterArrive(FullMask, true, true)
			w.ClusterWait(FullMask, true)
			if w.Rank() == 0 {
				put(w, MapA(0, 1))
			}
			w.ClusterArrive(FullMask, true, bad)
			w.ClusterWait(FullMask, true)
			if w.Rank() == 1 {
				get(w, 0)
			}
			w.ClusterArrive(FullMask, true, false)
			w.ClusterWait(FullMask, true)
		}},
		{name: "block rank out of range", rule: RuleRemote, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			w.ClusterArrive(FullMask, true, false)
			w.ClusterWait(FullMask, true)
			if bad {
				put(w, MapA(0, 2))
			}
		}},
		{name: "access to an exited block", rule: RuleExitPeer, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			initCluster(w, 1)
			if w.Rank() == 0 {
				w.MbarrierArrive(1, all(MapA(bar0, 1)), Arrive{})
				return
			}
			if !bad {
				waitFull(w, bar0, 0)
			}
		}},
		{name: "arrive twice", rule: RuleCluster, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			w.ClusterArrive(FullMask, true, false)
			if bad {
				w.ClusterArrive(FullMask, true, false)
				return
			}
			w.ClusterWait(FullMask, true)
		}},
		{name: "mbarrier in another block than the destination", rule: RuleMbarCTA, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			initCluster(w, 1)
			if w.Rank() == 0 {
				w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 1024})
				dst := uint32(0)
				if bad {
					dst = MapA(0, 1)
				}
				w.TMALoad(1, d.tm, []int32{0, 0}, dst, bar0, 0)
				waitFull(w, bar0, 0)
			}
			w.ClusterArrive(FullMask, true, false)
			w.ClusterWait(FullMask, true)
		}},
		{name: "multicast to a rank that is not there", rule: RuleMulticast, sev: Error, l: cluster2(32), program: func(w *Warp, d *device, bad bool) {
			initCluster(w, 1)
			w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 1024})
			if w.Rank() == 0 {
				mask := uint16(3)
				if bad {
					mask = 5
				}
				w.TMALoad(1, d.tm, []int32{0, 0}, 0, bar0, mask)
			}
			waitFull(w, bar0, 0)
			w.ClusterArrive(FullMask, true, false)
			w.ClusterWait(FullMask, true)
		}},
	}
}

// wgmmaScenarios is the table of the rules of wgmma: one literal, and long for that.
func wgmmaScenarios() []scenario {
	wg := threads(160)
	acc := func() [][32]uint32 { return make([][32]uint32, 4) }
	wrap := func(f func(w *Warp, d *device, bad bool)) func(w *Warp, d *device, bad bool) {
		return func(w *Warp, d *device, bad bool) {
			if w.Index() < 4 {
				f(w, d, bad)
			}
		}
	}
	return []scenario{
		{name: "shape", rule: RuleShape, sev: Error, l: wg, program: wrap(func(w *Warp, d *device, bad bool) {
			fillOperands(w)
			w.WgmmaFence(FullMask)
			n := 8
			if bad {
				n = 12
			}
			w.Wgmma(FullMask, &Wgmma{N: n, A: MMAF16, B: MMAF16, D: MMAF32, Acc: make([][32]uint32, n/2),
				DescA: Descriptor{LBO: 1024, SBO: 128}.Encode(), DescB: Descriptor{Start: 2048, LBO: 128, SBO: 128}.Encode()})
			w.WgmmaCommit(FullMask)
			w.WgmmaWait(FullMask, 0)
		})},
		{name: "descriptor bits", rule: RuleDesc, sev: Error, l: wg, program: wrap(func(w *Warp, d *device, bad bool) {
			fillOperands(w)
			w.WgmmaFence(FullMask)
			desc := Descriptor{LBO: 1024, SBO: 128}
			if bad {
				desc.BaseOffset = 1
			}
			w.Wgmma(FullMask, &Wgmma{N: 8, A: MMAF16, B: MMAF16, D: MMAF32, Acc: acc(), DescA: desc.Encode(), DescB: Descriptor{Start: 2048, LBO: 128, SBO: 128}.Encode()})
			w.WgmmaCommit(FullMask)
			w.WgmmaWait(FullMask, 0)
		})},
		{name: "no wgmma.fence", rule: RuleRegFence, sev: Error, l: wg, program: wrap(func(w *Warp, d *device, bad bool) {
			fillOperands(w)
			if !bad {
				w.WgmmaFence(FullMask)
			}
			mma(w, acc(), 1)
			w.WgmmaCommit(FullMask)
			w.WgmmaWait(FullMask, 0)
		})},
		{name: "accumulator written after the fence", rule: RuleRegFence, sev: Error, l: wg, program: wrap(func(w *Warp, d *device, bad bool) {
			fillOperands(w)
			w.WgmmaFence(FullMask)
			w.TouchRegs(1, true)
			if !bad {
				w.WgmmaFence(FullMask)
			}
			mma(w, acc(), 1)
			w.WgmmaCommit(FullMask)
			w.WgmmaWait(FullMask, 0)
		})},
		{name: "accumulator read before the wait", rule: RuleRegWindow, sev: Error, l: wg, program: wrap(func(w *Warp, d *device, bad bool) {
			fillOperands(w)
			w.WgmmaFence(FullMask)
			mma(w, acc(), 1)
			w.WgmmaCommit(FullMask)
			mma(w, acc(), 2)
			w.WgmmaCommit(FullMask)
			n := 1
			if bad {
				n = 2
			}
			w.WgmmaWait(FullMask, n)
			w.TouchRegs(1, false)
			w.WgmmaWait(FullMask, 0)
		})},
		{name: "operand overwritten before the wait", rule: RuleOperand, sev: Error, l: wg, program: wrap(func(w *Warp, d *device, bad bool) {
			fillOperands(w)
			w.WgmmaFence(FullMask)
			mma(w, acc(), 1)
			w.WgmmaCommit(FullMask)
			if !bad {
				w.WgmmaWait(FullMask, 0)
				w.BarSync(FullMask, 1, 128, true)
			}
			if w.Index() == 0 {
				put(w, 0)
			}
			w.WgmmaWait(FullMask, 0)
		})},
		{name: "generic write to wgmma", rule: RuleProxy, sev: Error, l: wg, program: wrap(func(w *Warp, d *device, bad bool) {
			for i := w.Index(); i < 5; i += 4 {
				put(w, uint32(i*512))
			}
			if !bad {
				w.FenceProxyAsync(SpaceAll)
			}
			w.BarSync(FullMask, 1, 128, true)
			w.WgmmaFence(FullMask)
			mma(w, acc(), 1)
			w.WgmmaCommit(FullMask)
			w.WgmmaWait(FullMask, 0)
		})},
		{name: "one release for a warpgroup", rule: RuleRelease, sev: Warning, l: wg, program: func(w *Warp, d *device, bad bool) {
			oneRelease(w, d, bad)
		}},
		{name: "one release for a warpgroup, strict", rule: RuleOperand, sev: Error, l: wg, tune: func(s *Switches) { s.Rendezvous = false },
			program: func(w *Warp, d *device, bad bool) { oneRelease(w, d, bad) }},
		{name: "a warp that did not wait for the data", rule: RuleRace, sev: Error, l: wg, program: func(w *Warp, d *device, bad bool) {
			initBar(w, 1)
			if w.Index() == 4 {
				loadOperands(w, d)
				return
			}
			if !bad || w.Index() != 2 {
				waitFull(w, bar0, 0)
			}
			w.WgmmaFence(FullMask)
			mma(w, acc(), 1)
			w.WgmmaCommit(FullMask)
			w.WgmmaWait(FullMask, 0)
		}},
	}
}

func loadOperands(w *Warp, d *device) {
	w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 3072})
	for i := range uint32(3) {
		w.TMALoad(1, d.tm, []int32{0, 0}, 1024*i, bar0, 0)
	}
}

// oneRelease has warp 4 fill the operands twice; warp 0 alone releases them, after a barrier of the role (clean) or
// not (hardware-reliant, last row of 2.5).
func oneRelease(w *Warp, d *device, bad bool) {
	initBar(w, 1, 1)
	if w.Index() == 4 {
		loadOperands(w, d)
		waitFull(w, bar0+8, 0)
		loadOperands(w, d)
		return
	}
	acc := make([][32]uint32, 4)
	for r := range uint64(2) {
		waitFull(w, bar0, r)
		w.WgmmaFence(FullMask)
		mma(w, acc, 1)
		w.WgmmaCommit(FullMask)
		w.WgmmaWait(FullMask, 0)
		if !bad {
			w.BarSync(FullMask, 1, 128, true)
		}
		if w.Index() == 0 && r == 0 {
			w.MbarrierArrive(1, all(bar0+8), Arrive{})
		}
	}
}
