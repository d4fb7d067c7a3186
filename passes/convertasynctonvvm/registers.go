package convertasynctonvvm

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// besides is what a thread needs beside its tiles: addresses, counters and
// what the tensor cores need; a product of n = 256 was measured to need 154
// registers for its 128 accumulators.
const besides = 26

// threadRegisters is what a program can name of the registers that each of the
// block's threads starts with.
func threadRegisters(threads int) int {
	return min(async.MaxRegisters, async.EntryRegisters(threads))
}

// checkRegisters refuses a kernel whose tiles cannot be held in registers.
func (l *lowering) checkRegisters(threads int) error {
	limit := threadRegisters(threads)
	for op := range ir.Walk(l.old) {
		if !op.Is(async.MMADef.Name) {
			continue
		}
		if n, one := l.instructionRegisters(op); one+besides > limit {
			return op.OpError("needs %d registers a thread for the accumulators of one instruction of %d columns and about %d besides, together more than the %d that each of %d threads starts with, which is what ptxas counts: use fewer columns, or fewer threads", one, n, besides, limit, threads)
		}
		have := limit
		if r, ok := async.RoleOf(op); ok && r.Registers > 0 {
			have = r.Registers
		}
		need, err := l.tileRegisters(op)
		if err != nil {
			return err
		}
		if need+besides > have {
			return op.OpError("needs %d registers a thread for tiles and about %d besides, together more than the %d that each of %d threads has", need, besides, have, threads)
		}
	}
	return nil
}

// instructionRegisters is the columns of one instruction of an MMA and the
// registers of its accumulators: ptxas refuses an instruction that does not fit
// into what the threads start with, whatever setmaxnreg gives the role (C7602).
func (l *lowering) instructionRegisters(mma *ir.Operation) (columns, regs int) {
	t := mma.Operand(2).Type().(*ir.TensorType)
	layout, ok := async.LayoutOf(t).(*async.MMALayout)
	if !ok {
		return 0, 0
	}
	w, _ := ir.BitWidth(t.Elem)
	return layout.N, layout.N / 2 * int(w) / 32
}

// tileRegisters is the sum of the tiles that are alive at an MMA: what its
// loops carry, its accumulator and its A fragment.
func (l *lowering) tileRegisters(mma *ir.Operation) (int, error) {
	live := make(map[*ir.Value]bool)
	var order []*ir.Value
	note := func(v *ir.Value) {
		if _, ok := v.Type().(*ir.TensorType); ok && !live[v] {
			live[v] = true
			order = append(order, v)
		}
	}
	acc := mma.Operand(2)
	for p := mma.Parent(); p != nil && p != l.old; p = p.Parent() {
		if p.Is("scf.for") || p.Is("scf.while") {
			for _, a := range p.RegionAt(0).Entry().Args() {
				note(a)
			}
		}
	}
	if !acc.IsBlockArg() && !fromArgument(acc, live) {
		note(acc)
	}
	note(mma.Operand(0))
	total := 0
	for _, v := range order {
		t, err := l.newTile(v.Type(), mma)
		if err != nil {
			return 0, err
		}
		w, _ := ir.BitWidth(t.elem)
		total += (t.m.NumRegs()*int(w) + 31) / 32
	}
	return total, nil
}

// fromArgument reports whether an accumulator is a carried one under way:
// the chain of products and waits that made it starts at a loop's argument.
func fromArgument(v *ir.Value, live map[*ir.Value]bool) bool {
	for v.Def() != nil {
		d := v.Def()
		switch {
		case d.Is(async.MMADef.Name):
			v = d.Operand(2)
		case d.Is(async.MMAWaitDef.Name):
			v = d.Operand(v.Index())
		default:
			return false
		}
	}
	return live[v]
}
