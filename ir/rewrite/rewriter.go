package rewrite

import "github.com/tile-opt/tile-opt/ir"

// Listener hears what a Rewriter does. Embed Ignore to implement a part.
type Listener interface {
	ir.Listener
	// Modified is called after operands, attributes, successors or result
	// types of op changed in place.
	Modified(op *ir.Operation)
	// Replacing is called before the uses of the results of op become uses
	// of values.
	Replacing(op *ir.Operation, values []*ir.Value)
	// Erasing is called before op and everything inside it is destroyed.
	Erasing(op *ir.Operation)
	// BlockInserted is called after a block was added to or moved into a
	// region.
	BlockInserted(b *ir.Block)
	// BlockErasing is called before b is destroyed, after its operations were
	// reported.
	BlockErasing(b *ir.Block)
}

// Ignore is a Listener that does nothing.
type Ignore struct{}

// Inserted does nothing.
func (Ignore) Inserted(*ir.Operation) {}

// Modified does nothing.
func (Ignore) Modified(*ir.Operation) {}

// Replacing does nothing.
func (Ignore) Replacing(*ir.Operation, []*ir.Value) {}

// Erasing does nothing.
func (Ignore) Erasing(*ir.Operation) {}

// BlockInserted does nothing.
func (Ignore) BlockInserted(*ir.Block) {}

// BlockErasing does nothing.
func (Ignore) BlockErasing(*ir.Block) {}

// Rewriter is a Builder that also changes and removes what exists, and tells
// its Listener of everything it does.
type Rewriter struct {
	*ir.Builder
	l       Listener
	reason  string
	changes int
}

// NewRewriter returns a rewriter without an insertion point; a nil listener
// hears nothing.
func NewRewriter(c *ir.Context, l Listener) *Rewriter {
	if l == nil {
		l = Ignore{}
	}
	r := &Rewriter{Builder: ir.NewBuilder(c), l: l}
	r.Builder.SetListener(counting{r})
	return r
}

// counting counts insertions before it passes them on.
type counting struct{ r *Rewriter }

// Inserted counts and forwards.
func (c counting) Inserted(op *ir.Operation) {
	c.r.changes++
	c.r.l.Inserted(op)
}

// NoMatch is what a pattern returns that does not apply; reason is shown by
// --trace-rewrites and should be a constant string.
func (r *Rewriter) NoMatch(reason string) error {
	r.reason = reason
	return errNoMatch
}

// Reason returns the reason given to the last NoMatch.
func (r *Rewriter) Reason() string { return r.reason }

// Changes counts the changes made through the rewriter since it was made; a
// driver compares it before and after a pattern.
func (r *Rewriter) Changes() int { return r.changes }

// Replace replaces the results of op by values and erases op.
func (r *Rewriter) Replace(op *ir.Operation, values ...*ir.Value) {
	if len(values) != op.NumResults() {
		panic("internal: replacing " + op.Name() + " by a wrong number of values")
	}
	r.l.Replacing(op, values)
	for i, v := range values {
		op.Result(i).ReplaceAllUsesWith(v)
	}
	r.Erase(op)
}

// ReplaceWithNew makes an operation in place of op, replaces the results of
// op by its results, erases op and returns the new one. The location of op
// is taken when st has none.
func (r *Rewriter) ReplaceWithNew(op *ir.Operation, st ir.OpState) *ir.Operation {
	r.Before(op)
	if st.Loc.IsUnknown() {
		st.Loc = op.Loc()
	}
	n := r.Create(st)
	r.Replace(op, n.Results()...)
	return n
}

// ReplaceWithOp is ReplaceWithNew for an operation given by name; props are
// properties or discardable attributes, as in Builder.Op.
func (r *Rewriter) ReplaceWithOp(op *ir.Operation, name string, operands []*ir.Value, types []ir.Type, props ...ir.NamedAttr) *ir.Operation {
	r.Before(op)
	old := r.Loc()
	r.SetLoc(op.Loc())
	n := r.Op(name, operands, types, props...)
	r.SetLoc(old)
	r.Replace(op, n.Results()...)
	return n
}

// ReplaceUses makes every use of v a use of w and keeps the definition of v.
func (r *Rewriter) ReplaceUses(v, w *ir.Value) {
	r.ReplaceUsesIf(v, w, func(*ir.Use) bool { return true })
}

// ReplaceUsesIf is ReplaceUses for the uses that accept chooses.
func (r *Rewriter) ReplaceUsesIf(v, w *ir.Value, accept func(*ir.Use) bool) {
	if v == w {
		return
	}
	for u := range v.Uses() {
		if !accept(u) {
			continue
		}
		u.Set(w)
		r.modified(u.Owner())
	}
	if d := v.Def(); d != nil {
		// It may have become dead.
		r.l.Modified(d)
	}
}

