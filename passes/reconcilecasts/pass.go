// Package reconcilecasts is the pass reconcile-unrealized-casts: casts that
// conversions left between their results cancel.
//
// It must not know which conversions left them.
package reconcilecasts

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// Pass is reconcile-unrealized-casts.
var Pass = &passes.Pass{
	Name:    "reconcile-unrealized-casts",
	Class:   "ReconcileUnrealizedCastsPass",
	Summary: "remove casts between types that cancel each other",
	Doc: `A builtin.unrealized_conversion_cast that leads back to types a value had before is replaced
by that value, through any number of casts; casts that nothing uses are removed. Others stay, as in MLIR.`,
	Statistics: []passes.Statistic{{Name: "casts", Desc: "casts removed"}},
	Run:        run,
}

func run(r *passes.Run, root *ir.Operation) error {
	var casts []*ir.Operation
	for op := range ir.Walk(root) {
		if op.Is(convert.CastName) {
			casts = append(casts, op)
		}
	}
	for _, op := range casts {
		if in := origin(op); in != nil {
			op.ReplaceAllUsesWith(in)
		}
	}
	removed := 0
	// A cast stands behind those that it uses, except in loops of casts, which
	// cannot be.
	for i := len(casts) - 1; i >= 0; i-- {
		if !casts[i].HasUses() {
			casts[i].Erase()
			removed++
		}
	}
	r.Count("casts", removed)
	if removed == 0 {
		r.Unchanged()
	}
	return nil
}

// origin follows the casts behind op to values that had its result types, nil
// when there are none.
func origin(op *ir.Operation) []*ir.Value {
	want := op.ResultTypes()
	for at := op; ; {
		in := at.Operands()
		if sameTypes(in, want) {
			return in
		}
		at = source(in)
		if at == nil {
			return nil
		}
	}
}

// source is the cast whose results are exactly vs.
func source(vs []*ir.Value) *ir.Operation {
	if len(vs) == 0 {
		return nil
	}
	def := vs[0].Def()
	if def == nil || !def.Is(convert.CastName) || def.NumResults() != len(vs) {
		return nil
	}
	for i, v := range vs {
		if v != def.Result(i) {
			return nil
		}
	}
	return def
}

func sameTypes(vs []*ir.Value, types []ir.Type) bool {
	if len(vs) != len(types) {
		return false
	}
	for i, v := range vs {
		if v.Type() != types[i] {
			return false
		}
	}
	return true
}
