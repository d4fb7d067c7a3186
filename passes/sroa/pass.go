// Package sroa is the pass sroa: memory for several values becomes memory for
// each.
//
// It must not know which operations make and use memory: dialects say it by
// the hooks analysis.SlotSplit and analysis.SlotPart.
package sroa

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Splits memory of a few values at known places, such as a memref of four
elements or a struct, into memory of one value each, when every use is of one
of them that is known. mem2reg can then make SSA values of them.

` + "```mlir" + `
%m = memref.alloca() : memref<2xi32>               %m0 = memref.alloca() : memref<i32>
memref.store %a, %m[%c0] : memref<2xi32>     ==>   %m1 = memref.alloca() : memref<i32>
memref.store %b, %m[%c1] : memref<2xi32>           memref.store %a, %m0[] : memref<i32>
                                                   memref.store %b, %m1[] : memref<i32>
` + "```" + `

Parts that nothing uses vanish. What was split is split further where it can
be. Memory that anything else uses stays as it is.
`

// Pass is sroa.
var Pass = &passes.Pass{
	Name:    "sroa",
	Class:   "SROA",
	Summary: "split memory for several values",
	Doc:     doc,
	Statistics: []passes.Statistic{
		{Name: "destructured-slots", Desc: "allocations split"},
		{Name: "new-slots", Desc: "allocations made for parts"},
	},
	Run: run,
}

func run(r *passes.Run, root *ir.Operation) error {
	var work []*ir.Operation
	for op := range ir.Walk(root) {
		if _, ok := ir.As[analysis.SlotSplit](op); ok && op != root {
			work = append(work, op)
		}
	}
	slices.Reverse(work)
	b := ir.NewBuilder(root.Context())
	changed := false
	for n := 0; len(work) > 0; n++ {
		if n%256 == 0 {
			if err := r.Context().Err(); err != nil {
				return err
			}
		}
		op := work[len(work)-1]
		work = work[:len(work)-1]
		made := split(b, op)
		if made == nil {
			continue
		}
		changed = true
		r.Count("destructured-slots", 1)
		r.Count("new-slots", len(made))
		for i := len(made) - 1; i >= 0; i-- {
			if _, ok := ir.As[analysis.SlotSplit](made[i]); ok {
				work = append(work, made[i])
			}
		}
	}
	if !changed {
		r.Unchanged()
	}
	return nil
}

// split replaces an allocation by one for each part that is used, and returns
// those; nil, having changed nothing, when a use is of more than one part.
func split(b *ir.Builder, op *ir.Operation) []*ir.Operation {
	alloc, _ := ir.As[analysis.SlotSplit](op)
	pointer, n, ok := alloc.Parts()
	if !ok || !pointer.HasUses() {
		return nil
	}
	part := make(map[*ir.Operation]int64)
	var users []*ir.Operation
	for u := range pointer.Uses() {
		o := u.Owner()
		if _, seen := part[o]; seen {
			continue
		}
		user, ok := ir.As[analysis.SlotPart](o)
		if !ok {
			return nil
		}
		i, ok := user.PartOf(op, pointer)
		if !ok || i < 0 || i >= n {
			return nil
		}
		part[o] = i
		users = append(users, o)
	}
	used := make([]bool, n)
	for _, o := range users {
		used[part[o]] = true
	}
	b.Before(op).SetLoc(op.Loc())
	parts := make([]*ir.Value, n)
	var made []*ir.Operation
	for i := range parts {
		if used[i] {
			parts[i] = alloc.NewPart(b, int64(i))
			made = append(made, parts[i].Def())
		}
	}
	for _, o := range users {
		user, _ := ir.As[analysis.SlotPart](o)
		user.UsePart(b, pointer, parts[part[o]])
	}
	op.Erase()
	return made
}
