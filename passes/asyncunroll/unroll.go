package asyncunroll

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
)

// unroll replaces the loop by one up to the first slot, one that makes a turn
// at once, and one for the rest.
func (u *unroller) unroll() {
	op := u.loop.Op()
	b := ir.NewBuilder(op.Context())
	b.Before(op).SetLoc(op.Loc())
	lb, ub, step := u.loop.LowerBound(), u.loop.UpperBound(), u.loop.Step()
	inits := u.loop.InitArgs()
	begin, certain := lb, len(u.entries) == 0
	if !certain || u.steps[0] > 0 {
		begin = u.bin(b, "arith.addi", lb, u.bin(b, "arith.muli", u.stepsTo(b), step))
		until := u.bin(b, "arith.minsi", begin, ub)
		front := u.rebuild(b, lb, until, inits)
		inits = front.Results()
	}
	turn := u.bin(b, "arith.muli", step, u.constant(b, lb.Type(), int64(len(u.turn))))
	until := u.bin(b, "arith.addi", u.bin(b, "arith.subi", ub, turn), step)
	if !certain {
		until = b.Op("arith.select", []*ir.Value{u.asExpected(b, inits), until, begin}, []ir.Type{ub.Type()}).Result(0)
	}
	main := u.main(b, begin, until, turn, inits)
	rest := u.rebuild(b, main.Op().Result(0), ub, u.merge(inits, main.Op().Results()[1:]))
	u.rest = rest
	op.ReplaceAllUsesWith(rest.Results())
	op.Erase()
}

func (u *unroller) bin(b *ir.Builder, name string, x, y *ir.Value) *ir.Value {
	return b.Op(name, []*ir.Value{x, y}, []ir.Type{x.Type()}).Result(0)
}

func (u *unroller) constant(b *ir.Builder, t ir.Type, n int64) *ir.Value {
	return arith.MaterializeConstant(b, ir.IntAttr(t, n), t, b.Loc()).Result(0)
}

func (u *unroller) equal(b *ir.Builder, v *ir.Value, n int64) *ir.Value {
	c := b.Context()
	return b.Op("arith.cmpi", []*ir.Value{v, u.constant(b, v.Type(), n)}, []ir.Type{c.I(1)},
		ir.NamedAttr{Name: "predicate", Attr: arith.CmpIPredicate.Attr(c, arith.CmpEQ)}).Result(0)
}

// stepsTo computes the number of iterations to the first slot.
func (u *unroller) stepsTo(b *ir.Builder) *ir.Value {
	t := u.loop.LowerBound().Type()
	n := u.constant(b, t, u.steps[0])
	for x := 1; x < len(u.steps); x++ {
		n = b.Op("arith.select", []*ir.Value{u.all(b, u.entries, u.places[x]), u.constant(b, t, u.steps[x]), n}, []ir.Type{t}).Result(0)
	}
	return n
}

// all tests whether values are all equal to numbers.
func (u *unroller) all(b *ir.Builder, values []*ir.Value, numbers []int64) *ir.Value {
	var all *ir.Value
	for i, v := range values {
		is := u.equal(b, v, numbers[i])
		if all == nil {
			all = is
			continue
		}
		all = u.bin(b, "arith.andi", all, is)
	}
	return all
}

// asExpected tests whether the values that go round are those of the first
// state of the turn.
func (u *unroller) asExpected(b *ir.Builder, values []*ir.Value) *ir.Value {
	mine := make([]*ir.Value, len(u.vars))
	for i, k := range u.vars {
		mine[i] = values[k]
	}
	return u.all(b, mine, u.turn[0])
}

// rebuild makes the loop again with other bounds and initial values.
func (u *unroller) rebuild(b *ir.Builder, lb, ub *ir.Value, inits []*ir.Value) *ir.Operation {
	n := b.Clone(u.loop.Op(), &ir.Mapping{})
	n.SetOperand(0, lb)
	n.SetOperand(1, ub)
	for i, v := range inits {
		n.SetOperand(3+i, v)
	}
	return n
}

// main makes the loop that makes a turn at once. It carries where the next turn
// begins, and what does not go round: behind it that stands as in front of it.
func (u *unroller) main(b *ir.Builder, lb, ub, step *ir.Value, inits []*ir.Value) scf.For {
	carried := []*ir.Value{lb}
	for k, v := range inits {
		if !u.rotates(k) {
			carried = append(carried, v)
		}
	}
	loop := scf.BuildFor(b, lb, ub, step, carried, func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value {
		values := u.merge(inits, args[1:])
		at := iv
		for _, s := range u.turn {
			values = u.copyBody(b, at, values, s)
			at = u.bin(b, "arith.addi", at, u.loop.Step())
		}
		out := []*ir.Value{at}
		for k, v := range values {
			if !u.rotates(k) {
				out = append(out, v)
			}
		}
		return out
	})
	loop.Op().SetAttrs(u.loop.Op().Attrs())
	return loop
}

func (u *unroller) rotates(k int) bool {
	for _, v := range u.vars {
		if v == k {
			return true
		}
	}
	return false
}

// merge puts values that do not go round in the places of all.
func (u *unroller) merge(all, values []*ir.Value) []*ir.Value {
	out := append([]*ir.Value(nil), all...)
	for k := range out {
		if !u.rotates(k) {
			out[k], values = values[0], values[1:]
		}
	}
	return out
}

// copyBody copies the body for one step of the turn and returns what it yields.
func (u *unroller) copyBody(b *ir.Builder, iv *ir.Value, values []*ir.Value, s state) []*ir.Value {
	var m ir.Mapping
	m.Map(u.loop.InductionVar(), iv)
	for k, a := range u.loop.IterArgs() {
		m.Map(a, values[k])
	}
	for i, k := range u.vars {
		a := u.loop.IterArgs()[k]
		m.Map(a, u.constant(b, a.Type(), s[i]))
	}
	return u.loop.CloneBody(b, &m)
}
