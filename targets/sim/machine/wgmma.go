package machine

import "fmt"

// MMAType is the element type of a wgmma operand or result.
type MMAType uint8

// The types; the last three are results.
const (
	MMAF16 MMAType = iota
	MMABF16
	MMATF32
	MMAE4M3
	MMAE5M2
	MMAS8
	MMAU8
	MMAF32
	MMAS32
)

// String returns the PTX name.
func (t MMAType) String() string {
	return [...]string{"f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8", "f32", "s32"}[t]
}

func (t MMAType) bytes() int {
	switch t {
	case MMAF16, MMABF16:
		return 2
	case MMATF32, MMAF32, MMAS32:
		return 4
	}
	return 1
}

func (t MMAType) fp8() bool { return t == MMAE4M3 || t == MMAE5M2 }
func (t MMAType) int8() bool {
	return t == MMAS8 || t == MMAU8
}

// Wgmma describes one wgmma.mma_async.sync.aligned.m64nNkK (PTX ISA, "wgmma.mma_async"); K is 32 bytes.
type Wgmma struct {
	N              int
	A, B, D        MMAType
	TransA, TransB bool
	NegA, NegB     bool
	SatFinite      bool
	// ScaleD false makes it D = A·B.
	ScaleD bool
	// DescA is the matrix descriptor of A; it is ignored when RegsA is not nil. RegsA has 4 registers per lane.
	DescA, DescB uint64
	RegsA        [][32]uint32
	// Acc is the accumulator, register-major: N/2 registers for f32 and s32, N/4 for f16. It is read (with ScaleD)
	// and written at once; rule W8 says when the program may look.
	Acc [][32]uint32
	// AccID and AID name the register sets for the register window (W7, W8): any number that the caller keeps
	// for as long as the values stay in the same registers. 0: not tracked.
	AccID, AID int
}

// K is the depth of the instruction in elements.
func (s *Wgmma) K() int { return 32 / s.A.bytes() }

// String returns the shape and types.
func (s *Wgmma) String() string {
	return fmt.Sprintf("m64n%dk%d.%v.%v.%v", s.N, s.K(), s.D, s.A, s.B)
}

// warpgroup is four warps (1.1).
type warpgroup struct {
	cta   *CTA
	num   int
	warps []*Warp
	slot  int
	// queue holds the operands of instructions that not all warps have executed; base is the index of the first.
	queue []*mmaOperands
	base  uint64
	// run is the clock that all four warps had at the start of the latest run.
	run    *clock
	runSeq uint64
}

// wgmmaState is a warp's part of a warpgroup.
type wgmmaState struct {
	everFence bool
	inRun     bool
	runs      uint64
	index     uint64 // mma_async executed
	commits   uint32
	waited    uint32 // groups known complete
	strict    int    // slot of this warp's own waits
	touched   map[int]Site
	flight    map[int]inFlight
	endTime   []int64
}

// inFlight is a register set that a group may still use.
type inFlight struct {
	group uint32 // epoch
	acc   bool
	shape string
	site  Site
}

func (s *wgmmaState) init(w *Warp) {
	cl := w.cta.cl
	s.strict = cl.newSlot(slotInfo{kind: slotWgmmaWarp, name: "a wgmma of " + w.Name()})
	s.touched = map[int]Site{}
	s.flight = map[int]inFlight{}
}

// strictlyDone reports whether the clock shows that every warp of the warpgroup itself waited for the group.
func (wg *warpgroup) strictlyDone(c *clock, epoch uint32) bool {
	for _, w := range wg.warps {
		if c.slot(w.wgmma.strict) < epoch {
			return false
		}
	}
	return true
}

// WgmmaFence is wgmma.fence.sync.aligned. The instruction that follows begins a run.
func (w *Warp) WgmmaFence(mask uint32) {
	w.visible()
	w.collective(mask, "wgmma.fence")
	s := &w.wgmma
	s.everFence, s.inRun = true, false
	clear(s.touched)
	w.spend(costSync)
}

// TouchRegs tells the machine that the program read or wrote registers of the set id by an ordinary instruction.
func (w *Warp) TouchRegs(id int, write bool) {
	s := &w.wgmma
	if f, ok := s.flight[id]; ok {
		what := "accumulator"
		if !f.acc {
			what = "A operand"
		}
		verb := "read"
		if write {
			verb = "written"
		}
		w.fault(RuleRegWindow, Error, f.site, "%s registers %s while a wgmma that uses them may be running: no wgmma.wait_group covers it", what, verb)
	}
	s.touched[id] = w.site
}

// Wgmma executes a warp's part of a wgmma.mma_async.
func (w *Warp) Wgmma(mask uint32, op *Wgmma) {
	w.collective(mask, "wgmma.mma_async")
	s := &w.wgmma
	w.checkShape(op)
	if !s.inRun {
		w.visible()
		w.startRun()
	} else {
		w.step()
	}
	w.checkRegs(op)
	ops := w.operands(op)
	ops.multiply(w, op)
	w.run.rep.Stats.Wgmma++
	s.index++
	group := s.commits + 1
	if op.AccID != 0 {
		s.flight[op.AccID] = inFlight{group, true, op.String(), w.site}
	}
	if op.RegsA != nil && op.AID != 0 {
		s.flight[op.AID] = inFlight{group, false, "", w.site}
	}
	w.wgmmaTime(op)
}

// wgmmaTime books the tensor cores once per warpgroup instruction.
func (w *Warp) wgmmaTime(op *Wgmma) {
	s := &w.wgmma
	for len(s.endTime) <= int(s.commits) {
		s.endTime = append(s.endTime, 0)
	}
	if w.num%4 == 0 {
		start := max(w.now, w.cta.tensorFree)
		end := start + w.run.l.Cost.Wgmma(op.N)
		w.cta.tensorFree = end
		w.span(EventMMA, op.String(), start, end)
	}
	s.endTime[s.commits] = max(s.endTime[s.commits], w.cta.tensorFree)
	w.spend(costShared)
}

