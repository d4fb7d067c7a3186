package nvptx

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// matrixOps are the matrix products and the moves of their fragments.
var matrixOps = map[string]translation{
	"nvvm.wgmma.fence.aligned":             plain("llvm.nvvm.wgmma.fence.sync.aligned"),
	"nvvm.wgmma.commit.group.sync.aligned": plain("llvm.nvvm.wgmma.commit_group.sync.aligned"),
	"nvvm.wgmma.wait.group.sync.aligned": func(f *function, op *ir.Operation) error {
		n, _ := ir.IntValue(op.Prop("group"))
		return f.call(op, "llvm.nvvm.wgmma.wait_group.sync.aligned", llx.IntConst(llx.I64, n))
	},
	"nvvm.wgmma.mma_async": wgmma,
	"nvvm.mma.sync":        mmaSync,
	"nvvm.ldmatrix":        ldmatrix,
	"nvvm.stmatrix":        stmatrix,
	"nvvm.wmma.load":       wmmaLoad,
	"nvvm.wmma.store":      wmmaStore,
	"nvvm.wmma.mma":        wmmaMma,
}

// wgmma writes the instruction as assembly, since LLVM has no intrinsic. The
// accumulators are outputs tied to inputs: registers that the product changes
// in place. The text is MLIR's, so that the PTX of both compares line by line.
func wgmma(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsWgmmaMmaAsync(op)
	return f.chain(&chain{mmas: []nvvm.WgmmaMmaAsync{o}, last: op})
}

// chain writes a chain of products, and what follows them, as one piece.
func (f *function) chain(c *chain) error {
	acc := c.mmas[0].Inouts()
	t := acc.Type().(*llvm.StructType)
	n := len(t.Fields)
	ret, err := f.m.typ(t)
	if err != nil {
		return c.last.OpError("%s", err)
	}
	in, err := f.accumulators(acc, t)
	if err != nil {
		return c.last.OpError("%s", err)
	}
	constraints := tiedConstraints(t)
	var text strings.Builder
	if c.fence != nil {
		text.WriteString("wgmma.fence.sync.aligned;\n")
	}
	for _, o := range c.mmas {
		imms := wgmmaImmediates(o)
		wgmmaText(&text, o, n, n+len(in), len(imms))
		in = append(in, f.val(o.DescriptorA()), f.val(o.DescriptorB()))
		constraints = append(constraints, "l", "l")
		for _, v := range imms {
			in = append(in, i32(v))
			constraints = append(constraints, "n")
		}
	}
	for _, s := range c.tail {
		f.m.needAsm(s)
		text.WriteString(s)
		text.WriteByte('\n')
	}
	constraints = append(constraints, c.clobbers...)
	f.split(c.value(), f.asm(ret, text.String(), strings.Join(constraints, ","), in...))
	return nil
}

// accumulators returns the fields of a struct, in a slice with room for more.
func (f *function) accumulators(acc *ir.Value, t *llvm.StructType) ([]llx.Value, error) {
	fields, err := f.fields(acc, t)
	return append(make([]llx.Value, 0, len(fields)+32), fields...), err
}

// wgmmaImmediates are the trailing operands: scale-d, then for the floating
// types scale-a and scale-b, then for the 16-bit ones the transpositions.
func wgmmaImmediates(o nvvm.WgmmaMmaAsync) []int64 {
	value := func(a ir.Attr, e *ir.Enum) int64 { v, _ := e.Of(a); return v }
	imms := []int64{value(o.ScaleD(), nvvm.WGMMAScaleOutEnum)}
	switch keyword(nvvm.WGMMATypesEnum, o.TypeA()) {
	case "s8", "u8", "b1":
		return imms
	case "f16", "bf16":
		return append(imms, value(o.ScaleA(), nvvm.WGMMAScaleInEnum), value(o.ScaleB(), nvvm.WGMMAScaleInEnum),
			value(o.LayoutA(), nvvm.MMALayoutEnum), 1-value(o.LayoutB(), nvvm.MMALayoutEnum))
	}
	return append(imms, value(o.ScaleA(), nvvm.WGMMAScaleInEnum), value(o.ScaleB(), nvvm.WGMMAScaleInEnum))
}

// wgmmaText writes one product on n accumulators, whose other operands are
// numbered from first on.
func wgmmaText(b *strings.Builder, o nvvm.WgmmaMmaAsync, n, first, imms int) {
	m, cols, k := nvvm.ShapeOf(o.Shape())
	name := func(a ir.Attr) string { return keyword(nvvm.WGMMATypesEnum, a) }
	fmt.Fprintf(b, "{\n.reg .pred p;\nsetp.ne.b32 p, $%d, 0;\nwgmma.mma_async.sync.aligned.m%dn%dk%d.%s.%s.%s", first+2, m, cols, k, name(o.TypeD()), name(o.TypeA()), name(o.TypeB()))
	if o.Satfinite() != nil && keyword(nvvm.MMAIntOverflowEnum, o.Satfinite()) == "satfinite" {
		b.WriteString(".satfinite")
	}
	b.WriteString(" {")
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(i))
	}
	fmt.Fprintf(b, "}, $%d, $%d, p", first, first+1)
	for i := 1; i < imms; i++ {
		sep := ", "
		if i%2 == 0 {
			sep = ",  "
		}
		fmt.Fprintf(b, "%s$%d", sep, first+2+i)
	}
	b.WriteString(";\n}\n")
}

