package machine

// LoadShared reads n bytes (1 to 16, a power of two) per lane of mask at addr into dst[lane*n:] (ld.shared; generic
// proxy). Addresses are shared::cta offsets or results of MapA.
func (w *Warp) LoadShared(mask uint32, addr *[32]uint32, n int, dst []byte) {
	w.step()
	w.run.rep.Stats.Loads++
	w.spend(costShared)
	t := toucher{a: w.generic("load")}
	for l := range lanes(mask & w.live) {
		cta, off := w.sharedAt(addr[l], n)
		t.add(cta, off, n)
		copy(dst[l*n:l*n+n], cta.smem[off:])
	}
	t.flush()
}

// StoreShared writes n bytes (1 to 16, a power of two) per lane of mask from src[lane*n:] to addr (st.shared).
func (w *Warp) StoreShared(mask uint32, addr *[32]uint32, n int, src []byte) {
	w.step()
	w.run.rep.Stats.Stores++
	w.spend(costShared)
	t := toucher{a: w.generic("store"), write: true}
	for l := range lanes(mask & w.live) {
		cta, off := w.sharedAt(addr[l], n)
		t.add(cta, off, n)
		copy(cta.smem[off:int(off)+n], src[l*n:])
	}
	t.flush()
	w.changed()
}

// LoadSharedStrong is LoadShared for volatile, relaxed and acquire loads: a poll, in the sense that a loop around it
// that sees no change counts as blocked. Weak-memory effects of such loads are not modelled for shared memory.
func (w *Warp) LoadSharedStrong(mask uint32, addr *[32]uint32, n int, dst []byte) {
	w.visible()
	w.poll("volatile load of shared memory")
	w.run.rep.Stats.Loads++
	for l := range lanes(mask & w.live) {
		cta, off := w.sharedAt(addr[l], n)
		copy(dst[l*n:l*n+n], cta.smem[off:])
		w.answer(dst[l*n : l*n+n])
	}
}

// sharedAt resolves a naturally aligned access.
func (w *Warp) sharedAt(addr uint32, n int) (*CTA, uint32) {
	cta, off := w.resolve(addr, n)
	if off&uint32(n-1) != 0 {
		w.trap(RuleMisaligned, "shared address 0x%x is not aligned to the %d bytes accessed", off, n)
	}
	if cta != w.cta {
		cta.remote[w.idx] = remoteAccess{w.epoch(), w.site}
	}
	return cta, off
}

// toucher shadows the accesses of one instruction, those of neighbouring lanes to one granule as one.
type toucher struct {
	a     actor
	write bool
	cta   *CTA
	gi    int
	mask  uint16
}

// add takes n bytes at off, which do not cross a granule.
func (t *toucher) add(cta *CTA, off uint32, n int) {
	gi := int(off >> 4)
	if t.cta != cta || t.gi != gi {
		t.flush()
		t.cta, t.gi, t.mask = cta, gi, 0
	}
	t.mask |= uint16((1<<n - 1) << (off & 15))
}

func (t *toucher) flush() {
	switch {
	case t.cta == nil:
	case t.write:
		peak := &t.cta.run.rep.Stats.SharedPeak
		*peak = max(*peak, t.gi*16+16)
		t.cta.touchWrite(&t.a, t.gi, t.mask)
	default:
		t.cta.touchRead(&t.a, t.gi, t.mask)
	}
}

// readRange shadows a read of n bytes at off.
func (cta *CTA) readRange(a *actor, off uint32, n int) {
	for n > 0 {
		gi, lo := int(off>>4), int(off&15)
		k := min(16-lo, n)
		cta.touchRead(a, gi, uint16((1<<k-1)<<lo))
		off += uint32(k)
		n -= k
	}
}

// writeRange shadows a write of n bytes at off.
func (cta *CTA) writeRange(a *actor, off uint32, n int) {
	cta.run.rep.Stats.SharedPeak = max(cta.run.rep.Stats.SharedPeak, int(off)+n)
	for n > 0 {
		gi, lo := int(off>>4), int(off&15)
		k := min(16-lo, n)
		cta.touchWrite(a, gi, uint16((1<<k-1)<<lo))
		off += uint32(k)
		n -= k
	}
}

