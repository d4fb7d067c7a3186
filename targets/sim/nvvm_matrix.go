package sim

import (
	"errors"
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// matrixHandlers run nvvm's matrix operations.
var matrixHandlers = map[string]handler{
	"nvvm.wgmma.fence.aligned":             simple(func(x *exec) { x.wgmmaFence() }),
	"nvvm.wgmma.commit.group.sync.aligned": simple(func(x *exec) { x.w.WgmmaCommit(x.mask) }),
	"nvvm.wgmma.wait.group.sync.aligned":   compileWgmmaWait,
	"nvvm.wgmma.mma_async":                 compileWgmma,
	"nvvm.ldmatrix":                        compileLdmatrix,
	"nvvm.stmatrix":                        compileStmatrix,
	"nvvm.wmma.load":                       compileWMMALoad,
	"nvvm.wmma.store":                      compileWMMAStore,
	"nvvm.wmma.mma":                        compileWMMA,
}

func (x *exec) wgmmaFence() {
	x.w.WgmmaFence(x.mask)
	x.fences++
}

func compileWgmmaWait(_ *compiler, in *instr) error {
	n, _ := ir.IntValue(in.op.Prop("group"))
	in.run = func(x *exec) error { x.w.WgmmaWait(x.mask, int(n)); return nil }
	return nil
}

// mmaTypes has the machine's types by PTX name.
var mmaTypes = map[string]machine.MMAType{
	"f16": machine.MMAF16, "bf16": machine.MMABF16, "tf32": machine.MMATF32, "e4m3": machine.MMAE4M3, "e5m2": machine.MMAE5M2,
	"s8": machine.MMAS8, "u8": machine.MMAU8, "f32": machine.MMAF32, "s32": machine.MMAS32,
}

func mmaType(op *ir.Operation, name string) (machine.MMAType, error) {
	k, _ := nvvm.WGMMATypesEnum.Keyword(enumOf(nvvm.WGMMATypesEnum, op, name))
	t, ok := mmaTypes[k]
	if !ok {
		return 0, fmt.Errorf("is not supported by the simulator with %s %s", name, k)
	}
	return t, nil
}

func compileWgmma(c *compiler, in *instr) error {
	o, _ := nvvm.AsWgmmaMmaAsync(in.op)
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	_, n, k := nvvm.ShapeOf(o.Shape())
	m := machine.Wgmma{N: int(n)}
	for _, t := range []struct {
		name string
		to   *machine.MMAType
	}{{"typeA", &m.A}, {"typeB", &m.B}, {"typeD", &m.D}} {
		if *t.to, err = mmaType(in.op, t.name); err != nil {
			return err
		}
	}
	if int(k) != m.K() {
		return fmt.Errorf("expects a depth of %d for these types, found %d", m.K(), k)
	}
	m.ScaleD = enumOf(nvvm.WGMMAScaleOutEnum, in.op, "scaleD") == 1
	m.NegA = enumOf(nvvm.WGMMAScaleInEnum, in.op, "scaleA") == -1
	m.NegB = enumOf(nvvm.WGMMAScaleInEnum, in.op, "scaleB") == -1
	m.TransA = enumOf(nvvm.MMALayoutEnum, in.op, "layoutA") == 1
	m.TransB = enumOf(nvvm.MMALayoutEnum, in.op, "layoutB") == 0
	m.SatFinite = enumOf(nvvm.MMAIntOverflowEnum, in.op, "satfinite") == 1
	p := &product{op: m, acc: ops[0], out: out[0], descA: ops[1], descB: ops[2], copied: usedLater(in.op, in.op.Operand(0))}
	in.run = func(x *exec) error { return x.product(p) }
	return nil
}

// product is a wgmma instruction and where its operands are.
type product struct {
	op       machine.Wgmma
	acc, out slot
	// descA is empty when A is in registers.
	descA, descB slot
	regsA        []int
	// copied is set when the accumulator is needed afterwards as it was, so that the product works on a copy.
	copied bool
	// halves is set when each cell of the accumulator has one element of 16 bits, of which two share a register.
	halves bool
}

// word and put read and write register-major accumulators: cell i is register i, or half of register i/2.
func (p *product) word(acc [][32]uint32, i, lane int) uint32 {
	if p.halves {
		return acc[i/2][lane] >> (16 * (i % 2)) & 0xffff
	}
	return acc[i][lane]
}

func (p *product) put(acc [][32]uint32, i, lane int, v uint32) {
	switch {
	case !p.halves:
		acc[i][lane] = v
	case i%2 == 0:
		acc[i/2][lane] = v & 0xffff
	default:
		acc[i/2][lane] |= v << 16
	}
}

// usedLater reports whether a value is used behind op in op's block.
func usedLater(op *ir.Operation, v *ir.Value) bool {
	for u := range v.Uses() {
		for o := u.Owner(); o != nil; o = o.Parent() {
			if o.Block() == op.Block() {
				if op.IsBefore(o) {
					return true
				}
				break
			}
		}
	}
	return false
}

// product executes a warp's part of a wgmma.
func (x *exec) product(p *product) error {
	op := p.op
	if p.descA.n > 0 {
		d, err := x.uniform(&x.cells[p.descA.at], "a matrix descriptor")
		if err != nil {
			return err
		}
		op.DescA = d
	}
	d, err := x.uniform(&x.cells[p.descB.at], "a matrix descriptor")
	if err != nil {
		return err
	}
	op.DescB = d
	if len(p.regsA) > 0 {
		op.RegsA = make([][32]uint32, len(p.regsA))
		fresh := false
		for i, at := range p.regsA {
			c := &x.cells[at]
			x.touch(c)
			if err := x.defined(c, "multiplies"); err != nil {
				return err
			}
			fresh = fresh || c.born == x.fences
			op.RegsA[i] = *x.low32(c)
		}
		op.AID = int(x.newID())
		if fresh {
			x.w.TouchRegs(op.AID, true)
		}
	}
	return x.accumulate(&op, p)
}

// accumulate runs the product on the accumulator's registers. A new set of registers that was written after the last
// fence is one that wgmma.fence is missing for (W7).
func (x *exec) accumulate(op *machine.Wgmma, p *product) error {
	if x.acc == nil {
		x.acc = make([][32]uint32, 256)
	}
	if p.acc.n > len(x.acc) || p.acc.n != p.out.n {
		return errors.New("is not supported by the simulator with this accumulator")
	}
	op.Acc = x.acc[:p.acc.n]
	if p.halves {
		op.Acc = x.acc[:p.acc.n/2]
	}
	id, same, fresh := x.cells[p.acc.at].id, true, false
	for i := range p.acc.n {
		c := &x.cells[p.acc.at+i]
		if op.ScaleD {
			if err := x.defined(c, "accumulates on"); err != nil {
				return err
			}
		}
		same = same && c.id == id
		fresh = fresh || c.born == x.fences && c.id == 0
		for l := range 32 {
			p.put(op.Acc, i, l, uint32(c.at(l)))
		}
	}
	if id == 0 || !same || p.copied {
		for i := range p.acc.n {
			x.touch(&x.cells[p.acc.at+i])
		}
		id = x.newID()
		if fresh && op.ScaleD {
			x.w.TouchRegs(int(id), true)
		}
	}
	op.AccID = int(id)
	x.w.Wgmma(x.mask, op)
	for i := range p.out.n {
		d := &x.cells[p.out.at+i]
		x.begin(d)
		for l := range d.v {
			if x.mask>>l&1 != 0 {
				d.v[l] = uint64(p.word(op.Acc, i, l))
			}
		}
		d.id = id
	}
	return nil
}

// newID names a set of registers.
func (x *exec) newID() int32 {
	x.nextID++
	return x.nextID
}

func matrixShape(op *ir.Operation) error {
	if m, n := nvvm.MatrixShapeOf(op.Prop("shape")); m != 8 || n != 8 || enumOf(nvvm.LdStMatrixEltTypeEnum, op, "eltType") != 0 {
		return errors.New("is not supported by the simulator with shapes other than m8n8 of b16")
	}
	return nil
}

func compileLdmatrix(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	if err := matrixShape(in.op); err != nil {
		return err
	}
	n, _ := ir.IntValue(in.op.Prop("num"))
	trans := enumOf(nvvm.MMALayoutEnum, in.op, "layout") == 1
	if n != 1 && n != 2 && n != 4 || int(n) != out[0].n {
		return fmt.Errorf("expects 1, 2 or 4 matrices and as many registers, found %d and %d", n, out[0].n)
	}
	in.run = func(x *exec) error {
		addr, err := x.sharedAddrs(&x.cells[ops[0].at], spaceShared)
		if err != nil {
			return err
		}
		got := x.w.Ldmatrix(x.mask, int(n), trans, addr)
		for i := range out[0].n {
			x.setWords(&x.cells[out[0].at+i], &got[i])
		}
		return nil
	}
	return nil
}

func compileStmatrix(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	if err := matrixShape(in.op); err != nil {
		return err
	}
	trans := enumOf(nvvm.MMALayoutEnum, in.op, "layout") == 1
	n := len(ops) - 1
	if n != 1 && n != 2 && n != 4 {
		return fmt.Errorf("expects 1, 2 or 4 matrices, found %d", n)
	}
	in.run = func(x *exec) error {
		var regs [4][32]uint32
		for i, s := range ops[1:] {
			c := &x.cells[s.at]
			if err := x.defined(c, "stores"); err != nil {
				return err
			}
			regs[i] = *x.low32(c)
		}
		addr, err := x.sharedAddrs(&x.cells[ops[0].at], spaceShared)
		if err == nil {
			x.w.Stmatrix(x.mask, n, trans, addr, &regs)
		}
		return err
	}
	return nil
}
