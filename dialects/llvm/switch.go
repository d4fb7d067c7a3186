package llvm

import "github.com/tile-opt/tile-opt/ir"

// SwitchCaseOperands returns the operands that each case of a switch hands to
// its block.
func SwitchCaseOperands(o Switch) [][]*ir.Value {
	all := o.CaseOperands()
	segments, ok := o.CaseOperandSegments().(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	out := make([][]*ir.Value, 0, segments.N)
	for _, n := range segments.Ints() {
		k := min(max(int(n), 0), len(all))
		out = append(out, all[:k])
		all = all[k:]
	}
	return out
}
