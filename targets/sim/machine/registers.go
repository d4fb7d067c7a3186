package machine

// registerPool is the free registers of a block, in registers per lane, one pool for each warp slot: warp index mod 4,
// the sub-partition of the SM (R2).
type registerPool struct{ free [4]int }

// held is the registers that a warp occupies: allocation is in units of 8.
func held(regs int) int { return (regs + 7) / 8 * 8 }

// Setmaxnreg is setmaxnreg.inc or .dec. It acts warp by warp: an inc blocks until the warp's slot has the registers.
func (w *Warp) Setmaxnreg(mask uint32, inc bool, n int) {
	w.visible()
	name := "setmaxnreg.dec"
	if inc {
		name = "setmaxnreg.inc"
	}
	w.collective(mask, name)
	if n < 24 || n > 256 || n%8 != 0 {
		w.trap(RuleSetReg, "%s %d: expected a multiple of 8 from 24 to 256", name, n)
	}
	cur := held(w.regs)
	pool := &w.cta.regs.free[w.num%4]
	w.setmax++
	if !inc {
		if n > cur {
			w.trap(RuleSetReg, "%s %d with %d registers at hand: expected at most that", name, n, cur)
		}
		*pool += cur - n
		w.regs = n
		w.changed()
		return
	}
	if n < cur {
		w.trap(RuleSetReg, "%s %d with %d registers at hand: expected at least that", name, n, cur)
	}
	need := n - cur
	w.block(&wait{ready: func() bool { return *pool >= need }, what: "setmaxnreg",
		explain: func(x *explainer) { x.registers(w, need) }})
	*pool -= need
	w.regs = n
	w.changed()
	w.spend(costSync)
}

// checkRegisters finds a setmaxnreg that only some warps of a warpgroup executed (R1), once all have exited.
func (wg *warpgroup) checkRegisters() {
	for _, w := range wg.warps {
		if w.state != warpDone {
			return
		}
	}
	lo, hi := wg.warps[0], wg.warps[0]
	for _, w := range wg.warps {
		if w.setmax < lo.setmax {
			lo = w
		}
		if w.setmax > hi.setmax {
			hi = w
		}
	}
	if lo.setmax != hi.setmax {
		hi.errorf(RuleSetReg, "setmaxnreg executed %d times by %s and %d times by %s: all warps of a warpgroup must execute it", hi.setmax, hi.Name(), lo.setmax, lo.Name())
	} else if hi.setmax > 0 && len(wg.warps) < 4 {
		hi.fault(RuleSetReg, Warning, Site{}, "setmaxnreg in a warpgroup of %d warps frees registers for their slots only", len(wg.warps))
	}
}

// registers explains a blocked setmaxnreg.inc.
func (x *explainer) registers(w *Warp, need int) {
	slot := w.num % 4
	x.say("%s waits in setmaxnreg.inc for %d more registers: warp slot %d has %d free", w.Name(), need, slot, w.cta.regs.free[slot])
	sum := 0
	for _, o := range w.cta.warps {
		if o.num%4 != slot {
			continue
		}
		state := ""
		switch {
		case o.state == warpDone:
			state = ", exited (its registers do not return)"
		case o.setmax == 0:
			state = ", has executed no setmaxnreg"
		case o.wait != nil && o.wait.what == "setmaxnreg":
			state = ", waits in setmaxnreg.inc too"
		}
		sum += held(o.regs)
		x.say("  slot %d: %s holds %d%s", slot, o.Name(), o.regs, state)
	}
	x.say("  slot %d: %d held + %d free of a pool of %d", slot, sum, w.cta.regs.free[slot], sum+w.cta.regs.free[slot])
	for _, o := range w.cta.warps {
		if o.num%4 == slot && o != w && o.state == warpBlocked && o.setmax == 0 {
			x.follow(w, o)
		}
	}
}
