package convertasynctonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// paramClass orders the parameters of a kernel: maps and pointers stand in the
// order of the kernel's arguments, scalars in that of their first use.
type paramClass int

const (
	mapClass paramClass = iota
	pointerClass
	scalarClass
)

// param is a parameter of the new function.
type param struct {
	class paramClass
	arg   *ir.Value
	attrs []ir.NamedAttr
	host  launch.Param
}

// param returns the parameter of that name, which mk describes when it is new.
func (l *lowering) param(key string, class paramClass, t ir.Type, mk func() *param) *ir.Value {
	if p := l.byKey[key]; p != nil {
		return p.arg
	}
	p := mk()
	p.class = class
	i := 0
	for i < len(l.params) && !p.before(l.params[i]) {
		i++
	}
	p.arg = l.entry.InsertArg(i, t, l.old.Loc())
	l.params = append(l.params, nil)
	copy(l.params[i+1:], l.params[i:])
	l.params[i] = p
	l.byKey[key] = p
	return p.arg
}

// before reports whether p stands in front of q, which was there first.
func (p *param) before(q *param) bool {
	if p.class != q.class {
		return p.class < q.class
	}
	return p.hostArg() < q.hostArg()
}

// hostArg is the number of the argument that a map or pointer is made of.
func (p *param) hostArg() int {
	switch {
	case p.host.TensorMap != nil:
		return p.host.TensorMap.Arg
	case p.host.Pointer != nil:
		return p.host.Pointer.Arg
	}
	return 0
}

// hostScalar is an integer parameter with the value of an expression.
func (l *lowering) hostScalar(key string, width uint32, e launch.Expr) *ir.Value {
	return l.param(key, scalarClass, l.c.I(width), func() *param {
		return &param{host: launch.Param{Scalar: &launch.ScalarParam{Type: elem.Type(fmt.Sprintf("i%d", width)), Value: e}}}
	})
}

// require notes a precondition once.
func (l *lowering) require(p launch.Precondition) {
	for _, q := range l.preconditions {
		if q.Arg == p.Arg && q.Cond.Equal(p.Cond) {
			return
		}
	}
	l.preconditions = append(l.preconditions, p)
}

// maxDim bounds sizes: coordinates of tensor copies are 32-bit and signed.
const maxDim = 1<<31 - 1

// memref is an argument of the old function that is a buffer.
type memref struct {
	arg int
	typ *ir.MemRefType
}

// memrefOf finds the argument behind a memref value.
func (l *lowering) memrefOf(v *ir.Value, user *ir.Operation) (memref, error) {
	for v.Def() != nil && v.Def().Is("memref.cast") {
		v = v.Def().Operand(0)
	}
	t, ok := v.Type().(*ir.MemRefType)
	if !ok || !v.IsBlockArg() || v.Block() != l.old.RegionAt(0).Entry() {
		return memref{}, user.OpError("expects a memref that is an argument of the kernel")
	}
	return memref{arg: v.Index(), typ: t}, nil
}

func (m memref) rank() int { return len(m.typ.Shape) }

// elemBytes is the size of an element in memory.
func (m memref) elemBytes() int64 {
	w, _ := ir.BitWidth(m.typ.Elem)
	return max(1, int64(w)/8)
}

// isDynamic reports whether a size or stride of a type is only known at launch.
func isDynamic(n int64) bool { return n == ir.Dynamic }

// strides returns the static strides of the memref, ir.Dynamic where unknown.
// computed is set for the row-major layout without a spelled stride, where
// strides follow from the sizes.
func (m memref) strides() (strides []int64, computed bool, err error) {
	switch t := m.typ.Layout.(type) {
	case *ir.StridedLayoutAttr:
		if len(t.Strides) == m.rank() {
			return t.Strides, false, nil
		}
	case nil:
		out := make([]int64, m.rank())
		n := int64(1)
		for i := m.rank() - 1; i >= 0; i-- {
			out[i] = n
			if n == ir.Dynamic || isDynamic(m.typ.Shape[i]) {
				n = ir.Dynamic
			} else {
				n *= m.typ.Shape[i]
			}
		}
		return out, true, nil
	case *ir.AffineMapAttr:
		if t.Map.IsIdentity() {
			return memref{m.arg, ir.MemRefOf(m.typ.Shape, m.typ.Elem, nil, m.typ.MemSpace)}.strides()
		}
	}
	return nil, false, fmt.Errorf("expects strided memrefs, found %s", m.typ)
}

