package machine

import (
	"fmt"
	"math/bits"
	"slices"
)

// maxCount bounds expected and pending arrivals and the transaction count of an mbarrier (PTX ISA, "Contents of the
// mbarrier object").
const maxCount = 1<<20 - 1

// mbarrier is a barrier object in shared memory (2.1).
type mbarrier struct {
	cta   *CTA
	addr  uint32
	valid bool

	phase     uint64 // completed phases
	exp, pend uint32
	tx        int64

	slot      int    // channel of the bulk copies bound to it
	epochBase uint32 // epochs used by earlier objects at this address

	open, frozen *clock // clock of the current phase; clock of the last completed one, never changed after
	peer         bool   // the current phase had a contribution from another CTA
	frozenPeer   bool

	initWho   int
	initEpoch uint32
	initSite  Site

	observed     uint64 // phases known to have been observed by a wait
	contributors []contribution
	previous     []contribution
	sources      []arrivalSource
	expected     int64  // bytes expected in this phase
	bound        int64  // bytes of the copies issued in this phase
	copies       uint64 // phase of the last copy, plus one
	lastCopy     Site
	remote       uint64 // phase of the last arrival from another block, plus one
	remoteSite   Site
	openTime     int64
	doneTime     int64
}

// contribution is an event in the current phase, for reports.
type contribution struct {
	who  string
	site Site
	what string
}

// arrivalSource remembers who has ever arrived from where, for the explanation of deadlocks.
type arrivalSource struct {
	w    *Warp
	at   any
	tag  int32
	n    int
	copy bool
}

// Token is the phase that mbarrier.arrive returns.
type Token uint64

// Arrive describes an arrive-on operation.
type Arrive struct {
	// Count is the number of arrivals (0 means 1).
	Count uint32
	// ExpectTx makes it arrive.expect_tx with Bytes.
	ExpectTx bool
	Bytes    uint32
	// Drop is arrive_drop, NoComplete arrive.noComplete.
	Drop, NoComplete bool
	Sem              Sem
	Scope            Scope
}

// Wait describes a wait on a phase parity.
type Wait struct {
	Parity uint32
	// Intended is the phase that the program means, plus one; 0 when it is not known.
	Intended uint64
	Sem      Sem
	Scope    Scope
}

// Phase returns the Intended value for phase n.
func Phase(n uint64) uint64 { return n + 1 }

func (b *mbarrier) name() string {
	if len(b.cta.cl.ctas) > 1 {
		return fmt.Sprintf("mbarrier 0x%x of block rank %d", b.addr, b.cta.rank)
	}
	return fmt.Sprintf("mbarrier 0x%x", b.addr)
}

func (b *mbarrier) state() string {
	return fmt.Sprintf("%s: phase %d, pending %d of %d, tx %d", b.name(), b.phase, b.pend, b.exp, b.tx)
}

// copyEpoch is the epoch of a bulk copy bound to the current phase.
func (b *mbarrier) copyEpoch() uint32 { return b.epochBase + uint32(b.phase) + 1 }

// mbar returns the valid barrier at addr.
func (w *Warp) mbar(addr uint32, what string) *mbarrier {
	cta, off := w.resolve(addr, 8)
	if off&7 != 0 {
		w.trap(RuleMisaligned, "%s: mbarrier address 0x%x is not a multiple of 8", what, off)
	}
	b := cta.mbars[off]
	if b == nil || !b.valid {
		w.trap(RuleMbarUse, "%s on 0x%x, which is no initialised mbarrier", what, off)
	}
	w.checkPublished(b, what)
	return b
}

// checkPublished applies B16.
func (w *Warp) checkPublished(b *mbarrier, what string) {
	if w.clk.warp(kInit, b.initWho) >= b.initEpoch {
		return
	}
	if w.clk.warp(kGeneric, b.initWho) < b.initEpoch {
		w.fault(RulePublish, Error, b.initSite, "%s on %s: nothing orders it after the initialisation", what, b.name())
	} else if b.cta != w.cta {
		w.fault(RulePublish, Error, b.initSite, "%s on %s: fence.mbarrier_init.release.cluster is missing after the initialisation", what, b.name())
	}
}

