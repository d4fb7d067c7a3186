package asyncwarpspecialize

import "github.com/tile-opt/tile-opt/ir"

// An scf.while carries two lists of values: what its first region takes comes
// from in front of the loop and from the end of the second, and what the second
// takes, and the loop returns, from the end of the first. A role keeps of each
// list what it needs.

// carriedWhile keeps value i of what a region takes, and what it comes from.
func (l *liveSet) carriedWhile(loop *ir.Operation, region, i int) {
	first, second := loop.RegionAt(0).Entry(), loop.RegionAt(1).Entry()
	if region == 0 {
		l.markValue(loop.Operand(i))
		l.markValue(second.Last().Operand(i))
		return
	}
	l.markValue(second.Arg(i))
	l.markValue(loop.Result(i))
	// The first operand of scf.condition is the condition.
	l.markValue(first.Last().Operand(1 + i))
}

// whileOp copies an scf.while with the values that the role needs.
func (k *copier) whileOp(op *ir.Operation) error {
	first, second := op.RegionAt(0).Entry(), op.RegionAt(1).Entry()
	in, out := k.kept(first.Args()), k.kept(op.Results())
	types, err := k.types(op, choose(op.Results(), out))
	if err != nil {
		return err
	}
	n := k.create(op, k.values(choose(op.Operands(), in)), types)
	for i, j := range out {
		k.m.Map(op.Result(j), n.Result(i))
	}
	condition := []int{0}
	for _, j := range out {
		condition = append(condition, 1+j)
	}
	if err := k.whileRegion(first, n.RegionAt(0), in, condition); err != nil {
		return err
	}
	if err := k.whileRegion(second, n.RegionAt(1), out, in); err != nil {
		return err
	}
	k.b.After(n)
	return nil
}

func (k *copier) whileRegion(from *ir.Block, to *ir.Region, takes, yields []int) error {
	args := choose(from.Args(), takes)
	types, err := k.types(from.Parent(), args)
	if err != nil {
		return err
	}
	blk := to.AddBlock(from.Parent().Loc())
	for i, a := range args {
		k.m.Map(a, blk.AddArg(types[i], a.Loc()))
	}
	k.b.AtEnd(blk)
	if err := k.block(from); err != nil {
		return err
	}
	k.yield(from.Last(), yields)
	return nil
}
