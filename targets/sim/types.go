package sim

import (
	"fmt"
	"math"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// maxValueCells bounds the registers of one value, far above what a thread has.
const maxValueCells = 1 << 16

// cellsOf returns how many cells a value of the type takes.
func cellsOf(t ir.Type) (int, error) {
	n, err := countCells(t)
	if err == nil && n > maxValueCells {
		err = fmt.Errorf("is not supported by the simulator: a value of type %s takes %d registers, more than %d", t, n, maxValueCells)
	}
	return int(n), err
}

func countCells(t ir.Type) (int64, error) {
	switch t := t.(type) {
	case *ir.VectorType:
		n, ok := ir.NumElements(t)
		if !ok || len(t.Scalable) > 0 {
			break
		}
		return repeat(n, t.Elem)
	case *llvm.ArrayType:
		return repeat(t.N, t.Elem)
	case *llvm.StructType:
		sum := int64(0)
		for _, f := range t.Fields {
			n, err := countCells(f)
			if err != nil {
				return 0, err
			}
			sum = min(sum+n, math.MaxInt32)
		}
		return sum, nil
	case *ir.TensorType:
		m, err := async.MapOf(t)
		if err != nil {
			return 0, err
		}
		return int64(m.NumRegs()), nil
	case *ir.MemRefType, *async.BufferType, *async.BarrierType, *async.TokenType, *async.TensorMapType, *async.PipelineType, *llvm.PtrType:
		return 1, nil
	case *ir.IntegerType:
		if t.Width >= 1 && t.Width <= 64 {
			return 1, nil
		}
	case *ir.IndexType:
		return 1, nil
	case *ir.FloatType:
		if t.Format.Width() <= 64 {
			return 1, nil
		}
	}
	return 0, fmt.Errorf("is not supported by the simulator on values of type %s", t)
}

func repeat(n int64, elem ir.Type) (int64, error) {
	k, err := countCells(elem)
	if err != nil {
		return 0, err
	}
	if k > 0 && n > math.MaxInt32/k {
		return math.MaxInt32, nil
	}
	return n * k, nil
}

// widthOf returns the bits of a scalar type; pointers to shared memory count as 32.
func widthOf(t ir.Type) (uint, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		return uint(t.Width), t.Width >= 1 && t.Width <= 64
	case *ir.IndexType:
		return 64, true
	case *ir.FloatType:
		return uint(t.Format.Width()), t.Format.Width() <= 64
	case *llvm.PtrType:
		if t.Space == spaceShared || t.Space == spaceCluster {
			return 32, true
		}
		return 64, true
	}
	return 0, false
}

// intWidth is widthOf for integers and index.
func intWidth(t ir.Type) (uint, bool) {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return widthOf(t)
	}
	return 0, false
}

// maskOf keeps the low w bits.
func maskOf(w uint) uint64 { return ^uint64(0) >> (64 - w) }

// signed reads the low w bits as a signed number.
func signed(v uint64, w uint) int64 { return int64(v<<(64-w)) >> (64 - w) }

// leaf is a scalar inside a type as it lies in memory.
type leaf struct {
	t    ir.Type
	off  int64
	size int64
	bits uint
}

// layout is a type in memory (LLVM language reference, "Data Layout", with the sizes of NVPTX).
type layout struct {
	leaves []leaf
	size   int64
	align  int64
}

func layoutOf(t ir.Type) (layout, error) {
	if _, err := cellsOf(t); err != nil {
		return layout{}, err
	}
	var l layout
	if err := l.add(t, 0); err != nil {
		return layout{}, err
	}
	l.size, l.align = sizeOf(t)
	return l, nil
}

