package scf

import (
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// edge is a way that control takes: where it comes from (point, described by
// from, or as an operation where that is empty), where it goes, what is handed
// over and what is taken.
type edge struct {
	point    *ir.Operation
	from, to string
	operands []*ir.Value
	inputs   []*ir.Value
}

// verifyEdges checks that what is handed over is what is taken.
func verifyEdges(op *ir.Operation, edges ...edge) error {
	for _, e := range edges {
		if len(e.operands) != len(e.inputs) {
			return op.OpError("%sregion branch point has %d operands, but region successor needs %d inputs", e, len(e.operands), len(e.inputs)).
				WithNote(e.point.Loc().Pos(), "region branch point")
		}
		for i, v := range e.operands {
			if v.Type() != e.inputs[i].Type() {
				return op.OpError("%ssuccessor operand type #%d '%s' should match successor input type #%d '%s'", e, i, v.Type(), i, e.inputs[i].Type()).
					WithNote(e.point.Loc().Pos(), "region branch point")
			}
		}
	}
	return nil
}

// String is how a message about the way begins.
func (e edge) String() string {
	from := e.from
	if from == "" {
		from = "Operation " + e.point.Name()
	}
	return fmt.Sprintf("along control flow edge from %s to %s: ", from, e.to)
}

// yieldEdge is the way from a terminator of op's regions.
func yieldEdge(term *ir.Operation, to string, inputs []*ir.Value) edge {
	return edge{point: term, to: to, operands: term.Operands(), inputs: inputs}
}

const parent = "parent"

// isYield reports whether the terminator is scf.yield; others have been
// reported or are not registered.
func isYield(op *ir.Operation) bool { return op != nil && op.Info().Def == YieldDef }

// Verify checks the block's arguments.
func (o For) Verify() error {
	inits, results := o.InitArgs(), o.ResultsVal()
	if len(inits) != len(results) {
		return o.OpError("mismatch in number of loop-carried values and defined values")
	}
	body := o.Body()
	if body.NumArgs() == 0 || body.Arg(0).Type() != o.LowerBound().Type() {
		return o.OpError("expected induction variable to be same type as bounds and step")
	}
	args := o.IterArgs()
	if len(args) != len(inits) {
		return o.OpError("different number of inits and region iter_args: %d != %d", len(inits), len(args))
	}
	for i := range inits {
		if err := sameTypes(o.Op(), i, "init", inits[i], "region iter_arg", args[i]); err != nil {
			return err
		}
		if err := sameTypes(o.Op(), i, "region iter_arg", args[i], "loop result", results[i]); err != nil {
			return err
		}
	}
	return nil
}

func sameTypes(op *ir.Operation, i int, what string, a *ir.Value, other string, b *ir.Value) error {
	if a.Type() == b.Type() {
		return nil
	}
	return op.OpError("%d-th %s and %d-th %s have different type: '%s' != '%s'", i, what, i, other, a.Type(), b.Type())
}

// VerifyRegions checks what the body yields.
func (o For) VerifyRegions() error {
	y := o.YieldOp()
	if !isYield(y) {
		return nil
	}
	args := o.IterArgs()
	if y.NumOperands() == len(args) {
		for i, a := range args {
			if err := sameTypes(o.Op(), i, "region iter_arg", a, "yielded value", y.Operand(i)); err != nil {
				return err
			}
		}
	}
	return verifyEdges(o.Op(), yieldEdge(y, "Region #0", args))
}

// Verify checks that results have two regions to come from.
func (o If) Verify() error {
	if o.Op().NumResults() > 0 && o.ElseRegion().IsEmpty() {
		return o.OpError("must have an else block if defining values")
	}
	return nil
}

// VerifyRegions checks what the regions yield.
func (o If) VerifyRegions() error { return verifyYields(o.Op()) }

// verifyYields checks that every region hands over the results.
func verifyYields(op *ir.Operation) error {
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			if !isYield(b.Last()) {
				continue
			}
			if err := verifyEdges(op, yieldEdge(b.Last(), parent, op.Results())); err != nil {
				return err
			}
		}
	}
	return nil
}

// Verify checks that there is a block, without arguments.
func (o ExecuteRegion) Verify() error {
	if o.RegionVal().IsEmpty() {
		return o.OpError("region needs to have at least one block")
	}
	if o.RegionVal().Entry().NumArgs() > 0 {
		return o.OpError("region cannot have any arguments")
	}
	return nil
}

// VerifyRegions checks what the region yields.
func (o ExecuteRegion) VerifyRegions() error { return verifyYields(o.Op()) }

// Verify checks the terminators.
func (o While) Verify() error {
	if t := o.BeforeBlock().Last(); t == nil || t.Info().Def != ConditionDef {
		return terminatorError(o.Op(), "before", "scf.condition", t)
	}
	if t := o.AfterBlock().Last(); !isYield(t) {
		return terminatorError(o.Op(), "after", "scf.yield", t)
	}
	return nil
}

func terminatorError(op *ir.Operation, region, want string, found *ir.Operation) error {
	d := op.OpError("expects the '%s' region to terminate with '%s'", region, want)
	if found != nil {
		d = d.WithNote(found.Loc().Pos(), "terminator here")
	}
	return d
}

// VerifyRegions checks what is handed around the loop.
func (o While) VerifyRegions() error {
	cond := o.ConditionOp()
	forward := edge{point: cond.Op(), operands: cond.Args()}
	into, out := forward, forward
	into.to, into.inputs = "Region #1", o.AfterBlock().Args()
	out.to, out.inputs = parent, o.ResultsVal()
	return verifyEdges(o.Op(),
		edge{point: o.Op(), from: parent, to: "Region #0", operands: o.Inits(), inputs: o.BeforeBlock().Args()},
		out, into,
		yieldEdge(o.YieldOp(), "Region #0", o.BeforeBlock().Args()))
}

// CaseValues returns the values of the case regions.
func (o IndexSwitch) CaseValues() []int64 { return o.Cases().(*ir.DenseArrayAttr).Ints() }

// Verify checks the cases and what the regions yield.
func (o IndexSwitch) Verify() error {
	values, regions := o.CaseValues(), o.CaseRegions()
	if len(values) != len(regions) {
		return o.OpError("has %d case regions but %d case values", len(regions), len(values))
	}
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return o.OpError("has duplicate case value: %d", v)
		}
	}
	if err := o.verifyRegion(o.DefaultRegion(), "default region"); err != nil {
		return err
	}
	for i, r := range regions {
		if err := o.verifyRegion(r, fmt.Sprintf("case region #%d", i)); err != nil {
			return err
		}
	}
	return nil
}

func (o IndexSwitch) verifyRegion(r *ir.Region, name string) error {
	y := r.Entry().Last()
	if !isYield(y) {
		return o.OpError("expected region to end with scf.yield, but got %s", terminatorName(y))
	}
	if y.NumOperands() != o.Op().NumResults() {
		return o.OpError("expected each region to return %d values, but %s returns %d", o.Op().NumResults(), name, y.NumOperands()).
			WithNote(y.Loc().Pos(), "see yield operation here")
	}
	for i, v := range y.Operands() {
		if t := o.Result(i).Type(); v.Type() != t {
			return o.OpError("expected result #%d of each region to be '%s'", i, t).
				WithNote(y.Loc().Pos(), "%s returns '%s' here", name, v.Type())
		}
	}
	return nil
}

func terminatorName(op *ir.Operation) string {
	if op == nil {
		return "nothing"
	}
	return op.Name()
}
