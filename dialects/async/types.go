package async

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// MaxShared is the most shared memory a block can have on sm_90, in bytes
// (227 KiB).
const MaxShared = 232448

// MaxStages is the most slots that the passes give a ring.
const MaxStages = 8

// FileRegisters is the register file of an SM, and the most that a block can
// have, in 32-bit registers; MaxThreads is the most threads of a block (CUDA C++
// Programming Guide, "Technical Specifications per Compute Capability").
const (
	FileRegisters = 65536
	MaxThreads    = 1024
)

// BufferType is !tasync.buffer<RxCxT, swizzle = S, stages = N>: a tile in
// shared memory, or a ring of N of them.
//
// Swizzle is 0, 32, 64 or 128 bytes. A swizzled tile is stored in slabs of
// Swizzle bytes of the last dimension, [cols/slab][rows][Swizzle bytes], and
// the bytes are permuted by XOR on absolute addresses as TMA and wgmma do
// (PTX ISA, "Swizzling Modes"); without a swizzle it is row-major.
type BufferType struct {
	ir.TypeBase
	Shape   []int64
	Elem    ir.Type
	Swizzle int
	Stages  int
}

// BufferOf returns the buffer type; stages is at least 1.
func BufferOf(shape []int64, elem ir.Type, swizzle, stages int) *BufferType {
	key := fmt.Sprintf("tasync.buffer%v,%s,%d,%d", shape, elem, swizzle, stages)
	return ir.InternType(elem.Context(), key, func() *BufferType {
		return &BufferType{Shape: append([]int64(nil), shape...), Elem: elem, Swizzle: swizzle, Stages: stages}
	})
}

// DialectName returns the prefix of the type.
func (t *BufferType) DialectName() string { return "tasync" }

// PrintBody writes buffer<...>.
func (t *BufferType) PrintBody(p *ir.Printer) {
	p.Str("buffer<")
	printTile(p, t.Shape, t.Elem)
	if t.Swizzle != 0 {
		p.Str(fmt.Sprintf(", swizzle = %d", t.Swizzle))
	}
	if t.Stages != 1 {
		p.Str(fmt.Sprintf(", stages = %d", t.Stages))
	}
	p.Byte('>')
}

func printTile(p *ir.Printer, shape []int64, elem ir.Type) {
	for _, d := range shape {
		p.Int(d)
		p.Byte('x')
	}
	p.Type(elem)
}

// String returns the type as text.
func (t *BufferType) String() string { return ir.TypeText(t) }

// ElemBytes returns the size of an element.
func (t *BufferType) ElemBytes() int64 { return elemBytes(t.Elem) }

func elemBytes(t ir.Type) int64 {
	w, ok := ir.BitWidth(t)
	if !ok {
		panic("internal: element type without a width: " + t.String())
	}
	return int64(w+7) / 8
}

// SlotBytes returns the bytes of one tile.
func (t *BufferType) SlotBytes() int64 { return product(t.Shape) * t.ElemBytes() }

// Align returns the alignment of the buffer: the repeat of the swizzle
// pattern, eight lines (PTX ISA, "Swizzling Modes"), else 128 bytes, which
// tensor copies need.
func (t *BufferType) Align() int64 { return max(128, int64(8*t.Swizzle)) }

// SlotStride returns the distance between the tiles of a ring.
func (t *BufferType) SlotStride() int64 { return AlignUp(t.SlotBytes(), t.Align()) }

// Bytes returns the bytes of the whole ring.
func (t *BufferType) Bytes() int64 { return t.SlotStride() * int64(t.Stages) }

// Slot returns the type of one tile of the ring.
func (t *BufferType) Slot() *BufferType { return BufferOf(t.Shape, t.Elem, t.Swizzle, 1) }

