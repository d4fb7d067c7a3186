package mem2reg

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Turns memory for one value that is only read and written as a whole into
SSA values: reads become what was written last, with block arguments where
several writes meet.

` + "```mlir" + `
  %p = memref.alloca() : memref<i32>
  memref.store %a, %p[] : memref<i32>          cf.cond_br %c, ^then, ^end(%a : i32)
  cf.cond_br %c, ^then, ^end                 ^then:
^then:                                 ==>     cf.br ^end(%b : i32)
  memref.store %b, %p[] : memref<i32>        ^end(%v: i32):
  cf.br ^end                                   return %v : i32
^end:
  %v = memref.load %p[] : memref<i32>
  return %v : i32
` + "```" + `

Memory stays when anything else uses it, when a use stands in a nested region,
and when an argument would be needed in a block that a branch of unknown form
leads to. Memory that is read before it is written holds undef, or 0 where
there is none.
`

// Options are the options of the pass, named as in MLIR.
type Options struct {
	RegionSimplify bool `opt:"region-simplify" doc:"accepted for mlir-opt's sake: only arguments that are needed are made"`
}

// Pass is the pass mem2reg.
var Pass = &passes.Pass{
	Name:    "mem2reg",
	Class:   "Mem2Reg",
	Summary: "promote memory slots into values",
	Doc:     doc,
	Options: Options{RegionSimplify: true},
	Statistics: []passes.Statistic{
		{Name: "num-promoted", Desc: "memory slots promoted"},
		{Name: "num-arguments", Desc: "block arguments added"},
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	var allocs []*ir.Operation
	for op := range ir.Walk(root) {
		if _, ok := ir.As[analysis.SlotAlloc](op); ok && op != root {
			allocs = append(allocs, op)
		}
	}
	dom := r.Dominance()
	layouts := make(map[*ir.Region]*layout)
	b := ir.NewBuilder(root.Context())
	promoted := 0
	for _, op := range allocs {
		if err := r.Context().Err(); err != nil {
			return err
		}
		l := layouts[op.Region()]
		if l == nil {
			l = newLayout(dom, op.Region())
			layouts[op.Region()] = l
		}
		s, ok := newSlot(op, l)
		if !ok || !s.plan() {
			continue
		}
		s.promote(b)
		promoted++
		r.Count("num-arguments", len(s.args))
	}
	r.Count("num-promoted", promoted)
	if promoted == 0 {
		r.Unchanged()
	}
	return nil
}
