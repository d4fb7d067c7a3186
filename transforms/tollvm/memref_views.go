package tollvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/memref"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// global makes an array of the elements; without a value it is defined
// elsewhere.
func (l *memrefLowering) global(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	c := op.Context()
	t := op.Prop("type").(*ir.TypeAttr).Value.(*ir.MemRefType)
	array, ok := l.arrayOf(t)
	space, okSpace := addressSpace(t.MemSpace)
	if !ok || !okSpace {
		return r.NoMatch("its elements or its memory space are not LLVM's")
	}
	linkage := "external"
	if ir.IsPrivate(op) {
		linkage = "private"
	}
	props := llvm.GlobalProps{
		GlobalType: ir.TypeAttrOf(array), SymName: op.Prop("sym_name"), Constant: op.Prop("constant"), Alignment: op.Prop("alignment"),
		AddrSpace: ir.IntAttr(c.I(32), int64(space)),
	}
	v := op.Prop("initial_value")
	if _, none := v.(*ir.UnitAttr); !none && v != nil {
		props.Value = globalValue(v, array)
		if props.Value == nil {
			return r.NoMatch("its elements have no form in LLVM")
		}
	} else if none && linkage == "external" {
		linkage = "common" // defined here, with no value
	}
	e, _ := llvm.LinkageEnum.Value(linkage)
	props.Linkage = llvm.LinkageEnum.Attr(c, e)
	llvm.NewGlobal(r.Builder, props)
	r.Replace(op)
	return nil
}

// globalValue is the initial value of an array; one element stands for
// itself, as in MLIR.
func globalValue(v ir.Attr, array ir.Type) ir.Attr {
	if d, ok := v.(*ir.DenseAttr); ok {
		if _, isArray := array.(*llvm.ArrayType); !isArray {
			return d.Elem(0)
		}
		if !ir.IsIndex(ir.ElemOrSelf(d.Type())) {
			return d
		}
	}
	return nil
}

// arrayOf is the type of the memory of a memref of static shape.
func (l *memrefLowering) arrayOf(t *ir.MemRefType) (ir.Type, bool) {
	elem, ok := l.types.ConvertOne(t.Elem)
	for i := len(t.Shape) - 1; i >= 0 && ok; i-- {
		elem = llvm.ArrayOf(t.Shape[i], elem)
	}
	return elem, ok
}

func (l *memrefLowering) getGlobal(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	t, _ := memRefOf(op.Result(0))
	desc, ok := l.types.ConvertOne(t)
	if !ok {
		return r.NoMatch("the memref has no descriptor")
	}
	ptr := desc.(*llvm.StructType).Fields[fieldAligned]
	p := llvm.NewAddressOf(r.Builder, []ir.Type{ptr}, llvm.AddressOfProps{GlobalName: op.Prop("name")}).Op().Result(0)
	r.Replace(op, packStatic(newNumbers(r, indexOf(desc)), t, desc, p, p, nil))
	return nil
}

// listed are numbers of a view: each is static or, where that is ir.Dynamic,
// the next value.
func listed(r *convert.Rewriter, index ir.Type, static ir.Attr, values []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, n := range static.(*ir.DenseArrayAttr).Ints() {
		if n != ir.Dynamic {
			out = append(out, number(r, index, n))
			continue
		}
		out = append(out, values[0])
		values = values[1:]
	}
	return out
}

// parts are the offsets, sizes and strides of memref.subview or
// memref.reinterpret_cast.
func parts(op *ir.Operation, in convert.Operands, r *convert.Rewriter, index ir.Type) (offsets, sizes, strides []*ir.Value) {
	get := func(slot int, prop string) []*ir.Value {
		lo, hi := op.OperandRange(slot)
		return listed(r, index, op.Prop(prop), in.Range(lo, hi))
	}
	return get(1, "static_offsets"), get(2, "static_sizes"), get(3, "static_strides")
}

func (l *memrefLowering) subview(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	src, _ := memRefOf(op.Operand(0))
	dst, _ := memRefOf(op.Result(0))
	desc, ok := l.types.ConvertOne(dst)
	if !ok {
		return r.NoMatch("the result has no descriptor")
	}
	d := describe(r, in.One(0), src)
	offsets, sizes, strides := parts(op, in, r, d.index())
	offset := d.offsetVal()
	for i, o := range offsets {
		offset = add(r, offset, mul(r, o, d.stride(i)))
	}
	s, _ := memref.AsSubview(op)
	full := memref.InferSubview(src, ints(s.StaticOffsets()), ints(s.StaticSizes()), ints(s.StaticStrides()))
	p := shaped{allocated: d.allocated(), aligned: d.aligned(), offset: offset}
	for _, i := range memref.KeptDims(full, dst) {
		p.sizes = append(p.sizes, sizes[i])
		p.strides = append(p.strides, mul(r, strides[i], d.stride(i)))
	}
	r.Replace(op, pack(r, desc, p))
	return nil
}

