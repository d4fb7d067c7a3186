package asyncinsertmbarriers

import (
	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// collect finds the pipelines and token groups of the kernel and checks that
// they have the shape that can be lowered.
func (l *lowering) collect() error {
	l.byPipe = make(map[*ir.Value]*ring)
	l.byWait = make(map[*ir.Operation]*group)
	l.byLoad = make(map[*ir.Operation]*group)
	nvars := 0
	for op := range ir.Walk(l.fn) {
		switch {
		case op.Is(async.PipelineCreateDef.Name):
			r := &ring{create: op, typ: op.Result(0).Type().(*async.PipelineType), first: nvars}
			r.kinds = make([]kinds, len(r.typ.Buffers))
			nvars += ringVars
			if op.Block() != l.fn.RegionAt(0).Entry() {
				return op.OpError("must stand in the entry block of the kernel, since its barriers are initialised there")
			}
			l.rings = append(l.rings, r)
			l.byPipe[op.Result(0)] = r
		case op.Is(async.WaitDef.Name):
			g := &group{wait: op, parity: nvars}
			nvars++
			if err := l.collectGroup(g); err != nil {
				return err
			}
			l.groups = append(l.groups, g)
			l.byWait[op] = g
		}
	}
	l.vars = make([]*ir.Value, nvars)
	for op := range ir.Walk(l.fn) {
		if err := l.checkOp(op); err != nil {
			return err
		}
	}
	for _, r := range l.rings {
		if err := l.checkRoles(r); err != nil {
			return err
		}
		if err := l.checkWAR(r); err != nil {
			return err
		}
		if err := l.choosePolicy(r); err != nil {
			return err
		}
	}
	return nil
}

// checkRoles checks that a ring is filled by one role, so that its positions
// are those of one program, and that who waits also releases.
func (l *lowering) checkRoles(r *ring) error {
	var fills *ir.Operation
	r.oneRole = true
	waits, releases := make(map[*ir.Region]*ir.Operation), make(map[*ir.Region]*ir.Operation)
	for _, op := range r.create.Result(0).Users() {
		role, _ := l.roleOf(op)
		switch {
		case op.Is(async.PipelineAcquireDef.Name):
			if fills == nil {
				fills = op
			}
			if first, _ := l.roleOf(fills); first != role {
				return r.create.OpError("is filled by two roles, but its slots have one order").
					WithNote(fills.Loc().Pos(), "one fills it here").WithNote(op.Loc().Pos(), "another here")
			}
		case op.Is(async.PipelineWaitDef.Name):
			if waits[role] == nil {
				_, warps := l.roleOf(op)
				r.consumers = append(r.consumers, consumer{role, warps, async.InSingleThread(op)})
			}
			waits[role] = op
		case op.Is(async.PipelineReleaseDef.Name):
			releases[role] = op
		}
	}
	for _, op := range r.create.Result(0).Users() {
		role, _ := l.roleOf(op)
		if first, _ := l.roleOf(r.create.Result(0).Users()[0]); first != role {
			r.oneRole = false
		}
		switch {
		case op == waits[role] && releases[role] == nil:
			return op.OpError("waits for slots that this role never releases")
		case op == releases[role] && waits[role] == nil:
			return op.OpError("releases slots that this role does not wait for")
		}
	}
	return nil
}

func (l *lowering) collectGroup(g *group) error {
	for _, tok := range g.wait.Operands() {
		load := tok.Def()
		f, ok := async.AsFill(load)
		if !ok {
			return g.wait.OpError("waits for a token that is carried through control flow; only tokens of loads in the same block can become a barrier")
		}
		if load.Block() != g.wait.Block() {
			return g.wait.OpError("must stand in the block of the load that it waits for").
				WithNote(load.Loc().Pos(), "the load is here")
		}
		if l.byLoad[load] != nil {
			if l.byLoad[load] == g {
				continue
			}
			return load.OpError("is waited for twice")
		}
		l.byLoad[load] = g
		g.loads = append(g.loads, load)
		g.kinds.add(f)
		g.bytes += f.Bytes()
		if f.Via() == async.ViaBulk {
			_, warps := l.roleOf(load)
			g.arrivals += warps
		} else {
			g.own = g.own || f.ByThreads()
		}
		g.fence = g.fence || readByAsyncProxy(f.Dst())
	}
	if g.bytes > 0 {
		g.arrivals++
	}
	return nil
}

func (l *lowering) checkOp(op *ir.Operation) error {
	if op.NumOperands() > 0 && l.byPipe[op.Operand(0)] == nil {
		if _, ok := op.Operand(0).Type().(*async.PipelineType); ok {
			return op.OpError("uses a pipeline that no tasync.pipeline_create of this kernel makes")
		}
	}
	switch {
	case async.IsFill(op):
		if op.NumResults() > 0 && l.byLoad[op] == nil {
			return op.OpError("has a token that nothing waits for")
		}
	case op.Is(async.PipelineAcquireDef.Name):
		return l.checkAcquire(op)
	case op.Is(async.PipelineSkipDef.Name):
		l.byPipe[op.Operand(0)].turns = true
	case op.Is(async.PipelineWaitDef.Name):
		l.byPipe[op.Operand(0)].collectReads(op)
	}
	return nil
}

// collectReads looks at what reads the slot of a wait.
func (r *ring) collectReads(wait *ir.Operation) {
	certain := false
	for i := range wait.NumResults() {
		r.asyncReads = r.asyncReads || readByAsyncProxy(wait.Result(i))
		for u := range wait.Result(i).Uses() {
			switch o := u.Owner(); {
			case !o.Is(async.MMADef.Name):
				if r.reader == nil {
					r.reader = o
				}
			case o.Block() == wait.Block():
				certain = true
			}
		}
	}
	if !certain && r.unread == nil {
		r.unread = wait
	}
}

// checkAcquire checks that the slot is filled by loads of the same block
// between the acquire and its commit.
func (l *lowering) checkAcquire(op *ir.Operation) error {
	commit := op.Next()
	for commit != nil && !(commit.Is(async.PipelineCommitDef.Name) && commit.Operand(0) == op.Operand(0)) {
		commit = commit.Next()
	}
	if commit == nil {
		return op.OpError("has no tasync.pipeline_commit of its pipeline behind it in the same block")
	}
	loads := 0
	r := l.byPipe[op.Operand(0)]
	r.filled = op
	for i := range op.NumResults() {
		for u := range op.Result(i).Uses() {
			load := u.Owner()
			f, ok := async.AsFill(load)
			switch {
			case ok:
				r.kinds[i].add(f)
			case load.Is(async.LocalStoreDef.Name):
				r.kinds[i].stores = true
			default:
				return load.OpError("fills a pipeline slot, which only tasync.async_load, tasync.copy and tasync.local_store can")
			}
			if load.Block() != op.Block() || !load.IsBefore(commit) {
				return load.OpError("must stand between the acquire and the commit of its slot, in the same block: the bytes of a phase must be the same every time").
					WithNote(op.Loc().Pos(), "the slot is acquired here")
			}
			loads++
		}
	}
	if loads == 0 {
		return op.OpError("acquires a slot that no load fills")
	}
	return nil
}

// roleOf returns the region of the role that executes op (the kernel's body
// outside roles) and its number of warps.
func (l *lowering) roleOf(op *ir.Operation) (*ir.Region, int64) {
	for o := op; o != l.fn; o = o.Parent() {
		if ws, ok := async.AsWarpSpecialize(o.Parent()); ok {
			warps := ws.Warps().(*ir.DenseArrayAttr).Ints()
			return o.Region(), warps[o.Region().Index()]
		}
	}
	groups, _ := ir.IntValue(l.fn.Attr("tasync.warp_groups"))
	return l.fn.RegionAt(0), 4 * groups
}
