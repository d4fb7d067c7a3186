package convertasynctonvvm

import (
	"fmt"
	"math"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
)

// buffer is a shared-memory buffer: an allocation, a slot of one, or an
// address that came through a region.
type buffer struct {
	typ *async.BufferType
	// ring is the buffer that a slot or some rows are part of, index their number.
	ring  *buffer
	index *ir.Value
	// offset is the place of an allocation; addr, where set, the address.
	offset int64
	placed bool
	addr   *ir.Value
}

// alloc records where a buffer lies.
func (l *lowering) alloc(op *ir.Operation) error {
	off, ok := ir.IntValue(op.Prop("offset"))
	if !ok {
		return op.OpError("has no offset: run async-allocate-shared first")
	}
	l.buffers[op.Result(0)] = &buffer{typ: op.Result(0).Type().(*async.BufferType), offset: off, placed: true}
	return nil
}

// slot records a tile of a ring.
func (l *lowering) slot(op *ir.Operation) error {
	i, err := l.scalar(op.Operand(1))
	if err != nil {
		return err
	}
	ring := l.buffers[op.Operand(0)]
	typ := op.Result(0).Type().(*async.BufferType)
	l.buffers[op.Result(0)] = &buffer{typ: typ, ring: ring, index: i}
	return nil
}

// base is the address of an allocation, or of what came through a region.
func (l *lowering) base(b *buffer) *ir.Value {
	if !b.placed {
		return b.addr
	}
	return l.once(l.kernel, fmt.Sprint("buffer ", b.offset), func() *ir.Value {
		return l.addConst(l.smemInt(), b.offset)
	})
}

// address is the shared-memory address of a tile, an i32. It is made where it
// is used: a slot's index may change from one use to the next.
func (l *lowering) address(b *buffer) *ir.Value {
	if b.ring == nil {
		return l.base(b)
	}
	return l.add(l.address(b.ring), l.mulConst(b.index, b.typ.SlotStride()))
}

// barrierAlloc records where mbarriers lie.
func (l *lowering) barrierAlloc(op *ir.Operation) error {
	off, ok := ir.IntValue(op.Prop("offset"))
	if !ok {
		return op.OpError("has no offset: run async-allocate-shared first")
	}
	l.scalars[op.Result(0)] = l.once(l.kernel, fmt.Sprint("barrier ", off), func() *ir.Value {
		return l.gep(l.smem(), l.c.I(8), nil, off)
	})
	return nil
}

// barrierAt is the address of one mbarrier of an array.
func (l *lowering) barrierAt(array, index *ir.Value) (*ir.Value, error) {
	b, err := l.scalar(array)
	if err != nil {
		return nil, err
	}
	i, err := l.scalar(index)
	if err != nil {
		return nil, err
	}
	return l.gep(b, l.c.I(64), i, 0), nil
}

// barrierInit initialises an array; the caller sees to it that one thread does.
func (l *lowering) barrierInit(op *ir.Operation) error {
	b, err := l.scalar(op.Operand(0))
	if err != nil {
		return err
	}
	count, _ := ir.IntValue(op.Prop("count"))
	for i := range op.Operand(0).Type().(*async.BarrierType).Count {
		nvvm.NewMBarrierInit(l.b, l.gep(b, l.c.I(64), nil, int64(i)), l.i32(count), nil)
	}
	return nil
}

// initPublish is the fence of the initialising thread; the barrier of the
// block follows behind its branch.
func (l *lowering) initPublish(*ir.Operation) error {
	nvvm.NewFenceMbarrierInit(l.b)
	return nil
}

// barrierWait spins until the phase has completed: try_wait gives up after a
// time of the hardware's choosing.
func (l *lowering) barrierWait(op *ir.Operation) error {
	at, err := l.barrierAt(op.Operand(0), op.Operand(1))
	if err != nil {
		return err
	}
	parity, err := l.scalar(op.Operand(2))
	if err != nil {
		return err
	}
	again := l.bool(true)
	loop := l.b.Create(ir.OpState{Info: l.c.OpInfo("scf.while"), Operands: []*ir.Value{}, Types: []ir.Type{}, NumRegions: 2})
	_ = l.inBlock(loop.RegionAt(0).AddBlock(op.Loc()), func() error {
		done := nvvm.NewMBarrierTryWait(l.b, []ir.Type{l.c.I(1)}, at, parity, nil, nvvm.MBarrierTryWaitProps{}).Op().Result(0)
		l.b.Op("scf.condition", []*ir.Value{l.binary("arith.xori", done, again)}, []ir.Type{})
		return nil
	})
	return l.inBlock(loop.RegionAt(1).AddBlock(op.Loc()), func() error {
		l.yield()
		return nil
	})
}

