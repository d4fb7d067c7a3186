package machine

import (
	"fmt"
	"math/bits"
)

// access is one event in the shadow of a granule. who is a warp's index in the cluster, or, from cluster size on, a
// slot of the cluster.
type access struct {
	epoch uint32
	who   uint16
	mask  uint16 // bytes of the granule; 0: no event
	site  uint32
	tag   int32
}

// granule is the shadow of 16 bytes of shared memory. Most granules have one current writer and one reader; more
// events go to a list in CTA.extra.
type granule struct {
	w, r  access
	extra int32  // index+1 of further events, writes and reads
	init  uint16 // bytes ever written
	bar   uint8  // bit h: a valid mbarrier stands in half h
}

// extraEvent is an event beyond the first write and the first read of a granule.
type extraEvent struct {
	access
	read bool
}

// accessKind says how an access is ordered against others.
type accessKind uint8

const (
	accGeneric accessKind = iota
	accAsync              // bulk copies and wgmma operands
	accCpAsync            // a generic write that completes later
)

// actor is the party of an access: its clock, and how it is remembered.
type actor struct {
	w    *Warp
	cl   *cluster
	clk  *clock
	kind accessKind
	rec  access // who, epoch, site, tag of events to leave; mask is filled per granule
	what string
}

func (w *Warp) generic(what string) actor {
	return actor{w: w, cl: w.cta.cl, clk: w.clk, kind: accGeneric, what: what,
		rec: access{epoch: w.epoch(), who: uint16(w.idx), site: w.run.siteID(w.site), tag: w.site.Tag}}
}

// async is an actor for an operation whose completion advances slot to epoch.
func (w *Warp) async(what string, clk *clock, slot int, epoch uint32) actor {
	return actor{w: w, cl: w.cta.cl, clk: clk, kind: accAsync, what: what,
		rec: access{epoch: epoch, who: uint16(len(w.cta.cl.warps) + slot), site: w.run.siteID(w.site), tag: w.site.Tag}}
}

// order is how well an earlier event is ordered before an actor.
type order uint8

const (
	ordered order = iota
	orderedReliant
	unfenced       // in happens-before order, but in another proxy
	unfencedWriter // fenced, but not by the writer
	unfencedCp
	unordered
)

// before classifies the earlier event e (a write or a read) against actor a.
func (a *actor) before(e *access, write bool) order {
	n := len(a.cl.warps)
	if int(e.who) < n {
		return a.beforeGeneric(e, write)
	}
	s := int(e.who) - n
	if a.clk.slot(s) < e.epoch {
		return unordered
	}
	info := &a.cl.slots[s]
	switch {
	case info.kind == slotCpAsync && a.kind == accAsync && a.clk.slot(info.pair) < e.epoch:
		return unfencedCp
	case info.kind == slotWgmma && !info.wg.strictlyDone(a.clk, e.epoch):
		return orderedReliant
	}
	return ordered
}

func (a *actor) beforeGeneric(e *access, write bool) order {
	who := int(e.who)
	if a.clk.warp(kGeneric, who) < e.epoch {
		return unordered
	}
	if a.kind != accAsync {
		return ordered
	}
	sw := &a.w.run.sw
	if !write {
		switch {
		case a.clk.warp(kRead, who) >= e.epoch || sw.WARProxy == WAROff:
			return ordered
		case sw.WARProxy == WARConsumed && a.clk.warp(kConsumed, who) >= e.epoch:
			return orderedReliant
		}
		return unfenced
	}
	switch {
	case a.clk.warp(kWrite, who) >= e.epoch:
		return ordered
	case a.clk.warp(kAnyFence, who) >= e.epoch:
		return unfencedWriter
	}
	return unfenced
}

