package cfg

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// eraseDead erases the operations and block arguments of region, nested
// regions included, that no observable effect depends on. Unlike erasing
// operations without uses it also finds values that only feed themselves
// around a loop of blocks.
func (l *liveness) eraseDead(r *rewrite.Rewriter, region *ir.Region) bool {
	defer l.reset()
	l.seed(region)
	l.run()
	return l.sweep(r, region)
}

// liveBit marks live operations in their scratch word, of which a driver that
// calls this package uses other bits.
const liveBit = 1 << 31

// liveness is the set of operations and block arguments of a region known to
// be needed. One serves any number of regions, one at a time.
type liveness struct {
	args map[*ir.Value]bool
	// marked has every operation that carries liveBit; those from next on
	// are still to be visited.
	marked []*ir.Operation
	next   int
	// pending holds arguments that became live and whose feeding operands
	// are to be marked.
	pending []*ir.Value
}

// seed marks what is needed for itself: operations with observable effects,
// terminators, and the arguments of entry blocks.
func (l *liveness) seed(region *ir.Region) {
	for b := range region.Blocks() {
		for top := range b.Ops() {
			for op := range ir.Walk(top) {
				if !effects.WouldBeDead(op) {
					l.markOp(op)
				}
			}
		}
	}
}

func (l *liveness) markOp(op *ir.Operation) {
	if op.Scratch()&liveBit == 0 {
		op.SetScratch(op.Scratch() | liveBit)
		l.marked = append(l.marked, op)
	}
}

func (l *liveness) isLive(op *ir.Operation) bool { return op.Scratch()&liveBit != 0 }

// manyArgs is the number of arguments from which on their table is not used
// again: clearing it costs what it once held, for every region that follows.
const manyArgs = 1 << 10

// reset forgets everything and keeps the memory.
func (l *liveness) reset() {
	for _, op := range l.marked {
		if !op.IsErased() {
			op.SetScratch(op.Scratch() &^ liveBit)
		}
	}
	if len(l.args) > manyArgs {
		l.args = make(map[*ir.Value]bool)
	} else {
		clear(l.args)
	}
	l.marked, l.next, l.pending = l.marked[:0], 0, l.pending[:0]
}

func (l *liveness) markValue(v *ir.Value) {
	if def := v.Def(); def != nil {
		l.markOp(def)
		return
	}
	if !l.args[v] {
		l.args[v] = true
		l.pending = append(l.pending, v)
	}
}

func (l *liveness) run() {
	for l.next < len(l.marked) || len(l.pending) > 0 {
		if l.next < len(l.marked) {
			l.next++
			l.operands(l.marked[l.next-1])
			continue
		}
		n := len(l.pending)
		v := l.pending[n-1]
		l.pending = l.pending[:n-1]
		l.feeders(v)
	}
}

// operands marks what a live operation needs: its operands, those handed to
// successors apart, and the operations that it lies in.
func (l *liveness) operands(op *ir.Operation) {
	if op.NumSuccessors() > 0 {
		l.branch(op)
		return
	}
	for i := range op.NumOperands() {
		l.markValue(op.Operand(i))
	}
	if p := op.Parent(); p != nil && !op.Has(ir.Terminator) {
		l.markOp(p)
	}
}

// branch is operands for a terminator with successors.
func (l *liveness) branch(op *ir.Operation) {
	handed := make([]bool, op.NumOperands())
	if br := branchOf(op); br != nil {
		for i := range op.NumSuccessors() {
			for lo, hi := br.SuccessorOperands(i); lo < hi; lo++ {
				handed[lo] = true
			}
		}
	} else {
		for _, s := range op.Successors() {
			for _, a := range s.Args() {
				l.markValue(a)
			}
		}
	}
	for i := range op.NumOperands() {
		if !handed[i] {
			l.markValue(op.Operand(i))
		}
	}
}

func (l *liveness) feeders(arg *ir.Value) {
	b := arg.Block()
	if b.IsEntry() {
		return
	}
	for op, i := range b.PredUses() {
		if br := branchOf(op); br != nil {
			lo, _ := br.SuccessorOperands(i)
			l.markValue(op.Operand(lo + arg.Index()))
		}
	}
}

// condemned is what a sweep will erase.
type condemned struct {
	ops    []*ir.Operation
	blocks []*ir.Block
	args   [][]bool // one a block: which arguments go
}

// sweep erases what was not marked. Everything is found before anything is
// erased, because a terminator with half of its operands gone no longer
// describes which operand feeds which argument.
func (l *liveness) sweep(r *rewrite.Rewriter, region *ir.Region) bool {
	var c condemned
	l.condemn(region, &c)
	for i, b := range c.blocks {
		eraseFeeders(r, b, c.args[i])
	}
	for _, op := range c.ops {
		dropOperands(op)
	}
	for _, op := range c.ops {
		r.Erase(op)
	}
	for i, b := range c.blocks {
		eraseArgs(b, c.args[i])
	}
	return len(c.ops)+len(c.blocks) > 0
}

func (l *liveness) condemn(region *ir.Region, c *condemned) {
	for b := range region.Blocks() {
		if gone := l.deadArgs(b); gone != nil {
			c.blocks = append(c.blocks, b)
			c.args = append(c.args, gone)
		}
		for op := range b.Ops() {
			if !l.isLive(op) {
				c.ops = append(c.ops, op)
				continue
			}
			for _, nested := range op.Regions() {
				l.condemn(nested, c)
			}
		}
	}
}

// deadArgs says which arguments of b go, nil when none does.
func (l *liveness) deadArgs(b *ir.Block) []bool {
	if b.IsEntry() || b.NumArgs() == 0 || !describedPreds(b) {
		return nil
	}
	gone := make([]bool, b.NumArgs())
	any := false
	for k, a := range b.Args() {
		gone[k] = !l.args[a]
		any = any || gone[k]
	}
	if !any {
		return nil
	}
	return gone
}

// dropOperands drops every operand in and under a dead operation: dead values
// may feed each other in a cycle, which leaves no order to erase them in.
func dropOperands(op *ir.Operation) {
	for inner := range ir.Walk(op) {
		if inner.NumOperands() > 0 {
			inner.SetOperands(nil)
		}
	}
}
