package convertasynctonvvm

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// constKey identifies a constant of the kernel.
type constKey struct {
	t ir.Type
	a ir.Attr
}

// constant returns a constant of the kernel; each stands once, at its start.
func (l *lowering) constant(a ir.TypedAttr) *ir.Value {
	key := constKey{a.Type(), a}
	if v := l.consts[key]; v != nil {
		return v
	}
	v := l.hoist(l.kernel, func() *ir.Value {
		return l.op("arith.constant", a.Type(), ir.NamedAttr{Name: "value", Attr: a})
	})
	l.consts[key] = v
	return v
}

func (l *lowering) i32(v int64) *ir.Value { return l.constant(ir.IntAttr(l.c.I(32), v)) }

func (l *lowering) i64(v int64) *ir.Value { return l.constant(ir.IntAttr(l.c.I(64), v)) }

func (l *lowering) bool(v bool) *ir.Value { return l.constant(l.c.Bool(v)) }

// intOf returns the value of an integer constant that constant made.
func intOf(v *ir.Value) (int64, bool) {
	if d := v.Def(); d != nil && d.Is("arith.constant") {
		return ir.IntValue(d.Prop("value"))
	}
	return 0, false
}

// op makes an operation of one result without operands.
func (l *lowering) op(name string, t ir.Type, props ...ir.NamedAttr) *ir.Value {
	return l.b.Op(name, nil, []ir.Type{t}, props...).Result(0)
}

// unary and binary make arith operations whose result has type t.
func (l *lowering) unary(name string, x *ir.Value, t ir.Type) *ir.Value {
	return l.b.Op(name, []*ir.Value{x}, []ir.Type{t}).Result(0)
}

func (l *lowering) binary(name string, x, y *ir.Value) *ir.Value {
	return l.b.Op(name, []*ir.Value{x, y}, []ir.Type{x.Type()}).Result(0)
}

// add returns x + y; the address arithmetic below folds what is constant, so
// that the text is readable before any clean-up.
func (l *lowering) add(x, y *ir.Value) *ir.Value {
	a, okX := intOf(x)
	b, okY := intOf(y)
	switch {
	case okX && okY:
		return l.constant(ir.IntAttr(x.Type(), a+b))
	case okX && a == 0:
		return y
	case okY && b == 0:
		return x
	}
	return l.binary("arith.addi", x, y)
}

func (l *lowering) addConst(x *ir.Value, n int64) *ir.Value {
	if n == 0 {
		return x
	}
	return l.add(x, l.constant(ir.IntAttr(x.Type(), n)))
}

func (l *lowering) mulConst(x *ir.Value, n int64) *ir.Value {
	if a, ok := intOf(x); ok {
		return l.constant(ir.IntAttr(x.Type(), a*n))
	}
	switch {
	case n == 1:
		return x
	case n == 0:
		return l.constant(ir.IntAttr(x.Type(), 0))
	case n > 0 && n&(n-1) == 0:
		return l.binary("arith.shli", x, l.constant(ir.IntAttr(x.Type(), log2(n))))
	}
	return l.binary("arith.muli", x, l.constant(ir.IntAttr(x.Type(), n)))
}

// divConst returns x / n of an unsigned x, for a power of two n.
func (l *lowering) divConst(x *ir.Value, n int64) *ir.Value {
	if n == 1 {
		return x
	}
	return l.binary("arith.shrui", x, l.constant(ir.IntAttr(x.Type(), log2(n))))
}

func (l *lowering) andConst(x *ir.Value, mask int64) *ir.Value {
	return l.binary("arith.andi", x, l.constant(ir.IntAttr(x.Type(), mask)))
}

func (l *lowering) cmp(predicate int64, x, y *ir.Value) *ir.Value {
	return l.b.Op("arith.cmpi", []*ir.Value{x, y}, []ir.Type{l.c.I(1)},
		ir.NamedAttr{Name: "predicate", Attr: arith.CmpIPredicate.Attr(l.c, predicate)}).Result(0)
}

func log2(n int64) int64 {
	s := int64(0)
	for ; n > 1; n >>= 1 {
		s++
	}
	return s
}

// toIndex makes an index of an integer that is not negative: the zero
// extension lets the back end see that the upper half is empty.
func (l *lowering) toIndex(x *ir.Value) *ir.Value {
	return l.unary("arith.index_castui", x, l.c.Index())
}

// fromIndex makes an integer of an index or i32; the value is signed and fits.

func (l *lowering) fromIndex(x *ir.Value, width uint32) *ir.Value {
	t := l.c.I(width)
	switch {
	case x.Type() == ir.Type(t):
		return x
	case ir.IsIndex(x.Type()):
		if n, ok := intOf(x); ok {
			return l.constant(ir.IntAttr(t, n))
		}
		if d := x.Def(); d != nil && isIndexCast(d) && d.Operand(0).Type() == ir.Type(t) {
			return d.Operand(0)
		}
		return l.unary("arith.index_cast", x, t)
	case ir.IsInt(x.Type(), 32) && width == 64:
		return l.unary("arith.extsi", x, t)
	}
	panic("internal: no integer of " + x.Type().String())
}

func isIndexCast(op *ir.Operation) bool {
	return op.Is("arith.index_cast") || op.Is("arith.index_castui")
}

// Structured control flow.

// ifOp opens an scf.if without results, fills its then branch and goes on
// behind it.
func (l *lowering) ifOp(cond *ir.Value, then func() error) error {
	op := l.b.Create(ir.OpState{Info: l.c.OpInfo("scf.if"), Operands: []*ir.Value{cond}, Types: []ir.Type{}, NumRegions: 2})
	return l.inBlock(op.RegionAt(0).AddBlock(l.b.Loc()), func() error {
		if err := then(); err != nil {
			return err
		}
		l.yield()
		return nil
	})
}