func (l *layout) add(t ir.Type, off int64) error {
	switch t := t.(type) {
	case *ir.VectorType:
		n, _ := ir.NumElements(t)
		return l.repeat(n, t.Elem, off)
	case *llvm.ArrayType:
		return l.repeat(t.N, t.Elem, off)
	case *llvm.StructType:
		for i, o := range fieldOffsets(t) {
			if err := l.add(t.Fields[i], off+o); err != nil {
				return err
			}
		}
		return nil
	}
	w, ok := widthOf(t)
	if !ok {
		return fmt.Errorf("is not supported by the simulator for values of type %s in memory", t)
	}
	size, _ := sizeOf(t)
	l.leaves = append(l.leaves, leaf{t: t, off: off, size: size, bits: w})
	return nil
}

func (l *layout) repeat(n int64, elem ir.Type, off int64) error {
	size, _ := sizeOf(elem)
	for i := range n {
		if err := l.add(elem, off+i*size); err != nil {
			return err
		}
	}
	return nil
}

// sizeOf returns the bytes between elements of the type and its alignment, 0 and 1 for types without memory.
func sizeOf(t ir.Type) (size, align int64) {
	switch t := t.(type) {
	case *ir.VectorType:
		n, _ := ir.NumElements(t)
		size, _ = sizeOf(t.Elem)
		size *= n
		align = 1
		for align < size && align < 16 {
			align *= 2
		}
		return (size + align - 1) / align * align, align
	case *llvm.ArrayType:
		size, align = sizeOf(t.Elem)
		return t.N * size, align
	case *llvm.StructType:
		size, align = 0, 1
		for i, o := range fieldOffsets(t) {
			n, a := sizeOf(t.Fields[i])
			size = o + n
			if !t.Packed {
				align = max(align, a)
			}
		}
		return (size + align - 1) / align * align, align
	case *llvm.PtrType:
		return 8, 8
	}
	w, ok := widthOf(t)
	if !ok {
		return 0, 1
	}
	size = 1
	for size*8 < int64(w) {
		size *= 2
	}
	return size, size
}

func fieldOffsets(t *llvm.StructType) []int64 {
	out := make([]int64, len(t.Fields))
	off := int64(0)
	for i, f := range t.Fields {
		n, a := sizeOf(f)
		if !t.Packed {
			off = (off + a - 1) / a * a
		}
		out[i] = off
		off += n
	}
	return out
}

// codec converts between the bits of a float type and its value.
type codec struct {
	dec func(uint64) float64
	enc func(float64) uint64
}

func codecOf(t ir.Type) (codec, bool) {
	f, ok := t.(*ir.FloatType)
	if !ok || f.Format.Width() > 64 {
		return codec{}, false
	}
	switch f.Format {
	case numeric.F64:
		return codec{math.Float64frombits, math.Float64bits}, true
	case numeric.F32:
		return codec{
			func(b uint64) float64 { return float64(math.Float32frombits(uint32(b))) },
			func(v float64) uint64 { return uint64(math.Float32bits(float32(v))) },
		}, true
	}
	if e := elem.Type(f.String()); e.Valid() {
		return codec{e.Decode, e.Encode}, true
	}
	format := f.Format
	return codec{
		func(b uint64) float64 { return format.ToFloat64(numeric.Bits64(b)) },
		func(v float64) uint64 { b, _ := format.FromFloat64(v); return b.Lo },
	}, true
}

// bitsOfAttr returns the bits of an integer or float attribute as a value of a scalar type.
func bitsOfAttr(a ir.Attr, t ir.Type) (uint64, error) {
	w, ok := widthOf(t)
	if !ok {
		return 0, fmt.Errorf("is not supported by the simulator for constants of type %s", t)
	}
	switch a := a.(type) {
	case *ir.IntegerAttr:
		v, fits := a.Int64()
		if !fits {
			v = int64(a.Big().Uint64())
		}
		return uint64(v) & maskOf(w), nil
	case *ir.FloatAttr:
		c, ok := codecOf(a.FloatType())
		if !ok {
			break
		}
		if a.FloatType().Format.Width() == int(w) {
			return c.enc(a.Float64()), nil
		}
	}
	return 0, fmt.Errorf("constant %s is not supported by the simulator as a value of type %s", a, t)
}
