package convertasynctonvvm

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/transforms/divisor"
)

// Copies by the threads of a role. The tile is taken in pieces of some bytes
// along its rows; piece i belongs to thread i modulo the threads of the role,
// so that neighbours read neighbouring bytes. What a thread does stands in a
// loop: a copy is issued in a moment and awaited elsewhere, so that unrolling
// would only make the code longer.

// copier is a tasync.copy as the executing thread sees it.
type copier struct {
	l       *lowering
	m       memref
	buf     *async.BufferType
	dst     *ir.Value // address of the tile, an i32
	origin  *ir.Value // address of the tile's first element, inside or not
	indices []*ir.Value
	// first is the first index of each dimension of the tile, strides its
	// stride, size the size of the memref there: i64.
	first, strides, size []*ir.Value
	// selected is the bounds check of the leading dimensions, nil for none.
	selected *ir.Value
	bar      *ir.Value
}

// copyTile lowers a tasync.copy.
func (l *lowering) copyTile(op *ir.Operation) error {
	v, _ := async.AsCopy(op)
	via, _ := ir.StringValue(v.Via())
	switch {
	case v.Token() != nil || via == async.ViaBulk && v.Barrier() == nil:
		return op.OpError("has no barrier to signal: run async-insert-mbarriers first")
	case l.single:
		return op.OpError("stands in the body of one thread, where the others do not take part")
	}
	c, err := l.newCopier(op, v)
	if err != nil {
		return err
	}
	bytes, _ := ir.IntValue(v.Bytes())
	switch via {
	case async.ViaCpAsync:
		c.requireAligned(bytes)
		c.pieces(bytes)
	case async.ViaAny:
		c.byAlignment(bytes)
	case async.ViaPlain:
		c.plain()
	case async.ViaBulk:
		c.requireAligned(bulkPiece)
		e := c.m.elemBytes()
		l.require(launch.DimBytesMultiple(c.m.arg, c.m.rank()-1, int(e), bulkPiece))
		if c.bar, err = l.barrierAt(v.Barrier(), v.BarrierIndex()); err != nil {
			return err
		}
		c.bulk()
	}
	return nil
}

// bulkPiece is the unit of sizes and addresses of bulk copies, in bytes.
const bulkPiece = 16

func (l *lowering) newCopier(op *ir.Operation, v async.Copy) (*copier, error) {
	m, err := l.memrefOf(v.Source(), op)
	if err != nil {
		return nil, err
	}
	b := l.buffers[v.Dst()]
	c := &copier{l: l, m: m, buf: b.typ, dst: l.address(b), indices: v.Indices()}
	lead := m.rank() - len(c.buf.Shape)
	offset := l.i64(0)
	for d, x := range v.Indices() {
		i, err := l.scalar(x)
		if err != nil {
			return nil, err
		}
		at := l.fromIndex(i, 64)
		s, err := l.stride(m, d)
		if err != nil {
			return nil, op.OpError("%s", err)
		}
		offset = l.add(offset, l.mul64(at, s))
		if d < lead {
			c.selected = c.and(c.selected, l.cmp(arith.CmpULT, at, l.dim64(m, d)))
			continue
		}
		c.first, c.strides, c.size = append(c.first, at), append(c.strides, s), append(c.size, l.dim64(m, d))
	}
	c.origin = l.gep(l.pointer(m), l.memElem(m), offset, 0)
	return c, nil
}

func (c *copier) and(x, y *ir.Value) *ir.Value {
	if x == nil {
		return y
	}
	return c.l.binary("arith.andi", x, y)
}

func (c *copier) last() int { return len(c.buf.Shape) - 1 }

