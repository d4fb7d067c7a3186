package convertasynctonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
)

// mmaPlan is one tasync.mma with its operands.
type mmaPlan struct {
	async.MMAShape
	op   *ir.Operation
	elem ir.Type
	acc  *tileValue
	a, b *buffer
	frag *tileValue // A in registers, instead of a
}

// wgmmaRows is the M of every wgmma instruction (PTX ISA, "Matrix Shape").
const wgmmaRows = 64

func (l *lowering) planMMA(op *ir.Operation) (*mmaPlan, error) {
	v, _ := async.AsMMA(op)
	shape, err := v.Shape()
	if err != nil {
		return nil, op.OpError("%s", err)
	}
	p := &mmaPlan{MMAShape: shape, op: op, acc: l.tile(v.Acc()), b: l.buffers[v.B()]}
	p.elem = p.b.typ.Elem
	if int(4*p.WarpGroups) != l.scope.warps {
		return nil, op.OpError("spreads over %d warps, but its role has %d", 4*p.WarpGroups, l.scope.warps)
	}
	if _, ok := v.A().Type().(*async.BufferType); ok {
		p.a = l.buffers[v.A()]
	} else {
		p.frag = l.tile(v.A())
	}
	return p, nil
}

// wgmmaTypes are the operand types by the names of their elements, as values
// of nvvm's enum and as PTX spells them.
// Read-only.
var wgmmaTypes = map[string]struct {
	enum int64
	ptx  string
}{"f16": {0, "f16"}, "bf16": {5, "bf16"}, "f32": {8, "f32"}}

// mma issues the instructions of one product and commits them as a group.
func (l *lowering) mma(op *ir.Operation) error {
	p, err := l.planMMA(op)
	if err != nil {
		return err
	}
	var descA *operandDesc
	if p.a != nil {
		if descA, err = l.operandDesc(p, p.a, p.MNMajorA, true); err != nil {
			return err
		}
	}
	descB, err := l.operandDesc(p, p.b, p.MNMajorB, false)
	if err != nil {
		return err
	}
	frags := l.fragments(p)
	acc := p.acc
	// A product that starts from zero needs no zeros: its first step does not
	// read the accumulator. In a loop the accumulator is an argument.
	fresh := acc.isZero()
	var blocks []*ir.Value
	switch {
	case fresh:
		t := l.structTypes(acc)[0]
		blocks = make([]*ir.Value, p.RowBlocks*p.ColBlocks)
		for i := range blocks {
			blocks[i] = l.poison(t)
		}
		nvvm.NewWgmmaFence(l.b)
	case acc.chunks != nil:
		blocks = append(blocks, acc.chunks...)
		nvvm.NewWgmmaFence(l.b)
	default:
		// Registers that were just computed must not be written behind the fence,
		// so they go through it.
		blocks = l.fenced(acc)
	}
	for s := range p.Steps {
		for r := range p.RowBlocks {
			for c := range p.ColBlocks {
				i := r*p.ColBlocks + c
				b, err := descB.at(l, c*p.InstN, s*p.InstK)
				if err != nil {
					return err
				}
				zero := fresh && s == 0
				if p.frag != nil {
					blocks[i] = l.wgmmaFragment(p, blocks[i], frags[r*p.Steps+s], b, zero)
					continue
				}
				a, err := descA.at(l, r*wgmmaRows, s*p.InstK)
				if err != nil {
					return err
				}
				blocks[i] = l.wgmma(p, blocks[i], a, b, zero)
			}
		}
	}
	nvvm.NewWgmmaCommitGroup(l.b)
	l.r.Count("wgmmas", int(p.Steps)*len(blocks))
	out, err := l.newTile(op.Result(0).Type(), op)
	if err != nil {
		return err
	}
	out.chunks = blocks
	l.tiles[op.Result(0)] = out
	return nil
}

