package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

// tileHandlers run the tile dialect on tiles with layouts.
var tileHandlers = map[string]handler{
	"tile.param":           compileParam,
	"tile.type_param":      compileNothing,
	"tile.program_id":      compileProgramID,
	"tile.device_property": compileDeviceProperty,
	"tile.div_magic":       compileDivMagic,
	"tile.load":            compileTileLoad,
	"tile.store":           compileTileStore,
	"tile.splat":           compileSplat,
	"tile.iota":            compileIota,
	"tile.broadcast":       compileTileBroadcast,
	"tile.expand_dims":     compileExpandDims,
	"tile.transpose":       compileTranspose,
	"tile.reduce":          compileTileReduce,
	"tasync.extract_slice": compileExtractSlice,
	"tasync.reduce":        compileScratchReduce,
}

func compileParam(c *compiler, in *instr) error {
	out, err := c.slot(in.op.Result(0))
	if err != nil {
		return err
	}
	v, err := bitsOfAttr(in.op.Prop("default"), in.op.Result(0).Type())
	in.run = func(x *exec) error { x.set(&x.cells[out.at], v); return nil }
	return err
}

func compileProgramID(c *compiler, in *instr) error {
	out, err := c.results(in.op)
	if err != nil {
		return err
	}
	if len(out) > 3 {
		return errors.New("expects at most 3 results")
	}
	in.run = func(x *exec) error {
		p := x.w.Block()
		ids := [3]int{p.X, p.Y, p.Z}
		for i, s := range out {
			x.set(&x.cells[s.at], uint64(ids[i]))
		}
		return nil
	}
	return nil
}

func compileDeviceProperty(c *compiler, in *instr) error {
	out, err := c.slot(in.op.Result(0))
	in.run = func(x *exec) error {
		v, err := x.r.property(in.op)
		x.set(&x.cells[out.at], uint64(v))
		return err
	}
	return err
}

func compileDivMagic(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		for i, s := range ops {
			v, err := x.uniform(&x.cells[s.at], "a divisor")
			if err != nil {
				return err
			}
			if i == 0 && (v < 1 || v >= 1<<31) || i == 1 && int64(v) > 1<<31 {
				return fmt.Errorf("expects a divisor of 1 to 2^31-1 and a bound of at most 2^31, found %d as operand %d", int64(v), i)
			}
		}
		mul, shift := tile.Magic(uint32(x.cells[ops[0].at].at(x.first())))
		x.set(&x.cells[out[0].at], uint64(mul))
		x.set(&x.cells[out[1].at], uint64(shift))
		return nil
	}
	return nil
}

// distribution is a tile type with its element map and the threads that hold it.
type distribution struct {
	t     *ir.TensorType
	m     *async.Map
	scope *roleScope
	width uint
}

func (c *compiler) distribution(t ir.Type) (*distribution, error) {
	tt, ok := t.(*ir.TensorType)
	if !ok {
		return nil, fmt.Errorf("expects a tile, found %s", t)
	}
	m, err := async.MapOf(tt)
	if err != nil {
		return nil, err
	}
	w, ok := widthOf(tt.Elem)
	if !ok {
		return nil, fmt.Errorf("is not supported by the simulator on elements of type %s", tt.Elem)
	}
	if c.role == nil || m.Threads != 32*c.role.warps {
		return nil, fmt.Errorf("expects a layout over the threads that execute it, found one over %d", m.Threads)
	}
	return &distribution{tt, m, c.role, w}, nil
}

// bases returns the thread's part of the coordinates of every lane.
func (d *distribution) bases(x *exec) *[32][]int64 {
	var out [32][]int64
	for l := range out {
		out[l] = d.m.Base(d.scope.tid(x, l))
	}
	return &out
}

// owners returns the active lanes that store what several threads may hold.
func (d *distribution) owners(x *exec) uint32 {
	out := uint32(0)
	for m := x.mask; m != 0; m &= m - 1 {
		if l := bits.TrailingZeros32(m); d.m.Owns(d.scope.tid(x, l)) {
			out |= 1 << l
		}
	}
	return out
}

