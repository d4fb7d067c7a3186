package asyncepilogue

import (
	"fmt"
	"slices"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/scf"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/transforms/access"
	"github.com/tile-opt/tile-opt/transforms/divisor"
)

// elemBits is the element size of stmatrix.
const elemBits = 16

// plan says how one store is staged.
type plan struct {
	store   *ir.Operation
	tile    *ir.Value
	memref  *ir.Value
	indices []*ir.Value
	layout  *async.MMALayout
	shape   []int64
	columns int64
	buffers int64
	tma     bool
	// either: where the memory does not allow copies by TMA, threads store.
	either bool
	// narrow: rows are read back in pairs of elements, neighbours by neighbouring
	// threads, for memory whose rows are not known to be 16-byte aligned.
	narrow bool
	// channel: the columns go through a ring.
	channel bool
	ring    *ir.Value
	// first: no copy can be under way when the store begins.
	first bool
	at    *ir.Block // where the store stood
}

func (p *plan) elem() ir.Type { return p.tile.Type().(*ir.TensorType).Elem }

// chunks is how many times columns are staged for one tile.
func (p *plan) chunks() int64 { return p.shape[1] / p.columns }

func (p *plan) staging() *async.BufferType {
	return async.BufferOf([]int64{p.shape[0], p.columns}, p.elem(), async.SwizzleFor(p.columns, elemBits/8), 1)
}

// destType is the type of the buffer that a store writes.
func destType(store *ir.Operation) *ir.MemRefType {
	v, _ := tile.AsStore(store)
	return v.Dest().Type().(*ir.MemRefType)
}

// planStore decides how a store is staged within the bytes left; why says
// what speaks against it.
func planStore(op *ir.Operation, o Options, left *int64) (p *plan, why string) {
	v, _ := tile.AsStore(op)
	p = &plan{store: op, at: op.Block(), tile: v.Tile(), memref: v.Dest(), indices: v.Indices(), columns: o.Columns, buffers: o.Buffers}
	p.tma = o.Via != "stmatrix"
	p.channel = o.Channel && p.tma
	p.either = o.Via == "auto" && !p.channel
	p.narrow = p.either
	t, ok := p.tile.Type().(*ir.TensorType)
	if !ok {
		return nil, "the tile has no layout"
	}
	if p.layout, ok = t.Encoding.(*async.MMALayout); !ok {
		return nil, "the tile is not in the layout of MMA results"
	}
	if w, _ := ir.BitWidth(t.Elem); w != elemBits || len(t.Shape) != 2 {
		return nil, fmt.Sprintf("only two-dimensional tiles of 16-bit elements are staged, found %s", t)
	}
	p.shape = t.Shape
	for p.columns > 8 && p.shape[1]%p.columns != 0 {
		p.columns /= 2
	}
	if p.columns < 16 {
		return nil, fmt.Sprintf("%d columns do not divide by 16", p.shape[1])
	}
	if p.tma {
		if why := staticTMA(destType(op)); why != "" {
			return nil, why
		}
		if why := p.checkPosition(); why != "" {
			return nil, why
		}
	}
	// More buffers than chunks would stand empty.
	for p.buffers = min(p.buffers, p.chunks()); p.buffers > 0; p.buffers-- {
		if need := p.buffers * p.staging().SlotStride(); need <= *left {
			*left -= need
			return p, ""
		}
	}
	return nil, fmt.Sprintf("no room for a staging buffer of %d bytes: %d are left", p.staging().SlotStride(), max(*left, 0))
}

// checkPosition says why TMA cannot store to this memory at this position, as
// far as the kernel's text tells.
func (p *plan) checkPosition() string {
	if p.memref.Def() != nil || access.Root(p.memref) != p.memref {
		return "TMA needs a kernel argument, whose tensor map the host can make"
	}
	if n := int64(16 * 8 / elemBits); !divisor.Multiple(p.indices[p.inner()], n) {
		return fmt.Sprintf("TMA needs a column in multiples of %d elements (16 bytes), found one that need not be", n)
	}
	for _, v := range p.indices {
		if subtracts(v) {
			return "TMA cannot store to a negative position, and one may be"
		}
	}
	return ""
}

