package cf

import "github.com/tile-opt/tile-opt/ir"

// SuccessorFor returns the block that a constant condition chooses.
func (o CondBranch) SuccessorFor(consts []ir.Attr) int {
	c, ok := ir.BoolValue(consts[0])
	switch {
	case !ok:
		return -1
	case c:
		return 0
	}
	return 1
}

// SuccessorFor returns the block that a constant flag chooses.
func (o Switch) SuccessorFor(consts []ir.Attr) int {
	c, ok := ir.IntValue(consts[0])
	if !ok {
		return -1
	}
	for i, v := range o.Cases() {
		if n, ok := ir.IntValue(v); ok && n == c {
			return i + 1
		}
	}
	return 0
}
