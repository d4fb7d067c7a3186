// Package passes is the pass infrastructure: what a pass is, the options it
// takes, the textual pipeline grammar (MLIR's), and the manager that runs a
// pipeline with verification, timing, statistics, IR printing, reproducers
// and cancellation.
//
// The package must not know any concrete pass, dialect or target: a Registry
// is given the passes and named pipelines it shall know (package passes/all
// lists this project's), and nothing registers itself.
//
// # Invariants
//
//   - A pass is a value without state between runs; it may be run on several
//     operations at once.
//   - A pass changes nothing outside the operation that it is given: not its
//     siblings, not its ancestors.
//   - The result, the diagnostics and the statistics do not depend on how
//     many goroutines run; no goroutine outlives Run.
//   - A panic inside a pass is turned into an *InternalError at the pass
//     boundary; a mistake of the user is a diagnostic.
//
// # Writing a pass
//
//	// Options are the options of the pass.
//	type Options struct {
//		Stages int      `opt:"stages" doc:"stages of the ring"`
//		Via    string   `opt:"via" doc:"how tiles are stored" enum:"direct,tma-store"`
//		Sizes  []int64  `opt:"sizes" doc:"tile sizes"`
//	}
//
//	// Pass is the pass async-pipeline.
//	var Pass = &passes.Pass{
//		Name:    "async-pipeline",
//		Summary: "overlap copies with computation",
//		Doc:     doc,
//		Anchor:  "func.func",
//		Options: Options{Stages: 4, Via: "direct"}, // the defaults
//		Statistics: []passes.Statistic{{Name: "num-loops", Desc: "loops pipelined"}},
//		Run:     run,
//	}
//
//	func run(r *passes.Run, op *ir.Operation) error {
//		o := passes.OptionsOf[Options](r)
//		...
//		r.Remark(loop, "not pipelined: %s", why)
//		r.Count("num-loops", 1)
//		return nil
//	}
package passes