// barrierExpect announces bytes; the caller has elected a thread.
func (l *lowering) barrierExpect(op *ir.Operation) error {
	at, err := l.barrierAt(op.Operand(0), op.Operand(1))
	if err != nil {
		return err
	}
	bytes, _ := ir.IntValue(op.Prop("bytes"))
	nvvm.NewMBarrierArriveExpectTx(l.b, []ir.Type{}, at, l.i32(bytes), nil, nvvm.MBarrierArriveExpectTxProps{})
	return nil
}

// barrierArrive arrives in the threads that the policy names.
func (l *lowering) barrierArrive(op *ir.Operation) error {
	arrive := func() error {
		at, err := l.barrierAt(op.Operand(0), op.Operand(1))
		if err != nil {
			return err
		}
		nvvm.NewMBarrierArrive(l.b, []ir.Type{}, at, nil, nvvm.MBarrierArriveProps{})
		return nil
	}
	if l.single {
		return arrive()
	}
	s := l.scope
	switch policy, _ := ir.StringValue(op.Prop("policy")); policy {
	case "warpgroup":
		if s.warps == async.WarpGroupThreads/warpSize {
			return l.ifOp(l.isZero("tid", func() *ir.Value { return l.tid(s) }), arrive)
		}
		return l.ifOp(l.isZero("tid in group", func() *ir.Value {
			return l.andConst(l.tid(s), async.WarpGroupThreads-1)
		}), arrive)
	case "warp":
		if !behindWait(op) {
			// The arrival speaks for all lanes, so they must have got here.
			nvvm.NewSyncWarp(l.b, l.i32(-1))
		}
		return l.ifOp(l.isZero("lane", func() *ir.Value { return l.lane(s) }), arrive)
	case "role":
		return l.ifOp(l.isZero("tid", func() *ir.Value { return l.tid(s) }), arrive)
	}
	return arrive()
}

// behindWait reports whether nothing but scalar work stands between op and a
// wait for MMAs, at which the lanes of a warp wait for each other.
func behindWait(op *ir.Operation) bool {
	for o := op.Prev(); o != nil; o = o.Prev() {
		switch {
		case o.Is(async.MMAWaitDef.Name):
			return true
		case o.Is(async.BarrierArriveDef.Name), canGoFirst(o):
			continue
		}
		return false
	}
	return false
}

// fenceAsync orders generic before asynchronous accesses of shared memory.
func (l *lowering) fenceAsync(*ir.Operation) error {
	nvvm.NewFenceProxy(l.b, nvvm.FenceProxyProps{
		Kind: nvvm.ProxyKindEnum.Attr(l.c, proxyAsyncShared), Space: nvvm.SharedSpaceEnum.Attr(l.c, 0)})
	return nil
}

// proxyAsyncShared is the kind of a fence between the generic and the async
// proxy that is restricted to shared memory.
const proxyAsyncShared = 3

// sync is the barrier of the role.
func (l *lowering) sync(op *ir.Operation) error {
	if l.single {
		return op.OpError("stands in the body of one thread, where the others never arrive")
	}
	s := l.scope
	switch {
	case s == l.kernel:
		l.blockBarrier()
	case s.warps == 1:
		nvvm.NewSyncWarp(l.b, l.i32(-1))
	default:
		nvvm.NewBarrier(l.b, []ir.Type{}, l.i32(int64(s.barrier)), l.i32(int64(s.threads())), nil, nvvm.BarrierProps{})
	}
	return nil
}

// named is the hardware's number of a barrier that roles share, behind that of the
// block and those of the roles, and the threads that arrive there.
func (l *lowering) named(id, warps ir.Attr) (at, threads *ir.Value) {
	ws, _ := async.RolesOf(l.old)
	n, _ := ir.IntValue(id)
	w, _ := ir.IntValue(warps)
	return l.i32(int64(1+ws.Op().NumRegions()) + n), l.i32(warpSize * w)
}

func (l *lowering) namedSync(op *ir.Operation) error {
	v, _ := async.AsNamedSync(op)
	at, threads := l.named(v.Id(), v.Warps())
	nvvm.NewBarrier(l.b, []ir.Type{}, at, threads, nil, nvvm.BarrierProps{})
	return nil
}

