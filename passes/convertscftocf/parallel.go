package convertscftocf

import (
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
)

// sequential makes nests of scf.for of the loops whose iterations have no
// order, those inside others first.
func (l *lowering) sequential(root *ir.Operation) error {
	var ops []*ir.Operation
	for op := range ir.WalkPost(root) {
		if f, ok := scf.AsForall(op); ok {
			if len(f.Outputs()) > 0 {
				return op.OpError("cannot be lowered to branches: it has results that are tensors; expected memrefs only")
			}
			ops = append(ops, op)
		}
		if op.Is(scf.ParallelDef.Name) {
			ops = append(ops, op)
		}
	}
	for _, op := range ops {
		l.b.Before(op)
		l.b.SetLoc(op.Loc())
		n := nest{l: l, body: op.RegionAt(0).Entry()}
		if f, ok := scf.AsForall(op); ok {
			n.lower, n.upper, n.steps = f.Bounds(l.b)
			n.build(nil, nil)
			op.Erase()
			continue
		}
		p, _ := scf.AsParallel(op)
		n.lower, n.upper, n.steps = p.LowerBound(), p.UpperBound(), p.Step()
		replace(op, n.build(nil, p.InitVals()))
	}
	return nil
}

// nest is a nest of loops in the making.
type nest struct {
	l                   *lowering
	lower, upper, steps []*ir.Value
	body                *ir.Block
}

// build makes the loops from number len(ivs) on, which carry values; it
// returns their results.
func (n *nest) build(ivs, carried []*ir.Value) []*ir.Value {
	d := len(ivs)
	if d == len(n.steps) {
		return n.innermost(ivs, carried)
	}
	loop := scf.BuildFor(n.l.b, n.lower[d], n.upper[d], n.steps[d], carried, func(_ *ir.Builder, iv *ir.Value, args []*ir.Value) []*ir.Value {
		return n.build(append(ivs[:d:d], iv), args)
	})
	return loop.Op().Results()
}

// innermost moves the body to the insertion point and combines what it reduces
// with the values carried.
func (n *nest) innermost(ivs, carried []*ir.Value) []*ir.Value {
	b := n.l.b
	for i, v := range ivs {
		n.body.Arg(i).ReplaceAllUsesWith(v)
	}
	last := n.body.Last()
	for n.body.First() != last {
		op := n.body.First()
		op.Remove()
		b.Insert(op)
	}
	var out []*ir.Value
	for i, acc := range carried {
		combine := last.RegionAt(i).Entry()
		combine.Arg(0).ReplaceAllUsesWith(acc)
		combine.Arg(1).ReplaceAllUsesWith(last.Operand(i))
		ret := combine.Last()
		for combine.First() != ret {
			op := combine.First()
			op.Remove()
			b.Insert(op)
		}
		out = append(out, ret.Operand(0))
	}
	return out
}
