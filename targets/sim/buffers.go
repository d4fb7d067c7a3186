package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// boxCopy is the copies of one tasync.async_load or async_store.
type boxCopy struct {
	buf   *async.BufferType
	boxes []async.Box
	tmap  slot
	base  slot
	idx   []slot
}

func (c *compiler) boxCopy(buf, tmap *ir.Value, idx []*ir.Value) (*boxCopy, error) {
	b, ok1 := buf.Type().(*async.BufferType)
	m, ok2 := tmap.Type().(*async.TensorMapType)
	if !ok1 || !ok2 {
		return nil, errors.New("expects a buffer and a tensor map")
	}
	if b.Stages != 1 || len(idx) != len(m.Box) {
		return nil, fmt.Errorf("expects one tile and %d coordinates, found %d tiles and %d coordinates", len(m.Box), b.Stages, len(idx))
	}
	if err := async.CheckBox(b, m); err != nil {
		return nil, err
	}
	p := &boxCopy{buf: b, boxes: async.Boxes(b, m.Box)}
	s, err := c.slotsOf(append([]*ir.Value{buf, tmap}, idx...))
	if err != nil {
		return nil, err
	}
	p.base, p.tmap, p.idx = s[0], s[1], s[2:]
	return p, nil
}

// each calls f for each box, with its coordinates fastest first and its address.
func (p *boxCopy) each(x *exec, f func(m *machine.TensorMap, coords []int32, addr uint32)) error {
	i, err := x.uniform(&x.cells[p.tmap.at], "a tensor map")
	if err != nil {
		return err
	}
	if i >= uint64(len(x.r.maps)) {
		return errors.New("expects the result of a tasync.tensor_map")
	}
	if x.r.maps[i] == nil {
		return errors.New("uses a tensor map that tasync.storable does not allow to use")
	}
	base, err := x.uniform(&x.cells[p.base.at], "a buffer")
	if err != nil {
		return err
	}
	at := make([]int64, len(p.idx))
	for d, s := range p.idx {
		v, err := x.uniform(&x.cells[s.at], "a coordinate")
		if err != nil {
			return err
		}
		at[d] = int64(v)
	}
	for _, b := range p.boxes {
		coords := make([]int32, len(at))
		for d := range at {
			coords[len(at)-1-d] = int32(at[d] + b.Coords[d])
		}
		f(x.r.maps[i], coords, uint32(base)+uint32(b.Offset))
	}
	return nil
}

// compileAsyncLoad issues the copies of a load. They complete on a barrier that is named, on the token's, or on that of
// the pipeline slot acquired last.
func compileAsyncLoad(c *compiler, in *instr) error {
	who, err := c.issuer()
	if err != nil {
		return err
	}
	o, _ := async.AsAsyncLoad(in.op)
	p, err := c.boxCopy(o.Dst(), o.Map(), o.Indices())
	if err != nil {
		return err
	}
	bytes := uint32(async.LoadBytes(p.buf))
	load := func(x *exec, mbar uint32) error {
		m := who.mask(x)
		if m == 0 {
			return nil
		}
		return p.each(x, func(t *machine.TensorMap, coords []int32, addr uint32) { x.w.TMALoad(m, t, coords, addr, mbar, 0) })
	}
	switch {
	case o.Barrier() != nil:
		ops, err := c.slotsOf([]*ir.Value{o.Barrier(), o.BarrierIndex()})
		if err != nil {
			return err
		}
		n, err := barrierCount(o.Barrier())
		if err != nil {
			return err
		}
		in.run = func(x *exec) error {
			addr, err := x.barrierAt(ops[0], ops[1], n)
			if err != nil {
				return err
			}
			return load(x, addr)
		}
	case o.Token() != nil:
		tok := c.p.kernel.tokens[in.op]
		out, err := c.slot(o.Token())
		if err != nil {
			return err
		}
		in.run = func(x *exec) error {
			n := x.async.loads[tok.index]
			x.async.loads[tok.index]++
			x.set(&x.cells[out.at], uint64(tok.addr)<<32|n&0xffffffff)
			if m := who.mask(x); m != 0 {
				x.w.MbarrierArrive(m, x.same(tok.addr), machine.Arrive{ExpectTx: true, Bytes: bytes})
			}
			return load(x, tok.addr)
		}
	default:
		a, ok := async.AsPipelineAcquire(o.Dst().Def())
		if !ok {
			return errors.New("expects a token, a barrier or a pipeline slot to complete on")
		}
		pp, err := c.pipeOf(a.Pipeline())
		if err != nil {
			return err
		}
		in.run = func(x *exec) error {
			st := &x.async.pipes[pp.index]
			st.bytes += bytes
			return load(x, pp.full[(st.acquired-1)%pp.stages])
		}
	}
	return nil
}

