package sim

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/interp"
)

// The meaning of scalar operations on the bits of one lane.
type (
	fn1 func(a uint64) uint64
	fn2 func(a, b uint64) uint64
	fn3 func(a, b, c uint64) uint64
)

// scalarHandler finds what runs an operation of arith, math or llvm on each lane, nil when there is nothing.
func scalarHandler(name string) handler {
	dialect, op, _ := strings.Cut(name, ".")
	switch dialect {
	case "arith":
		if a, ok := arithNames[op]; ok {
			op = a
		}
	case "llvm":
		op = strings.TrimPrefix(op, "intr.")
	case "math":
		return compileInterpreted
	default:
		return nil
	}
	switch {
	case intBinary[op] != nil:
		return func(c *compiler, in *instr) error { return compileIntBinary(c, in, op) }
	case floatBinary[op] != nil:
		return func(c *compiler, in *instr) error { return compileFloatBinary(c, in, op) }
	case floatUnary[op] != nil:
		return func(c *compiler, in *instr) error { return compileFloatUnary(c, in, floatUnary[op]) }
	case casts[op] != nil:
		return func(c *compiler, in *instr) error { return compileCast(c, in, casts[op]) }
	case otherScalars[op] != nil:
		return otherScalars[op]
	}
	if dialect == "arith" {
		return compileInterpreted
	}
	return nil
}

// arithNames maps operations of arith to those of llvm with the same meaning.
var arithNames = map[string]string{
	"addi": "add", "subi": "sub", "muli": "mul", "andi": "and", "ori": "or", "xori": "xor",
	"divui": "udiv", "divsi": "sdiv", "remui": "urem", "remsi": "srem", "shli": "shl", "shrui": "lshr", "shrsi": "ashr",
	"maxsi": "smax", "minsi": "smin", "maxui": "umax", "minui": "umin",
	"addf": "fadd", "subf": "fsub", "mulf": "fmul", "divf": "fdiv", "remf": "frem", "negf": "fneg",
	"maximumf": "maximum", "minimumf": "minimum", "maxnumf": "maxnum", "minnumf": "minnum",
	"cmpi": "icmp", "cmpf": "fcmp", "extsi": "sext", "extui": "zext", "trunci": "trunc",
	"index_cast": "index_cast", "index_castui": "zext", "extf": "fpext", "truncf": "fptrunc",
	"sitofp": "sitofp", "uitofp": "uitofp", "fptosi": "fptosi", "fptoui": "fptoui",
}

// intBinary has the integer operations of two operands, made for a width.
var intBinary = map[string]func(w uint) fn2{
	"add":  func(w uint) fn2 { m := maskOf(w); return func(a, b uint64) uint64 { return (a + b) & m } },
	"sub":  func(w uint) fn2 { m := maskOf(w); return func(a, b uint64) uint64 { return (a - b) & m } },
	"mul":  func(w uint) fn2 { m := maskOf(w); return func(a, b uint64) uint64 { return a * b & m } },
	"and":  func(uint) fn2 { return func(a, b uint64) uint64 { return a & b } },
	"or":   func(uint) fn2 { return func(a, b uint64) uint64 { return a | b } },
	"xor":  func(uint) fn2 { return func(a, b uint64) uint64 { return a ^ b } },
	"udiv": func(uint) fn2 { return func(a, b uint64) uint64 { return a / max(b, 1) } },
	"urem": func(uint) fn2 { return func(a, b uint64) uint64 { return a % max(b, 1) } },
	"sdiv": func(w uint) fn2 { return func(a, b uint64) uint64 { q, _ := divide(a, b, w); return q } },
	"srem": func(w uint) fn2 { return func(a, b uint64) uint64 { _, r := divide(a, b, w); return r } },
	"shl": func(w uint) fn2 {
		m := maskOf(w)
		return func(a, b uint64) uint64 {
			if b >= uint64(w) {
				return 0
			}
			return a << b & m
		}
	},
	"lshr": func(w uint) fn2 {
		return func(a, b uint64) uint64 {
			if b >= uint64(w) {
				return 0
			}
			return a >> b
		}
	},
	"ashr": func(w uint) fn2 {
		m := maskOf(w)
		return func(a, b uint64) uint64 {
			if b >= uint64(w) {
				return 0
			}
			return uint64(signed(a, w)>>b) & m
		}
	},
	"umax": func(uint) fn2 { return func(a, b uint64) uint64 { return max(a, b) } },
	"umin": func(uint) fn2 { return func(a, b uint64) uint64 { return min(a, b) } },
	"smax": func(w uint) fn2 {
		return func(a, b uint64) uint64 {
			if signed(a, w) > signed(b, w) {
				return a
			}
			return b
		}
	},
	"smin": func(w uint) fn2 {
		return func(a, b uint64) uint64 {
			if signed(a, w) < signed(b, w) {
				return a
			}
			return b
		}
	},
}