// requireAligned asks at launch for address and outer strides in multiples of
// some bytes. A stride along which there is no second element does not matter.
func (c *copier) requireAligned(bytes int64) {
	c.l.require(launch.Aligned(c.m.arg, int(bytes)))
	rank := c.m.rank()
	for d := range rank - 1 {
		stride := launch.TensorMapStride(c.m.arg, rank, d, int(c.m.elemBytes()))
		c.l.require(launch.Precondition{
			Cond: launch.Eq(launch.Mod(stride, launch.Const(bytes)), launch.Const(0)), Arg: c.m.arg,
			Message: fmt.Sprintf("stride of dimension %d in bytes must be a multiple of %d, as the copies need", d, bytes), Value: stride,
		})
	}
}

// aligned is the test at run time for what requireAligned asks at launch, and
// with whole also that rows end where a piece ends.
func (c *copier) aligned(bytes int64, whole bool) *ir.Value {
	l, m := c.l, c.m
	return l.once(l.kernel, fmt.Sprintf("copy aligned %d %d %v", m.arg, bytes, whole), func() *ir.Value {
		addr := llvm.NewPtrToInt(l.b, []ir.Type{l.c.I(64)}, l.pointer(m)).Op().Result(0)
		bits := l.andConst(addr, bytes-1)
		n := bytes / m.elemBytes()
		merge := func(x *ir.Value) {
			if k, ok := intOf(x); !ok || k%n != 0 {
				bits = l.binary("arith.ori", bits, l.andConst(x, n-1))
			}
		}
		for d := range m.rank() - 1 {
			// The strides were found when the copy was looked at.
			s, _ := l.stride(m, d)
			merge(s)
		}
		if whole {
			merge(l.dim64(m, m.rank()-1))
		}
		return l.cmp(arith.CmpEQ, bits, l.i64(0))
	})
}

// leastPiece is the least that cp.async moves, in bytes.
const leastPiece = 4

// byAlignment chooses the pieces at run time: the asked ones where address and
// strides allow them, else the least, and single elements where even these are
// too large.
func (c *copier) byAlignment(bytes int64) {
	l := c.l
	if bytes <= c.m.elemBytes() {
		c.pieces(bytes)
		return
	}
	next := c.elements
	if least := max(leastPiece, c.m.elemBytes()); bytes > least {
		next = func() { c.byAlignment(least) }
	}
	_ = l.ifElse(c.aligned(bytes, false), []ir.Type{},
		func() []*ir.Value { c.pieces(bytes); return nil },
		func() []*ir.Value { next(); return nil })
}

// place is where a piece comes from and goes to.
type place struct {
	// in: the rows that the piece lies in are inside the memref.
	in *ir.Value
	// src and dst point to its first byte.
	src, dst *ir.Value
}

// each runs body for the pieces of w bytes that the executing thread has,
// group pieces of neighbouring rows at a time. column is told the first
// element of the piece in its row, an i64, before the rows are.
func (c *copier) each(w int64, group int, column func(at *ir.Value), body func(ps []place)) {
	l := c.l
	threads := int64(l.scope.threads())
	perRow := c.buf.Shape[c.last()] * c.buf.ElemBytes() / w
	rows := c.buf.Rows()
	tid := l.tid(l.scope)
	if threads%perRow == 0 && isPow2(perRow) {
		// A thread stays in its column.
		step := threads / perRow
		for group > 1 && rows%(step*int64(group)) != 0 {
			group /= 2
		}
		col := l.mulConst(l.andConst(tid, perRow-1), w)
		column(c.columnAt(col))
		first := l.divConst(tid, perRow)
		l.loop(first, rows, step*int64(group), rows%step == 0, func(row *ir.Value) {
			ps := make([]place, group)
			for i := range ps {
				ps[i] = c.place(l.addConst(row, int64(i)*step), col)
			}
			body(ps)
		})
		return
	}
	total := rows * perRow
	l.loop(tid, total, threads, total%threads == 0, func(i *ir.Value) {
		row, piece := l.divMod(i, perRow)
		col := l.mulConst(piece, w)
		column(c.columnAt(col))
		body([]place{c.place(row, col)})
	})
}

