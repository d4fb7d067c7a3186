package asyncepilogue

import (
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
)

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
	at      *ir.Block // where the store stood
}

func (p *plan) elem() ir.Type { return p.tile.Type().(*ir.TensorType).Elem }

// chunks is how many times columns are staged for one tile.
func (p *plan) chunks() int64 { return p.shape[1] / p.columns }

func (p *plan) staging() *async.BufferType {
	size := int64(2)
	return async.BufferOf([]int64{p.shape[0], p.columns}, p.elem(), async.SwizzleFor(p.columns, size), 1)
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
	p = &plan{store: op, at: op.Block(), tile: v.Tile(), memref: v.Dest(), indices: v.Indices(), tma: o.Via != "stmatrix", columns: o.Columns, buffers: o.Buffers}
	t, ok := p.tile.Type().(*ir.TensorType)
	if !ok {
		return nil, "the tile has no layout"
	}
	if p.layout, ok = t.Encoding.(*async.MMALayout); !ok {
		return nil, "the tile is not in the layout of MMA results"
	}
	if w, _ := ir.BitWidth(t.Elem); w != 16 || len(t.Shape) != 2 {
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
		if why := staticTMA(destType(op), 2); why != "" {
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

// staticTMA says why TMA cannot store to a memref, as far as its type tells:
// the innermost dimension must be dense and the other strides multiples of 16
// bytes (cuTensorMapEncodeTiled).
func staticTMA(t *ir.MemRefType, elemBytes int64) string {
	s, ok := t.Layout.(*ir.StridedLayoutAttr)
	if !ok {
		if t.Layout != nil {
			return fmt.Sprintf("the layout %s is not strided", t.Layout)
		}
		stride := int64(1)
		for d := len(t.Shape) - 1; d > 0; d-- {
			if t.Shape[d] == ir.Dynamic {
				return ""
			}
			stride *= t.Shape[d]
			if stride*elemBytes%16 != 0 {
				return fmt.Sprintf("TMA needs strides that are multiples of 16 bytes, found %d", stride*elemBytes)
			}
		}
		return ""
	}
	for d, n := range s.Strides {
		last := d == len(s.Strides)-1
		switch {
		case last && n != 1:
			return "TMA needs the innermost stride to be 1"
		case !last && n != ir.Dynamic && n*elemBytes%16 != 0:
			return fmt.Sprintf("TMA needs strides that are multiples of 16 bytes, found %d", n*elemBytes)
		}
	}
	return ""
}

// rewrite replaces the store.
func (p *plan) rewrite(fn *ir.Operation) {
	c := fn.Context()
	b := ir.NewBuilder(c)
	b.AtStart(fn.RegionAt(0).Entry()).SetLoc(p.store.Loc())
	bt := p.staging()
	var bufs []*ir.Value
	for range p.buffers {
		bufs = append(bufs, async.NewAlloc(b, []ir.Type{bt}, async.AllocProps{}).Op().Result(0))
	}
	var tmap *ir.Value
	if p.tma {
		mt := async.TensorMapOf(async.BoxFor(bt), bt.Elem, bt.Swizzle)
		tmap = async.NewTensorMap(b, []ir.Type{mt}, p.memref).Op().Result(0)
	}
	b.Before(p.store)
	part := async.WithLayout(ir.TensorOf([]int64{p.shape[0], p.columns}, bt.Elem, nil), async.MMALayoutOf(c, p.layout.WarpGroups, int(p.columns)))
	for q := range p.chunks() {
		buf := bufs[q%p.buffers]
		if p.tma {
			p.freeBuffer(b, q)
		}
		s := async.NewExtractSlice(b, []ir.Type{part}, p.tile, async.ExtractSliceProps{Offsets: c.I64Array(0, q*p.columns)}).Op().Result(0)
		async.NewLocalStore(b, s, buf, async.LocalStoreProps{Stmatrix: c.Unit()})
		idx := []*ir.Value{p.indices[0], p.column(b, q)}
		if p.tma {
			p.copyOut(b, buf, tmap, idx)
		} else {
			p.readBack(b, buf, idx)
		}
	}
	p.store.Erase()
}

// column returns the index of the first column of chunk q.
func (p *plan) column(b *ir.Builder, q int64) *ir.Value {
	if q == 0 {
		return p.indices[1]
	}
	c := b.Context()
	off := b.Op("arith.constant", nil, []ir.Type{c.Index()}, ir.NamedAttr{Name: "value", Attr: c.IndexAttr(q * p.columns)}).Result(0)
	return b.Op("arith.addi", []*ir.Value{p.indices[1], off}, []ir.Type{c.Index()}).Result(0)
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

// freeBuffer waits until the copy that last read the buffer of chunk q is done
// with it: all groups but those that were committed since.
func (p *plan) freeBuffer(b *ir.Builder, q int64) {
	since := p.buffers - 1
	if q < p.buffers {
		// The last copy was of the tile before, where the loop over tiles has one:
		// it ended with the buffer that comes last, not always with the last buffer.
		n := p.chunks()
		last := n - 1 - (n-1-q)%p.buffers
		since = n - 1 - last + q
	}
	single(b, func() { storeWait(b, since) })
	async.NewSync(b)
}

func storeWait(b *ir.Builder, pending int64) {
	c := b.Context()
	async.NewStoreWait(b, async.StoreWaitProps{Pending: c.I32Attr(pending), Read: c.Unit()})
}

// copyOut makes the written columns visible to the async proxy, then one
// thread copies them.
func (p *plan) copyOut(b *ir.Builder, buf, tmap *ir.Value, idx []*ir.Value) {
	async.NewFenceAsync(b)
	async.NewSync(b)
	single(b, func() {
		async.NewAsyncStore(b, buf, tmap, idx)
		async.NewStoreCommit(b)
	})
}

// readBack stores the columns from shared memory in rows, 16 bytes a thread.
func (p *plan) readBack(b *ir.Builder, buf *ir.Value, idx []*ir.Value) {
	shape := []int64{p.shape[0], p.columns}
	rows := async.DefaultBlocked(b.Context(), shape, 16, p.layout.WarpGroups)
	async.NewSync(b)
	t := async.NewLocalLoad(b, []ir.Type{ir.TensorOf(shape, p.elem(), rows)}, buf, async.LocalLoadProps{}).Op().Result(0)
	tile.NewStore(b, t, p.memref, idx)
	async.NewSync(b)
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
		single(b, func() { storeWait(b, 0) })
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
