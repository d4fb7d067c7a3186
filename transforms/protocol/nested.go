package protocol

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	global "github.com/tile-opt/tile-opt/transforms/access"
)

// What can be told of decisions without following them: conditions that one
// around has decided, and loops that never end.

// decidedAround reports whether a condition stands in an arm of another one that asks
// the same, and which arm: it is decided there as it was decided before.
func decidedAround(op *ir.Operation) (way, ok bool) {
	cond := op.Operand(0)
	for r := op.Region(); r != nil && r.Owner() != nil; r = r.Owner().Region() {
		if around := r.Owner(); around.Is("scf.if") && equalExpressions(around.Operand(0), cond, maxEqual) {
			return r == around.RegionAt(0), true
		}
	}
	return false, false
}

// maxEqual is how deep expressions are compared.
const maxEqual = 6

// equalExpressions reports whether two values are made alike of the same
// values. Where both can be used they are equal, since what they are made of is.
func equalExpressions(a, b *ir.Value, deep int) bool {
	if a == b {
		return true
	}
	x, y := a.Def(), b.Def()
	if deep == 0 || x == nil || y == nil || x.Name() != y.Name() || a.Index() != b.Index() || a.Type() != b.Type() || !isScalar(x) || !isScalar(y) ||
		x.NumRegions() > 0 || y.NumRegions() > 0 || x.NumOperands() != y.NumOperands() || x.NumProps() != y.NumProps() {
		return false
	}
	for i := range x.NumProps() {
		if x.PropAt(i) != y.PropAt(i) {
			return false
		}
	}
	return slices.EqualFunc(x.Operands(), y.Operands(), func(v, w *ir.Value) bool { return equalExpressions(v, w, deep-1) })
}

// separate finds a load that the role follows and that reads another argument
// than the kernel writes: roles read the same there, and later the same again,
// as long as the two do not overlap.
func (c *compiler) separate() {
	for op := range ir.Walk(c.r.region.Owner()) {
		if c.k.separate != nil {
			return
		}
		if !op.Is("memref.load") || op.NumResults() != 1 {
			continue
		}
		if _, followed := c.slot[op.Result(0)]; followed && isScalar(op) && c.k.writesArguments() {
			c.k.separate = op
		}
	}
}

// writesArguments reports whether a kernel writes to what it was called with.
func (k *kernel) writesArguments() bool {
	for op := range ir.Walk(k.fn) {
		for _, a := range global.Of(op) {
			if a.Write && a.Root != nil && a.Root.IsBlockArg() {
				return true
			}
		}
	}
	return false
}

// findEndless finds a loop that is known not to end, short of an overflow, once
// it has begun.
func (k *kernel) findEndless() *Finding {
	for op := range ir.Walk(k.fn) {
		switch {
		case op.Is("scf.for"):
			if n, ok := constantOf(op.Operand(2)); ok && (n == 0 || n < 0 && !unsignedLoop(op)) {
				return unsupported(op, "steps by %d, and so may never end", n)
			}
		case op.Is("scf.while") && op.RegionAt(0).HasOneBlock():
			if n, ok := constantOf(op.RegionAt(0).Entry().Terminator().Operand(0)); ok && n&1 != 0 {
				return unsupported(op, "never ends")
			}
		}
	}
	return nil
}
