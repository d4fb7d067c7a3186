package interp

import (
	"errors"
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch/hostdata"
)

// memoryHandlers run memref and constants.
var memoryHandlers = map[string]handler{
	"arith.constant": compileConstant,
	"memref.alloc":   compileAlloc,
	"memref.alloca":  compileAlloc,
	"memref.dealloc": compileDealloc,
	"memref.load":    compileMemLoad,
	"memref.store":   compileMemStore,
	"memref.dim":     compileDim,
	"memref.cast":    compileMemCast,
	"memref.subview": compileSubview,
	"memref.copy":    compileMemCopy,
}

func compileConstant(_ *compiler, s *step) error {
	value := s.op.Prop("value")
	d, dense := value.(*ir.DenseAttr)
	if !dense {
		v, err := constant(value)
		if err != nil {
			return err
		}
		s.run = func(f *frame, s *step) error {
			f.setScalar(s.out[0], v)
			return nil
		}
		return nil
	}
	// Checked here, so that running it cannot fail in the middle.
	if _, err := constant(d.Elem(0)); err != nil {
		return err
	}
	s.run = func(f *frame, s *step) error {
		shape, _ := d.ShapedType().Dims()
		t, err := f.m.newTile(shape)
		if err != nil {
			return err
		}
		first, _ := constant(d.Elem(0))
		for i := range t.Data {
			t.Data[i] = first
			if !d.Splat {
				t.Data[i], _ = constant(d.Elem(i))
			}
		}
		f.set(s.out[0], Value{Tile: t})
		return nil
	}
	return nil
}

// fillDims returns the shape of a type with the dynamic dimensions taken from
// sizes in order.
func fillDims(dims, sizes []int64) ([]int64, error) {
	out := make([]int64, len(dims))
	for i, d := range dims {
		if d == ir.Dynamic {
			if len(sizes) == 0 {
				return nil, errors.New("expects a size for each dynamic dimension")
			}
			d, sizes = sizes[0], sizes[1:]
		}
		if d < 0 {
			return nil, fmt.Errorf("expects sizes of at least 0, found %d", d)
		}
		out[i] = d
	}
	return out, nil
}

func compileAlloc(_ *compiler, s *step) error {
	t, ok := s.op.Result(0).Type().(*ir.MemRefType)
	if !ok {
		return errors.New("expects a ranked memref")
	}
	if _, isInt := width(t.Elem); !isInt && !ir.IsFloat(t.Elem) {
		return fmt.Errorf("is not supported by the interpreter for elements of type %s", t.Elem)
	}
	if t.Layout != nil {
		return errors.New("is not supported by the interpreter with a layout")
	}
	s.run = func(f *frame, s *step) error {
		sizes, err := fillDims(t.Shape, f.ints(s.in))
		if err != nil {
			return err
		}
		tile, err := f.m.newTile(sizes)
		if err != nil {
			return err
		}
		mem := &localMemory{data: tile.Data}
		f.m.bytes += mem.len() * scalarBytes
		if s.op.Is("memref.alloca") {
			f.stack = append(f.stack, mem)
		}
		f.set(s.out[0], Value{Memory: &MemRef{Sizes: sizes, Strides: hostdata.RowMajor(sizes), mem: mem}})
		return nil
	}
	return nil
}

func (f *frame) memory(slot int) (*MemRef, error) {
	if m := f.slots[slot].Memory; m != nil {
		return m, nil
	}
	return nil, errors.New("expects memory")
}

func compileDealloc(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		m, err := f.memory(s.in[0])
		if err != nil {
			return err
		}
		l, ok := m.mem.(*localMemory)
		if !ok || l.freed {
			return errors.New("deallocates what was not allocated")
		}
		f.m.free(l)
		return nil
	}
	return nil
}

// free gives back the memory of an allocation.
func (m *machine) free(l *localMemory) {
	m.bytes -= l.len() * scalarBytes
	l.freed, l.data = true, nil
}

func compileMemLoad(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		m, err := f.memory(s.in[0])
		if err != nil {
			return err
		}
		off, err := m.at(f.ints(s.in[1:]))
		if err != nil {
			return err
		}
		f.setScalar(s.out[0], m.mem.load(off))
		return nil
	}
	return nil
}

