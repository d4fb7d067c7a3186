package convertasynctonvvm

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
)

// constantOp copies a constant; that of a tile is one scalar.
func (l *lowering) constantOp(op *ir.Operation) error {
	value := op.Prop("value")
	if _, ok := op.Result(0).Type().(*ir.TensorType); !ok {
		l.scalars[op.Result(0)] = l.constant(value.(ir.TypedAttr))
		return nil
	}
	t, err := l.newTile(op.Result(0).Type(), op)
	if err != nil {
		return err
	}
	a, ok := rewrite.ScalarOf(value).(ir.TypedAttr)
	if d, dense := value.(*ir.DenseAttr); !ok || dense && !d.Splat {
		return op.OpError("expects constant tiles of one value")
	}
	if n, isInt := ir.IntValue(a); isInt && ir.IsIndex(a.Type()) {
		a = ir.IntAttr(l.c.I(64), n)
	}
	t.uniform = l.constant(a)
	l.tiles[op.Result(0)] = t
	return nil
}

// splat makes a tile of a scalar.
func (l *lowering) splat(op *ir.Operation) error {
	t, err := l.newTile(op.Result(0).Type(), op)
	if err != nil {
		return err
	}
	v, err := l.scalar(op.Operand(0))
	if err != nil {
		return err
	}
	if ir.IsIndex(v.Type()) {
		v = l.fromIndex(v, 64)
	}
	t.uniform = v
	l.tiles[op.Result(0)] = t
	return nil
}

// iota makes a tile of coordinates.
func (l *lowering) iota(op *ir.Operation) error {
	t, err := l.newTile(op.Result(0).Type(), op)
	if err != nil {
		return err
	}
	axis, _ := ir.IntValue(op.Prop("axis"))
	base := l.terms(t.m.Terms[axis])
	if ir.IsInt(t.elem, 64) {
		base = l.terms64(t.m.Terms[axis])
	}
	byOffset := make(map[int64]*ir.Value)
	t.regs = make([]*ir.Value, t.m.NumRegs())
	for r, off := range t.m.Regs {
		n := off[axis]
		if byOffset[n] == nil {
			byOffset[n] = l.addConst(base, n)
		}
		t.regs[r] = byOffset[n]
	}
	l.tiles[op.Result(0)] = t
	return nil
}

// pick makes the result of op of registers of its operand: register r of the
// result is the one at from(offset of r). The threads must hold them already.
func (l *lowering) pick(op *ir.Operation, from func(off []int64) []int64) error {
	src := l.tile(op.Operand(0))
	t, err := l.newTile(op.Result(0).Type(), op)
	if err != nil {
		return err
	}
	l.tiles[op.Result(0)] = t
	if src.uniform != nil {
		t.uniform = src.uniform
		return nil
	}
	var key []byte
	index := make(map[string]int, src.m.NumRegs())
	for r, off := range src.m.Regs {
		key = appendCoord(key[:0], off)
		index[string(key)] = r
	}
	order := make([]int, t.m.NumRegs())
	for r, off := range t.m.Regs {
		key = appendCoord(key[:0], from(off))
		i, ok := index[string(key)]
		if !ok {
			return op.OpError("moves data between threads, which has no lowering: the layouts are %s and %s", async.LayoutOf(src.typ), async.LayoutOf(t.typ))
		}
		order[r] = i
	}
	if l.paired(src) && l.paired(t) && keepsPairs(order) {
		t.pairs = make([]*ir.Value, len(order)/2)
		for i := range t.pairs {
			t.pairs[i] = l.pair(src, order[2*i]/2)
		}
		return nil
	}
	t.regs = make([]*ir.Value, len(order))
	for r, i := range order {
		t.regs[r] = l.reg(src, i)
	}
	return nil
}

// appendCoord appends a coordinate in a form that differs where coordinates do.
func appendCoord(b []byte, off []int64) []byte {
	for _, n := range off {
		b = binary.AppendVarint(b, n)
	}
	return b
}

