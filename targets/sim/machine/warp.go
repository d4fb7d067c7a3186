package machine

import (
	"fmt"
	"math/bits"
)

// cluster is a set of CTAs that run at the same time and can reach each other's shared memory. All clocks of a cluster
// share one numbering of warps and slots.
type cluster struct {
	run     *run
	ctas    []*CTA
	warps   []*Warp
	slots   []slotInfo
	live    int
	barrier clusterBarrier
	// cpAsync lists the states of the warps that have issued cp.async.
	cpAsync []*cpState
}

// CTA is a thread block.
type CTA struct {
	run  *run
	cl   *cluster
	id   int  // linear index in the grid
	pos  Dim3 // index in the grid
	rank int  // rank in the cluster

	smem   []byte
	shadow []granule
	extra  [][]extraEvent
	free   []int32
	mbars  map[uint32]*mbarrier
	order  []*mbarrier // in order of first init
	named  [16]namedBarrier
	regs   registerPool
	wgs    []*warpgroup
	warps  []*Warp
	live   int

	// gpu-scope ordering is tracked per CTA (8.6).
	globalEpoch  uint32
	globalFenced bool
	globalKnown  map[int]uint32
	// remote is the last access to this block's data by each warp of other blocks, exit what the exited warps knew
	// (X3).
	remote []remoteAccess
	exit   *clock

	tensorFree int64
	copyFree   int64
}

type remoteAccess struct {
	epoch uint32
	site  Site
}

// Warp is one warp of a running block: the agent of the simulation. Its methods may be called only from the program
// that Run started for it, and only while that program runs. Methods that touch a rule the hardware would trap on end
// the run and do not return: they unwind the program with a panic that it must not recover.
type Warp struct {
	run  *run
	cta  *CTA
	id   int // index in the grid
	idx  int // index in the cluster: its component in clocks
	num  int // index in the CTA
	role string

	live uint32 // lanes that have not exited
	site Site

	yield  func(struct{}) bool
	resume func() (struct{}, bool)
	stop   func()
	state  warpState
	wait   *wait
	// polls counts the failed polls since the last visible change, polledAt.
	polls    int
	polledAt uint64

	clk      *clock
	fences   [2]*clock // clock at the last thread fence of at least scope cta, cluster
	ops      uint64    // visible operations done
	answers  uint64    // hash of what polls returned
	now      int64     // cost model time
	lastPoll uint64

	setmax  int // setmaxnreg instructions executed
	regs    int
	wgmma   wgmmaState
	bulk    [32]*bulkThread
	cp      *cpState
	pendAcq map[int]uint32
	red     redResult
	cluArr  uint64
	cluWait uint64
}

func (r *run) newCluster(id int) *cluster {
	l := &r.l
	c := &cluster{run: r}
	perCTA := (l.Block.Count() + 31) / 32
	grid := Dim3{l.Grid.X / l.Cluster.X, l.Grid.Y / l.Cluster.Y, l.Grid.Z / l.Cluster.Z}
	origin := grid.at(id)
	n := l.Cluster.Count() * perCTA
	for rank := range l.Cluster.Count() {
		p := l.Cluster.at(rank)
		pos := Dim3{origin.X*l.Cluster.X + p.X, origin.Y*l.Cluster.Y + p.Y, origin.Z*l.Cluster.Z + p.Z}
		cta := &CTA{run: r, cl: c, rank: rank, pos: pos, id: (pos.Z*l.Grid.Y+pos.Y)*l.Grid.X + pos.X,
			smem: make([]byte, l.SharedBytes), shadow: make([]granule, (l.SharedBytes+15)/16),
			remote: make([]remoteAccess, n), exit: newClock(n),
			mbars: map[uint32]*mbarrier{}, live: perCTA, globalEpoch: 1, globalKnown: map[int]uint32{}}
		for i := range cta.named {
			cta.named[i].clk = newClock(n)
		}
		for g := 0; g*4 < perCTA; g++ {
			wg := &warpgroup{cta: cta, num: g}
			wg.slot = c.newSlot(slotInfo{kind: slotWgmma, name: fmt.Sprintf("warpgroup %d of block %d", g, cta.id), wg: wg})
			cta.wgs = append(cta.wgs, wg)
		}
		for i := range perCTA {
			w := &Warp{run: r, cta: cta, id: cta.id*perCTA + i, idx: len(c.warps), num: i, clk: newClock(n), regs: l.EntryRegisters}
			w.live = FullMask
			if rest := l.Block.Count() - 32*i; rest < 32 {
				w.live = 1<<rest - 1
			}
			w.clk.v[w.idx] = 1
			w.wgmma.init(w)
			c.warps = append(c.warps, w)
			cta.warps = append(cta.warps, w)
			cta.wgs[i/4].warps = append(cta.wgs[i/4].warps, w)
		}
		c.ctas = append(c.ctas, cta)
	}
	c.live = n
	c.barrier.clk, c.barrier.frozen = newClock(n), newClock(n)
	return c
}

