package reduce

import (
	"github.com/tile-opt/tile-opt/ir"
)

// lookBack bounds how many operations in front of one are asked for a value.
const lookBack = 256

// standIn returns a value of a type that is visible where op stands and not made by
// an operation that is going; nil when there is none. What was made first is
// preferred: in the end everything hangs on few values.
func standIn(op *ir.Operation, t ir.Type, going map[*ir.Operation]bool) *ir.Value {
	for around := op; around.Block() != nil; around = around.Parent() {
		b := around.Block()
		for _, v := range b.Args() {
			if v.Type() == t {
				return v
			}
		}
		if v := earlier(around, t, going); v != nil {
			return v
		}
		if e := b.Region().Entry(); e != b {
			for _, v := range e.Args() {
				if v.Type() == t {
					return v
				}
			}
		}
		parent := around.Parent()
		if parent == nil || !parent.IsRegistered() || parent.Has(ir.IsolatedFromAbove) {
			return nil
		}
	}
	return nil
}

// earlier returns a result of that type of an operation in front of op in its
// block.
func earlier(op *ir.Operation, t ir.Type, going map[*ir.Operation]bool) *ir.Value {
	left := lookBack
	var found *ir.Value
	for o := op.Prev(); o != nil && left > 0; o = o.Prev() {
		left--
		if going[o] {
			continue
		}
		for i := range o.NumResults() {
			if o.Result(i).Type() == t {
				found = o.Result(i)
				break
			}
		}
	}
	return found
}

// constant makes a zero of that type in front of op, nil when no dialect makes
// constants of it.
func constant(op *ir.Operation, t ir.Type) *ir.Value {
	var zero ir.Attr
	switch t := t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		zero = ir.IntAttr(t, 0)
	case *ir.FloatType:
		zero = ir.FloatAttrOf(t, 0)
	default:
		return nil
	}
	own := op.Info().Dialect
	b := ir.NewBuilder(op.Context()).Before(op)
	try := func(d *ir.Dialect) *ir.Value {
		m, ok := d.Hooks.(ir.ConstantMaterializer)
		if !ok {
			return nil
		}
		made := m.MaterializeConstant(b, zero, t, op.Loc())
		if made == nil || made.NumResults() != 1 || made.Result(0).Type() != t {
			return nil
		}
		return made.Result(0)
	}
	if own != nil {
		if v := try(own); v != nil {
			return v
		}
	}
	for _, d := range op.Context().Dialects() {
		if v := try(d); v != nil {
			return v
		}
	}
	return nil
}

// valueFor is standIn, or a constant.
func valueFor(op *ir.Operation, t ir.Type) *ir.Value {
	if v := standIn(op, t, nil); v != nil {
		return v
	}
	return constant(op, t)
}

// lastValue is valueFor for the value made last, so that what is computed stays in
// use.
func lastValue(op *ir.Operation, t ir.Type) *ir.Value {
	left := lookBack
	for o := op.Prev(); o != nil && left > 0; o = o.Prev() {
		left--
		for i := range o.NumResults() {
			if o.Result(i).Type() == t {
				return o.Result(i)
			}
		}
	}
	return valueFor(op, t)
}

// usedOutside reports whether an operation that is not going uses v.
func usedOutside(v *ir.Value, going map[*ir.Operation]bool) bool {
	for u := range v.Uses() {
		if !goes(u.Owner(), going) {
			return true
		}
	}
	return false
}

// goes reports whether op is going, or inside one that is.
func goes(op *ir.Operation, going map[*ir.Operation]bool) bool {
	for ; op != nil; op = op.Parent() {
		if going[op] {
			return true
		}
	}
	return false
}

// drop erases operations, each with what it holds. One whose results others use is
// only taken out, which the verifier does not accept.
func drop(ops []*ir.Operation) {
	for _, op := range ops {
		op.Remove()
	}
	for _, op := range ops {
		release(op)
	}
	for _, op := range ops {
		if !op.HasUses() {
			op.Erase()
		}
	}
}

// release makes op and all inside use nothing.
func release(op *ir.Operation) {
	for o := range ir.Walk(op) {
		o.SetOperands(nil)
	}
}