// compileWait waits for the phases that tokens name, and for copies by the threads themselves.
func compileWait(c *compiler, in *instr) error {
	scope, err := c.inRole()
	if err != nil {
		return err
	}
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		threads := false
		for _, s := range ops {
			v, err := x.uniform(&x.cells[s.at], "a token")
			if err != nil {
				return err
			}
			if v == threadToken {
				threads = true
				continue
			}
			n := v & 0xffffffff
			x.w.WaitParity(x.mask, x.same(uint32(v>>32)), machine.Wait{Parity: uint32(n) & 1, Intended: machine.Phase(n)})
		}
		if threads {
			scope.waitForThreads(x)
		}
		return nil
	}
	return nil
}

func compileAsyncStore(c *compiler, in *instr) error {
	who, err := c.issuer()
	if err != nil {
		return err
	}
	o, _ := async.AsAsyncStore(in.op)
	p, err := c.boxCopy(o.Src(), o.Map(), o.Indices())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		m := who.mask(x)
		if m == 0 {
			return nil
		}
		return p.each(x, func(t *machine.TensorMap, coords []int32, addr uint32) { x.w.TMAStore(m, t, coords, addr, nil) })
	}
	return nil
}

func compileStoreCommit(c *compiler, in *instr) error {
	who, err := c.issuer()
	in.run = func(x *exec) error {
		if m := who.mask(x); m != 0 {
			x.w.BulkCommit(m)
		}
		return nil
	}
	return err
}

func compileStoreWait(c *compiler, in *instr) error {
	who, err := c.issuer()
	n, _ := ir.IntValue(in.op.Prop("pending"))
	read := in.op.Prop("read") != nil
	in.run = func(x *exec) error {
		if m := who.mask(x); m != 0 {
			x.w.BulkWait(m, int(n), read)
		}
		return nil
	}
	return err
}

// compileLocalLoad reads each element in its thread.
func compileLocalLoad(c *compiler, in *instr) error {
	d, err := c.distribution(in.op.Result(0).Type())
	if err != nil {
		return err
	}
	buf, ok := in.op.Operand(0).Type().(*async.BufferType)
	if !ok || len(buf.Shape) != len(d.t.Shape) {
		return errors.New("expects a buffer of the dimensions of the tile")
	}
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	transpose := in.op.Prop("transpose") != nil
	rank := len(buf.Shape)
	in.run = func(x *exec) error {
		base, err := x.uniform(&x.cells[ops[0].at], "a buffer")
		if err != nil {
			return err
		}
		bases := d.bases(x)
		coord := make([]int64, rank)
		for r, off := range d.m.Regs {
			v := x.loadShared(buf, int64(base), func(l int) []int64 {
				for k := range coord {
					to := k
					if transpose {
						to = rank - 1 - k
					}
					coord[to] = bases[l][k] + off[k]
				}
				return coord
			})
			for l := range v {
				v[l] &= maskOf(d.width)
			}
			x.setLanes(&x.cells[out[0].at+r], v)
		}
		return nil
	}
	return nil
}