// mmaSync names the intrinsic after the types: f16 by those of D and C, fp8 by
// all four, the others by what A and B are.
func mmaSync(f *function, op *ir.Operation) error {
	o, _ := nvvm.AsMma(op)
	m, n, k := nvvm.ShapeOf(o.Shape())
	a, b := keyword(nvvm.MMATypesEnum, o.MultiplicandAPtxType()), keyword(nvvm.MMATypesEnum, o.MultiplicandBPtxType())
	d, c := accumType(op.Result(0).Type().(*llvm.StructType).Fields[0]), accumType(o.OperandC()[0].Type())
	name := fmt.Sprintf("llvm.nvvm.mma.m%dn%dk%d.%s.%s", m, n, k, keyword(nvvm.MMALayoutEnum, o.LayoutA()), keyword(nvvm.MMALayoutEnum, o.LayoutB()))
	if o.B1Op() != nil {
		name = strings.Replace(name, "llvm.nvvm.mma.", "llvm.nvvm.mma."+strings.ReplaceAll(keyword(nvvm.MMAB1OpEnum, o.B1Op()), "_", ".")+".", 1)
	}
	if keyword(nvvm.MMAIntOverflowEnum, o.IntOverflowBehavior()) == "satfinite" {
		name += ".satfinite"
	}
	switch {
	case a == "f16":
		name += "." + d + "." + c
	case a == "e4m3" || a == "e5m2":
		name += "." + d + "." + a + "." + b + "." + c
	default:
		name += "." + a
		if b != a {
			name += "." + b
		}
	}
	return f.call(op, name, f.valueList(op.Operands())...)
}

// accumType is PTX's name of the type in an accumulator register.
func accumType(t ir.Type) string {
	if ir.IsInt(t, 32) {
		return "s32"
	}
	return ir.ElemOrSelf(t).String()
}

// wmmaName is the start of the names of wmma's intrinsics.
func wmmaName(op *ir.Operation) string {
	m, _ := ir.IntValue(op.Prop("m"))
	n, _ := ir.IntValue(op.Prop("n"))
	k, _ := ir.IntValue(op.Prop("k"))
	return fmt.Sprintf("llvm.nvvm.wmma.m%dn%dk%d", m, n, k)
}

// wmmaAccess is the rest of the name of a load or store.
func wmmaAccess(op *ir.Operation) string {
	space := op.Operand(0).Type().(*llvm.PtrType).Space
	return fmt.Sprintf(".%s.stride.%s.p%d", keyword(nvvm.MMALayoutEnum, op.Prop("layout")), keyword(nvvm.MMATypesEnum, op.Prop("eltype")), space)
}

func wmmaLoad(f *function, op *ir.Operation) error {
	name := wmmaName(op) + ".load." + keyword(nvvm.MMAFragEnum, op.Prop("frag")) + wmmaAccess(op)
	return f.call(op, name, f.valueList(op.Operands())...)
}

func wmmaStore(f *function, op *ir.Operation) error {
	return f.call(op, wmmaName(op)+".store.d"+wmmaAccess(op), f.valueList(op.Operands())...)
}

// wmmaMma names products of f16 after the types of D and C, which are one here.
func wmmaMma(f *function, op *ir.Operation) error {
	a, sum := keyword(nvvm.MMATypesEnum, op.Prop("eltypeA")), keyword(nvvm.MMATypesEnum, op.Prop("eltypeB"))
	name := fmt.Sprintf("%s.mma.%s.%s", wmmaName(op), keyword(nvvm.MMALayoutEnum, op.Prop("layoutA")), keyword(nvvm.MMALayoutEnum, op.Prop("layoutB")))
	if a == "f16" {
		name += "." + sum + "." + sum
	} else {
		name += "." + a
	}
	return f.call(op, name, f.valueList(op.Operands())...)
}

// matrixName is the common part of ldmatrix's and stmatrix's intrinsics; only
// the 8x8 shape of 16-bit elements exists on sm_90a.
func matrixName(op *ir.Operation, inst string, count int) (string, error) {
	if m, n := nvvm.MatrixShapeOf(op.Prop("shape")); m != 8 || n != 8 || keyword(nvvm.LdStMatrixEltTypeEnum, op.Prop("eltType")) != "b16" {
		return "", op.OpError("shapes other than m8n8 of b16 need a newer architecture than sm_90a")
	}
	trans := ""
	if keyword(nvvm.MMALayoutEnum, op.Prop("layout")) == "col" {
		trans = ".trans"
	}
	return fmt.Sprintf("llvm.nvvm.%s.sync.aligned.m8n8.x%d%s.b16.p3", inst, count, trans), nil
}

func ldmatrix(f *function, op *ir.Operation) error {
	n, _ := ir.IntValue(op.Prop("num"))
	name, err := matrixName(op, "ldmatrix", int(n))
	if err != nil {
		return err
	}
	return f.call(op, name, f.operand(op, 0))
}

func stmatrix(f *function, op *ir.Operation) error {
	name, err := matrixName(op, "stmatrix", op.NumOperands()-1)
	if err != nil {
		return err
	}
	return f.call(op, name, f.valueList(op.Operands())...)
}
