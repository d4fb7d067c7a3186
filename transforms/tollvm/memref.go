package tollvm

import (
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/memref"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// MemRefPatterns convert the operations of memref. Heap
// allocations become calls of malloc and free, which stand in the module or
// the gpu.module around them.
func MemRefPatterns(types *convert.TypeConverter) []convert.Pattern {
	l := &memrefLowering{types: types}
	ps := []convert.Pattern{
		{Root: "memref.load", Rewrite: l.load},
		{Root: "memref.store", Rewrite: l.store},
		{Root: "memref.atomic_rmw", Rewrite: l.atomicRMW},
		{Root: "memref.generic_atomic_rmw", Rewrite: l.genericAtomicRMW},
		{Root: "memref.dim", Rewrite: l.dim},
		{Root: "memref.rank", Rewrite: l.rank},
		{Root: "memref.cast", Rewrite: l.cast},
		{Root: "memref.assume_alignment", Rewrite: forward},
		{Root: "memref.distinct_objects", Rewrite: forward},
		{Root: "memref.prefetch", Rewrite: drop},
		{Root: "memref.alloc", Rewrite: l.alloc},
		{Root: "memref.alloca", Rewrite: l.alloca},
		{Root: "memref.dealloc", Rewrite: l.dealloc},
		{Root: "memref.copy", Rewrite: l.copy},
		{Root: "memref.dma_start", Rewrite: l.dmaStart},
		{Root: "memref.dma_wait", Rewrite: drop},
		{Root: "memref.global", Rewrite: l.global},
		{Root: "memref.get_global", Rewrite: l.getGlobal},
		{Root: "memref.subview", Rewrite: l.subview},
		{Root: "memref.reinterpret_cast", Rewrite: l.reinterpretCast},
		{Root: "memref.view", Rewrite: l.view},
		{Root: "memref.transpose", Rewrite: l.transpose},
		{Root: "memref.reshape", Rewrite: l.reshape},
		{Root: "memref.expand_shape", Rewrite: l.expandShape},
		{Root: "memref.collapse_shape", Rewrite: l.collapseShape},
		{Root: "memref.memory_space_cast", Rewrite: l.spaceCast},
		{Root: "memref.extract_strided_metadata", Rewrite: l.metadata},
		{Root: "memref.extract_aligned_pointer_as_index", Rewrite: l.address},
	}
	for i := range ps {
		ps[i].Name = ps[i].Root + "-to-llvm"
		ps[i].Converter = types
	}
	return ps
}

type memrefLowering struct{ types *convert.TypeConverter }

func memRefOf(v *ir.Value) (*ir.MemRefType, bool) {
	t, ok := v.Type().(*ir.MemRefType)
	return t, ok
}

// access returns the descriptor of operand n and what its elements become.
func (l *memrefLowering) access(op *ir.Operation, n int, in convert.Operands, r *convert.Rewriter) (descriptor, ir.Type) {
	t, _ := memRefOf(op.Operand(n))
	elem, _ := l.types.ConvertOne(t.Elem)
	return describe(r, in.One(n), t), elem
}

func forward(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	r.Replace(op, in.Flat()...)
	return nil
}

func drop(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	r.Replace(op)
	return nil
}

func isTrue(a ir.Attr) ir.Attr {
	if v, _ := ir.BoolValue(a); v {
		return a.Context().Unit()
	}
	return nil
}

func (l *memrefLowering) load(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	d, elem := l.access(op, 0, in, r)
	p := d.element(elem, in.Range(1, in.Len()))
	n := llvm.NewLoad(r.Builder, []ir.Type{elem}, p, llvm.LoadProps{Alignment: op.Prop("alignment"), Nontemporal: isTrue(op.Prop("nontemporal"))})
	r.Replace(op, n.Op().Result(0))
	return nil
}

func (l *memrefLowering) store(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	d, elem := l.access(op, 1, in, r)
	p := d.element(elem, in.Range(2, in.Len()))
	llvm.NewStore(r.Builder, in.One(0), p, llvm.StoreProps{Alignment: op.Prop("alignment"), Nontemporal: isTrue(op.Prop("nontemporal"))})
	r.Replace(op)
	return nil
}

// atomicOps are the operations of llvm.atomicrmw that kinds of
// memref.atomic_rmw are, by keyword.
var atomicOps = map[string]string{
	"addf": "fadd", "addi": "add", "andi": "_and", "assign": "xchg", "maximumf": "fmaximum", "maxnumf": "fmax", "maxs": "max",
	"maxu": "umax", "minimumf": "fminimum", "minnumf": "fmin", "mins": "min", "minu": "umin", "ori": "_or", "xori": "_xor",
}

func (l *memrefLowering) atomicRMW(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	a, _ := memref.AsAtomicRMW(op)
	e := op.Info().Def.Props[0].Enum
	v, _ := e.Of(a.Kind())
	kw, _ := e.Keyword(v)
	d, elem := l.access(op, 1, in, r)
	p := d.element(elem, in.Range(2, in.Len()))
	bin, ok := llvm.AtomicBinOpEnum.Value(atomicOps[kw])
	if !ok {
		product := map[string]string{"mulf": "llvm.fmul", "muli": "llvm.mul"}[kw]
		l.exchangeLoop(op, r, p, elem, func(old *ir.Value) *ir.Value {
			return r.Op(product, []*ir.Value{old, in.One(0)}, []ir.Type{elem}).Result(0)
		})
		return nil
	}
	c := op.Context()
	n := llvm.NewAtomicRMW(r.Builder, []ir.Type{elem}, p, in.One(0), llvm.AtomicRMWProps{
		BinOp: llvm.AtomicBinOpEnum.Attr(c, bin), Ordering: ordering(c, "acq_rel"),
	})
	r.Replace(op, n.Op().Result(0))
	return nil
}

func ordering(c *ir.Context, keyword string) ir.Attr {
	v, _ := llvm.AtomicOrderingEnum.Value(keyword)
	return llvm.AtomicOrderingEnum.Attr(c, v)
}

// genericAtomicRMW is a loop around the body.
func (l *memrefLowering) genericAtomicRMW(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	d, elem := l.access(op, 0, in, r)
	p := d.element(elem, in.Range(1, in.Len()))
	body := op.RegionAt(0).Entry()
	ok := true
	l.exchangeLoop(op, r, p, elem, func(old *ir.Value) *ir.Value {
		end := llvm.NewUnreachable(r.Builder).Op() // marks where the body goes
		arg := old
		if t := body.Arg(0).Type(); t != elem {
			arg = r.Op(convert.CastName, []*ir.Value{old}, []ir.Type{t}).Result(0)
		}
		yield := body.Last()
		r.InlineBlockBefore(body, old.Block(), end, arg)
		next := yield.Operand(0)
		r.Erase(yield)
		r.Before(end)
		var vs []*ir.Value
		if vs, ok = r.Convert(l.types, next); !ok || len(vs) != 1 {
			ok = false
			return old
		}
		r.Erase(end)
		r.AtEnd(old.Block())
		return vs[0]
	})
	if !ok {
		return op.OpError("combines values of a type that LLVM has not")
	}
	return nil
}

// exchangeLoop replaces op by a loop that computes and exchanges until nobody
// came between, and hands on what memory held before.
//
//	... load          ^loop(%old):
//	br ^loop(%x)        next, cmpxchg; cond_br ^rest, ^loop(%now)
func (l *memrefLowering) exchangeLoop(op *ir.Operation, r *convert.Rewriter, p *ir.Value, elem ir.Type, next func(old *ir.Value) *ir.Value) {
	first := llvm.NewLoad(r.Builder, []ir.Type{elem}, p, llvm.LoadProps{}).Op().Result(0)
	before := op.Block()
	rest := r.SplitBlock(before, op)
	loop := r.CreateBlock(before.Region(), rest, op.Loc(), elem)
	r.AtEnd(before)
	llvm.NewBr(r.Builder, []*ir.Value{first}, loop, llvm.BrProps{})
	r.AtEnd(loop)
	old := loop.Arg(0)
	now, done := l.exchange(p, old, next(old), r)
	llvm.NewCondBr(r.Builder, done, nil, []*ir.Value{now}, rest, loop, llvm.CondBrProps{})
	r.Before(op)
	r.Replace(op, now)
}

// exchange is cmpxchg on integers of the width of the values: floats have no
// such instruction. It returns what memory held and whether it was old.
func (l *memrefLowering) exchange(p, old, next *ir.Value, r *convert.Rewriter) (now, done *ir.Value) {
	c, t := p.Context(), old.Type()
	bits := t
	if w, ok := ir.BitWidth(t); ok && ir.IsFloat(t) {
		bits = c.I(w)
		old = r.Op("llvm.bitcast", []*ir.Value{old}, []ir.Type{bits}).Result(0)
		next = r.Op("llvm.bitcast", []*ir.Value{next}, []ir.Type{bits}).Result(0)
	}
	i1 := c.I(1)
	pair := llvm.NewAtomicCmpXchg(r.Builder, []ir.Type{llvm.StructOf(c, bits, i1)}, p, old, next, llvm.AtomicCmpXchgProps{
		SuccessOrdering: ordering(c, "acq_rel"), FailureOrdering: ordering(c, "monotonic"),
	}).Op().Result(0)
	now, done = extract(r, pair, bits, 0), extract(r, pair, i1, 1)
	if bits != t {
		now = r.Op("llvm.bitcast", []*ir.Value{now}, []ir.Type{t}).Result(0)
	}
	return now, done
}

func (l *memrefLowering) dim(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, ok := memRefOf(op.Operand(0))
	if !ok {
		return l.dimUnranked(op, in, r)
	}
	d := describe(r, in.One(0), t)
	if i, known := knownIndex(op.Operand(1)); known {
		if i < 0 || i >= int64(len(t.Shape)) {
			return op.OpError("asks for dimension %d of a memref of %d", i, len(t.Shape))
		}
		r.Replace(op, d.size(int(i)))
		return nil
	}
	// No instruction indexes a struct at run time, so the size is chosen.
	size := d.size(0)
	for i := 1; i < len(t.Shape); i++ {
		b := build{r, d.index()}
		size = b.sel(b.icmp(icmpEQ, in.One(1), b.num(int64(i))), d.size(i), size)
	}
	r.Replace(op, size)
	return nil
}

// knownIndex returns the value of a constant, before or after it was
// converted.
func knownIndex(v *ir.Value) (int64, bool) {
	def := v.Def()
	for def != nil && def.Is(convert.CastName) && def.NumOperands() == 1 {
		def = def.Operand(0).Def()
	}
	if def == nil || !def.Is("arith.constant") && !def.Is("llvm.mlir.constant") {
		return 0, false
	}
	return ir.IntValue(def.Prop("value"))
}

func (l *memrefLowering) rank(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, ok := memRefOf(op.Operand(0))
	if !ok {
		index, _ := l.types.ConvertOne(op.Result(0).Type())
		r.Replace(op, extract(r, in.One(0), index, fieldRank))
		return nil
	}
	r.Replace(op, number(r, indexOf(in.One(0).Type()), int64(len(t.Shape))))
	return nil
}

// cast hands the descriptor on: it says all sizes, whatever the type says.
func (l *memrefLowering) cast(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	from, okFrom := memRefOf(op.Operand(0))
	to, okTo := memRefOf(op.Result(0))
	if !okFrom || !okTo {
		return l.castUnranked(op, in, r)
	}
	d := describe(r, in.One(0), from)
	desc, ok := l.types.ConvertOne(to)
	if !ok {
		return r.NoMatch("the result has no descriptor")
	}
	if desc == d.v.Type() {
		r.Replace(op, d.v)
		return nil
	}
	return r.NoMatch("the descriptors differ")
}

// bytes is the size of an element as arrays of it have it.
func bytes(r *convert.Rewriter, elem, index, ptr ir.Type) *ir.Value {
	if n := elemBytes(elem); n > 0 {
		return number(r, index, n)
	}
	zero := llvm.NewZero(r.Builder, []ir.Type{ptr}).Op().Result(0)
	next := gep(r, zero, number(r, index, 1), elem, 0)
	return llvm.NewPtrToInt(r.Builder, []ir.Type{index}, next).Op().Result(0)
}

// elemBytes is the size of a number or a vector of them, 0 for other types:
// LLVM's data layout for NVPTX rounds up to a power of two.
func elemBytes(t ir.Type) int64 {
	w, ok := ir.BitWidth(ir.ElemOrSelf(t))
	if !ok {
		return 0
	}
	n := (int64(w) + 7) / 8
	if v, ok := t.(*ir.VectorType); ok {
		for _, d := range v.Shape {
			n *= d
		}
	}
	size := int64(1)
	for size < n {
		size *= 2
	}
	return size
}

// allocation is the type of an allocation, what it becomes, its elements and
// the number of these.
func (l *memrefLowering) allocation(op *ir.Operation, in convert.Operands, r *convert.Rewriter) (t *ir.MemRefType, desc, elem ir.Type, dynamic []*ir.Value, err error) {
	t, _ = memRefOf(op.Result(0))
	desc, ok := l.types.ConvertOne(t)
	if strides, _, _ := memref.Strided(t); !ok || t.Layout != nil && !contiguousStrides(t, strides) {
		return nil, nil, nil, nil, r.NoMatch("memory is allocated without gaps")
	}
	elem, _ = l.types.ConvertOne(t.Elem)
	_, n := op.OperandRange(0)
	return t, desc, elem, in.Range(0, n), nil
}

// contiguousStrides reports whether known strides are those of rows without
// gaps.
func contiguousStrides(t *ir.MemRefType, strides []int64) bool {
	next := int64(1)
	for i := len(strides) - 1; i >= 0; i-- {
		if strides[i] != next || next == ir.Dynamic {
			return false
		}
		if t.Shape[i] == ir.Dynamic {
			next = ir.Dynamic
		} else {
			next *= t.Shape[i]
		}
	}
	return true
}

// count is the number of elements.
func count(ns numbers, t *ir.MemRefType, dynamic []*ir.Value) *ir.Value {
	known := int64(1)
	for _, d := range t.Shape {
		if d != ir.Dynamic {
			known *= d
		}
	}
	n := ns.of(known)
	for _, d := range dynamic {
		n = mul(ns.r, n, d)
	}
	return n
}

func (l *memrefLowering) alloc(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, desc, elem, dynamic, err := l.allocation(op, in, r)
	if err != nil {
		return err
	}
	c, index := op.Context(), indexOf(desc)
	generic := llvm.PtrOf(c, 0)
	if desc.(*llvm.StructType).Fields[0] != ir.Type(generic) {
		return r.NoMatch("heap memory lies in the generic address space")
	}
	if err := Declare(op, r, "malloc", llvm.FuncOf(generic, []ir.Type{index}, false)); err != nil {
		return err
	}
	ns := newNumbers(r, index)
	size := mul(r, count(ns, t, dynamic), bytes(r, elem, index, generic))
	align, aligned := ir.IntValue(op.Prop("alignment"))
	if aligned {
		size = add(r, size, number(r, index, align))
	}
	base := call(r, "malloc", []ir.Type{generic}, size)
	start := base
	if aligned {
		// The next multiple, as malloc promises less.
		at := llvm.NewPtrToInt(r.Builder, []ir.Type{index}, base).Op().Result(0)
		up := build{r, index}.bin("llvm.add", at, number(r, index, align-1))
		low := build{r, index}.bin("llvm.urem", up, number(r, index, align))
		start = llvm.NewIntToPtr(r.Builder, []ir.Type{generic}, build{r, index}.bin("llvm.sub", up, low), llvm.IntToPtrProps{}).Op().Result(0)
	}
	r.Replace(op, packStatic(ns, t, desc, base, start, dynamic))
	return nil
}

func call(r *convert.Rewriter, name string, types []ir.Type, args ...*ir.Value) *ir.Value {
	c := args[0].Context()
	op := llvm.NewCall(r.Builder, types, args, nil, llvm.CallProps{Callee: c.SymbolRef(name), OpBundleSizes: c.I32Array()}).Op()
	if op.NumResults() == 0 {
		return nil
	}
	return op.Result(0)
}

// Declare makes the declaration of a function of a library in the symbol
// table around op, unless it is there.
func Declare(op *ir.Operation, r *convert.Rewriter, name string, t *llvm.FuncType) error {
	table := ir.NearestSymbolTable(op)
	if table == nil {
		return op.OpError("needs the function '%s', but no module is around it", name)
	}
	if f := ir.LookupSymbol(table, name); f != nil {
		if ft, ok := f.Prop("function_type").(*ir.TypeAttr); ok && ft.Value == ir.Type(t) {
			return nil
		}
		return op.OpError("needs the function '%s' of type %s, but the module has another symbol of that name", name, t)
	}
	at := r.Save()
	r.AtStart(table.RegionAt(0).Entry())
	llvm.NewFunc(r.Builder, llvm.FuncProps{SymName: op.Context().Str(name), FunctionType: ir.TypeAttrOf(t)})
	r.Restore(at)
	return nil
}

func (l *memrefLowering) alloca(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, desc, elem, dynamic, err := l.allocation(op, in, r)
	if err != nil {
		return err
	}
	ns := newNumbers(r, indexOf(desc))
	p := Stack(r, elem, count(ns, t, dynamic), desc.(*llvm.StructType).Fields[0], op.Prop("alignment"))
	r.Replace(op, packStatic(ns, t, desc, p, p, dynamic))
	return nil
}

// Stack allocates n elements on the stack, which is in the generic space, and
// returns a pointer of the type wanted.
func Stack(r *convert.Rewriter, elem ir.Type, n *ir.Value, ptr ir.Type, alignment ir.Attr) *ir.Value {
	generic := ir.Type(llvm.PtrOf(elem.Context(), 0))
	p := llvm.NewAlloca(r.Builder, []ir.Type{generic}, n, llvm.AllocaProps{ElemType: ir.TypeAttrOf(elem), Alignment: alignment}).Op().Result(0)
	if ptr != generic {
		p = llvm.NewAddrSpaceCast(r.Builder, []ir.Type{ptr}, p).Op().Result(0)
	}
	return p
}

func (l *memrefLowering) dealloc(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t, ok := memRefOf(op.Operand(0))
	if !ok {
		return r.NoMatch("the memref has no rank")
	}
	c := op.Context()
	d := describe(r, in.One(0), t)
	if d.ptr() != ir.Type(llvm.PtrOf(c, 0)) {
		return r.NoMatch("heap memory lies in the generic address space")
	}
	if err := Declare(op, r, "free", llvm.FuncOf(llvm.VoidOf(c), []ir.Type{d.ptr()}, false)); err != nil {
		return err
	}
	call(r, "free", []ir.Type{}, d.allocated())
	r.Replace(op)
	return nil
}
