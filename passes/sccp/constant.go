package sccp

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// constant is what is known of a value: the constant that it is, or, when
// attr is nil, that it may be different things. maker is the dialect that
// makes the constant's operation.
type constant struct {
	attr  ir.Attr
	maker *ir.Dialect
}

// constants is the domain of constants: folding says what operations compute.
type constants struct {
	consts   []ir.Attr
	operands []*ir.Value
	props    []ir.Attr
	attrs    []ir.NamedAttr
}

// Unknown says that v may be anything.
func (*constants) Unknown(*ir.Value) constant { return constant{} }

// Join keeps a constant that is the same either way.
func (*constants) Join(_ *ir.Value, a, b constant, _ int) constant {
	if a.attr != b.attr {
		return constant{}
	}
	return a
}

// Constant returns the constant.
func (*constants) Constant(_ *ir.Value, l constant) ir.Attr { return l.attr }

// Argument says that what an operation makes itself may be anything.
func (*constants) Argument(*ir.Operation, *ir.Value, []constant) constant { return constant{} }

// Transfer folds op with what is known of its operands. A fold that changes
// the operation itself is undone: its operands are only constants if the
// analysis ends with that.
func (c *constants) Transfer(op *ir.Operation, in, out []constant) {
	maker := op.Info().Dialect
	if op.Has(ir.ConstantLike) && op.NumResults() == 1 {
		out[0] = constant{rewrite.ConstantOf(op.Result(0)), maker}
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
			out[i] = constant{f.Attr, maker}
		case f.Value != nil:
			out[i] = c.knownOf(f.Value, in)
		}
	}
}

// save keeps what a fold may change in place.
func (c *constants) save(op *ir.Operation, in []constant) {
	c.consts, c.operands, c.props = c.consts[:0], c.operands[:0], c.props[:0]
	for i, l := range in {
		c.consts = append(c.consts, l.attr)
		c.operands = append(c.operands, op.Operand(i))
	}
	for i := range op.NumProps() {
		c.props = append(c.props, op.PropAt(i))
	}
	c.attrs = append(c.attrs[:0], op.Attrs()...)
}

func (c *constants) restore(op *ir.Operation) {
	op.SetOperands(c.operands)
	for i, p := range c.props {
		op.SetPropAt(i, p)
	}
	if len(c.attrs)+len(op.Attrs()) > 0 {
		op.SetAttrs(c.attrs)
	}
}

// knownOf returns what is known of v, an operand or something around it.
func (c *constants) knownOf(v *ir.Value, in []constant) constant {
	for i, o := range c.operands {
		if o == v {
			return in[i]
		}
	}
	return constant{}
}