func (l *lowering) namedArrive(op *ir.Operation) error {
	v, _ := async.AsNamedArrive(op)
	at, threads := l.named(v.Id(), v.Warps())
	nvvm.NewBarrierArrive(l.b, at, threads)
	return nil
}

// blockBarrier is the barrier of all threads of the block.
func (l *lowering) blockBarrier() {
	nvvm.NewBarrier(l.b, []ir.Type{}, nil, nil, nil, nvvm.BarrierProps{})
}

// Tensor copies; the caller has elected a thread.

// coordinates are those of a box, innermost dimension first.
func (l *lowering) coordinates(indices []*ir.Value, box async.Box) ([]*ir.Value, error) {
	out := make([]*ir.Value, len(indices))
	for d, v := range indices {
		i, err := l.scalar(v)
		if err != nil {
			return nil, err
		}
		at := len(indices) - 1 - d
		if n, ok := intOf(i); ok {
			out[at] = l.i32(clampCoordinate(n, box.Coords[d]))
			continue
		}
		out[at] = l.addConst(l.fromIndex(i, 32), box.Coords[d])
	}
	return out, nil
}

// clampCoordinate is n + off as a signed 32-bit number, off being a place inside a
// tile. What lies outside these numbers becomes the nearest of them, which no
// argument reaches, rather than one that wraps to the inside of the argument.
func clampCoordinate(n, off int64) int64 {
	return min(max(n, math.MinInt32-off), math.MaxInt32-off) + off
}

// asyncLoad copies a tile in as many boxes as it takes.
func (l *lowering) asyncLoad(op *ir.Operation) error {
	v, _ := async.AsAsyncLoad(op)
	if v.Barrier() == nil {
		return op.OpError("has no barrier to signal: run async-insert-mbarriers first")
	}
	tmap, err := l.scalar(v.Map())
	if err != nil {
		return err
	}
	bar, err := l.barrierAt(v.Barrier(), v.BarrierIndex())
	if err != nil {
		return err
	}
	dst := l.buffers[v.Dst()]
	mt := v.Map().Type().(*async.TensorMapType)
	if err := async.CheckBox(dst.typ, mt); err != nil {
		return op.OpError("%s", err)
	}
	addr := l.address(dst)
	for _, box := range async.Boxes(dst.typ, mt.Box) {
		at, err := l.coordinates(v.Indices(), box)
		if err != nil {
			return err
		}
		// The instruction names its destination in the cluster's window of
		// shared memory, where a block's own addresses are the same numbers.
		p := llvm.NewIntToPtr(l.b, []ir.Type{l.ptr(spaceCluster)}, l.addConst(addr, box.Offset), llvm.IntToPtrProps{}).Op().Result(0)
		nvvm.NewCpAsyncBulkTensorGlobalToSharedCluster(l.b, p, tmap, at, bar, nil, nil, nil, nil,
			nvvm.CpAsyncBulkTensorGlobalToSharedClusterProps{})
	}
	return nil
}

// asyncStore copies a buffer out in boxes.
func (l *lowering) asyncStore(op *ir.Operation) error {
	v, _ := async.AsAsyncStore(op)
	tmap, err := l.scalar(v.Map())
	if err != nil {
		return err
	}
	src := l.buffers[v.Src()]
	mt := v.Map().Type().(*async.TensorMapType)
	if err := async.CheckBox(src.typ, mt); err != nil {
		return op.OpError("%s", err)
	}
	addr := l.address(src)
	for _, box := range async.Boxes(src.typ, mt.Box) {
		at, err := l.coordinates(v.Indices(), box)
		if err != nil {
			return err
		}
		nvvm.NewCpAsyncBulkTensorSharedCTAToGlobal(l.b, tmap, l.sharedPtr(l.addConst(addr, box.Offset)), at, nil, nil,
			nvvm.CpAsyncBulkTensorSharedCTAToGlobalProps{})
	}
	return nil
}

func (l *lowering) storeCommit(*ir.Operation) error {
	nvvm.NewCpAsyncBulkCommitGroup(l.b)
	return nil
}

// storeWait waits in every executing thread; those that issued nothing pass at
// once.
func (l *lowering) storeWait(op *ir.Operation) error {
	nvvm.NewCpAsyncBulkWaitGroup(l.b, nvvm.CpAsyncBulkWaitGroupProps{Group: op.Prop("pending"), Read: op.Prop("read")})
	return nil
}