// pointer is the address of the first element.
func (l *lowering) pointer(m memref) *ir.Value {
	key := fmt.Sprint("pointer ", m.arg)
	return l.param(key, pointerClass, l.ptr(spaceGlobal), func() *param {
		bytes := m.elemBytes()
		if bytes > 1 {
			l.require(launch.Aligned(m.arg, int(bytes)))
		}
		p := &param{
			attrs: []ir.NamedAttr{{Name: "llvm.align", Attr: l.c.I64Attr(bytes)}, {Name: "llvm.noalias", Attr: l.c.Unit()}},
			host:  launch.Param{Pointer: &launch.PointerParam{Arg: m.arg, Align: int(bytes)}},
		}
		if !l.outputs()[m.arg] {
			p.attrs = append(p.attrs, ir.NamedAttr{Name: "llvm.readonly", Attr: l.c.Unit()})
		}
		return p
	})
}

// dim is the size of a buffer along a dimension, an i32.
func (l *lowering) dim(m memref, i int) *ir.Value {
	if n := m.typ.Shape[i]; !isDynamic(n) {
		return l.i32(n)
	}
	l.require(launch.DimRange(m.arg, i, 0, maxDim))
	return l.hostScalar(fmt.Sprintf("dim %d %d", m.arg, i), 32, launch.Dim(m.arg, i))
}

func (l *lowering) dim64(m memref, i int) *ir.Value {
	if n := m.typ.Shape[i]; !isDynamic(n) {
		return l.i64(n)
	}
	return l.once(l.kernel, fmt.Sprintf("dim64 %d %d", m.arg, i), func() *ir.Value {
		return l.unary("arith.extui", l.dim(m, i), l.c.I(64))
	})
}

func (l *lowering) dimIndex(m memref, i int) *ir.Value {
	if n := m.typ.Shape[i]; !isDynamic(n) {
		return l.constant(l.c.IndexAttr(n))
	}
	return l.once(l.kernel, fmt.Sprintf("dim index %d %d", m.arg, i), func() *ir.Value {
		return l.toIndex(l.dim(m, i))
	})
}

// stride is the distance between elements along a dimension, in elements, an
// i64.
func (l *lowering) stride(m memref, i int) (*ir.Value, error) {
	strides, _, err := m.strides()
	if err != nil {
		return nil, err
	}
	if !isDynamic(strides[i]) {
		return l.i64(strides[i]), nil
	}
	return l.hostScalar(fmt.Sprintf("stride %d %d", m.arg, i), 64, launch.Stride(m.arg, i)), nil
}

// requireType asks that an argument has the static sizes and strides of its
// type, where the kernel relies on them.
func (l *lowering) requireType(m memref) error {
	strides, computed, err := m.strides()
	if err != nil {
		return err
	}
	if s, ok := m.typ.Layout.(*ir.StridedLayoutAttr); ok && s.Offset != 0 && !isDynamic(s.Offset) {
		return fmt.Errorf("expects memrefs with offset 0, found %s", m.typ)
	}
	if !inGlobalMemory(m.typ) {
		return fmt.Errorf("expects memrefs in global memory (no memory space, 0, 1 or #gpu.address_space<global>), found %s", m.typ)
	}
	for i, n := range m.typ.Shape {
		if !isDynamic(n) {
			l.require(launch.Precondition{
				Cond: launch.Eq(launch.Dim(m.arg, i), launch.Const(n)), Arg: m.arg,
				Message: fmt.Sprintf("size of dimension %d must be %d", i, n), Value: launch.Dim(m.arg, i),
			})
		}
	}
	row := launch.Const(1)
	for i := m.rank() - 1; i >= 0; i-- {
		switch want := strides[i]; {
		case want == 1:
			l.require(launch.UnitStride(m.arg, i))
		case !isDynamic(want):
			l.requireStride(m.arg, i, launch.Const(want))
		case computed:
			l.requireStride(m.arg, i, row)
		}
		if i > 0 {
			row = launch.Mul(row, launch.Dim(m.arg, i))
		}
	}
	return nil
}

// inGlobalMemory reports whether a type leaves the memory space open or names global
// memory, as a number of the target's or in the words of the gpu dialect.
func inGlobalMemory(t *ir.MemRefType) bool {
	if t.MemSpace == nil {
		return true
	}
	if n, ok := ir.IntValue(t.MemSpace); ok {
		return n == 0 || n == spaceGlobal
	}
	return t.MemSpace.String() == "#gpu.address_space<global>"
}

