package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// valueHandlers run constants and what takes values apart and puts them together.
var valueHandlers = map[string]handler{
	"arith.constant":                     compileConstant,
	"llvm.mlir.constant":                 compileConstant,
	"llvm.mlir.zero":                     compileZero,
	"llvm.mlir.undef":                    compilePoison,
	"llvm.mlir.poison":                   compilePoison,
	"ub.poison":                          compilePoison,
	"llvm.extractvalue":                  compileExtractValue,
	"llvm.insertvalue":                   compileInsertValue,
	"llvm.extractelement":                compileExtractElement,
	"llvm.insertelement":                 compileInsertElement,
	"llvm.shufflevector":                 compileShuffleVector,
	"llvm.bitcast":                       compileBitcast,
	"arith.bitcast":                      compileBitcast,
	"builtin.unrealized_conversion_cast": compileUnrealizedCast,
}

// compileConstant writes the constant each time it is executed, since its cells may have been moved over.
func compileConstant(c *compiler, in *instr) error {
	out, err := c.slot(in.op.Result(0))
	if err != nil {
		return err
	}
	t := in.op.Result(0).Type()
	d, dense := in.op.Prop("value").(*ir.DenseAttr)
	if tt, ok := t.(*ir.TensorType); ok {
		return c.tensorConstant(in, tt, d, out)
	}
	vals := make([]uint64, out.n)
	for i := range vals {
		a := in.op.Prop("value")
		if dense && d.Splat {
			a = d.Elem(0)
		} else if dense {
			a = d.Elem(i)
		}
		if vals[i], err = bitsOfAttr(a, ir.ElemOrSelf(t)); err != nil {
			return err
		}
	}
	in.run = func(x *exec) error {
		for i, v := range vals {
			x.set(&x.cells[out.at+i], v)
		}
		return nil
	}
	return nil
}

// tensorConstant gives each thread its elements of a constant tile.
func (c *compiler) tensorConstant(in *instr, t *ir.TensorType, d *ir.DenseAttr, out slot) error {
	if d == nil {
		return errors.New("is not supported by the simulator with this value")
	}
	if d.Splat {
		v, err := bitsOfAttr(d.Elem(0), t.Elem)
		in.run = func(x *exec) error {
			for i := range out.n {
				x.set(&x.cells[out.at+i], v)
			}
			return nil
		}
		return err
	}
	m, err := async.MapOf(t)
	if err != nil {
		return err
	}
	n, _ := ir.NumElements(t)
	vals := make([]uint64, n)
	for i := range vals {
		if vals[i], err = bitsOfAttr(d.Elem(i), t.Elem); err != nil {
			return err
		}
	}
	scope := c.role
	in.run = func(x *exec) error {
		for r := range out.n {
			var v [32]uint64
			for l := range v {
				i := int64(0)
				for k, p := range m.Coord(scope.tid(x, l), r) {
					i = i*t.Shape[k] + p
				}
				v[l] = vals[i]
			}
			x.setLanes(&x.cells[out.at+r], &v)
		}
		return nil
	}
	return nil
}

func compileZero(c *compiler, in *instr) error {
	out, err := c.slot(in.op.Result(0))
	in.run = func(x *exec) error {
		for i := range out.n {
			x.set(&x.cells[out.at+i], 0)
		}
		return nil
	}
	return err
}

func compilePoison(c *compiler, in *instr) error {
	out, err := c.slot(in.op.Result(0))
	in.run = func(x *exec) error {
		for i := range out.n {
			x.undefine(&x.cells[out.at+i])
		}
		return nil
	}
	return err
}

// fieldAt returns which cells of an aggregate a path names.
func fieldAt(t ir.Type, path []int64) (first, n int, err error) {
	for _, i := range path {
		var field ir.Type
		switch a := t.(type) {
		case *llvm.StructType:
			if i < 0 || i >= int64(len(a.Fields)) {
				return 0, 0, fmt.Errorf("names field %d of %s", i, t)
			}
			for _, f := range a.Fields[:i] {
				k, err := cellsOf(f)
				if err != nil {
					return 0, 0, err
				}
				first += k
			}
			field = a.Fields[i]
		case *llvm.ArrayType:
			if i < 0 || i >= a.N {
				return 0, 0, fmt.Errorf("names element %d of %s", i, t)
			}
			k, err := cellsOf(a.Elem)
			if err != nil {
				return 0, 0, err
			}
			first += k * int(i)
			field = a.Elem
		default:
			return 0, 0, fmt.Errorf("names a part of %s", t)
		}
		t = field
	}
	n, err = cellsOf(t)
	return first, n, err
}

func position(op *ir.Operation) []int64 {
	if a, ok := op.Prop("position").(*ir.DenseArrayAttr); ok {
		return a.Ints()
	}
	return nil
}

func compileExtractValue(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	first, n, err := fieldAt(in.op.Operand(0).Type(), position(in.op))
	if err != nil {
		return err
	}
	if n != out[0].n {
		return errors.New("has a result of another type than the field")
	}
	src := ops[0].part(first, n)
	in.run = func(x *exec) error { x.moveSlot(out[0], src); return nil }
	return nil
}

