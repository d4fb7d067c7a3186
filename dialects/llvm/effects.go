package llvm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// Effects: a load reads; a volatile or atomic one may do anything a write may.
func (o Load) Effects() []effects.Effect {
	return access(o.Op(), effects.Read, o.Addr())
}

// Effects: a store writes.
func (o Store) Effects() []effects.Effect {
	return access(o.Op(), effects.Write, o.Addr())
}

func access(op *ir.Operation, kind effects.Kind, addr *ir.Value) []effects.Effect {
	if op.Prop("volatile_") != nil || keyword(AtomicOrderingEnum, op.Prop("ordering")) != "not_atomic" {
		// Ordered against every other access, so on no value in particular.
		return []effects.Effect{{Kind: effects.Read}, {Kind: effects.Write}}
	}
	return []effects.Effect{{Kind: kind, Value: addr}}
}

// Effects: a reservation makes the memory that its result points to.
func (o Alloca) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Alloc, Value: o.Op().Result(0)}}
}
