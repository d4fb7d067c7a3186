package tiletoasync

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/ir"
)

// simplifyControl leaves only scf.for, scf.while and scf.if, which are what
// the passes behind this one have to know: a scf.index_switch becomes
// conditionals, a scf.execute_region what stands in it.
func simplifyControl(fn *ir.Operation) {
	var found []*ir.Operation
	for op := range ir.Walk(fn) {
		if op.Is(scf.IndexSwitchDef.Name) || op.Is(scf.ExecuteRegionDef.Name) {
			found = append(found, op)
		}
	}
	b := ir.NewBuilder(fn.Context())
	for _, op := range found {
		b.Before(op)
		b.SetLoc(op.Loc())
		if s, ok := scf.AsIndexSwitch(op); ok && len(s.CaseValues()) > 0 {
			replace(op, conditionals(b, s, 0))
			continue
		}
		// One region is left: that of the operation, or the default.
		body := op.RegionAt(0).Entry()
		end := body.Last()
		body.SpliceInto(op.Block(), op)
		replace(op, end.Operands())
		end.Erase()
	}
}

func replace(op *ir.Operation, vs []*ir.Value) {
	for i, r := range op.Results() {
		r.ReplaceAllUsesWith(vs[i])
	}
	op.Erase()
}

// conditionals builds the choice between the cases of s from number i on, and
// the default, and returns its results.
func conditionals(b *ir.Builder, s scf.IndexSwitch, i int) []*ir.Value {
	c := b.Context()
	value := b.Op("arith.constant", nil, []ir.Type{c.Index()}, ir.NamedAttr{Name: "value", Attr: c.IndexAttr(s.CaseValues()[i])})
	is := b.Op("arith.cmpi", []*ir.Value{s.Arg(), value.Result(0)}, []ir.Type{c.I(1)}, ir.NamedAttr{Name: "predicate", Attr: c.I64Attr(arith.CmpEQ)})
	types := append([]ir.Type{}, s.Op().ResultTypes()...)
	n := b.Create(ir.OpState{Info: c.OpInfo(scf.IfDef.Name), Operands: is.Results(), Types: types, NumRegions: 2})
	n.RegionAt(0).TakeBody(s.CaseRegions()[i])
	if i+1 == len(s.CaseValues()) {
		n.RegionAt(1).TakeBody(s.DefaultRegion())
		return n.Results()
	}
	at := b.Save()
	b.AtEnd(n.RegionAt(1).AddBlock(b.Loc()))
	b.Op("scf.yield", conditionals(b, s, i+1), []ir.Type{})
	b.Restore(at)
	return n.Results()
}