func ints(a ir.Attr) []int64 { return a.(*ir.DenseArrayAttr).Ints() }

func (l *memrefLowering) reinterpretCast(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	src, ok := memRefOf(op.Operand(0))
	desc, okResult := l.types.ConvertOne(op.Result(0).Type())
	if !ok || !okResult {
		return r.NoMatch("a memref without a rank has no descriptor")
	}
	d := describe(r, in.One(0), src)
	offsets, sizes, strides := parts(op, in, r, d.index())
	r.Replace(op, pack(r, desc, shaped{d.allocated(), d.aligned(), offsets[0], sizes, strides}))
	return nil
}

func (l *memrefLowering) view(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, _ := memRefOf(op.Result(0))
	desc, ok := l.types.ConvertOne(t)
	if !ok {
		return r.NoMatch("the result has no descriptor")
	}
	d, byteType := l.access(op, 0, in, r)
	start := gep(r, d.aligned(), in.One(1), byteType, 0)
	r.Replace(op, packStatic(newNumbers(r, indexOf(desc)), t, desc, d.allocated(), start, in.Range(2, in.Len())))
	return nil
}

func (l *memrefLowering) transpose(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	src, _ := memRefOf(op.Operand(0))
	desc, ok := l.types.ConvertOne(op.Result(0).Type())
	if !ok {
		return r.NoMatch("the result has no descriptor")
	}
	d := describe(r, in.One(0), src)
	p := shaped{allocated: d.allocated(), aligned: d.aligned(), offset: d.offsetVal()}
	m := op.Prop("permutation").(*ir.AffineMapAttr).Map
	for i := range src.Shape {
		from, _ := m.Result(i).Position()
		p.sizes = append(p.sizes, d.size(from))
		p.strides = append(p.strides, d.stride(from))
	}
	r.Replace(op, pack(r, desc, p))
	return nil
}

// groups are the dimensions that belong together.
func groups(op *ir.Operation) [][]int {
	var out [][]int
	for _, g := range op.Prop("reassociation").(*ir.ArrayAttr).Elems {
		var dims []int
		for _, e := range g.(*ir.ArrayAttr).Elems {
			n, _ := ir.IntValue(e)
			dims = append(dims, int(n))
		}
		out = append(out, dims)
	}
	return out
}

// expandShape keeps the stride of a dimension for the last of its group;
// those before it are as long as all behind them.
func (l *memrefLowering) expandShape(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	src, _ := memRefOf(op.Operand(0))
	desc, ok := l.types.ConvertOne(op.Result(0).Type())
	if !ok {
		return r.NoMatch("the result has no descriptor")
	}
	d := describe(r, in.One(0), src)
	lo, hi := op.OperandRange(1)
	sizes := listed(r, d.index(), op.Prop("static_output_shape"), in.Range(lo, hi))
	strides := make([]*ir.Value, len(sizes))
	for g, dims := range groups(op) {
		next := d.stride(g)
		for i := len(dims) - 1; i >= 0; i-- {
			strides[dims[i]] = next
			if i > 0 {
				next = mul(r, next, sizes[dims[i]])
			}
		}
	}
	for i, s := range strides {
		if s == nil { // a memref of no dimensions becomes dimensions of one element
			strides[i] = number(r, d.index(), 1)
		}
	}
	r.Replace(op, pack(r, desc, shaped{d.allocated(), d.aligned(), d.offsetVal(), sizes, strides}))
	return nil
}

// collapseShape multiplies the sizes of a group; its stride is the one of the
// last dimension that has more than one element.
func (l *memrefLowering) collapseShape(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	src, _ := memRefOf(op.Operand(0))
	desc, ok := l.types.ConvertOne(op.Result(0).Type())
	if !ok {
		return r.NoMatch("the result has no descriptor")
	}
	d := describe(r, in.One(0), src)
	p := shaped{allocated: d.allocated(), aligned: d.aligned(), offset: d.offsetVal()}
	for _, dims := range groups(op) {
		size := number(r, d.index(), 1)
		last := dims[len(dims)-1]
		for _, i := range dims {
			size = mul(r, size, d.size(i))
			if src.Shape[i] != 1 {
				last = i
			}
		}
		p.sizes, p.strides = append(p.sizes, size), append(p.strides, d.stride(last))
	}
	r.Replace(op, pack(r, desc, p))
	return nil
}

