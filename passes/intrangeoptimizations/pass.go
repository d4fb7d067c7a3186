// Package intrangeoptimizations is the pass int-range-optimizations: what the
// ranges of integers tell becomes constants.
//
// It must not know what operations compute: dialects say it by the hooks of
// ir/analysis/intrange.
package intrangeoptimizations

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis/dataflow"
	"github.com/tile-opt/tile-opt/ir/analysis/intrange"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/greedy"
)

const doc = `Follows the ranges of integers of up to 64 bits through operations, branches,
loops and calls, and replaces values that can only be one number by it, and a
remainder of something that is always smaller than the divisor by that:

` + "```mlir" + `
scf.for %i = %c0 to %c8 step %c1 {          scf.for %i = %c0 to %c8 step %c1 {
  %in = arith.cmpi slt, %i, %c8 : index
  %m = arith.remui %i, %c8 : index    ==>
  "use"(%in, %m)                              "use"(%true, %i)
}                                           }
` + "```" + `

Then operations are folded, constants kept once at the start of each isolated
region, and dead operations and blocks and equal blocks go, as in MLIR, whose
pass rewrites greedily; canonicalization patterns are not applied.
`

// Pass is int-range-optimizations.
var Pass = &passes.Pass{
	Name:    "int-range-optimizations",
	Class:   "ArithIntRangeOpts",
	Summary: "replace what the ranges of integers determine",
	Doc:     doc,
	Statistics: []passes.Statistic{
		{Name: "num-constants", Desc: "values replaced by a constant"},
		{Name: "num-remainders", Desc: "remainders of something smaller"},
		{Name: "num-folds", Desc: "operations folded afterwards"},
		{Name: "num-erased", Desc: "operations erased"},
	},
	Dialects: []*ir.Dialect{arith.Dialect},
	Run:      run,
}

func run(r *passes.Run, op *ir.Operation) error {
	found, err := dataflow.Solve(r.Context(), op, domain{})
	if err != nil {
		return err
	}
	w := &rewriter{found: found, made: rewrite.NewConstants(op.Context())}
	for _, region := range op.Regions() {
		w.region(region)
	}
	res, err := greedy.Apply(r.Context(), op, rewrite.NewSet(), greedy.Config{Simplify: greedy.Aggressive, Tracer: r.Tracer()})
	r.Count("num-constants", w.constants)
	r.Count("num-remainders", w.remainders)
	r.Count("num-folds", res.Folds)
	r.Count("num-erased", res.Erased)
	if w.constants+w.remainders == 0 && !res.Changed {
		r.Unchanged()
	}
	return err
}

// domain is the domain of ranges.
type domain struct{}

func (domain) Unknown(v *ir.Value) intrange.Range { return intrange.Full(intrange.WidthOf(v.Type())) }

// maxGrowth is how often a range may grow before it is taken to be all values:
// the counter of a loop of branches would grow by one a round.
const maxGrowth = 4

func (d domain) Join(v *ir.Value, a, b intrange.Range, times int) intrange.Range {
	u := a.Union(b)
	if u != a && times > maxGrowth {
		return d.Unknown(v)
	}
	return u
}

// Constant returns the one value of a range.
func (domain) Constant(v *ir.Value, l intrange.Range) ir.Attr {
	n, ok := l.Value()
	if !ok {
		return nil
	}
	if l.Width == 1 {
		return v.Context().Bool(n == 1)
	}
	// Widths below 64 are read signed.
	return ir.IntAttr(v.Type(), int64(n<<(64-l.Width))>>(64-l.Width))
}

func (domain) Transfer(op *ir.Operation, in, out []intrange.Range) {
	if h, ok := ir.As[intrange.Inferrer](op); ok {
		h.InferIntRanges(in, out)
	}
}

func (d domain) Argument(op *ir.Operation, arg *ir.Value, in []intrange.Range) intrange.Range {
	if h, ok := ir.As[intrange.ArgInferrer](op); ok {
		return h.InferArgRange(arg, in)
	}
	return d.Unknown(arg)
}

// rewriter replaces what the analysis found.
type rewriter struct {
	found                 *dataflow.Result[intrange.Range]
	made                  *rewrite.Constants
	constants, remainders int
}

// region rewrites the blocks that control reaches.
func (w *rewriter) region(r *ir.Region) {
	for b := range r.Blocks() {
		if !w.found.IsLive(b) {
			continue
		}
		for op := range b.Ops() {
			for _, inner := range op.Regions() {
				w.region(inner)
			}
			if op.Has(ir.ConstantLike) {
				continue
			}
			for _, v := range op.Results() {
				w.value(v)
			}
			w.remainder(op)
		}
		for _, a := range b.Args() {
			w.value(a)
		}
	}
}

func (w *rewriter) value(v *ir.Value) {
	l, ok := w.found.Value(v)
	if !ok || !l.Known() || !v.HasUses() {
		return
	}
	a := domain{}.Constant(v, l)
	if a == nil {
		return
	}
	c := w.made.Get(v.Block(), arith.Dialect, a, v.Type())
	if c == nil {
		return
	}
	v.ReplaceAllUsesWith(c)
	w.constants++
}

// remainder replaces x rem y where x is never negative and always less than y.
func (w *rewriter) remainder(op *ir.Operation) {
	signed := op.Is(arith.RemSIDef.Name)
	if !signed && !op.Is(arith.RemUIDef.Name) || !op.HasUses() {
		return
	}
	x, okX := w.found.Value(op.Operand(0))
	y, okY := w.found.Value(op.Operand(1))
	if !okX || !okY || !x.Known() || x.Width != y.Width {
		return
	}
	less, _ := intrange.Less(x, y, signed, false)
	if less && (!signed || x.SMin >= 0) {
		op.Result(0).ReplaceAllUsesWith(op.Operand(0))
		w.remainders++
	}
}