func (l *lowering) requireStride(arg, i int, want launch.Expr) {
	l.require(launch.Precondition{
		Cond: launch.Or(launch.Le(launch.Dim(arg, i), launch.Const(1)), launch.Eq(launch.Stride(arg, i), want)), Arg: arg,
		Message: fmt.Sprintf("stride of dimension %d must be %s", i, want), Value: launch.Stride(arg, i),
	})
}

// tensorMap is the parameter behind a tasync.tensor_map.
func (l *lowering) tensorMap(op *ir.Operation) error {
	m, err := l.memrefOf(op.Operand(0), op)
	if err != nil {
		return err
	}
	t := op.Result(0).Type().(*async.TensorMapType)
	host, err := l.hostMap(m, t)
	if err != nil {
		return op.OpError("%s", err)
	}
	key, least := fmt.Sprintf("map %d %s", m.arg, t), int64(0)
	asked := users(op, async.StorableDef)
	if len(asked) > 0 {
		// The map is another than one that asks more of the argument.
		key += ", asked about"
		allowed := launch.StorableMap(host, int(m.elemBytes()))
		for _, p := range launch.TensorMapLimits(host) {
			l.require(p)
		}
		for _, q := range asked {
			l.scalars[q.Result(0)] = l.once(l.kernel, key, func() *ir.Value {
				return l.unary("arith.trunci", l.hostScalar(fmt.Sprintf("storable %d %s", m.arg, t), 32, allowed), l.c.I(1))
			})
		}
	} else {
		for _, p := range launch.TensorMapPreconditions(host) {
			l.require(p)
		}
		if l.covered {
			// The map of an empty argument describes an element that is not
			// there (the encoder takes no size of 0).
			least = 1
		}
		if len(users(op, async.AsyncStoreDef)) > 0 {
			// TMA writes whole pieces of 16 bytes, also where the row
			// ends inside one (measured on an H200).
			l.require(launch.DimBytesMultiple(m.arg, m.rank()-1, int(m.elemBytes()), 16))
		}
	}
	for i := range m.rank() {
		// Coordinates are signed 32-bit numbers.
		l.require(launch.DimRange(m.arg, i, least, maxDim))
	}
	l.scalars[op.Result(0)] = l.param(key, mapClass, l.ptr(0), func() *param {
		return &param{
			attrs: []ir.NamedAttr{
				{Name: "llvm.align", Attr: l.c.I64Attr(64)},
				{Name: "llvm.byval", Attr: ir.TypeAttrOf(llvm.ArrayOf(128, l.c.I(8)))},
				{Name: "nvvm.grid_constant", Attr: l.c.Unit()},
			},
			host: launch.Param{TensorMap: host},
		}
	})
	return nil
}

// users lists the operations of a kind that use the result of op.
func users(op *ir.Operation, def *ir.OpDef) []*ir.Operation {
	var out []*ir.Operation
	for u := range op.Result(0).Uses() {
		if u.Owner().Is(def.Name) {
			out = append(out, u.Owner())
		}
	}
	return out
}

func (l *lowering) hostMap(m memref, t *async.TensorMapType) (*launch.TensorMapParam, error) {
	typ, err := elem.Parse(t.Elem.String())
	if err != nil {
		return nil, err
	}
	rank := m.rank()
	if len(t.Box) != rank {
		return nil, fmt.Errorf("expects a box of the %d dimensions of the memref, found %d", rank, len(t.Box))
	}
	bytes := typ.Size()
	p := &launch.TensorMapParam{
		Arg: m.arg, Type: typ, Rank: rank, Swizzle: swizzles[t.Swizzle], L2Promotion: launch.L2256B,
		OOBFill: launch.FillZero, Interleave: launch.InterleaveNone,
		Strides: []launch.Expr{}, // a list in the metadata, for one dimension too
	}
	for d := rank - 1; d >= 0; d-- {
		p.Dims = append(p.Dims, launch.Dim(m.arg, d))
		p.Box = append(p.Box, int(t.Box[d]))
		p.ElementStrides = append(p.ElementStrides, 1)
		if d < rank-1 {
			p.Strides = append(p.Strides, launch.TensorMapStride(m.arg, rank, d, bytes))
		}
	}
	return p, nil
}

// swizzles names the swizzles of tensor maps. Read-only.
var swizzles = map[int]launch.Swizzle{0: launch.SwizzleNone, 32: launch.Swizzle32B, 64: launch.Swizzle64B, 128: launch.Swizzle128B}
