package machine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// mmaCase is a shape and layout of wgmma.
type mmaCase struct {
	a, b, d      MMAType
	n            int
	ta, tb       bool
	sw           Swizzle
	regs         bool
	negA, scaleD bool
	exact        bool
}

func (c mmaCase) String() string {
	return fmt.Sprintf("%v.%v.%v n=%d ta=%v tb=%v sw=%d regs=%v", c.d, c.a, c.b, c.n, c.ta, c.tb, c.sw, c.regs)
}

func encode(t MMAType, v int) uint64 {
	switch t {
	case MMAF16:
		return uint64(F16FromFloat32(float32(v)))
	case MMABF16:
		return uint64(BF16FromFloat32(float32(v)))
	case MMATF32:
		return uint64(math.Float32bits(float32(v)))
	case MMAE4M3:
		return uint64(E4M3FromFloat32(float32(v)))
	case MMAE5M2:
		return uint64(E5M2FromFloat32(float32(v)))
	}
	return uint64(uint8(int8(v)))
}

// place returns a descriptor for a rows x k tile at base and where each element goes, independently of
// Descriptor.Address: rows (or k, transposed) of span bytes in slabs, as TMA would leave them.
func place(c mmaCase, base uint32, rows, k int, trans bool, e int) (Descriptor, func(mn, kk int) uint32) {
	sp := c.sw.Span()
	if !trans {
		if c.sw == SwizzleNone { // two columns of core matrices
			d := Descriptor{Start: base, LBO: uint32(rows * 16), SBO: 128}
			return d, func(mn, kk int) uint32 {
				return base + uint32(kk*e/16*rows*16+mn*16+kk*e%16)
			}
		}
		d := Descriptor{Start: base, LBO: 16, SBO: uint32(8 * sp), Swizzle: c.sw}
		return d, func(mn, kk int) uint32 { return c.sw.Apply(base + uint32(mn*sp+kk*e)) }
	}
	// MN-major: slabs of span bytes of mn, k rows each.
	slab := uint32(k * sp)
	at := func(mn, kk int) uint32 {
		return c.sw.Apply(base + uint32(mn*e/sp)*slab + uint32(kk*sp+mn*e%sp))
	}
	if c.sw == SwizzleNone {
		return Descriptor{Start: base, LBO: 128, SBO: slab}, at
	}
	return Descriptor{Start: base, LBO: slab, SBO: uint32(8 * sp), Swizzle: c.sw}, at
}

func (c mmaCase) values() (a, b, acc []int) {
	g := rand.New(rand.NewPCG(uint64(c.n), uint64(c.a)<<8|uint64(c.b)))
	k := 32 / c.a.bytes()
	gen := func(n, lim int) []int {
		v := make([]int, n)
		for i := range v {
			v[i] = g.IntN(2*lim+1) - lim
		}
		return v
	}
	a, b, acc = gen(64*k, 3), gen(c.n*k, 3), gen(64*c.n, 9)
	if c.a == MMAU8 {
		for i := range a {
			a[i] = max(a[i], -a[i])
		}
	}
	if c.b == MMAU8 {
		for i := range b {
			b[i] = max(b[i], -b[i])
		}
	}
	return a, b, acc
}

const mmaA, mmaB = 0, 32768

// runMMA executes one wgmma and compares every element with integer arithmetic.
func (c mmaCase) run(t *testing.T) {
	e := c.a.bytes()
	k := 32 / e
	a, b, acc := c.values()
	dA, atA := place(c, mmaA, 64, k, c.ta, e)
	dB, atB := place(c, mmaB, c.n, k, c.tb, e)
	l := threads(128)
	if c.exact {
		l.Numerics = NumericsBitExact
	}
	rep := exec(t, l, func(w *Warp) {
		for i := w.Index(); i < 128; i += 4 { // initialise all, then place the elements
			put(w, uint32(i*512))
		}
		w.BarSync(FullMask, 1, 128, true)
		var one [32 * 16]byte
		store := func(at uint32, v uint64) {
			storeBits(one[:e], v)
			w.StoreShared(1, all(at), e, one[:])
		}
		if w.Index() == 0 {
			for i, v := range a {
				store(atA(i/k, i%k), encode(c.a, v))
			}
			for i, v := range b {
				store(atB(i/k, i%k), encode(c.b, v))
			}
		}
		w.FenceProxyAsync(SpaceShared)
		w.BarSync(FullMask, 1, 128, true)
		op := &Wgmma{N: c.n, A: c.a, B: c.b, D: c.d, TransA: c.ta, TransB: c.tb, NegA: c.negA, ScaleD: c.scaleD,
			DescA: dA.Encode(), DescB: dB.Encode(), AccID: 1, AID: 2}
		c.fill(w, op, a, acc)
		w.WgmmaFence(FullMask)
		w.Wgmma(FullMask, op)
		w.WgmmaCommit(FullMask)
		w.WgmmaWait(FullMask, 0)
		c.compare(t, w, op, a, b, acc)
	})
	noFaults(t, rep)
}

