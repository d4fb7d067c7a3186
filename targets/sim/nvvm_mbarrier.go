package sim

import (
	"errors"
	"math/bits"

	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// mbarrierHandlers run nvvm's operations on mbarriers.
var mbarrierHandlers = map[string]handler{
	"nvvm.mbarrier.init":                   compileMbarrierInit,
	"nvvm.mbarrier.inval":                  compileMbarrierInval,
	"nvvm.mbarrier.arrive":                 compileMbarrierArrive(machine.Arrive{}),
	"nvvm.mbarrier.arrive.nocomplete":      compileMbarrierArrive(machine.Arrive{NoComplete: true}),
	"nvvm.mbarrier.arrive.expect_tx":       compileMbarrierArrive(machine.Arrive{ExpectTx: true}),
	"nvvm.mbarrier.arrive_drop":            compileMbarrierArrive(machine.Arrive{Drop: true}),
	"nvvm.mbarrier.arrive_drop.nocomplete": compileMbarrierArrive(machine.Arrive{Drop: true, NoComplete: true}),
	"nvvm.mbarrier.arrive_drop.expect_tx":  compileMbarrierArrive(machine.Arrive{Drop: true, ExpectTx: true}),
	"nvvm.mbarrier.expect_tx":              compileMbarrierTx,
	"nvvm.mbarrier.complete_tx":            compileMbarrierTx,
	"nvvm.mbarrier.test.wait":              compileMbarrierTest,
	"nvvm.mbarrier.try_wait":               compileMbarrierTest,
	"nvvm.mbarrier.try_wait.parity":        compileMbarrierWait,
	"nvvm.cp.async.mbarrier.arrive":        compileCpAsyncArrive,
}

// predicated reports an operand that masks lanes, which our own lowering does not make.
func predicated(v *ir.Value) error {
	if v != nil {
		return errors.New("is not supported by the simulator with a predicate")
	}
	return nil
}

// eachLane calls f once for each active lane, with the lane as the mask.
func (x *exec) eachLane(f func(l int) error) error {
	saved := x.mask
	for m := saved; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		x.mask = 1 << l
		if err := f(l); err != nil {
			return err
		}
	}
	x.mask = saved
	return nil
}

func compileMbarrierInit(c *compiler, in *instr) error {
	b, _ := nvvm.AsMBarrierInit(in.op)
	if err := predicated(b.Predicate()); err != nil {
		return err
	}
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	space, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		count := &x.cells[ops[1].at]
		if err := x.defined(count, "takes for a count"); err != nil {
			return err
		}
		addr, err := x.sharedAddrs(&x.cells[ops[0].at], space)
		if err != nil {
			return err
		}
		at := *addr
		if a, ok := x.agree(&x.cells[ops[0].at]); ok {
			x.w.MbarrierInit(x.mask, uint32(a), uint32(count.at(x.first())))
			return nil
		}
		return x.eachLane(func(l int) error {
			x.w.MbarrierInit(x.mask, at[l], uint32(count.at(l)))
			return nil
		})
	}
	return nil
}

func compileMbarrierInval(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	space, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		addr, err := x.sharedAddrs(&x.cells[ops[0].at], space)
		if err != nil {
			return err
		}
		at := *addr
		if a, ok := x.agree(&x.cells[ops[0].at]); ok {
			x.w.MbarrierInval(x.mask, uint32(a))
			return nil
		}
		return x.eachLane(func(l int) error { x.w.MbarrierInval(x.mask, at[l]); return nil })
	}
	return nil
}

// relaxed reads the property of that name.
func relaxed(op *ir.Operation) bool {
	v, _ := ir.BoolValue(op.Prop("relaxed"))
	return v
}

func compileMbarrierArrive(kind machine.Arrive) handler {
	return func(c *compiler, in *instr) error {
		ops, out, err := c.inOut(in.op)
		if err != nil {
			return err
		}
		if len(ops) > 2 {
			return predicated(in.op.Operand(2))
		}
		space, err := pointerSpace(in.op.Operand(0).Type())
		if err != nil {
			return err
		}
		do := kind
		do.Scope = nvvmScope(in.op)
		if relaxed(in.op) {
			do.Sem = machine.SemRelaxed
		}
		in.run = func(x *exec) error {
			do := do
			if len(ops) == 2 {
				n, err := x.uniform(&x.cells[ops[1].at], "a count")
				if err != nil {
					return err
				}
				if do.ExpectTx {
					do.Bytes = uint32(n)
				} else {
					do.Count = uint32(n)
				}
			}
			addr, err := x.sharedAddrs(&x.cells[ops[0].at], space)
			if err != nil {
				return err
			}
			tok := x.w.MbarrierArrive(x.mask, addr, do)
			if len(out) == 1 {
				var v [32]uint64
				for l := range v {
					v[l] = uint64(tok[l])
				}
				x.setLanes(&x.cells[out[0].at], &v)
			}
			return nil
		}
		return nil
	}
}

