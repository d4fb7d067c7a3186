package sim

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// maxDepth bounds nested calls.
const maxDepth = 64

// resultTypes returns what a function returns.
func resultTypes(op *ir.Operation) []ir.Type {
	a, ok := op.Prop("function_type").(*ir.TypeAttr)
	if !ok {
		return nil
	}
	switch t := a.Value.(type) {
	case *ir.FunctionType:
		return t.Results
	case *llvm.FuncType:
		if _, void := t.Result.(*llvm.SimpleType); !void {
			return []ir.Type{t.Result}
		}
	}
	return nil
}

// compileCall runs a call of a function of the module.
func compileCall(c *compiler, in *instr) error {
	in2, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	ref, ok := in.op.Prop("callee").(*ir.SymbolRefAttr)
	if !ok {
		return errors.New("is not supported by the simulator through a pointer")
	}
	callee := ir.ResolveSymbol(in.op, ref)
	if callee == nil || callee.NumRegions() == 0 || callee.RegionAt(0).IsEmpty() {
		failure := fmt.Errorf("calls '@%s', which has no body here", ref.Root)
		if ref.Root == assertFail {
			failure = fmt.Errorf("asserts: %s", textAt(in.op.Operand(0)))
		}
		in.run = func(*exec) error { return failure }
		return nil
	}
	fn, err := c.p.function(callee)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error { return x.call(fn, in2, out) }
	return nil
}

// assertFail is the function of CUDA's device runtime that a failed assertion
// calls; its first argument is the message.
const assertFail = "__assertfail"

// textAt returns the text of a constant that ends in a zero, given its address.
func textAt(v *ir.Value) string {
	if a, ok := llvm.AsAddressOf(v.Def()); ok {
		if g := ir.ResolveSymbol(a.Op(), a.Op().Prop("global_name").(*ir.SymbolRefAttr)); g != nil {
			if s, ok := ir.StringValue(g.Prop("value")); ok {
				return strings.TrimRight(s, "\x00")
			}
		}
	}
	return "with a message that is not a constant"
}

func (x *exec) call(fn *function, args, out []slot) error {
	if x.depth >= maxDepth {
		return fmt.Errorf("exceeds the bound on nested calls, %d", maxDepth)
	}
	params := fn.body.blocks[0].args
	if len(params) != len(args) || len(fn.rets) != len(out) {
		return fmt.Errorf("calls a function of %d arguments and %d results with %d and %d", len(params), len(fn.rets), len(args), len(out))
	}
	caller, cells, counts := x.fn, x.cells, x.counts
	cl, cc, err := x.r.frame(fn)
	if err != nil {
		return err
	}
	transfer := func(to []cell, dst []slot, from []cell, src []slot) error {
		for i := range dst {
			if dst[i].n != src[i].n {
				return fmt.Errorf("hands over value %d of %d registers where %d are expected", i, src[i].n, dst[i].n)
			}
			for k := range dst[i].n {
				x.move(&to[dst[i].at+k], &from[src[i].at+k])
			}
		}
		return nil
	}
	if err := transfer(cl, params, cells, args); err != nil {
		return err
	}
	x.depth++
	x.fn, x.cells, x.counts = fn, cl, cc
	err = x.region(fn.body)
	x.fn, x.cells, x.counts = caller, cells, counts
	x.depth--
	if err == nil {
		err = transfer(cells, out, cl, fn.rets)
	}
	x.r.release(fn, cl, cc)
	return err
}

// compileIf runs scf.if.
func compileIf(c *compiler, in *instr) error {
	cond, err := c.slot(in.op.Operand(0))
	if err != nil {
		return err
	}
	out, err := c.results(in.op)
	if err != nil {
		return err
	}
	var branches [2]*region
	for i := range branches {
		if r := in.op.RegionAt(i); !r.IsEmpty() {
			if branches[i], err = c.compileRegion(r, out); err != nil {
				return err
			}
		}
	}
	in.run = func(x *exec) error {
		cc := &x.cells[cond.at]
		if err := x.defined(cc, "decides on"); err != nil {
			return err
		}
		saved := x.mask
		then := x.lanesWhere(cc, isTrue)
		for i, m := range [2]uint32{then, saved &^ then} {
			if m == 0 || branches[i] == nil {
				continue
			}
			x.mask = m &^ x.gone
			if err := x.region(branches[i]); err != nil {
				return err
			}
		}
		x.mask = saved &^ x.gone
		return nil
	}
	return nil
}

func compileExecuteRegion(c *compiler, in *instr) error {
	out, err := c.results(in.op)
	if err != nil {
		return err
	}
	r, err := c.compileRegion(in.op.RegionAt(0), out)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error { return x.region(r) }
	return nil
}

// compileIndexSwitch runs scf.index_switch.
func compileIndexSwitch(c *compiler, in *instr) error {
	v, err := c.slot(in.op.Operand(0))
	if err != nil {
		return err
	}
	out, err := c.results(in.op)
	if err != nil {
		return err
	}
	cases, ok := in.op.Prop("cases").(*ir.DenseArrayAttr)
	if !ok || cases.N+1 != in.op.NumRegions() {
		return errors.New("expects a region for each case and the default")
	}
	var regions []*region
	for _, r := range in.op.Regions() {
		cr, err := c.compileRegion(r, out)
		if err != nil {
			return err
		}
		regions = append(regions, cr)
	}
	labels := cases.Ints()
	in.run = func(x *exec) error {
		saved := x.mask
		rest := saved
		run := func(r *region, m uint32) error {
			if x.mask = m &^ x.gone; x.mask == 0 {
				return nil
			}
			return x.region(r)
		}
		for i, l := range labels {
			x.mask = rest
			m := x.lanesWhere(&x.cells[v.at], func(b uint64) bool { return int64(b) == l })
			rest &^= m
			if err := run(regions[i+1], m); err != nil {
				return err
			}
		}
		if err := run(regions[0], rest); err != nil {
			return err
		}
		x.mask = saved &^ x.gone
		return nil
	}
	return nil
}

