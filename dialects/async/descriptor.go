package async

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// Descriptor says how a wgmma instruction finds its operand in a buffer: the
// fields of a matrix descriptor (PTX ISA, "Matrix Descriptor Format") but for
// the address of the buffer.
type Descriptor struct {
	// Offset is where the operand starts, in bytes from the start of the
	// tile, a multiple of 16.
	Offset int64
	// Leading and Stride are the leading and the stride dimension byte
	// offsets. Leading is 16, the value 1 in the field, where the hardware
	// ignores it.
	Leading, Stride int64
	// Swizzle is the swizzle in bytes; 0 for none.
	Swizzle int
	// MNMajor operands have their rows (A) or columns (B) contiguous in
	// memory; the instruction's transpose immediate says so.
	MNMajor bool
}

// descriptorMask keeps the 14 bits of an address field, in units of 16 bytes.
const descriptorMask = 0x3fff

// Encode returns the 64-bit descriptor for a tile at this shared-memory
// address.
func (d Descriptor) Encode(base int64) uint64 {
	// 128, 64 and 32 bytes are 1, 2 and 3 here, unlike in tensor maps.
	mode := map[int]uint64{128: 1, 64: 2, 32: 3}[d.Swizzle]
	field := func(v int64) uint64 { return uint64(v>>4) & descriptorMask }
	return field(base+d.Offset) | field(d.Leading)<<16 | field(d.Stride)<<32 | mode<<62
}

// Address returns the shared-memory address that the hardware computes for an
// element of the operand: mn is the row of A or the column of B, k the depth,
// both from the start of this operand; elemBytes is the element size and base
// the address of the tile. (PTX ISA, "Strides" and "Swizzling Modes".)
func (d Descriptor) Address(base, mn, k, elemBytes int64) int64 {
	return SwizzleAddr(base+d.Offset+d.linear(mn, k, elemBytes), d.Swizzle)
}

func (d Descriptor) linear(mn, k, e int64) int64 {
	sw := int64(d.Swizzle)
	switch {
	case !d.MNMajor && sw != 0:
		return mn%8*sw + mn/8*d.Stride + k*e
	case !d.MNMajor:
		return mn%8*16 + mn/8*d.Stride + k*e/16*d.Leading + k*e%16
	case sw != 0:
		return mn*e%sw + mn*e/sw*d.Leading + k%8*sw + k/8*d.Stride
	}
	return mn*e%16 + mn*e/16*d.Stride + k%8*16 + k/8*d.Leading
}

// MMADepthBytes is the depth of one wgmma instruction: K times the element
// size (PTX ISA, "Matrix Shape").
const MMADepthBytes = 32

// DescriptorFor returns the descriptor of the part of an operand tile that
// one instruction reads: mnCount rows of A (64) or columns of B (n) from mn
// on, and 32 bytes of depth from k on. The tile is [mn, k], or [k, mn] when
// mnMajor. It fails where no descriptor covers the part.
func DescriptorFor(b *BufferType, mnMajor bool, mn, mnCount, k int64) (Descriptor, error) {
	if len(b.Shape) != 2 {
		return Descriptor{}, fmt.Errorf("expected a 2-D buffer as MMA operand, found %s", b)
	}
	if b.Stages != 1 {
		return Descriptor{}, fmt.Errorf("expected one tile as MMA operand, found a ring of %d", b.Stages)
	}
	if mnMajor {
		return mnMajorDescriptor(b, mn, mnCount, k)
	}
	return kMajorDescriptor(b, mn, k)
}

func kMajorDescriptor(b *BufferType, mn, k int64) (Descriptor, error) {
	e, sw := b.ElemBytes(), int64(b.Swizzle)
	if sw == 0 {
		return Descriptor{}, fmt.Errorf("expected a swizzled buffer: rows of %d bytes without a swizzle have no matrix descriptor", b.RowBytes())
	}
	if mn%8 != 0 || k*e%MMADepthBytes != 0 {
		return Descriptor{}, fmt.Errorf("expected a start at a multiple of 8 rows and %d bytes, found row %d and byte %d", MMADepthBytes, mn, k*e)
	}
	off := k*e/sw*b.SlabBytes() + mn*sw + k*e%sw
	return Descriptor{Offset: off, Leading: 16, Stride: 8 * sw, Swizzle: b.Swizzle}, nil
}

