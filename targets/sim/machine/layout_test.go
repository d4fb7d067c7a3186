package machine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestSwizzleTable is the chunk table of 3.5.
func TestSwizzleTable(t *testing.T) {
	t.Parallel()
	want := map[Swizzle][8]string{
		Swizzle32:  {"01234567", "10325476", "01234567", "10325476", "01234567", "10325476", "01234567", "10325476"},
		Swizzle64:  {"01234567", "10325476", "23016745", "32107654", "01234567", "10325476", "23016745", "32107654"},
		Swizzle128: {"01234567", "10325476", "23016745", "32107654", "45670123", "54761032", "67452301", "76543210"},
	}
	for sw, rows := range want {
		for y, row := range rows {
			got := ""
			for c := range uint32(8) {
				got += fmt.Sprint(sw.Apply(uint32(y)*128+c*16) % 128 / 16) // where chunk c lands
			}
			if got != row {
				t.Errorf("swizzle %d line %d: %s, want %s", sw, y, got, row)
			}
		}
		if p := sw.Period(); int(sw.Apply(uint32(p)+48)) != p+int(sw.Apply(48)) {
			t.Errorf("swizzle %d is not periodic in %d", sw, p)
		}
	}
	if got := Swizzle64.Apply(208); got != 192 { // the example: row 3, column 8 of f16
		t.Errorf("swz64(208) = %d, want 192", got)
	}
}

func TestDescriptor(t *testing.T) {
	t.Parallel()
	d := Descriptor{Start: 0x400, LBO: 16, SBO: 1024, Swizzle: Swizzle128}
	if got := d.Encode(); got != 0x4000004000010040 {
		t.Errorf("descriptor 0x%x, want 0x4000004000010040", got)
	}
	for sw := SwizzleNone; sw <= Swizzle128; sw++ {
		d := Descriptor{Start: 0x2000, LBO: 8192, SBO: 512, BaseOffset: 3, Swizzle: sw}
		if got := DecodeDescriptor(d.Encode()); got != d {
			t.Errorf("decode(encode(%+v)) = %+v", d, got)
		}
	}
}

