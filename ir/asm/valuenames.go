package asm

import "github.com/tile-opt/tile-opt/ir"

// ValueNames tells the names that the values in an operation have in its
// custom form.
type ValueNames struct{ n *numbering }

// NewValueNames names the values in op, which must not change afterwards.
func NewValueNames(op *ir.Operation) *ValueNames {
	return &ValueNames{newNumbering(op, &PrintOptions{})}
}

// Of returns the name of v, such as %c0, or %r#1 for one of several results.
func (v *ValueNames) Of(x *ir.Value) string { return string(v.n.append(nil, x, true)) }
