package convertgputonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/gpu"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/tollvm"
)

// matrixPatterns convert the products of a warp.
func (l *lowering) matrixPatterns() []convert.Pattern {
	return []convert.Pattern{
		{Root: "gpu.subgroup_mma_load_matrix", Rewrite: l.loadMatrix},
		{Root: "gpu.subgroup_mma_store_matrix", Rewrite: l.storeMatrix},
		{Root: "gpu.subgroup_mma_constant_matrix", Rewrite: l.constantMatrix},
		{Root: "gpu.subgroup_mma_compute", Rewrite: l.multiply},
		{Root: "gpu.subgroup_mma_elementwise", Rewrite: l.elementwise},
	}
}

// fragment is what a matrix is for wmma: which operand of a product of which
// extents, and the registers of a thread (PTX ISA, "Warp-level Matrix
// Instructions: matrix fragments for WMMA").
type fragment struct {
	elem, frag string
	m, n, k    int64
	regs       *llvm.StructType
}

// wmmaShapes are the extents of products; the first that a matrix fits is taken,
// since the extent that its own shape leaves open changes no register.
var wmmaShapes = [][3]int64{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}, {16, 16, 8}, {8, 8, 4}}

// operands are the letters of wmma for those of gpu, and which of m, n and k are
// its rows and columns.
var operands = map[string]struct {
	frag       string
	rows, cols int
}{"AOp": {"a", 0, 2}, "BOp": {"b", 2, 1}, "COp": {"c", 0, 1}}

// fragmentOf returns the fragment that a matrix is; ok is false when there is
// none.
func fragmentOf(t *gpu.MMAMatrixType) (f fragment, ok bool) {
	c := t.Context()
	names := map[ir.Type]string{c.F16(): "f16", c.F64(): "f64", c.I(32): "s32"}
	f.elem = names[t.Elem]
	if i, isInt := t.Elem.(*ir.IntegerType); isInt && i.Width == 8 {
		f.elem = map[ir.Signedness]string{ir.Signed: "s8", ir.Unsigned: "u8"}[i.Sign]
	}
	o := operands[t.Operand]
	f.frag = o.frag
	if t.Elem == ir.Type(c.F32()) {
		f.elem = "tf32"
		if f.frag == "c" {
			f.elem = "f32"
		}
	}
	for _, s := range wmmaShapes {
		if s[o.rows] != t.Shape[0] || s[o.cols] != t.Shape[1] {
			continue
		}
		n, reg, known := nvvm.WMMAFragment(c, f.elem, f.frag, s[0], s[1], s[2])
		if !known {
			continue
		}
		fields := make([]ir.Type, n)
		for i := range fields {
			fields[i] = reg
		}
		f.m, f.n, f.k, f.regs = s[0], s[1], s[2], llvm.StructOf(c, fields...)
		return f, true
	}
	return f, false
}

// addMatrices lets a converter know the matrices of a warp: a struct of the
// registers of a thread, or the register where there is one.
func addMatrices(types *convert.TypeConverter) *convert.TypeConverter {
	return types.Add(func(t ir.Type) ([]ir.Type, bool) {
		m, isMatrix := t.(*gpu.MMAMatrixType)
		if !isMatrix {
			return nil, false
		}
		f, ok := fragmentOf(m)
		switch {
		case !ok:
			return nil, false
		case len(f.regs.Fields) == 1:
			return f.regs.Fields, true
		}
		return []ir.Type{f.regs}, true
	})
}

const noFragment = "no instruction of sm_90a multiplies matrices of this shape and type"

// extents are the properties that the instructions share.
func (f fragment) extents(c *ir.Context) []ir.NamedAttr {
	return []ir.NamedAttr{{Name: "m", Attr: c.I32Attr(f.m)}, {Name: "n", Attr: c.I32Attr(f.n)}, {Name: "k", Attr: c.I32Attr(f.k)}}
}

