package scf

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/analysis"
)

// yielded is the edge out of an operation with all operands of a terminator.
func yielded(from *ir.Operation) analysis.RegionEdge {
	return analysis.RegionEdge{Hi: from.NumOperands()}
}

// RegionEdges: the loop runs its body or is left, with the carried values
// either way.
func (o For) RegionEdges(from *ir.Operation, consts []ir.Attr) []analysis.RegionEdge {
	lo := 0
	if from == o.Op() {
		lo, _ = from.OperandRange(3)
	}
	hi := from.NumOperands()
	enter := analysis.RegionEdge{To: o.RegionVal(), Lo: lo, Hi: hi, At: 1}
	leave := analysis.RegionEdge{Lo: lo, Hi: hi}
	if from == o.Op() && consts != nil {
		switch o.runsWith(consts) {
		case runsNot:
			return []analysis.RegionEdge{leave}
		case runsSome:
			return []analysis.RegionEdge{enter}
		}
	}
	return []analysis.RegionEdge{enter, leave}
}

// The answers of runsWith.
const (
	runsMaybe = iota
	runsNot
	runsSome
)

// runsWith says whether the loop runs at least once with these operands.
func (o For) runsWith(consts []ir.Attr) int {
	lb, ok := ir.IntValue(consts[0])
	ub, ok2 := ir.IntValue(consts[1])
	if !ok || !ok2 || o.IsUnsigned() && (lb < 0 || ub < 0) {
		return runsMaybe
	}
	if lb < ub {
		return runsSome
	}
	return runsNot
}

// RegionEdges: one region runs, or none when the second is missing.
func (o If) RegionEdges(from *ir.Operation, consts []ir.Attr) []analysis.RegionEdge {
	if from != o.Op() {
		return []analysis.RegionEdge{yielded(from)}
	}
	then := analysis.RegionEdge{To: o.ThenRegion()}
	otherwise := analysis.RegionEdge{To: o.ElseRegion()}
	if o.ElseRegion().IsEmpty() {
		otherwise.To = nil
	}
	if consts != nil {
		if c, ok := ir.BoolValue(consts[0]); ok {
			if c {
				return []analysis.RegionEdge{then}
			}
			return []analysis.RegionEdge{otherwise}
		}
	}
	return []analysis.RegionEdge{then, otherwise}
}

// RegionEdges: the region with the condition, the other one as long as that
// is true, and then the first again.
func (o While) RegionEdges(from *ir.Operation, consts []ir.Attr) []analysis.RegionEdge {
	if from == o.Op() || from.Region() == o.After() {
		return []analysis.RegionEdge{{To: o.Before(), Hi: from.NumOperands()}}
	}
	again := analysis.RegionEdge{To: o.After(), Lo: 1, Hi: from.NumOperands()}
	leave := analysis.RegionEdge{Lo: 1, Hi: from.NumOperands()}
	if consts != nil {
		if c, ok := ir.BoolValue(consts[0]); ok {
			if c {
				return []analysis.RegionEdge{again}
			}
			return []analysis.RegionEdge{leave}
		}
	}
	return []analysis.RegionEdge{again, leave}
}

// RegionEdges: the region runs once.
func (o ExecuteRegion) RegionEdges(from *ir.Operation, _ []ir.Attr) []analysis.RegionEdge {
	if from != o.Op() {
		return []analysis.RegionEdge{yielded(from)}
	}
	return []analysis.RegionEdge{{To: o.Op().RegionAt(0)}}
}

// RegionEdges: the region of the case runs, or the default one.
func (o IndexSwitch) RegionEdges(from *ir.Operation, consts []ir.Attr) []analysis.RegionEdge {
	if from != o.Op() {
		return []analysis.RegionEdge{yielded(from)}
	}
	if consts != nil {
		if c, ok := ir.IntValue(consts[0]); ok {
			return []analysis.RegionEdge{{To: o.regionOf(c)}}
		}
	}
	var out []analysis.RegionEdge
	for _, r := range o.Op().Regions() {
		out = append(out, analysis.RegionEdge{To: r})
	}
	return out
}

// regionOf returns the region that runs for the value c.
func (o IndexSwitch) regionOf(c int64) *ir.Region {
	if cases, ok := o.Cases().(*ir.DenseArrayAttr); ok {
		for i, v := range cases.Ints() {
			if v == c {
				return o.Op().RegionAt(1 + i)
			}
		}
	}
	return o.Op().RegionAt(0)
}