// window is the part of a buffer that a tile covers.
type window struct {
	m    *memref
	base []int64 // of element 0 of the tile, one a dimension of the buffer
	lead int     // dimensions of the buffer that the tile lacks
}

func (x *exec) window(buffer slot, idx []slot, rank int) (*window, error) {
	m, err := x.memref(&x.cells[buffer.at])
	if err != nil {
		return nil, err
	}
	if len(idx) != len(m.dims) || rank > len(idx) {
		return nil, fmt.Errorf("expects %d indices for a buffer of %d dimensions, found %d", len(m.dims), len(m.dims), len(idx))
	}
	w := &window{m: m, lead: len(idx) - rank}
	for _, s := range idx {
		v, err := x.uniform(&x.cells[s.at], "an index")
		if err != nil {
			return nil, err
		}
		w.base = append(w.base, int64(v))
	}
	return w, nil
}

// addr returns the address of an element, and whether it is inside the buffer.
func (w *window) addr(base, off []int64) (uint64, bool) {
	sum := int64(0)
	for d, b := range w.base {
		if d >= w.lead {
			b += base[d-w.lead] + off[d-w.lead]
		}
		if b < 0 || b >= w.m.dims[d] {
			return 0, false
		}
		sum += b * w.m.strides[d]
	}
	return w.m.buf.Addr + uint64(sum)*uint64(w.m.elem.Size()), true
}

// compileTileLoad reads each element in its thread; those outside the buffer are zero.
func compileTileLoad(c *compiler, in *instr) error {
	o, _ := tile.AsLoad(in.op)
	d, err := c.distribution(in.op.Result(0).Type())
	if err != nil {
		return err
	}
	idx, err := c.slotsOf(o.Indices())
	if err != nil {
		return err
	}
	src, err := c.slot(o.Source())
	if err != nil {
		return err
	}
	out, err := c.slot(in.op.Result(0))
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		w, err := x.window(src, idx, len(d.t.Shape))
		if err != nil {
			return err
		}
		if err := w.m.elemFor(d.t.Elem); err != nil {
			return err
		}
		n := w.m.elem.Size()
		bases := d.bases(x)
		for r, off := range d.m.Regs {
			inside := uint32(0)
			for m := x.mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				if a, ok := w.addr(bases[l], off); ok {
					x.longs[l] = a
					inside |= 1 << l
				}
			}
			if inside != 0 {
				x.w.LoadGlobal(inside, &x.longs, n, x.bytes[:])
			}
			cell := &x.cells[out.at+r]
			x.begin(cell)
			for m := x.mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				cell.v[l] = 0
				if inside>>l&1 != 0 {
					cell.v[l] = little(x.bytes[l*n:(l+1)*n]) & maskOf(d.width)
				}
			}
		}
		return nil
	}
	return nil
}

// compileTileStore writes each element by the thread that owns it; those outside the buffer are not written.
func compileTileStore(c *compiler, in *instr) error {
	o, _ := tile.AsStore(in.op)
	d, err := c.distribution(o.Tile().Type())
	if err != nil {
		return err
	}
	idx, err := c.slotsOf(o.Indices())
	if err != nil {
		return err
	}
	ops, err := c.slotsOf([]*ir.Value{o.Tile(), o.Dest()})
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		w, err := x.window(ops[1], idx, len(d.t.Shape))
		if err != nil {
			return err
		}
		if err := w.m.elemFor(d.t.Elem); err != nil {
			return err
		}
		n := w.m.elem.Size()
		bases := d.bases(x)
		own := d.owners(x)
		for r, off := range d.m.Regs {
			cell := &x.cells[ops[0].at+r]
			if err := x.defined(cell, "stores"); err != nil {
				return err
			}
			x.touch(cell)
			inside := uint32(0)
			for m := own; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				if a, ok := w.addr(bases[l], off); ok {
					x.longs[l] = a
					inside |= 1 << l
					putLittle(x.bytes[l*n:(l+1)*n], cell.at(l))
				}
			}
			if inside != 0 {
				x.w.StoreGlobal(inside, &x.longs, n, x.bytes[:])
			}
		}
		return nil
	}
	return nil
}

