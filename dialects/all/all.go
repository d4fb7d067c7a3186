// Package all lists the dialects. It is the only place that names all of
// them; adding a dialect is one line here.
package all

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
)

// Dialects returns every dialect, in alphabetical order of the names.
func Dialects() []*ir.Dialect {
	return []*ir.Dialect{
		arith.Dialect,
	}
}