func compileMbarrierTx(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	space, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	expect := in.op.Is("nvvm.mbarrier.expect_tx")
	in.run = func(x *exec) error {
		if err := x.defined(&x.cells[ops[1].at], "announces"); err != nil {
			return err
		}
		addr, err := x.sharedAddrs(&x.cells[ops[0].at], space)
		if err != nil {
			return err
		}
		// Threads may announce different numbers of bytes: those that agree
		// do it together.
		for left := x.mask; left != 0; {
			n := x.lane32(ops[1], bits.TrailingZeros32(left))
			same := uint32(0)
			for m := left; m != 0; m &= m - 1 {
				if l := bits.TrailingZeros32(m); x.lane32(ops[1], l) == n {
					same |= 1 << l
				}
			}
			left &^= same
			if expect {
				x.w.MbarrierExpectTx(same, addr, n)
			} else {
				x.w.MbarrierCompleteTx(same, addr, n)
			}
		}
		return nil
	}
	return nil
}

// compileMbarrierTest runs test_wait and try_wait, on a parity (32 bits) or a token (64 bits). A try_wait that is not
// satisfied at once fails the first time, as one whose time limit has passed does: a program may not rely on it to wait.
func compileMbarrierTest(c *compiler, in *instr) error {
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	space, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	byParity := ir.IsInt(in.op.Operand(1).Type(), 32)
	wait := machine.Wait{Scope: nvvmScope(in.op)}
	if relaxed(in.op) {
		wait.Sem = machine.SemRelaxed
	}
	in.run = func(x *exec) error {
		addr, err := x.sharedAddrs(&x.cells[ops[0].at], space)
		if err != nil {
			return err
		}
		at := *addr
		yes := uint32(0)
		if byParity {
			yes, err = x.testParity(&x.cells[ops[1].at], &at, wait)
		} else {
			tok := &x.cells[ops[1].at]
			err = x.eachLane(func(l int) error {
				if x.w.TestWait(x.mask, at[l], machine.Token(tok.at(l)), wait.Sem, wait.Scope) {
					yes |= 1 << l
				}
				return nil
			})
		}
		x.setMask(&x.cells[out[0].at], yes)
		return err
	}
	return nil
}

// testParity tests the lanes of each parity together.
func (x *exec) testParity(c *cell, addr *[32]uint32, wait machine.Wait) (yes uint32, err error) {
	if err := x.defined(c, "takes for a parity"); err != nil {
		return 0, err
	}
	x.touch(c)
	odd := x.lanesWhere(c, isTrue)
	for p, m := range [2]uint32{x.mask &^ odd, odd} {
		if m == 0 {
			continue
		}
		wait.Parity = uint32(p)
		yes |= x.w.TestWaitParity(m, addr, wait)
	}
	return yes, nil
}

func compileMbarrierWait(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	space, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		addr, err := x.sharedAddrs(&x.cells[ops[0].at], space)
		if err != nil {
			return err
		}
		p := &x.cells[ops[1].at]
		if err := x.defined(p, "takes for a parity"); err != nil {
			return err
		}
		odd := x.lanesWhere(p, isTrue)
		for k, m := range [2]uint32{x.mask &^ odd, odd} {
			if m != 0 {
				x.w.WaitParity(m, addr, machine.Wait{Parity: uint32(k)})
			}
		}
		return nil
	}
	return nil
}

func compileCpAsyncArrive(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	space, err := pointerSpace(in.op.Operand(0).Type())
	if err != nil {
		return err
	}
	noinc, _ := ir.BoolValue(in.op.Prop("noinc"))
	in.run = func(x *exec) error {
		addr, err := x.sharedAddrs(&x.cells[ops[0].at], space)
		if err == nil {
			x.w.CpAsyncMbarrierArrive(x.mask, addr, noinc)
		}
		return err
	}
	return nil
}