// Erase destroys op and everything inside it; its results must be unused. An
// insertion point that stood before op moves behind it.
func (r *Rewriter) Erase(op *ir.Operation) {
	r.l.Erasing(op)
	r.changes++
	if r.NextOp() == op {
		r.After(op)
	}
	op.Erase()
}

// EraseBlock destroys b, whose values must be used nowhere else and which no
// other block may name.
func (r *Rewriter) EraseBlock(b *ir.Block) { r.EraseBlocks(b) }

// EraseBlocks destroys blocks that may use each other's values and name each
// other, such as an unreachable part of a region.
func (r *Rewriter) EraseBlocks(blocks ...*ir.Block) {
	dead := ir.NewRegion()
	for _, b := range blocks {
		for op := range b.Ops() {
			r.l.Erasing(op)
		}
		r.l.BlockErasing(b)
		b.Remove()
		dead.Append(b)
	}
	r.changes++
	dead.Clear()
	for _, b := range blocks {
		if b.HasPreds() {
			panic("internal: erasing a block that is still named")
		}
	}
}

// Modify runs change, which alters op in place (operands, properties,
// attributes, successors, types of results), and reports it.
func (r *Rewriter) Modify(op *ir.Operation, change func()) {
	change()
	r.modified(op)
}

func (r *Rewriter) modified(op *ir.Operation) {
	r.changes++
	r.l.Modified(op)
}

// MoveBefore moves op in front of other.
func (r *Rewriter) MoveBefore(op, other *ir.Operation) {
	if op == other || op.Next() == other && op.Block() == other.Block() {
		return
	}
	op.MoveBefore(other)
	r.changes++
	r.l.Inserted(op)
}

// MoveAfter moves op behind other.
func (r *Rewriter) MoveAfter(op, other *ir.Operation) {
	if op == other || op.Prev() == other && op.Block() == other.Block() {
		return
	}
	op.MoveAfter(other)
	r.changes++
	r.l.Inserted(op)
}

// CreateBlock adds a block with arguments of the given types to region, in
// front of before or at the end when before is nil, and inserts there next.
func (r *Rewriter) CreateBlock(region *ir.Region, before *ir.Block, loc ir.Loc, argTypes ...ir.Type) *ir.Block {
	b := ir.NewBlock()
	for _, t := range argTypes {
		b.AddArg(t, loc)
	}
	if before == nil {
		region.Append(b)
	} else {
		region.InsertBefore(b, before)
	}
	r.changes++
	r.l.BlockInserted(b)
	r.AtEnd(b)
	return b
}

// SplitBlock moves op and all that follows it into a new block behind its
// own, and returns that. A nil op makes an empty block behind b.
func (r *Rewriter) SplitBlock(b *ir.Block, op *ir.Operation) *ir.Block {
	at, next := r.Block(), r.NextOp()
	n := b.SplitBefore(op)
	if at == b && next != nil && next.Block() == n {
		r.Before(next)
	}
	r.changes++
	r.l.BlockInserted(n)
	return n
}

// InlineBlockBefore moves the operations of src in front of op (at the end of
// dst when op is nil), replaces the arguments of src by args and erases src,
// which must have no predecessors.
func (r *Rewriter) InlineBlockBefore(src, dst *ir.Block, op *ir.Operation, args ...*ir.Value) {
	if len(args) != src.NumArgs() {
		panic("internal: inlining a block with a wrong number of arguments")
	}
	for i, a := range src.Args() {
		r.ReplaceUses(a, args[i])
	}
	first := src.First()
	src.SpliceInto(dst, op)
	r.changes++
	for o := first; o != nil && o != op; {
		next := o.Next()
		r.l.Inserted(o)
		o = next
	}
	if r.Block() == src {
		r.AtEnd(dst)
		if op != nil {
			r.Before(op)
		}
	}
	r.EraseBlock(src)
}

// MergeBlocks moves the operations of src to the end of dst, replaces the
// arguments of src by args and erases src, which must have no predecessors.
func (r *Rewriter) MergeBlocks(src, dst *ir.Block, args ...*ir.Value) {
	r.InlineBlockBefore(src, dst, nil, args...)
}

// InlineRegionBefore moves the blocks of src in front of before, or to the
// end of dst when before is nil; src is empty afterwards.
func (r *Rewriter) InlineRegionBefore(src, dst *ir.Region, before *ir.Block) {
	var moved []*ir.Block
	for b := range src.Blocks() {
		moved = append(moved, b)
	}
	dst.SpliceBefore(src, before)
	r.changes++
	for _, b := range moved {
		r.l.BlockInserted(b)
	}
}
