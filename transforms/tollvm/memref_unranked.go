package tollvm

import (
	"slices"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// The fields of what a memref without a rank becomes: the number of dimensions,
// and a pointer to the descriptor, as MLIR has them.
const (
	fieldRank = iota
	fieldDescriptor
)

// unrankedType is the struct that a memref without a rank becomes.
func unrankedType(c *ir.Context, indexWidth uint32) *llvm.StructType {
	return llvm.StructOf(c, c.I(indexWidth), llvm.PtrOf(c, 0))
}

// hasUnranked reports whether a value of one of the types is a pointer to
// memory that ends with the function around it.
func hasUnranked(ts []ir.Type) bool {
	return slices.ContainsFunc(ts, func(t ir.Type) bool {
		_, ok := t.(*ir.UnrankedMemRefType)
		return ok
	})
}

// CheckResults refuses results that would point into the stack of the function.
func CheckResults(fn *ir.Operation, results []ir.Type) error {
	if hasUnranked(results) {
		return fn.OpError("returns a memref without a rank, whose descriptor lies on the stack")
	}
	return nil
}

// forget stores a descriptor on the stack of the function around op, once for
// every time that it is entered.
func (l *memrefLowering) forget(op *ir.Operation, d descriptor, r *convert.Rewriter) *ir.Value {
	fn := op
	for p := op.Parent(); p != nil && !p.Has(ir.SymbolTable); p = p.Parent() {
		fn = p
	}
	c, index := op.Context(), d.index()
	at := r.Save()
	if fn != op {
		r.AtStart(fn.RegionAt(0).Entry())
	}
	p := Stack(r, d.v.Type(), number(r, index, 1), llvm.PtrOf(c, 0), nil)
	r.Restore(at)
	llvm.NewStore(r.Builder, d.v, p, llvm.StoreProps{})
	w, _ := ir.BitWidth(index)
	v := llvm.NewPoison(r.Builder, []ir.Type{unrankedType(c, w)}).Op().Result(0)
	v = insert(r, v, number(r, index, int64(len(d.t.Shape))), fieldRank)
	return insert(r, v, p, fieldDescriptor)
}

// pointerTo is the pointer to the descriptor of a converted memref without a
// rank.
func pointerTo(r *convert.Rewriter, v *ir.Value) *ir.Value {
	return extract(r, v, llvm.PtrOf(v.Context(), 0), fieldDescriptor)
}

// castUnranked gives or takes a rank.
func (l *memrefLowering) castUnranked(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	if from, ranked := memRefOf(op.Operand(0)); ranked {
		r.Replace(op, l.forget(op, describe(r, in.One(0), from), r))
		return nil
	}
	to, ranked := memRefOf(op.Result(0))
	if !ranked {
		r.Replace(op, in.One(0))
		return nil
	}
	desc, ok := l.types.ConvertOne(to)
	if !ok {
		return r.NoMatch("the result has no descriptor")
	}
	r.Replace(op, llvm.NewLoad(r.Builder, []ir.Type{desc}, pointerTo(r, in.One(0)), llvm.LoadProps{}).Op().Result(0))
	return nil
}

// dimUnranked reads a size from the descriptor: sizes lie behind two pointers and
// the offset.
func (l *memrefLowering) dimUnranked(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	t := op.Operand(0).Type().(*ir.UnrankedMemRefType)
	space, ok := addressSpace(t.MemSpace)
	if !ok {
		return r.NoMatch("its memory space is not LLVM's")
	}
	c, index := op.Context(), in.One(1).Type()
	ptr := llvm.PtrOf(c, space)
	head := llvm.StructOf(c, ptr, ptr, index)
	base := pointerTo(r, in.One(0))
	sizes := llvm.NewGEP(r.Builder, []ir.Type{base.Type()}, base, nil, llvm.GEPProps{
		RawConstantIndices: c.I32Array(1), ElemType: ir.TypeAttrOf(head),
	}).Op().Result(0)
	p := gep(r, sizes, in.One(1), index, 0)
	r.Replace(op, llvm.NewLoad(r.Builder, []ir.Type{index}, p, llvm.LoadProps{}).Op().Result(0))
	return nil
}

// reshape reads the sizes from memory. Neither memref has gaps or an offset, says
// the verifier.
func (l *memrefLowering) reshape(op *ir.Operation, in convert.Operands, r *convert.Rewriter) error {
	src, ok := memRefOf(op.Operand(0))
	dst, okResult := memRefOf(op.Result(0))
	if !ok || !okResult {
		return r.NoMatch("the number of sizes is not known")
	}
	desc, ok := l.types.ConvertOne(dst)
	if !ok {
		return r.NoMatch("the result has no descriptor")
	}
	d := describe(r, in.One(0), src)
	shape, elem := l.access(op, 1, in, r)
	index := d.index()
	var dynamic []*ir.Value
	for i, n := range dst.Shape {
		if n != ir.Dynamic {
			continue
		}
		p := shape.element(elem, []*ir.Value{number(r, index, int64(i))})
		v := llvm.NewLoad(r.Builder, []ir.Type{elem}, p, llvm.LoadProps{}).Op().Result(0)
		dynamic = append(dynamic, resize(r, v, index))
	}
	r.Replace(op, packStatic(newNumbers(r, index), dst, desc, d.allocated(), d.aligned(), dynamic))
	return nil
}

// resize makes an integer an index.
func resize(r *convert.Rewriter, v *ir.Value, index ir.Type) *ir.Value {
	have, _ := ir.BitWidth(v.Type())
	want, _ := ir.BitWidth(index)
	switch {
	case have < want:
		return r.Op("llvm.sext", []*ir.Value{v}, []ir.Type{index}).Result(0)
	case have > want:
		return r.Op("llvm.trunc", []*ir.Value{v}, []ir.Type{index}).Result(0)
	}
	return v
}