// Part returns the type of some rows of a tile, and whether they lie together
// and start where the swizzle's pattern does.
func (t *BufferType) Part(rows int64) (*BufferType, error) {
	switch {
	case t.Stages != 1 || len(t.Shape) != 2:
		return nil, fmt.Errorf("expected a two-dimensional buffer of one stage to take rows of, found %s", t)
	case rows < 1 || t.Shape[0]%rows != 0:
		return nil, fmt.Errorf("expected rows that divide the %d of the buffer, found %d", t.Shape[0], rows)
	case t.SlabCols() < t.Shape[1]:
		return nil, fmt.Errorf("expected a buffer whose %d columns are in one slab, found slabs of %d", t.Shape[1], t.SlabCols())
	}
	p := BufferOf([]int64{rows, t.Shape[1]}, t.Elem, t.Swizzle, 1)
	if p.SlotBytes()%p.Align() != 0 {
		return nil, fmt.Errorf("expected rows of a multiple of %d bytes in all, found %d", p.Align(), p.SlotBytes())
	}
	return p, nil
}

// SlabCols returns the number of elements of the last dimension in a slab.
func (t *BufferType) SlabCols() int64 {
	cols := t.Shape[len(t.Shape)-1]
	if t.Swizzle == 0 {
		return cols
	}
	return min(cols, int64(t.Swizzle)/t.ElemBytes())
}

// Rows returns the product of all dimensions but the last.
func (t *BufferType) Rows() int64 { return product(t.Shape[:len(t.Shape)-1]) }

// SlabBytes returns the distance between slabs.
func (t *BufferType) SlabBytes() int64 { return t.Rows() * t.RowBytes() }

// RowBytes returns the distance between rows inside a slab.
func (t *BufferType) RowBytes() int64 { return t.SlabCols() * t.ElemBytes() }

// Offset returns the byte offset of an element in its tile before the swizzle
// is applied to the absolute address.
func (t *BufferType) Offset(coord []int64) int64 {
	row := int64(0)
	last := len(coord) - 1
	for d, c := range coord[:last] {
		row = row*t.Shape[d] + c
	}
	sc := t.SlabCols()
	return coord[last]/sc*t.SlabBytes() + row*t.RowBytes() + coord[last]%sc*t.ElemBytes()
}

// SwizzleAddr permutes an absolute shared-memory address: bits 4.. are XORed
// with bits 7.. as far as the swizzle reaches (swizzle in bytes: 0, 32, 64 or
// 128).
func SwizzleAddr(addr int64, swizzle int) int64 {
	switch swizzle {
	case 32, 64, 128:
		return addr ^ addr>>3&int64(swizzle-16)
	}
	return addr
}

// SwizzleFor returns the widest swizzle whose slabs fit a tile of this many
// columns, 0 when none does.
func SwizzleFor(cols, elemBytes int64) int {
	for _, s := range []int64{128, 64, 32} {
		if cols*elemBytes%s == 0 {
			return int(s)
		}
	}
	return 0
}

// AlignUp returns the least multiple of a that is at least n.
func AlignUp(n, a int64) int64 { return (n + a - 1) / a * a }

// BarrierType is !tasync.barrier<N>: N mbarrier objects in shared memory.
type BarrierType struct {
	ir.TypeBase
	Count int
}

// BarrierOf returns the barrier type.
func BarrierOf(c *ir.Context, count int) *BarrierType {
	return ir.InternType(c, fmt.Sprintf("tasync.barrier%d", count), func() *BarrierType { return &BarrierType{Count: count} })
}

// DialectName returns the prefix of the type.
func (t *BarrierType) DialectName() string { return "tasync" }

// PrintBody writes barrier<N>.
func (t *BarrierType) PrintBody(p *ir.Printer) { p.Str(fmt.Sprintf("barrier<%d>", t.Count)) }

// String returns the type as text.
func (t *BarrierType) String() string { return ir.TypeText(t) }

// TokenType is !tasync.token: the completion of asynchronous copies.
type TokenType struct{ ir.TypeBase }

