package scf_test

import (
	"testing"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
)

// build makes a block to build into, with arguments of the given types.
func build(types ...ir.Type) (*ir.Builder, *ir.Block) {
	c := types[0].Context()
	b := ir.NewBuilder(c)
	blk := ir.NewBlock()
	for _, t := range types {
		blk.AddArg(t, ir.Loc{})
	}
	return b.AtEnd(blk), blk
}

func TestBuildFor(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(scf.Dialect)
	b, blk := build(c.Index(), c.F32())
	lb, step := arith.ConstIndex(b, 0), arith.ConstIndex(b, 2)
	loop := scf.BuildFor(b, lb, blk.Arg(0), step, []*ir.Value{blk.Arg(1)}, func(b *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value {
		if iv.Type() != ir.Type(c.Index()) || len(args) != 1 {
			t.Errorf("body gets %s and %d values", iv.Type(), len(args))
		}
		return []*ir.Value{arith.NewAddF(b, nil, args[0], args[0], arith.AddFProps{}).ResultVal()}
	})
	if err := ir.Verify(loop.Op()); err != nil {
		t.Error(err)
	}
	if blk.Last() != loop.Op() || b.NextOp() != nil || b.Block() != blk {
		t.Error("the builder does not stand behind the loop")
	}
	if _, known := loop.TripCount(); known {
		t.Error("the number of iterations is not known")
	}
}

func TestTripCount(t *testing.T) {
	t.Parallel()
	tests := []struct {
		lb, ub, step int64
		unsigned     bool
		want         int64 // -1: not known
	}{
		{0, 10, 1, false, 10},
		{0, 10, 3, false, 4},
		{0, 9, 3, false, 3},
		{5, 5, 1, false, 0},
		{6, 5, 1, false, 0},
		{-128, 127, 1, false, 255},
		{-128, 127, 127, false, 3},
		{0, 10, 0, false, -1},
		{0, 10, -1, false, -1},
		{8, -8, 16, true, 15},
		{8, -8, 16, false, 0},
	}
	for _, test := range tests {
		c := ir.NewContext(scf.Dialect)
		i8 := c.I(8)
		b, _ := build(i8)
		loop := scf.BuildFor(b, arith.ConstInt(b, i8, test.lb), arith.ConstInt(b, i8, test.ub), arith.ConstInt(b, i8, test.step), nil,
			func(*ir.Builder, *ir.Value, []*ir.Value) []*ir.Value { return nil })
		if test.unsigned {
			loop.SetUnsignedCmp(c.Unit())
		}
		n, known := loop.TripCount()
		got := int64(-1)
		if known {
			u, _ := n.Uint64()
			got = int64(u)
		}
		if got != test.want {
			t.Errorf("for %d to %d step %d (unsigned %t): %d iterations, want %d", test.lb, test.ub, test.step, test.unsigned, got, test.want)
		}
	}
}

func TestBuildIf(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(scf.Dialect)
	b, blk := build(c.I(1))
	give := func(b *ir.Builder) []*ir.Value { return []*ir.Value{arith.ConstFloat(b, c.F32(), 1)} }
	cond := scf.BuildIf(b, []ir.Type{c.F32()}, blk.Arg(0), give, give)
	if err := ir.Verify(cond.Op()); err != nil {
		t.Error(err)
	}
	none := func(*ir.Builder) []*ir.Value { return nil }
	if one := scf.BuildIf(b, nil, blk.Arg(0), none, nil); one.Else() != nil || one.Then() == nil {
		t.Error("a conditional without else has one block")
	}
}
