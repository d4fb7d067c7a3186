package machine

import (
	"fmt"
	"sort"
)

// Buffer is an allocation in global memory. Data is the memory itself: the host reads and writes it between runs.
type Buffer struct {
	Name string
	// Addr is the device address, a multiple of 256.
	Addr uint64
	Data []byte

	index  int
	shadow []*globalPage
}

const (
	guardBytes   = 4096 // between buffers, so that a stray access hits nothing
	pageGranules = 1024 // 16 KB of data
)

// globalPage is the shadow of a stretch of a buffer.
type globalPage [pageGranules]globalGranule

// globalEvent is an access to a granule. cta is the block's linear index plus one (0: none), at its gpu-scope epoch
// ctaEpoch; who and epoch locate it in the clocks of its cluster.
type globalEvent struct {
	cta      int32
	ctaEpoch uint32
	who      uint16
	mask     uint16
	epoch    uint32
	site     uint32
	tag      int32
}

// globalGranule keeps the last write and the last reads of two different blocks.
type globalGranule struct {
	w, r1, r2 globalEvent
}

// Alloc makes a zeroed buffer of n bytes.
func (m *Machine) Alloc(name string, n int) (*Buffer, error) {
	if n < 0 || int64(n) > 1<<40 {
		return nil, fmt.Errorf("buffer %q: %d bytes cannot be allocated", name, n)
	}
	b := &Buffer{Name: name, Addr: m.next, Data: make([]byte, n), index: len(m.buffers)}
	m.buffers = append(m.buffers, b)
	m.next = (m.next + uint64(n) + guardBytes + 255) &^ 255
	m.bytes += int64(n)
	return b, nil
}

// Buffers lists the allocations in order.
func (m *Machine) Buffers() []*Buffer { return m.buffers }

// find returns the buffer that holds addr, or nil.
func (m *Machine) find(addr uint64) *Buffer {
	i := sort.Search(len(m.buffers), func(i int) bool { return m.buffers[i].Addr > addr })
	if i == 0 {
		return nil
	}
	if b := m.buffers[i-1]; addr-b.Addr < uint64(len(b.Data)) {
		return b
	}
	return nil
}

// nearest names the buffer before addr, for messages.
func (m *Machine) nearest(addr uint64) string {
	i := sort.Search(len(m.buffers), func(i int) bool { return m.buffers[i].Addr > addr })
	if i == 0 {
		return "before every buffer"
	}
	b := m.buffers[i-1]
	return fmt.Sprintf("%d bytes after the end of buffer %q", addr-b.Addr-uint64(len(b.Data)), b.Name)
}

// globalAt returns the buffer and offset of n bytes at addr, aligned to align.
func (w *Warp) globalAt(addr uint64, n, align int, what string) (*Buffer, int) {
	b := w.run.m.find(addr)
	if b == nil {
		w.trap(RuleBounds, "%s of global address 0x%x: %s", what, addr, w.run.m.nearest(addr))
	}
	off := int(addr - b.Addr)
	if off+n > len(b.Data) {
		w.trap(RuleBounds, "%s of %d bytes at offset %d of buffer %q, which has %d bytes", what, n, off, b.Name, len(b.Data))
	}
	if addr&uint64(align-1) != 0 {
		w.trap(RuleMisaligned, "%s of %d bytes at offset %d of buffer %q is not aligned", what, n, off, b.Name)
	}
	return b, off
}

// LoadGlobal reads n bytes (1 to 16, a power of two) per lane of mask (ld.global).
func (w *Warp) LoadGlobal(mask uint32, addr *[32]uint64, n int, dst []byte) {
	w.step()
	w.run.rep.Stats.Loads++
	w.spend(costGlobal)
	ev := w.globalGeneric()
	for l := range lanes(mask & w.live) {
		b, off := w.globalAt(addr[l], n, n, "load")
		w.globalRead(b, off, n, &ev, "load")
		copy(dst[l*n:l*n+n], b.Data[off:])
	}
}