// compileLocalStore writes each element by the thread that owns it, or by stmatrix.
func compileLocalStore(c *compiler, in *instr) error {
	d, err := c.distribution(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	buf, ok := in.op.Operand(1).Type().(*async.BufferType)
	if !ok || len(buf.Shape) != len(d.t.Shape) {
		return errors.New("expects a buffer of the dimensions of the tile")
	}
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	if in.op.Prop("stmatrix") != nil {
		return c.stmatrixStore(in, d, buf, ops)
	}
	in.run = func(x *exec) error {
		base, err := x.uniform(&x.cells[ops[1].at], "a buffer")
		if err != nil {
			return err
		}
		bases := d.bases(x)
		own := d.owners(x)
		coord := make([]int64, len(buf.Shape))
		var v [32]uint64
		for r, off := range d.m.Regs {
			cell := &x.cells[ops[0].at+r]
			if err := x.defined(cell, "stores"); err != nil {
				return err
			}
			x.touch(cell)
			for l := range v {
				v[l] = cell.at(l)
			}
			x.storeShared(own, buf, int64(base), &v, func(l int) []int64 {
				for k := range coord {
					coord[k] = bases[l][k] + off[k]
				}
				return coord
			})
		}
		return nil
	}
	return nil
}

func (c *compiler) stmatrixStore(in *instr, d *distribution, buf *async.BufferType, ops []slot) error {
	l, ok := d.t.Encoding.(*async.MMALayout)
	if !ok {
		return errors.New("expects a tile of wgmma layout for stmatrix")
	}
	plan, err := async.StMatrixPlan(l, buf)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		base, err := x.uniform(&x.cells[ops[1].at], "a buffer")
		if err != nil {
			return err
		}
		for i := range plan.Stores {
			s := &plan.Stores[i]
			var regs [4][32]uint32
			for k, r := range s.Regs {
				cell := &x.cells[ops[0].at+r]
				if err := x.defined(cell, "stores"); err != nil {
					return err
				}
				x.touch(cell)
				for lane := range 32 {
					regs[k/2][lane] |= uint32(cell.at(lane)) << (16 * (k % 2))
				}
			}
			for lane := range 32 {
				x.words[lane] = uint32(plan.Addr(int64(base), d.scope.tid(x, lane), i, buf.Swizzle))
			}
			x.w.Stmatrix(x.mask, s.Matrices, false, &x.words, &regs)
		}
		return nil
	}
	return nil
}

// mmaTypeOf is the machine's type of an element type.
func mmaTypeOf(t ir.Type) (machine.MMAType, error) {
	m, ok := mmaTypes[t.String()]
	if !ok {
		return 0, fmt.Errorf("is not supported by the simulator on elements of type %s", t)
	}
	return m, nil
}

// mmaPlan is the wgmma instructions of a tasync.mma.
type mmaPlan struct {
	shape    async.MMAShape
	op       machine.Wgmma
	a, b     *async.BufferType // a is nil when A is in registers
	regsA    *async.Map
	in       []slot
	out      slot
	scope    *roleScope
	copied   bool
	fragment [][4][2]int // registers of A by row block and step
}

func compileMMA(c *compiler, in *instr) error {
	s, err := c.inRole()
	if err != nil {
		return err
	}
	o, _ := async.AsMMA(in.op)
	shape, err := o.Shape()
	if err != nil {
		return err
	}
	d, err := c.distribution(in.op.Result(0).Type())
	if err != nil {
		return err
	}
	p := &mmaPlan{shape: shape, scope: s, copied: usedLater(in.op, o.Acc())}
	elem := ir.Type(nil)
	switch t := o.A().Type().(type) {
	case *async.BufferType:
		p.a, elem = t, t.Elem
	case *ir.TensorType:
		if p.regsA, err = async.MapOf(t); err != nil {
			return err
		}
		elem = t.Elem
	}
	var ok bool
	if p.b, ok = o.B().Type().(*async.BufferType); !ok || elem == nil {
		return errors.New("expects B in a buffer")
	}
	t, err := mmaTypeOf(elem)
	if err != nil {
		return err
	}
	p.op = machine.Wgmma{N: int(shape.InstN), A: t, B: t, D: machine.MMAF32, ScaleD: true, TransA: shape.MNMajorA, TransB: shape.MNMajorB}
	if p.in, err = c.operands(in.op); err != nil {
		return err
	}
	if p.out, err = c.slot(in.op.Result(0)); err != nil {
		return err
	}
	if shape.HalfAcc {
		p.op.D = machine.MMAF16
	}
	if len(d.m.Regs) != int(shape.AccElements()) {
		return fmt.Errorf("expects an accumulator of %d elements, found %d", shape.AccElements(), len(d.m.Regs))
	}
	if err := p.fragments(); err != nil {
		return err
	}
	in.run = func(x *exec) error { return p.run(x) }
	return nil
}

