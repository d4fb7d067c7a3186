package rewrite

import "github.com/tile-opt/tile-opt/ir"

// Constants keeps one operation for each constant of an isolated region, at
// the start of its entry block so that it dominates every use. It is valid
// while nobody else erases what it made or adopted.
type Constants struct {
	b     *ir.Builder
	byKey map[constantKey]*ir.Value
}

type constantKey struct {
	home    *ir.Region
	dialect *ir.Dialect
	attr    ir.Attr
	typ     ir.Type
}

// NewConstants returns an empty collection.
func NewConstants(c *ir.Context) *Constants {
	return &Constants{b: ir.NewBuilder(c), byKey: make(map[constantKey]*ir.Value)}
}

// ConstantKeeper is the hook by which the view of an operation keeps constants of a
// type in those of its regions that use them, where an operation outside could not
// have such a result.
type ConstantKeeper interface {
	KeepsConstant(t ir.Type) bool
}

// ConstantHome returns the region in whose entry block constants of type t live that
// are used in r: the closest around it that values may not be brought into from
// outside, and never one outside root, which may be nil.
func ConstantHome(r *ir.Region, root *ir.Operation, t ir.Type) *ir.Region {
	for {
		p := r.Owner()
		if p == nil || p == root || p.Block() == nil || !p.IsRegistered() || p.Has(ir.IsolatedFromAbove) {
			return r
		}
		if k, ok := ir.As[ConstantKeeper](p); ok && k.KeepsConstant(t) {
			return r
		}
		r = p.Region()
	}
}

// Adopt returns the constant that stands for the result of op, a constant:
// an earlier one, or that of op itself, which then moves to the start.
func (c *Constants) Adopt(op *ir.Operation) *ir.Value {
	v := op.Result(0)
	key := constantKey{ConstantHome(op.Region(), nil, v.Type()), op.Info().Dialect, ConstantOf(v), v.Type()}
	if key.attr == nil {
		return v
	}
	if old := c.byKey[key]; old != nil {
		old.Def().SetLoc(ir.UnknownLoc())
		return old
	}
	c.byKey[key] = v
	place(key.home, op)
	return v
}

// place moves op in front of the constants that are there, as MLIR does.
func place(home *ir.Region, op *ir.Operation) {
	if first := home.Entry().First(); first != op {
		op.MoveBefore(first)
		op.SetLoc(ir.UnknownLoc())
	}
}

// Get returns a constant for use in block b, made by the dialect maker, nil
// when that makes none.
func (c *Constants) Get(b *ir.Block, maker *ir.Dialect, attr ir.Attr, t ir.Type) *ir.Value {
	key := constantKey{ConstantHome(b.Region(), nil, t), maker, attr, t}
	if old := c.byKey[key]; old != nil {
		return old
	}
	if maker == nil {
		return nil
	}
	m, ok := maker.Hooks.(ir.ConstantMaterializer)
	if !ok {
		return nil
	}
	c.b.AtStart(key.home.Entry())
	op := m.MaterializeConstant(c.b, attr, t, ir.UnknownLoc())
	if op == nil {
		return nil
	}
	// The dialect may borrow another's constants, which are shared then.
	shared := constantKey{key.home, op.Info().Dialect, attr, t}
	if old := c.byKey[shared]; old != nil {
		op.Erase()
		c.byKey[key] = old
		return old
	}
	place(key.home, op)
	c.byKey[shared], c.byKey[key] = op.Result(0), op.Result(0)
	return op.Result(0)
}