func compileMemStore(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		m, err := f.memory(s.in[1])
		if err != nil {
			return err
		}
		off, err := m.at(f.ints(s.in[2:]))
		if err != nil {
			return err
		}
		m.mem.store(off, f.slots[s.in[0]].Scalar)
		return nil
	}
	return nil
}

func compileDim(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		i := f.int(s.in[1])
		sizes := []int64(nil)
		if m := f.slots[s.in[0]].Memory; m != nil {
			sizes = m.Sizes
		}
		if i < 0 || i >= int64(len(sizes)) {
			return fmt.Errorf("expects a dimension of 0 to %d, found %d", len(sizes)-1, i)
		}
		f.setScalar(s.out[0], IntScalar(sizes[i]))
		return nil
	}
	return nil
}

func compileMemCast(_ *compiler, s *step) error {
	t, ok := s.op.Result(0).Type().(*ir.MemRefType)
	if !ok {
		return errors.New("is not supported by the interpreter for unranked memrefs")
	}
	s.run = func(f *frame, s *step) error {
		m, err := f.memory(s.in[0])
		if err != nil {
			return err
		}
		for i, d := range t.Shape {
			if i >= len(m.Sizes) || d != ir.Dynamic && d != m.Sizes[i] {
				return fmt.Errorf("casts memory of sizes %v to %s", m.Sizes, t)
			}
		}
		f.set(s.out[0], Value{Memory: m})
		return nil
	}
	return nil
}

// compileSubview runs memref.subview of the rank of its source.
func compileSubview(_ *compiler, s *step) error {
	var static [3]*ir.DenseArrayAttr
	for i, name := range []string{"static_offsets", "static_sizes", "static_strides"} {
		a, ok := s.op.Prop(name).(*ir.DenseArrayAttr)
		if !ok {
			return fmt.Errorf("expects the attribute '%s'", name)
		}
		static[i] = a
	}
	if t, ok := s.op.Result(0).Type().(*ir.MemRefType); !ok || len(t.Shape) != static[0].N {
		return errors.New("is not supported by the interpreter where it drops dimensions")
	}
	s.run = func(f *frame, s *step) error {
		m, err := f.memory(s.in[0])
		if err != nil {
			return err
		}
		dynamic := f.ints(s.in[1:])
		var lists [3][]int64
		for i, a := range static {
			for _, v := range a.Ints() {
				if v == ir.Dynamic {
					v, dynamic = dynamic[0], dynamic[1:]
				}
				lists[i] = append(lists[i], v)
			}
		}
		view := &MemRef{Offset: m.Offset, mem: m.mem}
		for d, off := range lists[0] {
			size, step := lists[1][d], lists[2][d]
			if off < 0 || size < 0 || size > 0 && off+(size-1)*step >= m.Sizes[d] {
				return fmt.Errorf("takes %d elements from %d of dimension %d, whose size is %d", size, off, d, m.Sizes[d])
			}
			view.Offset += off * m.Strides[d]
			view.Sizes = append(view.Sizes, size)
			view.Strides = append(view.Strides, step*m.Strides[d])
		}
		f.set(s.out[0], Value{Memory: view})
		return nil
	}
	return nil
}

func compileMemCopy(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		src, err := f.memory(s.in[0])
		if err != nil {
			return err
		}
		dst, err := f.memory(s.in[1])
		if err != nil {
			return err
		}
		if !equal(src.Sizes, dst.Sizes) {
			return fmt.Errorf("copies memory of sizes %v to sizes %v", src.Sizes, dst.Sizes)
		}
		n := int64(1)
		for _, d := range src.Sizes {
			n *= d
		}
		if err := f.m.work(n); err != nil {
			return err
		}
		index := make([]int64, len(src.Sizes))
		for range n {
			from, err := src.at(index)
			if err != nil {
				return err
			}
			to, err := dst.at(index)
			if err != nil {
				return err
			}
			dst.mem.store(to, src.mem.load(from))
			advance(index, src.Sizes)
		}
		return nil
	}
	return nil
}

// advance moves a multi-index to the next element in row-major order.
func advance(index, sizes []int64) {
	for d := len(index) - 1; d >= 0; d-- {
		if index[d]++; index[d] < sizes[d] {
			return
		}
		index[d] = 0
	}
}
