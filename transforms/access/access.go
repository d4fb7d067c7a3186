// Package access tells what an operation does to global memory: which
// kernel argument or allocation it reads or writes, as far as that is known.
//
// It knows tensor maps and asynchronous copies of the async dialect, casts
// and views by their shape, and everything else through its effects. It must
// not know passes, and it changes no IR. Buffers that are different arguments
// of a kernel do not overlap.
package access

import (
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// Access is one access to global memory. Root is the kernel argument or
// allocation behind it; nil stands for memory that nothing is known of.
type Access struct {
	Write bool
	Root  *ir.Value
}

// Conflict reports whether two accesses may touch one element and one of them
// writes it.
func Conflict(a, b Access) bool {
	return (a.Write || b.Write) && (a.Root == nil || b.Root == nil || a.Root == b.Root)
}

// Of lists the accesses of op itself, without those of operations inside it.
// An operation that does not say what it does may read and write anything.
func Of(op *ir.Operation) []Access {
	if l, ok := async.AsAsyncLoad(op); ok {
		return []Access{{Root: Root(l.Map())}}
	}
	if c, ok := async.AsCopy(op); ok {
		return []Access{{Root: Root(c.Source())}}
	}
	if s, ok := async.AsAsyncStore(op); ok {
		return []Access{{Write: true, Root: Root(s.Map())}}
	}
	if op.NumRegions() > 0 || op.Has(ir.Terminator) || strings.HasPrefix(op.Name(), "tasync.") {
		// What is left of the async dialect touches shared memory, or orders.
		return nil
	}
	list, known := effects.Of(op)
	if !known {
		return []Access{{}, {Write: true}}
	}
	var out []Access
	for _, e := range list {
		if e.Resource != effects.Default && e.Resource != "" {
			continue
		}
		switch e.Kind {
		case effects.Read:
			out = append(out, Access{Root: Root(e.Value)})
		case effects.Write:
			out = append(out, Access{Write: true, Root: Root(e.Value)})
		}
	}
	return out
}

// Root returns the kernel argument or allocation behind a memref or tensor
// map, nil when it is not known.
func Root(v *ir.Value) *ir.Value {
	for v != nil {
		def := v.Def()
		switch {
		case def == nil:
			if p := v.Block().Parent(); p == nil || p.NumRegions() != 1 || !p.Is("func.func") || !v.Block().IsEntry() {
				return nil
			}
			return v
		case allocates(def):
			return v
		case def.NumRegions() == 0 && def.NumOperands() > 0 && effects.IsPure(def) && sole(def):
			v = def.Operand(0)
		default:
			return nil
		}
	}
	return nil
}

// sole reports whether a view has one buffer it can be a view of.
func sole(op *ir.Operation) bool {
	n := 0
	for i, v := range op.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); ok {
			if n++; i != 0 {
				return false
			}
		}
	}
	return n == 1
}

func allocates(op *ir.Operation) bool {
	has, known := effects.Has(op, effects.Alloc)
	return has && known
}
