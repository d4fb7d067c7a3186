package machine

import (
	"fmt"
	"math/bits"
)

// bulkThread is the bulk groups of one thread (A9).
type bulkThread struct {
	lane        int
	read, write int // slots
	open        int // uncommitted operations
	openSite    Site
	groups      []*bulkGroup
	next        int  // oldest unfinished group
	posted      bool // its next step is pending
	waitedRead  int  // groups known to have read their sources
	endTime     int64
	readTime    int64
}

// bulkGroup is a committed group. Groups of a thread complete in order.
type bulkGroup struct {
	ops        int
	read, done bool
	readTime   int64
	endTime    int64
}

func (w *Warp) thread(lane int) *bulkThread {
	t := w.bulk[lane]
	if t == nil {
		cl := w.cta.cl
		name := fmt.Sprintf("a bulk store of %s lane %d", w.Name(), lane)
		t = &bulkThread{lane: lane, read: cl.newSlot(slotInfo{kind: slotBulkRead, name: name}),
			write: cl.newSlot(slotInfo{kind: slotBulkWrite, name: name})}
		w.bulk[lane] = t
	}
	return t
}

// openEpoch is the epoch of operations that the next commit will close.
func (t *bulkThread) openEpoch() uint32 { return uint32(len(t.groups)) + 1 }

// destination is one block that a copy writes to.
type destination struct {
	cta *CTA
	off uint32
	bar *mbarrier
}

// destinations resolves the target blocks of a load; multicast 0 means the address itself.
func (w *Warp) destinations(dst, mbar uint32, multicast uint16, align uint32, n int, what string) []destination {
	if dst&(align-1)&offsetMask != 0 {
		w.trap(RuleMisaligned, "%s: shared address 0x%x is not a multiple of %d", what, dst&offsetMask, align)
	}
	if multicast == 0 {
		cta, off := w.resolve(dst, n)
		if bc, _ := w.window(mbar); bc != cta {
			w.trap(RuleMbarCTA, "%s: the mbarrier is in another block than the destination", what)
		}
		return []destination{{cta, off, w.mbar(mbar, what)}}
	}
	var out []destination
	for b := range 16 {
		if multicast>>b&1 == 0 {
			continue
		}
		if b >= len(w.cta.cl.ctas) {
			w.trap(RuleMulticast, "%s: multicast mask %04x names block rank %d of a cluster of %d", what, multicast, b, len(w.cta.cl.ctas))
		}
		cta, off := w.resolve(MapA(dst, b), n)
		out = append(out, destination{cta, off, w.mbar(MapA(mbar, b), what)})
	}
	return out
}

// bind notes that n bytes of a copy issued now will be reported to the barrier, and posts the completion.
func (w *Warp) bind(d destination, n int, what string) {
	b := d.bar
	b.bound += int64(n)
	b.copies, b.lastCopy = b.phase+1, w.site
	b.source(w, true)
	if d.cta != w.cta {
		b.peer = true
	}
	_, end := w.copyTime(n)
	w.run.event(Event{CTA: d.cta.id, Warp: w.id, Kind: EventCopy, Label: what, Start: w.now, End: end, Object: b.addr, Phase: b.phase, Bytes: n})
	site, phase, base := w.site, b.phase, b.epochBase
	w.run.post(w, end, fmt.Sprintf("%s into 0x%x", what, d.off), func() {
		b.openTime = max(b.openTime, end)
		if d.cta.live == 0 && d.cta != w.cta {
			w.run.add(&Fault{Rule: RuleExitPeer, Severity: Error, Who: w.Name(), Site: site,
				Message: fmt.Sprintf("%s into block rank %d, which has exited", what, d.cta.rank)})
		}
		if b.phase != phase || b.epochBase != base || !b.valid {
			w.run.add(&Fault{Rule: RuleBytes, Severity: Error, Who: w.Name(), Site: site, Message: fmt.Sprintf(
				"%d bytes of a copy issued in phase %d of %s complete in phase %d: the bytes expected in phase %d do not match", n, phase, b.name(), b.phase, phase)})
			if !b.valid {
				return
			}
			b.bound += int64(n)
		}
		b.tx -= int64(n)
		if b.tx < -maxCount {
			w.run.add(&Fault{Rule: RuleMbarRange, Severity: Error, Fatal: true, Who: w.Name(), Site: site, Message: "the transaction count of " + b.name() + " leaves its range"})
		}
		b.check(w.run)
	})
	w.run.rep.Stats.BulkCopies++
	w.run.rep.Stats.BulkBytes += int64(n)
}