func compileInsertValue(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	first, n, err := fieldAt(in.op.Operand(0).Type(), position(in.op))
	if err != nil {
		return err
	}
	if n != ops[1].n || out[0].n != ops[0].n {
		return errors.New("inserts a value of another type than the field")
	}
	dst := out[0].part(first, n)
	in.run = func(x *exec) error {
		x.moveSlot(out[0], ops[0])
		x.moveSlot(dst, ops[1])
		return nil
	}
	return nil
}

// compileExtractElement takes an element whose number may differ between lanes; one outside the vector is undefined.
func compileExtractElement(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	v, pos, d := ops[0], ops[1], out[0].at
	in.run = func(x *exec) error {
		p := &x.cells[pos.at]
		if i, ok := x.agree(p); ok && i < uint64(v.n) {
			x.move(&x.cells[d], &x.cells[v.at+int(i)])
			return nil
		}
		x.undefine(&x.cells[d])
		saved := x.mask
		for m := saved; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			if i := p.at(l); i < uint64(v.n) {
				x.mask = 1 << l
				x.move(&x.cells[d], &x.cells[v.at+int(i)])
			}
		}
		x.mask = saved
		return nil
	}
	return nil
}

func compileInsertElement(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	v, val, pos, d := ops[0], ops[1], ops[2], out[0]
	in.run = func(x *exec) error {
		x.moveSlot(d, v)
		p := &x.cells[pos.at]
		saved := x.mask
		for i := range d.n {
			if x.mask = x.lanesWhere(p, func(k uint64) bool { return k == uint64(i) }); x.mask != 0 {
				x.move(&x.cells[d.at+i], &x.cells[val.at])
			}
			x.mask = saved
		}
		return nil
	}
	return nil
}

func compileShuffleVector(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	a, ok := in.op.Prop("mask").(*ir.DenseArrayAttr)
	if !ok || a.N != out[0].n {
		return errors.New("expects one mask entry for each element")
	}
	pick := a.Ints()
	for _, p := range pick {
		if p >= int64(ops[0].n+ops[1].n) {
			return fmt.Errorf("picks element %d of %d", p, ops[0].n+ops[1].n)
		}
	}
	in.run = func(x *exec) error {
		for i, p := range pick {
			d := &x.cells[out[0].at+i]
			switch {
			case p < 0:
				x.undefine(d)
			case p < int64(ops[0].n):
				x.move(d, &x.cells[ops[0].at+int(p)])
			default:
				x.move(d, &x.cells[ops[1].at+int(p)-ops[0].n])
			}
		}
		return nil
	}
	return nil
}

// compileBitcast keeps the bits and changes how they are divided into registers.
func compileBitcast(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	src, dst := ops[0], out[0]
	if src.n == dst.n {
		in.run = func(x *exec) error { x.moveSlot(dst, src); return nil }
		return nil
	}
	from, ok1 := widthOf(ir.ElemOrSelf(in.op.Operand(0).Type()))
	to, ok2 := widthOf(elemOfResult(in.op))
	if !ok1 || !ok2 || from*uint(src.n) != to*uint(dst.n) || from%to != 0 && to%from != 0 {
		return fmt.Errorf("is not supported by the simulator from %s to %s", in.op.Operand(0).Type(), in.op.Result(0).Type())
	}
	in.run = func(x *exec) error {
		if from < to {
			x.pack(dst, src, from)
		} else {
			x.unpack(dst, src, to)
		}
		return nil
	}
	return nil
}

// pack joins registers of w bits to wider ones, the first lowest.
func (x *exec) pack(dst, src slot, w uint) {
	k := src.n / dst.n
	for i := range dst.n {
		var v [32]uint64
		und := uint32(0)
		for j := range k {
			c := &x.cells[src.at+i*k+j]
			x.touch(c)
			und |= c.x
			for l := range v {
				v[l] |= c.at(l) << (uint(j) * w)
			}
		}
		d := &x.cells[dst.at+i]
		x.setLanes(d, &v)
		d.x |= und & x.mask
	}
}

// unpack splits registers to narrower ones of w bits.
func (x *exec) unpack(dst, src slot, w uint) {
	k := dst.n / src.n
	m := maskOf(w)
	for i := range dst.n {
		sh := uint(i%k) * w
		x.apply1(&x.cells[dst.at+i], &x.cells[src.at+i/k], func(v uint64) uint64 { return v >> sh & m })
	}
}

// compileUnrealizedCast copies a value between two types of one representation, as stands in modules that are converted
// in part.
func compileUnrealizedCast(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	if len(ops) != 1 || len(out) != 1 || ops[0].n != out[0].n {
		return errors.New("is not supported by the simulator on these types")
	}
	from, ok1 := widthOf(in.op.Operand(0).Type())
	to, ok2 := widthOf(in.op.Result(0).Type())
	if ok1 != ok2 || from != to {
		return errors.New("is not supported by the simulator on these types")
	}
	in.run = func(x *exec) error { x.moveSlot(out[0], ops[0]); return nil }
	return nil
}