// fenced is a fence that the registers of an accumulator go through.
func (l *lowering) fenced(acc *tileValue) []*ir.Value {
	in := make([]*ir.Value, acc.m.NumRegs())
	if l.paired(acc) {
		in = in[:len(in)/2]
	}
	for i := range in {
		if l.paired(acc) {
			in[i] = l.fieldOf(acc, l.pair(acc, i))
		} else {
			in[i] = l.reg(acc, i)
		}
	}
	all := l.tiedAsm("wgmma.fence.sync.aligned;", in)
	n, _ := l.chunkSize(acc)
	if n == len(in) {
		return []*ir.Value{all}
	}
	var out []*ir.Value
	for at := 0; at < len(in); at += n {
		fields := make([]*ir.Value, n)
		for i := range fields {
			fields[i] = l.field(all, at+i, in[at+i].Type())
		}
		out = append(out, l.structOf(fields))
	}
	return out
}

// wgmma makes one instruction with A in shared memory.
func (l *lowering) wgmma(p *mmaPlan, acc, a, b *ir.Value, zero bool) *ir.Value {
	scaleD := int64(1)
	if zero {
		scaleD = 0
	}
	t := nvvm.WGMMATypesEnum.Attr(l.c, wgmmaTypes[p.elem.String()].enum)
	major := func(col bool) ir.Attr {
		if col {
			return nvvm.MMALayoutEnum.Attr(l.c, 1)
		}
		return nvvm.MMALayoutEnum.Attr(l.c, 0)
	}
	one := nvvm.WGMMAScaleInEnum.Attr(l.c, 1)
	return nvvm.NewWgmmaMmaAsync(l.b, []ir.Type{acc.Type()}, acc, a, b, nvvm.WgmmaMmaAsyncProps{
		Shape: nvvm.Shape(l.c, wgmmaRows, p.InstN, p.InstK),
		TypeA: t, TypeB: t, TypeD: nvvm.WGMMATypesEnum.Attr(l.c, wgmmaTypes[p.accType()].enum),
		ScaleD: nvvm.WGMMAScaleOutEnum.Attr(l.c, scaleD), ScaleA: one, ScaleB: one,
		// A is row-major and B column-major where neither is transposed.
		LayoutA: major(p.MNMajorA), LayoutB: major(!p.MNMajorB),
	}).Op().Result(0)
}

// accType is the name of the accumulator's type.
func (p *mmaPlan) accType() string {
	if p.HalfAcc {
		return "f16"
	}
	return "f32"
}

// operandDesc makes the matrix descriptors of one operand. What does not
// change with the slot of a ring is computed once for the role.
type operandDesc struct {
	typ     *async.BufferType
	mnMajor bool
	count   int64 // rows of A or columns of B that an instruction reads
	base    *ir.Value
}

func (l *lowering) operandDesc(p *mmaPlan, b *buffer, mnMajor, isA bool) (*operandDesc, error) {
	d := &operandDesc{typ: b.typ, mnMajor: mnMajor, count: p.InstN}
	if isA {
		d.count = wgmmaRows
	}
	first, err := async.DescriptorFor(b.typ, mnMajor, 0, d.count, 0)
	if err != nil {
		return nil, p.op.OpError("%s", err)
	}
	group := int64(0) // bytes from one warp group's rows to the next's
	if isA && p.WarpGroups > 1 {
		next, err := async.DescriptorFor(b.typ, mnMajor, p.M/p.WarpGroups, d.count, 0)
		if err != nil {
			return nil, p.op.OpError("%s", err)
		}
		group = next.Offset - first.Offset
	}
	first.Offset = 0
	bits := int64(first.Encode(0))
	root := b
	if b.ring != nil {
		root = b.ring
	}
	mk := func() *ir.Value {
		addr := l.base(root)
		if group != 0 {
			addr = l.add(addr, l.digit(async.Term{Div: async.WarpGroupThreads, Mod: p.WarpGroups, Mul: group}))
		}
		field := l.divConst(l.andConst(addr, addressMask), 16)
		return l.binary("arith.ori", l.unary("arith.extui", field, l.c.I(64)), l.i64(bits))
	}
	if root.placed {
		d.base = l.once(l.scope, fmt.Sprintf("descriptor %d %d %x", root.offset, group, uint64(bits)), mk)
	} else {
		d.base = mk()
	}
	if b.ring != nil {
		step := l.mulConst(b.index, root.typ.SlotStride()/16)
		d.base = l.add(d.base, l.unary("arith.extui", step, l.c.I(64)))
	}
	return d, nil
}