func keepsPairs(order []int) bool {
	for i := 0; i < len(order); i += 2 {
		if order[i]%2 != 0 || order[i+1] != order[i]+1 {
			return false
		}
	}
	return true
}

// broadcast repeats registers along dimensions of size 1.
func (l *lowering) broadcast(op *ir.Operation) error {
	shape := op.Operand(0).Type().(*ir.TensorType).Shape
	return l.pick(op, func(off []int64) []int64 {
		out := append([]int64(nil), off...)
		for d, n := range shape {
			if n == 1 {
				out[d] = 0
			}
		}
		return out
	})
}

// expandDims adds a dimension of size 1.
func (l *lowering) expandDims(op *ir.Operation) error {
	axis, _ := ir.IntValue(op.Prop("axis"))
	return l.pick(op, func(off []int64) []int64 {
		return append(append([]int64(nil), off[:axis]...), off[axis+1:]...)
	})
}

// extractSlice takes some registers.
func (l *lowering) extractSlice(op *ir.Operation) error {
	offsets := op.Prop("offsets").(*ir.DenseArrayAttr).Ints()
	return l.pick(op, func(off []int64) []int64 {
		out := append([]int64(nil), off...)
		for d := range out {
			out[d] += offsets[d]
		}
		return out
	})
}

// combiner is the operation that a reduction of a kind combines two scalars
// by.
func combiner(kind string, t ir.Type) string {
	if ir.IsFloat(t) {
		return map[string]string{"add": "arith.addf", "mul": "arith.mulf", "max": "arith.maxnumf", "min": "arith.minnumf"}[kind]
	}
	return map[string]string{"add": "arith.addi", "mul": "arith.muli", "max": "arith.maxsi", "min": "arith.minsi"}[kind]
}

// reduce combines along an axis in registers, then between lanes.
func (l *lowering) reduce(op *ir.Operation) error {
	t, terms, err := l.reduceLanes(op)
	if err != nil {
		return err
	}
	if len(terms) > 0 {
		return op.OpError("reduces an axis that is spread over several warps: expected 'tasync.reduce' with shared memory")
	}
	l.tiles[op.Result(0)] = t
	return nil
}

// reduceLanes reduces as far as a warp can by itself, and returns the digits
// of the axis that number its warps.
func (l *lowering) reduceLanes(op *ir.Operation) (*tileValue, []async.Term, error) {
	axis, _ := ir.IntValue(op.Prop("axis"))
	kind, _ := ir.StringValue(op.Prop("kind"))
	src := l.tile(op.Operand(0))
	t, err := l.newTile(op.Result(0).Type(), op)
	if err != nil {
		return nil, nil, err
	}
	combine := combiner(kind, t.elem)
	if combine == "" {
		return nil, nil, op.OpError("expects a kind of %s, found %q", strings.Join(tile.ReduceKinds, ", "), kind)
	}
	index := make(map[string]int, t.m.NumRegs())
	for r, off := range t.m.Regs {
		index[fmt.Sprint(off)] = r
	}
	t.regs = make([]*ir.Value, t.m.NumRegs())
	for r, off := range src.m.Regs {
		rest := append(append([]int64(nil), off[:axis]...), off[axis+1:]...)
		i, ok := index[fmt.Sprint(rest)]
		if !ok {
			return nil, nil, op.OpError("expects a result whose layout is the slice of the source's along axis %d, found %s", axis, async.LayoutOf(t.typ))
		}
		v := l.reg(src, r)
		if t.regs[i] != nil {
			v = l.combine(combine, t.regs[i], v)
		}
		t.regs[i] = v
	}
	var warps []async.Term
	for _, term := range src.m.Terms[axis] {
		for bit := int64(1); bit < term.Mod; bit *= 2 {
			if term.Div*bit >= warpSize {
				warps = append(warps, async.Term{Div: term.Div * bit, Mod: term.Mod / bit, Mul: 1})
				break
			}
			for i, v := range t.regs {
				t.regs[i] = l.combine(combine, v, l.shuffle(v, term.Div*bit))
			}
		}
	}
	return t, warps, nil
}

