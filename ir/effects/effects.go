package effects

import "github.com/tile-opt/tile-opt/ir"

// Kind is what is done to a resource.
type Kind uint8

// The kinds of effects, as in MLIR.
const (
	Read Kind = iota
	Write
	Alloc
	Free
)

func (k Kind) String() string { return [...]string{"read", "write", "allocate", "free"}[k] }

// Resource is what an effect is on. Effects on different resources do not
// interfere.
type Resource string

// Default is memory that nothing more is known of.
const Default Resource = "<Default>"

// Effect is one effect of an operation.
type Effect struct {
	Kind Kind
	// Resource is what is affected; empty means Default.
	Resource Resource
	// Value is the operand or result through which memory is affected, nil
	// when the effect is not on a particular value.
	Value *ir.Value
}

// Interface is the view hook that lists the effects of an operation. An empty
// list means none. For an operation with the trait RecursiveEffects they add
// to those of what it holds.
type Interface interface {
	Effects() []Effect
}

// ConditionallySpeculatable is the view hook of operations of which only some
// may be executed where they were not (a division by a non-zero constant).
type ConditionallySpeculatable interface {
	IsSpeculatable() bool
}

// Of returns the effects of op, those of the operations inside it included
// when it has RecursiveEffects; known is false when anything may happen.
func Of(op *ir.Operation) (list []Effect, known bool) {
	if saysNone(op) {
		return nil, true
	}
	known = Visit(op, func(e Effect) bool {
		list = append(list, e)
		return true
	})
	return list, known
}

// Visit calls f for the effects of op and, through RecursiveEffects, of what
// it holds, until f returns false. It returns false when the effects of some
// operation are unknown.
func Visit(op *ir.Operation, f func(Effect) bool) bool {
	known, _ := visit(op, f)
	return known
}

// saysNone reports whether a trait alone says that op has no effect; handing
// operands to the parent is none.
func saysNone(op *ir.Operation) bool {
	return op.Has(ir.Pure) || op.Has(ir.NoMemoryEffect) || op.Has(ir.ReturnLike)
}

func visit(op *ir.Operation, f func(Effect) bool) (known, more bool) {
	if saysNone(op) {
		return true, true
	}
	recursive := op.Has(ir.RecursiveEffects)
	h, ok := ir.As[Interface](op)
	if !ok && !recursive {
		return false, false
	}
	if ok {
		for _, e := range h.Effects() {
			if e.Resource == "" {
				e.Resource = Default
			}
			if !f(e) {
				return true, false
			}
		}
	}
	if !recursive {
		return true, true
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for c := range b.Ops() {
				if known, more := visit(c, f); !known || !more {
					return known, more
				}
			}
		}
	}
	return true, true
}

// IsFree reports whether op is known to have no effect on memory.
func IsFree(op *ir.Operation) bool {
	free := true
	known := Visit(op, func(Effect) bool {
		free = false
		return false
	})
	return known && free
}

// Has reports whether op is known to have an effect of that kind; a second
// result says whether all its effects are known.
func Has(op *ir.Operation, k Kind) (has, known bool) {
	known = Visit(op, func(e Effect) bool {
		if e.Kind == k {
			has = true
		}
		return true
	})
	return has, known
}

// OnlyReads reports whether every effect of op is known to be a read.
func OnlyReads(op *ir.Operation) bool {
	ok := true
	known := Visit(op, func(e Effect) bool {
		ok = e.Kind == Read
		return ok
	})
	return known && ok
}

// WouldBeDead reports whether op could be erased if its results had no uses:
// it is no terminator and no symbol, and neither writes nor frees anything
// but what it allocates itself. Reads and allocations are not observable.
func WouldBeDead(op *ir.Operation) bool {
	if op.Has(ir.Pure) {
		return !op.Has(ir.Terminator)
	}
	if op.Has(ir.Terminator) || op.Has(ir.Symbol) {
		return false
	}
	return unobservable(op)
}

func unobservable(op *ir.Operation) bool {
	if saysNone(op) {
		return true
	}
	h, ok := ir.As[Interface](op)
	recursive := op.Has(ir.RecursiveEffects)
	if !ok && !recursive {
		return false
	}
	if ok && !harmless(op, h.Effects()) {
		return false
	}
	if !recursive {
		return true
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for c := range b.Ops() {
				if !unobservable(c) {
					return false
				}
			}
		}
	}
	return true
}

// harmless reports whether effects consist of reads, of allocations of
// results of op, and of what is done to values allocated so.
func harmless(op *ir.Operation, list []Effect) bool {
	var allocated [4]*ir.Value
	own := allocated[:0]
	for _, e := range list {
		if e.Kind == Alloc && e.Value != nil && e.Value.Def() == op {
			own = append(own, e.Value)
		}
	}
	for _, e := range list {
		if e.Kind == Read {
			continue
		}
		mine := false
		for _, v := range own {
			mine = mine || v == e.Value
		}
		if !mine {
			return false
		}
	}
	return true
}

// IsTriviallyDead reports whether op may be erased now: nothing uses its
// results and WouldBeDead holds.
func IsTriviallyDead(op *ir.Operation) bool { return !op.HasUses() && WouldBeDead(op) }

// IsSpeculatable reports whether op may be executed where it was not before.
func IsSpeculatable(op *ir.Operation) bool {
	if op.Has(ir.Convergent) {
		return false
	}
	if h, ok := ir.As[ConditionallySpeculatable](op); ok {
		return h.IsSpeculatable()
	}
	if op.Has(ir.Pure) {
		return true
	}
	if !op.Has(ir.Speculatable) {
		return false
	}
	if !op.Has(ir.RecursiveEffects) {
		return true
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for c := range b.Ops() {
				if !c.Has(ir.Terminator) && !IsSpeculatable(c) {
					return false
				}
			}
		}
	}
	return true
}

// IsPure reports whether op may be executed anywhere that its operands are
// available, any number of times: no effect on memory, and speculatable.
func IsPure(op *ir.Operation) bool { return IsSpeculatable(op) && IsFree(op) }