// subtracts reports whether an index is what is left of another after a
// constant was taken off, or is a negative constant: a kernel may do so and
// rely on elements outside the tensor not being written.
func subtracts(v *ir.Value) bool {
	if c, ok := rewrite.IntConst(v); ok {
		return c < 0
	}
	def := v.Def()
	if def == nil {
		return false
	}
	switch def.Name() {
	case "arith.addi", "arith.muli", "arith.minsi":
		return subtracts(def.Operand(0)) || subtracts(def.Operand(1))
	case "arith.subi":
		c, off := rewrite.IntConst(def.Operand(1))
		_, from := rewrite.IntConst(def.Operand(0))
		return off && c > 0 || from || subtracts(def.Operand(0))
	case "arith.index_cast", "arith.extsi", "arith.trunci":
		return subtracts(def.Operand(0))
	}
	return false
}

// otherAccess returns an operation that is not one of the plans and touches
// the memory of p: asynchronous copies are not ordered with it.
func otherAccess(fn *ir.Operation, p *plan, plans []*plan) *ir.Operation {
	planned := make(map[*ir.Operation]bool)
	for _, q := range plans {
		planned[q.store] = true
	}
	for op := range ir.Walk(fn) {
		if planned[op] {
			continue
		}
		for _, a := range access.Of(op) {
			if access.Conflict(a, access.Access{Write: true, Root: p.memref}) {
				return op
			}
		}
	}
	return nil
}

// direct returns the plan for the same store in the kernel that stands in: the
// same staging, read back in rows by ordinary stores.
func (p *plan) direct(store *ir.Operation) *plan {
	v, _ := tile.AsStore(store)
	q := *p
	q.store, q.at, q.tile, q.memref, q.indices = store, store.Block(), v.Tile(), v.Dest(), v.Indices()
	q.tma, q.narrow, q.channel = false, true, false // of a plan with a channel, so not either
	return &q
}

// rewrite replaces the store.
func (p *plan) rewrite(fn *ir.Operation) {
	c := fn.Context()
	b := ir.NewBuilder(c)
	b.AtStart(fn.RegionAt(0).Entry()).SetLoc(p.store.Loc())
	bt := p.staging()
	var bufs []*ir.Value
	if p.channel {
		p.ring = async.NewPipelineCreate(b, []ir.Type{async.PipelineOf(c, int(p.buffers), []*async.BufferType{bt})}, async.PipelineCreateProps{}).Op().Result(0)
	}
	for range p.buffers {
		if p.channel {
			break
		}
		bufs = append(bufs, async.NewAlloc(b, []ir.Type{bt}, async.AllocProps{}).Op().Result(0))
	}
	var tmap, allowed *ir.Value
	if p.tma {
		box := async.BoxFor(bt)
		for range len(p.indices) - len(box) {
			box = append([]int64{1}, box...)
		}
		mt := async.TensorMapOf(box, bt.Elem, bt.Swizzle)
		tmap = async.NewTensorMap(b, []ir.Type{mt}, p.memref).Op().Result(0)
	}
	if p.either {
		allowed = async.NewStorable(b, []ir.Type{c.I(1)}, tmap).Op().Result(0)
	}
	b.Before(p.store)
	part := async.WithLayout(ir.TensorOf([]int64{p.shape[0], p.columns}, bt.Elem, nil), async.MMALayoutOf(c, p.layout.WarpGroups, int(p.columns)))
	for q := range p.chunks() {
		if p.channel {
			idx := append(slices.Clone(p.indices[:p.inner()]), p.column(b, q))
			p.handOver(b, part, q, tmap, idx)
			continue
		}
		buf := bufs[q%p.buffers]
		if p.tma {
			p.freeBuffer(b, q)
		}
		s := async.NewExtractSlice(b, []ir.Type{part}, p.tile, async.ExtractSliceProps{Offsets: c.I64Array(0, q*p.columns)}).Op().Result(0)
		async.NewLocalStore(b, s, buf, async.LocalStoreProps{Stmatrix: c.Unit()})
		idx := append(slices.Clone(p.indices[:p.inner()]), p.column(b, q))
		if p.tma {
			p.copyOut(b, buf, tmap, allowed, idx)
			continue
		}
		async.NewSync(b)
		p.readBack(b, buf, idx)
		if p.buffers == 1 || q == p.chunks()-1 {
			// The buffer is written again before another barrier.
			async.NewSync(b)
		}
	}
	p.store.Erase()
}

