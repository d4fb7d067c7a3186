package rewrite

import "github.com/tile-opt/tile-opt/ir"

// Fold folds op with its hook Fold and with what its traits say (Commutative,
// Idempotent, Involution). It returns one FoldResult a result,
// ir.FoldedInPlace when op itself was changed, or nil when nothing folds. The
// scratch slice is reused for the constants of the operands when it is large
// enough; Fold hooks must not keep it.
func Fold(op *ir.Operation, scratch []ir.Attr) []ir.FoldResult {
	consts := scratch[:0]
	for i := range op.NumOperands() {
		consts = append(consts, ConstantOf(op.Operand(i)))
	}
	return FoldWith(op, consts)
}

// FoldWith is Fold for operands that are these constants (nil where unknown),
// whatever defines them.
func FoldWith(op *ir.Operation, consts []ir.Attr) []ir.FoldResult {
	var out []ir.FoldResult
	if f, ok := ir.As[ir.Folder](op); ok {
		out = f.Fold(consts)
		if len(out) == 1 && out[0].Value != nil && out[0].Value.Def() == op {
			out = ir.FoldedInPlace
		}
	}
	if len(out) > 0 {
		return out
	}
	if t := foldTraits(op, consts); t != nil {
		return t
	}
	return out
}

func foldTraits(op *ir.Operation, consts []ir.Attr) []ir.FoldResult {
	const any = ir.Commutative | ir.Idempotent | ir.Involution
	def := op.Info().Def
	if def == nil || def.Traits&any == 0 {
		return nil
	}
	if def.Traits.Has(ir.Commutative) && constantsToTheEnd(op, consts) {
		return ir.FoldedInPlace
	}
	if v := foldUnaryTraits(op, def.Traits); v != nil {
		return []ir.FoldResult{{Value: v}}
	}
	return nil
}

// constantsToTheEnd moves constant operands behind the others, keeping the
// order among each kind, so that patterns need look for constants on the
// right only.
func constantsToTheEnd(op *ir.Operation, consts []ir.Attr) bool {
	seen, sorted := false, true
	for _, c := range consts {
		if c != nil {
			seen = true
		} else if seen {
			sorted = false
		}
	}
	if sorted {
		return false
	}
	vs := make([]*ir.Value, 0, len(consts))
	for i, c := range consts {
		if c == nil {
			vs = append(vs, op.Operand(i))
		}
	}
	for i, c := range consts {
		if c != nil {
			vs = append(vs, op.Operand(i))
		}
	}
	op.SetOperands(vs)
	return true
}

func foldUnaryTraits(op *ir.Operation, t ir.Trait) *ir.Value {
	if op.NumResults() != 1 || op.NumOperands() == 0 {
		return nil
	}
	x := op.Operand(0)
	if x.Type() != op.Result(0).Type() {
		return nil
	}
	if t.Has(ir.Idempotent) {
		if op.NumOperands() == 2 && x == op.Operand(1) {
			return x
		}
		if op.NumOperands() == 1 && sameOperation(x.Def(), op) {
			return x
		}
	}
	if t.Has(ir.Involution) && op.NumOperands() == 1 && sameOperation(x.Def(), op) {
		return x.Def().Operand(0)
	}
	return nil
}

// sameOperation reports whether a is an operation of the name and the
// properties of b.
func sameOperation(a, b *ir.Operation) bool {
	if a == nil || a.Info() != b.Info() {
		return false
	}
	for i := range a.NumProps() {
		if a.PropAt(i) != b.PropAt(i) {
			return false
		}
	}
	return true
}