// props are those of loads and stores.
func (f fragment) props(c *ir.Context, col bool) []ir.NamedAttr {
	return append(f.extents(c), ir.NamedAttr{Name: "layout", Attr: layout(c, col)}, ir.NamedAttr{Name: "eltype", Attr: mmaType(c, f.elem)})
}

func layout(c *ir.Context, col bool) ir.Attr {
	name := "row"
	if col {
		name = "col"
	}
	v, _ := nvvm.MMALayoutEnum.Value(name)
	return nvvm.MMALayoutEnum.Attr(c, v)
}

func mmaType(c *ir.Context, name string) ir.Attr {
	v, _ := nvvm.MMATypesEnum.Value(name)
	return nvvm.MMATypesEnum.Attr(c, v)
}

// place returns the address of the first element of a matrix in memory, and the
// elements between its rows.
func (l *lowering) place(op *ir.Operation, n int, in convert.Operands, r *convert.Rewriter) (ptr, stride *ir.Value) {
	m := op.Operand(n).Type().(*ir.MemRefType)
	elem, _ := l.types.ConvertOne(m.Elem)
	lead, _ := ir.IntValue(op.Prop("leadDimension"))
	return tollvm.Element(r, in.One(n), m, elem, in.Range(n+1, in.Len())), i32(r, lead)
}

func (l *lowering) loadMatrix(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	f, ok := fragmentOf(op.Result(0).Type().(*gpu.MMAMatrixType))
	if !ok {
		return r.NoMatch(noFragment)
	}
	ptr, stride := l.place(op, 0, in, r)
	t, _ := l.types.ConvertOne(op.Result(0).Type())
	c := op.Context()
	frag, _ := nvvm.MMAFragEnum.Value(f.frag)
	props := append(f.props(c, op.Prop("transpose") != nil), ir.NamedAttr{Name: "frag", Attr: nvvm.MMAFragEnum.Attr(c, frag)})
	r.ReplaceWithOp(op, "nvvm.wmma.load", []*ir.Value{ptr, stride}, []ir.Type{t}, props...)
	return nil
}

func (l *lowering) storeMatrix(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	f, ok := fragmentOf(op.Operand(0).Type().(*gpu.MMAMatrixType))
	if !ok {
		return r.NoMatch(noFragment)
	}
	ptr, stride := l.place(op, 1, in, r)
	args := append(append([]*ir.Value{ptr}, registersOf(r, in.One(0))...), stride)
	r.Op("nvvm.wmma.store", args, []ir.Type{}, f.props(op.Context(), op.Prop("transpose") != nil)...)
	r.Replace(op)
	return nil
}

// registersOf are the registers of a converted matrix.
func registersOf(r *convert.Rewriter, v *ir.Value) []*ir.Value {
	s, ok := v.Type().(*llvm.StructType)
	if !ok {
		return []*ir.Value{v}
	}
	out := make([]*ir.Value, len(s.Fields))
	for i, t := range s.Fields {
		out[i] = llvm.NewExtractValue(r.Builder, []ir.Type{t}, v, llvm.ExtractValueProps{Position: r.Context().I64Array(int64(i))}).Op().Result(0)
	}
	return out
}

// matrix makes a converted matrix of its registers.
func matrix(r *convert.Rewriter, t ir.Type, regs []*ir.Value) *ir.Value {
	if _, ok := t.(*llvm.StructType); !ok {
		return regs[0]
	}
	return tollvm.Results(r, r.Context(), regs)
}