// columnAt is the index in the memref of the element at a byte of a row.
func (c *copier) columnAt(col *ir.Value) *ir.Value {
	l := c.l
	return l.add(c.first[c.last()], l.unary("arith.extui", l.divConst(col, c.buf.ElemBytes()), l.c.I(64)))
}

// place finds the piece at a row of the tile and a byte of that row, both i32.
func (c *copier) place(row, col *ir.Value) place {
	l, b := c.l, c.buf
	p := place{in: c.selected}
	offset := c.l.mul64(l.unary("arith.extui", l.divConst(col, b.ElemBytes()), l.c.I(64)), c.strides[c.last()])
	rest := row
	for d := c.last() - 1; d >= 0; d-- {
		at := rest
		if d > 0 {
			rest, at = l.divMod(rest, b.Shape[d])
		}
		wide := l.unary("arith.extui", at, l.c.I(64))
		p.in = c.and(p.in, l.cmp(arith.CmpULT, l.add(c.first[d], wide), c.size[d]))
		offset = l.add(offset, l.mul64(wide, c.strides[d]))
	}
	p.src = l.gep(c.origin, l.memElem(c.m), offset, 0)
	// The byte before the swizzle, slab by slab.
	at, within := l.mulConst(row, b.RowBytes()), col
	if b.SlabCols() != b.Shape[c.last()] {
		slab, in := l.divMod(col, b.RowBytes())
		at, within = l.add(at, l.mulConst(slab, b.SlabBytes())), in
	}
	at = l.add(at, within)
	if sw := int64(b.Swizzle); sw != 0 {
		at = l.binary("arith.xori", at, l.andConst(l.binary("arith.shrui", at, l.i32(3)), sw-16))
	}
	p.dst = l.sharedPtr(l.add(c.dst, at))
	return p
}

// pieces copies by cp.async of w bytes. What lies outside is filled with
// zeros: a piece ends early where its row does, and reads nothing elsewhere.
func (c *copier) pieces(w int64) {
	l := c.l
	modifier := int64(cacheAll)
	if w == 16 {
		modifier = cacheGlobal
	}
	props := nvvm.CpAsyncProps{Size: l.c.I32Attr(w), Modifier: nvvm.LoadCacheModifierKindEnum.Attr(l.c, modifier)}
	var bytes *ir.Value
	c.each(w, 1, func(at *ir.Value) { bytes = c.inside(at, w) }, func(ps []place) {
		n := bytes
		if ps[0].in != nil {
			n = l.b.Op("arith.select", []*ir.Value{ps[0].in, n, l.i32(0)}, []ir.Type{l.c.I(32)}).Result(0)
		}
		nvvm.NewCpAsync(l.b, ps[0].dst, ps[0].src, n, props)
	})
}

// The cache modifiers of cp.async: all levels, or L2 only, which is what 16
// bytes are for.
const (
	cacheAll    = 0
	cacheGlobal = 1
)

// inside is how many of w bytes from the element at on, an i64, are inside the
// memref in the last dimension: an i32. Elements in front of the memref come
// in whole pieces.
func (c *copier) inside(at *ir.Value, w int64) *ir.Value {
	l := c.l
	size := c.size[c.last()]
	left := l.mulConst(l.binary("arith.subi", size, at), c.buf.ElemBytes())
	n := l.unary("arith.trunci", l.binary("arith.minsi", left, l.i64(w)), l.c.I(32))
	in := l.cmp(arith.CmpULT, at, size)
	return l.b.Op("arith.select", []*ir.Value{in, n, l.i32(0)}, []ir.Type{l.c.I(32)}).Result(0)
}

// plain copies by ordinary loads and stores: in vectors where address, strides
// and inner size allow them at run time, else by elements.
func (c *copier) plain() {
	l := c.l
	strides, _, _ := c.m.strides()
	w := c.wide()
	n := w / c.m.elemBytes()
	if n == 1 || strides[len(strides)-1] != 1 || !divisor.Multiple(c.indices[len(c.indices)-1], n) {
		c.elements()
		return
	}
	_ = l.ifElse(c.aligned(w, true), []ir.Type{},
		func() []*ir.Value { c.vectors(w); return nil },
		func() []*ir.Value { c.elements(); return nil })
}

