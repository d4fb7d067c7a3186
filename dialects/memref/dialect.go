package memref

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Dialect is the dialect memref.
var Dialect = &ir.Dialect{
	Name:       "memref",
	Summary:    "memory with a shape",
	Doc:        "Allocation of and access to memrefs, and views of their memory.",
	Ops:        Ops(),
	Dependents: []*ir.Dialect{arith.Dialect},
	Hooks:      hooks{},
}

type hooks struct{}

// MaterializeConstant makes arith.constant.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	return arith.MaterializeConstant(b, value, t, loc)
}

// Directives returns the custom directives of the formats.
func (hooks) Directives() map[string]asm.Directive {
	return map[string]asm.Directive{
		"DynamicIndexList":                  {Parse: parseIndexList, Print: printIndexList},
		"GlobalMemrefOpTypeAndInitialValue": {Parse: parseGlobalValue, Print: printGlobalValue},
	}
}

func effect(k effects.Kind, v *ir.Value) effects.Effect { return effects.Effect{Kind: k, Value: v} }

// stack is the memory that memref.alloca allocates; it is freed by leaving a
// scope, not by an operation.
const stack effects.Resource = "AutomaticAllocationScope"

// Effects: the result is allocated.
func (o Alloc) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Alloc, o.Memref())}
}

// Effects: the result is allocated on the stack.
func (o Alloca) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Alloc, Resource: stack, Value: o.Memref()}}
}

// Effects: the source is freed, the result allocated.
func (o Realloc) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Free, o.Source()), effect(effects.Alloc, o.ResultVal())}
}

// Effects: the operand is freed.
func (o Dealloc) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Free, o.Memref())}
}

// Effects: the source is read, the target written.
func (o Copy) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Read, o.Source()), effect(effects.Write, o.Target())}
}

// Effects: the memref is read.
func (o Load) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Read, o.Memref())}
}

// Effects: the memref is written.
func (o Store) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Write, o.Memref())}
}

// Effects: the memref is read and written.
func (o AtomicRMW) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Read, o.Memref()), effect(effects.Write, o.Memref())}
}

// Effects: the memref is read and written.
func (o GenericAtomicRMW) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Read, o.Memref()), effect(effects.Write, o.Memref())}
}

// Effects: a hint is kept, as if it wrote.
func (o Prefetch) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Write, o.Memref())}
}

// IsSpeculatable reports whether the dimension is known to exist.
func (o Dim) IsSpeculatable() bool {
	i, known := rewrite.IntConst(o.Index())
	t, ranked := o.Source().Type().(*ir.MemRefType)
	return known && ranked && i >= 0 && i < int64(len(t.Shape))
}