// touchRead checks and records a read of the bytes in mask of granule gi.
func (cta *CTA) touchRead(a *actor, gi int, mask uint16) {
	g := &cta.shadow[gi]
	if g.bar != 0 {
		cta.checkBarrierBytes(a, g, gi, mask)
	}
	if missing := mask &^ g.init; missing != 0 {
		a.w.errorf(RuleUninit, "%s of shared memory that was never written: address 0x%x", a.what, gi*16+bits.TrailingZeros16(missing))
	}
	if g.w.mask&mask != 0 {
		cta.judge(a, &g.w, true, gi)
	}
	if g.extra != 0 {
		list := cta.extra[g.extra-1]
		for i := range list {
			if e := &list[i]; !e.read && e.mask&mask != 0 {
				cta.judge(a, &e.access, true, gi)
			}
		}
	}
	e := a.rec
	e.mask = mask
	if g.r.mask == 0 || a.replaces(&g.r, mask) {
		g.r = e
		return
	}
	cta.remember(a, g, extraEvent{e, true})
}

// replaces reports whether the event a leaves on mask says all that the earlier read e says.
func (a *actor) replaces(e *access, mask uint16) bool {
	if e.mask&^mask != 0 {
		return false
	}
	return e.who == a.rec.who || a.kind == accGeneric && a.before(e, false) == ordered
}

// maxReads bounds the read events of one party in a granule. Beyond it they are merged under the newest epoch, which
// errs on the side of a report.
const maxReads = 4

// remember adds e to the extra events of g, and drops older reads where that loses nothing.
func (cta *CTA) remember(a *actor, g *granule, e extraEvent) {
	if g.extra == 0 {
		if n := len(cta.free); n > 0 {
			g.extra, cta.free = cta.free[n-1], cta.free[:n-1]
		} else {
			cta.extra = append(cta.extra, nil)
			g.extra = int32(len(cta.extra))
		}
	}
	list := cta.extra[g.extra-1]
	if e.read {
		kept, mine := list[:0], 0
		for _, old := range list {
			switch {
			case !old.read:
			case a.replaces(&old.access, e.mask):
				continue
			case old.who == e.who:
				if mine++; mine >= maxReads {
					e.mask |= old.mask
					continue
				}
			}
			kept = append(kept, old)
		}
		list = kept
	}
	cta.extra[g.extra-1] = append(list, e)
}

// touchWrite checks and records a write.
func (cta *CTA) touchWrite(a *actor, gi int, mask uint16) {
	g := &cta.shadow[gi]
	if g.bar != 0 {
		cta.checkBarrierBytes(a, g, gi, mask)
	}
	if g.w.mask&mask != 0 {
		cta.judge(a, &g.w, true, gi)
	}
	if g.r.mask&mask != 0 {
		cta.judge(a, &g.r, false, gi)
	}
	if g.extra != 0 {
		cta.overwriteExtra(a, g, gi, mask)
	}
	// What the write covers need not be remembered: who is ordered after the write is ordered after that too.
	g.r.mask &^= mask
	g.w.mask &^= mask
	g.init |= mask
	e := a.rec
	e.mask = mask
	switch {
	case g.w.mask == 0:
		g.w = e
	case g.w.who == e.who && g.w.epoch == e.epoch:
		e.mask |= g.w.mask
		g.w = e
	default:
		cta.remember(a, g, extraEvent{e, false})
	}
}

// overwriteExtra checks the extra events of g against a write and drops those it covers.
func (cta *CTA) overwriteExtra(a *actor, g *granule, gi int, mask uint16) {
	list := cta.extra[g.extra-1]
	kept := list[:0]
	for i := range list {
		e := list[i]
		if e.mask&mask != 0 {
			cta.judge(a, &e.access, !e.read, gi)
		}
		if e.mask &^= mask; e.mask != 0 {
			kept = append(kept, e)
		}
	}
	cta.extra[g.extra-1] = kept
	if len(kept) == 0 {
		cta.free = append(cta.free, g.extra)
		g.extra = 0
	}
}

