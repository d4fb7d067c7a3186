package interp

import (
	"errors"
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

// tileHandlers run the tile dialect.
var tileHandlers = map[string]handler{
	"tile.param":           compileParam,
	"tile.type_param":      func(_ *compiler, s *step) error { s.run = func(*frame, *step) error { return nil }; return nil },
	"tile.program_id":      compileProgramID,
	"tile.device_property": compileDeviceProperty,
	"tile.div_magic":       compileDivMagic,
	"tile.load":            compileLoad,
	"tile.store":           compileStore,
	"tile.dot":             compileDot,
	"tile.transpose":       compileTranspose,
	"tile.broadcast":       compileBroadcast,
	"tile.expand_dims":     compileExpandDims,
	"tile.reduce":          compileReduce,
	"tile.splat":           compileSplat,
	"tile.iota":            compileIota,
}

func compileParam(_ *compiler, s *step) error {
	v, _ := ir.IntValue(s.op.Prop("default"))
	s.run = func(f *frame, s *step) error {
		f.setScalar(s.out[0], IntScalar(v))
		return nil
	}
	return nil
}

func compileProgramID(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		if len(f.m.ids) < len(s.out) {
			return errors.New("is not in a kernel that was launched")
		}
		for i, slot := range s.out {
			f.setScalar(slot, IntScalar(f.m.ids[i]))
		}
		return nil
	}
	return nil
}

func compileDeviceProperty(_ *compiler, s *step) error {
	name, _ := ir.StringValue(s.op.Prop("name"))
	s.run = func(f *frame, s *step) error {
		v, ok := f.m.opts.Properties[name]
		if !ok {
			return fmt.Errorf("expects the device property %q, which was not given", name)
		}
		f.setScalar(s.out[0], IntScalar(v))
		return nil
	}
	return nil
}

func compileDivMagic(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		d := f.int(s.in[0])
		if d < 1 || d >= 1<<31 {
			return fmt.Errorf("expects a divisor of 1 to 2147483647, found %d", d)
		}
		if len(s.in) > 1 && f.int(s.in[1]) > 1<<31 {
			return fmt.Errorf("expects numbers below a bound of at most 2147483648, found %d", f.int(s.in[1]))
		}
		mul, shift := tile.Magic(uint32(d))
		f.setScalar(s.out[0], IntScalar(int64(int32(mul))))
		f.setScalar(s.out[1], IntScalar(int64(shift)))
		return nil
	}
	return nil
}

// resultShape returns the shape of the result of an operation whose operands
// from the given one on are the sizes of its dynamic dimensions.
func (f *frame) resultShape(s *step, sizes []int) ([]int64, error) {
	dims, _ := s.op.Result(0).Type().(ir.ShapedType).Dims()
	return fillDims(dims, f.ints(sizes))
}

// window is the part of a buffer that a tile covers, row by row of its last
// dimension.
type window struct {
	mem   memory
	shape []int64 // of the tile
	base  []int64 // index in the buffer of the tile's first element
	lead  int     // buffer dimensions that the tile lacks
	m     *MemRef
}

// eachRow calls body for each row of the tile that is partly inside the
// buffer: row is the number of the row, the elements lo to hi-1 of it are
// inside, and off is the memory offset of element 0 of the row.
func (w *window) eachRow(body func(row int64, lo, hi, off, step int64) error) error {
	for d := range w.lead {
		if w.base[d] < 0 || w.base[d] >= w.m.Sizes[d] {
			return nil
		}
	}
	last := len(w.shape) - 1
	start := w.base[w.lead+last]
	lo, hi := max(0, -start), min(w.shape[last], w.m.Sizes[w.lead+last]-start)
	if lo >= hi {
		return nil
	}
	rows := int64(1)
	for _, d := range w.shape[:last] {
		rows *= d
	}
	index := make([]int64, last)
	for row := range rows {
		off, inside := w.rowOffset(index)
		if inside {
			step := w.m.Strides[w.lead+last]
			if err := w.m.check(off + start*step + lo*step); err != nil {
				return err
			}
			if err := w.m.check(off + start*step + (hi-1)*step); err != nil {
				return err
			}
			if err := body(row, lo, hi, off+start*step, step); err != nil {
				return err
			}
		}
		advance(index, w.shape[:last])
	}
	return nil
}

// rowOffset returns the memory offset of a row before its last dimension.
func (w *window) rowOffset(index []int64) (off int64, inside bool) {
	off = w.m.Offset
	for d := range w.lead {
		off += w.base[d] * w.m.Strides[d]
	}
	for d, i := range index {
		at := w.base[w.lead+d] + i
		if at < 0 || at >= w.m.Sizes[w.lead+d] {
			return 0, false
		}
		off += at * w.m.Strides[w.lead+d]
	}
	return off, true
}

