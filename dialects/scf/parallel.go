package scf

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// ReduceOp returns the terminator of the body.
func (o Parallel) ReduceOp() Reduce { return Reduce{ir.ViewOf(o.Body().Last())} }

// Verify checks the bounds, the steps and the induction variables.
func (o Parallel) Verify() error {
	steps, args := o.Step(), o.Body().Args()
	if len(steps) == 0 {
		return o.OpError("needs at least one tuple element for lowerBound, upperBound and step")
	}
	if len(o.LowerBound()) != len(steps) || len(o.UpperBound()) != len(steps) {
		return o.OpError("expects as many lower and upper bounds as steps: %d and %d, but %d", len(o.LowerBound()), len(o.UpperBound()), len(steps))
	}
	for _, s := range steps {
		if v, ok := rewrite.IntConst(s); ok && v <= 0 {
			return o.OpError("constant step operand must be positive")
		}
	}
	if len(args) != len(steps) {
		return o.OpError("expects the same number of induction variables: %d as bound and step values: %d", len(args), len(steps))
	}
	for _, a := range args {
		if !ir.IsIndex(a.Type()) {
			return o.OpError("expects arguments for the induction variable to be of index type")
		}
	}
	return o.verifyReductions()
}

func (o Parallel) verifyReductions() error {
	last := o.Body().Last()
	if last == nil || last.Info().Def != ReduceDef {
		d := o.OpError("expects body to terminate with 'scf.reduce'")
		if last != nil {
			d = d.WithNote(last.Loc().Pos(), "terminator here")
		}
		return d
	}
	if n := last.NumOperands(); o.Op().NumResults() != n {
		return o.OpError("expects number of results: %d to be the same as number of reductions: %d", o.Op().NumResults(), n)
	}
	if n := len(o.InitVals()); o.Op().NumResults() != n {
		return o.OpError("expects number of results: %d to be the same as number of initial values: %d", o.Op().NumResults(), n)
	}
	for i, v := range o.ResultsVal() {
		if t := last.Operand(i).Type(); t != v.Type() {
			return last.OpError("expects type of %d-th reduction operand: '%s' to be the same as the %d-th result type: '%s'", i, t, i, v.Type())
		}
	}
	return nil
}

// VerifyRegions checks the combinations.
func (o Reduce) VerifyRegions() error {
	if o.Op().NumRegions() != o.Op().NumOperands() {
		return o.OpError("expects number of reduction regions: %d to be the same as number of reduction operands: %d", o.Op().NumRegions(), o.Op().NumOperands())
	}
	for i, r := range o.Reductions() {
		t, b := o.Operand(i).Type(), r.Entry()
		if b.NumArgs() != 2 || b.Arg(0).Type() != t || b.Arg(1).Type() != t {
			return o.OpError("expected two block arguments with type '%s' in the %d-th reduction region", t, i)
		}
		if last := b.Last(); last == nil || last.Info().Def != ReduceReturnDef {
			return o.OpError("reduction bodies must be terminated with an 'scf.reduce.return' op")
		}
	}
	return nil
}

// Verify checks the type of the combined value.
func (o ReduceReturn) Verify() error {
	b := o.Op().Block()
	if b == nil || b.NumArgs() == 0 {
		return nil
	}
	if t := b.Arg(0).Type(); o.ResultVal().Type() != t {
		return o.OpError("must have type '%s' (the type of the reduction inputs)", t)
	}
	return nil
}
