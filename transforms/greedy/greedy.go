package greedy

import (
	"context"
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// Simplify says how much control flow is simplified between rounds.
type Simplify uint8

// The levels of control flow simplification, named as MLIR's
// region-simplify.
const (
	Normal Simplify = iota
	Disabled
	Aggressive
)

// Config directs a run. The zero value is MLIR's default, top-down order
// apart, which is set by BottomUp being false.
type Config struct {
	// BottomUp seeds the worklist in post-order instead of pre-order.
	BottomUp bool
	// MaxIterations bounds the rounds; 0 means 10, negative no bound.
	MaxIterations int
	// MaxRewrites bounds rewrites and folds in one round; 0 means a generous
	// multiple of the number of operations, so that a cycle of patterns ends.
	MaxRewrites int
	// Simplify is the control flow simplification between rounds.
	Simplify Simplify
	// NoFold leaves out folding and the uniquing of constants.
	NoFold bool
	// NoErase keeps dead operations.
	NoErase bool
	// Only, when not nil, says which operations are worked on to begin with;
	// others are when a change concerns them.
	Only func(*ir.Operation) bool
	// Check makes a pattern that reports success without a change, or no
	// match after a change, an error. Meant for tests.
	Check bool
	// Tracer hears of every attempt; nil for nobody.
	Tracer rewrite.Tracer
}

// Result says what a run did.
type Result struct {
	// Changed reports whether anything changed.
	Changed bool
	// Converged reports whether the run ended because nothing was left to do.
	Converged bool
	// Iterations counts rounds, Rewrites applied patterns, Folds folded
	// operations, Erased operations erased because they were dead.
	Iterations, Rewrites, Folds, Erased int
	// Stopped describes what met its bound; nil when Converged.
	Stopped *Stopped
}

// Stopped describes a run that met a bound.
type Stopped struct {
	// Iterations reports whether the number of rounds was the bound, not the
	// rewrites of one round.
	Iterations bool
	// Limit is the bound that was met.
	Limit int
	// Pattern is the pattern applied most often in the last round ("fold" for
	// folding), Count how often.
	Pattern string
	Count   int
	// Op is the name and Pos the position of the last operation it was
	// applied to.
	Op  string
	Pos diag.Pos
}

// String says what stopped the run, in the words of a diagnostic.
func (s *Stopped) String() string {
	what := "rewrites in one iteration"
	if s.Iterations {
		what = "iterations"
	}
	return fmt.Sprintf("rewriting did not converge within %d %s: '%s' was applied %d times in the last one, last to '%s'", s.Limit, what, s.Pattern, s.Count, s.Op)
}

const (
	defaultIterations = 10
	// rewritesPerOp is far above what converging patterns need per operation.
	rewritesPerOp = 64
	minRewrites   = 4096
)

// Apply rewrites everything inside root with the patterns of set. The error
// is that of ctx, a pattern's own, or a fault found by Config.Check; the IR
// is valid but partly rewritten then. A run that does not converge is no
// error: see Result.Stopped.
func Apply(ctx context.Context, root *ir.Operation, set *rewrite.Set, cfg Config) (Result, error) {
	if cfg.MaxIterations == 0 {
		cfg.MaxIterations = defaultIterations
	}
	d := newDriver(ctx, root, set, cfg)
	defer d.release()
	err := d.run()
	return d.res, err
}
