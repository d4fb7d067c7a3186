package sim

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// Address spaces of NVPTX (LLVM, "User Guide for NVPTX Back-end").
const (
	spaceGeneric = 0
	spaceGlobal  = 1
	spaceShared  = 3
	spaceConst   = 4
	spaceCluster = 7
	spaceParam   = 101
)

// Generic addresses carry their window in the top byte: 0 is global memory, which the machine places lower.
const (
	windowShift  = 56
	sharedWindow = uint64(1) << windowShift
	paramWindow  = uint64(2) << windowShift
)

// paramStride is the distance of by-value parameters in the parameter window.
const paramStride = 1 << 16

func pointerSpace(t ir.Type) (uint32, error) {
	s, ok := llvm.PtrSpace(t)
	if !ok {
		return 0, fmt.Errorf("expects a pointer, found %s", t)
	}
	switch s {
	case spaceGeneric, spaceGlobal, spaceShared, spaceConst, spaceCluster, spaceParam:
		return s, nil
	}
	return 0, fmt.Errorf("is not supported by the simulator in address space %d", s)
}

// sharedAddrs returns the shared-memory addresses of the active lanes, in memory that the next call reuses.
func (x *exec) sharedAddrs(c *cell, space uint32) (*[32]uint32, error) {
	if err := x.defined(c, "takes for an address"); err != nil {
		return nil, err
	}
	if space == spaceGeneric {
		if bad := x.lanesWhere(c, func(v uint64) bool { return v>>windowShift != sharedWindow>>windowShift }); bad != 0 {
			return nil, fmt.Errorf("expects an address in shared memory, found 0x%x in lanes %08x", c.at(bits.TrailingZeros32(bad)), bad)
		}
	}
	return x.low32(c), nil
}

// sharedAddr is sharedAddrs where all active lanes must agree.
func (x *exec) sharedAddr(c *cell, space uint32) (uint32, error) {
	a, err := x.sharedAddrs(c, space)
	if err != nil {
		return 0, err
	}
	if _, ok := x.agree(c); !ok {
		return 0, errors.New("expects one address in all active lanes")
	}
	return a[x.first()], nil
}

// globalAddrs returns the addresses of the active lanes, in memory that the next call reuses.
func (x *exec) globalAddrs(c *cell) (*[32]uint64, error) {
	if err := x.defined(c, "takes for an address"); err != nil {
		return nil, err
	}
	x.touch(c)
	for l := range x.longs {
		x.longs[l] = c.at(l)
	}
	return &x.longs, nil
}

// uniform returns a value that all active lanes must share.
func (x *exec) uniform(c *cell, what string) (uint64, error) {
	if err := x.defined(c, "takes for "+what); err != nil {
		return 0, err
	}
	x.touch(c)
	v, ok := x.agree(c)
	if !ok {
		return 0, fmt.Errorf("expects one value in all active lanes for %s", what)
	}
	return v, nil
}

// term is an index of a getelementptr that is computed.
type term struct {
	at    int
	width uint
	scale int64
}

// compileGEP adds up constant and computed parts of an address.
func compileGEP(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	if _, err := pointerSpace(in.op.Operand(0).Type()); err != nil {
		return err
	}
	elem, ok1 := in.op.Prop("elem_type").(*ir.TypeAttr)
	raw, ok2 := in.op.Prop("rawConstantIndices").(*ir.DenseArrayAttr)
	if !ok1 || !ok2 {
		return errors.New("expects an element type and indices")
	}
	constant := int64(0)
	var terms []term
	t := elem.Value
	next := 1
	for i, k := range raw.Ints() {
		scale := int64(0)
		if i == 0 {
			scale, _ = sizeOf(t)
		} else if s, isStruct := t.(*llvm.StructType); isStruct {
			if k < 0 || k >= int64(len(s.Fields)) {
				return fmt.Errorf("names field %d of %s", k, t)
			}
			constant += fieldOffsets(s)[k]
			t = s.Fields[k]
			continue
		} else {
			if t = elementType(t); t == nil {
				return errors.New("has more indices than the element type has levels")
			}
			scale, _ = sizeOf(t)
		}
		if k != llvm.DynamicIndex {
			constant += k * scale
			continue
		}
		if next >= len(ops) {
			return errors.New("expects an operand for each computed index")
		}
		w, ok := intWidth(in.op.Operand(next).Type())
		if !ok {
			return errors.New("is not supported by the simulator with these indices")
		}
		terms = append(terms, term{ops[next].at, w, scale})
		next++
	}
	w, _ := widthOf(in.op.Result(0).Type())
	in.run = func(x *exec) error { x.address(out[0].at, ops[0].at, constant, terms, maskOf(w)); return nil }
	return nil
}

func elementType(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *llvm.ArrayType:
		return t.Elem
	case *ir.VectorType:
		return t.Elem
	}
	return nil
}

func (x *exec) address(dst, base int, constant int64, terms []term, m uint64) {
	b := &x.cells[base]
	d := &x.cells[dst]
	uni := b.uni
	und := b.x
	for _, t := range terms {
		uni = uni && x.cells[t.at].uni
		und |= x.cells[t.at].x
	}
	sum := func(l int) uint64 {
		v := int64(b.at(l)) + constant
		for _, t := range terms {
			v += signed(x.cells[t.at].at(l), t.width) * t.scale
		}
		return uint64(v) & m
	}
	if uni {
		x.set(d, sum(0))
	} else {
		x.begin(d)
		for k := x.mask; k != 0; k &= k - 1 {
			l := bits.TrailingZeros32(k)
			d.v[l] = sum(l)
		}
	}
	d.x |= und & x.mask
}

// compilePointerCast runs llvm.ptrtoint and llvm.inttoptr: the bits stay.
func compilePointerCast(c *compiler, in *instr) error {
	w, ok := widthOf(in.op.Result(0).Type())
	if !ok {
		return errors.New("is not supported by the simulator on these types")
	}
	m := maskOf(w)
	run, err := c.lanewise1(in, func(v uint64) uint64 { return v & m })
	in.run = run
	return err
}

func compileAddrSpaceCast(c *compiler, in *instr) error {
	from, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	to, err := pointerSpace(in.op.Result(0).Type())
	if err != nil {
		return err
	}
	isShared := func(s uint32) bool { return s == spaceShared || s == spaceCluster }
	f := func(v uint64) uint64 { return v }
	switch {
	case isShared(from) && to == spaceGeneric:
		f = func(v uint64) uint64 { return sharedWindow | v }
	case from == spaceGeneric && isShared(to):
		f = func(v uint64) uint64 { return v & maskOf(32) }
	case isShared(from) != isShared(to) && from != to:
		return fmt.Errorf("is not supported by the simulator from address space %d to %d", from, to)
	}
	run, err := c.lanewise1(in, f)
	in.run = run
	return err
}

func compileAddressOf(c *compiler, in *instr) error {
	out, err := c.slot(in.op.Result(0))
	if err != nil {
		return err
	}
	ref, ok := in.op.Prop("global_name").(*ir.SymbolRefAttr)
	if !ok {
		return errors.New("expects the name of a global")
	}
	addr, ok := c.p.globals.addr[ref.Root]
	if !ok {
		return fmt.Errorf("names '@%s', which is no global variable here", ref.Root)
	}
	in.run = func(x *exec) error { x.set(&x.cells[out.at], addr); return nil }
	return nil
}
