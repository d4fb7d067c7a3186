package math

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
)

// Dialect is the dialect math.
var Dialect = &ir.Dialect{
	Name:       "math",
	Summary:    "functions of numbers",
	Doc:        "Functions such as exp2, tanh and sqrt on numbers and on vectors and tensors of them.",
	Ops:        Ops(),
	Dependents: []*ir.Dialect{arith.Dialect},
	Hooks:      hooks{},
}

type hooks struct{}

// MaterializeConstant makes arith.constant.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	return arith.MaterializeConstant(b, value, t, loc)
}
