package sim

import (
	"errors"
	"fmt"
	"math"

	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// wmma is how an operand of a product of a warp lies in its registers. PTX leaves
// that open (PTX ISA, "Matrix Fragments for WMMA"): here lane l holds the
// elements from l*each on, row by row, and where that is more than there are,
// again from the first on.
type wmma struct {
	typ        elem.Type
	unsigned   bool // of 8 bits
	tf32       bool
	rows, cols int
	each       int // elements of a lane
	packed     int // elements of a cell
}

// wmmaTypes has the types of elements by PTX's name.
var wmmaTypes = map[string]elem.Type{"f16": elem.F16, "f32": elem.F32, "tf32": elem.F32, "s8": elem.I8, "u8": elem.I8, "s32": elem.I32, "f64": elem.F64}

// wmmaOperand describes an operand, of which a lane has so many cells.
func wmmaOperand(op *ir.Operation, typ, frag string, cells int) (*wmma, error) {
	extent := func(name string) int { n, _ := ir.IntValue(op.Prop(name)); return int(n) }
	m, n, k := extent("m"), extent("n"), extent("k")
	t, ok := wmmaTypes[typ]
	if !ok {
		return nil, fmt.Errorf("is not supported by the simulator with %s", typ)
	}
	f := &wmma{typ: t, unsigned: typ == "u8", tf32: typ == "tf32", packed: 1}
	switch frag {
	case "a":
		f.rows, f.cols = m, k
	case "b":
		f.rows, f.cols = k, n
	default:
		f.rows, f.cols = m, n
	}
	if t == elem.I8 {
		f.packed = 4
	}
	f.each = cells * f.packed
	if f.each*32 < f.rows*f.cols {
		return nil, fmt.Errorf("expects registers for %d elements, found %d", f.rows*f.cols, f.each*32)
	}
	return f, nil
}

// place is the row and the column of element i of a lane.
func (f *wmma) place(lane, i int) (row, col int) {
	at := (lane*f.each + i) % (f.rows * f.cols)
	return at / f.cols, at % f.cols
}

func wmmaKeyword(e *ir.Enum, op *ir.Operation, name string) string {
	k, _ := e.Keyword(enumOf(e, op, name))
	return k
}

// wmmaMemory is a load or store: the operand, and where its elements lie.
type wmmaMemory struct {
	*wmma
	space uint32
	col   bool
	base  slot
	lead  slot
}

// eachElement calls f for every element of a lane with the addresses of all lanes.
func (a *wmmaMemory) eachElement(x *exec, f func(i int, at *cell) error) error {
	if !x.whole() {
		return errors.New("expects all lanes of the warp")
	}
	base, err := x.uniform(&x.cells[a.base.at], "the address of a matrix")
	if err != nil {
		return err
	}
	lead, err := x.uniform(&x.cells[a.lead.at], "the stride of a matrix")
	if err != nil {
		return err
	}
	var at cell
	for i := range a.wmma.each {
		for l := range at.v {
			row, col := a.place(l, i)
			if a.col {
				row, col = col, row
			}
			at.v[l] = base + uint64(a.typ.Size())*(uint64(row)*uint64(uint32(lead))+uint64(col))
		}
		if err := f(i, &at); err != nil {
			return err
		}
	}
	return nil
}

func (c *compiler) wmmaMemory(op *ir.Operation, frag string, ptr, lead slot, cells int) (*wmmaMemory, error) {
	space, err := pointerSpace(op.Operand(0).Type())
	if err != nil {
		return nil, err
	}
	f, err := wmmaOperand(op, wmmaKeyword(nvvm.MMATypesEnum, op, "eltype"), frag, cells)
	return &wmmaMemory{wmma: f, space: space, col: enumOf(nvvm.MMALayoutEnum, op, "layout") == 1, base: ptr, lead: lead}, err
}

func compileWMMALoad(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	a, err := c.wmmaMemory(in.op, wmmaKeyword(nvvm.MMAFragEnum, in.op, "frag"), ops[0], ops[1], out[0].n)
	if err != nil {
		return err
	}
	size := a.typ.Size()
	access := &access{space: a.space}
	in.run = func(x *exec) error {
		for i := range out[0].n {
			x.set(&x.cells[out[0].at+i], 0)
			x.cells[out[0].at+i].spread()
		}
		return a.eachElement(x, func(i int, at *cell) error {
			return x.eachWindow(at, a.space, func(shared bool) error {
				x.loadChunk(access, at, chunk{0, size}, shared)
				d := &x.cells[out[0].at+i/a.packed]
				for l := range d.v {
					if x.mask>>l&1 != 0 {
						d.v[l] |= little(x.bytes[l*size:(l+1)*size]) << (8 * (i % a.packed))
					}
				}
				return nil
			})
		})
	}
	return nil
}

func compileWMMAStore(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	regs, cells := cellsIn(ops[1 : len(ops)-1])
	a, err := c.wmmaMemory(in.op, "c", ops[0], ops[len(ops)-1], cells)
	if err != nil {
		return err
	}
	size := a.typ.Size()
	access := &access{space: a.space}
	in.run = func(x *exec) error {
		for _, at := range regs {
			if err := x.defined(&x.cells[at], "stores"); err != nil {
				return err
			}
			x.touch(&x.cells[at])
		}
		return a.eachElement(x, func(i int, at *cell) error {
			return x.eachWindow(at, a.space, func(shared bool) error {
				for l := range at.v {
					putLittle(x.bytes[l*size:(l+1)*size], x.cells[regs[i]].at(l))
				}
				x.storeChunk(access, at, chunk{0, size}, shared)
				return nil
			})
		})
	}
	return nil
}

// cellsIn lists the cells of slots.
func cellsIn(slots []slot) (at []int, n int) {
	for _, s := range slots {
		for i := range s.n {
			at = append(at, s.at+i)
		}
	}
	return at, len(at)
}

// gather reads a whole operand, row by row.
func (f *wmma) gather(x *exec, regs []int) ([]float64, error) {
	out := make([]float64, f.rows*f.cols)
	for i, at := range regs {
		c := &x.cells[at]
		if err := x.defined(c, "multiplies"); err != nil {
			return nil, err
		}
		x.touch(c)
		for l := range 32 {
			for j := range f.packed {
				row, col := f.place(l, i*f.packed+j)
				out[row*f.cols+col] = f.decode(c.at(l) >> (8 * j))
			}
		}
	}
	return out, nil
}

// decode returns the value of an element; of tf32 the low bits of its register
// do not count.
func (f *wmma) decode(bits uint64) float64 {
	switch {
	case f.unsigned:
		return float64(uint8(bits))
	case f.tf32:
		return float64(math.Float32frombits(uint32(bits) &^ 0x1fff))
	case f.packed > 1:
		return float64(int8(bits))
	}
	return f.typ.Decode(bits)
}

// compileWMMA computes in float64 and rounds each element once, as the order of
// the additions is not told (PTX ISA, "wmma.mma").
func compileWMMA(c *compiler, in *instr) error {
	op := in.op
	ops, out, err := c.inOut(op)
	if err != nil {
		return err
	}
	regs, total := cellsIn(ops)
	factors, sums := wmmaKeyword(nvvm.MMATypesEnum, op, "eltypeA"), wmmaKeyword(nvvm.MMATypesEnum, op, "eltypeB")
	nSum := out[0].n
	nA, err := wmmaCells(op, factors, "a")
	if err != nil {
		return err
	}
	a, errA := wmmaOperand(op, factors, "a", nA)
	b, errB := wmmaOperand(op, factors, "b", total-nA-nSum)
	d, errD := wmmaOperand(op, sums, "c", nSum)
	if err := errors.Join(errA, errB, errD); err != nil {
		return err
	}
	in.run = func(x *exec) error {
		if !x.whole() {
			return errors.New("expects all lanes of the warp")
		}
		va, errA := a.gather(x, regs[:nA])
		vb, errB := b.gather(x, regs[nA:total-nSum])
		vd, errD := d.gather(x, regs[total-nSum:])
		if err := errors.Join(errA, errB, errD); err != nil {
			return err
		}
		for i := range d.rows {
			for j := range d.cols {
				for k := range a.cols {
					vd[i*d.cols+j] += va[i*a.cols+k] * vb[k*b.cols+j]
				}
			}
		}
		for i := range nSum {
			t := &x.cells[out[0].at+i]
			x.begin(t)
			for l := range t.v {
				row, col := d.place(l, i)
				t.v[l] = d.typ.Encode(vd[row*d.cols+col])
			}
		}
		return nil
	}
	return nil
}

// wmmaCells is how many cells a lane has of an operand: an element of f16 has
// one, of which two share a register.
func wmmaCells(op *ir.Operation, typ, frag string) (int, error) {
	extent := func(name string) int64 { n, _ := ir.IntValue(op.Prop(name)); return n }
	n, t, ok := nvvm.WMMAFragment(op.Context(), typ, frag, extent("m"), extent("n"), extent("k"))
	if !ok {
		return 0, fmt.Errorf("is not supported by the simulator with %s", typ)
	}
	if v, isVector := t.(*ir.VectorType); isVector {
		n *= v.Shape[0]
	}
	return int(n), nil
}