// TokenOf returns the token type.
func TokenOf(c *ir.Context) *TokenType {
	return ir.InternType(c, "tasync.token", func() *TokenType { return &TokenType{} })
}

// DialectName returns the prefix of the type.
func (t *TokenType) DialectName() string { return "tasync" }

// PrintBody writes token.
func (t *TokenType) PrintBody(p *ir.Printer) { p.Str("token") }

// String returns the type as text.
func (t *TokenType) String() string { return ir.TypeText(t) }

// TensorMapType is !tasync.tensor_map<RxCxT, swizzle = S>: a TMA descriptor
// of a global tensor whose box is RxC elements (outermost first).
type TensorMapType struct {
	ir.TypeBase
	Box     []int64
	Elem    ir.Type
	Swizzle int
}

// TensorMapOf returns the tensor-map type.
func TensorMapOf(box []int64, elem ir.Type, swizzle int) *TensorMapType {
	key := fmt.Sprintf("tasync.tmap%v,%s,%d", box, elem, swizzle)
	return ir.InternType(elem.Context(), key, func() *TensorMapType {
		return &TensorMapType{Box: append([]int64(nil), box...), Elem: elem, Swizzle: swizzle}
	})
}

// DialectName returns the prefix of the type.
func (t *TensorMapType) DialectName() string { return "tasync" }

// PrintBody writes tensor_map<...>.
func (t *TensorMapType) PrintBody(p *ir.Printer) {
	p.Str("tensor_map<")
	printTile(p, t.Box, t.Elem)
	if t.Swizzle != 0 {
		p.Str(fmt.Sprintf(", swizzle = %d", t.Swizzle))
	}
	p.Byte('>')
}

// String returns the type as text.
func (t *TensorMapType) String() string { return ir.TypeText(t) }

// MaxBox is the largest box dimension of a tensor map, in elements
// (cuTensorMapEncodeTiled).
const MaxBox = 256

// BoxFor returns the box that copies into a buffer: a slab, or the longest
// even part of one with at most MaxBox rows, so that what a box brings is one
// stretch of the buffer.
func BoxFor(b *BufferType) []int64 {
	box := append([]int64(nil), b.Shape...)
	last := len(box) - 1
	box[last] = b.SlabCols()
	split := false
	for d := last - 1; d >= 0; d-- {
		switch {
		case split:
			box[d] = 1
		case box[d] > MaxBox:
			box[d] = largestDivisor(box[d], MaxBox)
			split = true
		}
	}
	return box
}

// largestDivisor returns the largest divisor of n that is at most limit.
func largestDivisor(n, limit int64) int64 {
	d := min(n, limit)
	for n%d != 0 {
		d--
	}
	return d
}

// PipelineType is !tasync.pipeline<stages = N, [buffers]>: a ring of N slots,
// each holding one tile of every buffer type listed.
type PipelineType struct {
	ir.TypeBase
	Stages  int
	Buffers []*BufferType
}

// PipelineOf returns the pipeline type; the buffers have one stage.
func PipelineOf(c *ir.Context, stages int, buffers []*BufferType) *PipelineType {
	key := fmt.Sprintf("tasync.pipeline%d", stages)
	for _, b := range buffers {
		key += "," + b.String()
	}
	return ir.InternType(c, key, func() *PipelineType {
		return &PipelineType{Stages: stages, Buffers: append([]*BufferType(nil), buffers...)}
	})
}

// DialectName returns the prefix of the type.
func (t *PipelineType) DialectName() string { return "tasync" }

// PrintBody writes pipeline<...>.
func (t *PipelineType) PrintBody(p *ir.Printer) {
	p.Str(fmt.Sprintf("pipeline<stages = %d, [", t.Stages))
	for i, b := range t.Buffers {
		if i > 0 {
			p.Str(", ")
		}
		p.Type(b)
	}
	p.Str("]>")
}

// String returns the type as text.
func (t *PipelineType) String() string { return ir.TypeText(t) }
