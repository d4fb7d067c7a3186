// Package carry threads variables through structured control flow: values
// that operations in loops and branches change become carried values of
// scf.for and scf.while and results of scf.if.
//
// It knows scf by its operation names only, and any other operation with
// regions as one into which variables can be read but out of which changes do
// not come. It must not know what the variables mean.
package carry

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
)

// Threader carries a fixed number of variables through a block and all that
// is nested in it.
type Threader struct {
	// Changes lists the variables that an operation without regions changes.
	Changes func(op *ir.Operation) []int
	// Visit is called for each operation without regions in program order,
	// with the current value of each variable. It may rewrite the operation
	// and update the entries of vars that Changes lists. A nil entry is a
	// variable whose value is not known here (see Lost).
	Visit func(op *ir.Operation, vars []*ir.Value) error
	// Leave, when set, is called for an operation with regions other than
	// scf's that changes variables, before its body is threaded, with the
	// values in front of it. It may make the changes a second time behind the
	// operation, leave the results in vars and return true. Otherwise the
	// changed variables are not known behind it.
	Leave func(op *ir.Operation, vars []*ir.Value) bool
}

// Block threads vars through the operations of a block; on return they hold
// the values at its end, in front of the terminator.
func (t *Threader) Block(b *ir.Builder, blk *ir.Block, vars []*ir.Value) error {
	for op := range blk.Ops() {
		if op.NumRegions() == 0 {
			if err := t.Visit(op, vars); err != nil {
				return err
			}
			continue
		}
		if err := t.nested(b, op, vars); err != nil {
			return err
		}
	}
	return nil
}

func (t *Threader) nested(b *ir.Builder, op *ir.Operation, vars []*ir.Value) error {
	changed := t.changedIn(op)
	switch {
	case len(changed) == 0:
		return t.inside(b, op, vars)
	case op.Is("scf.for"):
		return t.forOp(b, op, vars, changed)
	case op.Is("scf.if"):
		return t.ifOp(b, op, vars, changed)
	case op.Is("scf.while"):
		return t.whileOp(b, op, vars, changed)
	}
	behind := append([]*ir.Value(nil), vars...)
	left := t.Leave != nil && t.Leave(op, behind)
	if err := t.inside(b, op, vars); err != nil {
		return err
	}
	for _, i := range changed {
		vars[i] = nil
		if left {
			vars[i] = behind[i]
		}
	}
	return nil
}

// inside threads copies of the variables through every region of op.
func (t *Threader) inside(b *ir.Builder, op *ir.Operation, vars []*ir.Value) error {
	for _, r := range op.Regions() {
		for blk := range r.Blocks() {
			if err := t.Block(b, blk, append([]*ir.Value(nil), vars...)); err != nil {
				return err
			}
		}
	}
	return nil
}

// changedIn returns the variables changed anywhere inside op, in order.
func (t *Threader) changedIn(op *ir.Operation) []int {
	set := make(map[int]bool)
	most := -1
	for o := range ir.Walk(op) {
		if o.NumRegions() > 0 {
			continue
		}
		for _, i := range t.Changes(o) {
			set[i] = true
			most = max(most, i)
		}
	}
	var out []int
	for i := 0; i <= most; i++ {
		if set[i] {
			out = append(out, i)
		}
	}
	return out
}

func pick(vars []*ir.Value, which []int) []*ir.Value {
	out := make([]*ir.Value, len(which))
	for k, i := range which {
		out[k] = vars[i]
	}
	return out
}

// known reports the first picked variable whose value was lost.
func known(op *ir.Operation, vars []*ir.Value, which []int) error {
	for _, i := range which {
		if vars[i] == nil {
			return Lost(op)
		}
	}
	return nil
}

// Lost is the error for a variable whose value did not leave the region that
// changed it.
func Lost(op *ir.Operation) error {
	return diag.Errorf(op.Loc().Pos(), "'%s' op continues a position that was changed inside a region it cannot be carried out of", op.Name())
}