func compileSplat(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		for i := range out[0].n {
			x.apply1(&x.cells[out[0].at+i], &x.cells[ops[0].at], func(v uint64) uint64 { return v })
		}
		return nil
	}
	return nil
}

func compileIota(c *compiler, in *instr) error {
	d, err := c.distribution(in.op.Result(0).Type())
	if err != nil {
		return err
	}
	axis, _ := ir.IntValue(in.op.Prop("axis"))
	out, err := c.slot(in.op.Result(0))
	if err != nil {
		return err
	}
	if axis < 0 || axis >= int64(len(d.t.Shape)) {
		return fmt.Errorf("expects an axis below %d, found %d", len(d.t.Shape), axis)
	}
	in.run = func(x *exec) error {
		bases := d.bases(x)
		for r, off := range d.m.Regs {
			var v [32]uint64
			for l := range v {
				v[l] = uint64(bases[l][axis] + off[axis])
			}
			x.setLanes(&x.cells[out.at+r], &v)
		}
		return nil
	}
	return nil
}

// gather compiles an operation whose result's elements are all in registers of the same thread. from gives the
// coordinate in the source of a coordinate in the result.
func (c *compiler) gather(in *instr, from func(coord []int64) []int64) error {
	src, err := c.distribution(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	dst, err := c.distribution(in.op.Result(0).Type())
	if err != nil {
		return err
	}
	pick, err := gatherRegs(src.m, dst.m, from)
	if err != nil {
		return err
	}
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		for r, s := range pick {
			x.move(&x.cells[out[0].at+r], &x.cells[ops[0].at+s])
		}
		return nil
	}
	return nil
}

// gatherRegs finds, for every register of dst, the register of src that has its element, the same in all threads.
func gatherRegs(src, dst *async.Map, from func([]int64) []int64) ([]int, error) {
	index := make(map[string]int, len(src.Regs))
	for r, off := range src.Regs {
		index[fmt.Sprint(off)] = r
	}
	pick := make([]int, len(dst.Regs))
	for tid := range int64(dst.Threads) {
		base := src.Base(tid)
		for r := range dst.Regs {
			coord := from(dst.Coord(tid, r))
			for d := range coord {
				coord[d] -= base[d]
			}
			s, ok := index[fmt.Sprint(coord)]
			switch {
			case !ok:
				return nil, errors.New("expects every element of the result in the registers of its thread: the layouts do not agree")
			case tid == 0:
				pick[r] = s
			case pick[r] != s:
				return nil, errors.New("expects the elements of the result in the same registers of every thread: the layouts do not agree")
			}
		}
	}
	return pick, nil
}

func compileTileBroadcast(c *compiler, in *instr) error {
	t, ok := in.op.Operand(0).Type().(*ir.TensorType)
	if !ok {
		return errors.New("expects a tile")
	}
	return c.gather(in, func(coord []int64) []int64 {
		for d := range coord {
			if t.Shape[d] == 1 {
				coord[d] = 0
			}
		}
		return coord
	})
}

func compileExpandDims(c *compiler, in *instr) error {
	axis, _ := ir.IntValue(in.op.Prop("axis"))
	return c.gather(in, func(coord []int64) []int64 { return append(coord[:axis:axis], coord[axis+1:]...) })
}

func compileTranspose(c *compiler, in *instr) error {
	o, _ := tile.AsTranspose(in.op)
	perm := o.Perm()
	return c.gather(in, func(coord []int64) []int64 {
		out := make([]int64, len(coord))
		for i, p := range perm {
			out[p] = coord[i]
		}
		return out
	})
}