// TestTMAMatchesDescriptor: a box loaded by TMA is what a descriptor of the same swizzle reads (3.5, 5.3).
func TestTMAMatchesDescriptor(t *testing.T) {
	t.Parallel()
	for _, sw := range []Swizzle{SwizzleNone, Swizzle32, Swizzle64, Swizzle128} {
		inner := sw.Span() / 2 // f16 elements of a row
		m := New()
		const rows = 24
		buf, _ := m.Alloc("t", rows*256)
		for i := range buf.Data {
			buf.Data[i] = byte(i*7 + i>>8)
		}
		tm := &TensorMap{Type: ElemF16, Base: buf.Addr, Dims: []uint64{128, rows}, Strides: []uint64{256}, Box: []uint32{uint32(inner), rows}, Swizzle: sw}
		const base = 8192
		rep, err := m.Run(context.Background(), threads(32), func(w *Warp) error {
			initBar(w, 1)
			w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: uint32(tm.BoxBytes())})
			w.TMALoad(1, tm, []int32{8, 0}, base, bar0, 0)
			waitFull(w, bar0, 0)
			kmajor := Descriptor{Start: base, LBO: 16, SBO: uint32(8 * sw.Span()), Swizzle: sw}
			if sw == SwizzleNone {
				kmajor.SBO = 8 * 16
			}
			for r := range rows {
				for c := range inner {
					at := kmajor.Address(r, c, 2, false)
					if got, want := loadBits(w.cta.smem[at:at+2]), loadBits(buf.Data[r*256+16+2*c:][:2]); got != want {
						return fmt.Errorf("swizzle %d row %d col %d: %x, want %x", sw, r, c, got, want)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		noFaults(t, rep)
	}
}

// TestTMANarrowBox: inner bytes below the swizzle leave gaps; bytes counted are the box's, and a store round-trips.
func TestTMANarrowBox(t *testing.T) {
	t.Parallel()
	for _, sw := range []Swizzle{Swizzle32, Swizzle64, Swizzle128} {
		for inner := 16; inner <= sw.Span(); inner += 16 {
			m := New()
			in, _ := m.Alloc("in", 16*128)
			out, _ := m.Alloc("out", 16*128)
			for i := range in.Data {
				in.Data[i] = byte(i*5 + i>>7)
			}
			tm := TensorMap{Type: ElemU8, Base: in.Addr, Dims: []uint64{128, 16}, Strides: []uint64{128}, Box: []uint32{uint32(inner), 16}, Swizzle: sw}
			om := tm
			om.Base = out.Addr
			if tm.BoxBytes() != inner*16 || tm.Footprint() != 16*sw.Span() {
				t.Errorf("swizzle %d inner %d: %d bytes, footprint %d", sw, inner, tm.BoxBytes(), tm.Footprint())
			}
			rep, err := m.Run(context.Background(), threads(32), func(w *Warp) error {
				initBar(w, 1)
				w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: uint32(inner * 16)})
				w.TMALoad(1, &tm, []int32{0, 0}, 0, bar0, 0)
				waitFull(w, bar0, 0)
				w.TMAStore(1, &om, []int32{0, 0}, 0, nil)
				w.BulkCommit(1)
				w.BulkWait(1, 0, false)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			noFaults(t, rep)
			for i := range out.Data {
				want := byte(0)
				if i%128 < inner {
					want = in.Data[i]
				}
				if out.Data[i] != want {
					t.Fatalf("swizzle %d inner %d byte %d: %d, want %d", sw, inner, i, out.Data[i], want)
				}
			}
		}
	}
}

// TestTMABounds: parts outside the tensor read as the fill value and are not written, and count for the barrier.
func TestTMABounds(t *testing.T) {
	t.Parallel()
	for _, nan := range []bool{false, true} {
		for _, c := range [][]int32{{0, 0}, {-8, -2}, {16, 3}, {40, 0}, {0, 100}, {-80, 0}} {
			m := New()
			in, _ := m.Alloc("in", 5*48*2) // 17 x 5 f16, pitch 48 elements
			for i := range in.Data {
				in.Data[i] = byte(i + 1)
			}
			tm := &TensorMap{Type: ElemF16, Base: in.Addr, Dims: []uint64{17, 5}, Strides: []uint64{96}, Box: []uint32{16, 4}, NaNFill: nan}
			rep, err := m.Run(context.Background(), threads(32), func(w *Warp) error {
				initBar(w, 1)
				w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 128})
				w.TMALoad(1, tm, c, 0, bar0, 0)
				waitFull(w, bar0, 0)
				for y := range 4 {
					for x := range 16 {
						gx, gy := int(c[0])+x, int(c[1])+y
						want := uint64(0)
						if nan {
							want = 0x7fff
						}
						if gx >= 0 && gx < 17 && gy >= 0 && gy < 5 {
							want = loadBits(in.Data[gy*96+gx*2:][:2])
						}
						if got := loadBits(w.cta.smem[y*32+x*2:][:2]); got != want {
							return fmt.Errorf("at %v (%d,%d): %x, want %x", c, x, y, got, want)
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			noFaults(t, rep)
		}
	}
}

func TestTMAReduceAndMulticast(t *testing.T) {
	t.Parallel()
	m := New()
	in, _ := m.Alloc("in", 1024)
	out, _ := m.Alloc("out", 1024)
	for i := range 256 {
		storeBits(in.Data[4*i:4*i+4], uint64(math.Float32bits(float32(i))))
	}
	tm := TensorMap{Type: ElemF32, Base: in.Addr, Dims: []uint64{32, 8}, Strides: []uint64{128}, Box: []uint32{32, 8}, Swizzle: Swizzle128}
	om := tm
	om.Base = out.Addr
	add := AtomAdd
	rep, err := m.Run(context.Background(), cluster2(32), func(w *Warp) error {
		initCluster(w, 1)
		w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: 1024})
		if w.Rank() == 0 {
			w.TMALoad(1, &tm, []int32{0, 0}, 1024, bar0, 3)
		}
		waitFull(w, bar0, 0)
		w.TMAStore(1, &om, []int32{0, 0}, 1024, &add)
		w.BulkCommit(1)
		w.BulkWait(1, 0, false)
		w.ClusterArrive(FullMask, true, false)
		w.ClusterWait(FullMask, true)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	noFaults(t, rep)
	for i := range 256 {
		if got := math.Float32frombits(uint32(loadBits(out.Data[4*i : 4*i+4]))); got != float32(2*i) {
			t.Fatalf("out[%d] = %v, want %d", i, got, 2*i)
		}
	}
}

func TestTensorMapHighRank(t *testing.T) {
	t.Parallel()
	m := New()
	in, _ := m.Alloc("in", 16*3*4*2*2)
	for i := range in.Data {
		in.Data[i] = byte(i * 3)
	}
	tm := &TensorMap{Type: ElemU8, Base: in.Addr, Dims: []uint64{16, 3, 4, 2, 2}, Strides: []uint64{16, 48, 192, 384},
		Box: []uint32{16, 2, 4, 1, 2}, ElemStrides: []uint32{1, 1, 2, 1, 1}}
	if got, want := tm.BoxBytes(), 16*2*2*1*2; got != want {
		t.Fatalf("box bytes %d, want %d", got, want)
	}
	rep, err := m.Run(context.Background(), threads(32), func(w *Warp) error {
		initBar(w, 1)
		w.MbarrierArrive(1, all(bar0), Arrive{ExpectTx: true, Bytes: uint32(tm.BoxBytes())})
		w.TMALoad(1, tm, []int32{0, 1, 1, 1, 0}, 0, bar0, 0)
		waitFull(w, bar0, 0)
		at := 0
		for e := range 2 {
			for c := 1; c < 5; c += 2 {
				for b := 1; b < 3; b++ {
					for a := range 16 {
						if got, want := w.cta.smem[at], in.Data[a+b*16+c*48+192+e*384]; got != want {
							return fmt.Errorf("byte %d: %d, want %d", at, got, want)
						}
						at++
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	noFaults(t, rep)
}

func TestEncodeCheck(t *testing.T) {
	t.Parallel()
	good := func() *TensorMap {
		return &TensorMap{Type: ElemF16, Base: 256, Dims: []uint64{64, 64}, Strides: []uint64{128}, Box: []uint32{64, 8}, Swizzle: Swizzle128}
	}
	for want, edit := range map[string]func(m *TensorMap){
		"tensor map of rank 0: expected 1 to 5":                                    func(m *TensorMap) { m.Dims = nil },
		"tensor map of rank 2 with 0 strides, 2 box sizes and 0 element strides":   func(m *TensorMap) { m.Strides = nil },
		"tensor base 0x108 is not a multiple of 16":                                func(m *TensorMap) { m.Base = 264 },
		"dimension 1 of 0 elements: expected 1 to 2^32":                            func(m *TensorMap) { m.Dims[1] = 0 },
		"box dimension 1 of 257 elements: expected 1 to 256":                       func(m *TensorMap) { m.Box[1] = 257 },
		"element stride 9 of dimension 1: expected 1 to 8":                         func(m *TensorMap) { m.ElemStrides = []uint32{1, 9} },
		"stride of 120 bytes of dimension 1: expected a multiple of 16 below 2^40": func(m *TensorMap) { m.Strides[0] = 120 },
		"inner box of 24 bytes: expected a multiple of 16":                         func(m *TensorMap) { m.Box[0] = 12 },
		"inner box of 256 bytes is wider than the swizzle of 128 bytes":            func(m *TensorMap) { m.Box[0] = 128 },
		"swizzle mode 9 is not known":                                              func(m *TensorMap) { m.Swizzle = 9 },
		"NaN fill of an integer tensor":                                            func(m *TensorMap) { m.Type, m.NaNFill = ElemU16, true },
	} {
		m := good()
		edit(m)
		if err := m.EncodeCheck(); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if err := good().EncodeCheck(); err != nil {
		t.Error(err)
	}
}

// TestLdmatrix checks both forms against the element formula of 6.1, and stmatrix as its inverse.
func TestLdmatrix(t *testing.T) {
	t.Parallel()
	for _, trans := range []bool{false, true} {
		rep := exec(t, threads(32), func(w *Warp) {
			var src [512]byte
			for i := range 256 {
				storeBits(src[2*i:2*i+2], uint64(i))
			}
			w.StoreShared(FullMask, all(0, 16), 16, src[:])
			regs := w.Ldmatrix(FullMask, 4, trans, all(0, 16))
			for m := range 4 {
				for l := range 32 {
					row, col := l/4, 2*(l%4)
					lo, hi := m*64+row*8+col, m*64+row*8+col+1
					if trans {
						lo, hi = m*64+col*8+row, m*64+(col+1)*8+row
					}
					if want := uint32(lo | hi<<16); regs[m][l] != want {
						t.Fatalf("trans %v matrix %d lane %d: %x, want %x", trans, m, l, regs[m][l], want)
					}
				}
			}
			w.Stmatrix(FullMask, 4, trans, all(1024, 16), &regs)
			var back [512]byte
			w.LoadShared(FullMask, all(1024, 16), 16, back[:])
			if back != src {
				t.Errorf("trans %v: stmatrix is not the inverse", trans)
			}
		})
		noFaults(t, rep)
	}
}

// TestStmatrixSwizzled is the accumulator store of 6.1: a 64x64 tile through stmatrix equals the TMA image.
func TestStmatrixSwizzled(t *testing.T) {
	t.Parallel()
	m := New()
	out, _ := m.Alloc("out", 64*64*2)
	tm := &TensorMap{Type: ElemF16, Base: out.Addr, Dims: []uint64{64, 64}, Strides: []uint64{128}, Box: []uint32{64, 64}, Swizzle: Swizzle128}
	rep, err := m.Run(context.Background(), threads(128), func(w *Warp) error {
		value := func(elem, lane int) uint32 { // D element -> row*64+col
			row := 16*w.Index() + lane/4 + 8*(elem>>1&1)
			col := 2*(lane%4) + elem&1 + 8*(elem>>2)
			return uint32(row*64 + col)
		}
		for j := range 4 {
			var addr [32]uint32
			var regs [4][32]uint32
			for l := range 32 {
				row, chunk := 16*w.Index()+l&15, 2*j+l>>4
				addr[l] = uint32(row*128 + (chunk^row&7)<<4)
				for r := range 4 {
					regs[r][l] = value(8*j+2*r, l) | value(8*j+2*r+1, l)<<16
				}
			}
			w.Stmatrix(FullMask, 4, false, &addr, &regs)
		}
		w.FenceProxyAsync(SpaceShared)
		w.BarSync(FullMask, 1, 128, true)
		if w.Index() == 0 {
			w.TMAStore(1, tm, []int32{0, 0}, 0, nil)
			w.BulkCommit(1)
			w.BulkWait(1, 0, false)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	noFaults(t, rep)
	for i := range 4096 {
		if got := loadBits(out.Data[2*i : 2*i+2]); got != uint64(i) {
			t.Fatalf("element %d is %d", i, got)
		}
	}
}

func TestConversions(t *testing.T) {
	t.Parallel()
	for i := range 65536 {
		h := uint16(i)
		f := F16ToFloat32(h)
		if f != f {
			continue
		}
		if got := F16FromFloat32(f); got != h {
			t.Fatalf("f16 %04x -> %v -> %04x", h, f, got)
		}
		if b := BF16ToFloat32(h); b == b && BF16FromFloat32(b) != h {
			t.Fatalf("bf16 %04x does not round-trip", h)
		}
	}
	for i := range 256 {
		b := uint8(i)
		if f := E4M3ToFloat32(b); f == f && E4M3FromFloat32(f) != b {
			t.Errorf("e4m3 %02x -> %v -> %02x", b, f, E4M3FromFloat32(f))
		}
		if f := E5M2ToFloat32(b); f == f && !math.IsInf(float64(f), 0) && E5M2FromFloat32(f) != b {
			t.Errorf("e5m2 %02x -> %v -> %02x", b, f, E5M2FromFloat32(f))
		}
	}
	for _, c := range []struct {
		f    float32
		f16  uint16
		bf16 uint16
		e4m3 uint8
		e5m2 uint8
	}{
		{1, 0x3c00, 0x3f80, 0x38, 0x3c},
		{1 + 1.0/2048, 0x3c00, 0x3f80, 0x38, 0x3c}, // tie to even in f16
		{1 + 3.0/2048, 0x3c02, 0x3f80, 0x38, 0x3c},
		{65504, 0x7bff, 0x4780, 0x7e, 0x7b},
		{65520, 0x7c00, 0x4780, 0x7e, 0x7b}, // tie rounds to infinity in f16, saturates in fp8
		{-448, 0xdf00, 0xc3e0, 0xfe, 0xdf},
		{0x1p-24, 0x0001, 0x3380, 0, 0},
		{0x1p-25, 0x0000, 0x3300, 0, 0},
		{0.001953125, 0x1800, 0x3b00, 0x01, 0x18}, // smallest e4m3
	} {
		if a, b, d, e := F16FromFloat32(c.f), BF16FromFloat32(c.f), E4M3FromFloat32(c.f), E5M2FromFloat32(c.f); a != c.f16 || b != c.bf16 || d != c.e4m3 || e != c.e5m2 {
			t.Errorf("%v: %04x %04x %02x %02x, want %04x %04x %02x %02x", c.f, a, b, d, e, c.f16, c.bf16, c.e4m3, c.e5m2)
		}
	}
	g := rand.New(rand.NewPCG(1, 2))
	for range 100000 {
		f := math.Float32frombits(g.Uint32())
		if f != f || math.Abs(float64(f)) > 60000 {
			continue
		}
		h := F16FromFloat32(f)
		err := math.Abs(float64(F16ToFloat32(h)) - float64(f))
		for _, n := range []uint16{h - 1, h + 1} {
			if v := F16ToFloat32(n); v == v && math.Abs(float64(v)-float64(f)) < err {
				t.Fatalf("f16 of %v: %04x is not nearest", f, h)
			}
		}
	}
}
