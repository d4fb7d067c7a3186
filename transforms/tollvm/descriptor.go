package tollvm

import (
	"github.com/tile-opt/tile-opt/dialects/gpu"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/memref"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/transforms/convert"
)

// The fields of a descriptor, the struct that a memref becomes: the pointer
// that was allocated, the one to the first element before the offset, the
// offset, the sizes and the strides, as MLIR has them.
const (
	fieldAllocated = iota
	fieldAligned
	fieldOffset
	fieldSizes
	fieldStrides
)

// The address spaces that the spaces of gpu stand for (LLVM's NVPTX usage
// guide, "Address Spaces"). Memory of a thread is what alloca gives, in the
// generic space.
var gpuSpaces = map[int64]int64{gpu.GlobalSpace: 1, gpu.WorkgroupSpace: 3, gpu.PrivateSpace: 0}

// addressSpace returns the address space that a memory space stands for.
func addressSpace(space ir.Attr) (uint32, bool) {
	if space == nil {
		return 0, true
	}
	if v, ok := gpu.AddressSpaceEnum.Of(space); ok {
		return uint32(gpuSpaces[v]), true
	}
	v, ok := ir.IntValue(space)
	return uint32(v), ok && v >= 0 && v < 1<<24
}

// descriptorType returns the struct that a memref becomes, nil for one that
// has no strides or whose elements or space LLVM has not.
func descriptorType(t *ir.MemRefType, indexWidth uint32) ir.Type {
	space, ok := addressSpace(t.MemSpace)
	if _, _, strided := memref.Strided(t); !ok || !strided || convertType(t.Elem, indexWidth) == nil {
		return nil
	}
	c := t.Context()
	ptr, index := llvm.PtrOf(c, space), c.I(indexWidth)
	fields := []ir.Type{ptr, ptr, index}
	if n := int64(len(t.Shape)); n > 0 {
		fields = append(fields, llvm.ArrayOf(n, index), llvm.ArrayOf(n, index))
	}
	return llvm.StructOf(c, fields...)
}

// indexOf returns the type of the sizes in a descriptor.
func indexOf(desc ir.Type) ir.Type { return desc.(*llvm.StructType).Fields[fieldOffset] }

// descriptor reads and makes the descriptor of a memref in front of the
// operation that is converted. What the type says is a constant.
type descriptor struct {
	r       *convert.Rewriter
	v       *ir.Value
	t       *ir.MemRefType
	strides []int64
	offset  int64
}

// describe is the descriptor v of a memref of type t.
func describe(r *convert.Rewriter, v *ir.Value, t *ir.MemRefType) descriptor {
	strides, offset, _ := memref.Strided(t)
	return descriptor{r: r, v: v, t: t, strides: strides, offset: offset}
}

func (d descriptor) index() ir.Type { return indexOf(d.v.Type()) }

func (d descriptor) field(t ir.Type, path ...int64) *ir.Value {
	return extract(d.r, d.v, t, path...)
}

func extract(r *convert.Rewriter, v *ir.Value, t ir.Type, path ...int64) *ir.Value {
	return llvm.NewExtractValue(r.Builder, []ir.Type{t}, v, llvm.ExtractValueProps{Position: t.Context().I64Array(path...)}).Op().Result(0)
}

func insert(r *convert.Rewriter, into, v *ir.Value, path ...int64) *ir.Value {
	return llvm.NewInsertValue(r.Builder, []ir.Type{into.Type()}, into, v, llvm.InsertValueProps{Position: v.Context().I64Array(path...)}).Op().Result(0)
}

func (d descriptor) ptr() ir.Type { return d.v.Type().(*llvm.StructType).Fields[fieldAligned] }

func (d descriptor) allocated() *ir.Value { return d.field(d.ptr(), fieldAllocated) }
func (d descriptor) aligned() *ir.Value   { return d.field(d.ptr(), fieldAligned) }

func (d descriptor) offsetVal() *ir.Value {
	if d.offset != ir.Dynamic {
		return number(d.r, d.index(), d.offset)
	}
	return d.field(d.index(), fieldOffset)
}

func (d descriptor) size(i int) *ir.Value {
	if n := d.t.Shape[i]; n != ir.Dynamic {
		return number(d.r, d.index(), n)
	}
	return d.field(d.index(), fieldSizes, int64(i))
}

