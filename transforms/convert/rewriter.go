package convert

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// CastName is the operation that stands where a converted value meets one
// that was not.
const CastName = "builtin.unrealized_conversion_cast"

// Rewriter is what patterns change the IR through. Replacing accepts values
// of other types than the results had, and several for one.
type Rewriter struct {
	*rewrite.Rewriter
	c *conversion
	// source makes values of old types in the pattern that runs.
	source *TypeConverter
}

// Replace replaces each result of op by one value and erases op. Users that
// need the old type get it through a cast.
func (r *Rewriter) Replace(op *ir.Operation, values ...*ir.Value) {
	groups := make([][]*ir.Value, len(values))
	for i := range values {
		groups[i] = values[i : i+1]
	}
	r.ReplaceMany(op, groups...)
}

// ReplaceMany replaces each result of op by a group of values and erases op.
func (r *Rewriter) ReplaceMany(op *ir.Operation, groups ...[]*ir.Value) {
	if len(groups) != op.NumResults() {
		panic("internal: replacing " + op.Name() + " by a wrong number of values")
	}
	at := r.Save()
	for i, g := range groups {
		v := op.Result(i)
		if !v.HasUses() {
			continue
		}
		r.Before(op)
		r.ReplaceUses(v, r.asSource(v.Type(), g, op.Loc()))
	}
	r.Restore(at)
	r.Erase(op)
}

// ReplaceWithNew makes an operation in place of op and replaces op by it.
func (r *Rewriter) ReplaceWithNew(op *ir.Operation, st ir.OpState) *ir.Operation {
	r.Before(op)
	if st.Loc.IsUnknown() {
		st.Loc = op.Loc()
	}
	n := r.Create(st)
	r.Replace(op, n.Results()...)
	return n
}

// ReplaceWithOp is ReplaceWithNew for an operation given by name, as in
// Builder.Op.
func (r *Rewriter) ReplaceWithOp(op *ir.Operation, name string, operands []*ir.Value, types []ir.Type, props ...ir.NamedAttr) *ir.Operation {
	r.Before(op)
	r.SetLoc(op.Loc())
	if types == nil && op.NumResults() == 0 {
		types = []ir.Type{}
	}
	n := r.Op(name, operands, types, props...)
	r.Replace(op, n.Results()...)
	return n
}

// asSource returns values as one value of type t, at the insertion point.
func (r *Rewriter) asSource(t ir.Type, values []*ir.Value, loc ir.Loc) *ir.Value {
	if len(values) == 1 && values[0].Type() == t {
		return values[0]
	}
	if r.source != nil && r.source.source != nil {
		if v := r.source.source(r.Builder, t, values, loc); v != nil {
			return v
		}
	}
	return r.cast(values, []ir.Type{t}, loc)[0]
}

func (r *Rewriter) cast(values []*ir.Value, types []ir.Type, loc ir.Loc) []*ir.Value {
	fresh := r.c.fresh
	op := r.Create(ir.OpState{Loc: loc, Info: r.Context().OpInfo(CastName), Operands: values, Types: types})
	// The conversion's own casts are no result of a pattern to legalise:
	// most cancel at the end.
	r.c.fresh = fresh
	return op.Results()
}

// Convert returns v as values of the types that conv makes of its type, and
// whether conv knows it. What was converted before is found again.
func (r *Rewriter) Convert(conv *TypeConverter, v *ir.Value) ([]*ir.Value, bool) {
	types, ok := r.c.convert(conv, v.Type())
	if !ok {
		return nil, false
	}
	if len(types) == 1 && types[0] == v.Type() {
		return []*ir.Value{v}, true
	}
	if in := castInputs(v, types); in != nil {
		return in, true
	}
	key := castKey{conv, v}
	if old, ok := r.c.made[key]; ok {
		return old, true
	}
	at := r.Save()
	r.AfterValue(v)
	var out []*ir.Value
	if conv.target != nil {
		out = conv.target(r.Builder, types, []*ir.Value{v}, v.Loc())
	}
	if out == nil {
		out = r.cast([]*ir.Value{v}, types, v.Loc())
	}
	r.Restore(at)
	r.c.made[key] = out
	return out, true
}

// castInputs returns the values that v was cast from when they have the types
// wanted, else nil. A value of no types is cast from nothing.
func castInputs(v *ir.Value, types []ir.Type) []*ir.Value {
	def := v.Def()
	if def == nil || !def.Is(CastName) || def.NumResults() != 1 || def.NumOperands() != len(types) {
		return nil
	}
	out := make([]*ir.Value, 0, len(types))
	for i, t := range types {
		if def.Operand(i).Type() != t {
			return nil
		}
		out = append(out, def.Operand(i))
	}
	return out
}

// ConvertBlock converts the types of the arguments of b; users that need the
// old types get them through casts at the start of the block. It reports
// whether conv knows every type; nothing changes when it does not. The
// branches to b are converted by their own patterns.
func (r *Rewriter) ConvertBlock(b *ir.Block, conv *TypeConverter) bool {
	groups := make([][]ir.Type, b.NumArgs())
	for i, a := range b.Args() {
		types, ok := r.c.convert(conv, a.Type())
		if !ok {
			return false
		}
		groups[i] = types
	}
	r.RetypeBlock(b, conv, groups)
	return true
}

// RetypeBlock replaces argument i of b by arguments of the types groups[i],
// for signatures that follow rules of their own.
func (r *Rewriter) RetypeBlock(b *ir.Block, conv *TypeConverter, groups [][]ir.Type) {
	old := append([]*ir.Value(nil), b.Args()...)
	at, source := r.Save(), r.source
	r.source = conv
	r.AtStart(b)
	for i, a := range old {
		var fresh []*ir.Value
		for _, t := range groups[i] {
			fresh = append(fresh, b.AddArg(t, a.Loc()))
		}
		if a.HasUses() {
			r.ReplaceUses(a, r.asSource(a.Type(), fresh, a.Loc()))
		}
	}
	for i := len(old) - 1; i >= 0; i-- {
		b.EraseArg(i)
	}
	r.source = source
	r.Restore(at)
}

// ConvertRegion is ConvertBlock for every block of a region.
func (r *Rewriter) ConvertRegion(region *ir.Region, conv *TypeConverter) bool {
	for b := range region.Blocks() {
		if !r.ConvertBlock(b, conv) {
			return false
		}
	}
	return true
}
