package tile

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// Dialect is the tile level.
var Dialect = &ir.Dialect{
	Name:    "tile",
	Summary: "what a kernel computes, on tiles",
	Doc: `The top level: programs that load, combine and store tiles of global buffers, one after the
other, without threads, memory spaces or synchronisation. A kernel is a func.func with the
attribute tile.kernel; tiles are builtin tensors, buffers builtin memrefs.`,
	Ops:        Ops(),
	Dependents: []*ir.Dialect{arith.Dialect},
	Hooks:      hooks{},
}

// The discardable attributes of the dialect.
const (
	// KernelAttr marks a func.func as a kernel; it is unit.
	KernelAttr = "tile.kernel"
	// NameAttr is the name of a kernel's argument for the host, a string.
	NameAttr = "tile.name"
	// LaunchAttr is the launch metadata of a lowered kernel, a string.
	LaunchAttr = "tile.launch"
	// EntryOfAttr names, in a kernel that is one of several entries, the
	// kernel that the host knows.
	EntryOfAttr = "tile.entry_of"
)

// hooks are the checks of the dialect as a whole.
type hooks struct{}

// VerifyDiscardableAttr checks the attributes listed above.
func (hooks) VerifyDiscardableAttr(op *ir.Operation, attr ir.NamedAttr) error {
	switch attr.Name {
	case KernelAttr:
		return verifyKernel(op, attr.Attr)
	case LaunchAttr, EntryOfAttr, NameAttr:
		if _, ok := ir.StringValue(attr.Attr); !ok {
			return op.OpError("attribute '%s' expects a string, found %s", attr.Name, attr.Attr)
		}
	}
	return nil
}

// ParamsResource is what type_param is said to write to: the compilation, so
// that the operation stays although it has no result.
const ParamsResource effects.Resource = "tile parameters"

// Effects keeps the operation alive.
func (o TypeParam) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Write, Resource: ParamsResource}}
}

// Effects: reads the buffer.
func (o Load) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Read, Value: o.Source()}}
}

// Effects: writes the buffer.
func (o Store) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Write, Value: o.Dest()}}
}