func (l *memrefLowering) spaceCast(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	src, ok := memRefOf(op.Operand(0))
	desc, okResult := l.types.ConvertOne(op.Result(0).Type())
	if !ok || !okResult {
		return r.NoMatch("a memref without a rank has no descriptor")
	}
	d := describe(r, in.One(0), src)
	ptr := desc.(*llvm.StructType).Fields[fieldAligned]
	if ptr == d.ptr() {
		r.Replace(op, d.v)
		return nil
	}
	cast := func(v *ir.Value) *ir.Value {
		return llvm.NewAddrSpaceCast(r.Builder, []ir.Type{ptr}, v).Op().Result(0)
	}
	p := shaped{allocated: cast(d.allocated()), aligned: cast(d.aligned()), offset: d.offsetVal()}
	for i := range src.Shape {
		p.sizes, p.strides = append(p.sizes, d.size(i)), append(p.strides, d.stride(i))
	}
	r.Replace(op, pack(r, desc, p))
	return nil
}

// metadata gives the fields of the descriptor; the base is the memory as a
// memref of one element.
func (l *memrefLowering) metadata(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	src, _ := memRefOf(op.Operand(0))
	base, _ := memRefOf(op.Result(0))
	desc, ok := l.types.ConvertOne(base)
	if !ok {
		return r.NoMatch("the base has no descriptor")
	}
	d := describe(r, in.One(0), src)
	out := []*ir.Value{packStatic(newNumbers(r, indexOf(desc)), base, desc, d.allocated(), d.aligned(), nil), d.offsetVal()}
	for i := range src.Shape {
		out = append(out, d.size(i))
	}
	for i := range src.Shape {
		out = append(out, d.stride(i))
	}
	r.Replace(op, out...)
	return nil
}

func (l *memrefLowering) address(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, ok := memRefOf(op.Operand(0))
	index, _ := l.types.ConvertOne(op.Result(0).Type())
	if !ok {
		return r.NoMatch("a memref without a rank has no descriptor")
	}
	d := describe(r, in.One(0), t)
	r.Replace(op, llvm.NewPtrToInt(r.Builder, []ir.Type{index}, d.aligned()).Op().Result(0))
	return nil
}

// copy copies memory without gaps at once, and other memory element by
// element, in a loop a dimension.
func (l *memrefLowering) copy(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	st, okS := memRefOf(op.Operand(0))
	dt, okD := memRefOf(op.Operand(1))
	if !okS || !okD {
		return r.NoMatch("a memref without a rank has no descriptor")
	}
	src, elem := l.access(op, 0, in, r)
	dst, _ := l.access(op, 1, in, r)
	if contiguousStrides(st, src.strides) && contiguousStrides(dt, dst.strides) {
		n := bytes(r, elem, src.index(), src.ptr())
		for i := range st.Shape {
			n = mul(r, n, src.size(i))
		}
		llvm.NewMemcpy(r.Builder, dst.start(elem), src.start(elem), n, llvm.MemcpyProps{IsVolatile: ir.IntAttr(op.Context().I(1), 0)})
		r.Replace(op)
		return nil
	}
	var sizes, indices []*ir.Value
	for i := range st.Shape {
		sizes = append(sizes, src.size(i))
	}
	loops(op, r, src.index(), sizes, func(at []*ir.Value) {
		indices = at
		v := llvm.NewLoad(r.Builder, []ir.Type{elem}, src.element(elem, indices), llvm.LoadProps{}).Op().Result(0)
		llvm.NewStore(r.Builder, v, dst.element(elem, indices), llvm.StoreProps{})
	})
	r.Replace(op)
	return nil
}

// loops makes a nest of loops from 0 to sizes in front of op, with what body
// makes inside.
func loops(op *ir.Operation, r *convert.Rewriter, index ir.Type, sizes []*ir.Value, body func(at []*ir.Value)) {
	before := op.Block()
	rest := r.SplitBlock(before, op)
	region := before.Region()
	exit, from := rest, before
	var at []*ir.Value
	type level struct{ head, latch *ir.Block }
	var open []level
	for _, n := range sizes {
		head := r.CreateBlock(region, rest, op.Loc(), index)
		inner := r.CreateBlock(region, rest, op.Loc())
		latch := r.CreateBlock(region, exit, op.Loc())
		r.AtEnd(from)
		llvm.NewBr(r.Builder, []*ir.Value{number(r, index, 0)}, head, llvm.BrProps{})
		r.AtEnd(head)
		i := head.Arg(0)
		more := build{r, index}.icmp(icmpSLT, i, n)
		llvm.NewCondBr(r.Builder, more, nil, nil, inner, exit, llvm.CondBrProps{})
		at, open = append(at, i), append(open, level{head, latch})
		exit, from = latch, inner
	}
	r.AtEnd(from)
	body(at)
	llvm.NewBr(r.Builder, nil, exit, llvm.BrProps{})
	for i, o := range open {
		r.AtEnd(o.latch)
		next := add(r, at[i], number(r, index, 1))
		llvm.NewBr(r.Builder, []*ir.Value{next}, o.head, llvm.BrProps{})
	}
	r.Before(op)
}
