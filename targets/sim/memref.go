package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// memref is a buffer argument on the device. Values of memref type are indices into run.memrefs.
type memref struct {
	buf           *machine.Buffer
	elem          elem.Type
	dims, strides []int64 // in elements
}

func (x *exec) memref(c *cell) (*memref, error) {
	v, err := x.uniform(c, "a memref")
	if err != nil {
		return nil, err
	}
	if v >= uint64(len(x.r.memrefs)) {
		return nil, errors.New("expects a memref that is an argument of the kernel")
	}
	return x.r.memrefs[v], nil
}

// elemFor checks that the elements in memory are those of the type.
func (m *memref) elemFor(t ir.Type) error {
	name := t.String()
	if ir.IsIndex(t) {
		name = string(elem.I64)
	}
	if string(m.elem) != name {
		return fmt.Errorf("expects elements of type %s in memory, found %s", t, m.elem)
	}
	return nil
}

// offsets computes the element offset of a scalar access in every active lane.
func (x *exec) offsets(m *memref, idx []slot) (*[32]uint64, error) {
	if len(idx) != len(m.dims) {
		return nil, fmt.Errorf("expects %d indices, found %d", len(m.dims), len(idx))
	}
	clear(x.longs[:])
	size := uint64(m.elem.Size())
	for d, s := range idx {
		c := &x.cells[s.at]
		x.touch(c)
		if err := x.defined(c, "takes for an index"); err != nil {
			return nil, err
		}
		for k := x.mask; k != 0; k &= k - 1 {
			l := bits.TrailingZeros32(k)
			i := int64(c.at(l))
			if i < 0 || i >= m.dims[d] {
				return nil, fmt.Errorf("expects an index of 0 to %d in dimension %d, found %d", m.dims[d]-1, d, i)
			}
			x.longs[l] += uint64(i*m.strides[d]) * size
		}
	}
	for l := range x.longs {
		x.longs[l] += m.buf.Addr
	}
	return &x.longs, nil
}

func compileMemRefLoad(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	t := in.op.Result(0).Type()
	w, ok := widthOf(t)
	if !ok {
		return fmt.Errorf("is not supported by the simulator for elements of type %s", t)
	}
	in.run = func(x *exec) error {
		m, err := x.memref(&x.cells[ops[0].at])
		if err != nil {
			return err
		}
		if err := m.elemFor(t); err != nil {
			return err
		}
		addr, err := x.offsets(m, ops[1:])
		if err != nil {
			return err
		}
		x.loadLanes(&x.cells[out[0].at], addr, m.elem.Size(), w)
		return nil
	}
	return nil
}

// loadLanes reads n bytes from global memory in each active lane.
func (x *exec) loadLanes(d *cell, addr *[32]uint64, n int, w uint) {
	x.w.LoadGlobal(x.mask, addr, n, x.bytes[:])
	x.begin(d)
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		d.v[l] = little(x.bytes[l*n:(l+1)*n]) & maskOf(w)
	}
}

func compileMemRefStore(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	t := in.op.Operand(0).Type()
	in.run = func(x *exec) error {
		m, err := x.memref(&x.cells[ops[1].at])
		if err != nil {
			return err
		}
		if err := m.elemFor(t); err != nil {
			return err
		}
		v := &x.cells[ops[0].at]
		if err := x.defined(v, "stores"); err != nil {
			return err
		}
		x.touch(v)
		addr, err := x.offsets(m, ops[2:])
		if err != nil {
			return err
		}
		n := m.elem.Size()
		for k := x.mask; k != 0; k &= k - 1 {
			l := bits.TrailingZeros32(k)
			putLittle(x.bytes[l*n:(l+1)*n], v.at(l))
		}
		x.w.StoreGlobal(x.mask, addr, n, x.bytes[:])
		return nil
	}
	return nil
}

func compileMemRefDim(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		m, err := x.memref(&x.cells[ops[0].at])
		if err != nil {
			return err
		}
		i, err := x.uniform(&x.cells[ops[1].at], "a dimension")
		if err != nil {
			return err
		}
		if i >= uint64(len(m.dims)) {
			return fmt.Errorf("expects a dimension of 0 to %d, found %d", len(m.dims)-1, int64(i))
		}
		x.set(&x.cells[out[0].at], uint64(m.dims[i]))
		return nil
	}
	return nil
}

func compileMemRefCast(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	if len(out) == 0 {
		return nil
	}
	in.run = func(x *exec) error { x.moveSlot(out[0], ops[0]); return nil }
	return nil
}