// fragments finds the registers of A for each instruction (PTX ISA, "Register Fragments" of wgmma): register r of a
// lane holds two neighbours of row 8*(r%2) and column 8*(r/2).
func (p *mmaPlan) fragments() error {
	if p.regsA == nil {
		return nil
	}
	for rb := range p.shape.RowBlocks {
		for k := range p.shape.Steps {
			var f [4][2]int
			for r := range f {
				for i := range f[r] {
					at := []int64{64*rb + 8*int64(r&1), p.shape.InstK*k + 8*int64(r>>1) + int64(i)}
					if f[r][i] = p.regsA.RegOf(at); f[r][i] < 0 {
						return errors.New("expects A in the layout of fragments")
					}
				}
			}
			p.fragment = append(p.fragment, f)
		}
	}
	return nil
}

// run executes the warp's part: a fence, the instructions, and the commit of their group.
func (p *mmaPlan) run(x *exec) error {
	x.wgmmaFence()
	s := &p.shape
	per := int(s.InstN / 2)
	for rb := range s.RowBlocks {
		for cb := range s.ColBlocks {
			first := int(rb*s.ColBlocks+cb) * per
			q := &product{op: p.op, acc: p.in[2].part(first, per), out: p.out.part(first, per), copied: p.copied, halves: s.HalfAcc}
			for k := range s.Steps {
				if err := p.step(x, q, rb, cb, k); err != nil {
					return err
				}
				q.acc, q.copied = q.out, false
			}
		}
	}
	x.w.WgmmaCommit(x.mask)
	return nil
}

// step executes one instruction.
func (p *mmaPlan) step(x *exec, q *product, rb, cb, k int64) error {
	s := &p.shape
	op := q.op
	if p.a != nil {
		base, err := x.uniform(&x.cells[p.in[0].at], "a buffer")
		if err != nil {
			return err
		}
		mn := p.scope.group(x)*(s.M/s.WarpGroups) + 64*rb
		d, err := async.DescriptorFor(p.a, s.MNMajorA, mn, 64, k*s.InstK)
		if err != nil {
			return err
		}
		op.DescA = d.Encode(int64(base))
	} else {
		op.RegsA = p.packA(x, p.fragment[rb*s.Steps+k])
		op.AID = int(x.newID())
	}
	base, err := x.uniform(&x.cells[p.in[1].at], "a buffer")
	if err != nil {
		return err
	}
	d, err := async.DescriptorFor(p.b, s.MNMajorB, cb*s.InstN, s.InstN, k*s.InstK)
	if err != nil {
		return err
	}
	op.DescB = d.Encode(int64(base))
	return x.accumulate(&op, q)
}

// packA joins pairs of 16-bit elements to the registers of a fragment.
func (p *mmaPlan) packA(x *exec, f [4][2]int) [][32]uint32 {
	out := make([][32]uint32, 4)
	for r := range out {
		for i, reg := range f[r] {
			c := &x.cells[p.in[0].at+reg]
			x.touch(c)
			for m := x.mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				out[r][l] |= uint32(c.at(l)) << (16 * i)
			}
		}
	}
	return out
}

func compileMMAWait(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	if len(ops) != len(out) {
		return fmt.Errorf("expects as many results as accumulators, found %d and %d", len(out), len(ops))
	}
	m, err := newMoves(out, ops)
	n, _ := ir.IntValue(in.op.Prop("pending"))
	in.run = func(x *exec) error {
		x.w.WgmmaWait(x.mask, int(n))
		x.copyAll(&m)
		return nil
	}
	return err
}