// combine applies a combiner, which for floats may be contracted.
func (l *lowering) combine(name string, x, y *ir.Value) *ir.Value {
	return l.binary(name, x, y)
}

// shuffle returns the value of the lane whose number differs in the bits of a
// mask.
func (l *lowering) shuffle(v *ir.Value, mask int64) *ir.Value {
	t := v.Type()
	swap := func(x *ir.Value) *ir.Value {
		return nvvm.NewShfl(l.b, []ir.Type{x.Type()}, l.i32(-1), x, l.i32(mask), l.i32(31),
			nvvm.ShflProps{Kind: nvvm.ShflKindEnum.Attr(l.c, shflBfly)}).Op().Result(0)
	}
	width, _ := ir.BitWidth(t)
	i32, bits := l.c.I(32), l.c.I(width)
	switch {
	case width == 32:
		return swap(v)
	case width < 32:
		x := l.unary("arith.extui", l.bitcast(v, bits), i32)
		return l.bitcast(l.unary("arith.trunci", swap(x), bits), t)
	}
	x := l.bitcast(v, bits)
	lo := swap(l.unary("arith.trunci", x, i32))
	hi := swap(l.unary("arith.trunci", l.binary("arith.shrui", x, l.i64(32)), i32))
	up := l.binary("arith.shli", l.unary("arith.extui", hi, bits), l.i64(32))
	return l.bitcast(l.binary("arith.ori", up, l.unary("arith.extui", lo, bits)), t)
}