func (d descriptor) stride(i int) *ir.Value {
	if n := d.strides[i]; n != ir.Dynamic {
		return number(d.r, d.index(), n)
	}
	return d.field(d.index(), fieldStrides, int64(i))
}

// start is the pointer to the first element.
func (d descriptor) start(elem ir.Type) *ir.Value {
	if d.offset == 0 {
		return d.aligned()
	}
	return gep(d.r, d.aligned(), d.offsetVal(), elem, 0)
}

// linear is the distance of an element from the first.
func (d descriptor) linear(indices []*ir.Value) *ir.Value {
	var sum *ir.Value
	for i, x := range indices {
		if d.strides[i] != 1 {
			x = mul(d.r, x, d.stride(i))
		}
		sum = add(d.r, sum, x)
	}
	if sum == nil {
		return number(d.r, d.index(), 0)
	}
	return sum
}

// inBounds is inbounds of llvm.getelementptr, two flags.
const inBounds = 3

// element is the pointer to an element.
func (d descriptor) element(elem ir.Type, indices []*ir.Value) *ir.Value {
	if len(indices) == 0 {
		return d.start(elem)
	}
	return gep(d.r, d.start(elem), d.linear(indices), elem, inBounds)
}

func gep(r *convert.Rewriter, base, index *ir.Value, elem ir.Type, flags int64) *ir.Value {
	c := base.Context()
	return llvm.NewGEP(r.Builder, []ir.Type{base.Type()}, base, []*ir.Value{index}, llvm.GEPProps{
		RawConstantIndices: c.I32Array(llvm.DynamicIndex), ElemType: ir.TypeAttrOf(elem), NoWrapFlags: llvm.GEPNoWrapFlagsEnum.Attr(c, flags),
	}).Op().Result(0)
}

// number is a constant of an integer type.
func number(r *convert.Rewriter, t ir.Type, n int64) *ir.Value { return build{r, t}.num(n) }

// knownNumber returns the value of a constant made by number.
func knownNumber(v *ir.Value) (int64, bool) {
	if d := v.Def(); d != nil && d.Is("llvm.mlir.constant") {
		return ir.IntValue(d.Prop("value"))
	}
	return 0, false
}

// noSignedWrap is the flag nsw of llvm.add and llvm.mul.
const noSignedWrap = 1

func binary(r *convert.Rewriter, name string, x, y *ir.Value) *ir.Value {
	return r.Op(name, []*ir.Value{x, y}, []ir.Type{x.Type()},
		ir.NamedAttr{Name: "overflowFlags", Attr: llvm.IntegerOverflowFlagsEnum.Attr(x.Context(), noSignedWrap)}).Result(0)
}

// add returns x + y; nil stands for 0.
func add(r *convert.Rewriter, x, y *ir.Value) *ir.Value {
	if x == nil {
		return y
	}
	if n, ok := knownNumber(x); ok && n == 0 {
		return y
	}
	if n, ok := knownNumber(y); ok && n == 0 {
		return x
	}
	return binary(r, "llvm.add", x, y)
}

// mul returns x * y.
func mul(r *convert.Rewriter, x, y *ir.Value) *ir.Value {
	a, okX := knownNumber(x)
	b, okY := knownNumber(y)
	switch {
	case okX && okY:
		return number(r, x.Type(), a*b)
	case okX && a == 1:
		return y
	case okY && b == 1:
		return x
	}
	return binary(r, "llvm.mul", x, y)
}

// shaped are the parts of a descriptor to be made; strides and sizes have one
// value a dimension.
type shaped struct {
	allocated, aligned, offset *ir.Value
	sizes, strides             []*ir.Value
}

// pack makes a descriptor of type t, a struct.
func pack(r *convert.Rewriter, t ir.Type, p shaped) *ir.Value {
	v := llvm.NewPoison(r.Builder, []ir.Type{t}).Op().Result(0)
	v = insert(r, v, p.allocated, fieldAllocated)
	v = insert(r, v, p.aligned, fieldAligned)
	v = insert(r, v, p.offset, fieldOffset)
	for i := range p.sizes {
		v = insert(r, v, p.sizes[i], fieldSizes, int64(i))
		v = insert(r, v, p.strides[i], fieldStrides, int64(i))
	}
	return v
}

// numbers makes constants of one type, each once.
type numbers struct {
	r    *convert.Rewriter
	t    ir.Type
	made map[int64]*ir.Value
}

func newNumbers(r *convert.Rewriter, t ir.Type) numbers {
	return numbers{r, t, make(map[int64]*ir.Value)}
}