// handOver sends some columns through the ring: who writes them waits for a free
// slot, who copies them out for a full one. A slot is free again when its copy has
// read it, which is known of all but the newest buffers - 1. Copies of earlier
// stores are over before the first columns go out, since they may go to the same
// place.
func (p *plan) handOver(b *ir.Builder, part *ir.TensorType, q int64, tmap *ir.Value, idx []*ir.Value) {
	c, slot := b.Context(), []ir.Type{p.staging()}
	free := async.NewPipelineAcquire(b, slot, p.ring).Op().Result(0)
	s := async.NewExtractSlice(b, []ir.Type{part}, p.tile, async.ExtractSliceProps{Offsets: c.I64Array(0, q*p.columns)}).Op().Result(0)
	async.NewLocalStore(b, s, free, async.LocalStoreProps{Stmatrix: c.Unit()})
	async.NewPipelineCommit(b, p.ring)
	full := async.NewPipelineWait(b, slot, p.ring).Op().Result(0)
	single(b, func() {
		if q == 0 && !p.first {
			storeWait(b, 0, false)
		}
		async.NewAsyncStore(b, full, tmap, idx)
		async.NewStoreCommit(b)
		storeWait(b, p.buffers-1, true)
	})
	async.NewPipelineRelease(b, p.ring, async.PipelineReleaseProps{Keep: c.I32Attr(p.buffers - 1)})
}

// inner is the dimension of the columns in the memref, whose leading
// dimensions only select.
func (p *plan) inner() int { return len(p.indices) - 1 }

// column returns the index of the first column of chunk q.
func (p *plan) column(b *ir.Builder, q int64) *ir.Value {
	first := p.indices[p.inner()]
	if q == 0 {
		return first
	}
	c := b.Context()
	return b.Op("arith.addi", []*ir.Value{first, index(b, q*p.columns)}, []ir.Type{c.Index()}).Result(0)
}

// single emits a tasync.single_thread around what body emits.
func single(b *ir.Builder, body func()) {
	st := async.NewSingleThread(b).Op()
	at := b.Save()
	b.AtEnd(st.RegionAt(0).AddBlock(b.Loc()))
	body()
	async.NewYield(b)
	b.Restore(at)
}

// freeBuffer waits, in front of chunk q, until its buffer is free. At the
// first chunk all copies of earlier stores must be over, not only have read
// their buffers: they might go to the same place. They had the time since the
// last store for it. From then on a buffer is free when only the newest
// buffers - 1 copies are under way.
func (p *plan) freeBuffer(b *ir.Builder, q int64) {
	switch {
	case q == 0 && !p.first:
		single(b, func() { storeWait(b, 0, false) })
	case q >= p.buffers:
		single(b, func() { storeWait(b, p.buffers-1, true) })
	default:
		return
	}
	async.NewSync(b)
}

func storeWait(b *ir.Builder, pending int64, read bool) {
	c := b.Context()
	props := async.StoreWaitProps{Pending: c.I32Attr(pending)}
	if read {
		props.Read = c.Unit()
	}
	async.NewStoreWait(b, props)
}

// copyOut makes the written columns visible to the async proxy, then one
// thread copies them, or all store them where copies are not allowed. These need
// no barrier of their own behind: freeBuffer has one before the buffer is written
// again.
func (p *plan) copyOut(b *ir.Builder, buf, tmap, allowed *ir.Value, idx []*ir.Value) {
	async.NewFenceAsync(b)
	async.NewSync(b)
	if !p.either {
		single(b, func() {
			async.NewAsyncStore(b, buf, tmap, idx)
			async.NewStoreCommit(b)
		})
		return
	}
	branch := b.Create(ir.OpState{Info: b.Context().OpInfo("scf.if"), Loc: b.Loc(), Operands: []*ir.Value{allowed}, Types: []ir.Type{}, NumRegions: 2})
	at := b.Save()
	bodies := []func(){
		func() { single(b, func() { async.NewAsyncStore(b, buf, tmap, idx) }) },
		func() { p.readBack(b, buf, idx) },
	}
	for i, body := range bodies {
		b.AtEnd(branch.RegionAt(i).AddBlock(b.Loc()))
		body()
		b.Op("scf.yield", nil, []ir.Type{})
	}
	b.Restore(at)
	// A group without copies, too, so that waits count the same ones.
	single(b, func() { async.NewStoreCommit(b) })
}

