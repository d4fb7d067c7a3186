package llvm

import (
	"slices"

	"github.com/tile-opt/tile-opt/ir"
)

// Fold returns the constant.
func (o Constant) Fold([]ir.Attr) []ir.FoldResult { return []ir.FoldResult{{Attr: o.Value()}} }

// Fold returns #llvm.zero.
func (o Zero) Fold([]ir.Attr) []ir.FoldResult { return o.foldTo(zeroDef) }

func (o Zero) foldTo(d *StructAttrDef) []ir.FoldResult {
	return []ir.FoldResult{{Attr: NewStructAttr(o.Context(), d)}}
}

// Fold returns #llvm.undef.
func (o Undef) Fold([]ir.Attr) []ir.FoldResult { return Zero(o).foldTo(undefDef) }

// Fold returns #llvm.poison.
func (o Poison) Fold([]ir.Attr) []ir.FoldResult { return Zero(o).foldTo(poisonDef) }

// Fold finds the value that was inserted at the position, or reads it from an
// earlier struct that has the same there.
func (o ExtractValue) Fold([]ir.Attr) []ir.FoldResult {
	path, changed := positionOf(o.Position()), false
	for {
		in, ok := AsInsertValue(o.Container().Def())
		if !ok {
			break
		}
		at := positionOf(in.Position())
		n := min(len(at), len(path))
		if !slices.Equal(at[:n], path[:n]) {
			o.Op().SetOperand(0, in.Container())
			changed = true
			continue
		}
		if len(at) == len(path) {
			return []ir.FoldResult{{Value: in.Value()}}
		}
		if len(at) > len(path) {
			break // part of what is read was inserted
		}
		path, changed = path[len(at):], true
		o.Op().SetOperand(0, in.Value())
		o.SetPosition(o.Context().I64Array(path...))
	}
	if changed {
		return ir.FoldedInPlace
	}
	return nil
}

// positionOf is the path to a field.
func positionOf(a ir.Attr) []int64 {
	d, ok := a.(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	return d.Ints()
}