// divide returns quotient and remainder of signed numbers; those of undefined divisions are 0.
func divide(a, b uint64, w uint) (q, r uint64) {
	x, y := signed(a, w), signed(b, w)
	if y == 0 || y == -1 {
		return -uint64(x) & maskOf(w) * uint64(-y), 0
	}
	return uint64(x/y) & maskOf(w), uint64(x%y) & maskOf(w)
}

// divisions are checked for what makes them undefined.
var divisions = map[string]bool{"udiv": true, "urem": true, "sdiv": true, "srem": true}

func compileIntBinary(c *compiler, in *instr, op string) error {
	w, ok := widthOf(ir.ElemOrSelf(in.op.Result(0).Type()))
	if !ok {
		return errors.New("is not supported by the simulator on these types")
	}
	run, err := c.lanewise2(in, intBinary[op](w))
	if err != nil || !divisions[op] {
		in.run = run
		return err
	}
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	overflows := op[0] == 's'
	in.run = func(x *exec) error {
		for i := range ops[1].n {
			a, b := &x.cells[ops[0].at+i], &x.cells[ops[1].at+i]
			if m := x.lanesWhere(b, func(v uint64) bool { return v == 0 }); m != 0 {
				return fmt.Errorf("divides by zero in lanes %08x", m)
			}
			for m := x.lanesWhere(b, func(v uint64) bool { return overflows && v == maskOf(w) }); m != 0; m &= m - 1 {
				if l := bits.TrailingZeros32(m); a.at(l) == 1<<(w-1) {
					return fmt.Errorf("overflows in lane %d", l)
				}
			}
		}
		return run(x)
	}
	return nil
}

// lanewise1 returns what applies f to every lane of every element.
func (c *compiler) lanewise1(in *instr, f fn1) (func(x *exec) error, error) {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return nil, err
	}
	a, d := ops[0], out[0]
	if a.n != d.n {
		return nil, fmt.Errorf("has a result of %d registers and an operand of %d", d.n, a.n)
	}
	return func(x *exec) error {
		for i := range d.n {
			x.apply1(&x.cells[d.at+i], &x.cells[a.at+i], f)
		}
		return nil
	}, nil
}

func (x *exec) apply1(d, a *cell, f fn1) {
	x.touch(a)
	und := a.x & x.mask
	if a.uni {
		x.set(d, f(a.v[0]))
	} else {
		x.begin(d)
		for m := x.mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			d.v[l] = f(a.v[l])
		}
	}
	d.x |= und
}

// element returns the slot of element i: a scalar stands for every element.
func element(s slot, i int) int {
	if s.n == 1 {
		return s.at
	}
	return s.at + i
}

func (c *compiler) lanewise2(in *instr, f fn2) (func(x *exec) error, error) {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return nil, err
	}
	return c.map2(out[0], ops[0], ops[1], f)
}

// map2 returns what applies f to every lane of every element.
func (c *compiler) map2(d, a, b slot, f fn2) (func(x *exec) error, error) {
	if a.n != d.n && a.n != 1 || b.n != d.n && b.n != 1 {
		return nil, fmt.Errorf("has a result of %d registers and operands of %d and %d", d.n, a.n, b.n)
	}
	return func(x *exec) error {
		for i := range d.n {
			x.apply2(&x.cells[d.at+i], &x.cells[element(a, i)], &x.cells[element(b, i)], f)
		}
		return nil
	}, nil
}

func (x *exec) apply2(d, a, b *cell, f fn2) {
	x.touch(a)
	x.touch(b)
	und := (a.x | b.x) & x.mask
	switch {
	case a.uni && b.uni:
		x.set(d, f(a.v[0], b.v[0]))
	case x.mask == fullMask && b.uni:
		x.begin(d)
		y := b.v[0]
		for l, v := range a.v {
			d.v[l] = f(v, y)
		}
	case x.mask == fullMask && !a.uni:
		x.begin(d)
		for l, v := range a.v {
			d.v[l] = f(v, b.v[l])
		}
	default:
		x.begin(d)
		for m := x.mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			d.v[l] = f(a.at(l), b.at(l))
		}
	}
	d.x |= und
}

