package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// atomicType returns the machine's type for a value, signed or not.
func atomicType(t ir.Type, sign bool) (machine.AtomicType, error) {
	switch t := t.(type) {
	case *ir.IntegerType:
		switch {
		case t.Width == 32 && sign:
			return machine.AtomS32, nil
		case t.Width == 32:
			return machine.AtomU32, nil
		case t.Width == 64 && sign:
			return machine.AtomS64, nil
		case t.Width == 64:
			return machine.AtomU64, nil
		}
	case *ir.FloatType:
		switch t.Format {
		case numeric.F64:
			return machine.AtomF64, nil
		case numeric.F32:
			return machine.AtomF32, nil
		case numeric.F16:
			return machine.AtomF16, nil
		case numeric.BF16:
			return machine.AtomBF16, nil
		}
	case *ir.VectorType:
		if n, _ := ir.NumElements(t); n != 2 {
			break
		}
		switch e, err := atomicType(t.Elem, false); {
		case err == nil && e == machine.AtomF16:
			return machine.AtomF16x2, nil
		case err == nil && e == machine.AtomBF16:
			return machine.AtomBF16x2, nil
		}
	}
	return 0, fmt.Errorf("is not supported by the simulator on values of type %s", t)
}

// binOp is an operation of llvm.atomicrmw.
type binOp struct {
	op     machine.AtomicOp
	sign   bool
	negate bool
}

// binOps has the operations by their number in llvm.atomicrmw.
var binOps = map[int64]binOp{
	0: {op: machine.AtomExch}, 1: {op: machine.AtomAdd}, 2: {op: machine.AtomAdd, negate: true},
	3: {op: machine.AtomAnd}, 5: {op: machine.AtomOr}, 6: {op: machine.AtomXor},
	7: {op: machine.AtomMax, sign: true}, 8: {op: machine.AtomMin, sign: true}, 9: {op: machine.AtomMax}, 10: {op: machine.AtomMin},
	11: {op: machine.AtomAdd}, 13: {op: machine.AtomMax}, 14: {op: machine.AtomMin}, 15: {op: machine.AtomInc}, 16: {op: machine.AtomDec},
}

// atomic performs an operation on memory at the addresses in c and returns the old values.
func (x *exec) atomic(c *cell, space uint32, op machine.AtomicOp, t machine.AtomicType, a, b *[32]uint64, sem machine.Sem, scope machine.Scope) (old [32]uint64, err error) {
	if err := x.defined(c, "takes for an address"); err != nil {
		return old, err
	}
	x.touch(c)
	err = x.eachWindow(c, space, func(shared bool) error {
		var got [32]uint64
		if shared {
			for l := range x.words {
				x.words[l] = uint32(c.at(l))
			}
			got = x.w.AtomicShared(x.mask, &x.words, op, t, a, b)
		} else {
			for l := range x.longs {
				x.longs[l] = c.at(l)
			}
			got = x.w.AtomicGlobal(x.mask, &x.longs, op, t, a, b, sem, scope)
		}
		for m := x.mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			old[l] = got[l]
		}
		return nil
	})
	return old, err
}

// operandLanes returns the lanes of a value of one or two registers as one number each.
func (x *exec) operandLanes(s slot, w uint) (*[32]uint64, error) {
	v := new([32]uint64)
	for i := range s.n {
		c := &x.cells[s.at+i]
		if err := x.defined(c, "stores"); err != nil {
			return nil, err
		}
		x.touch(c)
		for l := range v {
			v[l] |= c.at(l) << (uint(i) * w)
		}
	}
	return v, nil
}

func compileAtomicRMW(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	space, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	n, _ := ir.IntValue(in.op.Prop("bin_op"))
	b, ok := binOps[n]
	if !ok {
		return errors.New("is not supported by the simulator with this operation")
	}
	vt := in.op.Operand(1).Type()
	t, err := atomicType(vt, b.sign)
	if err != nil {
		return err
	}
	w, isInt := widthOf(ir.ElemOrSelf(vt))
	if b.negate && !isInt {
		return errors.New("is not supported by the simulator with this operation")
	}
	ordering, _ := ir.IntValue(in.op.Prop("ordering"))
	sem, scope := semOf(ordering), scopeOf(in.op)
	in.run = func(x *exec) error {
		v, err := x.operandLanes(ops[1], w)
		if err != nil {
			return err
		}
		if b.negate {
			for l := range v {
				v[l] = -v[l] & maskOf(w)
			}
		}
		old, err := x.atomic(&x.cells[ops[0].at], space, b.op, t, v, nil, sem, scope)
		if err != nil {
			return err
		}
		for i := range out[0].n {
			part := old
			for l := range part {
				part[l] = part[l] >> (uint(i) * w) & maskOf(w)
			}
			x.setLanes(&x.cells[out[0].at+i], &part)
		}
		return nil
	}
	return nil
}

func compileCmpXchg(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	space, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	w, ok := widthOf(in.op.Operand(1).Type())
	if !ok || w != 32 && w != 64 || out[0].n != 2 {
		return errors.New("is not supported by the simulator on these types")
	}
	t := machine.AtomU32
	if w == 64 {
		t = machine.AtomU64
	}
	ordering, _ := ir.IntValue(in.op.Prop("success_ordering"))
	sem, scope := semOf(ordering), scopeOf(in.op)
	in.run = func(x *exec) error {
		cmp, err := x.operandLanes(ops[1], w)
		if err != nil {
			return err
		}
		val, err := x.operandLanes(ops[2], w)
		if err != nil {
			return err
		}
		old, err := x.atomic(&x.cells[ops[0].at], space, machine.AtomCAS, t, cmp, val, sem, scope)
		if err != nil {
			return err
		}
		var done [32]uint64
		for l := range done {
			done[l] = truth(old[l] == cmp[l])
		}
		x.setLanes(&x.cells[out[0].at], &old)
		x.setLanes(&x.cells[out[0].at+1], &done)
		return nil
	}
	return nil
}