func (t *Threader) forOp(b *ir.Builder, op *ir.Operation, vars []*ir.Value, changed []int) error {
	if err := known(op, vars, changed); err != nil {
		return err
	}
	loop := ExtendFor(b, op, pick(vars, changed))
	body := loop.RegionAt(0).Entry()
	inner := append([]*ir.Value(nil), vars...)
	first := body.NumArgs() - len(changed)
	for k, i := range changed {
		inner[i] = body.Arg(first + k)
	}
	if err := t.Block(b, body, inner); err != nil {
		return err
	}
	if err := known(loop, inner, changed); err != nil {
		return err
	}
	AppendOperands(body.Last(), pick(inner, changed))
	res := loop.NumResults() - len(changed)
	for k, i := range changed {
		vars[i] = loop.Result(res + k)
	}
	return nil
}

// ExtendFor replaces an scf.for by one that carries further values; the
// body's yield is left for the caller to extend. Uses of the old results are
// redirected.
func ExtendFor(b *ir.Builder, op *ir.Operation, inits []*ir.Value) *ir.Operation {
	body := op.RegionAt(0).Entry()
	for _, v := range inits {
		body.AddArg(v.Type(), op.Loc())
	}
	return extend(b, op, append(op.Operands(), inits...), inits)
}

// extend rebuilds op with other operands and with further results of the
// types of extra, moving its regions over.
func extend(b *ir.Builder, op *ir.Operation, operands, extra []*ir.Value) *ir.Operation {
	types := op.ResultTypes()
	for _, v := range extra {
		types = append(types, v.Type())
	}
	st := ir.OpState{Loc: op.Loc(), Info: op.Info(), Operands: operands, Types: types, Attrs: op.Attrs(), NumRegions: op.NumRegions()}
	for i := range op.NumProps() {
		st.Props = append(st.Props, op.PropAt(i))
	}
	at := b.Save()
	n := b.Before(op).Create(st)
	b.Restore(at)
	for i, r := range op.Regions() {
		n.RegionAt(i).TakeBody(r)
	}
	for i := range op.NumResults() {
		op.Result(i).ReplaceAllUsesWith(n.Result(i))
	}
	op.Erase()
	return n
}

// AppendOperands adds operands at the end of op's list.
func AppendOperands(op *ir.Operation, vs []*ir.Value) {
	op.SetOperands(append(op.Operands(), vs...))
}

func (t *Threader) ifOp(b *ir.Builder, op *ir.Operation, vars []*ir.Value, changed []int) error {
	if err := known(op, vars, changed); err != nil {
		return err
	}
	if op.RegionAt(1).IsEmpty() {
		blk := op.RegionAt(1).AddBlock(op.Loc())
		at := b.Save()
		b.AtEnd(blk).Op("scf.yield", nil, nil)
		b.Restore(at)
	}
	n := extend(b, op, op.Operands(), pick(vars, changed))
	for _, r := range n.Regions() {
		inner := append([]*ir.Value(nil), vars...)
		if err := t.Block(b, r.Entry(), inner); err != nil {
			return err
		}
		if err := known(n, inner, changed); err != nil {
			return err
		}
		AppendOperands(r.Entry().Last(), pick(inner, changed))
	}
	res := n.NumResults() - len(changed)
	for k, i := range changed {
		vars[i] = n.Result(res + k)
	}
	return nil
}

func (t *Threader) whileOp(b *ir.Builder, op *ir.Operation, vars []*ir.Value, changed []int) error {
	if err := known(op, vars, changed); err != nil {
		return err
	}
	extra := pick(vars, changed)
	before, after := op.RegionAt(0).Entry(), op.RegionAt(1).Entry()
	for _, v := range extra {
		before.AddArg(v.Type(), op.Loc())
		after.AddArg(v.Type(), op.Loc())
	}
	n := extend(b, op, append(op.Operands(), extra...), extra)
	for _, blk := range []*ir.Block{n.RegionAt(0).Entry(), n.RegionAt(1).Entry()} {
		inner := append([]*ir.Value(nil), vars...)
		first := blk.NumArgs() - len(changed)
		for k, i := range changed {
			inner[i] = blk.Arg(first + k)
		}
		if err := t.Block(b, blk, inner); err != nil {
			return err
		}
		if err := known(n, inner, changed); err != nil {
			return err
		}
		AppendOperands(blk.Last(), pick(inner, changed))
	}
	res := n.NumResults() - len(changed)
	for k, i := range changed {
		vars[i] = n.Result(res + k)
	}
	return nil
}
