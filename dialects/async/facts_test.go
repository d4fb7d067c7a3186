package async

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/ir"
)

func testContext() *ir.Context { return ir.NewContext(Dialect) }

// Every element address that a descriptor implies must be where the buffer
// keeps the element.
func TestDescriptorAddressesTheBuffer(t *testing.T) {
	t.Parallel()
	c := testContext()
	shapes := [][]int64{{64, 16}, {64, 32}, {64, 64}, {128, 64}, {192, 128}, {256, 64}, {16, 256}, {64, 192}, {8, 64}, {24, 64}, {64, 8}, {64, 48}, {32, 96}}
	for _, shape := range shapes {
		for _, sw := range []int{0, 32, 64, 128} {
			for _, mnMajor := range []bool{false, true} {
				b := BufferOf(shape, c.F16(), sw, 1)
				if b.Check() != nil {
					continue
				}
				t.Run(fmt.Sprintf("%vx%d,mn=%v", shape, sw, mnMajor), func(t *testing.T) {
					t.Parallel()
					checkDescriptors(t, b, mnMajor)
				})
			}
		}
	}
}

func checkDescriptors(t *testing.T, b *BufferType, mnMajor bool) {
	mns, ks := b.Shape[0], b.Shape[1]
	if mnMajor {
		mns, ks = ks, mns
	}
	if ks%16 != 0 {
		return
	}
	for _, count := range []int64{8, 64, mns} {
		if mns%count != 0 {
			continue
		}
		for mn0 := int64(0); mn0 < mns; mn0 += count {
			for k0 := int64(0); k0 < ks; k0 += 16 {
				d, err := DescriptorFor(b, mnMajor, mn0, count, k0)
				if err != nil {
					checkDeclined(t, b, mnMajor, mn0, err)
					continue
				}
				for _, base := range []int64{0, 1024, 5 * 1024} {
					for mn := range count {
						for k := range int64(16) {
							coord := []int64{mn0 + mn, k0 + k}
							if mnMajor {
								coord[0], coord[1] = coord[1], coord[0]
							}
							want := SwizzleAddr(base+b.Offset(coord), b.Swizzle)
							if got := d.Address(base, mn, k, 2); got != want {
								t.Fatalf("block (%d,%d) element (%d,%d) base %d: descriptor address %d, buffer address %d", mn0, k0, mn, k, base, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// checkDeclined lists the only reasons to have no descriptor.
func checkDeclined(t *testing.T, b *BufferType, mnMajor bool, mn0 int64, err error) {
	t.Helper()
	unswizzled := b.Swizzle == 0 && !(mnMajor && b.RowBytes() == 16)
	insideSlab := mnMajor && b.Swizzle != 0 && mn0*2%int64(b.Swizzle) != 0
	if !unswizzled && !insideSlab {
		t.Errorf("no descriptor for %s at %d: %v", b, mn0, err)
	}
}

func TestDescriptorEncode(t *testing.T) {
	t.Parallel()
	b := BufferOf([]int64{128, 64}, testContext().F16(), 128, 1)
	d, err := DescriptorFor(b, false, 0, 64, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := d.Encode(0x400), uint64(0x4000004000010040); got != want {
		t.Errorf("k-step 0: %#x, want %#x", got, want)
	}
	if d, err = DescriptorFor(b, false, 0, 64, 16); err != nil {
		t.Fatal(err)
	}
	if got, want := d.Encode(0x400), uint64(0x4000004000010042); got != want {
		t.Errorf("k-step 1: %#x, want %#x", got, want)
	}
	v := BufferOf([]int64{64, 128}, testContext().F16(), 128, 1)
	if d, err = DescriptorFor(v, true, 0, 128, 16); err != nil {
		t.Fatal(err)
	}
	want := Descriptor{Offset: 2048, Leading: 8192, Stride: 1024, Swizzle: 128, MNMajor: true}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
}

// The boxes together bring every element to where the buffer keeps it.
func TestBoxesFillTheBuffer(t *testing.T) {
	t.Parallel()
	c := testContext()
	for _, tc := range []struct {
		shape []int64
		sw    int
		lead  int
	}{
		{[]int64{128, 64}, 128, 0}, {[]int64{64, 256}, 128, 0}, {[]int64{512, 64}, 128, 0}, {[]int64{300, 32}, 64, 0},
		{[]int64{16, 16}, 32, 1}, {[]int64{64, 8}, 0, 0}, {[]int64{4, 320, 32}, 64, 0}, {[]int64{4, 8, 64}, 128, 2}, {[]int64{256}, 0, 1},
	} {
		b := BufferOf(tc.shape, c.F16(), tc.sw, 1)
		box := append(ones(tc.lead), BoxFor(b)...)
		m := TensorMapOf(box, c.F16(), tc.sw)
		if err := m.Check(); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if err := CheckBox(b, m); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		got := make(map[int64]int64)
		total := int64(0)
		for _, bx := range Boxes(b, box) {
			at := bx.Offset
			eachIndex(box, func(idx []int64) {
				coord := make([]int64, len(tc.shape))
				for d := range coord {
					coord[d] = bx.Coords[tc.lead+d] + idx[tc.lead+d]
				}
				got[b.Offset(coord)] = at
				at += 2
				total += 2
			})
		}
		if total != LoadBytes(b) || int64(len(got))*2 != b.SlotBytes() {
			t.Errorf("%s: boxes bring %d bytes to %d places, want %d", b, total, len(got), b.SlotBytes())
		}
		for want, at := range got {
			if want != at {
				t.Fatalf("%s: an element of the box lies at %d, the buffer keeps it at %d", b, at, want)
			}
		}
	}
}

// Simulates stmatrix lane by lane.
func TestStMatrixPlanStoresEveryElement(t *testing.T) {
	t.Parallel()
	c := testContext()
	for _, tc := range []struct {
		shape []int64
		wgs   int
		n, sw int
	}{
		{[]int64{64, 64}, 1, 64, 128}, {[]int64{128, 64}, 2, 64, 128}, {[]int64{128, 64}, 1, 64, 128}, {[]int64{256, 128}, 2, 128, 128},
		{[]int64{64, 32}, 1, 32, 64}, {[]int64{64, 16}, 1, 16, 32}, {[]int64{64, 8}, 1, 8, 0}, {[]int64{64, 24}, 1, 24, 0}, {[]int64{64, 256}, 1, 64, 128},
	} {
		l := MMALayoutOf(c, tc.wgs, tc.n)
		b := BufferOf(tc.shape, c.F16(), tc.sw, 1)
		plan, err := StMatrixPlan(l, b)
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		m, err := l.Map(tc.shape)
		if err != nil {
			t.Fatal(err)
		}
		stored := make(map[int64]bool)
		for i, s := range plan.Stores {
			for mat := range s.Matrices {
				for tid := range int64(m.Threads) {
					lane, first := tid%32, tid/32*32
					row := plan.Addr(1024, first+int64(mat)*8+lane/4, i, tc.sw)
					for half := range 2 {
						addr := row + lane%4*4 + int64(half)*2
						coord := m.Coord(tid, s.Regs[2*mat+half])
						if want := SwizzleAddr(1024+b.Offset(coord), tc.sw); addr != want {
							t.Fatalf("%s store %d matrix %d thread %d: element %v goes to %d, want %d", b, i, mat, tid, coord, addr, want)
						}
						stored[addr] = true
					}
				}
			}
		}
		if int64(len(stored))*2 != b.SlotBytes() {
			t.Errorf("%s: %d elements stored, want %d", b, len(stored), b.SlotBytes()/2)
		}
	}
}

func TestStMatrixPlanDeclines(t *testing.T) {
	t.Parallel()
	c := testContext()
	if _, err := StMatrixPlan(MMALayoutOf(c, 1, 64), BufferOf([]int64{64, 64}, c.F32(), 128, 1)); err == nil {
		t.Error("32-bit elements: want an error")
	}
	if _, err := StMatrixPlan(MMALayoutOf(c, 2, 64), BufferOf([]int64{64, 64}, c.F16(), 128, 1)); err == nil {
		t.Error("too few rows: want an error")
	}
	if _, err := StMatrixPlan(MMALayoutOf(c, 1, 64), BufferOf([]int64{1, 64}, c.F16(), 128, 1)); err == nil {
		t.Error("a row vector: want an error")
	}
}

// Threads that own elements hold each element of the tile exactly once.
func TestLayoutsCoverTheTile(t *testing.T) {
	t.Parallel()
	c := testContext()
	blocked := BlockedOf(c, []int64{1, 8}, []int64{4, 8}, []int64{4, 1})
	mma := MMALayoutOf(c, 2, 64)
	for _, tc := range []struct {
		l     Layout
		shape []int64
	}{
		{blocked, []int64{64, 64}}, {blocked, []int64{16, 128}}, {blocked, []int64{4, 8}}, {blocked, []int64{1, 64}}, {blocked, []int64{48, 192}},
		{mma, []int64{128, 64}}, {mma, []int64{256, 128}}, {mma, []int64{1, 64}}, {mma, []int64{128, 1}},
		{SliceOf(0, mma), []int64{64}}, {SliceOf(1, mma), []int64{128}}, {SliceOf(0, SliceOf(1, mma)), nil}, {SliceOf(1, blocked), []int64{16}},
		{DefaultBlocked(c, []int64{64, 64}, 16, 2), []int64{64, 64}}, {DefaultBlocked(c, []int64{100, 12}, 32, 1), []int64{100, 12}},
		{DefaultBlocked(c, []int64{1000}, 16, 1), []int64{1000}}, {DefaultBlocked(c, nil, 32, 1), nil},
	} {
		m, err := tc.l.Map(tc.shape)
		if err != nil {
			t.Errorf("%s over %v: %v", tc.l, tc.shape, err)
			continue
		}
		held := make(map[string]int)
		for tid := range int64(m.Threads) {
			for r := range m.NumRegs() {
				coord := m.Coord(tid, r)
				for d, x := range coord {
					if x < 0 || x >= tc.shape[d] {
						t.Fatalf("%s over %v: thread %d register %d is at %v", tc.l, tc.shape, tid, r, coord)
					}
				}
				if m.Owns(tid) {
					held[fmt.Sprint(coord)]++
				}
			}
		}
		if int64(len(held)) != product(tc.shape) {
			t.Errorf("%s over %v: %d elements owned, want %d", tc.l, tc.shape, len(held), product(tc.shape))
		}
		for at, n := range held {
			if n != 1 {
				t.Fatalf("%s over %v: element %s owned %d times", tc.l, tc.shape, at, n)
			}
		}
	}
}

func TestExtractSliceRegisters(t *testing.T) {
	t.Parallel()
	c := testContext()
	src := ir.TensorOf([]int64{128, 256}, c.F16(), MMALayoutOf(c, 2, 256))
	res := ir.TensorOf([]int64{128, 64}, c.F16(), MMALayoutOf(c, 2, 64))
	regs, err := SliceRegs(src, res, []int64{0, 64})
	if err != nil {
		t.Fatal(err)
	}
	sm, _ := MapOf(src)
	rm, _ := MapOf(res)
	for tid := range int64(256) {
		for r, s := range regs {
			want := rm.Coord(tid, r)
			want[1] += 64
			if got := sm.Coord(tid, s); !cmp.Equal(got, want) {
				t.Fatalf("thread %d register %d: %v, want %v", tid, r, got, want)
			}
		}
	}
	if _, err := SliceRegs(src, ir.TensorOf([]int64{64, 256}, c.F16(), MMALayoutOf(c, 1, 256)), []int64{0, 0}); err == nil {
		t.Error("a slice of half the rows over two warp groups: want an error")
	}
}
