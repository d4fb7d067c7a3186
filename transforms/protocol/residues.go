package protocol

import (
	"github.com/tile-opt/tile-opt/ir"
)

// Residues. Where a kernel asks for the remainder of an induction variable,
// "every other iteration" is a number that is followed like a slot: a place of
// the environment that starts and advances with the loop.

// residue is a remainder by mod of an induction variable.
type residue struct {
	mod  int64
	slot int
}

// maxResidues is how many remainders a loop may go through.
const maxResidues = 16

// remainder matches the remainder of an induction variable by a constant.
func remainder(op *ir.Operation) (iv *ir.Value, mod int64, ok bool) {
	switch {
	case op.Is("arith.remui"), op.Is("arith.remsi"):
		mod, ok = constantOf(op.Operand(1))
	case op.Is("arith.andi"):
		mod, ok = constantOf(op.Operand(1))
		mod++
		ok = ok && mod&(mod-1) == 0
	}
	if !ok || mod < 1 {
		return nil, 0, false
	}
	iv = op.Operand(0)
	for d := iv.Def(); d != nil && (d.Is("arith.index_cast") || d.Is("arith.index_castui")) && width(iv.Type()) >= 32; d = iv.Def() {
		iv = d.Operand(0)
	}
	return iv, mod, true
}

// residuesOf finds the remainders of a loop's induction variable that are few
// and known, and gives them places.
func (c *compiler) residuesOf(loop *ir.Operation) []residue {
	lb, ok1 := constantOf(loop.Operand(0))
	step, ok2 := constantOf(loop.Operand(2))
	if !ok1 || !ok2 || lb < 0 || step < 1 {
		return nil
	}
	var out []residue
	for op := range ir.Walk(loop) {
		iv, mod, ok := remainder(op)
		if _, tracked := c.slot[resultOf(op)]; !ok || !tracked || iv != loop.RegionAt(0).Entry().Arg(0) || mod/gcd(mod, step) > maxResidues {
			continue
		}
		r := residue{mod, len(c.slot) + c.extra}
		for _, old := range out {
			if old.mod == mod {
				r = old
			}
		}
		if r.slot == len(c.slot)+c.extra {
			c.extra++
			out = append(out, r)
		}
		c.residues[op] = r.slot
	}
	return out
}

func resultOf(op *ir.Operation) *ir.Value {
	if op.NumResults() != 1 {
		return nil
	}
	return op.Result(0)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// begin sets the remainders of a loop that starts, follow those of its next
// iteration. The places stand behind that of the induction variable.
func (rs *roleState) begin(in *instr) {
	for i, mod := range in.mods {
		if lb := rs.value(in.in[0]); lb.isConst() {
			rs.assign(in.out[1+i], constant(lb.n%mod))
		}
	}
}

func (rs *roleState) follow(in *instr) {
	for i, mod := range in.mods {
		if old, step := rs.env[in.out[1+i]], rs.value(in.in[2]); old.isConst() && step.isConst() {
			rs.assign(in.out[1+i], constant((old.n+step.n)%mod))
		}
	}
}