// StoreGlobal writes n bytes (1 to 16, a power of two) per lane of mask (st.global).
func (w *Warp) StoreGlobal(mask uint32, addr *[32]uint64, n int, src []byte) {
	w.step()
	w.run.rep.Stats.Stores++
	w.spend(costGlobal)
	ev := w.globalGeneric()
	for l := range lanes(mask & w.live) {
		b, off := w.globalAt(addr[l], n, n, "store")
		w.globalWrite(b, off, n, &ev, "store")
		copy(b.Data[off:off+n], src[l*n:l*n+n])
	}
	w.changed()
}

// LoadGlobalStrong is LoadGlobal for volatile, relaxed and acquire loads (ld.relaxed, ld.acquire): it takes part in
// synchronisation between blocks and counts as a poll.
func (w *Warp) LoadGlobalStrong(mask uint32, addr *[32]uint64, n int, dst []byte, sem Sem, scope Scope) {
	w.visible()
	w.poll("strong load of global memory")
	w.run.rep.Stats.Loads++
	for l := range lanes(mask & w.live) {
		b, off := w.globalAt(addr[l], n, n, "load")
		copy(dst[l*n:l*n+n], b.Data[off:])
		w.answer(dst[l*n : l*n+n])
		w.acquireAddr(addr[l], sem, scope)
	}
}

// StoreGlobalStrong is StoreGlobal for relaxed and release stores.
func (w *Warp) StoreGlobalStrong(mask uint32, addr *[32]uint64, n int, src []byte, sem Sem, scope Scope) {
	w.visible()
	w.run.rep.Stats.Stores++
	for l := range lanes(mask & w.live) {
		b, off := w.globalAt(addr[l], n, n, "store")
		copy(b.Data[off:off+n], src[l*n:l*n+n])
		w.releaseAddr(addr[l], sem, scope)
	}
	w.changed()
}

// AtomicGlobal performs op per lane of mask, lane 0 first, and returns the old values (atom.global, red.global). b is
// the second operand of AtomCAS.
func (w *Warp) AtomicGlobal(mask uint32, addr *[32]uint64, op AtomicOp, t AtomicType, a, b *[32]uint64, sem Sem, scope Scope) [32]uint64 {
	w.visible()
	w.run.rep.Stats.Atomics++
	w.spend(costGlobal)
	var old [32]uint64
	n := t.Bytes()
	for l := range lanes(mask & w.live) {
		buf, off := w.globalAt(addr[l], n, n, "atomic")
		cell := buf.Data[off : off+n]
		old[l] = loadBits(cell)
		v := atomicApply(op, t, old[l], a[l], operand(b, l))
		if v != old[l] {
			w.changed()
		}
		storeBits(cell, v)
		w.answer(cell)
		w.acquireAddr(addr[l], sem, scope)
		w.releaseAddr(addr[l], sem, scope)
	}
	return old
}

// ---- ordering between blocks, at block granularity ----

// syncObject is what a global synchronisation variable carries: the gpu-scope epochs of blocks.
type syncObject map[int]uint32

func (s syncObject) join(o map[int]uint32) {
	for k, e := range o {
		if s[k] < e {
			s[k] = e
		}
	}
}

func (w *Warp) releaseAddr(addr uint64, sem Sem, scope Scope) {
	fenced := w.cta.globalFenced
	if scope < ScopeGPU || !sem.releases() && !fenced || sem == SemRelaxed && !fenced {
		return
	}
	r := w.run
	if r.sync == nil {
		r.sync = map[uint64]syncObject{}
	}
	s := r.sync[addr]
	if s == nil {
		s = syncObject{}
		r.sync[addr] = s
	}
	s.join(w.cta.globalKnown)
	s[w.cta.id] = max(s[w.cta.id], w.cta.globalEpoch)
	w.cta.globalEpoch++
}

func (w *Warp) acquireAddr(addr uint64, sem Sem, scope Scope) {
	s := w.run.sync[addr]
	if s == nil || scope < ScopeGPU {
		return
	}
	if sem.acquires() {
		syncObject(w.cta.globalKnown).join(s)
		return
	}
	if w.pendAcq == nil {
		w.pendAcq = map[int]uint32{}
	}
	syncObject(w.pendAcq).join(s)
}

