package machine

import (
	"fmt"
	"math/bits"
)

// namedBarrier is one of the 16 barriers of a block (1.3). Arrivals are a count, not a set, as the hardware has it.
type namedBarrier struct {
	count    int // threads; 0 while idle, -1 for "all threads of the block"
	arrivals int // warps
	list     []barArrival
	waiting  []*Warp
	clk      *clock
	phase    uint64
	red      bool
	acc      redResult
	time     int64
	first    Site
}

type barArrival struct {
	w    *Warp
	site Site
}

type redResult struct {
	popc    uint32
	all, or bool
}

// BarSync is barrier.cta.sync (bar.sync): threads is the count, or 0 for all threads of the block.
func (w *Warp) BarSync(mask uint32, id, threads int, aligned bool) {
	b, phase := w.barEnter(mask, id, threads, aligned, true, nil)
	w.barWait(b, id, phase)
}

// BarArrive is barrier.cta.arrive; threads must be given.
func (w *Warp) BarArrive(mask uint32, id, threads int, aligned bool) {
	if threads == 0 {
		w.trap(RuleBarrierID, "bar.arrive without a thread count")
	}
	w.barEnter(mask, id, threads, aligned, false, nil)
}

// BarRed is barrier.cta.red: it returns the number of threads whose predicate held, and whether it held for all and
// for any.
func (w *Warp) BarRed(mask uint32, id, threads int, aligned bool, pred uint32) (popc uint32, and, or bool) {
	b, phase := w.barEnter(mask, id, threads, aligned, true, &pred)
	w.barWait(b, id, phase)
	return w.red.popc, w.red.all, w.red.or
}

func (w *Warp) barEnter(mask uint32, id, threads int, aligned, sync bool, pred *uint32) (*namedBarrier, uint64) {
	w.visible()
	if id < 0 || id > 15 {
		w.trap(RuleBarrierID, "named barrier %d: expected 0 to 15", id)
	}
	if threads%32 != 0 || threads < 0 || threads > 1024 {
		w.trap(RuleBarrierID, "named barrier %d with %d threads: expected a multiple of 32", id, threads)
	}
	if aligned {
		w.collective(mask, fmt.Sprintf("aligned barrier %d", id))
	}
	b := &w.cta.named[id]
	if threads == 0 {
		threads = -1
	}
	if b.arrivals > 0 && b.count != threads {
		w.trapDetails(RuleBarMixed, b.arrived(), "named barrier %d entered with %s, but its cycle began with %s at %s", id, count(threads), count(b.count), b.first)
	}
	if b.arrivals > 0 && b.red != (pred != nil) {
		w.errorf(RuleBarMixed, "named barrier %d: red and sync or arrive are mixed in one cycle", id)
	}
	for _, a := range b.list {
		if a.w == w {
			w.fault(RuleBarTwice, Error, a.site, "second arrival on named barrier %d before it completed", id)
			break
		}
	}
	if b.arrivals == 0 {
		b.first, b.count, b.red = w.site, threads, pred != nil
		b.acc = redResult{all: true}
		b.time = 0
	}
	b.arrivals++
	b.list = append(b.list, barArrival{w, w.site})
	if sync {
		b.waiting = append(b.waiting, w)
	}
	if pred != nil {
		on := *pred & w.live
		b.acc.popc += uint32(bits.OnesCount32(on))
		b.acc.or = b.acc.or || on != 0
		b.acc.all = b.acc.all && on == w.live
	}
	b.clk.join(w.clk)
	w.bump()
	b.time = max(b.time, w.now)
	phase := b.phase
	b.tryComplete(w.cta)
	w.changed()
	return b, phase
}

func count(threads int) string {
	if threads < 0 {
		return "all threads"
	}
	return fmt.Sprintf("%d threads", threads)
}

func (b *namedBarrier) arrived() []string {
	var out []string
	for _, a := range b.list {
		out = append(out, fmt.Sprintf("arrived: %s at %s", a.w.Name(), a.site))
	}
	return out
}

// need is the number of warps the current cycle waits for. Exited warps are discounted only without a count (N7).
func (b *namedBarrier) need(cta *CTA) int {
	if b.count >= 0 {
		return b.count / 32
	}
	n := cta.live
	for _, a := range b.list {
		if a.w.state == warpDone {
			n++
		}
	}
	return n
}

func (b *namedBarrier) tryComplete(cta *CTA) {
	if b.arrivals == 0 || b.arrivals < b.need(cta) {
		return
	}
	b.phase++
	b.arrivals = 0
	b.list = b.list[:0]
	// Waiters get what the cycle carries here, not when they move: others may use the barrier again before that.
	for _, w := range b.waiting {
		w.clk.join(b.clk)
		w.waitUntil(b.time, "barrier", 0, 0)
		w.red = b.acc
	}
	b.waiting = b.waiting[:0]
	b.clk.clear()
}

