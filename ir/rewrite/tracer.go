package rewrite

import "github.com/tile-opt/tile-opt/ir"

// Tracer is told what a rewriting driver tries. Drivers take a nil Tracer for
// nobody and then format nothing.
type Tracer interface {
	// Applied is called after a pattern (or "fold") changed the IR; loc,
	// before and after describe its root operation.
	Applied(pattern string, loc ir.Loc, before, after string)
	// Failed is called after a pattern did not match op.
	Failed(pattern string, op *ir.Operation, reason string)
}
