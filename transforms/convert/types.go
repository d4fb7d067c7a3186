package convert

import "github.com/tile-opt/tile-opt/ir"

// TypeConverter says what types become. Rules are added before it is used; it
// may then be shared by goroutines.
type TypeConverter struct {
	rules  []func(ir.Type) ([]ir.Type, bool)
	target func(b *ir.Builder, types []ir.Type, inputs []*ir.Value, loc ir.Loc) []*ir.Value
	source func(b *ir.Builder, t ir.Type, inputs []*ir.Value, loc ir.Loc) *ir.Value
}

// NewTypeConverter returns a converter without rules, which converts nothing.
func NewTypeConverter() *TypeConverter { return &TypeConverter{} }

// Add adds a rule, which is tried before those that were added earlier. It
// returns the types that t becomes (none makes values of t vanish; t itself
// means that t is legal), or false to leave t to the other rules.
func (c *TypeConverter) Add(rule func(t ir.Type) ([]ir.Type, bool)) *TypeConverter {
	c.rules = append(c.rules, rule)
	return c
}

// MaterializeTarget sets how values of converted types are made of values
// that were not converted. Nil, or a nil result, means a cast.
func (c *TypeConverter) MaterializeTarget(f func(b *ir.Builder, types []ir.Type, inputs []*ir.Value, loc ir.Loc) []*ir.Value) *TypeConverter {
	c.target = f
	return c
}

// MaterializeSource sets how a value of an old type is made of converted
// values. Nil, or a nil result, means a cast.
func (c *TypeConverter) MaterializeSource(f func(b *ir.Builder, t ir.Type, inputs []*ir.Value, loc ir.Loc) *ir.Value) *TypeConverter {
	c.source = f
	return c
}

// Convert returns the types that t becomes, and whether a rule knows it.
func (c *TypeConverter) Convert(t ir.Type) ([]ir.Type, bool) {
	for i := len(c.rules) - 1; i >= 0; i-- {
		if out, ok := c.rules[i](t); ok {
			return out, true
		}
	}
	return nil, false
}

// ConvertOne returns the one type that t becomes; false when it becomes none
// or several, or no rule knows it.
func (c *TypeConverter) ConvertOne(t ir.Type) (ir.Type, bool) {
	out, ok := c.Convert(t)
	if !ok || len(out) != 1 {
		return nil, false
	}
	return out[0], true
}

// ConvertAll returns the types that ts become, one after the other.
func (c *TypeConverter) ConvertAll(ts []ir.Type) ([]ir.Type, bool) {
	out := make([]ir.Type, 0, len(ts))
	for _, t := range ts {
		u, ok := c.Convert(t)
		if !ok {
			return nil, false
		}
		out = append(out, u...)
	}
	return out, true
}

// IsLegal reports whether t becomes itself.
func (c *TypeConverter) IsLegal(t ir.Type) bool {
	u, ok := c.ConvertOne(t)
	return ok && u == t
}

// IsLegalOp reports whether the types of all operands and results of op are
// legal.
func (c *TypeConverter) IsLegalOp(op *ir.Operation) bool {
	for i := range op.NumOperands() {
		if !c.IsLegal(op.Operand(i).Type()) {
			return false
		}
	}
	for i := range op.NumResults() {
		if !c.IsLegal(op.Result(i).Type()) {
			return false
		}
	}
	return true
}

// IsLegalRegion reports whether the types of all block arguments directly in
// r are legal.
func (c *TypeConverter) IsLegalRegion(r *ir.Region) bool {
	for b := range r.Blocks() {
		for _, a := range b.Args() {
			if !c.IsLegal(a.Type()) {
				return false
			}
		}
	}
	return true
}

// IsLegalSignature reports whether all types of a function type are legal.
func (c *TypeConverter) IsLegalSignature(t *ir.FunctionType) bool {
	for _, list := range [][]ir.Type{t.Inputs, t.Results} {
		for _, x := range list {
			if !c.IsLegal(x) {
				return false
			}
		}
	}
	return true
}