func (w *Warp) barWait(b *namedBarrier, id int, phase uint64) {
	w.block(&wait{ready: func() bool { return b.phase > phase }, what: fmt.Sprintf("named barrier %d", id),
		explain: func(x *explainer) { x.named(w, b, id) }})
	w.spend(costSync)
}

// clusterBarrier is the barrier of a cluster (X4).
type clusterBarrier struct {
	phase    uint64
	arrived  int
	clk      *clock
	frozen   *clock
	time     int64
	doneTime int64
	publish  bool
}

// ClusterArrive is barrier.cluster.arrive.
func (w *Warp) ClusterArrive(mask uint32, aligned, relaxed bool) {
	w.visible()
	if aligned {
		w.collective(mask, "barrier.cluster.arrive.aligned")
	}
	b := &w.cta.cl.barrier
	if w.cluArr != w.cluWait {
		w.errorf(RuleCluster, "barrier.cluster.arrive twice without a barrier.cluster.wait between")
	}
	w.cluArr++
	b.arrived++
	if !relaxed {
		b.clk.join(w.clk)
	} else {
		b.clk.joinKind(kInit, w.clk, kInit)
		if f := w.fences[1]; f != nil {
			b.clk.join(f)
		}
	}
	w.bump()
	b.publish = b.publish || !relaxed
	b.time = max(b.time, w.now)
	b.tryComplete(w.cta.cl)
	w.changed()
}

func (b *clusterBarrier) tryComplete(c *cluster) {
	need := 0
	for _, w := range c.warps {
		if w.live != 0 || w.cluArr > b.phase {
			need++
		}
	}
	if b.arrived == 0 || b.arrived < need {
		return
	}
	b.phase++
	b.arrived = 0
	b.clk, b.frozen = b.frozen, b.clk
	b.clk.clear()
	b.doneTime = b.time
	if b.publish {
		for _, to := range c.ctas {
			for _, from := range c.ctas {
				to.learnGlobal(from)
			}
		}
		for _, cta := range c.ctas {
			cta.globalEpoch++
		}
	}
	b.publish = false
}

// learnGlobal passes on what from knows of global memory, at cluster scope.
func (cta *CTA) learnGlobal(from *CTA) {
	if cta == from {
		return
	}
	syncObject(cta.globalKnown).join(from.globalKnown)
	cta.globalKnown[from.id] = max(cta.globalKnown[from.id], from.globalEpoch)
}

// ClusterWait is barrier.cluster.wait.
func (w *Warp) ClusterWait(mask uint32, aligned bool) {
	w.visible()
	if aligned {
		w.collective(mask, "barrier.cluster.wait.aligned")
	}
	if w.cluWait == w.cluArr {
		w.trap(RuleCluster, "barrier.cluster.wait without a barrier.cluster.arrive")
	}
	b := &w.cta.cl.barrier
	phase := w.cluWait
	w.cluWait++
	w.block(&wait{ready: func() bool { return b.phase > phase }, what: "cluster barrier", explain: func(x *explainer) { x.cluster(w) }})
	w.clk.join(b.frozen)
	w.waitUntil(b.doneTime, "cluster barrier", 0, 0)
	w.spend(costSync)
}

// FenceProxyAsync is fence.proxy.async, restricted to a space.
func (w *Warp) FenceProxyAsync(space Space) {
	w.visible()
	c := w.clk
	if space != SpaceGlobal {
		c.raise(kWrite, w.idx, w.epoch())
		c.joinKind(kRead, c, kGeneric)
		c.joinKind(kAnyFence, c, kGeneric)
		// Who issued a cp.async need not know when it has completed: whoever
		// does may fence.
		for _, s := range w.cta.cl.cpAsync {
			c.learn(s.fenced, c.slot(s.slot))
		}
	}
	if space != SpaceShared {
		c.joinKind(kGlobal, c, kGeneric)
	}
	w.bump()
	w.spend(costFence)
}

// FenceMbarrierInit is fence.mbarrier_init.release.cluster.
func (w *Warp) FenceMbarrierInit() {
	w.visible()
	w.clk.raise(kInit, w.idx, w.epoch())
	w.bump()
}

// Fence is fence.acq_rel (membar) at a scope.
func (w *Warp) Fence(scope Scope) {
	w.visible()
	for s := range w.fences {
		if scope >= Scope(s) {
			if w.fences[s] == nil {
				w.fences[s] = newClock(len(w.cta.cl.warps))
			}
			w.fences[s].copyFrom(w.clk)
		}
	}
	w.bump()
	if scope >= ScopeGPU {
		w.cta.globalFenced = true
		syncObject(w.cta.globalKnown).join(w.pendAcq)
		clear(w.pendAcq)
	}
	w.spend(costFence)
}