// local refuses remote objects (B2).
func (w *Warp) local(addr uint32, what string) {
	if cta, _ := w.window(addr); cta != w.cta {
		w.trap(RuleMbarRemote, "%s on an mbarrier of another block: only arrivals and expect_tx are possible there", what)
	}
}

// MbarrierInit is mbarrier.init; mask should be one lane.
func (w *Warp) MbarrierInit(mask, addr, count uint32) {
	w.visible()
	if n := bits.OnesCount32(mask & w.live); n > 1 {
		w.errorf(RuleMbarUse, "mbarrier.init executed by %d lanes on one address", n)
	}
	w.local(addr, "mbarrier.init")
	_, off := w.resolve(addr, 8)
	if off&7 != 0 {
		w.trap(RuleMisaligned, "mbarrier.init: address 0x%x is not a multiple of 8", off)
	}
	if count < 1 || count > maxCount {
		w.trap(RuleMbarRange, "mbarrier.init with count %d: expected 1 to %d", count, maxCount)
	}
	cta := w.cta
	b := cta.mbars[off]
	if b != nil && b.valid {
		w.fault(RuleMbarUse, Error, b.initSite, "mbarrier.init of %s, which is valid: mbarrier.inval is missing", b.name())
	}
	a := w.generic("mbarrier.init")
	g := &cta.shadow[off>>4]
	g.bar &^= 1 << (off >> 3 & 1)
	cta.writeRange(&a, off, 8)
	g.bar |= 1 << (off >> 3 & 1)
	if b == nil {
		n := len(cta.cl.warps)
		b = &mbarrier{cta: cta, addr: off, open: newClock(n), frozen: newClock(n)}
		b.slot = cta.cl.newSlot(slotInfo{kind: slotMbarrier, name: "a bulk copy bound to " + b.name()})
		cta.mbars[off] = b
		cta.order = append(cta.order, b)
	} else {
		b.epochBase += uint32(b.phase) + 1
		b.open.clear()
		b.frozen.clear()
	}
	b.valid, b.phase, b.exp, b.pend, b.tx = true, 0, count, count, 0
	b.observed, b.expected, b.bound, b.copies, b.remote = 0, 0, 0, 0, 0
	b.contributors, b.previous = nil, nil
	b.initWho, b.initEpoch, b.initSite = w.idx, w.epoch(), w.site
	w.changed()
}

// MbarrierInval is mbarrier.inval.
func (w *Warp) MbarrierInval(mask, addr uint32) {
	w.visible()
	if n := bits.OnesCount32(mask & w.live); n > 1 {
		w.errorf(RuleMbarUse, "mbarrier.inval executed by %d lanes on one address", n)
	}
	w.local(addr, "mbarrier.inval")
	b := w.mbar(addr, "mbarrier.inval")
	b.valid = false
	w.cta.shadow[b.addr>>4].bar &^= 1 << (b.addr >> 3 & 1)
}

// MbarrierArrive performs the arrival once per lane of mask, each on the barrier at its own address, and returns the
// tokens (meaningless for remote barriers, B2).
func (w *Warp) MbarrierArrive(mask uint32, addr *[32]uint32, op Arrive) (tok [32]Token) {
	w.visible()
	for l := range lanes(mask & w.live) {
		tok[l] = w.arrive(w.mbar(addr[l], "mbarrier.arrive"), op)
	}
	w.spend(costSync)
	return tok
}