// ifElse is ifOp with results: both branches return as many values.
func (l *lowering) ifElse(cond *ir.Value, types []ir.Type, then, otherwise func() []*ir.Value) []*ir.Value {
	op := l.b.Create(ir.OpState{Info: l.c.OpInfo("scf.if"), Operands: []*ir.Value{cond}, Types: types, NumRegions: 2})
	for i, f := range []func() []*ir.Value{then, otherwise} {
		// The closures return no errors, so neither does inBlock.
		_ = l.inBlock(op.RegionAt(i).AddBlock(l.b.Loc()), func() error {
			l.yield(f()...)
			return nil
		})
	}
	return op.Results()
}

// inBlock builds at the end of blk and goes on where it was.
func (l *lowering) inBlock(blk *ir.Block, body func() error) error {
	at := l.b.Save()
	l.b.AtEnd(blk)
	err := body()
	l.b.Restore(at)
	return err
}

func (l *lowering) yield(values ...*ir.Value) { l.b.Op("scf.yield", values, []ir.Type{}) }

// Memory.

// gep returns the address index elements of type elem behind base, plus a
// constant number of them.
func (l *lowering) gep(base *ir.Value, elem ir.Type, index *ir.Value, n int64) *ir.Value {
	flags := llvm.GEPNoWrapFlagsEnum.Attr(l.c, 0)
	if space, _ := llvm.PtrSpace(base.Type()); space == spaceShared {
		// Of global addresses only those that are used are inside their
		// buffer; the ones on the way there may not be.
		flags = llvm.GEPNoWrapFlagsEnum.Attr(l.c, gepInbounds)
	}
	if index != nil {
		if k, ok := intOf(index); ok {
			n, index = n+k, nil
		}
	}
	if index != nil {
		base = llvm.NewGEP(l.b, []ir.Type{base.Type()}, base, []*ir.Value{index}, llvm.GEPProps{
			RawConstantIndices: l.c.I32Array(dynamicIndex), ElemType: ir.TypeAttrOf(elem), NoWrapFlags: flags}).Op().Result(0)
	}
	if n == 0 {
		return base
	}
	return llvm.NewGEP(l.b, []ir.Type{base.Type()}, base, nil, llvm.GEPProps{
		RawConstantIndices: l.c.I32Array(n), ElemType: ir.TypeAttrOf(elem), NoWrapFlags: flags}).Op().Result(0)
}

// gepInbounds says that an address stays inside its object.
const gepInbounds = 3

// dynamicIndex marks a dynamic operand in rawConstantIndices.
const dynamicIndex = -1 << 31

// load and store access memory; an alignment of 0 is the type's own.
func (l *lowering) load(t ir.Type, addr *ir.Value, align int64) *ir.Value {
	return llvm.NewLoad(l.b, []ir.Type{t}, addr, llvm.LoadProps{Alignment: l.c.I64Attr(align)}).Op().Result(0)
}

func (l *lowering) store(v, addr *ir.Value, align int64) {
	llvm.NewStore(l.b, v, addr, llvm.StoreProps{Alignment: l.c.I64Attr(align)})
}

// ptr returns a pointer type of an address space.
func (l *lowering) ptr(space uint32) ir.Type { return llvm.PtrOf(l.c, space) }

// sharedPtr makes a shared-memory pointer of an address.
func (l *lowering) sharedPtr(addr *ir.Value) *ir.Value {
	return llvm.NewIntToPtr(l.b, []ir.Type{l.ptr(spaceShared)}, addr, llvm.IntToPtrProps{}).Op().Result(0)
}

// Address spaces of NVPTX (LLVM, "User Guide for NVPTX Back-end").
const (
	spaceGlobal  = 1
	spaceShared  = 3
	spaceCluster = 7
)

// Vectors and structs.

func (l *lowering) bitcast(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return llvm.NewBitcast(l.b, []ir.Type{t}, v).Op().Result(0)
}

// vector makes a vector of scalars.
func (l *lowering) vector(vs []*ir.Value) *ir.Value {
	if len(vs) == 1 {
		return vs[0]
	}
	t := ir.VectorOf([]int64{int64(len(vs))}, vs[0].Type())
	out := l.poison(t)
	for i, v := range vs {
		out = llvm.NewInsertElement(l.b, []ir.Type{t}, out, v, l.i32(int64(i))).Op().Result(0)
	}
	return out
}

func (l *lowering) element(vec *ir.Value, i int64, t ir.Type) *ir.Value {
	return llvm.NewExtractElement(l.b, []ir.Type{t}, vec, l.i32(i)).Op().Result(0)
}

func (l *lowering) poison(t ir.Type) *ir.Value {
	return llvm.NewPoison(l.b, []ir.Type{t}).Op().Result(0)
}

func (l *lowering) field(s *ir.Value, i int, t ir.Type) *ir.Value {
	return llvm.NewExtractValue(l.b, []ir.Type{t}, s, llvm.ExtractValueProps{Position: l.c.I64Array(int64(i))}).Op().Result(0)
}

// structOf makes a struct of values.
func (l *lowering) structOf(vs []*ir.Value) *ir.Value {
	types := make([]ir.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type()
	}
	t := llvm.StructOf(l.c, types...)
	out := l.poison(t)
	for i, v := range vs {
		out = llvm.NewInsertValue(l.b, []ir.Type{t}, out, v, llvm.InsertValueProps{Position: l.c.I64Array(int64(i))}).Op().Result(0)
	}
	return out
}
