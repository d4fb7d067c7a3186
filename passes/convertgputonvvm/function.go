package convertgputonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/gpu"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
	"github.com/tile-opt/tile-opt/transforms/tollvm"
)

// sharedSpace is the address space of shared memory (LLVM's NVPTX usage guide,
// "Address Spaces").
const sharedSpace = 3

// launchAttrs are the properties of gpu.func that say how it is launched, and
// what else the back end calls them.
var launchAttrs = []struct{ prop, also string }{
	{"known_block_size", "nvvm.maxntid"}, {"known_grid_size", ""}, {"known_cluster_size", "nvvm.cluster_dim"},
}

func (l *lowering) function(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	f, _ := gpu.AsFunc(op)
	c, ft := op.Context(), f.Signature()
	if err := tollvm.CheckResults(op, ft.Results); err != nil {
		return err
	}
	groups, ok := tollvm.Params(l.types, ft.Inputs, l.bare)
	if !ok {
		return op.OpError("has a signature with types that LLVM has not: %s", ft)
	}
	sig, ok := tollvm.FuncType(c, l.types, groups, ft.Results)
	if !ok {
		return op.OpError("has a signature with types that LLVM has not: %s", ft)
	}
	props := llvm.FuncProps{
		SymName: op.Attr("sym_name"), FunctionType: ir.TypeAttrOf(sig),
		ArgAttrs: tollvm.ParamAttrs(f.ArgAttrs(), groups),
	}
	if len(ft.Results) == 1 {
		props.ResAttrs = f.ResAttrs()
	}
	if err := l.memory(f, r); err != nil {
		return err
	}
	r.Before(op)
	n := llvm.NewFunc(r.Builder, props).Op()
	for _, a := range op.Attrs() {
		if a.Name != "sym_name" && a.Name != "workgroup_attributions" {
			n.SetAttr(a.Name, a.Attr)
		}
	}
	if f.IsKernel() {
		n.SetAttr("nvvm.kernel", c.Unit())
	}
	for _, a := range launchAttrs {
		if v := op.Prop(a.prop); v != nil {
			n.SetAttr("gpu."+a.prop, v)
			if a.also != "" && f.IsKernel() {
				n.SetAttr(a.also, v)
			}
		}
	}
	r.InlineRegionBefore(f.Body(), n.RegionAt(0), nil)
	tollvm.Enter(r, n.RegionAt(0).Entry(), l.types, ft.Inputs, groups)
	r.Replace(op)
	return nil
}

// memory replaces the arguments of the body that are memory of the block or of
// the thread by globals and stack.
func (l *lowering) memory(f gpu.Func, r *convert.Rewriter) error {
	op, body := f.Op(), f.Body().Entry()
	first := len(f.Signature().Inputs)
	name, _ := ir.SymbolName(op)
	for i, v := range f.Workgroup() {
		t := v.Type().(*ir.MemRefType)
		if !ir.HasStaticShape(t) {
			return op.OpError("has workgroup memory of a size that is not known: %s", t)
		}
		alignment := attributeOf(f.WorkgroupAttribAttrs(), i, "llvm.align")
		global, err := l.shared(op, r, fmt.Sprintf("__wg_%s_%d", name, i), elements(t), t.Elem, alignment)
		if err != nil {
			return err
		}
		r.AtStart(body)
		desc, ok := l.types.ConvertOne(t)
		if !ok {
			return op.OpError("has workgroup memory that LLVM has not: %s", t)
		}
		p := llvm.NewAddressOf(r.Builder, []ir.Type{llvm.PtrOf(op.Context(), sharedSpace)}, llvm.AddressOfProps{GlobalName: global}).Op().Result(0)
		tollvm.ReplaceBy(r, v, tollvm.Descriptor(r, t, desc, p))
	}
	for i, v := range f.Private() {
		t := v.Type().(*ir.MemRefType)
		desc, ok := l.types.ConvertOne(t)
		if !ok || !ir.HasStaticShape(t) {
			return op.OpError("has private memory that LLVM has not: %s", t)
		}
		r.AtStart(body)
		p := l.private(r, t, desc, attributeOf(f.PrivateAttribAttrs(), i, "llvm.align"))
		tollvm.ReplaceBy(r, v, tollvm.Descriptor(r, t, desc, p))
	}
	for n := body.NumArgs() - 1; n >= first; n-- {
		body.EraseArg(n)
	}
	return nil
}

