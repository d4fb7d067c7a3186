package machine

import "math/bits"

// TMALoad is cp.async.bulk.tensor from global to shared memory, issued once per lane of mask: the box at coords
// (elements, fastest first; may be negative or past the end) lands at dst, and mbar is told BoxBytes. multicast is the
// mask of cluster ranks, or 0 for none.
func (w *Warp) TMALoad(mask uint32, t *TensorMap, coords []int32, dst, mbar uint32, multicast uint16) {
	for range bits.OnesCount32(mask & w.live) {
		w.visible()
		const what = "cp.async.bulk.tensor"
		w.checkCopy(t, coords, dst, false, what)
		for _, d := range w.destinations(dst, mbar, multicast, 128, t.Footprint(), what) {
			w.loadBox(t, coords, d)
			w.bind(d, t.BoxBytes(), "tensor load")
		}
		w.changed()
	}
}

// loadBox moves the bytes of one box, 16 at a time.
func (w *Warp) loadBox(t *TensorMap, c []int32, d destination) {
	a := w.async("tensor load", w.clk, d.bar.slot, d.bar.copyEpoch())
	ev := w.globalAsync(d.bar.slot, d.bar.copyEpoch())
	e := t.Type.Bytes()
	inner := int(t.Box[0]) * e
	row16 := make([]byte, inner)
	smem := d.cta.smem
	t.eachRow(c, func(r boxRow) {
		lo, hi := t.inBounds(c[0], r)
		t.fill(row16, lo, hi)
		if hi > lo {
			addr := uint64(int64(r.addr) + (int64(c[0])+int64(lo))*int64(e))
			buf, off := w.globalAt(addr, (hi-lo)*e, 1, "tensor load")
			w.globalRead(buf, off, (hi-lo)*e, &ev, "tensor load")
			copy(row16[lo*e:hi*e], buf.Data[off:])
		}
		for k := 0; k < inner; k += 16 {
			at := t.Swizzle.Apply(d.off + uint32(r.off+k))
			d.cta.touchWrite(&a, int(at>>4), 0xffff)
			copy(smem[at:at+16], row16[k:])
		}
	})
	st := &w.run.rep.Stats
	st.SharedPeak = max(st.SharedPeak, int(d.off)+t.Footprint())
}

// fill sets the elements outside lo..hi to the fill value.
func (t *TensorMap) fill(row []byte, lo, hi int) {
	e := t.Type.Bytes()
	clear(row)
	if !t.NaNFill {
		return
	}
	for i := 0; i < len(row)/e; i++ {
		if i < lo || i >= hi {
			storeBits(row[i*e:i*e+e], t.Type.nan())
		}
	}
}

// TMAStore is cp.async.bulk.tensor from shared to global memory by each lane of mask, tracked by the lane's bulk
// group; elements outside the tensor are not written. reduce makes it cp.reduce.async.bulk.tensor.
func (w *Warp) TMAStore(mask uint32, t *TensorMap, coords []int32, src uint32, reduce *AtomicOp) {
	what := "cp.async.bulk.tensor store"
	var red *Reduction
	if reduce != nil {
		what = "cp.reduce.async.bulk.tensor"
		red = &Reduction{*reduce, t.Type.atomic()}
	}
	for l := range lanes(mask & w.live) {
		w.visible()
		w.checkCopy(t, coords, src, true, what)
		cta, off := w.resolve(src, t.Footprint())
		th := w.thread(l)
		w.storeBox(t, coords, cta, off, th, red)
		w.issued(th, t.BoxBytes())
	}
}

func (w *Warp) storeBox(t *TensorMap, c []int32, cta *CTA, base uint32, th *bulkThread, red *Reduction) {
	a := w.async("tensor store", w.clk, th.read, th.openEpoch())
	ev := w.globalAsync(th.write, th.openEpoch())
	e := t.Type.Bytes()
	inner := int(t.Box[0]) * e
	row := make([]byte, inner)
	t.eachRow(c, func(r boxRow) {
		lo, hi := t.inBounds(c[0], r)
		if hi <= lo {
			return
		}
		for k := lo * e &^ 15; k < hi*e; k += 16 {
			at := t.Swizzle.Apply(base + uint32(r.off+k))
			cta.touchRead(&a, int(at>>4), 0xffff)
			copy(row[k:], cta.smem[at:at+16])
		}
		// Whole pieces of 16 bytes are written, also where the row of the
		// tensor ends inside one (measured: docs/memory-model.md).
		end := min((hi*e+15)&^15, inner)
		if red != nil {
			end = hi * e
		}
		addr := uint64(int64(r.addr) + (int64(c[0])+int64(lo))*int64(e))
		buf, at := w.globalAt(addr, end-lo*e, 1, "tensor store")
		w.storeGlobalBytes(buf, at, row[lo*e:end], &ev, red)
	})
}

// TMAPrefetch is cp.async.bulk.prefetch.tensor: the rules of a load without its effect.
func (w *Warp) TMAPrefetch(mask uint32, t *TensorMap, coords []int32) {
	if mask&w.live == 0 {
		return
	}
	w.step()
	w.checkCopy(t, coords, 0, false, "cp.async.bulk.prefetch.tensor")
}