func mnMajorDescriptor(b *BufferType, mn, mnCount, k int64) (Descriptor, error) {
	e, sw := b.ElemBytes(), int64(b.Swizzle)
	if e != 2 {
		return Descriptor{}, fmt.Errorf("expected 16-bit elements in a transposed MMA operand, found %s", b.Elem)
	}
	if k%8 != 0 {
		return Descriptor{}, fmt.Errorf("expected a start at a multiple of 8 in depth, found %d", k)
	}
	if sw == 0 {
		if b.RowBytes() != 16 {
			return Descriptor{}, fmt.Errorf("expected a swizzled buffer: rows of %d bytes without a swizzle have no matrix descriptor", b.RowBytes())
		}
		// One row is one line of a core matrix, eight rows are the next.
		return Descriptor{Offset: k * 16, Leading: 128, Stride: 16, MNMajor: true}, nil
	}
	if mn*e%sw != 0 {
		return Descriptor{}, fmt.Errorf("expected blocks of whole %d-byte slabs, found one of %d elements from %d on", sw, mnCount, mn)
	}
	off := mn*e/sw*b.SlabBytes() + k*sw
	return Descriptor{Offset: off, Leading: b.SlabBytes(), Stride: 8 * sw, Swizzle: b.Swizzle, MNMajor: true}, nil
}

// Box is one copy of a tile that is copied in several.
type Box struct {
	// Coords is where the box starts, in elements from the start of the
	// tile; outermost dimension first, as many as the box has.
	Coords []int64
	// Offset is where it lies in the buffer, in bytes.
	Offset int64
}

// Boxes lists the copies that fill a buffer of one stage through a tensor map
// whose box satisfies CheckBox, in the order of their offsets.
func Boxes(b *BufferType, box []int64) []Box {
	lead := len(box) - len(b.Shape)
	last := len(b.Shape) - 1
	counts := make([]int64, len(b.Shape))
	// Slabs lie one behind the other, so the last dimension varies slowest.
	for d, n := range b.Shape {
		counts[d] = n / box[lead+d]
	}
	order := append([]int64{counts[last]}, counts[:last]...)
	var out []Box
	eachIndex(order, func(idx []int64) {
		coords := make([]int64, len(box))
		in := make([]int64, len(b.Shape))
		in[last] = idx[0] * box[lead+last]
		for d := range last {
			in[d] = idx[d+1] * box[lead+d]
		}
		copy(coords[lead:], in)
		out = append(out, Box{Coords: coords, Offset: b.Offset(in)})
	})
	return out
}

// CheckBox reports why copies of this box cannot fill the buffer, nil when
// they can: a box is one stretch of a slab. Further dimensions in front of
// the buffer's must be 1.
func CheckBox(b *BufferType, m *TensorMapType) error {
	lead := len(m.Box) - len(b.Shape)
	if lead < 0 {
		return fmt.Errorf("expected a box of at least %d dimensions for %s, found %d", len(b.Shape), b, len(m.Box))
	}
	if m.Elem != b.Elem || m.Swizzle != b.Swizzle {
		return fmt.Errorf("expected the buffer and the tensor map to agree in element type and swizzle, found %s and %s", b, m)
	}
	for _, n := range m.Box[:lead] {
		if n != 1 {
			return fmt.Errorf("expected a box of 1 in the %d leading dimensions, found %d", lead, n)
		}
	}
	inner := m.Box[lead:]
	last := len(inner) - 1
	if inner[last] != b.SlabCols() {
		return fmt.Errorf("expected a box of %d columns, one slab of %s, found %d", b.SlabCols(), b, inner[last])
	}
	split := false
	for d := last - 1; d >= 0; d-- {
		if split && inner[d] != 1 {
			return fmt.Errorf("expected a box of 1 in dimension %d, since a later one is split, found %d", lead+d, inner[d])
		}
		if b.Shape[d]%inner[d] != 0 {
			return fmt.Errorf("expected a box that divides the %d rows of dimension %d, found %d", b.Shape[d], lead+d, inner[d])
		}
		split = split || inner[d] != b.Shape[d]
	}
	return nil
}

// LoadBytes returns the bytes that the copies into a tile bring: whole boxes,
// also where they reach outside the tensor (PTX ISA, "cp.async.bulk.tensor").
func LoadBytes(b *BufferType) int64 { return b.SlotBytes() }

// elemOf returns the element type of a buffer or an encoded tile.
func elemOf(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *BufferType:
		return t.Elem
	case *ir.TensorType:
		return t.Elem
	}
	return nil
}