// wide is the widest piece that rows consist of, at most 16 bytes.
func (c *copier) wide() int64 {
	w := int64(16)
	for c.buf.RowBytes()%w != 0 {
		w /= 2
	}
	return w
}

// inFlight is how many pieces a thread loads before it stores the first.
const inFlight = 4

// vectors moves w bytes at a time, each inside or outside as a whole.
func (c *copier) vectors(w int64) {
	l := c.l
	t := l.memType(l.regType(c.m.typ.Elem), int(w/c.m.elemBytes()))
	var in *ir.Value
	c.each(w, inFlight, func(at *ir.Value) { in = l.cmp(arith.CmpULT, at, c.size[c.last()]) }, func(ps []place) {
		vs := make([]*ir.Value, len(ps))
		for i, p := range ps {
			vs[i] = c.guarded(c.and(p.in, in), t, p.src, w)
		}
		for i, p := range ps {
			l.store(vs[i], p.dst, w)
		}
	})
}

// guarded loads a value of type t, zero where the condition does not hold.
func (c *copier) guarded(in *ir.Value, t ir.Type, src *ir.Value, align int64) *ir.Value {
	l := c.l
	return l.ifElse(in, []ir.Type{t},
		func() []*ir.Value { return []*ir.Value{l.load(t, src, align)} },
		func() []*ir.Value { return []*ir.Value{l.zero(t)} })[0]
}

// elements moves element by element, at any stride. The loop over the elements
// of a piece is left to ptxas to unroll, which it does for as few: that the
// text is short is worth more here, where nothing is fast.
func (c *copier) elements() {
	l := c.l
	e, w := c.m.elemBytes(), c.wide()
	t := l.memElem(c.m)
	stride, size := c.strides[c.last()], c.size[c.last()]
	var first *ir.Value
	c.each(w, 1, func(at *ir.Value) { first = at }, func(ps []place) {
		p := ps[0]
		one := func(k *ir.Value) {
			wide := l.unary("arith.extui", k, l.c.I(64))
			in := c.and(p.in, l.cmp(arith.CmpULT, l.add(first, wide), size))
			v := c.guarded(in, t, l.gep(p.src, t, l.mul64(wide, stride), 0), e)
			l.store(v, l.gep(p.dst, t, k, 0), e)
		}
		l.loopTo(l.i32(0), l.i32(w/e), 1, one).RemoveAttr(loopAnnotation)
	})
}

// bulk copies a row at a time by one thread: the bytes inside by one bulk
// copy, which the thread announces, and zeros in front and behind.
func (c *copier) bulk() {
	l, b := c.l, c.buf
	row := b.RowBytes()
	// Of a row the bytes from lo to below hi are inside.
	limit := func(x *ir.Value) *ir.Value {
		x = l.binary("arith.maxsi", l.mulConst(x, b.ElemBytes()), l.i64(0))
		return l.unary("arith.trunci", l.binary("arith.minsi", x, l.i64(row)), l.c.I(32))
	}
	at := c.first[c.last()]
	lo := limit(l.binary("arith.subi", l.i64(0), at))
	hi := limit(l.binary("arith.subi", c.size[c.last()], at))
	threads := int64(l.scope.threads())
	l.loop(l.tid(l.scope), b.Rows(), threads, b.Rows()%threads == 0, func(r *ir.Value) {
		p := c.place(r, l.i32(0))
		from, to := lo, hi
		if p.in != nil {
			to = l.b.Op("arith.select", []*ir.Value{p.in, hi, l.i32(0)}, []ir.Type{l.c.I(32)}).Result(0)
			from = l.b.Op("arith.select", []*ir.Value{p.in, lo, l.i32(0)}, []ir.Type{l.c.I(32)}).Result(0)
		}
		base := llvm.NewPtrToInt(l.b, []ir.Type{l.c.I(32)}, p.dst).Op().Result(0)
		_ = l.ifOp(l.cmp(arith.CmpSGT, to, from), func() error {
			n := l.binary("arith.subi", to, from)
			nvvm.NewMBarrierExpectTx(l.b, c.bar, n, nvvm.MBarrierExpectTxProps{})
			skipped := l.unary("arith.extui", l.divConst(from, b.ElemBytes()), l.c.I(64))
			src := l.gep(p.src, l.memElem(c.m), skipped, 0)
			dst := llvm.NewIntToPtr(l.b, []ir.Type{l.ptr(spaceCluster)}, l.add(base, from), llvm.IntToPtrProps{}).Op().Result(0)
			nvvm.NewCpAsyncBulkGlobalToSharedCluster(l.b, dst, src, c.bar, n, nil, nil)
			return nil
		})
		c.clear(base, l.i32(0), from)
		c.clear(base, to, l.i32(row))
	})
}

