package licm

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/loops"
)

const doc = `Moves operations whose operands do not change in a loop in front of it,
innermost loops first, so that an operation can leave several.

Only operations that have no effect on memory and may be executed
speculatively move: the loop might not run at all. Convergent operations and
those with unknown effects stay.

` + "```mlir" + `
scf.for %i = %c0 to %n step %c1 {        %x = arith.muli %a, %b : index
  %x = arith.muli %a, %b : index   ==>   scf.for %i = %c0 to %n step %c1 {
  "use"(%x) : (index) -> ()                "use"(%x) : (index) -> ()
}                                        }
` + "```" + `
`

// Pass is the pass loop-invariant-code-motion.
var Pass = &passes.Pass{
	Name:       "loop-invariant-code-motion",
	Summary:    "hoist loop invariant operations out of loops",
	Doc:        doc,
	Statistics: []passes.Statistic{{Name: "num-hoisted", Desc: "operations moved out of a loop (once a loop)"}},
	Run:        run,
}

func run(r *passes.Run, op *ir.Operation) error {
	moved := 0
	for loop := range ir.WalkPost(op) {
		if err := r.Context().Err(); err != nil {
			return err
		}
		if _, ok := ir.As[analysis.LoopLike](loop); ok && loop.Block() != nil {
			moved += loops.HoistInvariant(loop)
		}
	}
	r.Count("num-hoisted", moved)
	if moved == 0 {
		r.Unchanged()
	}
	return nil
}
