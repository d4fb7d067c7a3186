package passes

import (
	"fmt"
	"io"
	"sync"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// rewriteTrace writes the trace of --trace-rewrites.
type rewriteTrace struct {
	mu sync.Mutex
	w  io.Writer
}

// Applied writes the pattern, the place and the operation before and after.
func (t *rewriteTrace) Applied(pattern string, loc ir.Loc, before, after string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintf(t.w, "%s: applied %s\n  before: %s\n  after:  %s\n", loc.Pos(), pattern, before, after)
}

// Failed writes the pattern, the place and the reason.
func (t *rewriteTrace) Failed(pattern string, op *ir.Operation, reason string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintf(t.w, "%s: %s did not match '%s': %s\n", op.Loc().Pos(), pattern, op.Name(), reason)
}

// Tracer returns who wants to hear of rewrites, nil for nobody.
func (r *Run) Tracer() rewrite.Tracer {
	if r.trace == nil {
		return nil
	}
	return r.trace
}
