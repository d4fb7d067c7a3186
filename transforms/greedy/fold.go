package greedy

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// fold folds op and reports whether it changed.
func (d *driver) fold(op *ir.Operation) bool {
	if n := op.NumOperands(); cap(d.scratch) < n {
		d.scratch = make([]ir.Attr, 0, 2*n)
	}
	before := ""
	if d.cfg.Tracer != nil {
		before, d.became = Brief(op), "erased"
	}
	folded := rewrite.Fold(op, d.scratch)
	if folded == nil {
		return false
	}
	name, loc := op.Name(), op.Loc()
	if ir.IsFoldedInPlace(folded) {
		d.r.Modify(op, func() {})
	} else {
		values := d.values(op, folded)
		if values == nil {
			return false
		}
		d.r.Replace(op, values...)
	}
	d.res.Folds++
	d.count("fold", name, loc)
	if d.cfg.Tracer != nil {
		d.cfg.Tracer.Applied("fold", loc, before, d.afterText(op))
	}
	return true
}

// values turns what op folds to into values, making constants; nil when one
// of them has no constant operation.
func (d *driver) values(op *ir.Operation, folded []ir.FoldResult) []*ir.Value {
	if len(folded) != op.NumResults() {
		panic("internal: fold of " + op.Name() + " gives a wrong number of results")
	}
	out := make([]*ir.Value, len(folded))
	for i, f := range folded {
		switch {
		case f.Value != nil:
			if f.Value.Type() != op.Result(i).Type() {
				panic("internal: fold of " + op.Name() + " changes the type of a result")
			}
			out[i] = f.Value
		case f.Attr != nil:
			out[i] = d.consts.get(op, f.Attr, op.Result(i).Type())
		}
		if out[i] == nil {
			return nil
		}
	}
	return out
}

// constKey identifies a constant in one region. A dialect that makes its own
// constants does not share those of another.
type constKey struct {
	region  *ir.Region
	dialect *ir.Dialect
	attr    ir.Attr
	typ     ir.Type
}

// constants keeps one operation for each constant of an isolated region, all
// of them at the start of its entry block so that they dominate every use.
type constants struct {
	d     *driver
	byKey map[constKey]*ir.Operation
	all   []*ir.Operation
}

func (c *constants) init(d *driver) {
	c.d = d
	c.byKey = make(map[constKey]*ir.Operation)
}

// release forgets every constant and clears its mark.
func (c *constants) release() {
	for _, op := range c.all {
		if !op.IsErased() {
			op.SetScratch(op.Scratch() &^ owned)
		}
	}
	c.all = c.all[:0]
	clear(c.byKey)
}

// home returns the region in whose entry block the constants of type t live that op
// uses.
func (c *constants) home(op *ir.Operation, t ir.Type) *ir.Region {
	return rewrite.ConstantHome(op.Region(), c.d.root, t)
}

// adopt makes op, a constant that was there before, the one of its kind, or
// replaces it by the one that is. It reports whether op is gone.
func (c *constants) adopt(op *ir.Operation) bool {
	if op.NumResults() != 1 {
		return false
	}
	attr := rewrite.ConstantOf(op.Result(0))
	if attr == nil {
		return false
	}
	region := c.home(op, op.Result(0).Type())
	key := constKey{region, op.Info().Dialect, attr, op.Result(0).Type()}
	if old := c.byKey[key]; old != nil {
		c.d.r.Replace(op, old.Result(0))
		old.SetLoc(ir.UnknownLoc())
		return true
	}
	entry := region.Entry()
	if op.Block() != entry || entry.First() != op && !c.isOwned(op.Prev()) {
		c.d.r.MoveBefore(op, entry.First())
		op.SetLoc(ir.UnknownLoc())
	}
	c.own(key, op)
	return false
}

func (c *constants) isOwned(op *ir.Operation) bool { return op != nil && op.Scratch()&owned != 0 }

func (c *constants) own(key constKey, op *ir.Operation) {
	op.SetScratch(op.Scratch() | owned)
	c.byKey[key] = op
	c.all = append(c.all, op)
}

// get returns a constant of that attribute and type for use in place of a
// result of op, nil when the dialect makes none.
func (c *constants) get(op *ir.Operation, attr ir.Attr, t ir.Type) *ir.Value {
	region := c.home(op, t)
	key := constKey{region, op.Info().Dialect, attr, t}
	if old := c.find(key); old != nil {
		return old.Result(0)
	}
	if key.dialect == nil {
		return nil
	}
	m, ok := key.dialect.Hooks.(ir.ConstantMaterializer)
	if !ok {
		return nil
	}
	r := c.d.r
	r.AtStart(region.Entry())
	made := m.MaterializeConstant(r.Builder, attr, t, ir.UnknownLoc())
	if made == nil {
		return nil
	}
	// The dialect may borrow another's constants, which are shared then.
	shared := constKey{region, made.Info().Dialect, attr, t}
	if old := c.find(shared); old != nil && old != made {
		r.Erase(made)
		c.byKey[key] = old
		return old.Result(0)
	}
	c.own(shared, made)
	c.byKey[key] = made
	return made.Result(0)
}

// find returns the constant of that key if it is still what it was.
func (c *constants) find(key constKey) *ir.Operation {
	op := c.byKey[key]
	if op == nil || op.IsErased() || op.Scratch()&owned == 0 {
		return nil
	}
	if op.Result(0).Type() != key.typ || rewrite.ConstantOf(op.Result(0)) != key.attr {
		return nil
	}
	return op
}
