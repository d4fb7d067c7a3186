package builtin

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// DefaultDialect lets the prefix builtin. be left out directly inside.
func (Module) DefaultDialect() string { return "builtin" }

// Verify checks that every attribute belongs to a dialect.
func (o Module) Verify() error {
	for _, a := range o.Op().Attrs() {
		if !strings.Contains(a.Name, ".") {
			return o.OpError("can only contain attributes with dialect-prefixed names, found: '%s'", a.Name)
		}
	}
	return nil
}

// NewDetachedModule makes a module that stands in no block, with an empty
// body.
func NewDetachedModule(c *ir.Context, loc ir.Loc) Module {
	b := ir.NewBuilder(c)
	op := b.Create(ir.OpState{Loc: loc, Info: c.OpInfo("builtin.module"), NumRegions: 1})
	op.RegionAt(0).AddBlock(loc)
	return Module{ir.ViewOf(op)}
}

// Body returns the block of the module.
func (o Module) Body() *ir.Block { return o.Op().RegionAt(0).Entry() }

// Verify checks that the cast leads somewhere.
func (o UnrealizedConversionCast) Verify() error {
	if o.Op().NumResults() == 0 {
		return o.OpError("expected at least one result for cast operation")
	}
	return nil
}

// Fold removes a cast to the same types, and a cast back to what another cast
// came from.
func (o UnrealizedConversionCast) Fold([]ir.Attr) []ir.FoldResult {
	if o.Op().NumOperands() == 0 {
		return nil
	}
	if sameTypes(o.Op().Operands(), o.Op().Results()) {
		return folded(o.Op().Operands())
	}
	def := o.Operand(0).Def()
	from, ok := AsUnrealizedConversionCast(def)
	if !ok || from.Op().NumResults() != o.Op().NumOperands() {
		return nil
	}
	for i := range o.Op().NumOperands() {
		if o.Operand(i) != def.Result(i) {
			return nil
		}
	}
	if sameTypes(from.Op().Operands(), o.Op().Results()) {
		return folded(from.Op().Operands())
	}
	return nil
}

func sameTypes(a, b []*ir.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Type() != b[i].Type() {
			return false
		}
	}
	return true
}

func folded(vs []*ir.Value) []ir.FoldResult {
	out := make([]ir.FoldResult, len(vs))
	for i, v := range vs {
		out[i] = ir.FoldResult{Value: v}
	}
	return out
}
