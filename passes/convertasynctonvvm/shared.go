package convertasynctonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
)

// Generic accesses to buffers. The byte offset of an element before the
// swizzle is the sum of what its thread and its register contribute: the
// digits of a layout occupy bits of the coordinates of their own, and where a
// digit spans slabs it is split at the slab.

// localMap says where the registers of a tile lie in a buffer.
type localMap struct {
	buf *buffer
	// terms are byte offsets by thread, offsets those by register.
	terms   []async.Term
	offsets []int64
}

// mapLocal places a tile in a buffer; with swapped its dimensions are the
// other way round there.
func mapLocal(b *buffer, m *async.Map, swapped bool) *localMap {
	lm := &localMap{buf: b, offsets: make([]int64, m.NumRegs())}
	rank := len(b.typ.Shape)
	at := func(d int) int {
		if swapped {
			return rank - 1 - d
		}
		return d
	}
	for d, terms := range m.Terms {
		for _, t := range terms {
			lm.terms = append(lm.terms, byteTerms(b.typ, at(d), t)...)
		}
	}
	coord := make([]int64, rank)
	for r, off := range m.Regs {
		for d, o := range off {
			coord[at(d)] = o
		}
		lm.offsets[r] = b.typ.Offset(coord)
	}
	return lm
}

// byteTerms turns a digit of a coordinate into byte offsets.
func byteTerms(b *async.BufferType, d int, t async.Term) []async.Term {
	unit := make([]int64, len(b.Shape))
	offset := func(n int64) int64 { unit[d] = n; return b.Offset(unit) }
	slab := b.SlabCols()
	if d != len(b.Shape)-1 || t.Mul*(t.Mod-1) < slab || t.Mul >= slab {
		return []async.Term{{Div: t.Div, Mod: t.Mod, Mul: offset(t.Mul)}}
	}
	low := slab / t.Mul
	return []async.Term{
		{Div: t.Div, Mod: low, Mul: offset(t.Mul)},
		{Div: t.Div * low, Mod: t.Mod / low, Mul: offset(slab)},
	}
}

// width is how many neighbouring registers one access can move: they are
// neighbours in memory, aligned together, in at most 16 bytes.
func (lm *localMap) width() int {
	e := lm.buf.typ.ElemBytes()
	for w := int64(16) / e; w > 1; w /= 2 {
		if int64(len(lm.offsets))%w == 0 && lm.fits(w, e) {
			return int(w)
		}
	}
	return 1
}

func (lm *localMap) fits(w, e int64) bool {
	for _, t := range lm.terms {
		if t.Mul%(w*e) != 0 {
			return false
		}
	}
	for i, o := range lm.offsets {
		if k := int64(i) % w; k == 0 && o%(w*e) != 0 || k != 0 && o != lm.offsets[i-1]+e {
			return false
		}
	}
	return true
}

// localAddress is the pointer to a constant byte offset of the tile, for the
// executing thread. The swizzle permutes within its pattern, whose repeat the
// tile's address is a multiple of; so the permuted offset is computed once for
// each offset within the pattern, and the rest is added.
func (l *lowering) localAddress(b *buffer, base *ir.Value, terms []async.Term, offset int64) *ir.Value {
	repeat := b.typ.Align()
	low := offset % repeat
	sw := int64(b.typ.Swizzle)
	if sw == 0 {
		low = 0
	}
	inTile := l.once(l.scope, fmt.Sprint("local ", terms, low, sw), func() *ir.Value {
		v := l.addConst(l.terms(terms), low)
		if sw == 0 {
			return v
		}
		return l.binary("arith.xori", v, l.andConst(l.binary("arith.shrui", v, l.i32(3)), sw-16))
	})
	key := fmt.Sprint("local pointer ", terms, low, sw)
	var p *ir.Value
	if b.placed {
		// Allocations do not move: their pointers belong to the role.
		p = l.once(l.scope, fmt.Sprint(key, b.offset), func() *ir.Value { return l.sharedPtr(l.add(l.base(b), inTile)) })
	} else {
		p = l.sharedPtr(l.add(base, inTile))
	}
	return l.gep(p, l.c.I(8), nil, offset-low)
}

// owners runs body in the threads that own the elements of a tile.
func (l *lowering) owners(m *async.Map, body func() error) error {
	if len(m.Replicas) == 0 {
		return body()
	}
	cond := l.once(l.scope, fmt.Sprint("owner ", m.Replicas), func() *ir.Value {
		var all *ir.Value
		for _, t := range m.Replicas {
			is := l.cmp(0, l.digit(async.Term{Div: t.Div, Mod: t.Mod, Mul: 1}), l.i32(0))
			if all == nil {
				all = is
			} else {
				all = l.binary("arith.andi", all, is)
			}
		}
		return all
	})
	return l.ifOp(cond, body)
}

