package nvvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// targetDef is #nvvm.target: for which hardware, and how, a module of device
// code is compiled.
var targetDef = &llvm.StructAttrDef{Dialect: name, Mnemonic: "target", Bare: true, Fields: []llvm.StructField{
	{Name: "O", Kind: llvm.IntField, Optional: true},
	{Name: "triple", Kind: llvm.AttrField, Optional: true},
	{Name: "chip", Kind: llvm.AttrField, Optional: true},
	{Name: "features", Kind: llvm.AttrField, Optional: true},
	{Name: "flags", Kind: llvm.AttrField, Optional: true},
	{Name: "link", Kind: llvm.AttrField, Optional: true},
	{Name: "verifyTarget", Kind: llvm.BoolField, Optional: true},
}}

// targetDefaults are the values of fields of targetDef that are left out, by
// the number of the field.
func targetDefaults(c *ir.Context) []ir.Attr {
	return []ir.Attr{c.I64Attr(2), c.Str("nvptx64-nvidia-cuda"), c.Str("sm_50"), c.Str(""), nil, nil, c.Bool(true)}
}

// parseTarget reads what stands behind the mnemonic; fields that say what is
// so anyway are dropped, as in MLIR.
func parseTarget(p *asm.DialectParser) (ir.Attr, error) {
	if !p.NextIs("<") {
		return llvm.NewStructAttr(p.Context(), targetDef), nil
	}
	a, err := llvm.ParseStructAttr(p, []*llvm.StructAttrDef{targetDef}, targetDef.Mnemonic)
	if err != nil {
		return nil, err
	}
	values := append([]ir.Attr(nil), a.(*llvm.StructAttr).Values...)
	for i, d := range targetDefaults(p.Context()) {
		if values[i] == d {
			values[i] = nil
		}
	}
	return llvm.NewStructAttr(p.Context(), targetDef, values...), nil
}

// TargetChip returns the hardware that a #nvvm.target names, and whether a is
// one.
func TargetChip(a ir.Attr) (string, bool) {
	s, ok := a.(*llvm.StructAttr)
	if !ok || s.Def != targetDef {
		return "", false
	}
	chip := s.Get("chip")
	if chip == nil {
		chip = targetDefaults(a.Context())[2]
	}
	return ir.StringValue(chip)
}
