package convertasynctonvvm

import (
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// table lists the lowering of every operation but the elementwise ones.
func (l *lowering) table() map[string]handler {
	return map[string]handler{
		"func.return":            func(*ir.Operation) error { llvm.NewReturn(l.b, nil); return nil },
		"scf.for":                l.forOp,
		"scf.if":                 l.ifRegion,
		"scf.while":              l.whileOp,
		"scf.yield":              l.terminator,
		"scf.condition":          l.terminator,
		"arith.constant":         l.constantOp,
		"arith.truncf":           l.truncf,
		"memref.dim":             l.memrefDim,
		"memref.load":            l.memrefLoad,
		"memref.store":           l.memrefStore,
		"memref.cast":            l.nothing,
		tile.ProgramIDDef.Name:   l.programID,
		tile.DivMagicDef.Name:    l.divMagic,
		tile.LoadDef.Name:        l.tileLoad,
		tile.StoreDef.Name:       l.tileStore,
		tile.SplatDef.Name:       l.splat,
		tile.IotaDef.Name:        l.iota,
		tile.BroadcastDef.Name:   l.broadcast,
		tile.ExpandDimsDef.Name:  l.expandDims,
		tile.ReduceDef.Name:      l.reduce,
		async.TensorMapDef.Name:  l.tensorMap,
		async.StorableDef.Name:   l.nothing,
		async.AllocDef.Name:      l.alloc,
		async.SlotDef.Name:       l.slot,
		async.AsyncLoadDef.Name:  l.asyncLoad,
		async.AsyncStoreDef.Name: l.asyncStore,
		async.CopyDef.Name:       l.copyTile,
		async.CopyArriveDef.Name: l.copyArrive,
		async.CopyWaitDef.Name:   l.copyWait,

		tile.DevicePropertyDef.Name: l.deviceProperty,

		async.StoreCommitDef.Name:    l.storeCommit,
		async.StoreWaitDef.Name:      l.storeWait,
		async.LocalLoadDef.Name:      l.localLoad,
		async.LocalStoreDef.Name:     l.localStore,
		async.ExtractSliceDef.Name:   l.extractSlice,
		async.ReduceDef.Name:         l.reduceShared,
		async.MMADef.Name:            l.mma,
		async.MMAWaitDef.Name:        l.mmaWait,
		async.FenceAsyncDef.Name:     l.fenceAsync,
		async.SyncDef.Name:           l.sync,
		async.NamedSyncDef.Name:      l.namedSync,
		async.NamedArriveDef.Name:    l.namedArrive,
		async.SingleThreadDef.Name:   l.singleThread,
		async.WarpSpecializeDef.Name: l.warpSpecialize,
		async.YieldDef.Name:          l.nothing,
		async.BarrierAllocDef.Name:   l.barrierAlloc,
		async.BarrierWaitDef.Name:    l.barrierWait,
		async.BarrierExpectDef.Name:  l.barrierExpect,
		async.BarrierArriveDef.Name:  l.barrierArrive,
		async.BarrierInitDef.Name:    l.barrierInit,
		async.InitPublishDef.Name:    l.initPublish,
	}
}

func (l *lowering) nothing(*ir.Operation) error { return nil }

// block lowers the operations of a block at the insertion point.
func (l *lowering) block(b *ir.Block) error {
	for op := b.First(); op != nil; op = op.Next() {
		n := 1
		var err error
		switch run := l.run1(op); {
		case len(run) > 1 || len(run) == 1 && !l.single:
			n, err = l.together(run)
		default:
			err = l.lower(op)
		}
		if err != nil {
			return err
		}
		for ; n > 1; n-- {
			op = op.Next()
		}
	}
	return nil
}

// lower lowers one operation.
func (l *lowering) lower(op *ir.Operation) error {
	l.b.SetLoc(op.Loc())
	if h := l.handlers[op.Name()]; h != nil {
		return h(op)
	}
	if isScalarOp(op) || isElementwise(op) {
		return l.elementwise(op)
	}
	if strings.HasPrefix(op.Name(), "tasync.pipeline_") || op.Is(async.WaitDef.Name) {
		return op.OpError("has no lowering: run async-insert-mbarriers first, which makes barriers of pipelines and tokens")
	}
	return op.OpError("has no lowering to nvvm")
}

// isScalarOp reports whether an operation of arith, math or a lower level is
// copied as it is.
func isScalarOp(op *ir.Operation) bool {
	name := op.Name()
	for _, d := range []string{"arith.", "math.", "llvm.", "nvvm."} {
		if strings.HasPrefix(name, d) {
			return op.NumRegions() == 0
		}
	}
	return false
}

// A run of operations that one elected thread executes becomes one branch.

// elected lists the operations that one thread issues.
var elected = map[string]bool{
	async.AsyncLoadDef.Name: true, async.BarrierExpectDef.Name: true,
	async.StoreCommitDef.Name: true, async.AsyncStoreDef.Name: true,
}

// run1 returns the operations from op on that can share the branch to one
// thread, with pure scalar operations between them; nil when op needs none.
func (l *lowering) run1(op *ir.Operation) []*ir.Operation {
	initial := op.Is(async.BarrierInitDef.Name) || op.Is(async.InitPublishDef.Name)
	if !initial && (l.single || !elected[op.Name()]) {
		return nil
	}
	var run []*ir.Operation
	last := 0
	for o := op; o != nil; o = o.Next() {
		switch {
		case initial && o.Is(async.InitPublishDef.Name):
			return append(run, o)
		case initial && o.Is(async.BarrierInitDef.Name), !initial && elected[o.Name()]:
			run = append(run, o)
			last = len(run)
			continue
		case canGoFirst(o):
			run = append(run, o)
			continue
		}
		break
	}
	return run[:last]
}

// canGoFirst reports whether op may be executed earlier than the operations
// of one thread in front of it.
func canGoFirst(op *ir.Operation) bool {
	switch {
	case op.Is(async.SlotDef.Name), op.Is(async.BarrierAllocDef.Name), op.Is(async.AllocDef.Name), op.Is(async.TensorMapDef.Name), op.Is(async.StorableDef.Name):
		return true
	}
	return op.NumRegions() == 0 && isScalarOp(op) && effects.IsPure(op)
}

// together lowers a run and returns its length.
func (l *lowering) together(run []*ir.Operation) (int, error) {
	var one []*ir.Operation
	publish := false
	for _, op := range run {
		switch {
		case op.Is(async.InitPublishDef.Name):
			publish = true
			fallthrough
		case elected[op.Name()], op.Is(async.BarrierInitDef.Name):
			one = append(one, op)
		default:
			if err := l.lower(op); err != nil {
				return 0, err
			}
		}
	}
	body := func() error {
		for _, op := range one {
			if err := l.lower(op); err != nil {
				return err
			}
		}
		return nil
	}
	l.b.SetLoc(one[0].Loc())
	if !publish && !one[0].Is(async.BarrierInitDef.Name) {
		return len(run), l.elect(body)
	}
	if err := l.ifOp(l.isZero("tid", func() *ir.Value { return l.tid(l.scope) }), body); err != nil {
		return 0, err
	}
	if publish {
		l.blockBarrier()
	}
	return len(run), nil
}

// elect executes body in one thread of the scope: the elected one of its first
// warp, the same every time.
func (l *lowering) elect(body func() error) error {
	if l.single {
		return body()
	}
	one := func() error {
		e := nvvm.NewElectSync(l.b, []ir.Type{l.c.I(1)}, nil).Op().Result(0)
		return l.ifOp(e, func() error {
			l.single = true
			defer func() { l.single = false }()
			return body()
		})
	}
	if l.scope.warps == 1 {
		return one()
	}
	return l.ifOp(l.isZero("warp", func() *ir.Value { return l.warp(l.scope) }), one)
}

func (l *lowering) singleThread(op *ir.Operation) error {
	return l.elect(func() error { return l.block(op.RegionAt(0).Entry()) })
}

// warpSpecialize branches to the roles.
func (l *lowering) warpSpecialize(op *ir.Operation) error {
	if l.scope != l.kernel || op.Block() != l.old.RegionAt(0).Entry() {
		return op.OpError("must stand in the body of the kernel itself")
	}
	ws, _ := async.AsWarpSpecialize(op)
	return l.roleChain(op, ws.Roles(), 0, threadRegisters(async.BlockThreads(l.old)))
}

// roleChain lowers roles[i:], of which the executing warp has one; entry is
// the number of registers that each thread starts with.
func (l *lowering) roleChain(op *ir.Operation, roles []async.Role, i, entry int) error {
	if i == len(roles)-1 {
		return l.role(roles[i], i, entry)
	}
	end := roles[i].FirstWarp + roles[i].Warps
	cond := l.roleBoundary(end)
	branch := l.b.Create(ir.OpState{Info: l.c.OpInfo("scf.if"), Operands: []*ir.Value{cond}, Types: []ir.Type{}, NumRegions: 2})
	for k, f := range []func() error{
		func() error { return l.role(roles[i], i, entry) },
		func() error { return l.roleChain(op, roles, i+1, entry) },
	} {
		err := l.inBlock(branch.RegionAt(k).AddBlock(op.Loc()), func() error {
			if err := f(); err != nil {
				return err
			}
			l.yield()
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// role lowers one role; the block that is being built is its own.
func (l *lowering) role(r async.Role, index, entry int) error {
	if r.Registers != 0 && r.Registers != entry {
		action := int64(actionIncrease)
		if r.Registers < entry {
			action = actionDecrease
		}
		nvvm.NewSetMaxRegister(l.b, nvvm.SetMaxRegisterProps{
			RegCount: l.c.I32Attr(int64(r.Registers)), Action: nvvm.SetMaxRegisterActionEnum.Attr(l.c, action)})
	}
	outer := l.scope
	l.scope = newScope(l.b.Block(), r.FirstWarp, r.Warps)
	l.scope.last = l.b.Block().Last()
	// Barrier 0 is the block's.
	l.scope.barrier = index + 1
	err := l.block(r.Region.Entry())
	l.scope = outer
	return err
}

// The values of nvvm's set-max-register action.
const (
	actionIncrease = 0
	actionDecrease = 1
)

// Loops and branches.

// operands flattens values of the old body.
func (l *lowering) operands(vs []*ir.Value) ([]*ir.Value, error) {
	var out []*ir.Value
	for _, v := range vs {
		f, err := l.flatten(v)
		if err != nil {
			return nil, err
		}
		out = append(out, f...)
	}
	return out, nil
}

func (l *lowering) types(vs []*ir.Value, user *ir.Operation) ([]ir.Type, error) {
	out := []ir.Type{}
	for _, v := range vs {
		f, err := l.flatTypes(v.Type(), user)
		if err != nil {
			return nil, err
		}
		out = append(out, f...)
	}
	return out, nil
}

// take records that old values became vs, in order.
func (l *lowering) take(old, vs []*ir.Value, user *ir.Operation) error {
	for _, v := range old {
		types, err := l.flatTypes(v.Type(), user)
		if err != nil {
			return err
		}
		if err := l.unflatten(v, vs[:len(types)], user); err != nil {
			return err
		}
		vs = vs[len(types):]
	}
	return nil
}

// nested makes an operation like op with converted operands, results and
// regions.
func (l *lowering) nested(op *ir.Operation) error {
	operands, err := l.operands(op.Operands())
	if err != nil {
		return err
	}
	types, err := l.types(op.Results(), op)
	if err != nil {
		return err
	}
	st := ir.OpState{Info: op.Info(), Loc: op.Loc(), Operands: operands, Types: types, NumRegions: op.NumRegions()}
	for _, a := range op.Attrs() {
		if strings.HasPrefix(a.Name, "llvm.") {
			st.Attrs = append(st.Attrs, a)
		}
	}
	for i := range op.NumProps() {
		st.Props = append(st.Props, op.PropAt(i))
	}
	n := l.b.Create(st)
	for i, r := range op.Regions() {
		if r.IsEmpty() {
			continue
		}
		blk := n.RegionAt(i).AddBlock(op.Loc())
		args, err := l.types(r.Entry().Args(), op)
		if err != nil {
			return err
		}
		for _, t := range args {
			blk.AddArg(t, op.Loc())
		}
		if err := l.take(r.Entry().Args(), blk.Args(), op); err != nil {
			return err
		}
		if err := l.inBlock(blk, func() error { return l.block(r.Entry()) }); err != nil {
			return err
		}
	}
	if isBusy(op) && n.Attr(loopAnnotation) == nil && !op.Is("scf.if") {
		n.SetAttr(loopAnnotation, llvm.NoUnroll(l.c))
	}
	return l.take(op.Results(), n.Results(), op)
}

// loopAnnotation is the discardable attribute by which an scf loop says what
// its back edge is to be annotated with.
const loopAnnotation = "llvm.loop_annotation"

// isBusy reports whether a loop holds asynchronous work, which unrolling only
// makes longer.
func isBusy(op *ir.Operation) bool {
	for o := range ir.Walk(op) {
		if strings.HasPrefix(o.Name(), "tasync.") {
			return true
		}
	}
	return false
}

func (l *lowering) forOp(op *ir.Operation) error { return l.nested(op) }

func (l *lowering) ifRegion(op *ir.Operation) error { return l.nested(op) }

func (l *lowering) whileOp(op *ir.Operation) error { return l.nested(op) }

// terminator copies scf.yield and scf.condition.
func (l *lowering) terminator(op *ir.Operation) error {
	operands, err := l.operands(op.Operands())
	if err != nil {
		return err
	}
	l.b.Create(ir.OpState{Info: op.Info(), Loc: op.Loc(), Operands: operands, Types: []ir.Type{}})
	return nil
}