func (f *frame) window(buffer int, indices []int, shape []int64) (*window, error) {
	m, err := f.memory(buffer)
	if err != nil {
		return nil, err
	}
	return &window{mem: m.mem, shape: shape, base: f.ints(indices), lead: len(m.Sizes) - len(shape), m: m}, nil
}

func compileLoad(_ *compiler, s *step) error {
	l, _ := tile.AsLoad(s.op)
	rank := len(l.Indices())
	s.run = func(f *frame, s *step) error {
		shape, err := f.resultShape(s, s.in[1+rank:])
		if err != nil {
			return err
		}
		t, err := f.m.newTile(shape)
		if err != nil {
			return err
		}
		w, err := f.window(s.in[0], s.in[1:1+rank], shape)
		if err != nil {
			return err
		}
		cols := shape[len(shape)-1]
		err = w.eachRow(func(row int64, lo, hi, off, step int64) error {
			dst := t.Data[row*cols : (row+1)*cols]
			for i := lo; i < hi; i++ {
				dst[i] = w.mem.load(off + i*step)
			}
			return nil
		})
		if err != nil {
			return err
		}
		f.set(s.out[0], Value{Tile: t})
		return nil
	}
	return nil
}

func compileStore(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		t, err := f.tile(s.in[0])
		if err != nil {
			return err
		}
		if err := f.m.work(int64(len(t.Data))); err != nil {
			return err
		}
		w, err := f.window(s.in[1], s.in[2:], t.Shape)
		if err != nil {
			return err
		}
		cols := t.Shape[len(t.Shape)-1]
		return w.eachRow(func(row int64, lo, hi, off, step int64) error {
			src := t.Data[row*cols : (row+1)*cols]
			for i := lo; i < hi; i++ {
				w.mem.store(off+i*step, src[i])
			}
			return nil
		})
	}
	return nil
}

func (f *frame) tile(slot int) (*Tile, error) {
	if t := f.slots[slot].Tile; t != nil {
		return t, nil
	}
	return nil, errors.New("expects a tile")
}

func (f *frame) tiles(slots []int) ([]*Tile, error) {
	out := make([]*Tile, len(slots))
	for i, s := range slots {
		t, err := f.tile(s)
		if err != nil {
			return nil, err
		}
		out[i] = t
	}
	return out, nil
}

func compileDot(c *compiler, s *step) error {
	mode := c.fn.mode
	s.run = func(f *frame, s *step) error {
		ts, err := f.tiles(s.in)
		if err != nil {
			return err
		}
		a, b, acc := ts[0], ts[1], ts[2]
		m, k, n := a.Shape[0], a.Shape[1], b.Shape[1]
		if b.Shape[0] != k || !equal(acc.Shape, []int64{m, n}) {
			return fmt.Errorf("expects tiles of fitting shapes, found %v, %v and %v", a.Shape, b.Shape, acc.Shape)
		}
		if err := f.m.work(m * n * k); err != nil {
			return err
		}
		out, err := f.m.newTile([]int64{m, n})
		if err != nil {
			return err
		}
		f.m.sums.Terms += k
		f.m.adds(s.op.Result(0).Type(), k)
		if mode == Float64 {
			dot[float64](out.Data, a.Data, b.Data, acc.Data, m, n, k)
		} else {
			dot[float32](out.Data, a.Data, b.Data, acc.Data, m, n, k)
		}
		f.set(s.out[0], Value{Tile: out})
		return nil
	}
	return nil
}

// dot adds products in the order of k, computing in F.
func dot[F float32 | float64](out, a, b, acc []Scalar, m, n, k int64) {
	wide := make([]F, len(b))
	for i, s := range b {
		wide[i] = F(s.Float())
	}
	row := make([]F, n)
	for i := range m {
		for j := range row {
			row[j] = F(acc[i*n+int64(j)].Float())
		}
		for p := range k {
			x := F(a[i*k+p].Float())
			y := wide[p*n : (p+1)*n]
			for j := range row {
				// The conversion forbids fusing, so that every machine agrees.
				row[j] += F(x * y[j])
			}
		}
		for j, x := range row {
			out[i*n+int64(j)] = FloatScalar(float64(x))
		}
	}
}

// gather makes the result of an operation that only rearranges elements: from
// maps the multi-index of a result element to that of the source.
func (f *frame) gather(s *step, shape []int64, from func(dst, src []int64)) error {
	t, err := f.tile(s.in[0])
	if err != nil {
		return err
	}
	out, err := f.m.newTile(shape)
	if err != nil {
		return err
	}
	dst, src := make([]int64, len(shape)), make([]int64, len(t.Shape))
	for i := range out.Data {
		from(dst, src)
		off := int64(0)
		for d, x := range src {
			off = off*t.Shape[d] + x
		}
		out.Data[i] = t.Data[off]
		advance(dst, shape)
	}
	f.set(s.out[0], Value{Tile: out})
	return nil
}

