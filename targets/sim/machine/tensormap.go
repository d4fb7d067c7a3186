package machine

import "fmt"

// ElemType is the element type of a tensor map. The values are the driver's CUtensorMapDataType; PTX numbers them
// differently in tensormap.replace.
type ElemType uint8

// The element types.
const (
	ElemU8 ElemType = iota
	ElemU16
	ElemU32
	ElemS32
	ElemU64
	ElemS64
	ElemF16
	ElemF32
	ElemF64
	ElemBF16
	ElemF32FTZ
	ElemTF32
	ElemTF32FTZ
)

// Bytes is the size of an element.
func (t ElemType) Bytes() int {
	switch t {
	case ElemU8:
		return 1
	case ElemU16, ElemF16, ElemBF16:
		return 2
	case ElemU64, ElemS64, ElemF64:
		return 8
	}
	return 4
}

func (t ElemType) float() bool { return t >= ElemF16 }

// atomic is the type that reductions use.
func (t ElemType) atomic() AtomicType {
	return [...]AtomicType{AtomU32, AtomU32, AtomU32, AtomS32, AtomU64, AtomS64, AtomF16, AtomF32, AtomF64, AtomBF16, AtomF32, AtomF32, AtomF32}[t]
}

// nan is the bit pattern that out-of-bounds elements get with NaN fill.
func (t ElemType) nan() uint64 {
	switch t {
	case ElemF16, ElemBF16:
		return 0x7fff
	case ElemF64:
		return 0x7fffffffffffffff
	}
	return 0x7fffffff
}

// TensorMap describes a tensor in global memory and the box that one copy moves, as cuTensorMapEncodeTiled takes them
// (tile mode, no interleave). Slices have one entry per dimension, fastest first.
type TensorMap struct {
	Type ElemType
	// Base is the global address of element 0.
	Base uint64
	// Dims is the size in elements.
	Dims []uint64
	// Strides is the pitch in bytes of dimensions 1 and up; dimension 0 is dense.
	Strides []uint64
	// Box is the box in elements, ElemStrides the traversal stride of each dimension (nil: all 1).
	Box         []uint32
	ElemStrides []uint32
	Swizzle     Swizzle
	// NaNFill fills elements outside the tensor with NaN instead of zero.
	NaNFill bool
}

// Rank is the number of dimensions.
func (t *TensorMap) Rank() int { return len(t.Dims) }

func (t *TensorMap) step(d int) int {
	if t.ElemStrides == nil || d == 0 {
		return 1 // the stride of dimension 0 is ignored without interleave
	}
	return int(t.ElemStrides[d])
}

// extent is the number of elements of dimension d that a copy moves.
func (t *TensorMap) extent(d int) int {
	s := t.step(d)
	return (int(t.Box[d]) + s - 1) / s
}

// rows is the product of the outer extents.
func (t *TensorMap) rows() int {
	n := 1
	for d := 1; d < t.Rank(); d++ {
		n *= t.extent(d)
	}
	return n
}

// BoxBytes is the number of bytes that a copy reports to its mbarrier (3.3); parts outside the tensor count.
func (t *TensorMap) BoxBytes() int { return t.rows() * int(t.Box[0]) * t.Type.Bytes() }

// pitch is the distance of box rows in shared memory.
func (t *TensorMap) pitch() int {
	if t.Swizzle == SwizzleNone {
		return int(t.Box[0]) * t.Type.Bytes()
	}
	return t.Swizzle.Span()
}

// Footprint is the number of bytes of shared memory that a box spans: more than BoxBytes when a swizzled box is
// narrower than the swizzle.
func (t *TensorMap) Footprint() int { return t.rows() * t.pitch() }

// Storable reports whether stores write nothing but the tensor: they write whole pieces of 16 bytes of its rows.
func (t *TensorMap) Storable() bool { return t.Dims[0]*uint64(t.Type.Bytes())%16 == 0 }

