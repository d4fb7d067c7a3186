// Package controlflowsink is the pass control-flow-sink. Operations take part
// through analysis.RegionBranch; the package knows no dialect.
package controlflowsink

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
	"github.com/tile-opt/tile-opt/ir/effects"
	"github.com/tile-opt/tile-opt/passes"
)

const doc = `Moves operations into the one region of a conditional that uses them, so
that they are not executed when control goes elsewhere.

` + "```mlir" + `
%y = arith.muli %a, %b : i32             scf.if %c {
scf.if %c {                        ==>     %y = arith.muli %a, %b : i32
  "use"(%y) : (i32) -> ()                  "use"(%y) : (i32) -> ()
}                                        }
` + "```" + `

An operation moves when it has no effect on memory and all its users are in
one region that is executed at most once; what only it used moves with it.
Regions of loops, which may run again, receive nothing, and convergent
operations stay.
`

// Pass is the pass control-flow-sink.
var Pass = &passes.Pass{
	Name:       "control-flow-sink",
	Summary:    "sink operations into conditional blocks",
	Doc:        doc,
	Statistics: []passes.Statistic{{Name: "num-sunk", Desc: "operations moved into a region"}},
	Run:        run,
}

func run(r *passes.Run, root *ir.Operation) error {
	dom := r.Dominance()
	sunk := 0
	for op := range ir.Walk(root) {
		if err := r.Context().Err(); err != nil {
			return err
		}
		if op == root {
			continue
		}
		br, ok := ir.As[analysis.RegionBranch](op)
		if !ok {
			continue
		}
		for _, region := range conditional(op, br) {
			s := &sinker{dom: dom, owner: op, region: region}
			sunk += s.run()
		}
	}
	r.Count("num-sunk", sunk)
	if sunk == 0 {
		r.Unchanged()
	}
	return nil
}

// conditional returns the regions that control enters from the operation,
// perhaps, and at most once.
func conditional(op *ir.Operation, br analysis.RegionBranch) []*ir.Region {
	entered := make(map[*ir.Region]bool)
	again := make(map[*ir.Region]bool)
	entry := br.RegionEdges(op, nil)
	for _, e := range entry {
		entered[e.To] = true
	}
	for _, region := range op.Regions() {
		for b := range region.Blocks() {
			t := b.Terminator()
			if t == nil || t.NumSuccessors() > 0 {
				continue
			}
			for _, e := range br.RegionEdges(t, nil) {
				if e.To != nil {
					again[e.To] = true
				}
			}
		}
	}
	var out []*ir.Region
	for _, region := range op.Regions() {
		if !region.IsEmpty() && entered[region] && !again[region] && len(entry) > 1 {
			out = append(out, region)
		}
	}
	return out
}

// sinker moves operations into one region.
type sinker struct {
	dom    *ir.Dominance
	owner  *ir.Operation
	region *ir.Region
}

// run moves what the region uses, then what that used, users first.
func (s *sinker) run() int {
	var work []*ir.Operation
	for b := range s.region.Blocks() {
		for op := range b.Ops() {
			for inner := range ir.Walk(op) {
				work = s.operands(inner, work)
			}
		}
	}
	moved := 0
	for next := 0; next < len(work); next++ {
		op := work[next]
		if s.region.IsAncestorOf(op.Region()) || !s.maySink(op) {
			continue
		}
		op.MoveBefore(s.region.Entry().First())
		moved++
		for inner := range ir.Walk(op) {
			work = s.operands(inner, work)
		}
	}
	return moved
}

func (s *sinker) operands(op *ir.Operation, work []*ir.Operation) []*ir.Operation {
	for i := range op.NumOperands() {
		if d := op.Operand(i).Def(); d != nil && !s.region.IsAncestorOf(d.Region()) {
			work = append(work, d)
		}
	}
	return work
}

// maySink reports whether op, which stands outside, is used in the region
// only and may be executed later or not at all.
func (s *sinker) maySink(op *ir.Operation) bool {
	if op.Has(ir.Terminator) || op.Has(ir.Convergent) || !effects.IsFree(op) || !op.HasUses() {
		return false
	}
	// An operation of a block around may be shared by executions of the
	// conditional, which would then repeat it.
	if op.Block() != s.owner.Block() {
		return false
	}
	for i := range op.NumResults() {
		for u := range op.Result(i).Uses() {
			if !s.region.IsAncestorOf(u.Owner().Region()) {
				return false
			}
			if s.region.Entry() == u.Owner().Block() {
				continue
			}
			if top := topIn(s.region, u.Owner()); top == nil || !s.dom.IsReachable(top.Block()) {
				return false
			}
		}
	}
	return true
}

// topIn returns the operation directly in a block of region that holds op.
func topIn(region *ir.Region, op *ir.Operation) *ir.Operation {
	for op != nil && op.Region() != region {
		op = op.Parent()
	}
	return op
}