func (cta *CTA) checkBarrierBytes(a *actor, g *granule, gi int, mask uint16) {
	for h := range 2 {
		if g.bar>>h&1 == 1 && mask>>(8*h)&0xff != 0 {
			b := cta.mbars[uint32(gi*16+8*h)]
			a.w.fault(RuleMbarUse, Error, b.initSite, "%s of the bytes of the mbarrier at 0x%x, which was not invalidated", a.what, b.addr)
		}
	}
}

// judge reports when the earlier event e is not ordered before a.
func (cta *CTA) judge(a *actor, e *access, eWrite bool, gi int) {
	if o := a.before(e, eWrite); o != ordered {
		cta.reportOrder(a, e, eWrite, gi, o)
	}
}

func (cta *CTA) reportOrder(a *actor, e *access, eWrite bool, gi int, o order) {
	other := a.w.run.siteOf(e.site, e.tag)
	earlier := a.cl.party(int(e.who), eWrite)
	where := fmt.Sprintf("shared 0x%x", gi*16)
	if len(a.cl.ctas) > 1 {
		where += fmt.Sprintf(" of block rank %d", cta.rank)
	}
	rule, sev, missing := RuleProxy, Error, ""
	switch o {
	case orderedReliant:
		sev = Warning
		if int(e.who) >= len(a.cl.warps) {
			rule, missing = RuleRelease, "the release covers the other warps of the warpgroup only through the rendezvous of their wgmma.fence"
		} else {
			missing = "no fence.proxy.async orders the reads, but their values were used before the release"
		}
	case unfenced:
		missing = "missing fence.proxy.async"
		if eWrite {
			missing += " by the writing thread, before its release"
		} else {
			missing += " between the reads and the refill"
		}
	case unfencedWriter:
		rule, missing = RuleWriter, "fence.proxy.async was executed by another thread than the writer"
		if !a.w.run.sw.FenceByWriter {
			sev = Warning
		}
	case unfencedCp:
		if a.w.run.sw.CpAsyncFence == Off {
			return
		}
		rule, sev = RuleCpAsync, severity(a.w.run.sw.CpAsyncFence)
		missing = "missing fence.proxy.async after the cp.async completed"
	case unordered:
		rule, missing = a.cl.raceRule(a, e), a.cl.missingEdge(a, e)
	}
	a.w.fault(rule, sev, other, "%s at %s is not ordered after the %s: %s", a.what, where, earlier, missing)
}

// raceRule names the specific rule for collisions with operations in flight.
func (c *cluster) raceRule(a *actor, e *access) Rule {
	n := len(c.warps)
	if int(e.who) >= n {
		switch c.slots[int(e.who)-n].kind {
		case slotWgmma, slotWgmmaWarp:
			return RuleOperand
		case slotBulkRead:
			return RuleInFlight
		}
	}
	return RuleRace
}

// party describes the doer of an earlier event.
func (c *cluster) party(who int, write bool) string {
	verb := "read"
	if write {
		verb = "write"
	}
	if who < len(c.warps) {
		return verb + " by " + c.warps[who].Name()
	}
	return verb + " by " + c.slots[who-len(c.warps)].name
}

// missingEdge says what would have ordered the two.
func (c *cluster) missingEdge(a *actor, e *access) string {
	n := len(c.warps)
	if int(e.who) < n {
		return "no release by that warp and acquire on this side stand between"
	}
	switch c.slots[int(e.who)-n].kind {
	case slotMbarrier:
		return fmt.Sprintf("no wait on that mbarrier for its phase %d, and no release by a thread that waited, stand between", e.epoch-1)
	case slotWgmma, slotWgmmaWarp:
		return "no wgmma.wait_group that covers it, and no release after that, stand between"
	case slotBulkRead:
		return "no cp.async.bulk.wait_group.read by the issuing thread stands between"
	case slotBulkWrite:
		return "no cp.async.bulk.wait_group by the issuing thread stands between"
	}
	return "no cp.async wait, and no release after that, stand between"
}
