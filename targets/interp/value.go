package interp

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// Value is the value of an SSA value: a tile for tensors and vectors, memory
// for memrefs, a scalar otherwise.
type Value struct {
	Scalar Scalar
	Tile   *Tile
	Memory *MemRef
}

// Tile is the value of a tensor or vector, its elements in row-major order.
// It is not changed once made.
type Tile struct {
	Shape []int64
	Data  []Scalar
}

// MemRef is the value of a memref: a view of memory. Offset and strides count
// elements.
type MemRef struct {
	Offset  int64
	Sizes   []int64
	Strides []int64
	mem     memory
}

// Buffer returns the memref that is all of a host buffer.
func Buffer(b *hostdata.Buffer) *MemRef {
	return &MemRef{Sizes: b.Dims, Strides: b.Strides, mem: hostMemory{b}}
}

// memory is what memrefs are views of. Offsets are valid element numbers.
type memory interface {
	load(offset int64) Scalar
	store(offset int64, s Scalar)
	// len is the number of elements from offset 0 on.
	len() int64
}

// hostMemory is a buffer of the caller.
type hostMemory struct{ b *hostdata.Buffer }

func (h hostMemory) len() int64 { return int64(len(h.b.Bytes) / h.b.Elem.Size()) }

func (h hostMemory) load(offset int64) Scalar {
	bits := h.b.Bits(offset)
	if h.b.Elem.IsFloat() {
		return FloatScalar(h.b.Elem.Decode(bits))
	}
	if h.b.Elem == elem.I1 {
		return BoolScalar(bits&1 != 0)
	}
	return wrap(int64(bits), uint(8*h.b.Elem.Size()))
}

func (h hostMemory) store(offset int64, s Scalar) {
	switch {
	case h.b.Elem.IsFloat():
		h.b.SetBits(offset, h.b.Elem.Encode(s.Float()))
	case h.b.Elem == elem.I1:
		h.b.SetBits(offset, uint64(s)&1)
	default:
		h.b.SetBits(offset, uint64(s))
	}
}

// localMemory is what memref.alloc makes.
type localMemory struct {
	data  []Scalar
	freed bool
}

func (l *localMemory) len() int64                   { return int64(len(l.data)) }
func (l *localMemory) load(offset int64) Scalar     { return l.data[offset] }
func (l *localMemory) store(offset int64, s Scalar) { l.data[offset] = s }

// at returns the memory offset of an element and checks that it is inside.
func (m *MemRef) at(index []int64) (int64, error) {
	off := m.Offset
	for d, i := range index {
		if i < 0 || i >= m.Sizes[d] {
			return 0, fmt.Errorf("accesses index %d of dimension %d, whose size is %d", i, d, m.Sizes[d])
		}
		off += i * m.Strides[d]
	}
	return off, m.check(off)
}

func (m *MemRef) check(off int64) error {
	if l, ok := m.mem.(*localMemory); ok && l.freed {
		return fmt.Errorf("accesses memory that was deallocated")
	}
	if off < 0 || off >= m.mem.len() {
		return fmt.Errorf("accesses element %d of memory that has %d", off, m.mem.len())
	}
	return nil
}

// bindBuffer checks a host buffer against the type of an argument.
func bindBuffer(t *ir.MemRefType, b *hostdata.Buffer, mode Mode) (*MemRef, error) {
	want, found := elem.Type(t.Elem.String()), b.Elem
	if ir.IsIndex(t.Elem) {
		want = elem.I64 // which is what the host has
	}
	if want != found && !(mode == Float64 && want.IsFloat() && found == elem.F64) {
		return nil, fmt.Errorf("expects elements of type %s, found %s", t.Elem, found)
	}
	if len(b.Dims) != len(t.Shape) || len(b.Strides) != len(t.Shape) {
		return nil, fmt.Errorf("expects %d dimensions, found %d", len(t.Shape), len(b.Dims))
	}
	for i, d := range t.Shape {
		if b.Dims[i] < 0 || d != ir.Dynamic && d != b.Dims[i] {
			return nil, fmt.Errorf("expects size %s in dimension %d, found %d", dim(d), i, b.Dims[i])
		}
	}
	strides, err := typeStrides(t, b.Dims)
	if err != nil {
		return nil, err
	}
	for i, s := range strides {
		if s != ir.Dynamic && s != b.Strides[i] && b.Dims[i] > 1 {
			return nil, fmt.Errorf("expects stride %d in dimension %d, found %d", s, i, b.Strides[i])
		}
	}
	m := Buffer(b)
	if n := extent(m.Sizes, m.Strides); n > m.mem.len() {
		return nil, fmt.Errorf("expects %d elements of memory, found %d", n, m.mem.len())
	}
	return m, nil
}

func dim(d int64) string {
	if d == ir.Dynamic {
		return "0 or more"
	}
	return fmt.Sprint(d)
}

// typeStrides returns the strides that a memref type asks for, Dynamic where
// it leaves them open.
func typeStrides(t *ir.MemRefType, sizes []int64) ([]int64, error) {
	switch l := t.Layout.(type) {
	case nil:
		return hostdata.RowMajor(sizes), nil
	case *ir.StridedLayoutAttr:
		return l.Strides, nil
	}
	return nil, fmt.Errorf("expects a strided layout, found %s", t.Layout)
}

// extent returns the number of elements from the first to behind the last.
func extent(sizes, strides []int64) int64 {
	last := int64(0)
	for i, d := range sizes {
		if d == 0 {
			return 0
		}
		last += (d - 1) * strides[i]
	}
	return last + 1
}