func (w *Warp) globalGeneric() globalEvent {
	return globalEvent{cta: int32(w.cta.id + 1), ctaEpoch: w.cta.globalEpoch, who: uint16(w.idx), epoch: w.epoch(),
		site: w.run.siteID(w.site), tag: w.site.Tag}
}

func (b *Buffer) granule(r *run, gi int) *globalGranule {
	if b.shadow == nil {
		b.shadow = make([]*globalPage, (len(b.Data)+16*pageGranules-1)/(16*pageGranules))
	}
	p := b.shadow[gi/pageGranules]
	if p == nil {
		r.reserve(pageGranules * 72)
		p = new(globalPage)
		b.shadow[gi/pageGranules] = p
	}
	return &p[gi%pageGranules]
}

// globalRead checks a read of n bytes against the last write, and remembers it.
func (w *Warp) globalRead(b *Buffer, off, n int, ev *globalEvent, what string) {
	for n > 0 {
		gi, lo := off/16, off%16
		k := min(16-lo, n)
		mask := uint16((1<<k - 1) << lo)
		g := b.granule(w.run, gi)
		if g.w.mask&mask != 0 {
			w.judgeGlobal(b, gi, &g.w, ev, true, what)
		}
		e := *ev
		e.mask = mask
		switch {
		case g.r1.cta == 0 || g.r1.cta == e.cta:
			e.mask |= g.r1.mask
			g.r1 = e
		default:
			if g.r2.cta == e.cta {
				e.mask |= g.r2.mask
			}
			g.r2 = e
		}
		off += k
		n -= k
	}
}

// globalWrite checks a write of n bytes against the last write and the reads since, and remembers it.
func (w *Warp) globalWrite(b *Buffer, off, n int, ev *globalEvent, what string) {
	for n > 0 {
		gi, lo := off/16, off%16
		k := min(16-lo, n)
		mask := uint16((1<<k - 1) << lo)
		g := b.granule(w.run, gi)
		for _, old := range []*globalEvent{&g.w, &g.r1, &g.r2} {
			if old.mask&mask != 0 {
				w.judgeGlobal(b, gi, old, ev, old == &g.w, what)
			}
		}
		e := *ev
		e.mask = mask
		if g.w.cta == e.cta && g.w.who == e.who {
			e.mask |= g.w.mask
		}
		g.w = e
		off += k
		n -= k
	}
}

// judgeGlobal applies the rules at block granularity: blocks must synchronise at gpu scope; inside a block (and a
// cluster) only the proxies and the completion of asynchronous operations are checked (8.6).
func (w *Warp) judgeGlobal(b *Buffer, gi int, old, ev *globalEvent, oldWrite bool, what string) {
	cl := w.cta.cl
	n := len(cl.warps)
	other := int(old.cta - 1)
	report := func(rule Rule, missing string) {
		verb := "read"
		if oldWrite {
			verb = "write"
		}
		w.fault(rule, Error, w.run.siteOf(old.site, old.tag), "%s of buffer %q at byte %d is not ordered after the %s by block %d: %s",
			what, b.Name, gi*16, verb, other, missing)
	}
	if !cl.holds(other) {
		if w.cta.globalKnown[other] < old.ctaEpoch {
			report(RuleRace, "no release and acquire at gpu scope stand between")
		}
		return
	}
	async := int(ev.who) >= n
	switch {
	case int(old.who) >= n:
		if slot := int(old.who) - n; w.clk.slot(slot) < old.epoch && (other == w.cta.id || w.cta.globalKnown[other] < old.ctaEpoch) {
			report(RuleRace, cl.missingEdge(nil, &access{who: old.who, epoch: old.epoch}))
		}
	case other != w.cta.id && w.clk.warp(kGeneric, int(old.who)) < old.epoch && w.cta.globalKnown[other] < old.ctaEpoch:
		report(RuleRace, "no release and acquire at cluster or gpu scope stand between")
	case async && oldWrite && w.clk.warp(kGlobal, int(old.who)) < old.epoch && int(old.who) < n:
		report(RuleProxy, "missing fence.proxy.async (or .global) after the write")
	}
}

// holds reports whether the block with this linear index belongs to the cluster.
func (c *cluster) holds(id int) bool {
	for _, cta := range c.ctas {
		if cta.id == id {
			return true
		}
	}
	return false
}
