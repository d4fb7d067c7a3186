package ir

import "iter"

// Value is an SSA value: a result of an operation or an argument of a block.
// Values are compared by pointer.
type Value struct {
	typ   Type
	uses  *Use
	op    *Operation // defining operation, nil for block arguments
	arg   *argInfo   // what only block arguments have, nil for results
	index uint32
	seq   uint32
}

// argInfo is what a block argument has beside a result.
type argInfo struct {
	block *Block
	loc   Loc
}

func newArg(b *Block, index int, t Type, loc Loc) *Value {
	a := &struct {
		Value
		argInfo
	}{Value{typ: t, index: uint32(index), seq: uint32(t.Context().seq.Add(1))}, argInfo{b, loc}}
	a.arg = &a.argInfo
	return &a.Value
}

// Type returns the type of the value.
func (v *Value) Type() Type { return v.typ }

// SetType changes the type of the value in place.
func (v *Value) SetType(t Type) { v.typ = t }

// Def returns the operation that defines the value, nil for a block argument.
func (v *Value) Def() *Operation { return v.op }

// IsBlockArg reports whether the value is a block argument.
func (v *Value) IsBlockArg() bool { return v.op == nil }

// Index returns the number of the result or argument.
func (v *Value) Index() int { return int(v.index) }

// Seq returns a number that no other value of the context has, as long as
// Context.SeqIsUnique: tables of values hash by it. It says nothing about the
// order of values, and may differ from run to run.
func (v *Value) Seq() uint32 { return v.seq }

// Block returns the block that owns the argument or the defining operation.
func (v *Value) Block() *Block {
	if v.op != nil {
		return v.op.block
	}
	return v.arg.block
}

// Region returns the region whose block defines the value.
func (v *Value) Region() *Region {
	if b := v.Block(); b != nil {
		return b.region
	}
	return nil
}

// Context returns the context of the value's type.
func (v *Value) Context() *Context { return v.typ.Context() }

// Loc returns the location of the definition.
func (v *Value) Loc() Loc {
	if v.op != nil {
		return v.op.loc
	}
	return v.arg.loc
}

// SetArgLoc sets the location of a block argument.
func (v *Value) SetArgLoc(l Loc) { v.arg.loc = l }

// HasUses reports whether any operand refers to the value.
func (v *Value) HasUses() bool { return v.uses != nil }

// HasOneUse reports whether exactly one operand refers to the value.
func (v *Value) HasOneUse() bool { return v.uses != nil && v.uses.next == nil }

// NumUses counts the uses; it walks the list.
func (v *Value) NumUses() int {
	n := 0
	for u := v.uses; u != nil; u = u.next {
		n++
	}
	return n
}

// Uses iterates over the uses in no meaningful order. The next use is read
// before the body runs, so the current one may be changed or erased.
func (v *Value) Uses() iter.Seq[*Use] {
	return func(yield func(*Use) bool) {
		for u := v.uses; u != nil; {
			next := u.next
			if !yield(u) {
				return
			}
			u = next
		}
	}
}

// Users returns the distinct using operations, in no meaningful order.
func (v *Value) Users() []*Operation {
	var out []*Operation
	seen := make(map[*Operation]bool)
	for u := v.uses; u != nil; u = u.next {
		if !seen[u.owner] {
			seen[u.owner] = true
			out = append(out, u.owner)
		}
	}
	return out
}

// ReplaceAllUsesWith makes every use of v a use of w. It costs one step a
// use.
func (v *Value) ReplaceAllUsesWith(w *Value) {
	if v == w {
		return
	}
	for v.uses != nil {
		v.uses.Set(w)
	}
}

// ReplaceUsesIf is ReplaceAllUsesWith for the uses that keep accepts.
func (v *Value) ReplaceUsesIf(w *Value, accept func(*Use) bool) {
	for u := range v.Uses() {
		if accept(u) {
			u.Set(w)
		}
	}
}

// Use is one operand: a link in the use list of its value.
type Use struct {
	val   *Value
	owner *Operation
	next  *Use
	prev  **Use // the pointer that points at this use
}

// Value returns the value used.
func (u *Use) Value() *Value { return u.val }

// Owner returns the operation whose operand this is.
func (u *Use) Owner() *Operation { return u.owner }

// Index returns the operand number; it scans the operands of the owner.
func (u *Use) Index() int {
	for i := range u.owner.operands {
		if &u.owner.operands[i] == u {
			return i
		}
	}
	panic("internal: use is no operand of its owner")
}

// Set makes the operand refer to w.
func (u *Use) Set(w *Value) {
	u.unlink()
	u.link(w)
}

func (u *Use) link(v *Value) {
	u.val = v
	if v == nil {
		return
	}
	u.next = v.uses
	u.prev = &v.uses
	if u.next != nil {
		u.next.prev = &u.next
	}
	v.uses = u
}

func (u *Use) unlink() {
	if u.val == nil {
		return
	}
	*u.prev = u.next
	if u.next != nil {
		u.next.prev = u.prev
	}
	u.val, u.next, u.prev = nil, nil, nil
}
