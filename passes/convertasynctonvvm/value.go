package convertasynctonvvm

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
)

// tileValue is what a thread holds of a tile. It has one of four forms, and
// any other is made of it on demand:
//
//   - uniform: all registers are one scalar;
//   - regs: one scalar a register;
//   - pairs: one vector of two for each two neighbouring registers of a 16-bit
//     float tile;
//   - chunks: structs of registers. An accumulator in flight exists only so.
type tileValue struct {
	typ     *ir.TensorType
	m       *async.Map
	elem    ir.Type // of a register
	uniform *ir.Value
	regs    []*ir.Value
	pairs   []*ir.Value
	chunks  []*ir.Value
}

// newTile returns the empty value of a tile of type t.
func (l *lowering) newTile(t ir.Type, user *ir.Operation) (*tileValue, error) {
	tt, ok := t.(*ir.TensorType)
	if !ok || async.LayoutOf(tt) == nil {
		return nil, user.OpError("expects tiles with a layout, found %s", t)
	}
	m := l.maps[tt]
	if m == nil {
		var err error
		if m, err = async.MapOf(tt); err != nil {
			return nil, user.OpError("%s", err)
		}
		l.maps[tt] = m
	}
	return &tileValue{typ: tt, m: m, elem: l.regType(tt.Elem)}, nil
}

// regType is the type of a register with an element of type t.
func (l *lowering) regType(t ir.Type) ir.Type {
	if ir.IsIndex(t) {
		return l.c.I(64)
	}
	return t
}

// isHalf reports whether values of the type travel in pairs.
func isHalf(t ir.Type) bool {
	w, ok := ir.BitWidth(t)
	return ok && w == 16 && ir.IsFloat(t)
}

func (l *lowering) paired(t *tileValue) bool { return isHalf(t.elem) && t.m.NumRegs()%2 == 0 }

func (l *lowering) pairType(t *tileValue) ir.Type { return ir.VectorOf([]int64{2}, t.elem) }

// chunkSize is the number of fields of each struct of a tile, and their type:
// an accumulator of one wgmma instruction, else all registers.
func (l *lowering) chunkSize(t *tileValue) (int, ir.Type) {
	n := t.m.NumRegs()
	mma, ok := async.LayoutOf(t.typ).(*async.MMALayout)
	ok = ok && n%(mma.N/2) == 0 && t.typ.Shape[0] != 1 && t.typ.Shape[1] != 1
	switch {
	case l.paired(t) && ok && t.elem == ir.Type(l.c.F16()):
		// As wgmma takes accumulators of f16: two in a register.
		return mma.N / 4, l.c.I(32)
	case l.paired(t):
		return n / 2, l.pairType(t)
	case ok:
		n = mma.N / 2
	}
	return n, t.elem
}

// pairOf and fieldOf turn a field of a struct of pairs into a pair and back.
func (l *lowering) pairOf(t *tileValue, field *ir.Value) *ir.Value {
	return l.bitcast(field, l.pairType(t))
}

func (l *lowering) fieldOf(t *tileValue, pair *ir.Value) *ir.Value {
	_, field := l.chunkSize(t)
	return l.bitcast(pair, field)
}

// structTypes are the types of the structs that a tile becomes where it
// crosses a region.
func (l *lowering) structTypes(t *tileValue) []ir.Type {
	n, field := l.chunkSize(t)
	total := t.m.NumRegs()
	if l.paired(t) {
		total /= 2
	}
	fields := make([]ir.Type, n)
	for i := range fields {
		fields[i] = field
	}
	out := make([]ir.Type, total/n)
	for i := range out {
		out[i] = llvm.StructOf(l.c, fields...)
	}
	return out
}

// reg returns register i.
func (l *lowering) reg(t *tileValue, i int) *ir.Value {
	if t.uniform != nil {
		return t.uniform
	}
	if t.regs == nil {
		t.regs = make([]*ir.Value, t.m.NumRegs())
	}
	if t.regs[i] == nil {
		if l.paired(t) {
			v := l.pair(t, i/2)
			t.regs[i] = l.behind(v, func() *ir.Value { return l.element(v, int64(i%2), t.elem) })
		} else {
			t.regs[i] = l.fromChunk(t, i)
		}
	}
	return t.regs[i]
}

// pair returns registers 2i and 2i+1 of a 16-bit float tile as a vector.
func (l *lowering) pair(t *tileValue, i int) *ir.Value {
	switch {
	case t.pairs != nil && t.pairs[i] != nil:
		return t.pairs[i]
	case t.chunks != nil:
		if t.pairs == nil {
			t.pairs = make([]*ir.Value, t.m.NumRegs()/2)
		}
		v := l.fromChunk(t, i)
		t.pairs[i] = l.behind(v, func() *ir.Value { return l.pairOf(t, v) })
		return t.pairs[i]
	}
	return l.vector([]*ir.Value{l.reg(t, 2*i), l.reg(t, 2*i+1)})
}

// fromChunk takes field i, counted over all structs, right behind the
// definition of its struct, so that every later use may have it.
func (l *lowering) fromChunk(t *tileValue, i int) *ir.Value {
	n, field := l.chunkSize(t)
	s := t.chunks[i/n]
	return l.behind(s, func() *ir.Value { return l.field(s, i%n, field) })
}