// reduceShared reduces an axis that several warps share: each writes its part
// to the scratch buffer [warps, elements], and after a barrier reads all.
func (l *lowering) reduceShared(op *ir.Operation) error {
	t, warps, err := l.reduceLanes(op)
	if err != nil {
		return err
	}
	if len(warps) == 0 {
		l.tiles[op.Result(0)] = t
		return nil
	}
	scratch := l.buffers[op.Operand(1)]
	parts := int64(1)
	// The part's number in the scratch: the digits of the axis, mixed.
	var number []async.Term
	for _, w := range warps {
		number = append(number, async.Term{Div: w.Div, Mod: w.Mod, Mul: parts})
		parts *= w.Mod
	}
	e := scratch.typ.ElemBytes()
	elements := int64(1)
	for _, n := range t.m.Shape {
		elements *= n
	}
	if scratch.typ.Elem != t.typ.Elem || scratch.typ.Swizzle != 0 || scratch.typ.SlotBytes() < parts*elements*e {
		return op.OpError("expects an unswizzled scratch buffer of %dx%dx%s, found %s", parts, elements, t.typ.Elem, scratch.typ)
	}
	row := async.BufferOf([]int64{parts, elements}, scratch.typ.Elem, 0, 1)
	flat := flatMap(t.m)
	lm := mapLocal(&buffer{typ: row}, flat, false)
	var part []async.Term
	for _, n := range number {
		part = append(part, async.Term{Div: n.Div, Mod: n.Mod, Mul: n.Mul * elements * e})
	}
	base := l.address(scratch)
	at := func(terms []async.Term, off int64) *ir.Value {
		return l.sharedPtr(l.add(base, l.addConst(l.terms(terms), off)))
	}
	// Threads that hold the same partial result write the same value; one of
	// them is enough.
	err = l.owners(replicasBut(t.m, warps), func() error {
		for r, v := range t.regs {
			l.store(v, at(append(append([]async.Term(nil), lm.terms...), part...), lm.offsets[r]), e)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := l.sync(op); err != nil {
		return err
	}
	kind, _ := ir.StringValue(op.Prop("kind"))
	for r := range t.regs {
		var sum *ir.Value
		for p := range parts {
			v := l.load(t.elem, at(lm.terms, lm.offsets[r]+p*elements*e), e)
			if sum != nil {
				v = l.combine(combiner(kind, t.elem), sum, v)
			}
			sum = v
		}
		t.regs[r] = sum
	}
	l.tiles[op.Result(0)] = t
	return l.sync(op)
}

// flatMap numbers the elements of a tile in row-major order, behind a first
// dimension that is always 0.
func flatMap(m *async.Map) *async.Map {
	out := &async.Map{Shape: []int64{1, 1}, Threads: m.Threads, Terms: make([][]async.Term, 2)}
	stride := int64(1)
	strides := make([]int64, len(m.Shape))
	for d := len(m.Shape) - 1; d >= 0; d-- {
		strides[d] = stride
		stride *= m.Shape[d]
	}
	out.Shape[1] = stride
	for d, terms := range m.Terms {
		for _, t := range terms {
			out.Terms[1] = append(out.Terms[1], async.Term{Div: t.Div, Mod: t.Mod, Mul: t.Mul * strides[d]})
		}
	}
	for _, off := range m.Regs {
		n := int64(0)
		for d, o := range off {
			n += o * strides[d]
		}
		out.Regs = append(out.Regs, []int64{0, n})
	}
	return out
}

// replicasBut returns a map whose replicas are the digits of m's that do not
// number the warps of a reduced axis: threads that differ there hold different
// parts. Digits are powers of two, so what is left of one lies below and above.
func replicasBut(m *async.Map, warps []async.Term) *async.Map {
	left := m.Replicas
	for _, w := range warps {
		var rest []async.Term
		for _, r := range left {
			from, to := max(r.Div, w.Div), min(r.Div*r.Mod, w.Div*w.Mod)
			if from >= to {
				rest = append(rest, r)
				continue
			}
			if r.Div < from {
				rest = append(rest, async.Term{Div: r.Div, Mod: from / r.Div, Mul: 1})
			}
			if to < r.Div*r.Mod {
				rest = append(rest, async.Term{Div: to, Mod: r.Div * r.Mod / to, Mul: 1})
			}
		}
		left = rest
	}
	return &async.Map{Replicas: left}
}

// Elementwise operations.

// isElementwise reports whether an operation works on tiles element by
// element.
func isElementwise(op *ir.Operation) bool {
	return (strings.HasPrefix(op.Name(), "arith.") || strings.HasPrefix(op.Name(), "math.")) && op.NumRegions() == 0
}

// elementwise copies an operation: once for scalars, once a register for
// tiles; once where every tile is uniform.
func (l *lowering) elementwise(op *ir.Operation) error {
	var out []*tileValue
	regs := 0
	uniform := true
	for _, r := range op.Results() {
		if _, ok := r.Type().(*ir.TensorType); !ok {
			continue
		}
		t, err := l.newTile(r.Type(), op)
		if err != nil {
			return err
		}
		out = append(out, t)
		regs = t.m.NumRegs()
	}
	scalars := make([]*ir.Value, op.NumOperands())
	tiles := make([]*tileValue, op.NumOperands())
	for i, v := range op.Operands() {
		if _, ok := v.Type().(*ir.TensorType); ok {
			tiles[i] = l.tile(v)
			uniform = uniform && tiles[i].uniform != nil
			continue
		}
		var err error
		if scalars[i], err = l.scalar(v); err != nil {
			return err
		}
	}
	if len(out) == 0 {
		n := l.copyOp(op, scalars, op.ResultTypes())
		for i, r := range op.Results() {
			l.scalars[r] = n.Result(i)
		}
		return nil
	}
	types := make([]ir.Type, len(out))
	for i, t := range out {
		types[i] = t.elem
	}
	n := regs
	if uniform {
		n = 1
	}
	for r := range n {
		for i, t := range tiles {
			if t != nil {
				scalars[i] = l.reg(t, r)
			}
		}
		c := l.copyScalar(op, scalars, types)
		for i, t := range out {
			if uniform {
				t.uniform = c.Result(i)
			} else {
				t.regs = append(t.regs, c.Result(i))
			}
		}
	}
	for i, t := range out {
		l.tiles[op.Result(i)] = t
	}
	return nil
}

// copyScalar makes one element of a tile operation. Casts between index and
// i64 are nothing here, since both have 64 bits; f32 products and sums may be
// contracted, as in the products of the tensor cores.
func (l *lowering) copyScalar(op *ir.Operation, operands []*ir.Value, types []ir.Type) *ir.Operation {
	if isIndexCast(op) {
		return l.castInt(op, operands[0], types[0])
	}
	n := l.copyOp(op, operands, types)
	if contractible[op.Name()] && types[0] == ir.Type(l.c.F32()) {
		flags, _ := arith.FastMath.Of(n.Prop("fastmath"))
		n.SetProp("fastmath", arith.FastMath.Attr(l.c, flags|arith.FastContract))
	}
	return n
}

// contractible are the operations that may become part of a fused
// multiply-add.
var contractible = map[string]bool{"arith.addf": true, "arith.subf": true, "arith.mulf": true}

// castInt is an index cast on registers, where an index has 64 bits.
func (l *lowering) castInt(op *ir.Operation, x *ir.Value, t ir.Type) *ir.Operation {
	from, _ := ir.BitWidth(x.Type())
	to, _ := ir.BitWidth(t)
	name := "arith.bitcast"
	switch {
	case from > to:
		name = "arith.trunci"
	case from < to && op.Is("arith.index_cast"):
		name = "arith.extsi"
	case from < to:
		name = "arith.extui"
	}
	return l.b.Op(name, []*ir.Value{x}, []ir.Type{t})
}

// copyOp copies an operation with other operands and result types.
func (l *lowering) copyOp(op *ir.Operation, operands []*ir.Value, types []ir.Type) *ir.Operation {
	props := make([]ir.Attr, op.NumProps())
	for i := range props {
		props[i] = op.PropAt(i)
	}
	return l.b.Create(ir.OpState{Info: op.Info(), Loc: op.Loc(), Operands: append([]*ir.Value(nil), operands...), Types: types, Props: props})
}

// truncf packs two f32 at a time into 16-bit floats.
func (l *lowering) truncf(op *ir.Operation) error {
	src := l.tiles[op.Operand(0)]
	if src == nil || src.uniform != nil {
		return l.elementwise(op)
	}
	t, err := l.newTile(op.Result(0).Type(), op)
	if err != nil {
		return err
	}
	rounding := op.Prop("roundingmode")
	if n, ok := ir.IntValue(rounding); src.elem != ir.Type(l.c.F32()) || !l.paired(t) || ok && n != 0 {
		return l.elementwise(op)
	}
	rn := nvvm.FPRoundingModeEnum.Attr(l.c, roundNearest)
	t.pairs = make([]*ir.Value, t.m.NumRegs()/2)
	for i := range t.pairs {
		lo, hi := l.reg(src, 2*i), l.reg(src, 2*i+1)
		types := []ir.Type{l.pairType(t)}
		// The first operand becomes the upper half.
		if t.elem == ir.Type(l.c.F16()) {
			t.pairs[i] = nvvm.NewConvertF32x2ToF16x2(l.b, types, hi, lo, nil, nvvm.ConvertF32x2ToF16x2Props{Rnd: rn}).Op().Result(0)
		} else {
			t.pairs[i] = nvvm.NewConvertF32x2ToBF16x2(l.b, types, hi, lo, nil, nvvm.ConvertF32x2ToBF16x2Props{Rnd: rn}).Op().Result(0)
		}
	}
	l.tiles[op.Result(0)] = t
	return nil
}

// roundNearest is to nearest, ties to even, among nvvm's rounding modes.
const roundNearest = 1
