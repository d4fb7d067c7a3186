package builtin

import "github.com/tile-opt/tile-opt/ir"

// Dialect is the dialect builtin.
var Dialect = &ir.Dialect{
	Name:    "builtin",
	Summary: "modules and casts between types in flux",
	Doc:     "The operations that other dialects stand in. The builtin types and attributes are known to every context.",
	Ops:     Ops(),
}
