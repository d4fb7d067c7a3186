package asyncinsertmbarriers

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// kinds says by what buffers are filled: those of a slot, or those behind a
// wait for tokens.
type kinds struct {
	// tensor: by the tensor memory accelerator, issued by one thread.
	tensor bool
	// bulk: by bulk copies of threads; pieces: by cp.async; stores: by
	// ordinary stores.
	bulk, pieces, stores bool
}

func (k *kinds) add(f async.Fill) {
	k.tensor = k.tensor || !f.ByThreads()
	k.bulk = k.bulk || f.Via() == async.ViaBulk
	k.pieces = k.pieces || f.UsesCpAsync()
	k.stores = k.stores || f.UsesStores()
}

func (k kinds) join(o kinds) kinds {
	return kinds{k.tensor || o.tensor, k.bulk || o.bulk, k.pieces || o.pieces, k.stores || o.stores}
}

// asyncProxy reports whether the async proxy writes a buffer.
func (k kinds) asyncProxy() bool { return k.tensor || k.bulk }

// arrivals is how often a role of some warps arrives for one slot: once for the
// bytes of tensor copies, each thread for its pieces, each warp for what its
// threads stored.
func (k kinds) arrivals(warps int64) int64 {
	n := int64(0)
	if k.tensor {
		n++
	}
	if k.pieces {
		n += warpThreads * warps
	}
	if k.stores {
		n += warps
	}
	return max(n, 1)
}

// readByAsyncProxy reports whether the async proxy may touch a buffer or a
// slot, apart from what fills it.
func readByAsyncProxy(buf *ir.Value) bool {
	for u := range buf.Uses() {
		o := u.Owner()
		if !async.IsFill(o) && !o.Is(async.LocalLoadDef.Name) && !o.Is(async.LocalStoreDef.Name) {
			return true
		}
	}
	return false
}

// behind says what fills the buffers behind full barrier i, or behind any of
// them where one stands for all.
func (r *ring) behind(i int) kinds {
	if len(r.full) > 1 {
		return r.kinds[i]
	}
	return r.all()
}

// all says what fills the slots of a ring.
func (r *ring) all() kinds {
	var k kinds
	for _, o := range r.kinds {
		k = k.join(o)
	}
	return k
}

// fills is the count of full barrier i.
func (l *lowering) fills(r *ring, i int) int64 {
	if r.filled == nil {
		return 1
	}
	_, warps := l.roleOf(r.filled)
	return r.behind(i).arrivals(warps)
}

// announce arrives at full barrier i for the bytes of tensor copies. Where this
// acquire brings none to it, the arrival is due all the same.
func (l *lowering) announce(r *ring, i int, bytes int64, slot *ir.Value) {
	switch {
	case bytes > 0:
		async.NewBarrierExpect(l.b, r.full[i], slot, async.BarrierExpectProps{Bytes: l.b.Context().I32Attr(bytes)})
	case r.behind(i).tensor, r.behind(i) == kinds{}:
		async.NewBarrierArrive(l.b, r.full[i], slot, async.BarrierArriveProps{Policy: l.b.Context().Str("role")})
	}
}

// commit lets the threads arrive that filled the slot themselves. The bytes of
// tensor copies were announced by the acquire.
func (l *lowering) commit(r *ring, slot *ir.Value) {
	all := r.all()
	if all.stores && (r.asyncReads || all.asyncProxy()) {
		// Also where only the next fill of the slot is by the async proxy.
		async.NewFenceAsync(l.b)
	}
	for i, full := range r.full {
		k := r.behind(i)
		if k.pieces {
			async.NewCopyArrive(l.b, full, slot)
		}
		if k.stores {
			async.NewBarrierArrive(l.b, full, slot, async.BarrierArriveProps{Policy: l.b.Context().Str("warp")})
		}
	}
}

// waitThreads lets the threads wait for what they copied themselves, and then
// for each other.
func (l *lowering) waitThreads(g *group) {
	if g.kinds.pieces {
		async.NewCopyWait(l.b)
	}
	if !g.own {
		return
	}
	if g.fence {
		async.NewFenceAsync(l.b)
	}
	async.NewSync(l.b)
}

// load gives what fills a buffer its barrier, and announces the bytes of a
// token group in front of its first tensor copy.
func (l *lowering) load(op *ir.Operation) error {
	f, _ := async.AsFill(op)
	if f.Barrier() != nil {
		return nil
	}
	var barrier, index *ir.Value
	g, s := l.byLoad[op], l.slots[f.Dst()]
	switch {
	case f.ByThreads() && f.Via() != async.ViaBulk:
		if g == nil {
			// The commit of its slot, or who wrote it by hand, arrives.
			return nil
		}
	case g != nil:
		if !f.ByThreads() && !g.announced {
			g.announced = true
			async.NewBarrierExpect(l.b, g.barrier, l.zero, async.BarrierExpectProps{Bytes: l.b.Context().I32Attr(g.bytes)})
		}
		barrier, index = g.barrier, l.zero
	case s != nil:
		barrier, index = s.barrier, s.index
	default:
		return op.OpError("fills a buffer whose completion nothing tells: it has neither token nor barrier, nor is the buffer a pipeline slot")
	}
	f.Template().Build(l.b, []ir.Type{}, f.Indices(), f.Dst(), barrier, index)
	if g != nil {
		if f.Via() == async.ViaBulk {
			// The zeros around the rows are ordinary stores, which the next
			// bulk copy may write over.
			async.NewFenceAsync(l.b)
			async.NewBarrierArrive(l.b, barrier, index, async.BarrierArriveProps{Policy: l.b.Context().Str("warp")})
		}
		// The wait still names the token; it goes when the wait does.
		l.dropToken(g, op.Result(0))
	}
	op.Erase()
	return nil
}