func compileExtractSlice(c *compiler, in *instr) error {
	a, ok := in.op.Prop("offsets").(*ir.DenseArrayAttr)
	if !ok {
		return errors.New("expects offsets")
	}
	offs := a.Ints()
	return c.gather(in, func(coord []int64) []int64 {
		for d := range coord {
			coord[d] += offs[d]
		}
		return coord
	})
}

// reduction combines elements of a type.
func reduction(op *ir.Operation) (fn2, error) {
	t := elemOfResult(op)
	kind, _ := ir.StringValue(op.Prop("kind"))
	if w, ok := intWidth(t); ok {
		name := map[string]string{"add": "add", "mul": "mul", "max": "smax", "min": "smin"}[kind]
		if name != "" {
			return intBinary[name](w), nil
		}
	} else if cd, ok := codecOf(t); ok {
		name := map[string]string{"add": "fadd", "mul": "fmul", "max": "maxnum", "min": "minnum"}[kind]
		if f := floatBinary[name]; f != nil {
			return func(a, b uint64) uint64 { return cd.enc(f(cd.dec(a), cd.dec(b))) }, nil
		}
	}
	return nil, fmt.Errorf("is not supported by the simulator with kind %q on elements of type %s", kind, t)
}

// reducer combines the elements of a tile along an axis.
type reducer struct {
	src, dst *distribution
	axis     int
	f        fn2
	// regs lists, for each register of the result, those of the source that go into it.
	regs [][]int
}

func (c *compiler) reducer(in *instr) (*reducer, error) {
	f, err := reduction(in.op)
	if err != nil {
		return nil, err
	}
	r := &reducer{f: f}
	if r.src, err = c.distribution(in.op.Operand(0).Type()); err != nil {
		return nil, err
	}
	if r.dst, err = c.distribution(in.op.Result(0).Type()); err != nil {
		return nil, err
	}
	axis, _ := ir.IntValue(in.op.Prop("axis"))
	if axis < 0 || axis >= int64(len(r.src.t.Shape)) || len(r.dst.t.Shape) != len(r.src.t.Shape)-1 {
		return nil, fmt.Errorf("expects a result without the axis %d", axis)
	}
	r.axis = int(axis)
	index := make(map[string]int, len(r.dst.m.Regs))
	for i, off := range r.dst.m.Regs {
		index[fmt.Sprint(off)] = i
	}
	r.regs = make([][]int, len(r.dst.m.Regs))
	for i, off := range r.src.m.Regs {
		k, ok := index[fmt.Sprint(append(off[:axis:axis], off[axis+1:]...))]
		if !ok {
			return nil, errors.New("expects a result in the layout of the source without the axis")
		}
		r.regs[k] = append(r.regs[k], i)
	}
	return r, nil
}

// partial combines what the lanes of the warp have of one register of the result: first in each thread, then over the
// threads whose numbers differ in the axis only.
func (r *reducer) partial(x *exec, src slot, reg int) *[32]uint64 {
	var acc [32]uint64
	for i, s := range r.regs[reg] {
		c := &x.cells[src.at+s]
		x.touch(c)
		for l := range acc {
			if i == 0 {
				acc[l] = c.at(l)
			} else {
				acc[l] = r.f(acc[l], c.at(l))
			}
		}
	}
	for _, t := range r.src.m.Terms[r.axis] {
		if t.Div >= 32 {
			continue
		}
		var next [32]uint64
		for l := range next {
			first := int64(l) - int64(l)/t.Div%t.Mod*t.Div
			v := acc[first]
			for k := int64(1); k < t.Mod; k++ {
				v = r.f(v, acc[first+k*t.Div])
			}
			next[l] = v
		}
		acc = next
	}
	return &acc
}

func compileTileReduce(c *compiler, in *instr) error {
	r, err := c.reducer(in)
	if err != nil {
		return err
	}
	if async.ReduceWarps(r.src.m, r.axis) > 1 {
		return errors.New("is not supported by the simulator along an axis that is spread over several warps")
	}
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		for reg := range r.regs {
			x.setLanes(&x.cells[out[0].at+reg], r.partial(x, ops[0], reg))
		}
		return nil
	}
	return nil
}