// behind builds right behind the definition of v, and behind what was taken
// from it before.
func (l *lowering) behind(v *ir.Value, f func() *ir.Value) *ir.Value {
	at := l.b.Save()
	next := v.Block().First()
	if v.Def() != nil {
		next = v.Def().Next()
	}
	for next != nil && takesFrom(next, v) {
		next = next.Next()
	}
	if next != nil {
		l.b.Before(next)
	} else {
		l.b.AtEnd(v.Block())
	}
	out := f()
	l.b.Restore(at)
	return out
}

// takesFrom reports whether op takes a part of v, or of an argument beside it.
func takesFrom(op *ir.Operation, v *ir.Value) bool {
	from := func(x *ir.Value) bool { return x == v || x.IsBlockArg() && v.IsBlockArg() && x.Block() == v.Block() }
	return op.NumOperands() > 0 && from(op.Operand(0)) &&
		(op.Is(llvm.ExtractValueDef.Name) || op.Is(llvm.ExtractElementDef.Name))
}

// structs returns the tile as structs, for a region boundary or a wgmma.
func (l *lowering) structs(t *tileValue) []*ir.Value {
	if t.chunks != nil {
		return t.chunks
	}
	types := l.structTypes(t)
	out := make([]*ir.Value, len(types))
	n, _ := l.chunkSize(t)
	for c, st := range types {
		if t.isZero() {
			// One zero struct on the edge into a loop costs the loop nothing.
			out[c] = l.once(l.kernel, "zero "+st.String(), func() *ir.Value {
				return llvm.NewZero(l.b, []ir.Type{st}).Op().Result(0)
			})
			continue
		}
		fields := make([]*ir.Value, n)
		for i := range fields {
			if l.paired(t) {
				fields[i] = l.fieldOf(t, l.pair(t, c*n+i))
			} else {
				fields[i] = l.reg(t, c*n+i)
			}
		}
		out[c] = l.structOf(fields)
	}
	return out
}

// isZero reports whether every element is the constant 0 (not -0).
func (t *tileValue) isZero() bool {
	if t.uniform == nil || t.uniform.Def() == nil {
		return false
	}
	switch a := t.uniform.Def().Prop("value").(type) {
	case *ir.IntegerAttr:
		return a.IsZero()
	case *ir.FloatAttr:
		return a.Bits.Lo == 0 && a.Bits.Hi == 0
	}
	return false
}

// scalar returns what a scalar of the old body became.
func (l *lowering) scalar(v *ir.Value) (*ir.Value, error) {
	if w := l.scalars[v]; w != nil {
		return w, nil
	}
	if v.IsBlockArg() && v.Block() == l.old.RegionAt(0).Entry() {
		w, err := l.scalarArg(v)
		l.scalars[v] = w
		return w, err
	}
	panic("internal: no value for " + v.Type().String())
}

// tile returns what a tile of the old body became.
func (l *lowering) tile(v *ir.Value) *tileValue {
	if t := l.tiles[v]; t != nil {
		return t
	}
	panic("internal: no tile for " + v.Type().String())
}

// flatten returns a value of the old body as the values that stand for it in
// operand lists of regions.
func (l *lowering) flatten(v *ir.Value) ([]*ir.Value, error) {
	switch v.Type().(type) {
	case *ir.TensorType:
		return l.structs(l.tile(v)), nil
	case *async.BufferType:
		return []*ir.Value{l.address(l.buffers[v])}, nil
	case *ir.MemRefType, *async.TokenType, *async.PipelineType:
		return nil, l.old.OpError("carries a value of type %s through a loop or branch, which has no lowering", v.Type())
	}
	w, err := l.scalar(v)
	return []*ir.Value{w}, err
}

// flatTypes is flatten for a type.
func (l *lowering) flatTypes(t ir.Type, user *ir.Operation) ([]ir.Type, error) {
	switch t := t.(type) {
	case *ir.TensorType:
		v, err := l.newTile(t, user)
		if err != nil {
			return nil, err
		}
		return l.structTypes(v), nil
	case *async.BufferType:
		return []ir.Type{l.c.I(32)}, nil
	case *async.BarrierType:
		return []ir.Type{l.ptr(spaceShared)}, nil
	case *async.TensorMapType:
		return []ir.Type{l.ptr(0)}, nil
	case *ir.MemRefType, *async.TokenType, *async.PipelineType:
		return nil, user.OpError("carries a value of type %s, which has no lowering", t)
	}
	return []ir.Type{t}, nil
}

// unflatten records that a value of the old body became vs.
func (l *lowering) unflatten(v *ir.Value, vs []*ir.Value, user *ir.Operation) error {
	switch t := v.Type().(type) {
	case *ir.TensorType:
		tv, err := l.newTile(t, user)
		if err != nil {
			return err
		}
		tv.chunks = vs
		l.tiles[v] = tv
	case *async.BufferType:
		l.buffers[v] = &buffer{typ: t, addr: vs[0]}
	default:
		l.scalars[v] = vs[0]
	}
	return nil
}
