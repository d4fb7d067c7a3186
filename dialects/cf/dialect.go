package cf

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// Dialect is the dialect cf.
var Dialect = &ir.Dialect{
	Name:       "cf",
	Summary:    "branches between blocks",
	Doc:        "Terminators that choose the block to go on with.",
	Ops:        Ops(),
	Dependents: []*ir.Dialect{arith.Dialect},
	Hooks:      hooks{},
}

type hooks struct{}

// MaterializeConstant makes arith.constant.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	return arith.MaterializeConstant(b, value, t, loc)
}

// Effects says that an assertion is kept.
func (o Assert) Effects() []effects.Effect { return []effects.Effect{{Kind: effects.Write}} }
