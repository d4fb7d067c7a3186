package gpu

import (
	"fmt"

	"github.com/tile-opt/tile-opt/ir"
)

// HandleKind says what a HandleType stands for.
type HandleKind uint8

// The kinds of handles.
const (
	// AsyncToken is an operation that runs, or ran.
	AsyncToken HandleKind = iota
	// SparseDnTensor is a dense tensor as the sparse operations take it.
	SparseDnTensor
	// SparseSpMat is a sparse matrix.
	SparseSpMat
	// SparseSpGEMMOp is a product of sparse matrices in the making.
	SparseSpGEMMOp
)

// handleNames are the mnemonics of the kinds.
var handleNames = [...]string{"async.token", "sparse.dntensor_handle", "sparse.spmat_handle", "sparse.spgemmop_handle"}

// HandleType is a type without parameters: !gpu.async.token and the handles
// of the sparse operations.
type HandleType struct {
	ir.TypeBase
	Kind HandleKind
}

// HandleOf returns the type of a kind.
func HandleOf(c *ir.Context, k HandleKind) *HandleType {
	return ir.InternType(c, "gpu."+handleNames[k], func() *HandleType { return &HandleType{Kind: k} })
}

// DialectName returns the prefix of the type.
func (t *HandleType) DialectName() string { return dialectName }

// PrintBody writes the mnemonic.
func (t *HandleType) PrintBody(p *ir.Printer) { p.Str(handleNames[t.Kind]) }

// String returns the type as text.
func (t *HandleType) String() string { return ir.TypeText(t) }

// MMAMatrixType is !gpu.mma_matrix<RxCxT, "AOp">: a matrix in the registers
// of a warp, and which operand of a product it is.
type MMAMatrixType struct {
	ir.TypeBase
	Shape []int64
	Elem  ir.Type
	// Operand is AOp, BOp or COp.
	Operand string
}

// MMAMatrixOf returns the type. CheckMMAMatrix says what it may be.
func MMAMatrixOf(shape []int64, elem ir.Type, operand string) *MMAMatrixType {
	key := fmt.Sprintf("gpu.mma_matrix%v,%s,%s", shape, elem, operand)
	return ir.InternType(elem.Context(), key, func() *MMAMatrixType {
		return &MMAMatrixType{Shape: append([]int64(nil), shape...), Elem: elem, Operand: operand}
	})
}

// CheckMMAMatrix returns what is wrong with the parameters of a matrix.
func CheckMMAMatrix(shape []int64, elem ir.Type, operand string) error {
	switch {
	case operand != "AOp" && operand != "BOp" && operand != "COp":
		return fmt.Errorf("operand expected to be one of AOp, BOp or COp")
	case len(shape) != 2:
		return fmt.Errorf("MMAMatrixType must have exactly two dimensions")
	case !anyOf(isSI8, isUI8, isI32, isF16, isF32, isF64)(elem):
		return fmt.Errorf("MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64")
	}
	return nil
}

// DialectName returns the prefix of the type.
func (t *MMAMatrixType) DialectName() string { return dialectName }

// PrintBody writes mma_matrix<...>.
func (t *MMAMatrixType) PrintBody(p *ir.Printer) {
	p.Str("mma_matrix<")
	for _, d := range t.Shape {
		p.Int(d)
		p.Byte('x')
	}
	p.Type(t.Elem)
	p.Str(`, "` + t.Operand + `">`)
}

// String returns the type as text.
func (t *MMAMatrixType) String() string { return ir.TypeText(t) }

// SelectObjectAttr is #gpu.select_object<target>: which object of a binary is
// loaded, by number or target; nil for the first.
type SelectObjectAttr struct {
	ir.AttrBase
	Target ir.Attr
}

func selectObject(c *ir.Context, target ir.Attr) *SelectObjectAttr {
	key := "gpu.select_object"
	if target != nil {
		key += "<" + target.String()
	}
	return ir.InternAttr(c, key, func() *SelectObjectAttr { return &SelectObjectAttr{Target: target} })
}

// DialectName returns the prefix of the attribute.
func (a *SelectObjectAttr) DialectName() string { return dialectName }

// PrintBody writes the mnemonic and the target.
func (a *SelectObjectAttr) PrintBody(p *ir.Printer) {
	p.Str("select_object")
	if a.Target != nil {
		p.Byte('<')
		p.Attr(a.Target)
		p.Byte('>')
	}
}

// String returns the attribute as text.
func (a *SelectObjectAttr) String() string { return ir.AttrText(a) }

// TextAttr is an attribute of the dialect that nothing here looks into: its
// body is kept as it was written.
type TextAttr struct {
	ir.AttrBase
	Mnemonic string
	// Body is what stands between the brackets.
	Body string
}

// textMnemonics are the attributes kept as TextAttr.
var textMnemonics = []string{"object", "loop_dim_map", "mask", "memory_space", "kernel_metadata", "kernel_table"}

func textAttr(c *ir.Context, mnemonic, body string) *TextAttr {
	return ir.InternAttr(c, "gpu."+mnemonic+"<"+body, func() *TextAttr { return &TextAttr{Mnemonic: mnemonic, Body: body} })
}

func isObject(a ir.Attr) bool {
	t, ok := a.(*TextAttr)
	return ok && t.Mnemonic == "object"
}

// DialectName returns the prefix of the attribute.
func (a *TextAttr) DialectName() string { return dialectName }

// PrintBody writes the mnemonic and the body.
func (a *TextAttr) PrintBody(p *ir.Printer) {
	p.Str(a.Mnemonic)
	p.Byte('<')
	p.Str(a.Body)
	p.Byte('>')
}

// String returns the attribute as text.
func (a *TextAttr) String() string { return ir.AttrText(a) }
