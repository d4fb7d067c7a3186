// Package stripdebuginfo is the pass strip-debuginfo. It knows no dialect.
package stripdebuginfo

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Makes the locations of all operations and block arguments unknown.

` + "```mlir" + `
return loc("a.mlir":2:3)   ==>   return loc(unknown)
` + "```" + `
`

// Pass is the pass strip-debuginfo.
var Pass = &passes.Pass{
	Name:       "strip-debuginfo",
	Class:      "StripDebugInfo",
	Summary:    "strip debug info from all operations",
	Doc:        doc,
	Statistics: []passes.Statistic{{Name: "num-stripped", Desc: "operations and block arguments whose location went"}},
	Run:        run,
}

func run(r *passes.Run, op *ir.Operation) error {
	n := 0
	for o := range ir.Walk(op) {
		if !o.Loc().IsUnknown() {
			o.SetLoc(ir.UnknownLoc())
			n++
		}
		for _, region := range o.Regions() {
			for b := range region.Blocks() {
				for _, a := range b.Args() {
					if !a.Loc().IsUnknown() {
						a.SetArgLoc(ir.UnknownLoc())
						n++
					}
				}
			}
		}
	}
	r.Count("num-stripped", n)
	if n == 0 {
		r.Unchanged()
	}
	return nil
}
