// Package constprop is the domain of constants for ir/analysis/dataflow: what
// folding says of operations whose operands are known, and with that which
// blocks control reaches.
//
// It must not know operations; dialects say by their folds what they compute.
package constprop

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Constant is what is known of a value: the constant that it is, or, when
// Attr is nil, that it may be different things. Maker is the dialect that
// makes the constant's operation.
type Constant struct {
	Attr  ir.Attr
	Maker *ir.Dialect
}

// Domain is the domain of constants: folding says what operations compute.
type Domain struct {
	consts   []ir.Attr
	operands []*ir.Value
	props    []ir.Attr
	attrs    []ir.NamedAttr
}

// Unknown says that v may be anything.
func (*Domain) Unknown(*ir.Value) Constant { return Constant{} }

// Join keeps a constant that is the same either way.
func (*Domain) Join(_ *ir.Value, a, b Constant, _ int) Constant {
	if a.Attr != b.Attr {
		return Constant{}
	}
	return a
}

// Constant returns the constant.
func (*Domain) Constant(_ *ir.Value, l Constant) ir.Attr { return l.Attr }

// Argument says that what an operation makes itself may be anything.
func (*Domain) Argument(*ir.Operation, *ir.Value, []Constant) Constant { return Constant{} }

// Transfer folds op with what is known of its operands. A fold that changes
// the operation itself is undone: its operands are only constants if the
// analysis ends with that.
func (c *Domain) Transfer(op *ir.Operation, in, out []Constant) {
	maker := op.Info().Dialect
	if op.Has(ir.ConstantLike) && op.NumResults() == 1 {
		out[0] = Constant{rewrite.ConstantOf(op.Result(0)), maker}
		return
	}
	c.save(op, in)
	folded := rewrite.FoldWith(op, c.consts)
	if ir.IsFoldedInPlace(folded) {
		c.restore(op)
		return
	}
	if len(folded) != op.NumResults() {
		return
	}
	for i, f := range folded {
		switch {
		case f.Attr != nil:
			out[i] = Constant{f.Attr, maker}
		case f.Value != nil:
			out[i] = c.knownOf(f.Value, in)
		}
	}
}

// save keeps what a fold may change in place.
func (c *Domain) save(op *ir.Operation, in []Constant) {
	c.consts, c.operands, c.props = c.consts[:0], c.operands[:0], c.props[:0]
	for i, l := range in {
		c.consts = append(c.consts, l.Attr)
		c.operands = append(c.operands, op.Operand(i))
	}
	for i := range op.NumProps() {
		c.props = append(c.props, op.PropAt(i))
	}
	c.attrs = append(c.attrs[:0], op.Attrs()...)
}

func (c *Domain) restore(op *ir.Operation) {
	op.SetOperands(c.operands)
	for i, p := range c.props {
		op.SetPropAt(i, p)
	}
	if len(c.attrs)+len(op.Attrs()) > 0 {
		op.SetAttrs(c.attrs)
	}
}

// knownOf returns what is known of v, an operand or something around it.
func (c *Domain) knownOf(v *ir.Value, in []Constant) Constant {
	for i, o := range c.operands {
		if o == v {
			return in[i]
		}
	}
	return Constant{}
}