func (w *Warp) arrive(b *mbarrier, op Arrive) Token {
	c := max(op.Count, 1)
	tok := Token(b.phase)
	if c > b.pend {
		w.overArrival(b, c)
	}
	if b.pend == b.exp && b.phase > b.observed && w.run.sw.Unobserved != Off {
		w.fault(RuleUnobserved, severity(w.run.sw.Unobserved), Site{}, "arrival into phase %d of %s, but no wait has observed phase %d", b.phase, b.name(), b.phase-1)
	}
	if op.ExpectTx {
		b.expected += int64(op.Bytes)
		w.addTx(b, int64(op.Bytes))
	}
	if op.Drop {
		if b.exp-c < 1 || c >= b.exp {
			w.errorf(RuleMbarRange, "arrive_drop leaves %s without expected arrivals", b.name())
		}
		b.exp -= min(c, b.exp)
	}
	w.releaseTo(b.open, b.cta, op.Sem, op.Scope)
	if b.cta != w.cta {
		b.remote, b.remoteSite = b.phase+1, w.site
		b.peer = b.peer || op.Scope >= ScopeCluster
		if op.Scope >= ScopeCluster {
			b.cta.learnGlobal(w.cta)
		}
	}
	b.contribute(w, op)
	b.pend -= c
	b.openTime = max(b.openTime, w.now)
	w.changed()
	if b.check(w.run) && op.NoComplete {
		w.errorf(RuleMbarRange, "arrive.noComplete completed phase %d of %s", b.phase-1, b.name())
	}
	return tok
}

func (b *mbarrier) contribute(w *Warp, op Arrive) {
	what := "arrive"
	if op.ExpectTx {
		what = fmt.Sprintf("arrive.expect_tx %d", op.Bytes)
	}
	if len(b.contributors) < 64 {
		b.contributors = append(b.contributors, contribution{w.Name(), w.site, what})
	}
	b.source(w, false)
}

// source remembers that w arrives (or copies) from here.
func (b *mbarrier) source(w *Warp, isCopy bool) {
	for i := range b.sources {
		if s := &b.sources[i]; s.w == w && s.at == w.site.At && s.copy == isCopy {
			s.tag, s.n = w.site.Tag, s.n+1
			return
		}
	}
	b.sources = append(b.sources, arrivalSource{w, w.site.At, w.site.Tag, 1, isCopy})
}

func (w *Warp) overArrival(b *mbarrier, c uint32) {
	var d []string
	for _, k := range b.contributors {
		d = append(d, fmt.Sprintf("this phase: %s by %s at %s", k.what, k.who, k.site))
	}
	w.trapDetails(RuleMbarRange, append([]string{b.state()}, d...), "%d arrivals on %s, which has %d pending in phase %d", c, b.name(), b.pend, b.phase)
}

// addTx changes the transaction count, within its range (B3).
func (w *Warp) addTx(b *mbarrier, n int64) {
	b.tx += n
	if b.tx > maxCount || b.tx < -maxCount {
		w.trapDetails(RuleMbarRange, []string{b.state()}, "the transaction count of %s leaves its range of ±%d bytes", b.name(), maxCount)
	}
}

// MbarrierExpectTx is the relaxed expect_tx operation, once per lane of mask.
func (w *Warp) MbarrierExpectTx(mask uint32, addr *[32]uint32, bytes uint32) {
	w.visible()
	for l := range lanes(mask & w.live) {
		b := w.mbar(addr[l], "mbarrier.expect_tx")
		if b.pend == 0 {
			w.errorf(RuleExpect, "expect_tx on %s after the last arrival of phase %d", b.name(), b.phase)
		}
		b.expected += int64(bytes)
		w.addTx(b, int64(bytes))
		if w.run.sw.ExpectCompletes {
			b.check(w.run)
		}
	}
	w.changed()
}

// MbarrierCompleteTx is the complete_tx operation as an instruction (mbarrier.complete_tx), once per lane of mask.
func (w *Warp) MbarrierCompleteTx(mask uint32, addr *[32]uint32, bytes uint32) {
	w.visible()
	for l := range lanes(mask & w.live) {
		b := w.mbar(addr[l], "mbarrier.complete_tx")
		b.bound += int64(bytes)
		w.addTx(b, -int64(bytes))
		b.check(w.run)
	}
	w.changed()
}