// compileFor runs scf.for; bounds are compared as signed numbers unless the loop says unsigned.
func compileFor(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	w, ok := intWidth(in.op.Operand(0).Type())
	if !ok || len(ops) < 3 || in.op.NumRegions() != 1 || in.op.RegionAt(0).IsEmpty() {
		return errors.New("expects bounds, a step and a body")
	}
	args, err := c.slotsOf(in.op.RegionAt(0).Entry().Args())
	if err != nil {
		return err
	}
	if len(args) != len(ops)-2 {
		return fmt.Errorf("expects a body of %d arguments, found %d", len(ops)-2, len(args))
	}
	body, err := c.compileRegion(in.op.RegionAt(0), args[1:])
	if err != nil {
		return err
	}
	start, err := newMoves(args, append([]slot{ops[0]}, ops[3:]...))
	if err != nil {
		return err
	}
	finish, err := newMoves(out, args[1:])
	if err != nil {
		return err
	}
	n := counter{iv: args[0].at, ub: ops[1].at, step: ops[2].at, width: w}
	if in.op.Prop("unsignedCmp") != nil {
		n.bias = 1 << (w - 1)
	}
	in.run = func(x *exec) error { return x.loop(body, &start, &finish, n) }
	return nil
}

// counter is the cells of a loop's counter, upper bound and step, and their
// width. Unsigned numbers are compared as signed ones after the bias is
// exclusive-ored to them.
type counter struct {
	iv, ub, step int
	width        uint
	bias         uint64
}

func (c counter) less(a, b uint64) bool { return signed(a^c.bias, c.width) < signed(b^c.bias, c.width) }

func (x *exec) loop(body *region, start, finish *moves, c counter) error {
	// An unsigned step is positive as soon as it is not 0.
	bad := x.lanesWhere(&x.cells[c.step], func(v uint64) bool { return !c.less(0, v&maskOf(c.width)) })
	if bad != 0 {
		return fmt.Errorf("expects a positive step, found %d", signed(x.cells[c.step].at(bits.TrailingZeros32(bad)), c.width))
	}
	saved := x.mask
	x.copyAll(start)
	active := x.below(c)
	for active != 0 {
		x.mask = active
		if err := x.region(body); err != nil {
			return err
		}
		if x.mask = active &^ x.gone; x.mask == 0 {
			break
		}
		active = x.advance(c) & x.below(c)
	}
	x.mask = saved &^ x.gone
	x.copyAll(finish)
	return nil
}

// below returns the active lanes whose counter has not reached the bound.
func (x *exec) below(c counter) uint32 {
	a, b := &x.cells[c.iv], &x.cells[c.ub]
	if a.uni && b.uni {
		if c.less(a.v[0], b.v[0]) {
			return x.mask
		}
		return 0
	}
	out := uint32(0)
	for m := x.mask; m != 0; m &= m - 1 {
		if l := bits.TrailingZeros32(m); c.less(a.at(l), b.at(l)) {
			out |= 1 << l
		}
	}
	return out
}

// advance adds the step to the counter and returns the active lanes where that did not overflow.
func (x *exec) advance(c counter) uint32 {
	a, s := &x.cells[c.iv], &x.cells[c.step]
	if a.uni && s.uni && x.whole() {
		next := (a.v[0] + s.v[0]) & maskOf(c.width)
		over := c.less(next, a.v[0])
		x.set(a, next)
		if over {
			return 0
		}
		return x.mask
	}
	a.spread()
	out := uint32(0)
	for m := x.mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		next := (a.v[l] + s.at(l)) & maskOf(c.width)
		if !c.less(next, a.v[l]) {
			out |= 1 << l
		}
		a.v[l] = next
	}
	return out
}

// compileWhile runs scf.while: the results of the first region's end are the arguments of the second, or the results.
func compileWhile(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	if in.op.NumRegions() != 2 || in.op.RegionAt(0).IsEmpty() || in.op.RegionAt(1).IsEmpty() {
		return errors.New("expects two regions")
	}
	cond, err := c.reserve(1)
	if err != nil {
		return err
	}
	before, err := c.slotsOf(in.op.RegionAt(0).Entry().Args())
	if err != nil {
		return err
	}
	after, err := c.slotsOf(in.op.RegionAt(1).Entry().Args())
	if err != nil {
		return err
	}
	head, err := c.compileRegion(in.op.RegionAt(0), append([]slot{cond}, out...))
	if err != nil {
		return err
	}
	body, err := c.compileRegion(in.op.RegionAt(1), before)
	if err != nil {
		return err
	}
	start, err := newMoves(before, ops)
	if err != nil {
		return err
	}
	enter, err := newMoves(after, out)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		saved := x.mask
		x.copyAll(&start)
		for x.mask != 0 {
			if err := x.region(head); err != nil {
				return err
			}
			c := &x.cells[cond.at]
			if err := x.defined(c, "decides on"); err != nil {
				return err
			}
			if x.mask = x.lanesWhere(c, isTrue) &^ x.gone; x.mask == 0 {
				break
			}
			x.copyAll(&enter)
			active := x.mask
			if err := x.region(body); err != nil {
				return err
			}
			x.mask = active &^ x.gone
		}
		x.mask = saved &^ x.gone
		return nil
	}
	return nil
}