// where is the fragment map of D (5.2), written as the text has it.
func where(w, lane, i int) (row, col int) {
	g, q := lane/4, lane%4
	return 16*w + g + 8*(i>>1&1), 2*q + i&1 + 8*(i>>2)
}

func (c mmaCase) fill(w *Warp, op *Wgmma, a, acc []int) {
	n := c.n / 2
	if c.d == MMAF16 {
		n = c.n / 4
	}
	op.Acc = make([][32]uint32, n)
	for l := range 32 {
		for i := range c.n / 2 {
			row, col := where(w.Index(), l, i)
			v := acc[row*c.n+col]
			switch c.d {
			case MMAF16:
				op.Acc[i/2][l] |= uint32(F16FromFloat32(float32(v))) << (16 * (i & 1))
			case MMAF32:
				op.Acc[i][l] = math.Float32bits(float32(v))
			default:
				op.Acc[i][l] = uint32(int32(v))
			}
		}
	}
	if !c.regs {
		return
	}
	op.RegsA = make([][32]uint32, 4)
	e := c.a.bytes()
	k := 32 / e
	for l := range 32 {
		g, q := l/4, l%4
		for i := range 16 / e {
			row, kk := 0, 0
			switch e {
			case 2:
				row, kk = g+8*(i>>1&1), 2*q+i&1+8*(i>>2)
			case 1:
				row, kk = g+8*(i>>2&1), 4*q+i&3+16*(i>>3)
			case 4:
				row, kk = g+8*(i&1), q+4*(i>>1)
			}
			v := encode(c.a, a[(16*w.Index()+row)*k+kk])
			op.RegsA[i*e/4][l] |= uint32(v) << (8 * (i * e % 4))
		}
	}
}

func (c mmaCase) compare(t *testing.T, w *Warp, op *Wgmma, a, b, acc []int) {
	k := 32 / c.a.bytes()
	for l := range 32 {
		for i := range c.n / 2 {
			row, col := where(w.Index(), l, i)
			want := 0
			for x := range k {
				want += a[row*k+x] * b[col*k+x]
			}
			if c.negA {
				want = -want
			}
			if c.scaleD {
				want += acc[row*c.n+col]
			}
			got := 0
			switch c.d {
			case MMAF16:
				got = int(F16ToFloat32(uint16(op.Acc[i/2][l] >> (16 * (i & 1)))))
			case MMAF32:
				got = int(math.Float32frombits(op.Acc[i][l]))
			default:
				got = int(int32(op.Acc[i][l]))
			}
			if got != want {
				t.Errorf("D[%d][%d] = %d, want %d", row, col, got, want)
				return
			}
		}
	}
}