// readBack stores the columns from shared memory in rows, a few rows at a time
// in a loop: unrolled, the checks of what is inside the memory would be most of
// the kernel's text. Barriers of all who wrote stand in front of it, and before the
// buffer is written again.
func (p *plan) readBack(b *ir.Builder, buf *ir.Value, idx []*ir.Value) {
	c := b.Context()
	part, rows := buf.Type().(*async.BufferType), p.rowsAtOnce()
	copyRows := func(from *ir.Value) {
		layout := async.BlockedOfWidth(c, part.Shape, p.width(), p.layout.WarpGroups)
		t := async.NewLocalLoad(b, []ir.Type{ir.TensorOf(part.Shape, p.elem(), layout)}, from, async.LocalLoadProps{}).Op().Result(0)
		tile.NewStore(b, t, p.memref, idx)
	}
	if rows == p.shape[0] {
		copyRows(buf)
	} else {
		part, _ = part.Part(rows)
		scf.BuildFor(b, index(b, 0), index(b, p.shape[0]/rows), index(b, 1), nil, func(b *ir.Builder, i *ir.Value, _ []*ir.Value) []*ir.Value {
			n := b.Op("arith.index_cast", []*ir.Value{i}, []ir.Type{c.I(32)}).Result(0)
			from := async.NewSlot(b, []ir.Type{part}, buf, n, async.SlotProps{Rows: c.I64Attr(rows)}).Op().Result(0)
			first := b.Op("arith.muli", []*ir.Value{i, index(b, rows)}, []ir.Type{c.Index()}).Result(0)
			idx = slices.Clone(idx)
			idx[p.inner()-1] = b.Op("arith.addi", []*ir.Value{idx[p.inner()-1], first}, []ir.Type{c.Index()}).Result(0)
			copyRows(from)
			return nil
		})
	}
}

// width is how many neighbouring elements a thread stores.
func (p *plan) width() int64 {
	if p.narrow {
		return 2
	}
	return 16 * 8 / elemBits
}

// rowsAtOnce is how many rows give each thread eight elements, two where they
// are guarded one by one, or more where the buffer cannot be taken apart so.
func (p *plan) rowsAtOnce() int64 {
	each := int64(8)
	if p.narrow {
		each = 2
	}
	for rows := max(1, each*int64(p.layout.Threads())/p.columns); rows < p.shape[0]; rows *= 2 {
		if _, err := p.staging().Part(rows); err == nil {
			return rows
		}
	}
	return p.shape[0]
}

func index(b *ir.Builder, n int64) *ir.Value {
	c := b.Context()
	return b.Op("arith.constant", nil, []ir.Type{c.Index()}, ir.NamedAttr{Name: "value", Attr: c.IndexAttr(n)}).Result(0)
}

// drain waits, at the end of each role that stores, until shared memory was
// read by all copies: it dies with the block (PTX ISA,
// "cp.async.bulk.wait_group").
func drain(fn *ir.Operation, plans []*plan) {
	done := make(map[*ir.Block]bool)
	for _, p := range plans {
		end := endOf(fn, p)
		if done[end] {
			continue
		}
		done[end] = true
		b := ir.NewBuilder(fn.Context())
		b.Before(end.Last()).SetLoc(fn.Loc())
		single(b, func() { storeWait(b, 0, true) })
		for _, q := range plans {
			if q.ring != nil && endOf(fn, q) == end {
				async.NewPipelineRelease(b, q.ring, async.PipelineReleaseProps{Keep: b.Context().I32Attr(0)})
			}
		}
	}
}

// endOf returns the block at whose end the role of a plan's store ends.
func endOf(fn *ir.Operation, p *plan) *ir.Block {
	for blk := p.at; ; blk = blk.Parent().Block() {
		if parent := blk.Parent(); parent == fn || parent.Is(async.WarpSpecializeDef.Name) {
			return blk
		}
	}
}

// staticTMA says why TMA cannot store to a memref, as far as its type tells;
// it is empty when it can.
func staticTMA(t *ir.MemRefType) string {
	if err := async.TMAStoreError(t); err != nil {
		return err.Error()
	}
	return ""
}
