package reduce

import "github.com/tile-opt/tile-opt/ir"

// operands lists the operands that may be left out: of slots that take any number,
// and of operations that are not registered.
func operands(m *ir.Operation) []slot {
	var out []slot
	for op := range ir.Walk(m) {
		def := op.Info().Def
		if def == nil {
			for i := range op.NumOperands() {
				out = append(out, slot{op, i})
			}
			continue
		}
		for k, in := range def.In {
			if in.Arity == ir.One {
				continue
			}
			lo, hi := op.OperandRange(k)
			for i := lo; i < hi; i++ {
				out = append(out, slot{op, i})
			}
		}
	}
	return out
}

// eraseOperands leaves operands out, and out of the count of their groups.
func eraseOperands(slots []slot) {
	for _, group := range byOp(slots) {
		op := group[0].op
		gone := make([]bool, op.NumOperands())
		for _, s := range group {
			gone[s.i] = true
		}
		if op.Has(ir.SegmentedOperands) {
			sizes := make([]int64, len(op.Info().Def.In))
			for k := range sizes {
				lo, hi := op.OperandRange(k)
				for i := lo; i < hi; i++ {
					if !gone[i] {
						sizes[k]++
					}
				}
			}
			op.SetProp("operandSegmentSizes", op.Context().I32Array(sizes...))
		}
		var kept []*ir.Value
		for i, v := range op.Operands() {
			if !gone[i] {
				kept = append(kept, v)
			}
		}
		op.SetOperands(kept)
	}
}

// attribute is a discardable attribute, or with an empty name a property.
type attribute struct {
	op   *ir.Operation
	name string
	prop int
}

// attributes lists the attributes that may go.
func attributes(m *ir.Operation) []attribute {
	var out []attribute
	for op := range ir.Walk(m) {
		for _, a := range op.Attrs() {
			out = append(out, attribute{op: op, name: a.Name})
		}
		if !op.IsRegistered() {
			if op.NumProps() > 0 && op.PropAt(0) != nil {
				out = append(out, attribute{op: op})
			}
			continue
		}
		for i, p := range op.Info().Def.Props {
			if op.PropAt(i) != nil && p.Optional {
				out = append(out, attribute{op: op, prop: i})
			}
		}
	}
	return out
}

// eraseAttributes removes attributes.
func eraseAttributes(list []attribute) {
	for _, a := range list {
		if a.name != "" {
			a.op.RemoveAttr(a.name)
			continue
		}
		a.op.SetPropAt(a.prop, nil)
	}
}