// clear writes zeros to the bytes from lo to below hi behind base.
func (c *copier) clear(base, lo, hi *ir.Value) {
	l := c.l
	t := ir.VectorOf([]int64{4}, l.c.I(32))
	l.loopTo(lo, hi, bulkPiece, func(at *ir.Value) {
		l.store(l.zero(t), l.sharedPtr(l.add(base, at)), bulkPiece)
	})
}

// copyArrive lets the thread's pieces arrive.
func (l *lowering) copyArrive(op *ir.Operation) error {
	at, err := l.barrierAt(op.Operand(0), op.Operand(1))
	if err != nil {
		return err
	}
	nvvm.NewCpAsyncMBarrierArrive(l.b, at, nvvm.CpAsyncMBarrierArriveProps{Noinc: l.c.Bool(true)})
	return nil
}

// copyWait waits for all pieces of the thread: they become a group, and none
// may be left.
func (l *lowering) copyWait(*ir.Operation) error {
	nvvm.NewCpAsyncCommitGroup(l.b)
	nvvm.NewCpAsyncWaitGroup(l.b, nvvm.CpAsyncWaitGroupProps{N: l.c.I32Attr(0)})
	return nil
}

// loop runs body for from, from + step, ... below end, i32 numbers of which
// from is not negative and below step times a thread's share. full says that
// every thread has as many.
func (l *lowering) loop(from *ir.Value, end, step int64, full bool, body func(i *ir.Value)) {
	switch {
	case full && step == end:
		body(from)
	case step >= end:
		_ = l.ifOp(l.cmp(arith.CmpULT, from, l.i32(end)), func() error { body(from); return nil })
	default:
		l.loopTo(from, l.i32(end), step, body)
	}
}

// loopTo runs body for from, from + step, ... below to, i32 numbers.
func (l *lowering) loopTo(from, to *ir.Value, step int64, body func(i *ir.Value)) *ir.Operation {
	op := l.b.Create(ir.OpState{Info: l.c.OpInfo("scf.for"), Operands: []*ir.Value{from, to, l.i32(step)}, Types: []ir.Type{}, NumRegions: 1})
	op.SetAttr(loopAnnotation, llvm.NoUnroll(l.c))
	blk := op.RegionAt(0).AddBlock(l.b.Loc(), l.c.I(32))
	_ = l.inBlock(blk, func() error {
		body(blk.Arg(0))
		l.yield()
		return nil
	})
	return op
}

// divMod returns x / n and x % n of an unsigned i32.
func (l *lowering) divMod(x *ir.Value, n int64) (quotient, rest *ir.Value) {
	if isPow2(n) {
		return l.divConst(x, n), l.andConst(x, n-1)
	}
	k := l.i32(n)
	return l.binary("arith.divui", x, k), l.binary("arith.remui", x, k)
}

func isPow2(n int64) bool { return n > 0 && n&(n-1) == 0 }