func (w *Warp) bulkSize(n int, what string) {
	if n%16 != 0 {
		w.trap(RuleTensor, "%s of %d bytes: the size must be a multiple of 16 (on the hardware it never completes)", what, n)
	}
}

// BulkLoad is cp.async.bulk from global to shared memory, issued once per lane of mask (A3): n bytes from src to dst,
// reported to mbar. multicast is the mask of cluster ranks, or 0 for none.
func (w *Warp) BulkLoad(mask, dst uint32, src uint64, n int, mbar uint32, multicast uint16) {
	for range bits.OnesCount32(mask & w.live) {
		w.visible()
		w.bulkSize(n, "cp.async.bulk")
		dests := w.destinations(dst, mbar, multicast, 16, n, "cp.async.bulk")
		if n == 0 {
			continue
		}
		buf, off := w.globalAt(src, n, 16, "cp.async.bulk")
		for _, d := range dests {
			ev := w.globalAsync(d.bar.slot, d.bar.copyEpoch())
			w.globalRead(buf, off, n, &ev, "bulk copy")
			a := w.async("bulk copy", w.clk, d.bar.slot, d.bar.copyEpoch())
			d.cta.writeRange(&a, d.off, n)
			copy(d.cta.smem[d.off:], buf.Data[off:off+n])
			w.bind(d, n, "bulk load")
		}
		w.changed()
	}
}

// BulkCopyShared is cp.async.bulk from this block's shared memory to another block's: dst and mbar are addresses of
// that block.
func (w *Warp) BulkCopyShared(mask, dst, src uint32, n int, mbar uint32) {
	for range bits.OnesCount32(mask & w.live) {
		w.visible()
		w.bulkSize(n, "cp.async.bulk")
		d := w.destinations(dst, mbar, 0, 16, n, "cp.async.bulk")[0]
		if d.cta == w.cta {
			w.trap(RuleTensor, "cp.async.bulk from shared to shared memory: the destination must be in another block")
		}
		if src&15 != 0 {
			w.trap(RuleMisaligned, "cp.async.bulk: shared address 0x%x is not a multiple of 16", src)
		}
		cta, off := w.resolve(src, n)
		a := w.async("bulk copy", w.clk, d.bar.slot, d.bar.copyEpoch())
		cta.readRange(&a, off, n)
		d.cta.writeRange(&a, d.off, n)
		copy(d.cta.smem[d.off:], cta.smem[off:int(off)+n])
		w.bind(d, n, "bulk copy")
		w.changed()
	}
}

// BulkStore is cp.async.bulk (or, with reduce, cp.reduce.async.bulk) from shared to global memory, tracked by the
// issuing thread's bulk group.
func (w *Warp) BulkStore(mask uint32, dst uint64, src uint32, n int, reduce *Reduction) {
	for l := range lanes(mask & w.live) {
		w.visible()
		w.bulkSize(n, "cp.async.bulk")
		if src&15 != 0 {
			w.trap(RuleMisaligned, "cp.async.bulk: shared address 0x%x is not a multiple of 16", src)
		}
		cta, off := w.resolve(src, n)
		if n == 0 {
			continue
		}
		buf, at := w.globalAt(dst, n, 16, "cp.async.bulk")
		t := w.thread(l)
		a := w.async("bulk store", w.clk, t.read, t.openEpoch())
		cta.readRange(&a, off, n)
		ev := w.globalAsync(t.write, t.openEpoch())
		w.storeGlobalBytes(buf, at, cta.smem[off:int(off)+n], &ev, reduce)
		w.issued(t, n)
	}
}

// Reduction is the operation of a reducing bulk store.
type Reduction struct {
	Op   AtomicOp
	Type AtomicType
}

// storeGlobalBytes writes or reduces src into the buffer. Reductions of several blocks into one element are atomic and
// do not race.
func (w *Warp) storeGlobalBytes(b *Buffer, at int, src []byte, ev *globalEvent, reduce *Reduction) {
	if reduce == nil {
		w.globalWrite(b, at, len(src), ev, "bulk store")
		copy(b.Data[at:], src)
		return
	}
	e := reduce.Type.Bytes()
	for i := 0; i+e <= len(src); i += e {
		cell := b.Data[at+i : at+i+e]
		storeBits(cell, atomicApply(reduce.Op, reduce.Type, loadBits(cell), loadBits(src[i:i+e]), 0))
	}
}