// compileScratchReduce runs tasync.reduce: each warp writes its partial results, and after the barrier reads all.
func compileScratchReduce(c *compiler, in *instr) error {
	r, err := c.reducer(in)
	if err != nil {
		return err
	}
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	buf, ok := in.op.Operand(1).Type().(*async.BufferType)
	if !ok || len(buf.Shape) != len(r.dst.t.Shape)+1 {
		return errors.New("expects a scratch buffer with a tile for each warp along the axis")
	}
	in.run = func(x *exec) error {
		base, err := x.uniform(&x.cells[ops[1].at], "a buffer")
		if err != nil {
			return err
		}
		bases := r.dst.bases(x)
		own := r.warpOwners(x)
		for reg, off := range r.dst.m.Regs {
			v := r.partial(x, ops[0], reg)
			x.storeShared(own, buf, int64(base), v, func(l int) []int64 { return r.place(bases[l], off, r.warpDigit(x, l)) })
		}
		r.dst.scope.sync(x)
		for reg, off := range r.dst.m.Regs {
			var acc [32]uint64
			for k := range buf.Shape[0] {
				v := x.loadShared(buf, int64(base), func(l int) []int64 { return r.place(bases[l], off, k) })
				for l := range acc {
					if k == 0 {
						acc[l] = v[l]
					} else {
						acc[l] = r.f(acc[l], v[l])
					}
				}
			}
			x.setLanes(&x.cells[out[0].at+reg], &acc)
		}
		r.dst.scope.sync(x)
		return nil
	}
	return nil
}

// place is the coordinate in the scratch buffer of an element's partial result.
func (r *reducer) place(base, off []int64, warp int64) []int64 {
	out := append(make([]int64, 0, len(base)+1), warp)
	for d := range base {
		out = append(out, base[d]+off[d])
	}
	return out
}

// warpDigit numbers the warps along the axis.
func (r *reducer) warpDigit(x *exec, l int) int64 {
	n, scale := int64(0), int64(1)
	tid := r.src.scope.tid(x, l)
	for _, t := range r.src.m.Terms[r.axis] {
		if t.Div >= 32 {
			n += tid / t.Div % t.Mod * scale
			scale *= t.Mod
		}
	}
	return n
}

// warpOwners returns the lanes that write the warp's partial result: those that own the source but for the axis.
func (r *reducer) warpOwners(x *exec) uint32 {
	out := uint32(0)
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		tid := r.src.scope.tid(x, l)
		first := r.src.m.Owns(tid)
		for _, t := range r.src.m.Terms[r.axis] {
			first = first && (t.Div >= 32 || t.Value(tid) == 0)
		}
		if first {
			out |= 1 << l
		}
	}
	return out
}

// sharedAccess is what a generic access to a buffer needs.
func sharedAccess(b *async.BufferType, base int64, coord []int64) uint32 {
	return uint32(async.SwizzleAddr(base+b.Offset(coord), b.Swizzle))
}

// storeShared writes an element of every lane of mask to a buffer.
func (x *exec) storeShared(mask uint32, b *async.BufferType, base int64, v *[32]uint64, coord func(l int) []int64) {
	n := int(b.ElemBytes())
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		x.words[l] = sharedAccess(b, base, coord(l))
		putLittle(x.bytes[l*n:(l+1)*n], v[l])
	}
	if mask != 0 {
		x.w.StoreShared(mask, &x.words, n, x.bytes[:])
	}
}

// loadShared reads an element of a buffer in every active lane.
func (x *exec) loadShared(b *async.BufferType, base int64, coord func(l int) []int64) *[32]uint64 {
	n := int(b.ElemBytes())
	var out [32]uint64
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		x.words[l] = sharedAccess(b, base, coord(l))
	}
	x.w.LoadShared(x.mask, &x.words, n, x.bytes[:])
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		out[l] = little(x.bytes[l*n : (l+1)*n])
	}
	return &out
}
