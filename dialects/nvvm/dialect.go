package nvvm

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// name is the prefix of the dialect.
const name = "nvvm"

// Dialect is the nvvm dialect.
var Dialect = &ir.Dialect{
	Name:       name,
	Summary:    "NVIDIA's instructions and special registers",
	Doc:        "Operations over the types of the llvm dialect, one for each PTX instruction or special register that LLVM IR has no instruction for.",
	Ops:        append(Ops(), environmentRegisters()...),
	Dependents: []*ir.Dialect{llvm.Dialect},
	Hooks:      hooks{},
}

// hooks are what other packages look for in the dialect.
type hooks struct{}

// Enums lists the enums that have a mnemonic.
func (hooks) Enums() []*ir.Enum { return enums }

// ParseAttr reads the attributes of the dialect that are no enums.
func (hooks) ParseAttr(p *asm.DialectParser, mnemonic string, _ ir.Type) (ir.Attr, error) {
	if mnemonic == targetDef.Mnemonic {
		return parseTarget(p)
	}
	return llvm.ParseStructAttr(p, attrDefs, mnemonic)
}

// attrDefs are the attributes made of fields.
var attrDefs = []*llvm.StructAttrDef{
	{Dialect: name, Mnemonic: "shape", Fields: []llvm.StructField{{Name: "m", Kind: llvm.IntField}, {Name: "n", Kind: llvm.IntField}, {Name: "k", Kind: llvm.IntField}}},
	{Dialect: name, Mnemonic: "ld_st_matrix_shape", Fields: []llvm.StructField{{Name: "m", Kind: llvm.IntField}, {Name: "n", Kind: llvm.IntField}}},
}

// Shape returns #nvvm.shape<m = , n = , k = >, the extents of a matrix product.
func Shape(c *ir.Context, m, n, k int64) ir.Attr {
	return llvm.NewStructAttr(c, attrDefs[0], c.I64Attr(m), c.I64Attr(n), c.I64Attr(k))
}

// ShapeOf returns the extents that Shape was given, zeros when a is no shape.
func ShapeOf(a ir.Attr) (m, n, k int64) {
	s, ok := a.(*llvm.StructAttr)
	if !ok || s.Def != attrDefs[0] {
		return 0, 0, 0
	}
	return s.Int("m"), s.Int("n"), s.Int("k")
}

// MatrixShape returns #nvvm.ld_st_matrix_shape<m = , n = >.
func MatrixShape(c *ir.Context, m, n int64) ir.Attr {
	return llvm.NewStructAttr(c, attrDefs[1], c.I64Attr(m), c.I64Attr(n))
}

// MatrixShapeOf returns the extents that MatrixShape was given, zeros when a is
// no such shape.
func MatrixShapeOf(a ir.Attr) (m, n int64) {
	s, ok := a.(*llvm.StructAttr)
	if !ok || s.Def != attrDefs[1] {
		return 0, 0
	}
	return s.Int("m"), s.Int("n")
}