// check completes the phase when nothing is pending.
func (b *mbarrier) check(r *run) bool {
	if b.pend != 0 || b.tx != 0 {
		return false
	}
	if b.expected != b.bound {
		r.add(&Fault{Rule: RuleBytes, Severity: Error, Site: b.lastCopy, Message: fmt.Sprintf(
			"phase %d of %s completed with %d bytes expected and %d bytes copied into it", b.phase, b.name(), b.expected, b.bound),
			Details: b.table()})
	}
	b.phase++
	b.pend = b.exp
	b.open.learn(b.slot, b.epochBase+uint32(b.phase))
	b.open, b.frozen = b.frozen, b.open
	b.open.clear()
	b.frozenPeer, b.peer = b.peer, false
	b.previous, b.contributors = b.contributors, b.previous[:0]
	b.expected, b.bound = 0, 0
	b.doneTime, b.openTime = b.openTime, 0
	if r.l.Timeline {
		r.event(Event{CTA: b.cta.id, Warp: -1, Kind: EventPhase, Start: b.doneTime, End: b.doneTime, Object: b.addr, Phase: b.phase - 1})
	}
	r.progress++
	return true
}

// leftOver is the fault of bytes that no phase accounted for.
func (b *mbarrier) leftOver() *Fault {
	site := b.lastCopy
	if site.At == nil && len(b.contributors) > 0 {
		site = b.contributors[0].site
	}
	return &Fault{Rule: RuleBytes, Severity: Error, Site: site, Details: append([]string{b.state()}, b.table()...), Message: fmt.Sprintf(
		"%d bytes expected and %d bytes copied in phase %d of %s, which did not complete", b.expected, b.bound, b.phase, b.name())}
}

// table lists the contributors of the current phase.
func (b *mbarrier) table() []string {
	out := make([]string, 0, len(b.contributors))
	for _, k := range b.contributors {
		out = append(out, fmt.Sprintf("%s by %s at %s", k.what, k.who, k.site))
	}
	return out
}

// done reports whether a wait for parity p is satisfied (2.1).
func (b *mbarrier) done(p uint32) bool { return uint64(p&1) != b.phase&1 }

// WaitParity is the loop around mbarrier.try_wait.parity: it returns when every lane of mask has seen its parity.
func (w *Warp) WaitParity(mask uint32, addr *[32]uint32, op Wait) {
	w.visible()
	for _, b := range w.waitSet(mask, addr, "mbarrier.try_wait") {
		w.checkMissed(b, op)
		w.block(&wait{ready: func() bool { return b.done(op.Parity) }, what: "mbarrier wait",
			explain: func(x *explainer) { x.mbarrier(w, b, op.Parity, op.Intended) }})
		w.observe(b, op)
	}
	w.spend(costSync)
}

// TryWaitParity is mbarrier.try_wait.parity: it may suspend the warp for as long as something else can move, and
// returns the lanes that saw their parity.
func (w *Warp) TryWaitParity(mask uint32, addr *[32]uint32, op Wait) uint32 {
	w.visible()
	for _, b := range w.waitSet(mask, addr, "mbarrier.try_wait") {
		w.checkMissed(b, op)
		w.block(&wait{spin: true, ready: func() bool { return b.done(op.Parity) }, what: "mbarrier wait",
			explain: func(x *explainer) { x.mbarrier(w, b, op.Parity, op.Intended) }})
	}
	return w.testParity(mask, addr, op)
}

// TestWaitParity is mbarrier.test_wait.parity: it returns the lanes that saw their parity, without blocking. A warp
// that tests again although nothing has changed counts as blocked.
func (w *Warp) TestWaitParity(mask uint32, addr *[32]uint32, op Wait) uint32 {
	w.visible()
	for _, b := range w.waitSet(mask, addr, "mbarrier.test_wait") {
		w.checkMissed(b, op)
		if !b.done(op.Parity) {
			w.pollUntil(func() bool { return b.done(op.Parity) }, func(x *explainer) { x.mbarrier(w, b, op.Parity, op.Intended) })
		}
	}
	return w.testParity(mask, addr, op)
}