// AtomicShared performs op on a shared location per lane of mask, lane 0 first, and returns the old values. b is the
// second operand of AtomCAS (the new value).
func (w *Warp) AtomicShared(mask uint32, addr *[32]uint32, op AtomicOp, t AtomicType, a, b *[32]uint64) [32]uint64 {
	w.visible()
	w.run.rep.Stats.Atomics++
	w.spend(costShared)
	var old [32]uint64
	n := t.Bytes()
	act := w.generic("atomic")
	for l := range lanes(mask & w.live) {
		cta, off := w.sharedAt(addr[l], n)
		cta.atomicRange(&act, off, n)
		cell := cta.smem[off : int(off)+n]
		old[l] = loadBits(cell)
		storeBits(cell, atomicApply(op, t, old[l], a[l], operand(b, l)))
	}
	w.changed()
	return old
}

func operand(b *[32]uint64, l int) uint64 {
	if b == nil {
		return 0
	}
	return b[l]
}

// atomicRange checks an atomic against plain writes. Atomics do not race with each other, so none is recorded: a plain
// access that nothing orders after an atomic goes unnoticed.
func (cta *CTA) atomicRange(a *actor, off uint32, n int) {
	gi, lo := int(off>>4), int(off&15)
	g := &cta.shadow[gi]
	mask := uint16((1<<n - 1) << lo)
	if g.bar != 0 {
		cta.checkBarrierBytes(a, g, gi, mask)
	}
	if g.w.mask&mask != 0 {
		cta.judge(a, &g.w, true, gi)
	}
	if missing := mask &^ g.init; missing != 0 {
		a.w.errorf(RuleUninit, "atomic on shared memory that was never written: address 0x%x", off)
	}
}

// Ldmatrix loads num (1, 2 or 4) 8x8 matrices of 16-bit elements; row r of matrix m is at addr[8m+r] (PTX ISA,
// "ldmatrix"). The result holds num registers per lane.
func (w *Warp) Ldmatrix(mask uint32, num int, trans bool, addr *[32]uint32) (out [4][32]uint32) {
	w.step()
	w.matrixUnit(mask, "ldmatrix")
	w.run.rep.Stats.Loads++
	w.spend(costShared * int64(num))
	a := w.generic("ldmatrix")
	for m := range num {
		var tile [8][8]uint16
		for r := range 8 {
			cta, off := w.sharedAt(addr[8*m+r], 16)
			cta.touchRead(&a, int(off>>4), 0xffff)
			for c := range 8 {
				tile[r][c] = uint16(loadBits(cta.smem[off+uint32(2*c) : off+uint32(2*c)+2]))
			}
		}
		for l := range 32 {
			p, q := l/4, 2*(l%4)
			if trans {
				out[m][l] = uint32(tile[q][p]) | uint32(tile[q+1][p])<<16
			} else {
				out[m][l] = uint32(tile[p][q]) | uint32(tile[p][q+1])<<16
			}
		}
	}
	return out
}

// Stmatrix stores num 8x8 matrices from registers, the inverse of Ldmatrix (PTX ISA, "stmatrix").
func (w *Warp) Stmatrix(mask uint32, num int, trans bool, addr *[32]uint32, in *[4][32]uint32) {
	w.step()
	w.matrixUnit(mask, "stmatrix")
	w.run.rep.Stats.Stores++
	w.spend(costShared * int64(num))
	a := w.generic("stmatrix")
	for m := range num {
		var tile [8][8]uint16
		for l := range 32 {
			p, q := l/4, 2*(l%4)
			lo, hi := uint16(in[m][l]), uint16(in[m][l]>>16)
			if trans {
				tile[q][p], tile[q+1][p] = lo, hi
			} else {
				tile[p][q], tile[p][q+1] = lo, hi
			}
		}
		for r := range 8 {
			cta, off := w.sharedAt(addr[8*m+r], 16)
			cta.writeRange(&a, off, 16)
			for c := range 8 {
				storeBits(cta.smem[off+uint32(2*c):off+uint32(2*c)+2], uint64(tile[r][c]))
			}
		}
	}
	w.changed()
}

// matrixUnit applies T2 and T5.
func (w *Warp) matrixUnit(mask uint32, what string) {
	w.collective(mask, what)
	if w.live != FullMask {
		w.errorf(RuleExited, "%s in a warp whose live lanes are %08x: all 32 must be live", what, w.live)
	}
}

// ConsumeLoads tells the machine that the values of all loads of w so far have been used by an instruction. It
// matters only under WARConsumed.
func (w *Warp) ConsumeLoads() {
	w.clk.raise(kConsumed, w.idx, w.epoch())
	w.bump()
}
