package llvm

import "github.com/tile-opt/tile-opt/ir"

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