func (n numbers) of(v int64) *ir.Value {
	if n.made[v] == nil {
		n.made[v] = number(n.r, n.t, v)
	}
	return n.made[v]
}

// packStatic makes the descriptor of memory at ptr whose type t says all but
// the sizes given in dynamic, in order; rows have no gaps where no stride is
// known.
func packStatic(n numbers, t *ir.MemRefType, desc ir.Type, allocated, aligned *ir.Value, dynamic []*ir.Value) *ir.Value {
	strides, offset, _ := memref.Strided(t)
	p := shaped{allocated: allocated, aligned: aligned, offset: n.of(max(offset, 0))}
	for _, d := range t.Shape {
		if d == ir.Dynamic {
			p.sizes = append(p.sizes, dynamic[0])
			dynamic = dynamic[1:]
			continue
		}
		p.sizes = append(p.sizes, n.of(d))
	}
	p.strides = make([]*ir.Value, len(p.sizes))
	for i := len(p.sizes) - 1; i >= 0; i-- {
		switch {
		case strides[i] != ir.Dynamic:
			p.strides[i] = n.of(strides[i])
		case i+1 == len(p.sizes):
			p.strides[i] = n.of(1)
		default:
			p.strides[i] = mul(n.r, p.strides[i+1], p.sizes[i+1])
		}
	}
	return pack(n.r, desc, p)
}

// Descriptor makes the descriptor of memory at p whose type says all but the
// sizes given in dynamic, in order.
func Descriptor(r *convert.Rewriter, t *ir.MemRefType, desc ir.Type, p *ir.Value, dynamic ...*ir.Value) *ir.Value {
	return packStatic(newNumbers(r, indexOf(desc)), t, desc, p, p, dynamic)
}

// Element returns the address of an element of a memref, whose elements became
// elem, given its descriptor and the indices.
func Element(r *convert.Rewriter, desc *ir.Value, t *ir.MemRefType, elem ir.Type, indices []*ir.Value) *ir.Value {
	return describe(r, desc, t).element(elem, indices)
}

// PointerOf returns the type of the pointers in a descriptor.
func PointerOf(desc ir.Type) ir.Type { return desc.(*llvm.StructType).Fields[fieldAligned] }

// exploded returns the types of the arguments that a memref argument becomes:
// the fields of its descriptor, or, bare, a pointer to its first element; ok
// is false when there is no descriptor, or when a bare pointer would not say
// all of it.
func exploded(t *ir.MemRefType, indexWidth uint32, bare bool) (types []ir.Type, ok bool) {
	desc, ok := descriptorType(t, indexWidth).(*llvm.StructType)
	if !ok {
		return nil, false
	}
	if bare {
		_, offset, _ := memref.Strided(t)
		return desc.Fields[:1], ir.HasStaticShape(t) && offset != ir.Dynamic && staticStrides(t)
	}
	types = append(types, desc.Fields[:fieldSizes]...)
	for range 2 * len(t.Shape) {
		types = append(types, desc.Fields[fieldOffset])
	}
	return types, true
}

func staticStrides(t *ir.MemRefType) bool {
	strides, _, _ := memref.Strided(t)
	for _, s := range strides {
		if s == ir.Dynamic {
			return false
		}
	}
	return true
}

// implode makes the descriptor of the arguments that exploded tells the types
// of.
func implode(r *convert.Rewriter, t *ir.MemRefType, desc ir.Type, args []*ir.Value) *ir.Value {
	if len(args) == 1 {
		return packStatic(newNumbers(r, indexOf(desc)), t, desc, args[0], args[0], nil)
	}
	n := len(t.Shape)
	p := shaped{allocated: args[0], aligned: args[1], offset: args[2]}
	p.sizes, p.strides = args[fieldSizes:fieldSizes+n], args[fieldSizes+n:]
	return pack(r, desc, p)
}

// explode returns the fields of a descriptor as the arguments of a call.
func explode(r *convert.Rewriter, v *ir.Value, t *ir.MemRefType) []*ir.Value {
	d := descriptor{r: r, v: v, t: t}
	out := []*ir.Value{d.allocated(), d.aligned(), d.field(d.index(), fieldOffset)}
	for _, f := range []int64{fieldSizes, fieldStrides} {
		for i := range t.Shape {
			out = append(out, d.field(d.index(), f, int64(i)))
		}
	}
	return out
}
