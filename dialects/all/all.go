// Package all lists the dialects. It is the only place that names all of
// them; adding a dialect is one line here.
package all

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/builtin"
	"github.com/tile-opt/tile-opt/dialects/cf"
	"github.com/tile-opt/tile-opt/dialects/function"
	"github.com/tile-opt/tile-opt/dialects/gpu"
	"github.com/tile-opt/tile-opt/dialects/irdl"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/math"
	"github.com/tile-opt/tile-opt/dialects/memref"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

// Dialects returns every dialect, in alphabetical order of the names.
func Dialects() []*ir.Dialect {
	return []*ir.Dialect{
		arith.Dialect,
		builtin.Dialect,
		cf.Dialect,
		function.Dialect,
		gpu.Dialect,
		irdl.Dialect,
		llvm.Dialect,
		math.Dialect,
		memref.Dialect,
		nvvm.Dialect,
		scf.Dialect,
		async.Dialect,
		tile.Dialect,
	}
}