// memory estimates the bytes a cluster holds.
func (c *cluster) memory() int64 {
	per := int64(c.run.l.SharedBytes)*5 + int64(len(c.warps))*4096 + 16384
	return per * int64(c.run.l.Cluster.Count())
}

// Name describes the warp for reports.
func (w *Warp) Name() string {
	s := fmt.Sprintf("warp %d", w.num)
	if w.role != "" {
		s = w.role + " " + s
	}
	if w.run.l.Grid.Count() > 1 {
		s += fmt.Sprintf(" of block %d", w.cta.id)
	}
	return s
}

// At sets the site of the operations that follow.
func (w *Warp) At(s Site) { w.site = s }

// SetRole names the role that w plays from here on, for reports and choosers.
func (w *Warp) SetRole(role string) { w.role = role }

// Index is the index of the warp in its block.
func (w *Warp) Index() int { return w.num }

// Global is the index of the warp in the grid, as choosers see it.
func (w *Warp) Global() int { return w.id }

// Live is the mask of lanes that exist and have not exited.
func (w *Warp) Live() uint32 { return w.live }

// Block is the index of the warp's block in the grid, and Rank its rank in the cluster.
func (w *Warp) Block() Dim3 { return w.cta.pos }

// Rank is the rank of the warp's block in its cluster (%cluster_ctarank).
func (w *Warp) Rank() int { return w.cta.rank }

// Launch is the normalised launch that the warp belongs to.
func (w *Warp) Launch() Launch { return w.run.l }

// Registers is the current number of registers per thread.
func (w *Warp) Registers() int { return w.regs }

// visible marks the start of an operation that other agents can observe.
func (w *Warp) visible() { w.pause() }

// changed marks that a polling agent may now see something else.
func (w *Warp) changed() { w.run.progress++ }

// epoch is w's own current epoch.
func (w *Warp) epoch() uint32 { return w.clk.v[w.idx] }

// bump starts a new epoch: later accesses are not covered by what was published so far.
func (w *Warp) bump() { w.clk.v[w.idx]++ }

// resolve turns a shared address into a CTA and an offset, and checks that n bytes are there.
func (w *Warp) resolve(addr uint32, n int) (*CTA, uint32) {
	cta, off := w.window(addr)
	if int(off)+n > len(cta.smem) {
		w.trap(RuleBounds, "shared address 0x%x + %d bytes is outside the %d bytes of the block", off, n, len(cta.smem))
	}
	if cta != w.cta {
		w.checkPeer(cta)
	}
	return cta, off
}

func (w *Warp) window(addr uint32) (*CTA, uint32) {
	win := int(addr >> clusterShift)
	if win == 0 {
		return w.cta, addr
	}
	if win > len(w.cta.cl.ctas) {
		w.trap(RuleRemote, "address 0x%x names block rank %d of a cluster of %d", addr, win-1, len(w.cta.cl.ctas))
	}
	return w.cta.cl.ctas[win-1], addr & offsetMask
}

// checkPeer applies X2 and X3 to an access to another CTA.
func (w *Warp) checkPeer(cta *CTA) {
	if cta.live == 0 {
		w.trap(RuleExitPeer, "access to block rank %d, which has exited", cta.rank)
	}
	if w.cta.cl.barrier.phase == 0 {
		w.errorf(RuleRemote, "access to block rank %d before any cluster barrier completed: it may not have started", cta.rank)
	}
}