// EncodeCheck applies the rules of cuTensorMapEncodeTiled.
func (t *TensorMap) EncodeCheck() error {
	r := t.Rank()
	if r < 1 || r > 5 {
		return fmt.Errorf("tensor map of rank %d: expected 1 to 5", r)
	}
	if len(t.Strides) != r-1 || len(t.Box) != r || t.ElemStrides != nil && len(t.ElemStrides) != r {
		return fmt.Errorf("tensor map of rank %d with %d strides, %d box sizes and %d element strides", r, len(t.Strides), len(t.Box), len(t.ElemStrides))
	}
	if t.Base%16 != 0 {
		return fmt.Errorf("tensor base 0x%x is not a multiple of 16", t.Base)
	}
	for d := range r {
		if t.Dims[d] < 1 || t.Dims[d] > 1<<32 {
			return fmt.Errorf("dimension %d of %d elements: expected 1 to 2^32", d, t.Dims[d])
		}
		if t.Box[d] < 1 || t.Box[d] > 256 {
			return fmt.Errorf("box dimension %d of %d elements: expected 1 to 256", d, t.Box[d])
		}
		if t.ElemStrides != nil && (t.ElemStrides[d] < 1 || t.ElemStrides[d] > 8) {
			return fmt.Errorf("element stride %d of dimension %d: expected 1 to 8", t.ElemStrides[d], d)
		}
	}
	for i, s := range t.Strides {
		if s%16 != 0 || s >= 1<<40 {
			return fmt.Errorf("stride of %d bytes of dimension %d: expected a multiple of 16 below 2^40", s, i+1)
		}
	}
	inner := int(t.Box[0]) * t.Type.Bytes()
	if inner%16 != 0 {
		return fmt.Errorf("inner box of %d bytes: expected a multiple of 16", inner)
	}
	if t.Swizzle > Swizzle128 {
		return fmt.Errorf("swizzle mode %d is not known", t.Swizzle)
	}
	if t.Swizzle != SwizzleNone && inner > t.Swizzle.Span() {
		return fmt.Errorf("inner box of %d bytes is wider than the swizzle of %d bytes", inner, t.Swizzle.Span())
	}
	if t.NaNFill && !t.Type.float() {
		return fmt.Errorf("NaN fill of an integer tensor")
	}
	return nil
}

// boxRow is one row of a box: its byte offset in shared memory before swizzle, and where its element 0 lies in global
// memory, if the outer coordinates are inside.
type boxRow struct {
	off    int
	addr   uint64
	inside bool
}

// eachRow calls f for the rows of the box at coordinates c, in the order of shared memory.
func (t *TensorMap) eachRow(c []int32, f func(boxRow)) {
	r := t.Rank()
	var idx [5]int
	for row := range t.rows() {
		br := boxRow{off: row * t.pitch(), addr: t.Base, inside: true}
		for d := 1; d < r; d++ {
			x := int64(c[d]) + int64(idx[d]*t.step(d))
			if x < 0 || uint64(x) >= t.Dims[d] {
				br.inside = false
			}
			br.addr += uint64(x) * t.Strides[d-1]
		}
		f(br)
		for d := 1; d < r; d++ {
			if idx[d]++; idx[d] < t.extent(d) {
				break
			}
			idx[d] = 0
		}
	}
}

// checkCopy applies the rules of 3.4 that hold for each copy.
func (w *Warp) checkCopy(t *TensorMap, c []int32, addr uint32, store bool, what string) {
	if err := t.EncodeCheck(); err != nil {
		w.trap(RuleTensor, "%s: %v", what, err)
	}
	if len(c) != t.Rank() {
		w.trap(RuleTensor, "%s: %d coordinates for a tensor of rank %d", what, len(c), t.Rank())
	}
	if int(c[0])*t.Type.Bytes()%16 != 0 {
		w.trap(RuleTensor, "%s: innermost coordinate %d times %d bytes is not a multiple of 16 (an illegal instruction on the hardware)", what, c[0], t.Type.Bytes())
	}
	for d, x := range c {
		if store && x < 0 {
			w.trap(RuleTensor, "%s: coordinate %d of dimension %d is negative (an illegal instruction on the hardware)", what, x, d)
		}
	}
	if addr&127 != 0 {
		w.trap(RuleMisaligned, "%s: shared address 0x%x is not a multiple of 128", what, addr&offsetMask)
	}
}

// inBounds clips a row to the tensor: elements lo to hi (exclusive) of the box row exist.
func (t *TensorMap) inBounds(c0 int32, row boxRow) (lo, hi int) {
	if !row.inside {
		return 0, 0
	}
	lo = int(max(0, -int64(c0)))
	hi = int(min(int64(t.Box[0]), int64(t.Dims[0])-int64(c0)))
	return min(lo, int(t.Box[0])), max(hi, min(lo, int(t.Box[0])))
}