func (w *Warp) globalAsync(slot int, epoch uint32) globalEvent {
	ev := w.globalGeneric()
	ev.who = uint16(len(w.cta.cl.warps) + slot)
	ev.epoch = epoch
	return ev
}

// issued books a group-tracked operation of n bytes.
func (w *Warp) issued(t *bulkThread, n int) {
	t.open++
	t.openSite = w.site
	start, end := w.copyTime(n)
	w.run.event(Event{CTA: w.cta.id, Warp: w.id, Kind: EventStore, Label: "bulk store", Start: w.now, End: end, Bytes: n})
	t.readTime = max(t.readTime, start+(end-start)/2)
	t.endTime = max(t.endTime, end)
	w.run.rep.Stats.BulkCopies++
	w.run.rep.Stats.BulkBytes += int64(n)
	w.changed()
}

// BulkCommit is cp.async.bulk.commit_group by the lanes of mask.
func (w *Warp) BulkCommit(mask uint32) {
	w.visible()
	mine := false
	for l := range lanes(mask & w.live) {
		if t := w.bulk[l]; t != nil && t.open > 0 {
			mine = true
		}
	}
	for l, t := range w.bulk {
		if t != nil && t.open > 0 && !mine && mask>>l&1 == 0 {
			w.fault(RuleGroup, Error, t.openSite, "commit_group by lanes %08x closes an empty group: lane %d issued the operations", mask, l)
		}
	}
	for l := range lanes(mask & w.live) {
		if t := w.bulk[l]; t != nil {
			t.commit(w)
		}
	}
}

func (t *bulkThread) commit(w *Warp) {
	g := &bulkGroup{ops: t.open, readTime: t.readTime, endTime: t.endTime}
	t.groups = append(t.groups, g)
	t.open = 0
	if g.ops == 0 {
		g.read, g.done = true, true
	}
	t.postNext(w)
}

// postNext makes the next step of the oldest unfinished group available to the scheduler: it finishes reading, and
// then finishes.
func (t *bulkThread) postNext(w *Warp) {
	for t.next < len(t.groups) && t.groups[t.next].done {
		t.next++
	}
	if t.posted || t.next == len(t.groups) {
		return
	}
	t.posted = true
	g := t.groups[t.next]
	name := fmt.Sprintf("bulk group %d", t.next)
	w.run.post(w, g.readTime, name+" reads", func() {
		g.read = true
		w.run.post(w, g.endTime, name+" completes", func() {
			g.done = true
			t.posted = false
			t.postNext(w)
		})
	})
}

// BulkWait is cp.async.bulk.wait_group (read: .read) by the lanes of mask: it returns when at most n of the most recent
// groups of each lane are unfinished.
func (w *Warp) BulkWait(mask uint32, n int, read bool) {
	w.visible()
	for l := range lanes(mask & w.live) {
		t := w.bulk[l]
		if t == nil {
			continue
		}
		upTo := len(t.groups) - n
		if upTo <= 0 {
			continue
		}
		g := t.groups[upTo-1]
		w.block(&wait{ready: func() bool { return g.done || read && g.read }, what: "cp.async.bulk.wait_group",
			explain: func(x *explainer) { x.say("%s waits for bulk group %d", w.Name(), upTo-1) }})
		t.waitedRead = max(t.waitedRead, upTo)
		w.clk.learn(t.read, uint32(upTo))
		w.waitUntil(g.readTime, "store", 0, 0)
		if !read {
			w.clk.learn(t.write, uint32(upTo))
			w.waitUntil(g.endTime, "store", 0, 0)
		}
	}
	w.spend(costSync)
}

// exitBulk applies A12.
func (w *Warp) exitBulk() {
	if w.run.sw.ExitUnread == Off {
		return
	}
	for l, t := range w.bulk {
		if t == nil {
			continue
		}
		pending := t.open > 0
		for _, g := range t.groups[t.waitedRead:] {
			pending = pending || g.ops != 0
		}
		if pending {
			w.fault(RuleExitStore, severity(w.run.sw.ExitUnread), t.openSite, "exit of lane %d without cp.async.bulk.wait_group.read 0 after its bulk stores", l)
		}
	}
}