// collective checks that all live lanes execute an .aligned instruction.
func (w *Warp) collective(mask uint32, what string) {
	if mask&w.live != w.live {
		w.errorf(RuleAligned, "%s executed by lanes %08x of live lanes %08x: the warp is split", what, mask, w.live)
	}
}

// Exit ends lanes. When no lane is left the program must return.
func (w *Warp) Exit(mask uint32) {
	w.step()
	w.live &^= mask
}

// finish is the exit of the whole warp.
func (w *Warp) finish() {
	w.pause()
	w.exitBulk()
	w.live = 0
	w.state = warpDone
	if w.run.l.Timeline {
		w.run.rep.Warps = append(w.run.rep.Warps, WarpTime{CTA: w.cta.id, Warp: w.id, Index: w.num, Role: w.role, End: w.now})
		w.run.rep.Cycles = max(w.run.rep.Cycles, w.now)
	}
	w.cta.exit.join(w.clk)
	w.run.live--
	w.cta.live--
	w.cta.cl.live--
	w.run.progress++
	w.cta.wgs[w.num/4].checkRegisters()
	for i := range w.cta.named {
		w.cta.named[i].tryComplete(w.cta)
	}
	w.cta.cl.barrier.tryComplete(w.cta.cl)
	if w.cta.live == 0 {
		w.exitCTA()
	}
}

// exitCTA checks what a block may not leave behind, by happens-before and not by what this schedule did: copies that
// nobody knows to be complete (A12), and accesses by other blocks that it does not know to be over (X3).
func (w *Warp) exitCTA() {
	for who, a := range w.cta.remote {
		if w.cta.exit.warp(kGeneric, who) < a.epoch {
			w.fault(RuleExitPeer, Error, a.site, "the block exits without knowing that an access by %s is over", w.cta.cl.warps[who].Name())
		}
	}
	for _, b := range w.cta.order {
		if !b.valid {
			continue
		}
		if b.copies > b.observed && w.run.sw.ExitUnread != Off {
			w.fault(RuleExitStore, severity(w.run.sw.ExitUnread), b.lastCopy, "the block exits, and nobody has waited for the bulk copies of phase %d of %s", b.copies-1, b.name())
		}
		if b.remote > b.observed {
			w.fault(RuleExitPeer, Error, b.remoteSite, "the block exits, and nobody has waited for phase %d of %s, in which another block arrives", b.remote-1, b.name())
		}
	}
}

func severity(m Mode) Severity {
	if m == Fail {
		return Error
	}
	return Warning
}

// finish collects what the report says about a cluster that has ended.
func (c *cluster) finish() {
	for _, cta := range c.ctas {
		for _, b := range cta.order {
			if b.valid && b.tx != 0 {
				c.run.add(b.leftOver())
			}
			if len(c.run.rep.Barriers) < 1<<16 {
				c.run.rep.Barriers = append(c.run.rep.Barriers, BarrierHistory{CTA: cta.id, Addr: b.addr,
					Phases: b.phase, Pending: b.pend, Expected: b.exp, Tx: b.tx})
			}
		}
	}
}

func (cta *CTA) hash(h *hasher) {
	for _, b := range cta.order {
		h.add(b.phase<<32 ^ uint64(b.pend)<<8 ^ uint64(b.exp))
		h.add(uint64(b.tx))
		h.add(b.observed)
		h.clock(b.open)
		h.clock(b.frozen)
	}
	for i := range cta.named {
		b := &cta.named[i]
		if b.arrivals > 0 || b.phase > 0 {
			h.add(uint64(i)<<48 ^ uint64(b.arrivals)<<32 ^ b.phase)
			h.clock(b.clk)
		}
	}
	for _, f := range cta.regs.free {
		h.add(uint64(f))
	}
}

// lanes iterates over the lanes of mask.
func lanes(mask uint32) func(func(int) bool) {
	return func(yield func(int) bool) {
		for m := mask; m != 0; m &= m - 1 {
			if !yield(bits.TrailingZeros32(m)) {
				return
			}
		}
	}
}