// startRun is the rendezvous of the four warps before a run of mma_async (T3). Their clocks are met, not joined: an
// operand must be visible to each of them (B14).
func (w *Warp) startRun() {
	s := &w.wgmma
	wg := w.cta.wgs[w.num/4]
	s.inRun = true
	s.runs++
	my := s.runs
	if len(wg.warps) < 4 {
		w.trap(RuleAligned, "wgmma in a warpgroup of %d warps", len(wg.warps))
	}
	if !w.run.sw.Rendezvous {
		return
	}
	if wg.runSeq < my {
		wg.runSeq = my
		if wg.run == nil {
			wg.run = &clock{}
		}
		wg.run.copyFrom(w.clk)
	} else {
		wg.run.meet(w.clk)
	}
	w.block(&wait{ready: func() bool { return wg.reached(my) }, what: "wgmma rendezvous", explain: func(x *explainer) {
		x.say("%s at %s waits for the other warps of its warpgroup at wgmma.mma_async", w.Name(), w.site)
		for _, o := range wg.warps {
			if o.wgmma.runs < my {
				x.say("  not there: %s, %s", o.Name(), status(o))
			}
		}
		for _, o := range wg.warps {
			if o.wgmma.runs < my && o.state == warpBlocked {
				x.follow(w, o)
			}
		}
	}})
}

func (wg *warpgroup) reached(run uint64) bool {
	for _, w := range wg.warps {
		if w.wgmma.runs < run {
			return false
		}
	}
	return true
}

// checkShape applies 5.1.
func (w *Warp) checkShape(op *Wgmma) {
	ok := op.N >= 8 && op.N <= 256 && op.N%8 == 0
	regs := op.N / 2
	switch op.A {
	case MMAF16:
		ok = ok && op.B == MMAF16 && (op.D == MMAF16 || op.D == MMAF32)
	case MMABF16, MMATF32:
		ok = ok && op.B == op.A && op.D == MMAF32
	case MMAE4M3, MMAE5M2:
		ok = ok && op.B.fp8() && (op.D == MMAF16 || op.D == MMAF32)
	case MMAS8, MMAU8:
		ok = ok && op.B.int8() && op.D == MMAS32 && (op.N <= 32 || op.N%16 == 0) && !op.NegA && !op.NegB
	default:
		ok = false
	}
	if op.D == MMAF16 {
		regs = op.N / 4
	}
	if !ok {
		w.trap(RuleShape, "wgmma %v: no such shape and type", op)
	}
	if (op.TransA || op.TransB) && op.A.bytes() != 2 {
		w.trap(RuleShape, "wgmma %v: only 16-bit operands can be transposed", op)
	}
	if op.TransA && op.RegsA != nil {
		w.trap(RuleShape, "wgmma %v: A from registers cannot be transposed", op)
	}
	if len(op.Acc) != regs || op.RegsA != nil && len(op.RegsA) != 4 {
		w.trap(RuleShape, "wgmma %v: %d accumulator registers and %d of A: expected %d and 4", op, len(op.Acc), len(op.RegsA), regs)
	}
}

// checkRegs applies W7 and W8.
func (w *Warp) checkRegs(op *Wgmma) {
	s := &w.wgmma
	if !s.everFence {
		w.errorf(RuleRegFence, "wgmma.mma_async without a wgmma.fence before the first one")
	}
	if at, ok := s.touched[op.AccID]; ok && op.AccID != 0 {
		w.fault(RuleRegFence, Error, at, "wgmma.fence is missing between an access to the accumulator registers and the wgmma that uses them")
	}
	if op.RegsA != nil && op.AID != 0 {
		if at, ok := s.touched[op.AID]; ok {
			w.fault(RuleRegFence, Error, at, "wgmma.fence is missing between an access to the A registers and the wgmma that uses them")
		}
		if f, ok := s.flight[op.AID]; ok && f.acc {
			w.fault(RuleRegWindow, Error, f.site, "accumulator of a running wgmma used as A operand")
		}
	}
	if f, ok := s.flight[op.AccID]; ok && op.AccID != 0 && (!f.acc || f.shape != op.String()) {
		w.fault(RuleRegWindow, Error, f.site, "accumulator registers are in use by a running wgmma of another shape or as its A operand")
	}
}

// WgmmaCommit is wgmma.commit_group.sync.aligned.
func (w *Warp) WgmmaCommit(mask uint32) {
	w.step()
	w.collective(mask, "wgmma.commit_group")
	s := &w.wgmma
	s.commits++
	s.inRun = false
}

// WgmmaWait is wgmma.wait_group.sync.aligned n: at most the n most recent groups stay pending.
func (w *Warp) WgmmaWait(mask uint32, n int) {
	w.visible()
	w.collective(mask, "wgmma.wait_group")
	s := &w.wgmma
	s.inRun = false
	if int(s.commits) <= n {
		return
	}
	upTo := s.commits - uint32(n)
	if upTo <= s.waited {
		return
	}
	s.waited = upTo
	wg := w.cta.wgs[w.num/4]
	if w.run.sw.Rendezvous {
		w.clk.learn(wg.slot, upTo)
	}
	w.clk.learn(s.strict, upTo)
	for id, f := range s.flight {
		if f.group <= upTo {
			delete(s.flight, id)
		}
	}
	if int(upTo) <= len(s.endTime) {
		w.waitUntil(s.endTime[upTo-1], "wgmma", 0, 0)
	}
	w.bump()
	w.spend(costSync)
}
