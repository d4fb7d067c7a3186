// Package loopunroll is the pass loop-unroll. It knows scf.for and the
// arithmetic of its bounds, and no other dialect.
package loopunroll

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Unrolls scf.for: a loop that makes several iterations at once, and one for
those that are left over.

` + "```mlir" + `
scf.for %i = %c0 to %c10 step %c1 {        scf.for %i = %c0 to %c8 step %c4 {
  "use"(%i) : (index) -> ()                  "use"(%i) : (index) -> ()
}                                            ... three more, with %i + 1, 2 and 3
                                     ==>   }
                                           scf.for %i = %c8 to %c10 step %c1 {
                                             "use"(%i) : (index) -> ()
                                           }
` + "```" + `

Innermost loops are unrolled, or all that are short enough to go as a whole. A
loop with constant bounds that makes at most unroll-full-threshold iterations
is replaced by them, every such loop with unroll-factor=-1. The step must be a constant, and bounds
that are not must be index. Loops whose bodies would become larger than
max-operations stay.
`

// Options are the options of the pass, named as those of MLIR's
// affine-loop-unroll.
type Options struct {
	UnrollFactor        int64 `opt:"unroll-factor" doc:"iterations made at once; -1 for all"`
	UnrollFullThreshold int64 `opt:"unroll-full-threshold" doc:"most iterations of loops that are replaced as a whole"`
	MaxOperations       int64 `opt:"max-operations" doc:"most operations that one loop becomes"`
}

// Validate checks the factor.
func (o Options) Validate() error {
	if o.UnrollFactor < -1 || o.UnrollFactor == 0 || o.UnrollFactor > maxFactor {
		return fmt.Errorf("expected an unroll-factor of -1 or from 1 to %d, found %d", maxFactor, o.UnrollFactor)
	}
	return nil
}

const maxFactor = 1 << 16

// Pass is the pass loop-unroll.
var Pass = &passes.Pass{
	Name:    "loop-unroll",
	Summary: "unroll counted loops",
	Doc:     doc,
	Options: Options{UnrollFactor: 4, MaxOperations: 100_000},
	Statistics: []passes.Statistic{
		{Name: "num-unrolled", Desc: "loops that make several iterations at once"},
		{Name: "num-full", Desc: "loops replaced by their iterations"},
	},
	Dialects: []*ir.Dialect{arith.Dialect, scf.Dialect},
	Run:      run,
}

func run(r *passes.Run, root *ir.Operation) error {
	o := passes.OptionsOf[Options](r)
	// Loops are collected innermost first, so that a loop around others sees
	// what became of them.
	var all []*ir.Operation
	for op := range ir.WalkPost(root) {
		if _, ok := scf.AsFor(op); ok && op != root {
			all = append(all, op)
		}
	}
	b := ir.NewBuilder(root.Context())
	inner := make(map[*ir.Operation]bool) // loops that hold no loop
	for _, op := range all {
		inner[op] = !holdsLoop(op)
	}
	for _, op := range all {
		if err := r.Context().Err(); err != nil {
			return err
		}
		u, ok := newUnroller(b, op, o)
		switch {
		case !ok:
		case u.full():
			r.Count("num-full", 1)
		case inner[op] && u.partial():
			r.Count("num-unrolled", 1)
		}
	}
	if r.Counted("num-full")+r.Counted("num-unrolled") == 0 {
		r.Unchanged()
	}
	return nil
}

func holdsLoop(op *ir.Operation) bool {
	for inner := range ir.Walk(op) {
		if _, ok := scf.AsFor(inner); ok && inner != op {
			return true
		}
	}
	return false
}