func (l *lowering) constantMatrix(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	f, ok := fragmentOf(op.Result(0).Type().(*gpu.MMAMatrixType))
	if !ok {
		return r.NoMatch(noFragment)
	}
	v := in.One(0)
	switch t := f.regs.Fields[0].(type) {
	case *ir.VectorType:
		pair := llvm.NewPoison(r.Builder, []ir.Type{t}).Op().Result(0)
		for i := range t.Shape[0] {
			pair = llvm.NewInsertElement(r.Builder, []ir.Type{t}, pair, v, i32(r, i)).Op().Result(0)
		}
		v = pair
	case *ir.FloatType:
	default:
		if t != v.Type() {
			return r.NoMatch("elements of 8 bits and of tf32 lie packed in registers, which the layout does not tell")
		}
	}
	regs := make([]*ir.Value, len(f.regs.Fields))
	for i := range regs {
		regs[i] = v
	}
	t, _ := l.types.ConvertOne(op.Result(0).Type())
	r.Replace(op, matrix(r, t, regs))
	return nil
}

func (l *lowering) multiply(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	a, okA := fragmentOf(op.Operand(0).Type().(*gpu.MMAMatrixType))
	sum, okC := fragmentOf(op.Operand(2).Type().(*gpu.MMAMatrixType))
	if !okA || !okC {
		return r.NoMatch(noFragment)
	}
	c := op.Context()
	rows := op.Operand(0).Type().(*gpu.MMAMatrixType).Shape
	cols := op.Result(0).Type().(*gpu.MMAMatrixType).Shape
	shape := fragment{m: rows[0], n: cols[1], k: rows[1]}
	if _, _, ok := nvvm.WMMAFragment(c, a.elem, "a", shape.m, shape.n, shape.k); !ok {
		return r.NoMatch(noFragment)
	}
	var args []*ir.Value
	for i := range 3 {
		args = append(args, registersOf(r, in.One(i))...)
	}
	t, _ := l.types.ConvertOne(op.Result(0).Type())
	props := append(shape.extents(c),
		ir.NamedAttr{Name: "layoutA", Attr: layout(c, op.Prop("a_transpose") != nil)}, ir.NamedAttr{Name: "layoutB", Attr: layout(c, op.Prop("b_transpose") != nil)},
		ir.NamedAttr{Name: "eltypeA", Attr: mmaType(c, a.elem)}, ir.NamedAttr{Name: "eltypeB", Attr: mmaType(c, sum.elem)})
	r.ReplaceWithOp(op, "nvvm.wmma.mma", args, []ir.Type{t}, props...)
	return nil
}

// onRegisters are the operations on elements that one operation of llvm does on
// registers.
var onRegisters = map[string]string{
	"addf": "llvm.fadd", "subf": "llvm.fsub", "mulf": "llvm.fmul", "divf": "llvm.fdiv", "maxf": "llvm.intr.maximum", "minf": "llvm.intr.minimum",
	"negatef": "llvm.fneg", "addi": "llvm.add", "subi": "llvm.sub", "muli": "llvm.mul", "divs": "llvm.sdiv", "divu": "llvm.udiv",
}

func (l *lowering) elementwise(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, ok := l.types.ConvertOne(op.Result(0).Type())
	if !ok {
		return r.NoMatch(noFragment)
	}
	e := op.Info().Def.Props[0].Enum
	v, _ := e.Of(op.Prop("opType"))
	kind, _ := e.Keyword(v)
	name := onRegisters[kind]
	f, _ := fragmentOf(op.Result(0).Type().(*gpu.MMAMatrixType))
	packed := f.elem == "s8" || f.elem == "u8" || f.elem == "tf32"
	if name == "" || packed {
		return r.NoMatch(fmt.Sprintf("'%s' is not an operation on the registers that hold %s", kind, f.elem))
	}
	var parts [][]*ir.Value
	for i := range in.Len() {
		parts = append(parts, registersOf(r, in.One(i)))
	}
	regs := make([]*ir.Value, len(parts[0]))
	for i := range regs {
		var args []*ir.Value
		for _, p := range parts {
			args = append(args, p[i])
		}
		regs[i] = r.Op(name, args, []ir.Type{args[0].Type()}).Result(0)
	}
	r.Replace(op, matrix(r, t, regs))
	return nil
}