func (w *Warp) testParity(mask uint32, addr *[32]uint32, op Wait) (yes uint32) {
	for l := range lanes(mask & w.live) {
		if b := w.mbar(addr[l], "mbarrier.test_wait"); b.done(op.Parity) {
			w.observe(b, op)
			yes |= 1 << l
		}
	}
	w.spend(costSync)
	w.answers = w.answers*0x100000001b3 ^ uint64(yes) + 1
	return yes
}

// TestWait is mbarrier.test_wait on a token of the same barrier.
func (w *Warp) TestWait(mask, addr uint32, tok Token, sem Sem, scope Scope) bool {
	w.visible()
	w.local(addr, "mbarrier.test_wait")
	b := w.mbar(addr, "mbarrier.test_wait")
	if uint64(tok) > b.phase || uint64(tok)+1 < b.phase {
		w.errorf(RuleMbarUse, "token of phase %d tested on %s, which is in phase %d", tok, b.name(), b.phase)
	}
	ready := func() bool { return uint64(tok) < b.phase }
	explain := func(x *explainer) { x.mbarrier(w, b, uint32(tok)&1, Phase(uint64(tok))) }
	if !ready() {
		w.pollUntil(ready, explain)
	}
	if !ready() {
		w.answers = w.answers*0x100000001b3 ^ 1
		return false
	}
	w.observe(b, Wait{Sem: sem, Scope: scope})
	w.answers = w.answers*0x100000001b3 ^ 2
	return true
}

// waitSet lists the distinct barriers of the lanes; waits are local only.
func (w *Warp) waitSet(mask uint32, addr *[32]uint32, what string) []*mbarrier {
	var set []*mbarrier
	last := uint32(1)
	for l := range lanes(mask & w.live) {
		if addr[l] == last && len(set) > 0 {
			continue
		}
		last = addr[l]
		w.local(addr[l], what)
		b := w.mbar(addr[l], what)
		if !slices.Contains(set, b) {
			set = append(set, b)
		}
	}
	return set
}

// checkMissed reports a wait that comes after the phase following the intended one (B8, P2).
func (w *Warp) checkMissed(b *mbarrier, op Wait) {
	if op.Intended == 0 || b.phase < op.Intended+1 {
		return
	}
	var d []string
	for _, k := range b.previous {
		d = append(d, fmt.Sprintf("phase %d was completed by: %s by %s at %s", b.phase-1, k.what, k.who, k.site))
	}
	f := w.errorf(RuleMissed, "wait for phase %d of %s (parity %d) comes when %d phases have completed: the phase was missed",
		op.Intended-1, b.name(), op.Parity, b.phase)
	f.Details = d
}

// observe is a wait that returned True.
func (w *Warp) observe(b *mbarrier, op Wait) {
	if op.Intended != 0 && b.phase < op.Intended {
		w.errorf(RulePremature, "wait for phase %d of %s (parity %d) returned although only %d phases have completed",
			op.Intended-1, b.name(), op.Parity, b.phase)
	}
	b.observed = max(b.observed, b.phase)
	w.waitUntil(b.doneTime, "mbarrier", b.addr, b.phase)
	if !op.Sem.acquires() {
		return
	}
	if b.frozenPeer && op.Scope < ScopeCluster && w.run.sw.PeerScope != Off {
		w.fault(RuleScope, severity(w.run.sw.PeerScope), Site{}, "wait on %s at .cta scope observes another block: .acquire.cluster is wanted", b.name())
	}
	w.clk.join(b.frozen)
}

// releaseTo publishes w's clock to an object whose acquirers are in cta.
func (w *Warp) releaseTo(obj *clock, cta *CTA, sem Sem, scope Scope) {
	need := ScopeCTA
	if cta != w.cta {
		need = ScopeCluster
	}
	switch {
	case sem.releases() && scope >= need:
		obj.join(w.clk)
	case sem.releases():
		obj.joinSlots(w.clk)
	}
	if f := w.fences[need]; f != nil {
		obj.join(f)
	}
	w.bump()
}