func (l *lowering) private(r *convert.Rewriter, t *ir.MemRefType, desc ir.Type, alignment ir.Attr) *ir.Value {
	elem, _ := l.types.ConvertOne(t.Elem)
	return tollvm.Stack(r, elem, number(r, r.Context().I(64), elements(t)), tollvm.PointerOf(desc), alignment)
}

// elements is the number of elements of a memref of static shape.
func elements(t *ir.MemRefType) int64 {
	n := int64(1)
	for _, d := range t.Shape {
		n *= d
	}
	return n
}

// attributeOf is an attribute of argument i in an array of dictionaries, as an
// i64, nil when it has none.
func attributeOf(attrs ir.Attr, i int, name string) ir.Attr {
	arr, ok := attrs.(*ir.ArrayAttr)
	if !ok || i >= len(arr.Elems) {
		return nil
	}
	for _, e := range arr.Elems[i].(*ir.DictAttr).Entries {
		if n, isInt := ir.IntValue(e.Attr); isInt && e.Name == name {
			return attrs.Context().I64Attr(n)
		}
	}
	return nil
}

// shared makes a global of n elements in shared memory, in front of the
// function around op, and returns its symbol; name is changed where it is
// taken.
func (l *lowering) shared(op *ir.Operation, r *convert.Rewriter, name string, n int64, elem ir.Type, alignment ir.Attr) (ir.Attr, error) {
	c := op.Context()
	t, ok := l.types.ConvertOne(elem)
	if !ok {
		return nil, op.OpError("needs shared memory for elements that LLVM has not: %s", elem)
	}
	fn := op
	for fn.Parent() != nil && !fn.Parent().Has(ir.SymbolTable) {
		fn = fn.Parent()
	}
	name = freeName(fn.Parent(), name)
	at := r.Save()
	r.Before(fn)
	llvm.NewGlobal(r.Builder, llvm.GlobalProps{
		GlobalType: ir.TypeAttrOf(llvm.ArrayOf(n, t)), SymName: c.Str(name), Linkage: linkage(c, "internal"),
		AddrSpace: ir.IntAttr(c.I(32), sharedSpace), Alignment: alignment,
	})
	r.Restore(at)
	return c.SymbolRef(name), nil
}

func linkage(c *ir.Context, keyword string) ir.Attr {
	v, _ := llvm.LinkageEnum.Value(keyword)
	return llvm.LinkageEnum.Attr(c, v)
}

// freeName returns a name that no symbol of the table has.
func freeName(table *ir.Operation, name string) string {
	for i := 0; ; i++ {
		try := name
		if i > 0 {
			try = fmt.Sprintf("%s_%d", name, i)
		}
		if table == nil || ir.LookupSymbol(table, try) == nil {
			return try
		}
	}
}

func ret(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	llvm.NewReturn(r.Builder, tollvm.Results(r, op.Context(), in.Flat()))
	r.Replace(op)
	return nil
}

// dynamicShared is the memory behind an external global without a size; how
// much there is tells a register.
func (l *lowering) dynamicShared(op *ir.Operation, _ convert.Operands, r *convert.Rewriter) error {
	c := op.Context()
	t := op.Result(0).Type().(*ir.MemRefType)
	desc, ok := l.types.ConvertOne(t)
	table := ir.NearestSymbolTable(op)
	if !ok || table == nil {
		return r.NoMatch("the memory has no descriptor")
	}
	const name = "__dynamic_shmem__"
	if g := ir.LookupSymbol(table, name); g == nil {
		at := r.Save()
		r.AtStart(table.RegionAt(0).Entry())
		llvm.NewGlobal(r.Builder, llvm.GlobalProps{
			GlobalType: ir.TypeAttrOf(llvm.ArrayOf(0, c.I(8))), SymName: c.Str(name), Linkage: linkage(c, "external"),
			AddrSpace: ir.IntAttr(c.I(32), sharedSpace), Alignment: c.I64Attr(dynamicAlign),
		})
		r.Restore(at)
	} else if !g.Is("llvm.mlir.global") {
		return op.OpError("needs the symbol '%s', which the module has for something else", name)
	}
	p := llvm.NewAddressOf(r.Builder, []ir.Type{tollvm.PointerOf(desc)}, llvm.AddressOfProps{GlobalName: c.SymbolRef(name)}).Op().Result(0)
	size := l.index(r, read(r, "dynamic.smem.size", 0, 0))
	r.Replace(op, tollvm.Descriptor(r, t, desc, p, size))
	return nil
}

// dynamicAlign is the alignment of dynamic shared memory, in bytes.
const dynamicAlign = 16