func TestWgmmaValues(t *testing.T) {
	t.Parallel()
	var cases []mmaCase
	for _, sw := range []Swizzle{SwizzleNone, Swizzle32, Swizzle64, Swizzle128} {
		for _, regs := range []bool{false, true} {
			for _, exact := range []bool{false, true} {
				cases = append(cases,
					mmaCase{a: MMAF16, b: MMAF16, d: MMAF32, n: 24, sw: sw, regs: regs, scaleD: true, exact: exact},
					mmaCase{a: MMABF16, b: MMABF16, d: MMAF32, n: 8, sw: sw, regs: regs, tb: true, scaleD: true, exact: exact},
					mmaCase{a: MMATF32, b: MMATF32, d: MMAF32, n: 16, sw: sw, regs: regs, scaleD: true, exact: exact},
					mmaCase{a: MMAE4M3, b: MMAE5M2, d: MMAF32, n: 40, sw: sw, regs: regs, scaleD: true, exact: exact},
					mmaCase{a: MMAF16, b: MMAF16, d: MMAF16, n: 16, sw: sw, regs: regs, scaleD: true, exact: exact},
				)
			}
			cases = append(cases, mmaCase{a: MMAS8, b: MMAU8, d: MMAS32, n: 32, sw: sw, regs: regs, scaleD: true})
		}
		cases = append(cases,
			mmaCase{a: MMAF16, b: MMAF16, d: MMAF32, n: 104, sw: sw, ta: true, tb: true},
			mmaCase{a: MMAF16, b: MMAF16, d: MMAF32, n: 256, sw: sw, negA: true, scaleD: true})
	}
	for _, c := range cases {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

// TestFusedDot has worked examples of W17.
func TestFusedDot(t *testing.T) {
	t.Parallel()
	f16 := fusedParams{fraction: 25, outBits: 23, minA: -14, minB: -14}
	fp8 := fusedParams{fraction: 13, outBits: 13, minA: -6, minB: -6}
	half := fusedParams{fraction: 25, outBits: 23, minA: -14, minB: -14, halfFloat: true}
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		name string
		p    fusedParams
		a, b []float32
		c    float32
		want float32
	}{
		{"exact", f16, []float32{1, 2, 3}, []float32{4, 5, 6}, 0.5, 32.5},
		{"product below the window is dropped", f16, []float32{1, 0x1p-13}, []float32{1, 0x1p-13}, 0, 1},
		{"product inside the window, cut by the result", f16, []float32{1, 0x1p-12}, []float32{1, 0x1p-12}, 0, 1},
		{"two such products make a bit", f16, []float32{1, 0x1p-12, 0x1p-12}, []float32{1, 0x1p-12, 0x1p-12}, 0, 1 + 0x1p-23},
		{"truncation is toward zero", f16, []float32{-1, 0x1p-14}, []float32{1, 0x1p-12}, 0, -1},
		{"truncation is toward zero, not down", f16, []float32{1, -0x1p-14}, []float32{1, 0x1p-12}, 0, 1},
		{"cancellation keeps the window", f16, []float32{1, -1, 0x1p-12}, []float32{1, 1, 0x1p-12}, 0, 0x1p-24},
		{"fp8 window", fp8, []float32{1, 0x1p-6}, []float32{1, 0x1p-8}, 0, 1},
		{"fp8 result", fp8, []float32{1, 0x1p-6}, []float32{1, 0x1p-6}, 0, 1 + 0x1p-12},
		{"fp8 accumulator is cut", fp8, []float32{1}, []float32{1}, 0x1p-14, 1},
		{"infinity", f16, []float32{inf}, []float32{1}, 0, inf},
		{"f16 result is nearest even", half, []float32{1, 0x1p-11}, []float32{1, 1}, 0, 1},
		{"f16 result rounds up", half, []float32{1, 3 * 0x1p-11}, []float32{1, 1}, 0, 1 + 0x1p-9},
	} {
		if got := fusedDot(c.a, c.b, c.c, c.p); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := math.Float32bits(fusedDot([]float32{inf, -inf}, []float32{1, 1}, 0, f16)); got != 0x7fffffff {
		t.Errorf("NaN is %x, want 7fffffff", got)
	}
}

// TestWgmmaRegisterChain: 16-bit D of columns 16c.. is the A fragment of k-step c (W1).
func TestWgmmaRegisterChain(t *testing.T) {
	t.Parallel()
	for c := range 4 {
		for i := range 8 {
			for l := range 32 {
				row, col := where(0, l, 8*c+i)
				ar, ak := l/4+8*(i>>1&1), 2*(l%4)+i&1+8*(i>>2)
				if row != ar || col-16*c != ak {
					t.Fatalf("c=%d i=%d lane %d: D (%d,%d), A (%d,%d)", c, i, l, row, col, ar, ak)
				}
			}
		}
	}
	elem, lane := cell(9, 10) // the example of 5.2 in its warp: row 25 = 16 + 9
	if elem != 6 || lane != 37-32 {
		t.Errorf("cell(9,10) = %d, lane %d; want 6, lane 5", elem, lane)
	}
}

// TestWgmmaRendezvous: a warp that never comes stops the others at their first wgmma.
func TestWgmmaRendezvous(t *testing.T) {
	t.Parallel()
	rep := exec(t, threads(128), func(w *Warp) {
		if w.Index() == 2 {
			w.BarSync(FullMask, 3, 64, true)
			return
		}
		w.WgmmaFence(FullMask)
		mma(w, make([][32]uint32, 4), 1)
	})
	if !rep.Deadlock {
		t.Fatalf("no deadlock: %v", rep.Err())
	}
}

// gemm runs tiles of 128x256x64 with two consumer warpgroups and one producer warpgroup, S=4.
func gemm(m *Machine, src *Buffer, iters int, timeline bool) (*Report, error) {
	const S = 4
	const stage = 16384 + 32768
	const full, empty = S * stage, S*stage + 64
	a := &TensorMap{Type: ElemF16, Base: src.Addr, Dims: []uint64{64, 512}, Strides: []uint64{128}, Box: []uint32{64, 128}, Swizzle: Swizzle128}
	b := *a
	b.Box = []uint32{64, 256}
	l := Launch{Block: Dim3{X: 384}, SharedBytes: S*stage + 128, Timeline: timeline}
	return m.Run(context.Background(), l, func(w *Warp) error {
		if w.Index() == 0 {
			for s := range uint32(S) {
				w.MbarrierInit(1, full+8*s, 1)
				w.MbarrierInit(1, empty+8*s, 8)
			}
		}
		w.BarSync(FullMask, 0, 0, true)
		if w.Index() < 4 {
			w.Setmaxnreg(FullMask, false, 40)
			if w.Index() != 0 {
				return nil
			}
			for i := range iters {
				s, r := uint32(i%S), uint64(i/S)
				w.WaitParity(FullMask, all(empty+8*s), Wait{Parity: uint32(r+1) & 1, Intended: r})
				w.MbarrierArrive(1, all(full+8*s), Arrive{ExpectTx: true, Bytes: stage})
				w.TMALoad(1, a, []int32{0, 0}, s*stage, full+8*s, 0)
				w.TMALoad(1, &b, []int32{0, 0}, s*stage+16384, full+8*s, 0)
			}
			return nil
		}
		w.Setmaxnreg(FullMask, true, 232)
		acc := make([][32]uint32, 128)
		half := uint32(w.Index()/4-1) * 8192
		for i := range iters {
			s, r := uint32(i%S), uint64(i/S)
			waitFull(w, full+8*s, r)
			w.WgmmaFence(FullMask)
			for k := range uint32(4) {
				w.Wgmma(FullMask, &Wgmma{N: 256, A: MMAF16, B: MMAF16, D: MMAF32, Acc: acc, AccID: 1, ScaleD: i+int(k) > 0,
					DescA: Descriptor{Start: s*stage + half + 32*k, LBO: 16, SBO: 1024, Swizzle: Swizzle128}.Encode(),
					DescB: Descriptor{Start: s*stage + 16384 + 32*k, LBO: 16, SBO: 1024, Swizzle: Swizzle128}.Encode()})
			}
			w.WgmmaCommit(FullMask)
			w.WgmmaWait(FullMask, 0)
			w.MbarrierArrive(1, all(empty+8*s), Arrive{})
		}
		return nil
	})
}

func TestGemmTimeline(t *testing.T) {
	t.Parallel()
	m := New()
	src, _ := m.Alloc("src", 65536)
	rep, err := gemm(m, src, 8, true)
	if err != nil {
		t.Fatal(err)
	}
	noFaults(t, rep)
	overlap := false
	for _, c := range rep.Timeline {
		for _, x := range rep.Timeline {
			overlap = overlap || c.Kind == "copy" && x.Kind == "mma" && c.Start < x.End && x.Start < c.End
		}
	}
	if !overlap || rep.Cycles == 0 {
		t.Errorf("no load in flight during an MMA in %d events, %d cycles", len(rep.Timeline), rep.Cycles)
	}
	if rep.Stats.Wgmma != 8*4*8 || rep.Stats.BulkBytes != 8*49152 {
		t.Errorf("stats %+v", rep.Stats)
	}
}

// BenchmarkTileIteration is one 128x256x64 step of a GEMM with two consumer warpgroups.
func BenchmarkTileIteration(b *testing.B) {
	m := New()
	src, _ := m.Alloc("src", 65536)
	n := 0
	for b.Loop() {
		n++
		rep, err := gemm(m, src, 8, false)
		if err != nil || rep.Err() != nil {
			b.Fatal(err, rep.Err())
		}
	}
	per := b.Elapsed().Seconds() / float64(n*8)
	b.ReportMetric(per*1e3, "ms/iteration")
	b.ReportMetric(128*256*64/per/1e6, "MFMA/s")
}