func compileTranspose(_ *compiler, s *step) error {
	o, _ := tile.AsTranspose(s.op)
	perm := o.Perm()
	s.run = func(f *frame, s *step) error {
		t, err := f.tile(s.in[0])
		if err != nil {
			return err
		}
		shape := make([]int64, len(perm))
		for i, p := range perm {
			shape[i] = t.Shape[p]
		}
		return f.gather(s, shape, func(dst, src []int64) {
			for i, p := range perm {
				src[p] = dst[i]
			}
		})
	}
	return nil
}

func compileBroadcast(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		t, err := f.tile(s.in[0])
		if err != nil {
			return err
		}
		shape, err := f.resultShape(s, s.in[1:])
		if err != nil {
			return err
		}
		for d, n := range t.Shape {
			if n != 1 && n != shape[d] {
				return fmt.Errorf("expects dimension %d to keep its size of %d, found %d", d, n, shape[d])
			}
		}
		return f.gather(s, shape, func(dst, src []int64) {
			for d, n := range t.Shape {
				src[d] = min(dst[d], n-1)
			}
		})
	}
	return nil
}

func compileExpandDims(_ *compiler, s *step) error {
	o, _ := tile.AsExpandDims(s.op)
	axis := o.Dim()
	s.run = func(f *frame, s *step) error {
		t, err := f.tile(s.in[0])
		if err != nil {
			return err
		}
		shape := append(append(append([]int64(nil), t.Shape[:axis]...), 1), t.Shape[axis:]...)
		f.set(s.out[0], Value{Tile: &Tile{Shape: shape, Data: t.Data}})
		return nil
	}
	return nil
}

func compileReduce(c *compiler, s *step) error {
	o, _ := tile.AsReduce(s.op)
	kind, _ := ir.StringValue(o.Kind())
	combine, err := combiner(kind, ir.ElemOrSelf(s.op.Result(0).Type()), c.fn.mode)
	if err != nil {
		return err
	}
	axis, adds := o.Dim(), rounds(s.op)
	s.run = func(f *frame, s *step) error {
		t, err := f.tile(s.in[0])
		if err != nil {
			return err
		}
		n := t.Shape[axis]
		if n == 0 {
			return errors.New("expects elements along its axis")
		}
		if adds {
			f.m.adds(s.op.Result(0).Type(), n)
		}
		shape := append(append([]int64(nil), t.Shape[:axis]...), t.Shape[axis+1:]...)
		if err := f.m.work(int64(len(t.Data))); err != nil {
			return err
		}
		out, err := f.m.newTile(shape)
		if err != nil {
			return err
		}
		inner := int64(1)
		for _, d := range t.Shape[axis+1:] {
			inner *= d
		}
		for i := range out.Data {
			first := int64(i)/inner*inner*n + int64(i)%inner
			x := t.Data[first]
			for k := int64(1); k < n; k++ {
				x = combine(x, t.Data[first+k*inner], 0)
			}
			out.Data[i] = x
		}
		f.set(s.out[0], Value{Tile: out})
		return nil
	}
	return nil
}

// combiner returns the function by which a reduction joins two elements.
func combiner(kind string, t ir.Type, mode Mode) (func(x, y, z Scalar) Scalar, error) {
	names := map[string][2]string{
		"add": {"arith.addi", "arith.addf"},
		"mul": {"arith.muli", "arith.mulf"},
		"max": {"arith.maxsi", "arith.maxnumf"},
		"min": {"arith.minsi", "arith.minnumf"},
	}[kind]
	name := names[0]
	if ir.IsFloat(t) {
		name = names[1]
	}
	if m := lookupMeaning(name); m != nil {
		if fs := m(&signature{in: []ir.Type{t, t}, out: []ir.Type{t}, mode: mode}); len(fs) == 1 {
			return fs[0].Eval, nil
		}
	}
	return nil, fmt.Errorf("is not supported by the interpreter for elements of type %s", t)
}

func compileSplat(_ *compiler, s *step) error {
	s.run = func(f *frame, s *step) error {
		shape, err := f.resultShape(s, s.in[1:])
		if err != nil {
			return err
		}
		out, err := f.m.newTile(shape)
		if err != nil {
			return err
		}
		v := f.slots[s.in[0]].Scalar
		for i := range out.Data {
			out.Data[i] = v
		}
		f.set(s.out[0], Value{Tile: out})
		return nil
	}
	return nil
}

func compileIota(_ *compiler, s *step) error {
	o, _ := tile.AsIota(s.op)
	axis := o.Dim()
	s.run = func(f *frame, s *step) error {
		shape, err := f.resultShape(s, s.in)
		if err != nil {
			return err
		}
		out, err := f.m.newTile(shape)
		if err != nil {
			return err
		}
		index := make([]int64, len(shape))
		for i := range out.Data {
			out.Data[i] = IntScalar(index[axis])
			advance(index, shape)
		}
		f.set(s.out[0], Value{Tile: out})
		return nil
	}
	return nil
}