func (c *compiler) lanewise3(in *instr, f fn3) (func(x *exec) error, error) {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return nil, err
	}
	return c.map3(out[0], ops, f)
}

func (c *compiler) map3(d slot, ops []slot, f fn3) (func(x *exec) error, error) {
	for _, s := range ops {
		if s.n != d.n && s.n != 1 {
			return nil, fmt.Errorf("has a result of %d registers and an operand of %d", d.n, s.n)
		}
	}
	return func(x *exec) error {
		for i := range d.n {
			x.apply3(&x.cells[d.at+i], &x.cells[element(ops[0], i)], &x.cells[element(ops[1], i)], &x.cells[element(ops[2], i)], f)
		}
		return nil
	}, nil
}

func (x *exec) apply3(d, a, b, e *cell, f fn3) {
	x.touch(a)
	x.touch(b)
	x.touch(e)
	und := (a.x | b.x | e.x) & x.mask
	if a.uni && b.uni && e.uni {
		x.set(d, f(a.v[0], b.v[0], e.v[0]))
	} else {
		x.begin(d)
		for m := x.mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			d.v[l] = f(a.at(l), b.at(l), e.at(l))
		}
	}
	d.x |= und
}

// compileInterpreted runs an operation of arith or math as the interpreter of the tile level does.
func compileInterpreted(c *compiler, in *instr) error {
	fs, ok := interp.Elementwise(in.op, interp.Exact)
	if !ok {
		return errors.New("is not supported by the simulator on these types and attributes")
	}
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	if len(ops) < 1 || len(ops) > 3 {
		return errors.New("is not supported by the simulator")
	}
	var read [3]func(uint64) interp.Scalar
	for i := range read {
		if read[i], ok = toScalar(ir.ElemOrSelf(in.op.Operand(min(i, len(ops)-1)).Type())); !ok {
			return errors.New("is not supported by the simulator on these types")
		}
	}
	for len(ops) < 3 {
		ops = append(ops, ops[len(ops)-1])
	}
	runs := make([]func(x *exec) error, len(fs))
	for i, f := range fs {
		write, ok := fromScalar(ir.ElemOrSelf(in.op.Result(i).Type()))
		if !ok {
			return errors.New("is not supported by the simulator on these types")
		}
		eval := func(a, b, c uint64) uint64 { return write(f.Eval(read[0](a), read[1](b), read[2](c))) }
		if runs[i], err = c.map3(out[i], ops, eval); err != nil {
			return err
		}
		if f.Check != nil {
			runs[i] = checked(ops, func(a, b, c uint64) string { return f.Check(read[0](a), read[1](b), read[2](c)) }, runs[i])
		}
	}
	in.run = func(x *exec) error {
		for _, run := range runs {
			if err := run(x); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// checked refuses operands on which an operation is undefined.
func checked(ops []slot, check func(a, b, c uint64) string, run func(x *exec) error) func(x *exec) error {
	n := 1
	for _, s := range ops {
		n = max(n, s.n)
	}
	return func(x *exec) error {
		for i := range n {
			a, b, c := &x.cells[element(ops[0], i)], &x.cells[element(ops[1], i)], &x.cells[element(ops[2], i)]
			for m := x.mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				if why := check(a.at(l), b.at(l), c.at(l)); why != "" {
					return fmt.Errorf("%s in lane %d", why, l)
				}
				if a.uni && b.uni && c.uni {
					break
				}
			}
		}
		return run(x)
	}
}

func toScalar(t ir.Type) (func(uint64) interp.Scalar, bool) {
	if w, ok := intWidth(t); ok {
		return func(v uint64) interp.Scalar { return interp.IntScalar(signed(v, w)) }, true
	}
	c, ok := codecOf(t)
	return func(v uint64) interp.Scalar { return interp.FloatScalar(c.dec(v)) }, ok
}

func fromScalar(t ir.Type) (func(interp.Scalar) uint64, bool) {
	if w, ok := intWidth(t); ok {
		m := maskOf(w)
		return func(s interp.Scalar) uint64 { return uint64(s) & m }, true
	}
	c, ok := codecOf(t)
	return func(s interp.Scalar) uint64 { return c.enc(s.Float()) }, ok
}