// addressMask keeps the part of a shared-memory address that a descriptor has
// (PTX ISA, "Matrix Descriptor Format").
const addressMask = 0x3ffff

// at is the descriptor of the part that starts at these coordinates of the
// tile.
func (d *operandDesc) at(l *lowering, mn, k int64) (*ir.Value, error) {
	desc, err := async.DescriptorFor(d.typ, d.mnMajor, mn, d.count, k)
	if err != nil {
		return nil, l.old.OpError("%s", err)
	}
	return l.addConst(d.base, desc.Offset/16), nil
}

// fragments returns A's registers for each row block and step, as i32.
func (l *lowering) fragments(p *mmaPlan) [][]*ir.Value {
	if p.frag == nil {
		return nil
	}
	out := make([][]*ir.Value, 0, p.RowBlocks*p.Steps)
	for r := range p.RowBlocks {
		for s := range p.Steps {
			out = append(out, l.fragment(p, r*wgmmaRows, s*p.InstK))
		}
	}
	return out
}

// fragment packs the A fragment of one instruction: it is the accumulator
// layout of the same 64x16 block (PTX ISA, "Register Fragments and Shared
// Memory Matrix Layouts").
func (l *lowering) fragment(p *mmaPlan, row, col int64) []*ir.Value {
	regs := make([]*ir.Value, 4)
	for i := range regs {
		off := []int64{row + 8*int64(i&1), col + 8*int64(i>>1)}
		r := p.frag.m.RegOf(off)
		if r < 0 || r%2 != 0 || !l.paired(p.frag) {
			panic("internal: no A fragment in " + p.frag.typ.String())
		}
		regs[i] = l.bitcast(l.pair(p.frag, r/2), l.c.I(32))
	}
	return regs
}

// mmaWait waits for groups. The accumulators go through it, so that nothing
// that reads them can be moved in front.
func (l *lowering) mmaWait(op *ir.Operation) error {
	pending, _ := ir.IntValue(op.Prop("pending"))
	var in []*ir.Value
	for _, v := range op.Operands() {
		t := l.tile(v)
		if t.chunks == nil {
			continue
		}
		n, field := l.chunkSize(t)
		for _, s := range t.chunks {
			for i := range n {
				in = append(in, l.field(s, i, field))
			}
		}
	}
	if len(in) == 0 {
		nvvm.NewWgmmaWaitGroup(l.b, nvvm.WgmmaWaitGroupProps{Group: l.c.I64Attr(pending)})
		for i, v := range op.Operands() {
			l.tiles[op.Result(i)] = l.tile(v)
		}
		return nil
	}
	done := l.tiedWait(pending, in)
	at := 0
	for k, v := range op.Operands() {
		t := l.tile(v)
		if t.chunks == nil {
			l.tiles[op.Result(k)] = t
			continue
		}
		out, err := l.newTile(op.Result(k).Type(), op)
		if err != nil {
			return err
		}
		n := len(t.chunks) * fieldsOf(t.chunks[0])
		if n == len(in) && len(t.chunks) == 1 {
			out.chunks = []*ir.Value{done}
		} else {
			fields := make([]*ir.Value, n)
			for i := range fields {
				fields[i] = l.field(done, at+i, in[at+i].Type())
			}
			l.takeFields(out, fields)
		}
		at += n
		l.tiles[op.Result(k)] = out
	}
	return nil
}

// takeFields gives a tile its registers, which stood in structs.
func (l *lowering) takeFields(t *tileValue, fields []*ir.Value) {
	if !l.paired(t) {
		t.regs = fields
		return
	}
	t.pairs = make([]*ir.Value, len(fields))
	for i, f := range fields {
		t.pairs[i] = l.pairOf(t, f)
	}
}

func fieldsOf(s *ir.Value) int { return len(s.Type().(*llvm.StructType).Fields) }