// localStore writes a tile to a buffer.
func (l *lowering) localStore(op *ir.Operation) error {
	b, t := l.buffers[op.Operand(1)], l.tile(op.Operand(0))
	if op.Prop("stmatrix") != nil {
		return l.storeMatrix(op, t, b)
	}
	lm := mapLocal(b, t.m, false)
	w := lm.width()
	base := l.address(b)
	return l.owners(t.m, func() error {
		for r := 0; r < len(lm.offsets); r += w {
			l.store(l.toMemory(l.group(t, r, w)), l.localAddress(b, base, lm.terms, lm.offsets[r]), int64(w)*b.typ.ElemBytes())
		}
		return nil
	})
}

// group returns w registers from r on as one value.
func (l *lowering) group(t *tileValue, r, w int) *ir.Value {
	if w == 2 && l.paired(t) {
		return l.pair(t, r/2)
	}
	vs := make([]*ir.Value, w)
	for i := range vs {
		vs[i] = l.reg(t, r+i)
	}
	return l.vector(vs)
}

// toMemory and fromMemory convert between registers and memory: a truth value
// has a byte there.
func (l *lowering) toMemory(v *ir.Value) *ir.Value {
	if ir.IsInt(ir.ElemOrSelf(v.Type()), 1) {
		return l.unary("arith.extui", v, withElem(v.Type(), l.c.I(8)))
	}
	return v
}

func (l *lowering) fromMemory(v *ir.Value, elem ir.Type) *ir.Value {
	if ir.IsInt(elem, 1) {
		return l.unary("arith.trunci", v, withElem(v.Type(), elem))
	}
	return v
}

// memType is the type of w elements in memory.
func (l *lowering) memType(elem ir.Type, w int) ir.Type {
	if ir.IsInt(elem, 1) {
		elem = l.c.I(8)
	}
	if w == 1 {
		return elem
	}
	return ir.VectorOf([]int64{int64(w)}, elem)
}

func withElem(t, elem ir.Type) ir.Type {
	if v, ok := t.(*ir.VectorType); ok {
		return ir.VectorOf(v.Shape, elem)
	}
	return elem
}

// storeMatrix writes a 16-bit tile of wgmma layout by stmatrix.
func (l *lowering) storeMatrix(op *ir.Operation, t *tileValue, b *buffer) error {
	layout, ok := async.LayoutOf(t.typ).(*async.MMALayout)
	if !ok {
		return op.OpError("expects a tile of layout #tasync.mma for stmatrix, found %s", t.typ)
	}
	plan, err := async.StMatrixPlan(layout, b.typ)
	if err != nil {
		return op.OpError("%s", err)
	}
	base := l.address(b)
	for _, s := range plan.Stores {
		regs := make([]*ir.Value, s.Matrices)
		for i := range regs {
			lo := s.Regs[2*i]
			if lo%2 != 0 || s.Regs[2*i+1] != lo+1 {
				panic("internal: a matrix of stmatrix is no pair of registers")
			}
			regs[i] = l.bitcast(l.pair(t, lo/2), l.c.I(32))
		}
		nvvm.NewStMatrix(l.b, l.localAddress(b, base, plan.Terms, s.Offset), regs, nvvm.StMatrixProps{
			Layout: nvvm.MMALayoutEnum.Attr(l.c, 0), Shape: nvvm.MatrixShape(l.c, 8, 8),
			EltType: nvvm.LdStMatrixEltTypeEnum.Attr(l.c, 0),
		})
	}
	return nil
}

// localLoad reads a buffer into a tile.
func (l *lowering) localLoad(op *ir.Operation) error {
	b := l.buffers[op.Operand(0)]
	t, err := l.newTile(op.Result(0).Type(), op)
	if err != nil {
		return err
	}
	lm := mapLocal(b, t.m, op.Prop("transpose") != nil)
	w := lm.width()
	base := l.address(b)
	var parts []*ir.Value
	for r := 0; r < len(lm.offsets); r += w {
		v := l.load(l.memType(t.elem, w), l.localAddress(b, base, lm.terms, lm.offsets[r]), int64(w)*b.typ.ElemBytes())
		parts = append(parts, l.fromMemory(v, t.elem))
	}
	l.spread(t, parts, w)
	l.tiles[op.Result(0)] = t
	return nil
}

// spread makes the registers of a tile of vectors of w neighbours.
func (l *lowering) spread(t *tileValue, parts []*ir.Value, w int) {
	switch {
	case w == 2 && l.paired(t):
		t.pairs = parts
		return
	case w == 1:
		t.regs = parts
		return
	}
	t.regs = make([]*ir.Value, 0, len(parts)*w)
	for _, p := range parts {
		for i := range w {
			t.regs = append(t.regs, l.element(p, int64(i), t.elem))
		}
	}
}
