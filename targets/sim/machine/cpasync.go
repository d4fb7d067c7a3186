package machine

import "fmt"

// cpState is the non-bulk cp.async of a warp (6.3). Groups are per thread in PTX; a warp's lanes commit and wait
// together here.
type cpState struct {
	slot, fenced int
	commits      int
}

func (w *Warp) cpAsync() *cpState {
	if w.cp == nil {
		cl := w.cta.cl
		name := "a cp.async of " + w.Name()
		f := cl.newSlot(slotInfo{kind: slotCpFenced, name: name})
		w.cp = &cpState{fenced: f, slot: cl.newSlot(slotInfo{kind: slotCpAsync, name: name, pair: f})}
		cl.cpAsync = append(cl.cpAsync, w.cp)
	}
	return w.cp
}

// CpAsync copies n (4, 8 or 16) bytes per lane of mask from global to shared memory, reading only srcBytes of them and
// filling the rest with zeros (cp.async.ca and .cg).
func (w *Warp) CpAsync(mask uint32, dst *[32]uint32, src *[32]uint64, n int, srcBytes *[32]int) {
	w.step()
	if n != 4 && n != 8 && n != 16 {
		w.trap(RuleShape, "cp.async of %d bytes: expected 4, 8 or 16", n)
	}
	s := w.cpAsync()
	a := w.async("cp.async", w.clk, s.slot, uint32(s.commits)+1)
	a.kind = accCpAsync
	ev := w.globalGeneric()
	for l := range lanes(mask & w.live) {
		cta, off := w.sharedAt(dst[l], n)
		k := n
		if srcBytes != nil {
			k = min(n, max(srcBytes[l], 0))
		}
		cta.writeRange(&a, off, n)
		clear(cta.smem[off : int(off)+n])
		if k > 0 {
			b, at := w.globalAt(src[l], k, n, "cp.async")
			w.globalRead(b, at, k, &ev, "cp.async")
			copy(cta.smem[off:int(off)+k], b.Data[at:])
		}
	}
	w.spend(costShared)
	w.changed()
}

// CpAsyncCommit is cp.async.commit_group.
func (w *Warp) CpAsyncCommit(mask uint32) {
	w.step()
	s := w.cpAsync()
	s.commits++
}

// CpAsyncWait is cp.async.wait_group n; n < 0 is wait_all, which also covers what is not committed.
func (w *Warp) CpAsyncWait(mask uint32, n int) {
	w.visible()
	s := w.cpAsync()
	if n < 0 {
		s.commits++
		n = 0
	}
	if upTo := s.commits - n; upTo > 0 {
		w.clk.learn(s.slot, uint32(upTo))
		w.bump()
	}
	w.waitUntil(w.now+costCpAsync, "cp.async", 0, 0)
}

// CpAsyncMbarrierArrive is cp.async.mbarrier.arrive: when all cp.async of the executing threads so far are done, it
// arrives once per lane. Without noinc the pending count is raised first, so that the net effect is none.
func (w *Warp) CpAsyncMbarrierArrive(mask uint32, addr *[32]uint32, noinc bool) {
	w.visible()
	s := w.cpAsync()
	s.commits++
	upTo := uint32(s.commits)
	for l := range lanes(mask & w.live) {
		b := w.mbar(addr[l], "cp.async.mbarrier.arrive")
		if !noinc {
			if b.pend >= maxCount {
				w.trap(RuleMbarRange, "cp.async.mbarrier.arrive: pending count of %s out of range", b.name())
			}
			b.pend++
		}
		site := w.site
		b.source(w, false)
		landed := w.now + costCpAsync
		w.run.event(Event{CTA: b.cta.id, Warp: w.id, Kind: EventCopy, Label: "cp.async", Start: w.now, End: landed, Object: b.addr, Phase: b.phase})
		w.run.post(w, landed, fmt.Sprintf("cp.async arrival on 0x%x lane %d", b.addr, l), func() {
			if b.pend == 0 || !b.valid {
				w.run.add(&Fault{Rule: RuleMbarRange, Severity: Error, Fatal: true, Who: w.Name(), Site: site,
					Message: "arrival of cp.async on " + b.name() + ", which has none pending", Details: b.table()})
				return
			}
			b.open.learn(s.slot, upTo)
			b.openTime = max(b.openTime, landed)
			if len(b.contributors) < 64 {
				b.contributors = append(b.contributors, contribution{w.Name(), site, "cp.async arrive"})
			}
			b.pend--
			b.check(w.run)
		})
	}
}
