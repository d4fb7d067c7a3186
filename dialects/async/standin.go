package async

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// CloneStandIn puts a copy of a kernel of module behind it, to be taken where the
// original's preconditions do not hold, and returns it: @name_direct, or the first
// @name_direct_N that is free, with [FallbackOfAttr].
func CloneStandIn(module, fn *ir.Operation) *ir.Operation {
	c := fn.Context()
	name, _ := ir.SymbolName(fn)
	fresh := name + "_direct"
	for i := 0; ir.LookupSymbol(module, fresh) != nil; i++ {
		fresh = fmt.Sprintf("%s_direct_%d", name, i)
	}
	n := ir.CloneDetached(fn, &ir.Mapping{})
	n.SetProp("sym_name", c.Str(fresh))
	n.SetAttr(FallbackOfAttr, c.SymbolRef(name))
	fn.Block().InsertBefore(n, fn.Next())
	return n
}
