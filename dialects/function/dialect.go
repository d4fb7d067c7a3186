package function

import (
	"github.com/tile-opt/tile-opt/dialects/cf"
	"github.com/tile-opt/tile-opt/ir"
)

// Dialect is the dialect func.
var Dialect = &ir.Dialect{
	Name:    "func",
	Summary: "functions, calls and returns",
	Doc:     "Functions as symbols of a module, direct and indirect calls of them.",
	Ops:     Ops(),
	Hooks:   hooks{},
	// Inlining ends blocks by branches.
	Dependents: []*ir.Dialect{cf.Dialect},
}

type hooks struct{}

// MaterializeConstant makes func.constant for a function's name.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	ref, isRef := value.(*ir.SymbolRefAttr)
	if _, isFn := t.(*ir.FunctionType); !isRef || !isFn || len(ref.Nested) > 0 {
		return nil
	}
	return b.Create(ir.OpState{Loc: loc, Info: b.Context().OpInfo("func.constant"), Types: []ir.Type{t}, Props: []ir.Attr{ref}})
}
