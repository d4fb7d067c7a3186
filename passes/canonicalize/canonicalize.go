package canonicalize

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/greedy"
)

const doc = `Brings the IR into the form that other passes expect: constants folded and
kept once at the start of each isolated region, constant operands on the
right, dead operations and blocks gone, and every canonicalization pattern of
the loaded dialects applied.

` + "```mlir" + `
%c1 = arith.constant 1 : i32
%c2 = arith.constant 2 : i32             %c3 = arith.constant 3 : i32
%x = arith.addi %c1, %c2 : i32     ==>   %y = arith.addi %a, %c3 : i32
%y = arith.addi %x, %a : i32
` + "```" + `

The pass never fails on valid IR and always ends. When its bounds are met
before nothing is left to do, it says which pattern and operation kept it
busy; with test-convergence that is an error.
`

// Options are the options of the pass, named as in MLIR.
type Options struct {
	TopDown         bool     `opt:"top-down" doc:"seed the worklist in pre-order instead of post-order"`
	RegionSimplify  string   `opt:"region-simplify" doc:"simplification of control flow between iterations" enum:"disabled,normal,aggressive"`
	MaxIterations   int64    `opt:"max-iterations" doc:"most iterations of rewriting and region simplification; -1 for no bound"`
	MaxNumRewrites  int64    `opt:"max-num-rewrites" doc:"most rewrites in one iteration; -1 for a bound that grows with the operations"`
	TestConvergence bool     `opt:"test-convergence" doc:"fail when a bound is met, and when a pattern misreports what it did"`
	DisablePatterns []string `opt:"disable-patterns" doc:"names of patterns that are left out"`
	EnablePatterns  []string `opt:"enable-patterns" doc:"names of the only patterns that are used"`
}

// Validate refuses bounds that mean nothing. mlir-opt takes them and does no more than
// for 0.
func (o Options) Validate() error {
	switch {
	case o.MaxIterations < -1:
		return fmt.Errorf("max-iterations must be -1 or more, found %d", o.MaxIterations)
	case o.MaxNumRewrites < -1:
		return fmt.Errorf("max-num-rewrites must be -1 or more, found %d", o.MaxNumRewrites)
	}
	return nil
}

// Pass is the pass canonicalize.
var Pass = &passes.Pass{
	Name:    "canonicalize",
	Class:   "Canonicalizer",
	Summary: "canonicalize operations",
	Doc:     doc,
	Options: Options{TopDown: true, RegionSimplify: "normal", MaxIterations: 10, MaxNumRewrites: -1},
	Statistics: []passes.Statistic{
		{Name: "num-rewrites", Desc: "patterns applied"},
		{Name: "num-folds", Desc: "operations folded"},
		{Name: "num-erased", Desc: "dead operations erased"},
		{Name: "num-iterations", Desc: "iterations"},
	},
	Prepare: prepare,
	Run:     run,
}

func prepare(c *ir.Context, options any) any {
	o := options.(Options)
	return rewrite.NewSet(rewrite.Filter(rewrite.Canonicalizations(c), o.EnablePatterns, o.DisablePatterns)...)
}

func run(r *passes.Run, op *ir.Operation) error {
	o := passes.OptionsOf[Options](r)
	if o.MaxIterations == 0 || o.MaxNumRewrites == 0 {
		r.Unchanged() // as in MLIR
		return nil
	}
	set := passes.PreparedOf[*rewrite.Set](r)
	res, err := greedy.Apply(r.Context(), op, set, config(o, r.Tracer()))
	r.Count("num-rewrites", res.Rewrites)
	r.Count("num-folds", res.Folds)
	r.Count("num-erased", res.Erased)
	r.Count("num-iterations", res.Iterations)
	if err != nil {
		return err
	}
	if !res.Changed {
		r.Unchanged()
	}
	if s := res.Stopped; s != nil {
		return report(r, op, o, s)
	}
	return nil
}

func config(o Options, t rewrite.Tracer) greedy.Config {
	c := greedy.Config{
		BottomUp:      !o.TopDown,
		MaxIterations: int(o.MaxIterations),
		MaxRewrites:   int(max(o.MaxNumRewrites, 0)),
		Check:         o.TestConvergence,
		Tracer:        t,
	}
	switch o.RegionSimplify {
	case "disabled":
		c.Simplify = greedy.Disabled
	case "aggressive":
		c.Simplify = greedy.Aggressive
	}
	return c
}

// report turns a run that met a bound into an error, a warning, or, where the
// user set the bound, a remark.
func report(r *passes.Run, op *ir.Operation, o Options, s *greedy.Stopped) error {
	d := &diag.Diagnostic{Severity: diag.Warning, Pos: s.Pos, Op: op.Path(), Msg: s.String()}
	switch {
	case o.TestConvergence:
		d.Severity = diag.Error
		return d
	case s.Iterations || o.MaxNumRewrites >= 0:
		d.Severity = diag.Remark
	}
	r.Emit(d)
	return nil
}
